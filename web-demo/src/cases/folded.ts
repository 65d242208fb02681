// A section that is folded until somebody opens it. It stays open when the page is drawn in another
// language.
import { h, type Child } from "./dom.js";
import type { Life } from "./life.js";

export function foldedSection(life: Life, id: string, title: string, ...content: readonly Child[]): HTMLElement {
  const details = h("details", { class: "folded", open: life.opened.has(id), ontoggle: () => {
    if (details.open) life.opened.add(id);
    else life.opened.delete(id);
  } }, h("summary", {}, h("h2", {}, title)), h("div", { class: "stack" }, ...content));
  return h("section", { class: "card not-on-paper", id }, details);
}
