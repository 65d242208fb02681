// The entry for backends: everything that the main entry has, and what happens around a case.
import { prepare } from "#module";

export * from "./casegate.js";
export * from "./follower.js";
export * from "./service-api.js";
export type * from "./service-types.js";

/** Compiles ahead of the first call, off the main thread. Never needed. */
export function init(): Promise<void> {
  return prepare();
}
