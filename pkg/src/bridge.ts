// Passes text to the module and back through its one buffer.
//
// The variables here mirror the state of the module: the place of its buffer, its context, and its
// last reply. An exception inside the module ends it, and invalidates all of them; the next call
// starts a new instance.
import type { InitOutput } from "#glue";
import { compiled } from "#module"; // each entry has its own way to the module: see build.mjs
import { ModuleError } from "./error.js";
import { copyOf, isSame } from "./plain.js";
import { payloadText, read, reading, textOf, unlessDeep } from "./text.js";
import type { Issue, Report } from "./types.js";
import { type Outline, canWalk, isWellFormed, mostMarks, readOutline, type Walked, walk } from "./walk.js";

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder();
const smallestBuffer = 1 << 14;
// The module never frees memory, so no text may take more of it than can matter.
const longestRule = 1 << 10;
const longestContext = 1 << 24;
const longestPlain = 1 << 8;

/**
 * The real length of bytes, whatever a subclass defines as `length`, because that might call back.
 */
const lengthOf = /* @__PURE__ */ Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "length")!.get!;

const textsAt = mostMarks * 4;
// Results of the module: the payload's text is needed; a report in parts, and the most issues of
// such a report.
const sendText = -1;
const firstKnown = -2;
const issueBits = 11;

/**
 * wasm-bindgen's own loader creates one instance forever, and fills a table of JavaScript values,
 * which this module does not use.
 */
const imports = { "./casegate_wasm_bg.js": { __wbindgen_init_externref_table() {} } };
let loaded: InitOutput | undefined;
/** Counts the instances that ended. A session compares it to know if its instance still works. */
let generation = 0;
/**
 * Set while the module works. If it is still set at the next call, an exception has ended the
 * instance.
 */
let isInside = false;

let buffer = /* @__PURE__ */ new Uint8Array(0);
/** The start of the buffer as marks, and the rest for their texts. */
let walking: { marks: Uint32Array; texts: Uint8Array<ArrayBuffer> } | undefined;
let lastContext: unknown;
/** The bytes of a payload that the module reads with its context; 0 with an invalid context. */
let limit = 0;
/** The module's last reply. */
let lastText = "";
let lastValue: object | undefined;
/** Clean reports and issues that the module has interned, by their numbers. */
const kept = /* @__PURE__ */ new Map<number, Report | Issue>();
/**
 * As many elements as a report has issues at most. `slice` and `map` cost a fraction of
 * `Array.from`, and call nothing of a page except an `Array[Symbol.species]` that it set.
 */
const places: number[] = /* @__PURE__ */ new Array(1 << issueBits).fill(0);
let outlined: unknown;
/** The last outline of the module, and whether it is usable for its context. */
let lines: Outline | undefined;
let isOfUse = false;
/** Counts writes into the buffer. Code that calls back into the package writes meanwhile. */
let revision = 0;
/** The pointer at the start of the buffer, until something else is written. */
let pointed = { at: "", end: 0, revision: -1 };
/** A session in a module. */
export interface Opened {
  readonly number: number;
  readonly generation: number;
}

/** Returns the current instance. */
function instance(): InitOutput {
  if (isInside) {
    loaded = lastContext = outlined = walking = undefined; // of the last reply nothing is asked until there is another one
    buffer = new Uint8Array(0);
    kept.clear();
    limit = 0;
    revision++;
    generation++;
    isInside = false; // last: what breaks off here, at the end of the stack too, is done again
  }
  return (loaded ??= new WebAssembly.Instance(compiled(), imports).exports as unknown as InitOutput);
}

/**
 * Runs work in the module. The work reads the reply completely, and calls neither the caller's code
 * nor this function.
 */
function within<T>(work: (wasm: InitOutput) => T): T {
  const wasm = instance();
  isInside = true;
  let result: T;
  try {
    result = work(wasm);
  } catch (cause) {
    throw new ModuleError("The module ran out of stack or memory. Its sessions are lost; the next call starts it anew.", { cause });
  }
  isInside = false;
  return result;
}

/** Runs a named operation of the module on a text. */
export function ask(operation: string, text: string, context: unknown): unknown {
  sendContext(context);
  const length = write(operation + text, operation.length + limit);
  return reply((wasm) => wasm.call(operation.length, length));
}

/** Returns the report on a payload's text or bytes. */
export function checkText(text: string | Uint8Array, context: unknown): unknown {
  sendContext(context);
  const length = typeof text === "string" ? write(text, limit) : copy(text, limit);
  return unlessMisuse(within((wasm) => report(wasm, wasm.check(length))));
}

/** Returns the report on an object. Its text is made only if a walk is not sufficient. */
export function checkObject(payload: unknown, context: unknown): unknown {
  // Inside a getter, values are read as text, once: a walk that is given up would read them a
  // second time.
  if (canWalk && !reading) {
    sendContext(context);
    const result = walked(payload);
    if (result) return unlessMisuse(result);
  }
  return checkText(payloadText(payload), context);
}

function walked(payload: unknown): object | undefined {
  const by = outlineFor(lastContext);
  if (!by) return undefined;
  makeRoom(smallestBuffer);
  if (buffer.byteOffset % 4 !== 0) return undefined; // never seen: a module's memory is given in eights
  walking ??= { marks: new Uint32Array(buffer.buffer, buffer.byteOffset, mostMarks), texts: buffer.subarray(textsAt) };
  const { marks, texts } = walking;
  const mine = ++revision;
  let found: Walked | undefined;
  try {
    found = read(payload, () => walk(payload, by, marks));
  } catch {
    // A strict getter or proxy. JSON may throw as well, or not, and reports it itself.
  }
  pointed.revision = -1; // what a getter put there is gone
  // A getter may have called back, so the buffer may have been used or moved, or the instance
  // ended.
  if (!found || isInside || revision !== mine || found.texts.length * 3 > texts.byteLength) return undefined;
  const { written } = encoder.encodeInto(found.texts, texts);
  return within((wasm) => {
    const result = wasm.checkWalked(found.marks * 4, textsAt, textsAt + written, found.depth, found.bytes);
    return result === sendText ? undefined : report(wasm, result);
  });
}

/** Returns the outline of payloads for the module's context. */
function outlineFor(context: unknown): Outline | undefined {
  if (outlined !== context) {
    within((wasm) => {
      const length = wasm.outline();
      if (length > 0) lines = readOutline(decode(wasm, length));
      isOfUse = length !== sendText;
    });
    outlined = context;
  }
  return isOfUse ? lines : undefined;
}

/**
 * A report whose parts are interned is a negative number, with the numbers of its issues in the
 * buffer.
 */
function report(wasm: InitOutput, result: number): object {
  if (result >= 0) return answer(wasm, result);
  const parts = firstKnown - result;
  const known = parts >> issueBits;
  const clean = part(wasm, known & ~1) as Report;
  const issues = issuesOf(wasm, parts & (1 << issueBits) - 1);
  return { ...clean, rulebook: { ...clean.rulebook }, ok: known % 2 === 0, issues, facts: { ...clean.facts } };
}

function issuesOf(wasm: InitOutput, count: number): Issue[] {
  if (count === 0) return [];
  if (buffer.byteLength === 0) ensureBuffer(wasm, smallestBuffer); // the memory has grown
  // Read before the module is called again.
  const numbers = places.slice(0, count).map((_, at) => buffer[2 * at]! | (buffer[2 * at + 1]! << 8));
  return numbers.map((number) => copyOf(part(wasm, 2 * number + 1) as Issue));
}

function part(wasm: InitOutput, number: number): Report | Issue {
  let known = kept.get(number);
  if (!known) kept.set(number, (known = JSON.parse(decode(wasm, wasm.recall(number) >>> 0)) as Report | Issue));
  return known;
}

/** Opens a session in the module. */
export function openSession(payload: string, context: unknown): Opened {
  sendContext(context);
  const length = write(payload, limit);
  const opened = within((wasm) => {
    const number = wasm.openSession(length);
    return number > 0 ? { number, generation } : answer(wasm, -number);
  });
  return unlessMisuse(opened) as Opened;
}

/** Returns a session's number if its instance still works. */
function numberOf(session: Opened): number {
  instance(); // the next one, where the last one ended
  if (session.generation === generation) return session.number;
  throw new ModuleError("The session is lost, because the module ran out of stack or memory in another call. Open a new Session with the payload so far.");
}

/** Runs a step of a session: at a pointer, with a value as text. */
export function step(session: Opened, word: string, at: string, value = ""): unknown {
  return unlessMisuse(stepped(session, word, at, value));
}

/**
 * Returns the payload of a session. Its content is the caller's, so a field named `error` is not an
 * error.
 */
export function payloadOf(session: Opened): object {
  return stepped(session, "payload", "", "");
}

function stepped(session: Opened, word: string, at: string, value: string): object {
  const number = numberOf(session);
  const text = `${word}${pointer(at)}\n${value}`;
  const length = write(text, text.length * 3);
  return within((wasm) => answer(wasm, wasm.step(number, word.length, length) >>> 0));
}

/** Edits a session: sets a text. */
export function editText(session: Opened, at: string, value: string): unknown {
  const number = numberOf(session);
  const length = writePlain(at, value);
  return length > 0 ? edited(number, length) : edit(session, at, JSON.stringify(value));
}

/** Edits a session; an empty value, which is not JSON, clears the place. */
export function edit(session: Opened, at: string, value: string): unknown {
  const number = numberOf(session);
  const text = `${pointer(at)}\n${value}`;
  return edited(number, write(text, text.length * 3));
}

function edited(number: number, length: number): unknown {
  const delta = within((wasm) => {
    const result = wasm.edit(number, length);
    return result < 0 ? { ok: result < -1, shown: [], hidden: [], states: [], stale: [] } : answer(wasm, result);
  });
  return unlessMisuse(delta);
}

/** A pointer is not JSON, so lone surrogates have no escape there, and no name contains them. */
function pointer(at: string): string {
  // JavaScript callers may pass anything, and converting it to text may have closed the session.
  if (typeof at !== "string") throw new TypeError("expected a JSON Pointer string");
  if (!isWellFormed(at) && /\p{Surrogate}/u.test(at)) throw new TypeError("a pointer holds whole characters, and this one half a surrogate pair");
  return at;
}

export function closeSession(session: Opened): void {
  if (!isInside && session.generation === generation) within((wasm) => wasm.closeSession(session.number));
}

/** Returns the description of a rule, of the rulebook or of the context. */
export function explainRule(rule: string, context: unknown): unknown {
  sendContext(context);
  const length = write(rule, longestRule);
  return reply((wasm) => wasm.explain(length));
}

/** Sends the context only if it differs from the last one. */
function sendContext(context: unknown): void {
  try {
    const last = lastContext;
    // A getter of the context may have sent another one meanwhile, or the instance may have ended.
    if (last !== undefined && read(context, () => isSame(context, last)) && last === lastContext && !isInside) return;
    const text = textOf(context);
    instance(); // the next one, where the last one ended
    lastContext = undefined;
    const length = write(text, longestContext);
    if (length > longestContext) throw new TypeError("the context is longer than 16 MiB");
    limit = within((wasm) => wasm.setContext(length));
    lastContext = JSON.parse(text);
  } catch (error) {
    throw unlessDeep(error);
  }
}

/** Returns the module's reply to a call that returns its length. */
function reply(call: (wasm: InitOutput) => number): unknown {
  return unlessMisuse(within((wasm) => answer(wasm, call(wasm) >>> 0)));
}

/**
 * Length 0 means the last reply again. Callers may change their results, so each receives a copy.
 */
function answer(wasm: InitOutput, length: number): object {
  if (length === 0) {
    lastValue ??= JSON.parse(lastText) as object;
    return copyOf(lastValue);
  }
  return JSON.parse(decode(wasm, length)) as object;
}

/** Decodes the text of a new reply. The module compares its next one with it. */
function decode(wasm: InitOutput, length: number): string {
  lastValue = undefined;
  return (lastText = decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.reply() >>> 0, length)));
}

function unlessMisuse(value: object): unknown {
  if (Object.hasOwn(value, "error")) throw new TypeError(((value as { error: unknown }).error as { message: string }).message);
  return value;
}

/**
 * Writes UTF-8 and returns its length. Of a text beyond `most` bytes it writes a little more than
 * `most`.
 */
function write(text: string, most: number): number {
  revision++;
  const bytes = text.length * 3;
  makeRoom(Math.min(bytes, most + 4));
  // Characters of up to four bytes are written completely or not at all; the rest is beyond `most`
  // already.
  const { read, written } = encoder.encodeInto(text, bytes > buffer.byteLength ? buffer.subarray(0, most + 4) : buffer);
  if (read < text.length) return written;
  // UTF-8 cannot represent lone surrogates, but JSON's escapes can. Without this they would pass as
  // another character.
  if (written > text.length && !isWellFormed(text)) {
    const escaped = escapeLoneSurrogates(text);
    if (escaped !== text) return write(escaped, most);
  }
  return written;
}

/**
 * Writes an edit of short plain texts, which needs neither JSON nor an encoder, and returns its
 * length; 0 for others.
 */
function writePlain(at: string, value: string): number {
  if (typeof at !== "string") return 0;
  makeRoom(smallestBuffer);
  const isThere = !reading && pointed.revision === revision && pointed.at === at;
  const start = isThere ? pointed.end : plainEnd(at, 0);
  const end = start < 0 ? start : plainEnd(value, start + 2);
  if (!isThere) revision++;
  if (end < 0) return 0;
  buffer[start] = 0x0a;
  buffer[start + 1] = buffer[end] = 0x22;
  if (!isThere) pointed = { at, end: start, revision };
  return end + 1;
}

/**
 * Writes a text that is the same in JSON and in UTF-8, and returns its end, or -1 if it is not, or
 * too long.
 */
function plainEnd(text: string, start: number): number {
  const into = buffer;
  const { length } = text;
  if (length > longestPlain) return -1;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c) return -1;
    into[start + i] = unit;
  }
  return start + length;
}

/**
 * Copies bytes into the buffer. If there are more than `most`, nothing is copied, and the length is
 * `most` plus one.
 */
function copy(bytes: Uint8Array, most: number): number {
  revision++;
  const length = Math.min(lengthOf.call(bytes) as number, most + 1);
  makeRoom(length);
  if (length <= most) buffer.set(bytes);
  return length;
}

function makeRoom(bytes: number): void {
  // When memory grows, old views of it get length 0.
  if (buffer.byteLength >= bytes && buffer.byteLength !== 0) return;
  if (!within((wasm) => ensureBuffer(wasm, bytes))) throw new RangeError("The text is too long for the memory that is left.");
}

function ensureBuffer(wasm: InitOutput, bytes: number): boolean {
  const length = Math.max(bytes, smallestBuffer);
  const at = wasm.buffer(length) >>> 0;
  if (at === 0) return false;
  buffer = new Uint8Array(wasm.memory.buffer as ArrayBuffer, at, length);
  walking = undefined;
  return true;
}

function escapeLoneSurrogates(text: string): string {
  // A backslash before the surrogate makes no escape; the text stays as it is, and is refused.
  // Pairs of backslashes are skipped.
  return text.replace(/\\\\|\\?\p{Surrogate}/gu, (found) =>
    found.length === 1 ? `\\u${found.charCodeAt(0).toString(16)}` : found,
  );
}
