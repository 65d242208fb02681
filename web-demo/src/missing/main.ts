// The page of an address that has none.
import { h } from "../kit/dom.js";
import { startPage } from "../kit/frame.js";
import { onLanguage, vocabulary } from "../kit/language.js";
import { words as frame } from "../kit/words.js";
import { words as english } from "./words.en.js";

const words = vocabulary(english, { es: () => import("./words.es.js") });

void startPage(async () => {}, () => {
  const draw = (): void => {
    const { missing, cases, intake, site } = frame().frame;
    document.title = `${missing} – ${site}`;
    document.getElementById("main")?.replaceChildren(h("h1", { id: "heading", tabindex: -1 }, missing), h("p", { class: "intro" }, words().text),
      h("div", { class: "actions" }, h("a", { class: "button", href: "/cases.html" }, cases), h("a", { class: "button secondary", href: "/" }, intake)));
  };
  draw();
  onLanguage(draw);
});
