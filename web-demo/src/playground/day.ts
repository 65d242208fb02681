// A slider over the day of the check: what is accepted today may be too old in a month.
import { dayOf } from "../kit/context.js";
import { h, setText } from "../kit/dom.js";
import type { State } from "./state.js";
import { words } from "./words.js";

const dayLength = 86_400_000;
/** More than the days for which a loss is searched. */
const reach = 400;

/** `began`: the day in the middle. `set`: takes a day, as if it were typed. */
export function dayView(state: State, began: () => string, set: (day: string) => void): { root: HTMLElement; update(): void } {
  const shown = h("output", { for: "day" });
  const slider = h("input", { type: "range", id: "day", min: -reach, max: reach, oninput: () => {
    set(new Date(Date.parse(began()) + Number(slider.value) * dayLength).toISOString().slice(0, 10));
  } });
  const root = h("div", { class: "field day" }, h("label", { for: "day" }, words.day, " ", shown), slider);
  return {
    root,
    update() {
      const day = dayOf(state.context);
      setText(shown, day);
      const value = String((Date.parse(day) - Date.parse(began())) / dayLength);
      if (slider.value !== value) slider.value = value;
      slider.setAttribute("aria-valuetext", day);
    },
  };
}
