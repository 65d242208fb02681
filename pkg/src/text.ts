// Converts values from callers to JSON text. Their getters may call back meanwhile.

interface Reading {
  readonly value: unknown;
  readonly outer: Reading | undefined;
}

/** The value that is being read, and those around it. */
export let reading: Reading | undefined;
const mostReadings = 16;
/** Nested calls that need as much stack as a value of the greatest depth that the core reads. */
const enoughStack = 1_500;

/**
 * Reads a value that may call back: by a getter, a `toJSON`, or a proxy. If the call reads the same
 * value again, it would do so forever.
 */
export function read<T>(value: unknown, how: () => T): T {
  const outer = reading;
  let depth = 0;
  for (let each = outer; each; each = each.outer) {
    if (each.value === value || ++depth === mostReadings) throw new TypeError("A getter or toJSON hands casegate an object while it is read.");
  }
  reading = { value, outer };
  try {
    return how();
  } finally {
    reading = outer;
  }
}

/** Returns `undefined` for `undefined` and functions, which have no JSON. */
export function jsonOf(value: unknown): string | undefined {
  return read(value, () => JSON.stringify(value) as string | undefined);
}

/** Returns the text of a value; `null` for one without JSON. */
export function textOf(value: unknown): string {
  return jsonOf(value) ?? "null";
}

/**
 * A payload may be nested too deeply for JSON.stringify; the core refuses the returned text for the
 * same reason.
 */
export function payloadText(payload: unknown): string {
  try {
    return textOf(payload);
  } catch (error) {
    if (isTooDeep(error)) return `{"":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    throw error;
  }
}

/** Returns the context as plain JSON, without getters and `toJSON`. */
export function plainContext(context: unknown): unknown {
  try {
    return JSON.parse(textOf(context)) as unknown;
  } catch (error) {
    throw unlessDeep(error);
  }
}

export function unlessDeep(error: unknown): unknown {
  return isTooDeep(error) ? new TypeError("the context is nested too deeply") : error;
}

/**
 * Returns `true` if the engine ran out of stack: V8 and JavaScriptCore throw the first error,
 * SpiderMonkey the second. If there is no stack for a shallow value either, the call was made at
 * the end of the stack, and throws the engine's own error.
 */
function isTooDeep(error: unknown): boolean {
  // Without a regular expression: at the end of the stack V8 ends the process rather than compile
  // one.
  const message = error instanceof Error ? error.message : "";
  return (message.startsWith("Maximum call stack") || message.startsWith("too much recursion")) && hasStack(enoughStack);
}

function hasStack(calls: number): boolean {
  return calls === 0 || hasStack(calls - 1);
}
