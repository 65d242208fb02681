// Text into the module and back, through the one buffer that it keeps.
//
// What is kept here is what the module holds too: where its buffer is, which host it has, and its last reply.
import { instance } from "#module"; // each entry has its own way to the module: see build.mjs
import { copyOf, isSame } from "./plain.js";
import type { Host } from "./types.js";

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder();
const smallestRoom = 1 << 14;
// The module never gives memory back: no text may take more of it than can matter.
const longestRule = 1 << 10;
const longestHost = 1 << 24;
const usualLimit = 1 << 20; // of a payload, as in the core
const highestLimit = 1 << 30;

let room = /* @__PURE__ */ new Uint8Array(0);
let lastHost: unknown;
let lastReply: { text: string; value?: object } = { text: "" };

/** What an operation of the module, by its name there, answers to a text. */
export function ask(operation: string, text: string, host: unknown): unknown {
  sendHost(host);
  return reply(instance().call(operation.length, write(operation + text, operation.length + limit())) >>> 0);
}

/** Opens a session in the module, and answers with its number there. */
export function openSession(payload: string, host: unknown): number {
  sendHost(host);
  const number = instance().openSession(write(payload, limit()));
  if (number <= 0) reply(-number); // throws: it is a misuse
  return number;
}

/** A step of a session: at a pointer, with a value as text. */
export function step(session: number, word: string, at: string, value = ""): unknown {
  const text = `${word}${at}\n${value}`;
  return reply(instance().step(session, word.length, write(text, text.length * 3)) >>> 0);
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
  return refuseDeep(() => JSON.parse(textOf(host)) as unknown);
}

/** The host travels, and is read, only when it is another one than last time. */
function sendHost(host: unknown): void {
  refuseDeep(() => {
    const last = lastHost;
    // A getter of the host may have sent another one meanwhile.
    if (last !== undefined && isSame(host, last) && last === lastHost) return;
    const text = textOf(host);
    lastHost = undefined;
    const length = write(text, longestHost);
    if (length > longestHost) throw new TypeError("the host settings are longer than 16 MiB");
    instance().setHost(length);
    lastHost = JSON.parse(text);
  });
}

function refuseDeep<T>(readHost: () => T): T {
  try {
    return readHost();
  } catch (error) {
    throw isOverflow(error) ? new TypeError("the host settings are nested too deeply") : error;
  }
}

/** How many bytes of a payload the module reads. With a host that it refused it reads none, whatever this says. */
function limit(): number {
  const bytes = (lastHost as Host | null)?.limits?.text_bytes;
  return typeof bytes === "number" && bytes > 0 && bytes <= highestLimit ? bytes : usualLimit;
}

/** A reply of no length is the last one once more. Callers may change what they get, so that each gets its own. */
function reply(length: number): unknown {
  if (length === 0) {
    lastReply.value ??= JSON.parse(lastReply.text) as object;
    return unlessMisuse(copyOf(lastReply.value));
  }
  const wasm = instance();
  const at = wasm.reply() >>> 0;
  lastReply = { text: decoder.decode(new Uint8Array(wasm.memory.buffer, at, length)) };
  return unlessMisuse(JSON.parse(lastReply.text) as object);
}

function unlessMisuse(value: object): unknown {
  if ("misuse" in value) throw new TypeError((value.misuse as { message: string }).message);
  return value;
}

/** Writes UTF-8 and answers its length. Of a text of more than `most` bytes it writes a little more than `most`. */
function write(text: string, most: number): number {
  // Characters of up to four bytes are written whole or not at all: what is cut off here is beyond `most` already.
  const { read, written } = encoder.encodeInto(text, roomFor(Math.min(text.length * 3, most + 4)));
  if (read < text.length) return written;
  // UTF-8 cannot hold half a surrogate pair, JSON's escapes can; without this the half would pass as another character.
  if (written > text.length) {
    const escaped = escapeLoneSurrogates(text);
    if (escaped !== text) return write(escaped, most);
  }
  return written;
}

function roomFor(bytes: number): Uint8Array<ArrayBuffer> {
  // A memory that has grown leaves its old views behind with no length at all.
  if (room.byteLength < bytes || room.byteLength === 0) {
    const wasm = instance();
    const length = Math.max(bytes, smallestRoom);
    const at = wasm.room(length) >>> 0;
    if (at === 0) throw new RangeError("The text is too long for the memory that is left.");
    room = new Uint8Array(wasm.memory.buffer as ArrayBuffer, at, length);
  }
  return room.subarray(0, bytes);
}

function escapeLoneSurrogates(text: string): string {
  // A backslash before the half makes no escape; it stays as it is, and is refused. Pairs of them are passed over.
  return text.replace(/\\\\|\\?\p{Surrogate}/gu, (found) =>
    found.length === 1 ? `\\u${found.charCodeAt(0).toString(16)}` : found,
  );
}
