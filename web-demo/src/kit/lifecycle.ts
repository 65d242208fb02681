// The life of a case as a table, from the package's table of transitions.
import type { State, Transition, TriggerType } from "casegate/service";
import { h } from "./dom.js";
import { words } from "./lifecycle/words.js";
import { table, triggers } from "transitions";

export interface LifecycleOptions {
  /** The state of a case, whose possible next steps are marked. */
  readonly current?: State;
  /** The triggers that are possible now, if more than the state is known. */
  readonly allowed?: readonly TriggerType[];
}

/** Every state in the table. */
export const states: readonly State[] = [...new Set(table.flatMap(({ from, to }) => (to === null ? from : [...from, to])))];

export const stateName = (state: State): string => words.states[state] ?? state;

/** Returns `true` if the transition is possible for a case in this state. */
function isNext(transition: Transition, { current, allowed }: LifecycleOptions): boolean {
  return current !== undefined && transition.from.includes(current) && (allowed === undefined || allowed.includes(transition.trigger));
}

/** Every transition as a row, with its source. */
export function lifecycleTable(options: LifecycleOptions = {}): HTMLElement {
  const w = words;
  const columns = Object.keys(w.columns) as (keyof typeof w.columns)[];
  const list = (items: readonly (string | Node)[]) => h("ul", { class: "plain" }, ...items.map((item) => h("li", {}, item)));
  const cells = (transition: Transition): Record<keyof typeof w.columns, Node | string> => ({
    from: transition.from.length === 0 ? w.start : list(transition.from.map(stateName)),
    trigger: h("span", {}, h("strong", {}, triggers[transition.trigger] ?? transition.trigger), " ", h("code", {}, transition.trigger),
      isNext(transition, options) && h("span", { class: "mark" }, w.next)),
    by: w.actors[transition.by],
    conditions: transition.conditions.length === 0 ? "–" : list(transition.conditions.map((id) => w.conditions[id] ?? id)),
    to: transition.to === null ? w.stays : stateName(transition.to),
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
