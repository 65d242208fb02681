// The repair of a finding: the library's own, or else the word that was probably meant.
import type { Issue } from "../types.js";
import type { Answer } from "./answers.js";
import type { App } from "./app.js";
import type { Field } from "./catalogue.js";

/** Findings that exclude a case from Policy Existence. They are shown at once. */
export const ineligible: ReadonlySet<string> = new Set(["date_too_old", "must_be_true"]);

export interface Offer {
  readonly label: string;
  /** Another field that the repair answers. */
  readonly at?: string;
  /** The field's answer after the repair. */
  readonly answer: Answer | undefined;
}

/**
 * Returns the repair of a finding at a field, and `undefined` if the form has no single control for
 * it.
 */
export function offerFor(app: App, at: string, issue: Issue): Offer | undefined {
  if (ineligible.has(issue.code) && app.product === "pe" && !app.isFixed("/case_type")) {
    const product = app.locale.fieldAt("/case_type") as Field;
    return { label: app.locale.words.findings.instead(app.locale.catalogue.labelOfWord(product, undefined, "pl")), at: "/case_type", answer: "pl" };
  }
  const answer = app.answers.get(at);
  const place = issue.at === at ? undefined : issue.path.at(-1);
  const own = app.sheet.patch.find((operation) => operation.op !== "move" && operation.path === issue.at);
  if (own?.op === "remove" || (own === undefined && issue.fix?.kind === "remove")) {
    return { label: app.locale.words.findings.remove, answer: withElement(answer, place, undefined) };
  }
  if (own?.op === "replace") return offerOf(app, at, place, own.value);
  if (issue.fix?.kind === "uppercase") return typeof answer === "string" ? offerOf(app, at, place, answer.trim().toUpperCase()) : undefined;
  return issue.fix?.kind === "replace" ? offerOf(app, at, place, issue.fix.value) : undefined;
}

function offerOf(app: App, at: string, place: string | number | undefined, value: unknown): Offer | undefined {
  const answer = app.answers.get(at);
  const field = app.locale.fieldAt(at, app.product);
  const next = typeof value === "number" ? String(value) : value;
  if (typeof next !== "string") return undefined;
  const capitals = typeof answer === "string" && answer.trim() !== next && answer.trim().toUpperCase() === next;
  return { label: capitals ? app.locale.words.findings.capitals : app.locale.words.findings.use(field === undefined ? next : app.locale.catalogue.labelOfWord(field, app.product, next)), answer: withElement(answer, place, next) };
}

/** In a list only the element with the error is changed or removed. */
function withElement(answer: Answer | undefined, place: string | number | undefined, value: string | undefined): Answer | undefined {
  if (typeof answer !== "object" || typeof place !== "number") return value;
  const left = answer.flatMap((word, index) => (index !== place ? [word] : value === undefined ? [] : [value]));
  return left.length > 0 ? left : undefined;
}
