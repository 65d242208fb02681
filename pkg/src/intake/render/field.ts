// One question: label, hint, reason, findings and control.
import type { Issue } from "../../types.js";
import { isAnswered, isSentAsList, type Answer } from "../answers.js";
import type { App } from "../app.js";
import { recordOf, type Choice, type Field, type Product } from "../catalogue.js";
import { extra } from "../extra.js";
import { boxWords } from "../formats.js";
import { folded, lookOf, terms } from "../layout.js";
import { idOf, type Problem } from "../problems.js";
import { reasonFor } from "../reasons.js";
import { checkboxControl, radioControl, textControl, type Card, type Control } from "./controls.js";
import { h, setAttribute, setChildren, setText } from "../dom.js";
import { findingLine } from "./findings.js";
import { knownOffers } from "./known-offers.js";

export interface View {
  readonly at: string;
  /**
   * Two views with one key are the same question with the same choices, so the first one can stay.
   */
  readonly key: string;
  readonly root: HTMLElement;
  /** The views of a record's members. */
  readonly members?: readonly View[];
  /**
   * Updates the view. A record passes on the changed places; without them everything is updated.
   */
  update(changed?: ReadonlySet<string>): void;
  /** Takes what the control shows. */
  read?(): void;
  focus(): void;
}

function yesNo(app: App): readonly Choice[] {
  return [{ value: "true", label: app.locale.words.form.yes }, { value: "false", label: app.locale.words.form.no }];
}

/**
 * Returns everything that determines a field's control. When it changes, the control is recreated.
 */
export function keyOf(app: App, at: string): string {
  const field = app.locale.fieldAt(at, app.product);
  const choices = field === undefined ? [] : choicesFor(app, field).map((choice) => choice.value);
  return [at, field?.label, field?.type, ...choices].join("|");
}

function choicesFor(app: App, field: Field) {
  const answer = app.answers.get(field.at);
  const answered = typeof answer === "string" ? [answer] : typeof answer === "object" ? answer : [];
  if (field.type !== "word" && field.type !== "words") return [];
  return app.locale.catalogue.choicesOf(field, app.product, app.sheet.states.get(field.at), answered);
}

function controlOf(app: App, field: Field, id: string): Control {
  const at = field.at;
  const look = lookOf(field);
  const { clear } = app.locale.words.form;
  const choose = (answer: Answer | undefined): void => void app.choose(at, answer);
  if (field.type === "boolean") return radioControl(id, clear, yesNo(app), (value) => choose(value === undefined ? undefined : value === "true"));
  const about = field.at === "/case_type" ? app.locale.words.products : undefined;
  const choices = choicesFor(app, field).map((choice): Card => (about === undefined ? choice : { ...choice, about: about[choice.value as Product] }));
  if (field.type === "words") return checkboxControl(id, choices, (values) => choose(values.length > 0 ? values : undefined));
  if (field.type === "word") {
    return radioControl(id, clear, choices, (value) => choose(value !== undefined && isSentAsList(field) ? [value] : value));
  }
  return textControl(id, look, field.type, { type: (text) => app.type(at, text), leave: () => app.leave(at) }, (answer) => boxWords(field.type, answer));
}

/** Returns the hint of a question: where the form takes more than the service does, its own; beside cards, none. */
function hintOf(app: App, field: Field): string | undefined {
  if (field.at === "/case_type") return undefined;
  const hints: Partial<Record<string, string>> = app.locale.words.hints;
  return [hints[field.type] ?? field.hint, hints[field.at]].filter((text) => text !== undefined).join(" ") || undefined;
}

/** Returns the line below a control: a date in words, or what follows from an answer. An error says it itself. */
function noteOf(app: App, { at, type }: Field): string {
  const answer = app.answers.get(at);
  if (at === terms) return answer === false && !app.sheet.isRefused(at) ? (app.locale.sending?.declined ?? "") : "";
  const text = typeof answer === "string" ? answer.trim() : "";
  const words = app.locale.answer(type, text);
  return words !== text ? words : type === "date" && app.shownAt(at).length === 0 ? (extra.dateNote?.(app.locale, text) ?? "") : "";
}

export function fieldView(app: App, at: string): View {
  const field = app.locale.fieldAt(at, app.product) as Field;
  const id = idOf(at);
  const control = controlOf(app, field, id);
  const label = h("span", { class: "label-words" }, field.label);
  const optional = h("span", { class: "optional" }, app.locale.words.form.optional);
  const hint = hintOf(app, field);
  const hintLine = hint !== undefined && h("p", { class: "hint", id: `${id}-hint` }, hint);
  const because = h("p", { class: "because", id: `${id}-because` });
  const findings = h("div", { class: "findings" });
  const offers = knownOffers(app, at);
  const note = (field.type === "date" || at === terms) && h("p", { id: `${id}-note`, ...(at === terms ? { class: "hint", role: "status" } : { class: "note" }) });
  const inner = [h("div", { class: "about" }, hintLine, because, offers.root), findings, at === terms && h("slot", { name: "terms" }),
    note ? h("div", {}, control.root, note) : control.root];
  const look = lookOf(field);
  const root = control.kind === "box"
    ? h("div", { class: look.wide ? "field wide" : "field" }, h("label", { for: id }, label, optional), ...inner)
    : h("fieldset", { class: "field", id: `${id}-group`, role: control.kind === "radios" ? "radiogroup" : undefined },
      h("legend", {}, label, optional), ...inner);
  const described = control.box ?? root;

  return {
    at, key: keyOf(app, at), root,
    update: () => {
      const state = app.sheet.states.get(at);
      root.hidden = app.sheet.isHidden(at) || app.isFixed(at);
      if (root.hidden) return;
      optional.hidden = state?.state !== "optional";
      const reason = reasonFor(app.locale, state, app.product);
      because.hidden = reason === undefined;
      setText(because, reason ?? "");
      offers.update();
      const errors = updateFindings(app, at, findings);
      const said = note && !control.isTyping?.() ? noteOf(app, field) : "";
      if (note) setText(note, said);
      const ids = [hint !== undefined && `${id}-hint`, reason !== undefined && `${id}-because`, said !== "" && `${id}-note`, errors.length > 0 && `${id}-error`,
        findings.querySelector(".is-warning") !== null && `${id}-warning`].filter((part) => part !== false);
      setAttribute(described, "aria-describedby", ids.length > 0 ? ids.join(" ") : undefined);
      if (control.kind === "radios") setAttribute(root, "aria-invalid", errors.length > 0 ? "true" : undefined);
      control.mark(errors.length > 0);
      root.classList.toggle("has-error", errors.length > 0);
      control.show(app.answers.get(at), state?.state === "optional");
    },
    read: control.read,
    focus: () => control.focus(),
  };
}

/** Shows the errors and warnings of one field, each in its block; returns the errors. */
export function updateFindings(app: App, at: string, block: HTMLElement): Issue[] {
  const id = idOf(at);
  const shown = app.shownAt(at);
  const errors = shown.filter((problem) => problem.issue.severity === "error");
  const warnings = shown.filter((problem) => problem.issue.severity === "warning");
  // Several findings at one place may have the same repair, which is offered once.
  const offers = new Map<Issue, readonly string[]>();
  for (const { issue } of shown) {
    const isOffered = [...offers.keys()].some((other) => other.at === issue.at);
    const labels = isOffered ? [] : (extra.offersFor?.(app, at, issue) ?? []).map(({ label }) => label);
    if (labels.length > 0) offers.set(issue, labels);
  }
  const signature = shown.map(({ issue }) => `${issue.code} ${issue.rule} ${issue.message} ${offers.get(issue)}`).join("\n");
  const line = (problem: Problem, lineId: string | undefined): HTMLElement =>
    findingLine(app.locale, problem, lineId, offers.get(problem.issue)?.map((label) => ({ label, apply: () => repair(problem.issue, label) })));
  setChildren(block, signature, () => [
    errors.length > 0 && group(`${id}-error`, errors.map((problem, n) => line(problem, single(errors, `${id}-error`, n)))),
    warnings.length > 0 && group(`${id}-warning`, warnings.map((problem, n) => line(problem, single(warnings, `${id}-warning`, n)))),
  ]);
  return errors.map((problem) => problem.issue);

  /** Uses the current answer, because answers may have changed since the offer. */
  function repair(issue: Issue, label: string): void {
    const offer = extra.offersFor?.(app, at, issue).find((other) => other.label === label);
    if (offer === undefined) return;
    void app.choose(offer.at ?? at, offer.answer).then(() => {
      (app.root.getElementById(idOf(offer.at ?? at)) ?? app.root.getElementById(id))?.focus();
    });
  }
}

/** A single finding has the id itself; several share a block with the id. */
function single(findings: readonly unknown[], id: string, index: number): string | undefined {
  return findings.length === 1 && index === 0 ? id : undefined;
}

function group(id: string, lines: readonly HTMLElement[]): HTMLElement {
  return lines.length === 1 ? (lines[0] as HTMLElement) : h("div", { id }, ...lines);
}

/** The most questions that the line of a fold names. */
const named = 4;

/**
 * Optional questions behind a line that names them. It opens when one of them becomes answered,
 * required or wrong; until then the person may close it.
 */
export function fold(app: App, look: "fields" | "members"): { root: HTMLDetailsElement; fields: HTMLElement; update(views: readonly View[]): void } {
  const line = h("summary");
  const fields = h("div", { class: look });
  const root = h("details", { class: "fold" }, line, fields);
  let needed: readonly string[] = [];
  return {
    root, fields,
    update: (views) => {
      const shown = views.filter((view) => !view.root.hidden);
      // Writing an attribute anew counts as a change.
      if (root.hidden !== (shown.length === 0)) root.hidden = shown.length === 0;
      const names = shown.map(({ at }) => app.locale.fieldAt(at, app.product)?.label);
      const { form } = app.locale.words;
      setText(line, form.more([...names.slice(0, named), ...(names.length > named ? [form.others] : [])].join(" · ")));
      const isRequired = (at: string | undefined): boolean => at === undefined || app.sheet.states.get(at)?.state === "required";
      const isNeeded = ({ at }: View): boolean => isAnswered(app.answers.get(at)) || app.shownAt(at).length > 0 || (isRequired(at) && isRequired(recordOf(at)));
      const now = shown.filter(isNeeded).map(({ at }) => at);
      if (now.some((at) => !needed.includes(at))) root.open = true;
      needed = now;
    },
  };
}

/** A record: its members in one group. It counts as given if any of them is filled in. */
export function recordView(app: App, at: string, members: readonly View[]): View {
  const field = app.locale.fieldAt(at, app.product) as Field;
  const id = idOf(at);
  const optional = h("span", { class: "optional" }, app.locale.words.form.optional);
  const because = h("p", { class: "because", id: `${id}-because` });
  const note = h("p", { class: "hint", id: `${id}-note` }, app.locale.words.form.record);
  const findings = h("div", { class: "findings" });
  const offers = knownOffers(app, at);
  const more = fold(app, "members");
  const [inside, outside] = [members.filter((member) => folded.has(member.at)), members.filter((member) => !folded.has(member.at))];
  more.fields.append(...inside.map((member) => member.root));
  const root = h("fieldset", { class: "record", id: `${id}-group` },
    h("legend", {}, h("span", { class: "label-words" }, field.label), optional),
    field.hint !== undefined && h("p", { class: "hint", id: `${id}-hint` }, field.hint), note, because, offers.root, findings,
    outside.length > 0 && h("div", { class: "members" }, ...outside.map((member) => member.root)), inside.length > 0 && more.root);
  return {
    at, key: `${at}|${field.label}`, root, members,
    update: (changed) => {
      const state = app.sheet.states.get(at);
      root.hidden = app.sheet.isHidden(at) || app.isFixed(at);
      if (root.hidden) return;
      optional.hidden = note.hidden = state?.state !== "optional";
      // If every member is optional, filling in one requires nothing else.
      note.hidden ||= members.every((member) => app.sheet.states.get(member.at)?.state === "optional");
      const reason = reasonFor(app.locale, state, app.product);
      because.hidden = reason === undefined;
      setText(because, reason ?? "");
      offers.update();
      const errors = updateFindings(app, at, findings);
      const ids = [field.hint !== undefined && `${id}-hint`, !note.hidden && `${id}-note`, reason !== undefined && `${id}-because`,
        errors.length > 0 && `${id}-error`].filter((part) => part !== false);
      setAttribute(root, "aria-describedby", ids.length > 0 ? ids.join(" ") : undefined);
      for (const member of members) if (changed === undefined || changed.has(member.at)) member.update();
      more.update(inside);
    },
    focus: () => {
      const first = members.find((member) => !member.root.hidden);
      first?.root.closest("details")?.setAttribute("open", "");
      first?.focus();
    },
  };
}

/** A heading that can be focused, with the step's number. */
export function pageHeading(text: string, step?: string): HTMLElement {
  return h("div", { class: "page-heading" },
    step !== undefined && h("p", { class: "step-count", id: "step-count" }, step),
    h("h1", { id: "heading", tabindex: -1, "aria-describedby": step !== undefined && "step-count" }, text));
}
