// The links to the sections of a case's page. The address of a section is `#/42/history`.
import { h, setChildren } from "./dom.js";
import type { Life, Part } from "./life.js";
import { words } from "./words.js";

/** Shows a link to each section that is visible. Call it after the sections. */
export function contentsPart(life: Life, sections: readonly HTMLElement[]): Part {
  const root = h("nav", { class: "contents", "aria-label": words().page.onPage });
  return {
    root,
    show() {
      const shown = sections.filter((section) => !section.hidden).map((section) => [section.id, section.querySelector("h2")?.textContent ?? ""]);
      root.hidden = shown.length < 2;
      setChildren(root, JSON.stringify(shown), () => [h("ul", { class: "plain" }, ...shown.map(([id, title]) => h("li", {}, h("a", { href: `#/${life.id}/${id}` }, title))))]);
    },
  };
}

/** Scrolls to a section and focuses its heading; a folded section is opened. Returns `false` if the section is not there. */
export function goTo(id: string): boolean {
  const section = document.getElementById(id);
  if (section === null || section.hidden) return false;
  section.querySelector("details")?.setAttribute("open", "");
  const heading = section.querySelector<HTMLElement>("h2, h3");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
  section.scrollIntoView();
  return true;
}
