// The prepared payload and the omitted values.
import { h, setChildren } from "../kit/dom.js";
import { download } from "../kit/files.js";
import { hasOtherNumbers } from "./format.js";
import { pointerButton } from "./issues.js";
import type { State } from "./state.js";
import { words } from "./words.js";

const longestShown = 40_000;

/** Returns a text as it is shown. A longer one would delay every key. */
export const shortened = (text: string): string => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);

export function preparedPanel(state: State, goTo: (pointer: string) => void): { panel: HTMLElement; draw: () => void } {
  const panel = h("div", { class: "tab-panel" });
  const draw = (): void => setChildren(panel, JSON.stringify([state.revision, state.waits]), () => {
    const w = words.prepared;
    const made = state.prepared;
    if (!made?.prepared) return [h("p", { class: "nothing" }, state.isEmpty ? w.empty : w.unread)];
    const text = JSON.stringify(made.prepared, null, 2);
    return [
      h("h3", {}, w.title), h("p", { class: "hint" }, w.hint),
      hasOtherNumbers(state.text) && h("p", { class: "hint" }, w.numbers),
      h("pre", { class: "code", tabindex: 0, role: "region", "aria-label": w.title }, shortened(text)),
      text.length > longestShown && h("p", { class: "hint" }, w.cut),
      h("p", {}, h("button", { type: "button", class: "quiet", onclick: () => download("case.json", text) }, w.download)),
      h("h3", {}, w.omitted),
      made.omitted.length === 0 ? h("p", { class: "nothing" }, w.nothingOmitted)
        : h("ul", { class: "plain omitted" }, ...made.omitted.map(({ at, reason }) => h("li", {}, pointerButton(at, goTo), " ", w.reasons[reason]))),
    ];
  });
  return { panel, draw };
}
