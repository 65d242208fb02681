// Walks an object and writes marks: the parts that the rulebook reads, without JSON text. It visits
// members like JSON.stringify, in the same order. It gives up if JSON would replace an object, or
// if only the text shows the error. crates/core/src/payload/walked.rs reads the marks, and provides
// the outline.

import { isObject } from "./plain.js";

/**
 * The members to visit, each with its slot and, above the lower eight bits, whether its text or its
 * words are read.
 */
type Names = Record<string, number>;

export interface Outline {
  readonly names: Names;
  /** The members of a record, by the record's slot. */
  readonly records: readonly Names[];
}

/** The results of a walk besides the marks. */
export interface Walked {
  /** The number of marks. */
  marks: number;
  /** The concatenated texts that are read; a mark has the length in UTF-16. */
  texts: string;
  /** The number of nested objects and arrays. */
  depth: number;
  /** The greatest possible length of its JSON text in bytes. */
  bytes: number;
}

/** Beyond this number of marks, the text is sent instead. */
export const mostMarks: number = 1 << 10;
const deepest = 100; // the core reads no deeper than 120
const longest = 1 << 24;

const READ = 1 << 8;
const WORDS = 1 << 9;
const RECORD = 1 << 10;
const letters: Record<string, number> = { "-": 0, t: READ, w: READ | WORDS, r: RECORD };

// The same constants as in the core.
const mark = {
  null: 0,
  false: 1 << 8,
  true: 2 << 8,
  integer: 3 << 8,
  fraction: 4 << 8,
  prose: 5 << 8,
  text: 6 << 8,
  unsure: 7 << 8,
  emptyArray: 8 << 8,
  array: 9 << 8,
  words: 10 << 8,
  object: 11 << 8,
  record: 12 << 8,
  end: 13 << 8,
  stray: 14 << 8,
} as const;

const longestText = 0xffff;
const { getPrototypeOf } = Object;
const { toString } = Object.prototype;

let outline: Outline;
let marks: Uint32Array;
let count = 0;
let texts = "";
let depth = 0;
let bytes = 0;

/** `true` if strings can report lone surrogates here, which browsers support since 2023. */
export const canWalk: boolean = /* @__PURE__ */ "isWellFormed" in String.prototype;

export function readOutline(text: string): Outline {
  const empty = () => Object.create(null) as Names;
  const [names, records] = [empty(), [] as Names[]];
  let members = names;
  for (const line of text.trimEnd().split("\n")) {
    const [slot, letter, name] = line.trim().split(" ") as [string, string, string];
    if (line[0] !== " ") {
      names[name] = Number(slot) | letters[letter]!;
      if (letter === "r") records[Number(slot)] = members = empty();
    } else members[name] = Number(slot) | letters[letter]!;
  }
  return { names, records };
}

/** Walks a payload and writes its marks. Returns `undefined` if the text is needed. */
export function walk(payload: unknown, by: Outline, into: Uint32Array): Walked | undefined {
  if (!isObject(payload) || Array.isArray(payload) || !isPlain(payload)) return undefined;
  outline = by;
  marks = into;
  count = 0;
  bytes = 2;
  depth = 1;
  texts = "";
  const isWhole = known(payload, by.names, 1) && count <= mostMarks && isWellFormed(texts);
  return isWhole ? { marks: count, texts, depth, bytes } : undefined;
}

/**
 * Visits the members of the payload or of a record. The common cases are inlined, which is twice as
 * fast, and `for in` lets engines read a member without a lookup. Nothing is inherited, because
 * `isPlain` has checked that.
 */
function known(object: Record<string, unknown>, names: Names, at: number): boolean {
  const into = marks;
  let next = count;
  let size = bytes;
  for (const key in object) {
    if (next >= mostMarks - 1 || size > longest) return false;
    const value = object[key];
    const name = names[key];
    // A known name has plain letters. With its punctuation and a number as value, it is not longer
    // than this.
    size += 80;
    if (name === undefined) {
      if (value === undefined || typeof value === "symbol") continue;
      size += 6 * key.length;
      if (key.length > longestText) return false;
      texts += key;
      into[next++] = mark.stray | (key.length << 16);
    } else if (typeof value === "string") {
      const { length } = value;
      size += 6 * length;
      if ((name & READ) === 0) {
        const first = value.charCodeAt(0);
        if (first > 0x20 && first < 0x7f) {
          if (!isWellFormed(value)) return false;
          into[next++] = (name & 0xff) | mark.prose;
          continue;
        }
      }
      if (length > longestText) return false;
      texts += value;
      into[next++] = (name & 0xff) | ((name & READ) === 0 ? mark.unsure : mark.text) | (length << 16);
      continue;
    } else if (typeof value !== "object" || value === null) {
      if (value === undefined || typeof value === "symbol") continue;
      const what = scalar(value);
      if (what === undefined) return false;
      into[next++] = (name & 0xff) | what;
      continue;
    }
    count = next;
    bytes = size;
    if (!(name === undefined ? passed(value, at) : held(value as object, name, at))) return false;
    next = count;
    size = bytes;
  }
  count = next;
  bytes = size;
  return true;
}

/** Visits the array or object in a field. */
function held(value: object, name: number, at: number): boolean {
  const slot = name & 0xff;
  if (!enter(value, at)) return false;
  if (Array.isArray(value)) {
    if ((name & WORDS) !== 0) return words(value, slot, at + 1);
    put(slot | (value.length === 0 ? mark.emptyArray : mark.array));
    return elements(value, at + 1);
  }
  if ((name & RECORD) === 0) {
    put(slot | mark.object);
    return members(value as Record<string, unknown>, at + 1);
  }
  put(slot | mark.record);
  if (!known(value as Record<string, unknown>, outline.records[slot]!, at + 1)) return false;
  put(mark.end);
  return true;
}

/**
 * Returns the mark of a value that is neither a string nor an object. A function may have a
 * `toJSON`.
 */
function scalar(value: unknown): number | undefined {
  if (value === true) return mark.true;
  if (value === false) return mark.false;
  if (value === null) return mark.null;
  if (typeof value !== "number") return undefined;
  return Number.isInteger(value) ? mark.integer : Number.isFinite(value) ? mark.fraction : mark.null;
}

/** Visits an array of words. */
function words(array: readonly unknown[], slot: number, at: number): boolean {
  const { length } = array;
  // The length of a proxy can be anything.
  if (!Number.isInteger(length) || length < 0 || length > mostMarks - count - 2) return false;
  put(slot | mark.words | (length << 16));
  for (let i = 0; i < length; i++) {
    const value = array[i];
    bytes += 80;
    if (typeof value === "string") {
      if (value.length > longestText) return false;
      bytes += 6 * value.length;
      texts += value;
      put(mark.text | (value.length << 16));
    } else if (!isObject(value)) {
      const what = value === undefined || typeof value === "symbol" ? mark.null : scalar(value);
      if (what === undefined) return false;
      put(what);
    } else if (!held(value, 0, at)) return false;
  }
  return true;
}

/** Returns `true` if a value that is not read contains nothing that a walk cannot represent. */
function passed(value: unknown, at: number): boolean {
  bytes += 80;
  if (typeof value === "string") {
    bytes += 6 * value.length;
    return isWellFormed(value);
  }
  if (!isObject(value)) return typeof value !== "function" && typeof value !== "bigint";
  return enter(value, at) && (Array.isArray(value) ? elements(value, at + 1) : members(value, at + 1));
}

function elements(array: readonly unknown[], at: number): boolean {
  const { length } = array;
  for (let i = 0; i < length; i++) if (!passed(array[i], at) || bytes > longest) return false;
  return true;
}

function members(object: Record<string, unknown>, at: number): boolean {
  for (const key in object) {
    bytes += 6 * key.length;
    if (!passed(object[key], at) || !isWellFormed(key) || bytes > longest) return false;
  }
  return true;
}

/** Returns `true` if an array or object, nested in `at` others, is plain. */
function enter(value: object, at: number): boolean {
  bytes += 2;
  if (at >= depth) depth = at + 1;
  return at < deepest && (Array.isArray(value) ? typeof (value as { toJSON?: unknown }).toJSON !== "function" : isPlain(value));
}

/**
 * A `Date` has a `toJSON`. A `Number` object is a number in JSON, and is recognized here unless its
 * class hides it. Members that were added to all objects would be taken for the object's own.
 */
function isPlain(value: object): boolean {
  return (
    getPrototypeOf(value) === Object.prototype &&
    typeof (value as { toJSON?: unknown }).toJSON !== "function" &&
    toString.call(value) === "[object Object]" &&
    isBare(Object.prototype)
  );
}

function isBare(object: object): boolean {
  for (const _ in object) return false;
  return true;
}

/** Returns `true` if a string certainly has no lone surrogates. */
export function isWellFormed(value: string): boolean {
  return canWalk && (value as unknown as { isWellFormed(): boolean }).isWellFormed();
}

function put(mark: number): void {
  marks[count++] = mark;
}
