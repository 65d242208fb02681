// The repair of a finding: the library's own, or else the word that was probably meant.
import { stateNames } from "../form.js";
import type { Issue } from "../types.js";
import { isAnswered, type Answer } from "./answers.js";
import type { App } from "./app.js";
import { lowerFirst, type Field } from "./catalogue.js";
import { ineligible } from "./layout.js";
import { statesNear } from "./states.js";

export interface Offer {
  readonly label: string;
  /** Another field that the repair answers. */
  readonly at?: string;
  /** The field's answer after the repair. */
  readonly answer: Answer | undefined;
}

/** Returns the repairs of a finding at a field. There is none if the form has no single control for it. */
export function offersFor(app: App, at: string, issue: Issue): readonly Offer[] {
  if (ineligible.has(issue.code) && app.product === "pe") return [...otherCoverages(app, issue), ...otherProduct(app)];
  if (issue.code === "unknown_state") return likelyStates(app, at);
  return [ownOffer(app, at, issue) ?? []].flat();
}

/** States whose names are nearly the answer. */
function likelyStates(app: App, at: string): Offer[] {
  const answer = app.answers.get(at);
  return statesNear(typeof answer === "string" ? answer : "")
    .map((code) => ({ label: app.locale.words.findings.use(stateNames[code] ?? code), answer: code }));
}

/** Another coverage of the same product, if the coverage led to the finding and the other one to none of its kind. */
function otherCoverages(app: App, { because }: Issue): Offer[] {
  const at = "/base_product";
  const field = because.includes(at) ? app.locale.fieldAt(at, app.product) : undefined;
  const answer = app.answers.get(at);
  const given = typeof answer === "object" ? answer : [answer];
  return field === undefined || app.isFixed(at) ? [] : app.locale.catalogue.choicesOf(field, app.product, app.sheet.states.get(at), [])
    .filter(({ value }) => !given.includes(value) && app.sheet.isOpenTo(at, [value]))
    .map(({ value, label }) => ({ label: app.locale.words.findings.instead(lowerFirst(label)), at, answer: [value] }));
}

/** Policy Limit, if the insurer that it requires is known. */
function otherProduct(app: App): Offer[] {
  const at = "/case_type";
  if (app.isFixed(at) || !isAnswered(app.answers.get("/insurance_company"))) return [];
  return [{ label: app.locale.words.findings.instead(app.locale.catalogue.labelOfWord(app.locale.fieldAt(at) as Field, undefined, "pl")), at, answer: "pl" }];
}

function ownOffer(app: App, at: string, issue: Issue): Offer | undefined {
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
