// The same text under two settings: the current ones, and a day or settings that were kept.
import { checkCaseText, type Context, type Issue, type Report } from "casegate/slim";
import { dayOf } from "../kit/context.js";
import { h, quietButton, setAttribute, setChildren, setText, type Child } from "../kit/dom.js";
import { read, type Settings } from "./settings.js";
import type { State } from "./state.js";
import { words } from "./words.js";

interface Row {
  readonly name: string;
  readonly code?: string;
  /** What each report has in this row; `undefined` if it has nothing. */
  readonly sides: readonly [string | undefined, string | undefined];
}

/** Returns the verdict, the findings and the facts of two reports, first those that differ. */
export function rowsOf(one: Report, other: Report): readonly Row[] {
  const w = words();
  const verdict = ({ ok }: Report): string => (ok ? w.verdict.accepted : w.verdict.refused);
  const keyOf = ({ at, code, rule }: Issue): string => JSON.stringify([at, code, rule]);
  const messages = ({ issues }: Report): Map<string, string> => new Map(issues.map((issue) => [keyOf(issue), `${issue.severity === "error" ? w.issues.error : w.issues.warning}${issue.message}`]));
  const [here, there] = [messages(one), messages(other)];
  const findings = [...one.issues, ...other.issues.filter((issue) => !here.has(keyOf(issue)))].map((issue): Row => ({
    name: issue.at === "" ? w.issues.whole : issue.at, code: issue.code, sides: [here.get(keyOf(issue)), there.get(keyOf(issue))],
  }));
  const factOf = (report: Report, name: keyof Report["facts"]): string => (report.facts[name] === null ? w.facts.unknown : String(report.facts[name]));
  const facts = (Object.keys(one.facts) as (keyof Report["facts"])[]).map((name): Row => ({ name: w.facts.names[name] ?? name, sides: [factOf(one, name), factOf(other, name)] }));
  const differs = ({ sides: [first, second] }: Row): boolean => first !== second;
  return [
    { name: w.compare.verdict, sides: [verdict(one), verdict(other)] },
    ...findings.filter(differs), ...facts.filter(differs), ...findings.filter((row) => !differs(row)),
  ];
}

export function comparePanel(state: State): { panel: HTMLElement; draw: () => void } {
  /** The settings of the other verdict. They begin as the current ones. */
  let kept: Settings | undefined;
  const hint = h("p", { class: "hint" });
  const label = h("label", { for: "compare-day" });
  const error = h("p", { class: "setting-error", id: "compare-day-error", role: "alert" });
  const day = h("input", {
    type: "text", inputmode: "numeric", id: "compare-day", class: "box", autocomplete: "off", spellcheck: "false", "aria-describedby": "compare-day-error",
    oninput: () => {
      kept = { ...(kept ?? state.settings), today: day.value.trim() };
      draw();
    },
  });
  const buttons = h("div", { class: "quiet-actions" });
  const result = h("div", {});
  const panel = h("div", { class: "tab-panel" }, hint, h("div", { class: "field setting" }, label, day, error), buttons, result);

  function keep(): void {
    kept = state.settings;
    day.value = kept.today;
    draw();
  }

  function draw(): void {
    const w = words().compare;
    setText(hint, w.hint);
    setText(label, w.day);
    setChildren(buttons, w.keep, () => [quietButton(w.keep, keep, { id: "compare-keep" })]);
    const { context, faults } = kept === undefined ? { context: undefined, faults: [] } : read(kept);
    const fault = faults[0]?.says;
    setAttribute(day, "aria-invalid", fault !== undefined && "true");
    setChildren(error, fault ?? "", () => [fault !== undefined && h("span", { lang: "en" }, fault)]);
    setChildren(result, JSON.stringify([state.revision, context, w.keep]), () => (context === undefined ? [] : compared(context)));
  }

  function compared(context: Context): Child[] {
    const w = words().compare;
    const report = state.report;
    if (report === undefined) return [h("p", { class: "nothing" }, w.empty)];
    const rows = rowsOf(report, checkCaseText(state.text, context));
    const count = rows.filter(({ sides: [one, other] }) => one !== other).length;
    const heading = (name: string, { credential, ...settings }: Context): HTMLElement =>
      h("th", { scope: "col" }, name, h("span", { class: "compare-settings" }, words().settings.brief(dayOf(settings), words().settings.options[credential ?? "user"] ?? "")));
    return [
      h("p", { role: "status", class: "compare-count" }, w.differences(count)),
      h("table", { class: "comparing" }, h("caption", { class: "vh" }, w.table),
        h("thead", {}, h("tr", {}, heading(w.now, state.context), heading(w.other, context))),
        ...rows.map(({ name, code, sides: [one, other] }) => {
          const differs = one !== other;
          return h("tbody", { class: differs && "is-different" },
            h("tr", {}, h("th", { scope: "rowgroup", colspan: 2 }, name, code !== undefined && h("code", {}, ` ${code}`), " ", differs && h("span", { class: "mark" }, w.different))),
            h("tr", {}, ...(differs ? [one, other].map((side) => h("td", {}, side ?? w.nothing)) : [h("td", { colspan: 2 }, one ?? w.nothing)])));
        })),
    ];
  }

  return { panel, draw };
}
