import { h } from "../kit/dom.js";
import { startPage } from "../kit/frame.js";

void startPage("rules", () => {
  document.getElementById("main")?.replaceChildren(h("h1", { id: "heading", tabindex: -1 }, "Rules"));
});
