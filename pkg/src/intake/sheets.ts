// The style sheets of all elements. They are no inline styles, so that a content security policy
// permits them.
import css from "./styles/element.css";

let first: CSSStyleSheet | undefined;
let second: CSSStyleSheet | undefined;

/** Returns the sheet of a new element. */
export function firstSheet(): CSSStyleSheet {
  return (first ??= sheetOf(css));
}

/** Adds the sheet of the pages after the questions. */
export function addSecondSheet(root: ShadowRoot, text: string): void {
  second ??= sheetOf(text);
  if (!root.adoptedStyleSheets.includes(second)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, second];
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}
