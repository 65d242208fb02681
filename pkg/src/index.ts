// The main entry: the module is inside, and is compiled at the first call.
import { prepare } from "#module";

export * from "./casegate.js";

/** Compiles ahead of the first call, off the main thread. Never needed, but it keeps a page smooth. */
export function init(): Promise<void> {
  return prepare();
}
