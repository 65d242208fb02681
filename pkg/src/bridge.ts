// Passes text to the module and back through its one buffer. Values of the caller are read before
// the module is asked, because their getters may call back.
import type { InitOutput } from "#glue";
import { compiled } from "#module"; // each entry has its own way to the module: see build.mjs
import { ModuleError } from "./error.js";
import { nodeModule } from "./node.js";
import { frozen } from "./plain.js";
import { contextText, isReading, payloadText, read } from "./text.js";
import type { Issue, Report } from "./types.js";
import { canWalk, isWellFormed, marks, mostMarks, type Outline, readOutline, type Walked, walk } from "./walk.js";

const smallestBuffer = 1 << 14;
const textsAt = 4 * mostMarks; // TEXTS in Rust
// The module never frees memory, so no text may take more of it than can matter.
const longestContext = 1 << 24;
const longestKept = 1 << 16;
const keptContexts = 8; // PLACES in Rust has one more, for all longer ones

/**
 * wasm-bindgen's own loader creates one instance forever, and fills a table of JavaScript values,
 * which this module does not use.
 */
const imports = { "./casegate_wasm_bg.js": { __wbindgen_init_externref_table() {} } };

/** The module at work. An exception inside ends it, and everything known of it. */
export class Instance {
  readonly encoder: TextEncoder = new (utf8().TextEncoder)();
  readonly decoder: TextDecoder = new (utf8().TextDecoder)();
  readonly wasm: InitOutput = new WebAssembly.Instance(compiled(), imports).exports as unknown as InitOutput;
  /** The buffer, and its parts for a walk. */
  buffer: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  marks: Uint32Array = new Uint32Array(0);
  texts: Uint8Array<ArrayBuffer> = this.buffer;
  /** The contexts in their places, the one of the next call, and the place for another one. */
  readonly contexts: (Entered | undefined)[] = Array.from({ length: keptContexts + 1 });
  context: Entered | undefined;
  next = 0;
}

/** The setting `audience` of contexts without one. */
export type Audience = "form" | "developer";

type Utf8 = Pick<typeof globalThis, "TextDecoder" | "TextEncoder">;

/** Jest's jsdom lacks both classes. They are needed at the first call, so that an import succeeds. */
function utf8(): Utf8 {
  return typeof TextEncoder === "function" ? globalThis : (nodeModule<Utf8>("node:util") ?? globalThis);
}

/** A context in the module. */
interface Entered {
  /** Its JSON, and the readers of messages if it does not name them. */
  readonly text: string;
  readonly audience: Audience;
  readonly place: number;
  /** The bytes of a payload that are read with it. */
  readonly limit: number;
  /** By which objects are walked; `false` if the context needs the text. */
  outline: Outline | false | undefined;
  /** Retained parts of reports, by their numbers: reports without issues, and issues. */
  readonly reports: Map<number, Report>;
  readonly issues: Map<number, Issue>;
}
let current: Instance | undefined;

/** Runs work in the module. Nothing in it calls the caller's code. */
function within<T>(work: (instance: Instance) => T): T {
  const instance = (current ??= new Instance());
  try {
    return work(instance);
  } catch (cause) {
    current = undefined;
    throw new ModuleError("The module ran out of stack or memory. Its sessions are lost; the next call starts it anew.", { cause });
  }
}

/** Makes a context, given as JSON, that of the next call. Others stay for their next use. */
function enter(text: string, audience: Audience): Entered {
  const isSame = (each: Entered | undefined) => each?.text === text && each.audience === audience;
  if (isSame(current?.context)) return current!.context!;
  const known = current?.contexts.find(isSame);
  const length = known ? 0 : write(withAudience(text, audience), longestContext);
  if (length > longestContext) throw new TypeError("the context is longer than 16 MiB");
  return within((instance) => {
    const place = known?.place ?? (text.length > longestKept ? keptContexts : instance.next++ % keptContexts);
    const limit = instance.wasm.setContext(place, length);
    return (instance.context = instance.contexts[place] = known ?? { text, audience, place, limit, outline: undefined, reports: new Map(), issues: new Map() });
  });
}

/** The last of several values of a setting counts, so that the caller's own replaces this one. */
function withAudience(text: string, audience: Audience): string {
  if (audience === "developer" || !text.startsWith("{")) return text;
  return `{"audience":"form"${text === "{}" ? "" : ","}${text.slice(1)}`;
}

/** Runs a named operation of the module on a text, which may exceed the context's limit by `beyond`. */
export function ask(operation: string, text: string, context: unknown, audience: Audience, beyond = 0): unknown {
  const limit = enter(contextText(context), audience).limit + beyond;
  const length = write(operation + text, operation.length + limit);
  return reply((wasm) => wasm.call(operation.length, length));
}

/** Returns the report on a payload's text or bytes. */
export function checkText(text: string | Uint8Array, context: unknown): Report {
  return check(text, contextText(context), "developer");
}

function check(text: string | Uint8Array, context: string, audience: Audience): Report {
  const entered = enter(context, audience);
  const length = typeof text === "string" ? write(text, entered.limit) : copy(text, entered.limit);
  return report(entered, (wasm) => wasm.check(length))!;
}

/** Returns the report on an object. Its text is made only if a walk is not sufficient. */
export function checkObject(payload: unknown, context: unknown): Report {
  const settings = contextText(context);
  return checkWalked(payload, settings) ?? check(payloadText(payload), settings, "form");
}

function checkWalked(payload: unknown, context: string): Report | undefined {
  // A value that is being read is read once, as text: a walk may be given up.
  if (!canWalk || isReading()) return undefined;
  const entered = enter(context, "form");
  const outline = (entered.outline ??= within((instance) => readOutline(answer(instance, instance.wasm.outline()))));
  if (!outline) return undefined;
  let walked: Walked | undefined;
  try {
    walked = read(payload, () => walk(payload, outline));
  } catch {
    // A strict getter or proxy. JSON.stringify reports it, or has no trouble with it.
  }
  if (!walked) return undefined;
  const seen = walked;
  const again = enter(context, "form"); // a getter may have sent another one
  const into = room(textsAt + 3 * seen.texts.length);
  for (let at = 0; at < seen.count; at++) into.marks[at] = marks[at]!;
  const end = textsAt + into.encoder.encodeInto(seen.texts, into.texts).written;
  return report(again, (wasm) => wasm.checkWalked(4 * seen.count, end, seen.depth, seen.bytes));
}

/** A session in a module. */
export interface Opened {
  readonly instance: Instance;
  readonly session: number;
}

/** Opens a session in the module. */
export function openSession(payload: string, context: unknown): Opened {
  const limit = enter(contextText(context), "form").limit;
  const length = write(payload, limit);
  const opened = reply((wasm) => wasm.openSession(length)) as { session: number };
  return { instance: current!, session: opened.session };
}

/** Runs a step of a session: at a pointer, with a value as text. */
export function step(opened: Opened, word: string, at: string, value = ""): unknown {
  // JavaScript callers may pass anything.
  if (typeof at !== "string") throw new TypeError("expected a JSON Pointer string");
  if (!isWellFormed(at) && /\p{Surrogate}/u.test(at)) throw new TypeError("a pointer holds whole characters, and this one half a surrogate pair");
  if (opened.instance !== current) {
    throw new ModuleError("The session is lost, because the module ran out of stack or memory in another call. Open a new Session with the payload so far.");
  }
  const text = `${word} ${at}\n${value}`;
  const length = write(text, 3 * text.length);
  return within((instance) => {
    const replied = instance.wasm.step(opened.session, length);
    return replied < 0 ? { ok: replied < -1, shown: [], hidden: [], states: [], stale: [] } : (JSON.parse(answer(instance, replied)) as unknown);
  });
}

export function closeSession(opened: Opened): void {
  if (opened.instance !== current) return;
  const length = write("close", smallestBuffer);
  within((instance) => instance.wasm.step(opened.session, length));
}

/** Returns a report, whole or from its parts; `undefined` if the module needs the text. */
function report(entered: Entered, call: (wasm: InitOutput) => number): Report | undefined {
  const made = within((instance) => {
    const length = call(instance.wasm);
    if (length < 0) return entered.reports.get(~length);
    const text = answer(instance, length);
    const parts = text === "" ? undefined : (JSON.parse(text) as Report | [Part<Report>, ...Part<Issue>[]]);
    if (!Array.isArray(parts)) {
      const rest: { prepared?: unknown } = { ...parts };
      delete rest.prepared; // the prepared payload is the caller's
      frozen(rest);
      return Object.freeze(parts);
    }
    const bare = part(parts[0], entered.reports);
    if (parts.length === 1) return bare;
    const issues = (parts.slice(1) as Part<Issue>[]).map((issue) => part(issue, entered.issues));
    return Object.freeze({ ...bare, issues: Object.freeze(issues) });
  });
  return made && (unlessError(made) as Report);
}

/** A part was retained before, or it is to be retained under a number, or neither. */
type Part<T> = number | [number, T] | T;

function part<T>(part: Part<T>, retained: Map<number, T>): T {
  if (typeof part === "number") return retained.get(part)!;
  if (!Array.isArray(part)) return frozen(part);
  const crossing = part as [number, T];
  retained.set(crossing[0], frozen(crossing[1]));
  return crossing[1];
}

/** Returns the module's reply to a call that returns its length. */
function reply(call: (wasm: InitOutput) => number): unknown {
  return unlessError(within((instance) => JSON.parse(answer(instance, call(instance.wasm))) as object | null));
}

function answer(instance: Instance, length: number): string {
  const wasm = instance.wasm;
  return length === 0 ? "" : instance.decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.reply() >>> 0, length >>> 0));
}

function unlessError(value: object | null): unknown {
  if (value && Object.hasOwn(value, "error")) throw new TypeError((value as { error: { message: string } }).error.message);
  return value;
}

/**
 * Writes UTF-8 and returns its length. Of a text beyond `most` bytes it writes a little more than
 * `most`.
 */
function write(text: string, most: number): number {
  const instance = room(Math.min(3 * text.length, most + 4));
  const into = instance.buffer;
  // Characters of up to four bytes are written completely or not at all; the rest is beyond `most`
  // already.
  const done = instance.encoder.encodeInto(text, into.byteLength > most + 4 ? into.subarray(0, most + 4) : into);
  if (done.read < text.length || done.written === text.length || isWellFormed(text)) return done.written;
  // UTF-8 cannot represent lone surrogates, but JSON's escapes can. Without this they would pass as
  // another character.
  const escaped = escapeLoneSurrogates(text);
  return escaped === text ? done.written : write(escaped, most);
}

/**
 * Copies bytes into the buffer. If there are more than `most`, nothing is copied, and the length is
 * `most` plus one.
 */
function copy(bytes: Uint8Array, most: number): number {
  // The real length, whatever a subclass defines as `length`.
  const length = Math.min(byteLength.call(bytes) as number, most + 1);
  const into = room(length).buffer;
  if (length <= most) into.set(bytes);
  return length;
}
const byteLength = /* @__PURE__ */ Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "byteLength")!.get!;

/** Returns the instance, with room for so many bytes in its buffer. */
function room(bytes: number): Instance {
  // When memory grows, old views of it get length 0.
  if (current && current.buffer.byteLength >= bytes && current.buffer.byteLength > 0) return current;
  const length = Math.max(bytes, smallestBuffer);
  return within((instance) => {
    const memory = instance.wasm.memory;
    const at = instance.wasm.buffer(length) >>> 0;
    if (at === 0) return undefined;
    instance.buffer = new Uint8Array(memory.buffer as ArrayBuffer, at, length);
    instance.marks = new Uint32Array(memory.buffer, at, mostMarks);
    instance.texts = instance.buffer.subarray(textsAt);
    return instance;
  }) ?? tooLong();
}

function tooLong(): never {
  throw new RangeError("The text is too long for the memory that is left.");
}

function escapeLoneSurrogates(text: string): string {
  // A backslash before the surrogate makes no escape; the text stays as it is, and is refused.
  // Pairs of backslashes are skipped.
  return text.replace(/\\\\|\\?\p{Surrogate}/gu, (found) =>
    found.length === 1 ? `\\u${found.charCodeAt(0).toString(16)}` : found,
  );
}
