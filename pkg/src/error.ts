/**
 * The module ran out of stack or memory and cannot continue; the next call starts a new instance.
 * It is thrown by the call in which this happened, with the engine's own error as its `cause`, and
 * by each `Session` that was lost.
 */
export class ModuleError extends Error {
  override readonly name = "ModuleError";
}
