// A draft: kept on this device, or in a file of the person. It is never sent.
import { answersOf, isAnswered, isObject, payloadOf, type Answer, type Answers } from "./answers.js";

/** The key of the draft in the browser's storage. */
export const key = "casegate-intake-draft";
const format = "casegate-intake-draft";

export interface Draft {
  readonly savedAt: string;
  readonly step: string;
  readonly answers: Map<string, Answer>;
}

export function writeDraft(draft: { savedAt: string; step: string; answers: Answers }): string {
  const answers = Object.fromEntries([...draft.answers].filter(([, answer]) => isAnswered(answer)));
  return JSON.stringify({ format, version: 1, saved_at: draft.savedAt, step: draft.step, answers }, undefined, 2);
}

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
export function readDraft(text: string): Draft & { unknown: string[] } {
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
  return { savedAt: String(value["saved_at"] ?? ""), step: String(value["step"] ?? "product"), answers: read.answers, unknown: [...new Set([...unknown, ...read.unknown, ...lost])] };
}

function isAnswerShaped(value: unknown): value is Answer {
  return typeof value === "string" || typeof value === "boolean" || (Array.isArray(value) && value.every((word) => typeof word === "string"));
}

/** Saves the draft on this device. Returns `false` if the browser stores nothing. */
export function keep(text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function storedText(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function kept(): Draft | undefined {
  try {
    const text = storedText();
    const draft = text === undefined ? undefined : readDraft(text);
    return draft && draft.answers.size > 0 ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function forget(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored, so nothing is left.
  }
}
