// The last case that this tab sent. It is kept for the confirmation while the tab is open, so that
// a reload shows it again.
import type { IntakeAttachment } from "../intake-types.js";
import { isAnswerShaped, isObject, type Answer } from "./answers.js";

export interface SentFile {
  readonly name: string;
  readonly label: string;
  readonly taken: boolean;
  readonly error: string | null;
}

export interface Sent {
  /** `null` if the backend does not return it. */
  readonly id: number | null;
  readonly reference: string | null;
  readonly at: string;
  readonly firm: string;
  readonly test: boolean;
  readonly answers: readonly (readonly [at: string, answer: Answer])[];
  readonly files: readonly SentFile[];
}

/** In the tab's storage, not the device's: it disappears with the tab, and no other tab sees it. */
export class SentKeeper {
  /** The storage has something else than a sent case. */
  isUnreadable = false;
  private readonly key: string | undefined;

  /** Without a key nothing is stored. */
  constructor(key: string | undefined) {
    this.key = key;
  }

  keep(sent: Sent): void {
    try {
      if (this.key !== undefined) sessionStorage.setItem(this.key, JSON.stringify(sent));
    } catch {
      // The page shows it until it is reloaded.
    }
  }

  forget(): void {
    try {
      if (this.key !== undefined) sessionStorage.removeItem(this.key);
    } catch {
      // Nothing was stored.
    }
  }

  read(): Sent | undefined {
    let text: string | null = null;
    try {
      if (this.key !== undefined) text = sessionStorage.getItem(this.key);
      const value: unknown = JSON.parse(text ?? "null");
      if (isSent(value)) return value;
    } catch {
      // No storage, or no JSON.
    }
    this.isUnreadable = text != null; // some browsers return undefined
    return undefined;
  }
}

function isSent(value: unknown): value is Sent {
  if (!isObject(value)) return false;
  const { id, reference, at, firm, test, answers, files } = value;
  const isText = (each: unknown): boolean => typeof each === "string";
  return (id === null || typeof id === "number") && (reference === null || isText(reference)) && isText(at) && isText(firm) && typeof test === "boolean"
    && Array.isArray(answers) && answers.every((entry) => Array.isArray(entry) && isText(entry[0]) && isAnswerShaped(entry[1]))
    && Array.isArray(files) && files.every((file) => isObject(file) && isText(file["name"]) && isText(file["label"]) && typeof file["taken"] === "boolean" && (file["error"] === null || isText(file["error"])));
}

export function sentFile({ filename, label, status, error }: IntakeAttachment): SentFile {
  return { name: filename, label, taken: status === "accepted", error };
}
