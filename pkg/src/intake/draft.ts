// A draft: kept on this device, or in a file of the person. It is never sent.
import type { IntakeDraftStore } from "../intake-types.js";
import type { Issue } from "../types.js";
import { answersOf, isAnswered, isObject, payloadOf, type Answer } from "./answers.js";
import type { Sheet } from "./sheet.js";

const format = "casegate-intake-draft";

/** The days after its last save for which a draft is kept on this device. */
export const draftDays = 30;

export interface Draft {
  readonly savedAt: string;
  readonly step: string;
  readonly answers: Map<string, Answer>;
  /** The pointers without a question in the form. */
  readonly unknown: readonly string[];
  /** The errors at the last save; undefined for a payload. */
  readonly errors?: readonly unknown[] | undefined;
}

/** The rules, the day or the context may have changed since a draft was saved. */
export interface Changes {
  /** The pointers of answers without a question in the form. */
  readonly lost: readonly string[];
  /** Errors that the draft did not have. */
  readonly added: readonly Issue[];
  /** The pointers of answers that no question asks for now. */
  readonly stale: readonly string[];
}

export function writeDraft(draft: { savedAt: string; step: string }, sheet: Sheet): string {
  const answers = Object.fromEntries([...sheet.answers].filter(([, answer]) => isAnswered(answer)));
  const errors = errorsOf(sheet).map(nameOf);
  return JSON.stringify({ format, version: 1, saved_at: draft.savedAt, step: draft.step, answers, errors }, undefined, 2);
}

/** Compares a draft at its last save with its answers in a sheet. */
export function changesSince(draft: Draft, sheet: Sheet): Changes {
  const { errors, unknown } = draft;
  return { lost: unknown, added: errors ? errorsOf(sheet).filter((issue) => !errors.includes(nameOf(issue))) : [], stale: sheet.notAsked };
}

const errorsOf = ({ report }: Sheet): Issue[] => report.issues.filter(({ severity }) => severity === "error");

const nameOf = ({ at, code, rule }: Issue): string => `${at} ${rule ?? code}`;

/**
 * A file that is not a draft, with the reason as a key of the vocabulary, so that it is shown in
 * the page's language.
 */
export class NoDraft extends Error {
  readonly why: "notJson" | "noDraft";

  constructor(why: "notJson" | "noDraft") {
    super(why);
    this.why = why;
  }
}

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
  };
}

function isAnswerShaped(value: unknown): value is Answer {
  return typeof value === "string" || typeof value === "boolean" || (Array.isArray(value) && value.every((word) => typeof word === "string"));
}

/** The draft of one element in its store. Without a store, nothing is kept. */
export class DraftPlace {
  readonly key: string;
  private readonly store: IntakeDraftStore | null;

  constructor(store: IntakeDraftStore | null, key: string) {
    this.store = store;
    this.key = key;
  }

  /** `true` if drafts are kept. */
  get isOn(): boolean {
    return this.store !== null;
  }

  /** Saves the draft. Returns `false` if the store refuses it. */
  keep(text: string): boolean {
    try {
      this.store?.setItem(this.key, text);
      return this.store !== null;
    } catch {
      return false;
    }
  }

  text(): string | undefined {
    try {
      return this.store?.getItem(this.key) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** Returns the stored draft if it has answers. An expired one is deleted. */
  draft(): Draft | undefined {
    try {
      const text = this.text();
      const draft = text === undefined ? undefined : readDraft(text);
      if (draft && Date.now() - Date.parse(draft.savedAt) > draftDays * 86_400_000) return void this.forget();
      return draft && draft.answers.size > 0 ? draft : undefined;
    } catch {
      return undefined;
    }
  }

  forget(): void {
    try {
      this.store?.removeItem(this.key);
    } catch {
      // Nothing was stored, so nothing is left.
    }
  }
}
