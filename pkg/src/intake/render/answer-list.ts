// All answers as a list: the question, the answer, the findings.
import type { FileVerdict } from "../../types.js";
import type { Answer } from "../answers.js";
import { sizeWords } from "../amounts.js";
import { isAnswered } from "../answers.js";
import type { App } from "../app.js";
import { recordOf, type Field } from "../catalogue.js";
import { idOf, inSentence, steps } from "../problems.js";
import { h, hiddenText, type Child } from "../dom.js";
import { labelOf as labelOfFile } from "../file-words.js";
import { findingLine } from "./findings.js";

/** Returns the id of a row, to return to it. */
export function rowId(at: string): string {
  return `row${idOf(at)}`;
}

/** The answers of the form, or of a case that was sent. */
type Answered = Pick<App, "answers" | "locale" | "product" | "sheet" | "problems" | "shownAt">;

/**
 * Returns one section for each step that applies. `change` adds links; without it the list is for
 * reading and printing.
 */
export function answerList(app: Answered, change?: App): HTMLElement[] {
  return steps.map((step, index) => h("section", { class: "answers" },
    h(change ? "h2" : "h3", {}, app.locale.words.steps[step.id]),
    ...listOf(app, step.groups.flatMap((group) => rowsOf(app, group.at, index, change)), change)));
}

interface Row {
  readonly root: HTMLElement;
  /** Optional and without an answer. */
  readonly isOpen: boolean;
}

/** The answers, then open questions in a fold. A case that was sent has answers only. */
function listOf(app: Answered, rows: readonly Row[], change: App | undefined): HTMLElement[] {
  const [given, open] = [false, true].map((isOpen) => rows.filter((each) => each.isOpen === isOpen).map(({ root }) => root)) as [HTMLElement[], HTMLElement[]];
  return [
    ...(given.length === 0 ? [] : [h("dl", {}, ...given)]),
    ...(change === undefined || open.length === 0 ? [] : [h("details", { class: "fold" }, h("summary", {}, app.locale.sending.answers.open), h("dl", {}, ...open))]),
  ];
}

/** The answers in short, to have beside the next questions. */
export function givenList(app: App): HTMLElement[] {
  const given = steps.flatMap(({ groups }) => groups.flatMap(({ at }) => at))
    .filter((at) => isAnswered(app.answers.get(at)) && !app.sheet.isHidden(at) && app.locale.fieldAt(at, app.product) !== undefined);
  return given.length === 0 ? [] : [h("h2", { id: "given-title" }, app.locale.sending.answers.soFar), h("dl", {}, ...given.map((at) => {
    const field = app.locale.fieldAt(at, app.product) as Field;
    const record = app.locale.fieldAt(recordOf(at) ?? "", app.product);
    return h("div", {}, h("dt", {}, record === undefined ? field.label : `${record.label}: ${inSentence(field)}`), h("dd", { class: "given" }, linesOf(app.answers.get(at) as Answer, field, app).join(", ")));
  }))];
}

export function fileSection(app: App): HTMLElement {
  return h("section", { class: "answers" }, h("h2", {}, app.locale.sending.answers.files), h("dl", {}, ...fileRows(app)));
}

/** Returns what is doubtful about a file that is sent. */
export function warningsOf(verdict: FileVerdict): readonly string[] {
  return verdict.issues.filter(({ severity }) => severity === "warning").map(({ message }) => message);
}

/** Returns the accepted files and, separately, the rejected ones with their reasons. */
function fileRows(app: App): HTMLElement[] {
  const lines = (status: FileVerdict["status"]): HTMLElement[] => app.files.all.flatMap(({ file }, index) => {
    const verdict = app.files.verdicts.files[index];
    return verdict?.status !== status ? [] : [h("li", {},
      h("div", { class: "file-line" }, h("span", { class: "given" }, file.name),
        h("span", { class: "hint" }, `${labelOfFile(app.locale.catalogue, verdict.label)}, ${sizeWords(app.locale.region, file.size)}`)),
      verdict.error !== null && h("div", { class: "finding is-error" }, h("p", { class: "finding-words" }, verdict.error)),
      ...(status === "rejected" ? [] : warningsOf(verdict).map((words) => h("div", { class: "finding is-warning" }, h("p", { class: "finding-words" }, words)))))];
  });
  const [sent, left] = [lines("accepted"), lines("rejected")];
  const list = (items: readonly HTMLElement[]): HTMLElement => h("ul", { class: "plain file-lines" }, ...items);
  return [
    h("div", { class: "row", id: rowId("/files"), tabindex: -1 },
      h("dt", {}, app.locale.sending.answers.filesSent),
      h("dd", {}, sent.length > 0 ? list(sent) : h("p", { class: "nothing" }, app.locale.sending.answers.noFiles)),
      h("dd", { class: "change" }, h("a", {
        href: "#/files", onclick: (event: Event) => { event.preventDefault(); app.visitFiles(); },
      }, ...changeWords(app, app.locale.sending.answers.changeFiles)))),
    ...(left.length === 0 ? [] : [h("div", { class: "row", id: rowId("/files-left") }, h("dt", {}, app.locale.sending.answers.filesLeft), h("dd", {}, list(left)))]),
  ];
}

function rowsOf(app: Answered, pointers: readonly string[], step: number, change: App | undefined): Row[] {
  // Nobody can answer a question that the page does not ask.
  const isAnsweredAt = (at: string): boolean => [...app.answers].some(([place, answer]) => (place === at || recordOf(place) === at) && isAnswered(answer));
  const isLeftOut = (at: string): boolean => change?.isFixed(at) === true && !isAnsweredAt(at);
  const shown = pointers.filter((at) => !app.sheet.isHidden(at) && !isLeftOut(at) && app.locale.fieldAt(at, app.product) !== undefined);
  return shown.flatMap((at) => {
    const field = app.locale.fieldAt(at, app.product) as Field;
    if (field.type === "record") return recordRows(app, field, shown.filter((other) => recordOf(other) === at), step, change);
    return pointers.includes(recordOf(at) ?? "") ? [] : [row(app, at, field.label, inSentence(field), step, change)];
  });
}

/** A missing record is one row. In a given record, all empty members share one row. */
function recordRows(app: Answered, record: Field, members: readonly string[], step: number, change: App | undefined): Row[] {
  const answered = members.filter((at) => isAnswered(app.answers.get(at)));
  const wrong = app.problems.some((p) => p.at === record.at || members.includes(p.at ?? ""));
  if (answered.length === 0 && !wrong) return [row(app, record.at, record.label, inSentence(record), step, change)];
  const listed = members.filter((at) => answered.includes(at) || app.sheet.states.get(at)?.state === "required");
  const open = members.filter((at) => !listed.includes(at));
  const own = app.problems.some((p) => p.at === record.at);
  return [
    ...(own ? [row(app, record.at, record.label, inSentence(record), step, change)] : []),
    ...listed.map((at) => {
      const member = app.locale.fieldAt(at, app.product);
      return row(app, at, `${record.label}: ${inSentence(member)}`, `${inSentence(record)}: ${inSentence(member)}`, step, change);
    }),
    ...(open.length === 0 ? [] : [{ isOpen: true, root: h("div", { class: "row", id: rowId(open[0] as string), tabindex: -1 },
      h("dt", {}, `${record.label}: ${app.locale.words.form.others}`),
      h("dd", {}, h("p", { class: "nothing" }, app.locale.sending.answers.nothing), h("p", { class: "hint" }, open.map((at) => inSentence(app.locale.fieldAt(at))).join(", "))),
      change && !change.isFixed(record.at) && h("dd", { class: "change" }, changeLink(change, open[0] as string, app.locale.sending.answers.changeOthers(inSentence(record)), step))) }]),
  ];
}

function row(app: Answered, at: string, label: string, what: string, step: number, change: App | undefined): Row {
  const shown = app.shownAt(at);
  const bad = shown.some((problem) => problem.issue.severity === "error");
  const root = h("div", { class: bad ? "row has-error" : "row", id: rowId(at), tabindex: -1 },
    h("dt", {}, label),
    h("dd", {}, value(app, at), ...shown.map((problem) => findingLine(app.locale, problem, undefined))),
    change && !change.isFixed(at) && h("dd", { class: "change" }, changeLink(change, at, what, step)));
  return { root, isOpen: !isAnswered(app.answers.get(at)) && shown.length === 0 };
}

function changeLink(app: App, at: string, what: string, step: number): HTMLElement {
  return h("a", {
    href: `#/${(steps[step] as { id: string }).id}`,
    onclick: (event: Event) => { event.preventDefault(); app.visit(at, step, true); },
  }, ...changeWords(app, what));
}

function changeWords(app: App, what: string): readonly Child[] {
  return [app.locale.sending.answers.change, hiddenText(app.locale.sending.answers.changeWhat(what))];
}

function value(app: Answered, at: string): Child {
  const answer = app.answers.get(at);
  if (!isAnswered(answer)) return h("p", { class: "nothing" }, app.locale.sending.answers.nothing);
  const lines = linesOf(answer as Answer, app.locale.fieldAt(at, app.product) as Field, app);
  return lines.length === 1 ? h("p", { class: "given" }, lines[0]) : h("ul", { class: "given plain" }, ...lines.map((line) => h("li", {}, line)));
}

function linesOf(answer: Answer, field: Field, app: Answered): readonly string[] {
  if (typeof answer === "boolean") return [answer ? app.locale.words.form.yes : app.locale.words.form.no];
  if (typeof answer === "object") return answer.map((word) => app.locale.catalogue.labelOfWord(field, app.product, word));
  return [field.type === "word" ? app.locale.catalogue.labelOfWord(field, app.product, answer) : app.locale.answer(field.type, answer.trim())];
}
