// The entry with the smallest module, for backends that check before they send. It is in English,
// without firm rules.
import { prepare } from "#module";

export { type Words, checkCase, checkCaseText, prepareCase } from "./api.js";
export * from "./error.js";
export * from "./today.js";
export type * from "./input.js";
export type * from "./tables.js";
export type * from "./types.js";

/** Compiles the module ahead of the first call, off the main thread. It is optional. */
export function init(): Promise<void> {
  return prepare();
}
