// Elements without a framework: a tag, attributes and listeners, children.
export type Child = Node | string | undefined | null | false;
type Value = string | number | boolean | undefined | ((event: never) => void);

/** The classes that a page may style with `::part()`. */
const parts = new Set(["actions", "box", "button", "draft", "field", "hint", "intro", "notice", "option", "page-heading", "quiet", "record", "secondary", "steps", "summary"]);

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Record<string, Value> = {}, ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as unknown as EventListener);
    else setAttribute(element, name, value);
  }
  const part = element.className.split(" ").filter((name) => parts.has(name)).join(" ");
  if (part !== "") element.setAttribute("part", part);
  element.append(...children.filter((child): child is Node | string => child !== undefined && child !== null && child !== false));
  return element;
}

export function setAttribute(element: Element, name: string, value: string | number | boolean | undefined): void {
  if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

const written = new WeakMap<Element, string>();

/**
 * Sets text only if it differs from the one before, so that nothing is announced or selected again
 * without need, and a translation by the browser stays.
 */
export function setText(element: Element, text: string): void {
  if (written.get(element) !== text && element.textContent !== text) element.textContent = text;
  written.set(element, text);
}

/** A text for screen readers only. */
export function hiddenText(text: string): HTMLElement {
  return h("span", { class: "vh" }, text);
}

/** A button that looks like a link: it changes something here, and leads nowhere. */
export function quietButton(label: string, onclick: () => void, attributes: Record<string, Value> = {}): HTMLButtonElement {
  return h("button", { type: "button", class: "quiet", onclick, ...attributes }, label);
}

/**
 * Replaces children only if they differ, so that a live page does not flicker or lose a selection.
 */
export function setChildren(parent: Element, signature: string, make: () => readonly Child[]): void {
  if (parent.getAttribute("data-is") === signature) return;
  parent.setAttribute("data-is", signature);
  parent.replaceChildren(...make().filter((child): child is Node | string => child !== undefined && child !== null && child !== false));
}
