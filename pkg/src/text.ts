// Converts values from callers to JSON text. Their getters may call back meanwhile.
import { isObject } from "./plain.js";

/** The values that are being read, from the outermost. */
let reading: readonly unknown[] = [];
const mostReadings = 16;
/** Nested calls that need as much stack as a value of the greatest depth that the core reads. */
const enoughStack = 1_500;

/** Reads a value that may call back. A call that reads the same value again would never end. */
export function read<T>(value: unknown, how: () => T): T {
  const outer = reading;
  if (outer.length === mostReadings || outer.includes(value)) throw new TypeError("A getter or toJSON hands casegate an object while it is read.");
  reading = [...outer, value];
  try {
    return how();
  } finally {
    reading = outer;
  }
}

export const isReading = (): boolean => reading.length > 0;

/** Returns `undefined` for `undefined` and functions, which have no JSON. */
export function jsonOf(value: unknown): string | undefined {
  return read(value, () => JSON.stringify(value) as string | undefined);
}

/** Returns `null` for a value without JSON, and `tooDeep` for one that JSON.stringify cannot write. */
export function textOf(value: unknown, tooDeep?: string): string {
  try {
    return jsonOf(value) ?? "null";
  } catch (error) {
    if (tooDeep !== undefined && isTooDeep(error)) return tooDeep;
    throw error;
  }
}

/** Calls the function that a context may have for the day. */
function dated(context: Record<string, unknown>): object {
  const today = context["today"];
  return typeof today === "function" ? { ...context, today: today.call(context) as unknown } : context;
}

/**
 * The core refuses the text of a payload that is nested too deeply for the same reason.
 *
 * @throws TypeError for an object whose entries JSON.stringify does not see.
 */
export function payloadText(payload: unknown): string {
  const text = textOf(payload, `{"":${"[".repeat(200)}`);
  if (text === "{}") mustBePlain(payload);
  return text;
}

/** JSON.stringify makes an empty object of `FormData`, a `Map`, a promise or an element of a page. */
export function mustBePlain(value: unknown): void {
  const kind = objectKind(value);
  if (kind === "Object") return;
  throw new TypeError(`expected a plain object, not ${kind}: caseFromForm reads FormData and URLSearchParams, and Object.fromEntries a Map`);
}

/** `Map`, `FormData` and the like, also of another realm. */
export const objectKind = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

/** Also accepts arrays of other realms, and a `Buffer`. */
export const isBytes = (value: unknown): value is Uint8Array => objectKind(value) === "Uint8Array";

/** The JSON of a context, in which the day may be a function. */
export function contextText(context: unknown): string {
  const text = textOf(isObject(context) ? read(context, () => dated(context)) : context, "");
  if (text === "") throw new TypeError("the context is nested too deeply");
  return text;
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
