// The firm's privacy notice and terms. A firm with its own pages has their addresses in firm.json.
import { h } from "../kit/dom.js";
import { startPage } from "../kit/frame.js";
import { onLanguage, vocabulary } from "../kit/language.js";
import { words as frame } from "../kit/words.js";
import { words as english } from "./words.en.js";

const words = vocabulary(english, { es: () => import("./words.es.js") });

void startPage(async () => {}, () => {
  const draw = (): void => {
    const { legal, site } = frame().frame;
    document.title = `${legal} – ${site}`;
    document.getElementById("main")?.replaceChildren(h("h1", { id: "heading", tabindex: -1 }, legal),
      ...words().sections.map(({ id, title, text }) => h("section", {}, h("h2", { id }, title), ...text.map((line) => h("p", {}, line)))));
  };
  draw();
  onLanguage(draw);
  // The browser looked for the fragment's section before it existed.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
