// The JSON text of what callers hand in, whose getters may call back while it is read.

interface Reading {
  readonly value: unknown;
  readonly outer: Reading | undefined;
}

/** The value that is being read, and those around it. */
export let reading: Reading | undefined;
const mostReadings = 16;
/** Calls inside each other that need as much stack as a value of the greatest depth that the core reads. */
const enoughStack = 1_500;

/** Reads what may call back: by a getter, a `toJSON`, a proxy. Where that reads the same value again, it would do so for ever. */
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

/** `undefined` and functions have no JSON. */
export function jsonOf(value: unknown): string | undefined {
  return read(value, () => JSON.stringify(value) as string | undefined);
}

/** They are nothing, as `null` is. */
export function textOf(value: unknown): string {
  return jsonOf(value) ?? "null";
}

/** A stranger's payload may be nested too deep for JSON.stringify; the core refuses this text for the same reason. */
export function payloadText(payload: unknown): string {
  try {
    return textOf(payload);
  } catch (error) {
    if (isTooDeep(error)) return `{"":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    throw error;
  }
}

/** The context as JSON has it: no getters, no `toJSON`. */
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
 * Whether the engine ran out of stack: V8 and JavaScriptCore say the first, SpiderMonkey the second. Where it has none for what is
 * not too deep either, the call was made at the end of the stack, and ends with the engine's own error.
 */
function isTooDeep(error: unknown): boolean {
  // By no regular expression: at the end of the stack V8 ends the process rather than compile one.
  const message = error instanceof Error ? error.message : "";
  return (message.startsWith("Maximum call stack") || message.startsWith("too much recursion")) && hasStack(enoughStack);
}

function hasStack(calls: number): boolean {
  return calls === 0 || hasStack(calls - 1);
}
