// The head of a case's page: its title, its progress, and its current state in a sentence.
import { listById } from "../kit/catalogue.js";
import { h, hiddenText, setChildren, setText } from "./dom.js";
import { timeWords } from "../kit/language.js";
import { stateMark, stateWord, type Life, type Part } from "./life.js";
import { stateOf, type CaseRecord } from "./records.js";
import { words } from "./words.js";

export function productOf(caseType: string): string {
  return listById("case_type")?.words.find((word) => word.value === caseType)?.label ?? caseType;
}

/** The person or business of a search, as in the list of cases. */
function subjectOf(payload: Readonly<Record<string, unknown>>): string {
  const business = payload["defendant_business_name"];
  if (typeof business === "string" && business.trim() !== "") return business;
  const person = payload["defendant_information"];
  if (typeof person !== "object" || person === null) return "";
  const { first_name: first, last_name: last } = person as { first_name?: unknown; last_name?: unknown };
  return [first, last].filter((name) => typeof name === "string" && name !== "").join(" ");
}

export function titleOf(record: CaseRecord): string {
  const { issue_key: reference, id } = record.case;
  return reference ?? words().page.unnumbered(id);
}

/** The line at the top of each printed page. */
export function paperHead(life: Life): Part {
  const text = h("p", {});
  return {
    root: h("div", { class: "paper-head", "aria-hidden": "true" }, text),
    show: () => setText(text, [titleOf(life.record), String(life.record.payload["plaintiff_name"] ?? "")].filter(Boolean).join(" · ")),
  };
}

export function headPart(life: Life): Part {
  const w = words().page;
  const heading = h("h1", { id: "heading", tabindex: -1 });
  const marks = h("p", { class: "marks" });
  const facts = h("dl", { class: "head-facts" });
  const line = h("ol", { class: "line plain", "aria-label": w.line });
  const root = h("header", { class: "case-head" },
    h("p", { class: "back not-on-paper" }, h("a", { href: "#/" }, words().trouble.toList)), heading, marks, facts, line);
  return {
    root,
    show() {
      const { record } = life;
      const { case: { issue_key: reference, created_at: created }, is_test: isTest, payload } = record;
      const state = stateOf(record);
      const { versus, columns } = words().list;
      const [plaintiff, subject, product] = [String(payload["plaintiff_name"] ?? ""), subjectOf(payload), productOf(String(payload["case_type"] ?? record.case.case_type))];
      setText(heading, plaintiff !== "" && subject !== "" ? versus(plaintiff, subject) : plaintiff || subject || titleOf(record));
      setChildren(marks, JSON.stringify([state, reference, isTest]), () => [
        stateMark(state),
        reference === null && h("span", { class: "mark is-plain" }, words().referenceFollows),
        isTest && h("span", { class: "mark is-plain" }, words().testCase)]);
      const shown: [string, string][] = [
        [columns.reference, reference ?? ""], [columns.type, product], [columns.office, String(payload["office_case_number"] ?? "")], [columns.submitted, timeWords(created)]];
      setChildren(facts, JSON.stringify(shown), () => shown.filter(([, value]) => value !== "").map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, value))));
      const steps = lineOf(record, state);
      const at = steps.indexOf(state === "answered" ? "in_progress" : state);
      setChildren(line, JSON.stringify([steps, state]), () => steps.map((step, index) =>
        h("li", { class: index < at ? "is-done" : index === at ? "is-now" : "", "aria-current": index === at && "step" },
          h("span", { class: "line-word" }, stateWord(step)), index < at && hiddenText(` (${w.done})`))));
    },
  };
}

/**
 * Returns the states of the progress line, including an open question of the service. A closed case
 * shows the states that it has had.
 */
function lineOf(record: CaseRecord, state: string): readonly string[] {
  const way = ["received", "in_progress", ...(state === "action_required" ? ["action_required"] : []), "results_ready"];
  if (record.case.status !== "closed") return [...way, "closed"];
  const been = new Set<string>(record.been);
  return [...way.filter((step) => been.has(step)), state];
}

/** Shows the answer, and before it exists the current state in one sentence. Either mentions policies on offer. */
export function nowPart(life: Life, answer: HTMLElement, contents: HTMLElement): Part {
  const w = words();
  const text = h("p", { class: "now-text" });
  const more = h("p", {});
  const title = h("h2", { id: "now-title", tabindex: -1 });
  const root = h("section", { class: "now", "aria-labelledby": "now-title" }, title, answer, text, more, contents);
  return {
    root,
    show() {
      const { record } = life;
      const open = record.offers.flatMap((offer) => offer.additional_policies).filter((policy) => policy.status !== "selected").length;
      setText(title, answer.hidden ? w.page.now : w.results.inShort);
      setText(text, situation(record));
      text.hidden = !answer.hidden && record.case.status === "results_ready";
      const reference = record.case.issue_key === null && record.case.status !== "closed";
      setText(more, reference ? w.page.noReference : record.case.status === "results_ready" && open > 0 ? w.situation.offered(open) : "");
      more.hidden = more.textContent === "";
    },
  };
}

function situation(record: CaseRecord): string {
  const w = words().situation;
  const state = stateOf(record);
  if (state === "canceled") return w.closed_canceled;
  if (state === "closed") return record.closing?.by === "delivery" ? w.delivered : w.closed;
  return Object.hasOwn(w, state) ? w[state as "received" | "answered" | "in_progress" | "action_required" | "results_ready"] : stateWord(state);
}
