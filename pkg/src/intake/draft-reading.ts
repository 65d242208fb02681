// Reads drafts, from this device or from a file of the person.
import type { Issue } from "../types.js";
import { answersOf, isAnswered, isAnswerShaped, isObject, payloadOf, productOf, type Answer, type Answers } from "./answers.js";
import type { Product } from "./catalogue.js";
import { draftDays, errorsOf, format, nameOf, NoDraft, type DraftPlace } from "./draft.js";
import { english } from "./english.js";
import { labels, type Named } from "./files.js";
import type { Locale } from "./locale.js";
import type { Problem } from "./problems.js";
import type { Sheet } from "./sheet.js";

export interface Draft {
  readonly savedAt: string;
  readonly step: string;
  readonly answers: Map<string, Answer>;
  /** The pointers without a question in the form, or with a value that no question can show. */
  readonly unknown: readonly string[];
  /** The time of an attempt to submit it, if its end was not known at the last save. */
  readonly submittedAt?: string | undefined;
  /** The errors at the last save; undefined for a payload. */
  readonly errors?: readonly unknown[] | undefined;
  readonly files?: readonly Named[];
}

/** A draft on this device. */
export interface StoredDraft extends Draft {
  readonly key: string;
}

/** The rules, the day or the context may have changed since a draft was saved. */
export interface Changes {
  /** The pointers of answers that the form cannot show. */
  readonly lost: readonly string[];
  /** Errors that the draft did not have. */
  readonly added: readonly Issue[];
  /** The pointers of answers that no question asks for now. */
  readonly stale: readonly string[];
}

/** Compares a draft at its last save with its answers in a sheet. */
export function changesSince(draft: Draft, sheet: Sheet): Changes {
  const { errors, unknown } = draft;
  return { lost: unknown, added: errors ? errorsOf(sheet).filter((issue) => !errors.includes(nameOf(issue))) : [], stale: sheet.notAsked };
}

/** A file may contain any number of members that the form does not know. */
const namedAtMost = 20;

/** Lists the parts of an opened case that will not be sent, and errors that it did not have when it was saved. */
export function noteOf(locale: Locale, { lost, stale }: Changes, found: readonly Problem[], empty: boolean): string {
  const w = locale.sending.notices;
  const listed = (sentence: (names: string) => string, all: readonly string[]): string => {
    const names = [...new Set(all)];
    return names.length > 0 ? sentence(w.list(names.slice(0, namedAtMost).join(", "), names.length - namedAtMost)) : "";
  };
  const labelOf = (at: string): string => locale.labelOf(at);
  const isKnown = (at: string): boolean => locale.fieldAt(at) !== undefined;
  return [
    empty ? w.empty : "",
    listed(w.unknown, lost.filter((at) => !isKnown(at))),
    listed(w.unshown, lost.filter(isKnown).map(labelOf)),
    listed(w.notAsked, stale.map(labelOf)),
    listed(w.added, found.map(({ at, issue }) => (at === undefined ? issue.message : labelOf(at)))),
  ].filter(Boolean).join(" ");
}

const isNamed = (file: unknown): file is Named =>
  isObject(file) && typeof file["name"] === "string" && labels(english).some(({ value }) => value === file["label"]);

/** Reads a draft, or a case payload. Throws `NoDraft` for anything else. */
export function readDraft(text: string): Draft {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NoDraft("notJson");
  }
  if (!isObject(value)) throw new NoDraft("noDraft");
  if (value["format"] !== format) return { savedAt: "", step: "product", ...answersOf(value) };
  const answers = new Map<string, Answer>();
  const unknown: string[] = [];
  for (const [at, answer] of Object.entries(isObject(value["answers"]) ? value["answers"] : {})) {
    if (isAnswerShaped(answer)) answers.set(at, answer);
    else unknown.push(at);
  }
  // The answers pass through the payload, so that values of a wrong type are reported, and never
  // put into a control.
  const read = answersOf(payloadOf(answers));
  // Answers without a place in the form are not in the payload.
  const lost = [...answers].filter(([at, answer]) => isAnswered(answer) && !read.answers.has(at)).map(([at]) => at);
  return {
    savedAt: String(value["saved_at"] ?? ""), step: String(value["step"] ?? "product"),
    answers: read.answers, unknown: [...new Set([...unknown, ...read.unknown, ...lost])],
    errors: Array.isArray(value["errors"]) ? value["errors"] : undefined,
    files: (Array.isArray(value["files"]) ? value["files"] : []).filter(isNamed).slice(0, namedAtMost),
    submittedAt: value["submitted_at"] ? String(value["submitted_at"]) : undefined,
  };
}

/** `true` if a form for this product may open a draft with these answers. */
export function isFor(product: Product | undefined, answers: Answers): boolean {
  return product === undefined || (productOf(answers) ?? product) === product;
}

/** Returns the drafts with answers for this product, the newest first. Expired ones are deleted. */
export function storedDrafts(place: DraftPlace, product: Product | undefined): StoredDraft[] {
  return place.keys.flatMap((key) => {
    try {
      const draft = readDraft(place.text(key) ?? "");
      if (Date.now() - Date.parse(draft.savedAt) > draftDays * 86_400_000) return (place.forget(key), []);
      return draft.answers.size > 0 && isFor(product, draft.answers) ? [{ ...draft, key }] : [];
    } catch {
      return []; // nothing, or no draft
    }
  }).sort((one, other) => other.savedAt.localeCompare(one.savedAt));
}

/** `true` if the store has a text that is no draft. It stays where it is. */
export function hasUnreadable(place: DraftPlace): boolean {
  return place.keys.some((key) => {
    try {
      const text = place.text(key);
      if (text !== undefined) readDraft(text);
      return false;
    } catch {
      return true;
    }
  });
}

/** Returns the name of the matter in a draft: its parties, else the office's number. */
export function matterOf(answers: Answers, versus: (plaintiff: string, defendant: string) => string): string {
  const text = (...places: readonly string[]): string => places.map((at) => String(answers.get(at) ?? "").trim()).filter(Boolean).join(" ");
  const plaintiff = text("/plaintiff_name");
  const defendant = text("/defendant_business_name") || text("/defendant_information/first_name", "/defendant_information/last_name");
  return plaintiff && defendant ? versus(plaintiff, defendant) : plaintiff || defendant || text("/office_case_number");
}
