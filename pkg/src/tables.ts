// The types of the tables in fields.ts and fields.es.ts.
import type { Explanation } from "./types.js";

/** The texts of `fields` and `lists` in another language, by the same names. */
export interface FieldWords {
  /** The tag of the language. */
  language: string;
  /** By `FieldInfo.name`. */
  fields: { readonly [name: string]: { readonly label: string; readonly hint?: string } };
  /** Labels of the lists' words. */
  words: { readonly [value: string]: string };
}

export interface WordList {
  /** The service knows more words than these. */
  open: boolean;
  words: readonly { value: string; label: string }[];
}

/** A rule of the specification. */
export type RuleInfo = Pick<Explanation, "id" | "number" | "title" | "text">;

/** The limits of a file endpoint. An MB is 10^6 or 2^20 bytes; `judgeFiles` notes where they differ. */
export interface FileLimits {
  files: number;
  file_megabytes: number;
  total_megabytes: number;
}
