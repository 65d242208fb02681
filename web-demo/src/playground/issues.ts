// The list of findings: place, rule, reasons and fix.
import type { Issue, Question, Repair } from "casegate/slim";
import { h, hiddenText, quietButton, setChildren, type Child } from "../kit/dom.js";
import { rules } from "../kit/catalogue.js";
import { hasFix, ownOf } from "./edit.js";
import type { Shown } from "./places.js";
import type { State } from "./state.js";
import { words } from "./words.js";

export interface Actions {
  /** Shows the place of a pointer in the text. */
  readonly goTo: (pointer: string) => void;
  readonly goToShown: (shown: Shown) => void;
  readonly applyFix: (issue: Issue) => void;
  readonly mendAll: () => void;
}

const atOnce = 100;

/** Returns a rule's id with a link to its page; a firm rule has none. */
export function ruleLink(rule: string): HTMLElement {
  const known = rules().find((entry) => entry.id === rule);
  return known ? h("a", { class: "rule", href: `rules.html#/rule/${rule}`, title: known.title }, rule) : h("span", { class: "rule" }, rule);
}

export function pointerButton(pointer: string, goTo: (pointer: string) => void): HTMLElement {
  const name = pointer === "" ? words.issues.whole : pointer;
  return h("button", { type: "button", class: "quiet pointer", onclick: () => goTo(pointer) }, hiddenText(words.issues.goTo), h("code", {}, name));
}

export function issuesPanel(state: State, actions: Actions): { panel: HTMLElement; draw: () => void; reveal: (line: number) => void } {
  const repairs = h("div", { class: "repair" });
  const list = h("ol", { class: "plain findings-list" });
  const more = h("p", {});
  const questions = h("div", { class: "questions" });
  const panel = h("div", { class: "tab-panel" }, repairs, list, more, questions);
  let most = atOnce;

  function draw(): void {
    const w = words.issues;
    const { shown, report } = state;
    if (report === undefined) most = atOnce;
    const repair = shown.length > 0 ? state.repair : undefined;
    const patch = repair?.patch ?? [];
    setChildren(repairs, JSON.stringify([patch.length, report?.issues.length]), () => [
      report !== undefined && shown.length === 0 && h("p", { class: "all-well" }, w.none),
      report === undefined && h("p", { class: "nothing" }, w.empty),
      patch.length > 0 && h("div", { class: "repair-offer" },
        h("p", {}, w.repairs(patch.length, shown.filter(({ issue }) => hasFix(issue, patch)).length)),
        h("button", { type: "button", class: "button small", id: "apply-all", onclick: actions.mendAll }, w.applyAll)),
    ]);
    setChildren(list, JSON.stringify([shown.slice(0, most), patch]), () => shown.slice(0, most).map((one) => item(one, repair)));
    setChildren(more, JSON.stringify([shown.length > most, shown.length]), () => [
      shown.length > most && quietButton(w.more(shown.length - most), () => {
        const next = most;
        most = shown.length;
        draw();
        list.children[next]?.querySelector("button")?.focus();
      }),
    ]);
    const asked = repair?.questions ?? [];
    setChildren(questions, JSON.stringify([asked.slice(0, atOnce), repair?.beyond.length]), () => [
      asked.length > 0 && h("h3", {}, w.questions),
      asked.length > 0 && h("p", { class: "hint" }, w.questionsHint),
      asked.length > 0 && h("ul", { class: "plain question-list" }, ...asked.slice(0, atOnce).map(question)),
      (repair?.beyond.length ?? 0) > 0 && h("p", { class: "hint" }, w.beyond(repair?.beyond.length ?? 0)),
    ]);
  }

  function item(shown: Shown, repair: Repair | undefined): HTMLElement {
    const w = words.issues;
    const { issue, lines } = shown;
    const isError = issue.severity === "error";
    const jump = h("button", { type: "button", class: "quiet jump", onclick: () => actions.goToShown(shown) },
      w.lines(lines.map((line) => line + 1)), " ", h("code", {}, issue.at === "" ? w.whole : issue.at));
    return h("li", { class: `found is-${issue.severity}`, "data-code": issue.code, "data-at": issue.at },
      h("p", { class: "found-head" }, h("span", { class: `shape is-${issue.severity}`, "aria-hidden": "true" }),
        h("strong", { class: "code-name" }, hiddenText(isError ? w.error : w.warning), h("code", {}, issue.code)), jump),
      h("p", { class: "found-words" }, issue.message),
      h("p", { class: "found-why" }, ...why(issue)),
      hasFix(issue, repair?.patch ?? []) && h("p", { class: "found-fix" },
        h("button", { type: "button", class: "button small secondary", "data-fix": true, onclick: () => actions.applyFix(issue) }, w.apply, hiddenText(` ${issue.at}`)),
        h("span", { class: "hint" }, fixText(issue, repair))));
  }

  function why(issue: Issue): Child[] {
    const w = words.issues;
    return [
      ...(issue.rule === undefined ? [] : [h("span", {}, w.rule, " ", ruleLink(issue.rule))]),
      ...(issue.because.length === 0 ? [] : [h("span", {}, w.because, " ", ...issue.because.flatMap((at, index) => [index > 0 ? ", " : "", pointerButton(at, actions.goTo)]))]),
      ...(issue.requirement_id === undefined ? [] : [h("span", { class: "requirement_id" }, w.requirement_id, " ", h("code", {}, issue.requirement_id))]),
    ];
  }

  function question(asked: Question): HTMLElement {
    const w = words.issues;
    return h("li", {}, h("span", {}, asked.message), " ", pointerButton(asked.at, actions.goTo),
      asked.choices !== undefined && h("p", { class: "hint choices-list" }, w.choices, " ", ...asked.choices.flatMap((word, index) => [index > 0 ? ", " : "", h("code", {}, word)])));
  }

  return {
    panel, draw,
    reveal(line) {
      const at = state.shown.findIndex(({ lines }) => lines.includes(line));
      if (at >= most) most = state.shown.length;
      draw();
      list.children[at]?.querySelector("button")?.focus();
    },
  };
}

/** Describes the effect of the button, without submitted values. */
function fixText(issue: Issue, repair: Repair | undefined): string {
  const w = words.issues.fixes;
  const own = ownOf(issue, repair?.patch ?? []);
  if (own?.op === "remove") return w.remove;
  if (own?.op === "move") return w.rename(own.path);
  if (own?.op === "replace") return w.write(JSON.stringify(own.value));
  if (issue.code === "duplicate_key") return w.keepLast;
  const { fix } = issue;
  switch (fix?.kind) {
    case "remove": return w.remove;
    case "rename": return w.rename(fix.to);
    case "uppercase": return w.uppercase;
    case "wrap_in_array": return w.wrap;
    case "replace": return w.write(JSON.stringify(fix.value));
    case "rewrite":
    case undefined: return "";
  }
}

