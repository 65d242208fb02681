// A draft: kept on this device while someone types, or in a file of their own. Nothing is sent anywhere.
import { answersOf, isAnswered, isObject, payloadOf, type Answer, type Answers } from "./answers.js";

/** Where the browser keeps the draft. */
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

/** A file that is no draft, and why: a text of the vocabulary, so that it is said in the language of the page. */
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
  // Once through the payload: what does not fit its field's type is reported, never put into a control.
  const read = answersOf(payloadOf(answers));
  unknown.push(...read.unknown);
  return { savedAt: String(value["saved_at"] ?? ""), step: String(value["step"] ?? "product"), answers: read.answers, unknown };
}

function isAnswerShaped(value: unknown): value is Answer {
  return typeof value === "string" || typeof value === "boolean" || (Array.isArray(value) && value.every((word) => typeof word === "string"));
}

/** Keeps the draft on this device. False where the browser keeps nothing, so that nobody is promised a draft. */
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
    // Nothing was kept, so nothing is left behind.
  }
}

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
