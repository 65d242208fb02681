// A form being filled in, kept in the module from edit to edit.
import { reworded, type Words } from "./api.js";
import { closeSession, openSession, type Opened, step } from "./bridge.js";
import { jsonOf, payloadText, textOf } from "./text.js";
import type { Delta, Edit, FieldState, Context, Report } from "./types.js";

/** Frees the memory of sessions that were dropped without being closed. */
const forgotten = /* @__PURE__ */ new FinalizationRegistry<Opened>(closeSession);

/**
 * A form being filled in.
 *
 * An edit returns its effects only, and re-evaluates only what depends on it. The report always
 * equals that of `checkCase` for the same payload.
 *
 * The session is inside the module. If another call exhausts the stack or the memory there, every
 * use of the session except `close` throws a `ModuleError`, and a new session must be opened with
 * the payload.
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
   * @throws TypeError if the payload is not an object, or the context is invalid.
   */
  constructor(payload: unknown, context: Context, words?: Words) {
    this.#opened = openSession(payloadText(payload), context);
    this.#words = words;
    forgotten.register(this, this.#opened, this);
  }

  /**
   * Sets a field (`/plaintiff_name`) or a member of a record (`/defendant_information/city`), given
   * by JSON Pointer. `undefined` clears it.
   *
   * @throws TypeError if the pointer is unknown or the payload would exceed the context's limits. The
   *   payload is then unchanged.
   */
  set(at: string, value: unknown): Delta {
    const text = jsonOf(value);
    return text === undefined ? this.clear(at) : this.#delta(step(this.#open(), "set", at, text));
  }

  /** Clears a field or a member. */
  clear(at: string): Delta {
    return this.#delta(step(this.#open(), "clear", at));
  }

  /**
   * Marks the findings at a place as seen by the person; without a place, all. Deltas report
   * findings at touched places only.
   */
  touch(at = ""): Delta {
    return this.#delta(this.#step("touch", at));
  }

  /** Returns the combined effects of edits without making them. */
  whatIf(edits: readonly Edit[]): Delta {
    return this.#delta(this.#step("what_if", "", textOf(edits)));
  }

  /** Returns the whole report. */
  report(): Report {
    return reworded(this.#step("report") as Report, "issues", this.#words);
  }

  /** Returns the state of every field. */
  states(): FieldState[] {
    return this.#step("states") as FieldState[];
  }

  /** Returns the payload, with fields in the order of first occurrence. */
  payload(): Record<string, unknown> {
    return this.#step("payload") as Record<string, unknown>;
  }

  /** Frees the session's memory earlier than the garbage collector; optional. */
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

  #delta(reply: unknown): Delta {
    if (Object.hasOwn(reply as object, "refused")) throw new TypeError((reply as { refused: string }).refused);
    return reworded(reply as Delta, "shown", this.#words);
  }
}
