// The look of a finding: its message, and the repair if there is one.
import type { App } from "../app.js";
import type { Locale } from "../locale.js";
import { idOf, type Problem } from "../problems.js";
import { h, hiddenText, quietButton } from "../dom.js";

/** One line at a field. Only the message has the id, so that a screen reader does not read the repair with it. */
export function findingLine(locale: Locale, problem: Problem, id: string | undefined, repairs: readonly { label: string; apply: () => void }[] = []): HTMLElement {
  const { issue } = problem;
  const error = issue.severity === "error";
  return h("div", { class: `finding ${error ? "is-error" : "is-warning"}` },
    h("p", { id, class: "finding-words" }, hiddenText(error ? locale.words.findings.error : locale.words.findings.note), issue.message),
    ...repairs.map(({ label, apply }) => quietButton(label, apply)));
}

/** An entry in a list of findings, with a link to the question if the form has one. `isNamed`: a note of the form's own names its question. */
export function findingEntry(app: App, { at, issue, step }: Problem, isNamed = false): HTMLElement {
  const words = isNamed && at !== undefined && issue.requirement_id === undefined && issue.rule === undefined ? `${app.locale.labelOf(at)}: ${issue.message}` : issue.message;
  const content = at === undefined
    ? h("span", {}, issue.message)
    : h("a", { href: `#${idOf(at)}`, onclick: (event: Event) => { event.preventDefault(); app.visit(at, step); } }, words);
  return h("li", {}, content);
}
