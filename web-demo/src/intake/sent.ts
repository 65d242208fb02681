// The last case that this tab sent. It is kept for the confirmation while the tab is open, so that
// a reload shows it again.
import type { FileVerdict } from "casegate/form";
import { isObject, type Answer } from "./answers.js";

export interface SentFile {
  readonly name: string;
  readonly label: string;
  readonly taken: boolean;
  readonly error: string | null;
}

export interface Sent {
  readonly id: number;
  readonly reference: string | null;
  readonly at: string;
  readonly firm: string;
  readonly test: boolean;
  readonly answers: readonly (readonly [at: string, answer: Answer])[];
  readonly files: readonly SentFile[];
}

/** In the tab's storage, not the device's: it disappears with the tab, and no other tab sees it. */
const key = "casegate-intake-sent";

export function keepSent(sent: Sent): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(sent));
  } catch {
    // The page shows it until it is reloaded.
  }
}

export function forgetSent(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

export function sentBefore(): Sent | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return isObject(value) && Number.isInteger(value["id"]) && Array.isArray(value["answers"]) && Array.isArray(value["files"]) ? (value as unknown as Sent) : undefined;
  } catch {
    return undefined;
  }
}

/** A file in the service's answer to a create request. */
export interface Attachment {
  readonly filename: string;
  readonly label: string;
  readonly status: FileVerdict["status"];
  readonly error: string | null;
}

export function sentFile({ filename, label, status, error }: Attachment): SentFile {
  return { name: filename, label, taken: status === "accepted", error };
}
