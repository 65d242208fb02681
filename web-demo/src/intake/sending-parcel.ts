// What is sent in one request: the case as JSON text, then each file with its label.
import type { Answer, Payload } from "./answers.js";
import type { SentFile } from "./sent.js";

export interface Parcel {
  readonly payload: Payload;
  readonly answers: readonly (readonly [at: string, answer: Answer])[];
  /** The files that will be taken, in order. */
  readonly files: readonly { readonly file: File; readonly label: string }[];
  /** Those that stay here. */
  readonly left: readonly SentFile[];
}

export function formOf({ payload, files }: Parcel): FormData {
  const form = new FormData();
  form.append("case", JSON.stringify(payload));
  for (const { file, label } of files) {
    form.append("files", file, file.name);
    form.append("labels", label);
  }
  return form;
}

/** The first file that the browser cannot read any more: a request with it would break off without a word why. */
export async function firstUnreadable(files: Parcel["files"]): Promise<string | undefined> {
  for (const { file } of files) {
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch {
      return file.name;
    }
  }
  return undefined;
}

/** Does `work` unless another tab of this site is at it: then nothing. */
export async function alone<T>(work: () => Promise<T>): Promise<T | undefined> {
  // Browsers have locks on secure pages only; without them the look before sending is what there is.
  if (!("locks" in navigator)) return work();
  return navigator.locks.request("casegate-intake-sending", { ifAvailable: true }, async (lock) => (lock === null ? undefined : work()));
}
