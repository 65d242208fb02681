// The result of each rule: satisfied, violated, not applicable, blocked by another field, or not
// checked.
import type { RuleResult } from "casegate/slim";
import { h, hiddenText, setChildren } from "../kit/dom.js";
import { rules } from "../kit/catalogue.js";
import { pointerButton, ruleLink } from "./issues.js";
import type { State } from "./state.js";
import { words } from "./words.js";

type Standing = RuleResult["state"];
const standings: readonly Standing[] = ["violated", "blocked", "satisfied", "not_applicable", "not_checked"];

export function ledgerPanel(state: State, goTo: (pointer: string) => void): { panel: HTMLElement; draw: () => void } {
  const filter = h("div", { class: "filter", role: "group" });
  const list = h("ul", { class: "plain trace" });
  const panel = h("div", { class: "tab-panel" }, filter, list);
  let only: Standing | undefined;

  function draw(): void {
    const w = words.trace;
    const entries = state.report?.trace ?? [];
    const count = (standing: Standing): number => entries.filter((entry) => entry.state === standing).length;
    filter.setAttribute("aria-label", w.filter);
    const focused = filter.contains(document.activeElement) ? document.activeElement?.getAttribute("data-standing") : undefined;
    setChildren(filter, JSON.stringify([entries.map((entry) => entry.state), only]), () => entries.length === 0 ? [] : [undefined, ...standings].map((standing) =>
      h("button", {
        type: "button", class: `chip${standing ? ` is-${standing}` : ""}`, "aria-pressed": String(only === standing), "data-standing": standing ?? "all",
        onclick: () => {
          only = standing;
          draw();
        },
      }, `${standing ? w.states[standing] : w.all} `, h("span", { class: "tab-count" }, String(standing ? count(standing) : entries.length)))));
    if (focused) filter.querySelector<HTMLElement>(`[data-standing="${focused}"]`)?.focus();
    const seen = entries.filter((entry) => only === undefined || entry.state === only);
    setChildren(list, JSON.stringify([seen, only]), () => seen.length > 0 ? seen.map(row) : [
      h("li", { class: "nothing" }, entries.length > 0 ? w.noneSuch : state.report ? w.unread : w.empty),
    ]);
  }

  function row(entry: RuleResult): HTMLElement {
    const w = words.trace;
    const rule = rules().find((known) => known.id === entry.rule);
    return h("li", { class: `standing is-${entry.state}` },
      h("span", { class: "standing-name" }, h("span", { class: "standing-mark", "aria-hidden": "true" }), w.states[entry.state], hiddenText(": ")),
      h("span", { class: "standing-title" }, rule?.title ?? state.reading.house?.rules.find((own) => own.id === entry.rule)?.title ?? ""),
      ruleLink(entry.rule),
      entry.by.length > 0 && h("span", { class: "standing-by" }, w.waitsFor, " ", ...entry.by.map((at) => pointerButton(at, goTo))));
  }

  return { panel, draw };
}
