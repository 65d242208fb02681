// The entry with the smallest module: what a backend asks before it sends. In English, and without house rules.
import { prepare } from "#module";

export { type Words, checkCase, checkCaseText, prepareCase } from "./api.js";
export * from "./error.js";
export type * from "./types.js";

/** Compiles ahead of the first call, off the main thread. Never needed. */
export function init(): Promise<void> {
  return prepare();
}
