// The content of one request: the case as JSON text, then each file with its label.
import type { IntakeFile, IntakeSubmission } from "../intake-types.js";
import type { Answer, Payload } from "./answers.js";
import type { SentFile } from "./sent.js";

export interface Parcel {
  readonly payload: Payload;
  readonly answers: readonly (readonly [at: string, answer: Answer])[];
  /** The accepted files, in order. */
  readonly files: readonly IntakeFile[];
  /** The files that stay here. */
  readonly left: readonly SentFile[];
}

export function submissionOf({ payload, files }: Parcel, signal: AbortSignal, progress: (share: number) => void): IntakeSubmission {
  return { payload, files, formData: () => formOf(payload, files), signal, progress };
}

function formOf(payload: Payload, files: readonly IntakeFile[]): FormData {
  const form = new FormData();
  form.append("case", JSON.stringify(payload));
  for (const { file, label } of files) {
    form.append("files", file, file.name);
    form.append("labels", label);
  }
  return form;
}

/**
 * Returns the first file that the browser can no longer read. A request with it would fail without
 * a reason.
 */
export async function firstUnreadable(files: Parcel["files"]): Promise<string | undefined> {
  for (const { file } of files) {
    try {
      // A browser without it cannot say.
      if ("arrayBuffer" in file) await file.slice(0, 1).arrayBuffer();
    } catch {
      return file.name;
    }
  }
  return undefined;
}

/** A browser that does not answer about a lock within this time is treated as one without locks. */
const patience = 2000;

/** Runs `work` unless another tab of this site is running it. */
export async function alone<T>(work: () => Promise<T>): Promise<T | undefined> {
  let begun: Promise<T> | undefined;
  const begin = (): Promise<T> => (begun ??= work());
  try {
    // Browsers have locks on secure pages only, and some refuse or ignore a request for one where
    // cookies are blocked. Without them, only the search before sending prevents duplicates.
    const isFree = await new Promise<boolean>((resolve, reject) => {
      setTimeout(resolve, patience, true);
      navigator.locks.request("casegate-intake-sending", { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : begin();
      }).catch(reject);
    });
    if (!isFree && begun === undefined) return undefined;
  } catch {
    // As without locks.
  }
  return begin();
}
