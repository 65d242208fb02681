// A form being filled in, kept in the module from edit to edit.
import { reworded, type Words } from "./api.js";
import { closeSession, openSession, type Opened, step } from "./bridge.js";
import { jsonOf, mustBePlain, payloadText, textOf } from "./text.js";
import type { Context, Delta, Edit, FieldPath, FieldState, Pointer, Report } from "./types.js";

/** A string that the compiler does not know. Of literals it accepts fields only. */
export type Unknown<At extends string> = string extends At ? unknown : never;

interface Inner {
  /** `undefined` after `close`. */
  opened: Opened | undefined;
  readonly words: Words | undefined;
}

/**
 * What a session has and nobody else reaches. Private fields are newer than ES2020, and as esbuild
 * rewrites them, a bundle could not omit the class.
 */
const inner = /* @__PURE__ */ new WeakMap<Session, Inner>();

/** Frees the memory of sessions that were dropped without being closed. */
const forgotten = /* @__PURE__ */ new FinalizationRegistry<Opened>(closeSession);

/**
 * A form being filled in.
 *
 * An edit checks the payload, and returns the difference to the check before. The report always
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
  /**
   * Starts from a payload, `{}` for an empty form.
   *
   * @throws TypeError if the payload is not an object, or the context is invalid.
   */
  constructor(payload: unknown, context: Context, words?: Words) {
    const opened = openSession(payloadText(payload), context);
    inner.set(this, { opened, words });
    forgotten.register(this, opened, this);
  }

  /**
   * Sets a field (`/plaintiff_name`) or a member of a record (`/defendant_information/city`), given
   * by JSON Pointer. `undefined` clears it.
   *
   * @throws TypeError if the pointer is unknown or the payload would exceed the context's limits. The
   *   payload is then unchanged.
   */
  set(at: FieldPath, value: unknown): Delta;
  set<At extends string>(at: At & Unknown<At>, value: unknown): Delta;
  set(at: string, value: unknown): Delta {
    const text = jsonOf(value);
    if (text === "{}") mustBePlain(value);
    return text === undefined ? deltaOf(this, "clear", at) : deltaOf(this, "set", at, text);
  }

  /** Clears a field or a member. */
  clear(at: FieldPath): Delta;
  clear<At extends string>(at: At & Unknown<At>): Delta;
  clear(at: string): Delta {
    return deltaOf(this, "clear", at);
  }

  /**
   * Marks the findings at a place as seen by the person; without a place, all. Deltas report
   * findings at touched places only.
   */
  touch(at: Pointer = ""): Delta {
    return deltaOf(this, "touch", at);
  }

  /** Returns the combined effects of edits without making them. */
  whatIf(edits: readonly Edit[]): Delta {
    return deltaOf(this, "what_if", "", textOf(edits));
  }

  /** Returns the whole report. */
  report(): Report {
    return reworded(stepOf(this, "report", "") as Report, "issues", innerOf(this).words);
  }

  /** Returns the state of every field. */
  states(): FieldState[] {
    return stepOf(this, "states", "") as FieldState[];
  }

  /** Returns the payload, with fields in the order of first occurrence. */
  payload(): Record<string, unknown> {
    return stepOf(this, "payload", "") as Record<string, unknown>;
  }

  /** Frees the session's memory earlier than the garbage collector; optional. */
  close(): void {
    const own = innerOf(this);
    if (!own.opened) return;
    forgotten.unregister(this);
    closeSession(own.opened);
    own.opened = undefined;
  }
}

function innerOf(session: Session): Inner {
  const found = inner.get(session);
  if (!found) throw new TypeError("a method of Session was called on another object");
  return found;
}

/** Callers in JavaScript may pass any place, so that it has no default here. */
function stepOf(session: Session, word: string, at: string, value?: string): unknown {
  const opened = innerOf(session).opened;
  if (!opened) throw new TypeError("the session is closed");
  return step(opened, word, at, value);
}

function deltaOf(session: Session, word: string, at: string, value?: string): Delta {
  const reply = stepOf(session, word, at, value) as object;
  if (Object.hasOwn(reply, "refused")) throw new TypeError((reply as { refused: string }).refused);
  return reworded(reply as Delta, "shown", innerOf(session).words);
}
