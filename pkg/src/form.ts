// The entry with the smallest module, which the program serves as a separate file. It has
// everything that a form needs.
import { prepare } from "./module/slim.js";
import type { Source } from "./slim.js";

export { type FormValues, type Words, caseFromForm, checkCase, checkCaseText, fieldStates, judgeFiles, prepareCase } from "./api.js";
export { type FileWithEdges, readEdges } from "./edges.js";
export * from "./error.js";
export * from "./fields.js";
export * from "./session.js";
export * from "./standard.js";
export * from "./today.js";
export type * from "./input.js";
export type * from "./tables.js";
export type * from "./types.js";
export type { Source } from "./slim.js";

/** Loads the module `casegate/casegate-form.wasm`. Call it once before the first other call. */
export function init(source: Source | Promise<Source>): Promise<void> {
  return prepare(source);
}
