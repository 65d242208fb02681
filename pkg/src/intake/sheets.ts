// The style sheets of all elements. They are no inline styles, so that a content security policy
// permits them. A browser without constructed style sheets gets elements in their place.
import { h } from "./dom.js";
import css from "./styles/element.css";

const sheets = new Map<string, CSSStyleSheet>();

/** Adds a sheet to an element: without one the sheet that every element begins with. */
export function addSheet(root: ShadowRoot, text = css): void {
  try {
    const sheet = sheets.get(text) ?? new CSSStyleSheet();
    if (!sheets.has(text)) sheet.replaceSync(text);
    sheets.set(text, sheet);
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  } catch {
    if (![...root.children].some(({ textContent }) => textContent === text)) root.prepend(h("style", {}, text));
  }
}

/** Replaces the content of a shadow root, without its styles. */
export function setContent(root: ShadowRoot, content: HTMLElement): void {
  root.replaceChildren(...root.querySelectorAll("style"), content);
  // The page's root may have another size, and a person may have chosen a larger one.
  content.style.fontSize = "medium";
  const { fontSize } = getComputedStyle(content);
  content.style.fontSize = "";
  content.style.setProperty("--unit", `var(--casegate-unit, ${fontSize})`);
}
