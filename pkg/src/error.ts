/**
 * The stack or the memory was used up inside the module, which cannot go on after that: the next call starts a new one. Thrown by the
 * call in which it happened, with the engine's own error as its `cause`, and by each `Session` that was lost.
 */
export class ModuleError extends Error {
  override readonly name = "ModuleError";
}
