// Drafts in their places: kept on this device, and never sent. draft-reading.ts reads them.
import type { IntakeDraftStore } from "../intake-types.js";
import type { Issue } from "../types.js";
import { isAnswered } from "./answers.js";
import type { Named } from "./files.js";
import type { Sheet } from "./sheet.js";

export const format = "casegate-intake-draft";

/** The days after its last save for which a draft is kept on this device. */
export const draftDays = 30;

/** The most drafts of one form on a device. */
const draftsAtMost = 20;

export function writeDraft(draft: { savedAt: string; step: string; submittedAt?: string | undefined; files: readonly Named[] }, sheet: Sheet): string {
  const answers = Object.fromEntries([...sheet.answers].filter(([, answer]) => isAnswered(answer)));
  const errors = errorsOf(sheet).map(nameOf);
  return JSON.stringify({ format, version: 1, saved_at: draft.savedAt, submitted_at: draft.submittedAt, step: draft.step, answers, errors, files: draft.files }, undefined, 2);
}

export const errorsOf = ({ report }: Sheet): Issue[] => report.issues.filter(({ severity }) => severity === "error");

export const nameOf = ({ at, code, rule }: Issue): string => `${at} ${rule ?? code}`;

/**
 * A file that is not a draft of this form, with the reason as a key of the vocabulary, so that it is
 * shown in the page's language.
 */
export class NoDraft extends Error {
  readonly why: "notJson" | "noDraft" | "otherProduct";

  constructor(why: NoDraft["why"]) {
    super(why);
    this.why = why;
  }
}

/**
 * The drafts of one element in its store, each at a key of its own: the base, `base.2`, `base.3` and
 * so on. With `null` nothing is kept, and with `undefined` the browser denies its store.
 */
export class DraftPlace {
  readonly keys: readonly string[];
  /** The key of this tab's draft; `undefined` if every key is taken by another one. */
  key: string | undefined;
  private readonly store: IntakeDraftStore | null | undefined;

  constructor(store: IntakeDraftStore | null | undefined, base: string) {
    this.store = store;
    // A page's own store may ignore keys, and then has room for one draft.
    const count = this.text(`${base}.0`) === undefined ? draftsAtMost : 1;
    // Old libraries have another Array.from.
    this.keys = [...Array(count).keys()].map((index) => (index === 0 ? base : `${base}.${index + 1}`));
    this.useFree();
  }

  /** `true` if drafts are wanted. */
  get isOn(): boolean {
    return this.store !== null;
  }

  get isEmpty(): boolean {
    return this.keys.every((key) => this.text(key) === undefined);
  }

  /** Moves this tab to a key without a draft. */
  useFree(): void {
    this.key = this.keys.length === 1 ? this.keys[0] : this.keys.find((key) => this.text(key) === undefined);
  }

  /** Saves the draft. Returns `false` if the store refuses it, or does not have it afterwards. */
  keep(text: string): boolean {
    try {
      if (!this.store || this.key === undefined) return false;
      this.store.setItem(this.key, text);
      return this.text() === text;
    } catch {
      return false;
    }
  }

  text(key = this.key): string | undefined {
    try {
      const text: unknown = key === undefined ? undefined : this.store?.getItem(key);
      return typeof text === "string" ? text : undefined; // a promise is no draft
    } catch {
      return undefined;
    }
  }

  forget(key = this.key): void {
    try {
      if (key !== undefined) this.store?.removeItem(key);
    } catch {
      // Nothing was stored, so nothing is left.
    }
  }
}
