// Converts values from callers to JSON text. Their getters may call back meanwhile.

/** The value that is being read, and those around it. */
let reading: { readonly value: unknown; readonly outer: typeof reading; readonly depth: number } | undefined;
const mostReadings = 16;
/** Nested calls that need as much stack as a value of the greatest depth that the core reads. */
const enoughStack = 1_500;

/**
 * Reads a value that may call back: by a getter, a `toJSON`, or a proxy. If the call reads the same
 * value again, it would do so forever.
 */
export function read<T>(value: unknown, how: () => T): T {
  const outer = reading;
  for (let each = outer; each; each = each.outer) {
    if (each.value === value || each.depth === mostReadings) throw new TypeError("A getter or toJSON hands casegate an object while it is read.");
  }
  reading = { value, outer, depth: (outer?.depth ?? 0) + 1 };
  try {
    return how();
  } finally {
    reading = outer;
  }
}

export function isReading(): boolean {
  return reading !== undefined;
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

export function contextText(context: unknown): string {
  try {
    return textOf(context);
  } catch (error) {
    throw isTooDeep(error) ? new TypeError("the context is nested too deeply") : error;
  }
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
