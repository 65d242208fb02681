// A group of buttons of which one is chosen.
import { h, setChildren } from "../kit/dom.js";

export interface Chips<T extends string> {
  readonly root: HTMLElement;
  readonly chosen: () => T;
  /** Draws the labels in the page's language; `choose` chooses another one. */
  update(choose?: T): void;
}

export function chips<T extends string>(label: () => string, options: readonly (readonly [id: T, name: () => string])[], changed: () => void): Chips<T> {
  const root = h("div", { class: "filter", role: "group" });
  let [[chosen]] = options as readonly [readonly [T, () => string]];
  function update(choose = chosen): void {
    chosen = choose;
    root.setAttribute("aria-label", label());
    setChildren(root, options.map(([, name]) => name()).join(), () => options.map(([id, name]) =>
      h("button", { type: "button", class: "chip", "data-choice": id, onclick: () => { chosen = id; changed(); } }, name())));
    for (const button of root.children) button.setAttribute("aria-pressed", String(button.getAttribute("data-choice") === chosen));
  }
  return { root, chosen: () => chosen, update };
}
