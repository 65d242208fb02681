// The main entry. The module is inside, and is compiled at the first call.
import { prepare } from "#module";

export * from "./casegate.js";

/**
 * Compiles the module ahead of the first call, off the main thread. It is optional, and keeps a
 * page responsive.
 */
export function init(): Promise<void> {
  return prepare();
}
