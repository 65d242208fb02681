// A form being filled, kept in the module from edit to edit.
import type { Words } from "./api.js";
import { closeSession, edit, editText, openSession, type Opened, payloadOf, step } from "./bridge.js";
import { jsonOf, payloadText, textOf } from "./text.js";
import type { Delta, Edit, FieldState, Context, Issue, Report } from "./types.js";

/** Gives the memory back of sessions that were forgotten without being closed. */
const forgotten = /* @__PURE__ */ new FinalizationRegistry<Opened>(closeSession);

/**
 * A form being filled. An edit answers with only what it changed, and judges only what reads the change; the report is
 * always the one that `checkCase` gives for the same payload.
 *
 * It lives in the module: where another call used up the stack or the memory there, every use of the session but `close`
 * throws a `ModuleError`, and a new one has to be opened with the payload.
 *
 * ```ts
 * const session = new Session({ case_type: "pl" }, { today: "2026-03-01" });
 * session.touch("/plaintiff_name").shown;                  // what the person sees when leaving the field empty
 * session.set("/plaintiff_name", "Ada Example").hidden;    // what goes away
 * ```
 */
export class Session {
  #opened: Opened | undefined;
  readonly #words: Words | undefined;

  /**
   * Starts from a payload, `{}` for an empty form.
   *
   * @throws TypeError when the payload is no object, or the context cannot be read.
   */
  constructor(payload: unknown, context: Context, words?: Words) {
    this.#opened = openSession(payloadText(payload), context);
    this.#words = words;
    forgotten.register(this, this.#opened, this);
  }

  /**
   * Puts a value at a field (`/plaintiff_name`) or at a member of a record (`/defendant_information/city`), by JSON
   * Pointer. `undefined` clears it.
   *
   * @throws TypeError when there is no such place, or the payload would exceed the context's limits. Nothing changes then.
   */
  set(at: string, value: unknown): Delta {
    if (typeof value === "string") return this.#delta(editText(this.#open(), at, value));
    const text = jsonOf(value);
    return text === undefined ? this.clear(at) : this.#delta(edit(this.#open(), at, text));
  }

  /** Takes the value of a field or a member away. */
  clear(at: string): Delta {
    return this.#delta(edit(this.#open(), at, ""));
  }

  /** Makes the findings at a place known to the person; without a place, all. Deltas tell of touched places only. */
  touch(at = ""): Delta {
    return this.#delta(this.#step("touch", at));
  }

  /** What edits would change, all together, without making them. */
  whatIf(edits: readonly Edit[]): Delta {
    return this.#delta(this.#step("what_if", "", textOf(edits)));
  }

  /** The whole report. */
  report(): Report {
    return this.#reworded("issues", this.#step("report") as Report);
  }

  /** The state of every field. */
  states(): FieldState[] {
    return this.#step("states") as FieldState[];
  }

  /** The payload, in the order in which its fields came. */
  payload(): Record<string, unknown> {
    return payloadOf(this.#open()) as Record<string, unknown>;
  }

  /** Gives its memory back; not needed, but earlier than by itself. */
  close(): void {
    if (!this.#opened) return;
    forgotten.unregister(this);
    closeSession(this.#opened);
    this.#opened = undefined;
  }

  #open(): Opened {
    if (!this.#opened) throw new TypeError("the session is closed");
    return this.#opened;
  }

  #step(word: string, at = "", value = ""): unknown {
    return step(this.#open(), word, at, value);
  }

  #delta(told: unknown): Delta {
    if (Object.hasOwn(told as object, "refused")) throw new TypeError((told as { refused: string }).refused);
    return this.#reworded("shown", told as Delta);
  }

  #reworded<Key extends string, T extends Record<Key, Issue[]>>(key: Key, told: T): T {
    for (const issue of this.#words ? told[key] : []) issue.message = this.#words?.(issue) ?? issue.message;
    return told;
  }
}
