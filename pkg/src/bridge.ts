// Text into the module and back, through the one buffer that it keeps.
//
// What is kept here is what the module holds too: where its buffer is, which context it has, and its last reply. An exception inside the
// module ends it, and all of this with it: the next call starts a fresh one.
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
// The module never gives memory back: no text may take more of it than can matter.
const longestRule = 1 << 10;
const longestContext = 1 << 24;
const longestPlain = 1 << 8;

/** What bytes say of themselves, whatever a class of somebody's makes of `length`: that might call back. */
const lengthOf = /* @__PURE__ */ Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "length")!.get!;

const textsAt = mostMarks * 4;
// Answers of the module: marks will not do; a report in parts, and how many issues at most it has.
const sendText = -1;
const firstKnown = -2;
const issueBits = 11;

/** wasm-bindgen's own loader makes one instance for ever, and fills a table of JavaScript's values, of which this module has none. */
const imports = { "./casegate_wasm_bg.js": { __wbindgen_init_externref_table() {} } };
let loaded: InitOutput | undefined;
/** Counts the modules that ended: a session knows by it whether its own still works. */
let generation = 0;
/** Set while the module works. Where it is still set at the next call, an exception has ended that module. */
let isInside = false;

let buffer = /* @__PURE__ */ new Uint8Array(0);
/** The start of the buffer as marks, and what follows for their texts. */
let walking: { marks: Uint32Array; texts: Uint8Array<ArrayBuffer> } | undefined;
let lastContext: unknown;
/** How many bytes of a payload the module reads with that context; of a context that it refused it reads none. */
let limit = 0;
/** The module's last reply. */
let lastText = "";
let lastValue: object | undefined;
/** Clean reports, and issues, that the module keeps, by what it calls them. */
const kept = /* @__PURE__ */ new Map<number, Report | Issue>();
/** As many as issues can be: `slice` and `map` cost a fraction of `Array.from`, and call nothing of a page's but an `Array[Symbol.species]` that it set. */
const places: number[] = /* @__PURE__ */ new Array(1 << issueBits).fill(0);
let outlined: unknown;
/** The last outline that the module handed out, and whether it is of use for the context that it was asked for. */
let lines: Outline | undefined;
let isOfUse = false;
/** Counts what is written into the buffer: what calls back into the package writes meanwhile. */
let revision = 0;
/** The pointer that the buffer begins with, until something else is written. */
let pointed = { at: "", end: 0, revision: -1 };
/** A session in a module. */
export interface Opened {
  readonly number: number;
  readonly generation: number;
}

/** The module that works. */
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

/** What work in the module answers. It reads the reply to the end, and neither calls what is a caller's nor this function. */
function within<T>(work: (wasm: InitOutput) => T): T {
  const wasm = instance();
  isInside = true;
  let told: T;
  try {
    told = work(wasm);
  } catch (cause) {
    throw new ModuleError("The module ran out of stack or memory. Its sessions are lost; the next call starts it anew.", { cause });
  }
  isInside = false;
  return told;
}

/** What an operation of the module, by its name there, answers to a text. */
export function ask(operation: string, text: string, context: unknown): unknown {
  sendContext(context);
  const length = write(operation + text, operation.length + limit);
  return reply((wasm) => wasm.call(operation.length, length));
}

/** The report on a payload's text, or on bytes that should be one. */
export function checkText(text: string | Uint8Array, context: unknown): unknown {
  sendContext(context);
  const length = typeof text === "string" ? write(text, limit) : copy(text, limit);
  return unlessMisuse(within((wasm) => report(wasm, wasm.check(length))));
}

/** The report on a payload, of which text is made only where a walk cannot tell everything. */
export function checkObject(payload: unknown, context: unknown): unknown {
  // What a getter asks for meanwhile is read as text, once: a walk that is given up reads it a second time.
  if (canWalk && !reading) {
    sendContext(context);
    const told = walked(payload);
    if (told) return unlessMisuse(told);
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
    // A getter or a proxy that is strict: JSON may throw as well, or not, and says for itself.
  }
  pointed.revision = -1; // what a getter put there is gone
  // A getter may have called back, and the buffer been used, or moved, or the module have ended.
  if (!found || isInside || revision !== mine || found.texts.length * 3 > texts.byteLength) return undefined;
  const { written } = encoder.encodeInto(found.texts, texts);
  return within((wasm) => {
    const told = wasm.checkWalked(found.marks * 4, textsAt, textsAt + written, found.depth, found.bytes);
    return told === sendText ? undefined : report(wasm, told);
  });
}

/** What to look at in payloads for the context that the module has. */
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

/** A report whose parts the module keeps comes as a number below zero, with the numbers of its issues in the buffer. */
function report(wasm: InitOutput, told: number): object {
  if (told >= 0) return answer(wasm, told);
  const parts = firstKnown - told;
  const known = parts >> issueBits;
  const clean = part(wasm, known & ~1) as Report;
  const issues = issuesOf(wasm, parts & (1 << issueBits) - 1);
  return { ...clean, rulebook: { ...clean.rulebook }, ok: known % 2 === 0, issues, facts: { ...clean.facts } };
}

function issuesOf(wasm: InitOutput, count: number): Issue[] {
  if (count === 0) return [];
  if (buffer.byteLength === 0) ensureBuffer(wasm, smallestBuffer); // the memory has grown
  // Before anything else is asked of the module.
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

/** A session's number, where its module still works. */
function numberOf(session: Opened): number {
  instance(); // the next one, where the last one ended
  if (session.generation === generation) return session.number;
  throw new ModuleError("The session is lost, because the module ran out of stack or memory in another call. Open a new Session with the payload so far.");
}

/** A step of a session: at a pointer, with a value as text. */
export function step(session: Opened, word: string, at: string, value = ""): unknown {
  return unlessMisuse(stepped(session, word, at, value));
}

/** The payload of a session. Whatever is in it is the caller's: a field that is called `error` is none. */
export function payloadOf(session: Opened): object {
  return stepped(session, "payload", "", "");
}

function stepped(session: Opened, word: string, at: string, value: string): object {
  const number = numberOf(session);
  const text = `${word}${pointer(at)}\n${value}`;
  const length = write(text, text.length * 3);
  return within((wasm) => answer(wasm, wasm.step(number, word.length, length) >>> 0));
}

/** An edit of a session that puts a text there. */
export function editText(session: Opened, at: string, value: string): unknown {
  const number = numberOf(session);
  const length = writePlain(at, value);
  return length > 0 ? edited(number, length) : edit(session, at, JSON.stringify(value));
}

/** An edit of a session; no value, which is JSON, clears. */
export function edit(session: Opened, at: string, value: string): unknown {
  const number = numberOf(session);
  const text = `${pointer(at)}\n${value}`;
  return edited(number, write(text, text.length * 3));
}

function edited(number: number, length: number): unknown {
  const delta = within((wasm) => {
    const told = wasm.edit(number, length);
    return told < 0 ? { ok: told < -1, shown: [], hidden: [], states: [], stale: [] } : answer(wasm, told);
  });
  return unlessMisuse(delta);
}

/** A pointer is no JSON text: half a surrogate pair has no escape there, and is no part of a name. */
function pointer(at: string): string {
  // JavaScript's callers may give anything, and what is made a text here may have closed the session.
  if (typeof at !== "string") throw new TypeError("a place is told by a JSON Pointer, which is a text");
  if (!isWellFormed(at) && /\p{Surrogate}/u.test(at)) throw new TypeError("a pointer holds whole characters, and this one half a surrogate pair");
  return at;
}

export function closeSession(session: Opened): void {
  if (!isInside && session.generation === generation) within((wasm) => wasm.closeSession(session.number));
}

/** What the module says of a rule, of the book or of the context. */
export function explainRule(rule: string, context: unknown): unknown {
  sendContext(context);
  const length = write(rule, longestRule);
  return reply((wasm) => wasm.explain(length));
}

/** The context travels, and is read, only when it is another one than last time. */
function sendContext(context: unknown): void {
  try {
    const last = lastContext;
    // A getter of the context may have sent another one meanwhile, or the module have ended.
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

/** What the module replies to a call that answers with the length of it. */
function reply(call: (wasm: InitOutput) => number): unknown {
  return unlessMisuse(within((wasm) => answer(wasm, call(wasm) >>> 0)));
}

/** A reply of no length is the last one once more. Callers may change what they get, so that each gets its own. */
function answer(wasm: InitOutput, length: number): object {
  if (length === 0) {
    lastValue ??= JSON.parse(lastText) as object;
    return copyOf(lastValue);
  }
  return JSON.parse(decode(wasm, length)) as object;
}

/** The text of a new reply, whatever it is of: the module compares its next one with it. */
function decode(wasm: InitOutput, length: number): string {
  lastValue = undefined;
  return (lastText = decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.reply() >>> 0, length)));
}

function unlessMisuse(value: object): unknown {
  if (Object.hasOwn(value, "error")) throw new TypeError(((value as { error: unknown }).error as { message: string }).message);
  return value;
}

/** Writes UTF-8 and answers its length. Of a text of more than `most` bytes it writes a little more than `most`. */
function write(text: string, most: number): number {
  revision++;
  const bytes = text.length * 3;
  makeRoom(Math.min(bytes, most + 4));
  // Characters of up to four bytes are written whole or not at all: what is cut off here is beyond `most` already.
  const { read, written } = encoder.encodeInto(text, bytes > buffer.byteLength ? buffer.subarray(0, most + 4) : buffer);
  if (read < text.length) return written;
  // UTF-8 cannot hold half a surrogate pair, JSON's escapes can; without this the half would pass as another character.
  if (written > text.length && !isWellFormed(text)) {
    const escaped = escapeLoneSurrogates(text);
    if (escaped !== text) return write(escaped, most);
  }
  return written;
}

/** Writes an edit of short plain texts, which needs neither JSON nor an encoder, and answers its length; 0 for others. */
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

/** Writes a text that is the same in JSON and in UTF-8, and answers where it ends, or -1 where it is not, or is long. */
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

/** Copies bytes into the buffer. Of more than `most` nothing is read, and one more is told. */
function copy(bytes: Uint8Array, most: number): number {
  revision++;
  const length = Math.min(lengthOf.call(bytes) as number, most + 1);
  makeRoom(length);
  if (length <= most) buffer.set(bytes);
  return length;
}

function makeRoom(bytes: number): void {
  // A memory that has grown leaves its old views behind with no length at all.
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
  // A backslash before the half makes no escape; it stays as it is, and is refused. Pairs of them are passed over.
  return text.replace(/\\\\|\\?\p{Surrogate}/gu, (found) =>
    found.length === 1 ? `\\u${found.charCodeAt(0).toString(16)}` : found,
  );
}
