// The faults of the rules under the current settings. They are searched on request, and the module
// with the search is fetched then.
import type { Analysis, RuleFinding } from "casegate/service";
import { h, quietButton, setChildren, setText, type Child } from "../kit/dom.js";
import { pointerButton, ruleLink } from "./issues.js";
import type { State } from "./state.js";
import { words } from "./words.js";

export function examinePanel(
  state: State,
  { goTo, use }: { goTo: (pointer: string) => void; use: (text: string) => void },
): { panel: HTMLElement; draw: () => void } {
  /** The settings that were examined, as text, and the answer. */
  let examined: { readonly settings: string; readonly analysis: Analysis } | undefined;
  let isBusy = false;
  let hasFailed = false;
  const hint = h("p", { class: "hint" });
  const buttons = h("div", { class: "quiet-actions" });
  const status = h("p", { role: "status" });
  const list = h("ul", { class: "plain findings-list" });
  const panel = h("div", { class: "tab-panel" }, hint, buttons, status, list);

  async function examine(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    hasFailed = false;
    draw();
    const { context } = state;
    try {
      const { analyze } = await import("casegate/service");
      examined = { settings: JSON.stringify(context), analysis: analyze(context) };
    } catch {
      hasFailed = true;
    }
    isBusy = false;
    draw();
  }

  function draw(): void {
    const w = words().examine;
    setText(hint, w.hint);
    setChildren(buttons, w.start, () => [quietButton(w.start, () => void examine(), { id: "examine-start" })]);
    const analysis = examined?.settings === JSON.stringify(state.context) ? examined.analysis : undefined;
    const faults = analysis?.findings ?? [];
    const open = analysis?.not_examined.length ?? 0;
    const says = isBusy ? w.busy : hasFailed ? w.failed : analysis ? w.found(faults.length, analysis.examined.rules, open) : examined ? w.changed : "";
    setText(status, says);
    setChildren(list, JSON.stringify([faults, w.start]), () => faults.map(row));
  }

  function row(finding: RuleFinding): HTMLElement {
    const w = words().examine;
    const values = finding.when.map(({ at, value }) => `${at} = ${value === null ? w.unset : JSON.stringify(value)}`).join(", ");
    const entry = (name: string, ...content: Child[]): HTMLElement => h("div", {}, h("dt", {}, name), h("dd", {}, ...content));
    const text = finding.witness === null ? undefined : JSON.stringify(finding.witness, null, 2);
    return h("li", { class: "found fault" },
      h("p", { class: "found-words" }, h("strong", {}, w.faults[finding.fault] ?? finding.fault), ": ", finding.message),
      h("dl", {},
        entry(w.rules, ...finding.rules.flatMap((rule, at): Child[] => [at > 0 && ", ", ruleLink(rule)])),
        finding.at.length > 0 && entry(w.fields, ...finding.at.flatMap((at, number): Child[] => [number > 0 && ", ", pointerButton(at, goTo)])),
        values !== "" && entry(w.values, h("code", {}, values))),
      text !== undefined && h("p", { class: "quiet-actions" }, quietButton(w.use, () => use(text), { "data-witness": finding.fault })));
  }

  return { panel, draw };
}
