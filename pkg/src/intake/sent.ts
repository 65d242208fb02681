// The last case that this tab sent. It is kept for the confirmation while the tab is open, so that
// a reload shows it again.
import type { IntakeAttachment } from "../intake-types.js";
import { isObject, type Answer } from "./answers.js";

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
    try {
      const value: unknown = JSON.parse((this.key === undefined ? null : sessionStorage.getItem(this.key)) ?? "null");
      const isSent = isObject(value) && "id" in value && Array.isArray(value["answers"]) && Array.isArray(value["files"]);
      return isSent ? (value as unknown as Sent) : undefined;
    } catch {
      return undefined;
    }
  }
}

export function sentFile({ filename, label, status, error }: IntakeAttachment): SentFile {
  return { name: filename, label, taken: status === "accepted", error };
}
