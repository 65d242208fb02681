// How a finding looks, wherever it is shown: its words, the rule's id beside them, and the repair if there is one.
import { lists, type Issue } from "casegate";
import type { Problem } from "../problems.js";
import { h, hiddenText, quietButton, type Child } from "./dom.js";

export function ruleTag(rule: string | undefined): Child {
  return rule !== undefined && h("code", { class: "rule" }, rule);
}

/** One line at a field. The id is on the words alone, so that a screen reader is not read the rule's id. */
export function findingLine(problem: Problem, id: string | undefined, onFix?: (issue: Issue) => void): HTMLElement {
  const { issue } = problem;
  const error = issue.severity === "error";
  const fix = onFix && fixLabel(issue);
  return h("div", { class: `finding ${error ? "is-error" : "is-warning"}` },
    h("p", { id, class: "finding-words" }, error ? hiddenText("Error: ") : hiddenText("Note: "), issue.message), ruleTag(issue.rule),
    fix && quietButton(fix, () => onFix(issue)));
}

/** What the repair does, or nothing where the form has no single control for it. */
export function fixLabel(issue: Issue): string | undefined {
  switch (issue.fix?.kind) {
    case "uppercase": return "Write it in capitals";
    case "replace": return `Use “${wordFor(issue.fix.value)}”`;
    case "remove": return "Remove this answer";
    default: return undefined;
  }
}

/** A word as the choices show it, where a list has it. */
function wordFor(value: string): string {
  return Object.values(lists).flatMap((list) => list.words).find((word) => word.value === value)?.label ?? value;
}
