// Walks an object and notes what the rulebook reads of it: a mark for each value, and the texts
// that rules read. That takes less time than JSON text (`scripts/bench node`). Members are visited as
// JSON.stringify visits them; for whatever is not plain the walk is given up, and the text is made
// after all. crates/core/src/payload/walked.rs reads the marks.
import { isObject } from "./plain.js";

/** The names of the payload (`""`) and of each record, by its slot; `Binding::outline` in Rust. */
export type Outline = Readonly<Record<string, Names>>;
type Names = Readonly<Record<string, number>>;

/** `Walked` in Rust; the texts are in UTF-16 here. */
export interface Walked {
  /** The number of marks. */
  readonly count: number;
  readonly texts: string;
  readonly depth: number;
  readonly bytes: number;
}

/** Of one walk. The module's buffer has room for as many. */
export const mostMarks: number = 1 << 10;
const longestText = 0xffff;
const longest = 1 << 24;
const deepest = 100; // the core reads no deeper than 120
/** What is read of a field. */
const TYPE = 0, WORDS = 2 << 8, RECORD = 3 << 8, PART = 3 << 8, SLOT = 0xff;
const mark = {
  null: 0 << 8, false: 1 << 8, true: 2 << 8, integer: 3 << 8, fraction: 4 << 8,
  prose: 5 << 8, text: 6 << 8, emptyArray: 7 << 8, array: 8 << 8, object: 9 << 8,
  words: 10 << 8, record: 11 << 8, end: 12 << 8, unknownKey: 13 << 8,
} as const;
/** The punctuation of a member, a known name, and a number take no more bytes. */
const memberBytes = 80;

const getPrototypeOf = Object.getPrototypeOf as (value: object) => unknown;
const objects = Object.prototype;
const toString = objects.toString;

/** The marks of the last walk. */
export const marks: Uint32Array = /* @__PURE__ */ new Uint32Array(mostMarks);
let outline: Outline;
let count = 0;
let texts = "";
let depth = 0;
let bytes = 0;

let lastOutline = "";
let lastNames: Outline | false = false;

/** Most contexts have the same outline. Returns `false` for one that needs the text. */
export function readOutline(text: string): Outline | false {
  if (text === lastOutline) return lastNames;
  // In a prototype a key of the payload might be found.
  const bare = (names: Names) => Object.assign(Object.create(null), names) as Names;
  lastNames = text !== "" && Object.fromEntries(Object.entries(JSON.parse(text) as Outline).map((each) => [each[0], bare(each[1])]));
  lastOutline = text;
  return lastNames;
}

/** Returns `undefined` if the text is needed. */
export function walk(payload: unknown, by: Outline): Walked | undefined {
  outline = by;
  count = depth = bytes = 0;
  texts = "";
  const isWhole = isObject(payload) && !Array.isArray(payload) && enter(payload, 0) && members(payload, by[""]!, 1) && isWellFormed(texts);
  return isWhole ? { count, texts, depth, bytes } : undefined;
}

/** Visits members inside `at` objects. Returns `false` to give up. */
function members(object: Record<string, unknown>, names: Names, at: number): boolean {
  for (const key in object) {
    const value = object[key];
    if (value === undefined || typeof value === "symbol") continue;
    if (count > mostMarks - 2) return false;
    const name = names[key];
    if (name === undefined) {
      if (!put(mark.unknownKey, key) || !passed(value, at)) return false;
      continue;
    }
    const slot = name & SLOT, part = name & PART;
    if (typeof value === "string") {
      const first = value.charCodeAt(0);
      // Blanks and other letters are told apart in the core.
      if ((part === TYPE || part === RECORD) && first > 0x20 && first < 0x7f) {
        if (!isWellFormed(value)) return false;
        bytes += memberBytes + 6 * value.length;
        marks[count++] = slot | mark.prose;
      } else if (!put(slot | mark.text, value)) return false;
    } else if (part === WORDS && Array.isArray(value)) {
      if (!words(value, slot, at)) return false;
    } else if (part === RECORD && isObject(value) && !Array.isArray(value)) {
      marks[count++] = slot | mark.record;
      if (!enter(value, at) || !members(value, outline[slot]!, at + 1)) return false;
      marks[count++] = mark.end;
    } else {
      if (!passed(value, at)) return false;
      marks[count++] = slot | kind(value);
    }
  }
  return true;
}

/** Visits an array of words. With objects in it, it is left to the text. */
function words(array: readonly unknown[], slot: number, at: number): boolean {
  const length = array.length;
  if (!enter(array, at) || length > mostMarks - count - 3) return false;
  marks[count++] = slot | mark.words | (length << 16);
  for (let i = 0; i < length; i++) {
    const word = array[i];
    if (typeof word === "string" ? !put(mark.text, word) : isObject(word) || !passed(word, at)) return false;
    if (typeof word !== "string") marks[count++] = kind(word);
  }
  return true;
}

/** Notes a text that is read. */
function put(as: number, text: string): boolean {
  marks[count++] = as | (text.length << 16);
  texts += text;
  bytes += memberBytes + 6 * text.length;
  return text.length <= longestText;
}

/** Passes a value that is not read. */
function passed(value: unknown, at: number): boolean {
  bytes += memberBytes;
  if (typeof value === "string") {
    bytes += 6 * value.length;
    return isWellFormed(value);
  }
  if (!isObject(value)) return typeof value !== "function" && typeof value !== "bigint";
  if (!enter(value, at)) return false;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (bytes > longest || !passed(value[i], at + 1)) return false;
    return true;
  }
  for (const key in value) {
    bytes += 6 * key.length;
    if (bytes > longest || !isWellFormed(key) || !passed(value[key], at + 1)) return false;
  }
  return true;
}

/** Returns the mark of a value that is no string. */
function kind(value: unknown): number {
  if (Array.isArray(value)) return value.length === 0 ? mark.emptyArray : mark.array;
  if (isObject(value)) return mark.object;
  if (typeof value === "boolean") return value ? mark.true : mark.false;
  return Number.isSafeInteger(value) ? mark.integer : Number.isFinite(value) ? mark.fraction : mark.null;
}

/**
 * Enters an object or array inside `at` others if JSON.stringify writes it member by member:
 * without `toJSON`, inherited members, or the hidden value of a `Number`.
 */
function enter(value: object, at: number): boolean {
  bytes += memberBytes;
  if (at >= depth) depth = at + 1;
  if (at > deepest || bytes > longest || typeof (value as { toJSON?: unknown }).toJSON === "function") return false;
  // The length of a proxy can be anything.
  if (Array.isArray(value)) return Number.isInteger(value.length) && value.length >= 0;
  for (const _ in objects) return false;
  return getPrototypeOf(value) === objects && toString.call(value) === "[object Object]";
}

/** `true` if strings can report lone surrogates here, which browsers support since 2023. */
export const canWalk: boolean = /* @__PURE__ */ "isWellFormed" in String.prototype;

/** Returns `true` if a string certainly has no lone surrogates. */
export function isWellFormed(value: string): boolean {
  return canWalk && (value as unknown as { isWellFormed(): boolean }).isWellFormed();
}
