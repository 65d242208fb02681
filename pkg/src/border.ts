// Text into the module and back, through the one buffer that it keeps.
//
// What is kept here is what the module holds too: where its buffer is, which host it has, and its last reply.
import { instance } from "#module"; // each entry has its own way to the module: see build.mjs
import { copyOf, isSame } from "./plain.js";
import type { Issue, Report } from "./types.js";
import { type Outline, canWalk, isWellFormed, mostMarks, readOutline, walk } from "./walk.js";

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder();
const smallestRoom = 1 << 14;
// The module never gives memory back: no text may take more of it than can matter.
const longestRule = 1 << 10;
const longestHost = 1 << 24;
const longestPlain = 1 << 8;

/** What bytes say of themselves, whatever a class of somebody's makes of `length`: that might call back. */
const lengthOf = /* @__PURE__ */ Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "length")!.get!;

const textsAt = mostMarks * 4;
// Answers of the module: marks will not do; a report in parts, and how many issues at most it has.
const sendText = -1;
const firstKnown = -2;
const issueBits = 11;

let room = /* @__PURE__ */ new Uint8Array(0);
/** The start of the room as marks, and what follows for their texts. */
let walking: { marks: Uint32Array; texts: Uint8Array<ArrayBuffer> } | undefined;
let lastHost: unknown;
/** How many bytes of a payload the module reads with that host; of a host that it refused it reads none. */
let limit = 0;
/** The module's last reply. Its text is missing where reading it was broken off. */
let lastReply: { length: number; text: string | undefined; value: object | undefined } = { length: 0, text: "", value: undefined };
/** Clean reports, and issues, that the module keeps, by what it calls them. */
const kept = /* @__PURE__ */ new Map<number, Report | Issue>();
/** As many as issues can be: `slice` and `map` cost a fraction of `Array.from`, and call nothing of a page's but an `Array[Symbol.species]` that it set. */
const places: number[] = /* @__PURE__ */ new Array(1 << issueBits).fill(0);
let outline: { host: unknown; isUsed: boolean } = { host: undefined, isUsed: false };
/** The last outline that the module handed out; missing where reading it was broken off. */
let lines: Outline | undefined;
/** Counts what is written into the room: what calls back into the package writes meanwhile. */
let turn = 0;
/** The pointer that the room begins with, until something else is written. */
let pointed = { at: "", end: 0, turn: -1 };
/** Whether the room may be written without a turn. */
let isWalking = false;

/** What an operation of the module, by its name there, answers to a text. */
export function ask(operation: string, text: string, host: unknown): unknown {
  sendHost(host);
  return reply(instance().call(operation.length, write(operation + text, operation.length + limit)) >>> 0);
}

/** The report on a payload's text, or on bytes that should be one. */
export function checkText(text: string | Uint8Array, host: unknown): unknown {
  sendHost(host);
  return report(instance().check(typeof text === "string" ? write(text, limit) : copy(text, limit)));
}

/** The report on a payload, of which text is made only where a walk cannot tell everything. */
export function checkObject(payload: unknown, textOf: (payload: unknown) => string, host: unknown): unknown {
  if (canWalk) {
    sendHost(host);
    const answer = walked(payload);
    if (answer !== sendText) return report(answer);
  }
  return checkText(textOf(payload), host);
}

function walked(payload: unknown): number {
  const wasm = instance();
  const by = linesOf(lastHost);
  if (!by) return sendText;
  makeRoom(smallestRoom);
  if (room.byteOffset % 4 !== 0) return sendText; // never seen: a module's memory is given in eights
  walking ??= { marks: new Uint32Array(room.buffer, room.byteOffset, mostMarks), texts: room.subarray(textsAt) };
  const { marks, texts } = walking;
  const mine = ++turn;
  const found = walkedBy(by, payload, marks);
  // A getter may have called back, and the room been used, or moved.
  if (!found || turn !== mine || found.texts.length * 3 > texts.byteLength) return sendText;
  const { written } = encoder.encodeInto(found.texts, texts);
  return wasm.checkWalked(found.marks * 4, textsAt, textsAt + written, found.depth, found.bytes);
}

/** What throws here, a getter or a proxy that is strict, JSON may throw as well, or not: it says for itself. */
function walkedBy(by: Outline, payload: unknown, marks: Uint32Array): ReturnType<typeof walk> {
  const before = isWalking; // by a getter of another payload
  isWalking = true;
  try {
    return walk(payload, by, marks);
  } catch {
    return undefined;
  } finally {
    isWalking = before;
    pointed.turn = -1; // what a getter put there is gone
  }
}

/** What to look at in payloads for the host that the module has. */
function linesOf(host: unknown): Outline | undefined {
  if (outline.host !== host) {
    const length = instance().outline();
    if (length > 0) {
      lines = undefined;
      lines = readOutline(decode(length));
    }
    outline = { host, isUsed: length !== sendText };
  }
  return outline.isUsed ? lines : undefined;
}

/** A report whose parts the module keeps comes as a number below zero, with the numbers of its issues in the room. */
function report(answer: number): unknown {
  if (answer >= 0) return reply(answer);
  const parts = firstKnown - answer;
  const known = parts >> issueBits;
  const clean = part(known & ~1) as Report;
  const issues = issuesOf(parts & (1 << issueBits) - 1);
  return { ...clean, rulebook: { ...clean.rulebook }, ok: known % 2 === 0, issues, facts: { ...clean.facts } };
}

function issuesOf(count: number): Issue[] {
  if (count === 0) return [];
  makeRoom(smallestRoom); // the memory may have grown
  // Before anything else is asked of the module.
  const numbers = places.slice(0, count).map((_, at) => room[2 * at]! | (room[2 * at + 1]! << 8));
  return numbers.map((number) => copyOf(part(2 * number + 1) as Issue));
}

function part(number: number): Report | Issue {
  let known = kept.get(number);
  if (!known) kept.set(number, (known = JSON.parse(decode(instance().recall(number) >>> 0)) as Report | Issue));
  return known;
}

/** Opens a session in the module, and answers with its number there. */
export function openSession(payload: string, host: unknown): number {
  sendHost(host);
  const number = instance().openSession(write(payload, limit));
  if (number <= 0) reply(-number); // throws: it is a misuse
  return number;
}

/** A step of a session: at a pointer, with a value as text. */
export function step(session: number, word: string, at: string, value = ""): unknown {
  return unlessMisuse(stepped(session, word, at, value));
}

/** The payload of a session. Whatever is in it is the caller's: a field that is called `misuse` is none. */
export function payloadOf(session: number): object {
  return stepped(session, "payload", "", "");
}

function stepped(session: number, word: string, at: string, value: string): object {
  const text = `${word}${pointer(at)}\n${value}`;
  return answer(instance().step(session, word.length, write(text, text.length * 3)) >>> 0);
}

/** An edit of a session that puts a text there. */
export function editText(session: number, at: string, value: string): unknown {
  const length = writePlain(at, value);
  return length > 0 ? edited(session, length) : edit(session, at, JSON.stringify(value));
}

/** An edit of a session; no value, which is JSON, clears. */
export function edit(session: number, at: string, value: string): unknown {
  const text = `${pointer(at)}\n${value}`;
  return edited(session, write(text, text.length * 3));
}

function edited(session: number, length: number): unknown {
  const told = instance().edit(session, length);
  return told < 0 ? { ok: told < -1, shown: [], hidden: [], states: [], stale: [] } : reply(told);
}

/** A pointer is no JSON text: half a surrogate pair has no escape there, and is no part of a name. */
function pointer(at: string): string {
  // JavaScript's callers may give anything, and what is made a text here may have closed the session.
  if (typeof at !== "string") throw new TypeError("a place is told by a JSON Pointer, which is a text");
  if (/\p{Surrogate}/u.test(at)) throw new TypeError("a pointer holds whole characters, and this one half a surrogate pair");
  return at;
}

export function closeSession(session: number): void {
  instance().closeSession(session);
}

/** What the module says of a rule, of the book or of the host. */
export function askWhy(rule: string, host: unknown): unknown {
  sendHost(host);
  return reply(instance().explain(write(rule, longestRule)) >>> 0);
}

/** `undefined` and functions have no JSON; they are nothing, as `null` is. */
export function textOf(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}

/** Whether the engine ran out of stack: V8 and JavaScriptCore say the first, SpiderMonkey the second. */
export function isOverflow(error: unknown): boolean {
  return error instanceof Error && /^(Maximum call stack size exceeded|too much recursion)/.test(error.message);
}

/** The host as JSON has it: no getters, no `toJSON`. */
export function plainHost(host: unknown): unknown {
  try {
    return JSON.parse(textOf(host)) as unknown;
  } catch (error) {
    throw unlessDeep(error);
  }
}

/** The host travels, and is read, only when it is another one than last time. */
function sendHost(host: unknown): void {
  try {
    const last = lastHost;
    // A getter of the host may have sent another one meanwhile.
    if (last !== undefined && isSame(host, last) && last === lastHost) return;
    const text = textOf(host);
    lastHost = undefined;
    const length = write(text, longestHost);
    if (length > longestHost) throw new TypeError("the host settings are longer than 16 MiB");
    limit = instance().setHost(length);
    lastHost = JSON.parse(text);
  } catch (error) {
    throw unlessDeep(error);
  }
}

function unlessDeep(error: unknown): unknown {
  return isOverflow(error) ? new TypeError("the host settings are nested too deeply") : error;
}

/** A reply of no length is the last one once more. Callers may change what they get, so that each gets its own. */
function reply(length: number): unknown {
  return unlessMisuse(answer(length));
}

function answer(length: number): object {
  if (length === 0) {
    lastReply.value ??= JSON.parse(lastText()) as object;
    return copyOf(lastReply.value);
  }
  return JSON.parse(decode(length)) as object;
}

/** The text of a new reply, whatever it is of: the module compares its next one with it. */
function decode(length: number): string {
  lastReply = { length, text: undefined, value: undefined }; // all three: what a page gave to all objects is no reply
  return lastText();
}

function lastText(): string {
  const wasm = instance();
  return (lastReply.text ??= decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.reply() >>> 0, lastReply.length)));
}

function unlessMisuse(value: object): unknown {
  if (Object.hasOwn(value, "misuse")) throw new TypeError(((value as { misuse: unknown }).misuse as { message: string }).message);
  return value;
}

/** Writes UTF-8 and answers its length. Of a text of more than `most` bytes it writes a little more than `most`. */
function write(text: string, most: number): number {
  turn++;
  const bytes = text.length * 3;
  if (bytes > room.byteLength || room.byteLength === 0) makeRoom(Math.min(bytes, most + 4));
  // Characters of up to four bytes are written whole or not at all: what is cut off here is beyond `most` already.
  const { read, written } = encoder.encodeInto(text, bytes > room.byteLength ? room.subarray(0, most + 4) : room);
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
  makeRoom(smallestRoom);
  const isThere = !isWalking && pointed.turn === turn && pointed.at === at;
  const start = isThere ? pointed.end : plainEnd(at, 0);
  const end = start < 0 ? start : plainEnd(value, start + 2);
  if (!isThere) turn++;
  if (end < 0) return 0;
  room[start] = 0x0a;
  room[start + 1] = room[end] = 0x22;
  if (!isThere) pointed = { at, end: start, turn };
  return end + 1;
}

/** Writes a text that is the same in JSON and in UTF-8, and answers where it ends, or -1 where it is not, or is long. */
function plainEnd(text: string, start: number): number {
  const into = room;
  const { length } = text;
  if (length > longestPlain) return -1;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c) return -1;
    into[start + i] = unit;
  }
  return start + length;
}

/** Copies bytes into the room. Of more than `most` nothing is read, and one more is told. */
function copy(bytes: Uint8Array, most: number): number {
  turn++;
  const length = Math.min(lengthOf.call(bytes) as number, most + 1);
  makeRoom(length);
  if (length <= most) room.set(bytes);
  return length;
}

function makeRoom(bytes: number): void {
  // A memory that has grown leaves its old views behind with no length at all.
  if (room.byteLength >= bytes && room.byteLength !== 0) return;
  const wasm = instance();
  const length = Math.max(bytes, smallestRoom);
  const at = wasm.room(length) >>> 0;
  if (at === 0) throw new RangeError("The text is too long for the memory that is left.");
  room = new Uint8Array(wasm.memory.buffer as ArrayBuffer, at, length);
  walking = undefined;
}

function escapeLoneSurrogates(text: string): string {
  // A backslash before the half makes no escape; it stays as it is, and is refused. Pairs of them are passed over.
  return text.replace(/\\\\|\\?\p{Surrogate}/gu, (found) =>
    found.length === 1 ? `\\u${found.charCodeAt(0).toString(16)}` : found,
  );
}
