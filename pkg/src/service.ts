// The entry for backends: everything in the main entry, and the operations around a case.
import { prepare } from "#module";

export { checkHouse } from "./api.js";
export * from "./casegate.js";
export * from "./follower.js";
export * from "./service-api.js";
export type * from "./service-input.js";
export type * from "./service-types.js";

/** Compiles the module ahead of the first call, off the main thread. It is optional. */
export function init(): Promise<void> {
  return prepare();
}
