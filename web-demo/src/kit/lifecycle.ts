// The life of a case as a diagram and as a table, both from the package's table of transitions. A
// page redraws it in `onLanguage`.
import type { State, Transition } from "casegate/service";
import { h } from "./dom.js";
import { draw, isNext, labelOf, nameOf, type LifecycleOptions } from "./lifecycle/picture.js";
import { sourcesOf } from "./lifecycle/graph.js";
import { words } from "./lifecycle/words.js";
import { table } from "transitions";

export type { LifecycleOptions } from "./lifecycle/picture.js";
export { nameOf as stateName } from "./lifecycle/picture.js";

/** Every state in the table. */
export const states: readonly State[] = [...new Set(table.flatMap(({ from, to }) => (to === null ? from : [...from, to])))];

/**
 * The diagram. If it is wider than its place, it scrolls inside. Its name describes it, and
 * `lifecycleTable` has all of it.
 */
export function lifecyclePicture(options: LifecycleOptions = {}): HTMLElement {
  const w = words;
  const { current } = options;
  const svg = draw(options);
  const next = table.filter((transition) => isNext(transition, options) && transition.to !== null)
    .map((transition) => w.step(labelOf(transition.trigger), w.actors[transition.by], nameOf(transition.to as State)));
  const name = current === undefined ? w.picture : `${w.pictureOf(nameOf(current))} ${w.pictureNext(next)}`;
  svg.setAttribute("aria-label", name);
  const frame = h("div", { class: `lifecycle${options.compact ? " is-compact" : ""}` }, svg);
  // A tab stop only if there is something to scroll.
  let seen = false;
  new ResizeObserver(() => {
    if (!seen && frame.clientWidth > 0) {
      seen = true;
      // Scrolls the case, or the start, to the middle.
      const box = (svg.querySelector(".is-here rect") ?? svg.querySelector(".is-start rect"))?.getBoundingClientRect();
      if (box) frame.scrollLeft = box.x + box.width / 2 - svg.getBoundingClientRect().x - frame.clientWidth / 2;
    }
    if (frame.scrollWidth > frame.clientWidth) {
      for (const [attribute, value] of Object.entries({ tabindex: "0", role: "group", "aria-label": w.picture })) frame.setAttribute(attribute, value);
    } else for (const attribute of ["tabindex", "role", "aria-label"]) frame.removeAttribute(attribute);
  }).observe(frame);
  return frame;
}

/** Every transition as a row, with its source. */
export function lifecycleTable(options: LifecycleOptions = {}): HTMLElement {
  const w = words;
  const columns = Object.keys(w.columns) as (keyof typeof w.columns)[];
  const list = (items: readonly (string | Node)[]) => h("ul", { class: "plain" }, ...items.map((item) => h("li", {}, item)));
  const cells = (transition: Transition): Record<keyof typeof w.columns, Node | string> => ({
    from: list(sourcesOf(transition).map(nameOf)),
    trigger: h("span", {}, h("strong", {}, labelOf(transition.trigger)), " ", h("code", {}, transition.trigger),
      isNext(transition, options) && h("span", { class: "mark" }, w.next)),
    by: w.actors[transition.by],
    conditions: transition.conditions.length === 0 ? "–" : list(transition.conditions.map((id) => w.conditions[id] ?? id)),
    to: transition.to === null ? w.stays : nameOf(transition.to),
    event: transition.event === null ? w.noEvent : h("span", {}, h("code", {}, transition.event), w.firings[transition.fires] && ` ${w.firings[transition.fires]}`),
    sources: list([...transition.requirement_ids, ...transition.decisions].map((id) => h("code", {}, id))),
  });
  // Explicit roles, because on a narrow page the cells are stacked, which would remove the table's
  // semantics.
  return h("table", { class: "stacking lifecycle-table", role: "table" },
    h("caption", { class: "vh" }, w.table),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...columns.map((column) => h("th", { scope: "col", role: "columnheader" }, w.columns[column])))),
    h("tbody", { role: "rowgroup" }, ...table.map((transition) => {
      const content = cells(transition);
      return h("tr", { role: "row", "data-trigger": transition.trigger, class: isNext(transition, options) && "is-now" },
        ...columns.map((column) => h("td", { role: "cell" }, h("span", { class: "cell-name", "aria-hidden": "true" }, w.columns[column]), content[column])));
    })));
}
