// Modules of Node, for the places where Node lacks what browsers have.

/** Returns a module of Node, or `undefined` elsewhere. Bundlers for browsers do not follow it. */
export function nodeModule<T>(name: string): T | undefined {
  const node = (globalThis as { process?: { getBuiltinModule?(name: string): T | undefined } }).process;
  return node?.getBuiltinModule?.(name);
}
