// The head of a case's page: its title, its progress, and its current state in a sentence.
import { listById } from "../kit/catalogue.js";
import { h, hiddenText, setChildren, setText } from "./dom.js";
import { timeWords } from "../kit/language.js";
import { subjectOf } from "./subject.js";
import type { Life, Part } from "./life.js";
import { isCancelled, type CaseRecord } from "./records.js";
import { nextOf } from "./service-part.js";
import { stateMark, stateWord } from "./state-mark.js";
import { words } from "./words.js";

export function productOf(caseType: string): string {
  return listById("case_type")?.words.find((word) => word.value === caseType)?.label ?? caseType;
}

export function titleOf(record: CaseRecord): string {
  const { issue_key: reference, id } = record.case;
  return reference ?? words().page.unnumbered(id);
}

export function headPart(life: Life): Part {
  const w = words().page;
  const heading = h("h1", { id: "heading", tabindex: -1 });
  const marks = h("p", { class: "marks" });
  const facts = h("dl", { class: "head-facts" });
  const line = h("ol", { class: "line plain", "aria-label": w.line });
  const root = h("header", { class: "case-head" },
    h("p", { class: "back not-on-paper" }, h("a", { href: "#/" }, words().trouble.toList)), heading, marks, facts, line,
    h("p", { class: "to-life not-on-paper" }, h("a", { href: `rules.html#/lifecycle?case=${life.id}` }, w.life)));
  return {
    root,
    show() {
      const { record } = life;
      const { case: { status, issue_key: reference, created_at: created }, is_test: isTest, payload } = record;
      setText(heading, w.heading(productOf(String(record.payload["case_type"] ?? record.case.case_type)), titleOf(record)));
      const cancelled = isCancelled(record);
      setChildren(marks, JSON.stringify([status, cancelled, reference, isTest]), () => [
        stateMark(status, cancelled),
        reference === null && h("span", { class: "mark is-plain" }, words().referenceFollows),
        isTest && h("span", { class: "mark is-plain" }, words().testCase)]);
      const shown: [string, string][] = [[w.plaintiff, String(payload["plaintiff_name"] ?? "")], [w.subject, subjectOf(payload)], [w.sent, timeWords(created)]];
      setChildren(facts, JSON.stringify(shown), () => shown.filter(([, value]) => value !== "").map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, value))));
      const steps = lineOf(record);
      const at = steps.indexOf(status);
      setChildren(line, JSON.stringify([steps, status, cancelled]), () => steps.map((step, index) =>
        h("li", { class: index < at ? "is-done" : index === at ? "is-now" : "", "aria-current": index === at && "step" },
          stateWord(step, cancelled && step === "closed"), index < at && hiddenText(` (${w.done})`))));
    },
  };
}

/**
 * Returns the states of the progress line, including an open question of the service. A closed case
 * shows the states that it has had.
 */
function lineOf(record: CaseRecord): readonly string[] {
  const { status } = record.case;
  const been = new Set<string>(record.been);
  const way = ["received", "in_progress", ...(status === "action_required" ? ["action_required"] : []), "results_ready", "closed"];
  return status === "closed" ? way.filter((state) => state === "closed" || been.has(state)) : way;
}

/** Shows the current state in one sentence, which mentions policies on offer. */
export function nowPart(life: Life): Part {
  const w = words();
  const text = h("p", { class: "now-text" });
  const more = h("p", {});
  const go = h("button", { type: "button", class: "quiet to-service", onclick: () => document.getElementById("service-title")?.focus() }, w.page.service);
  const root = h("section", { class: "now not-on-paper", "aria-labelledby": "now-title" }, h("h2", { id: "now-title", tabindex: -1 }, w.page.now), text, more, go);
  return {
    root,
    show() {
      const { record } = life;
      const open = record.offers.flatMap((offer) => offer.additional_policies).filter((policy) => policy.status !== "selected").length;
      setText(text, situation(record));
      const reference = record.case.issue_key === null && record.case.status !== "closed";
      setText(more, reference ? w.page.noReference : record.case.status === "results_ready" && open > 0 ? w.situation.offered(open) : "");
      more.hidden = more.textContent === "";
      go.hidden = !("service" in nextOf(record));
    },
  };
}

function situation(record: CaseRecord): string {
  const w = words().situation;
  switch (record.case.status) {
    case "received": return (record.done.respond ?? 0) > 0 ? w.again : w.received;
    case "in_progress": return w.in_progress;
    case "action_required": return w.action_required;
    case "results_ready": return w.results_ready;
    default: return isCancelled(record) ? w.closed_cancelled : record.closing?.by === "delivery" ? w.delivered : w.closed;
  }
}
