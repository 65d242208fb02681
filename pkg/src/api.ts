// The functions of every entry. They make no decisions: the rulebook is in the module.
import { ask, checkObject, checkText } from "./bridge.js";
import { payloadText } from "./text.js";
import type { SessionScript, Settings } from "./input.js";
import type {
  Explanation,
  FieldState,
  FileRequest,
  FileVerdicts,
  Context,
  HouseReport,
  Issue,
  Language,
  PlayedSession,
  PreparedCase,
  Repair,
  Report,
} from "./types.js";

/**
 * Returns another message for an issue (another language, the firm's own wording); `undefined`
 * keeps the message.
 */
export type Words = (issue: Issue) => string | undefined;

/**
 * Checks a case before it is sent, and returns all findings at once, in the order of the
 * specification's tables. The payload is read as `JSON.stringify` would write it. A bad payload
 * throws nothing.
 *
 * @throws TypeError for errors in the program: an invalid context, a payload that JSON cannot
 *   express (a `BigInt`, a cycle), or one whose getter checks the payload itself.
 * @throws ModuleError if the module ran out of stack or memory. Both apply to every function.
 */
export function checkCase(payload: unknown, context: Context, words?: Words): Report {
  return reworded(checkObject(payload, context), "issues", words);
}

/**
 * Checks a case that is JSON text, or a request body as it arrived. This also finds errors that
 * parsing hides, such as duplicate keys. Bytes that are not UTF-8, or begin with a byte order mark,
 * are not JSON, and the report has the position.
 */
export function checkCaseText(text: string | Uint8Array, context: Context, words?: Words): Report {
  if (typeof text !== "string" && !isBytes(text)) {
    throw new TypeError("checkCaseText takes JSON text or its bytes; checkCase takes the payload.");
  }
  return reworded(checkText(text, context), "issues", words);
}

/** Also accepts arrays of other realms, and a `Buffer`. */
function isBytes(value: unknown): boolean {
  return Object.prototype.toString.call(value) === "[object Uint8Array]";
}

/** Returns the payload as it should be sent, and the members that were left out, with reasons. */
export function prepareCase(payload: unknown, context: Context): PreparedCase {
  return ask("prepare_case", payloadText(payload), context) as PreparedCase;
}

/** Returns the state of each field of a complete or half-filled form. */
export function fieldStates(payload: unknown, context: Context): FieldState[] {
  return ask("field_states", payloadText(payload), context) as FieldState[];
}

/**
 * Returns the smallest edits that make a payload acceptable, as a JSON Patch, and the questions
 * that only a person can answer.
 */
export function repairCase(payload: unknown, context: Context): Repair {
  return ask("repair_case", payloadText(payload), context) as Repair;
}

/**
 * Returns the description of a rule, given by the id in an issue: in English, in another language,
 * or with a context, which may have firm rules and a language.
 *
 * @throws TypeError if the rule or the language is unknown.
 */
export function explain(rule: string, of: Language | Settings = {}): Explanation {
  return ask("explain", String(rule), typeof of === "string" ? { language: of } : of) as Explanation;
}

/**
 * Returns the errors in a firm's own rules and waivers, before they become `house` of a context.
 */
export function checkHouse(house: unknown, settings: Settings = {}): HouseReport {
  return ask("check_house", payloadText(house), settings) as HouseReport;
}

/**
 * Plays all steps of a session in one call, for tests, and for servers that receive edits in
 * batches.
 */
export function playSession(script: SessionScript, context: Context): PlayedSession {
  return ask("play_session", payloadText(script), context) as PlayedSession;
}

/**
 * Returns a verdict for each file that is sent with a case or appended to it, and how to send the
 * others. The service refuses no case because of a file; firm rules may. A context is needed only
 * for its language, severities, limits and firm rules on files, and its day only for conditions of
 * these rules that depend on it.
 */
export function judgeFiles(files: FileRequest, context?: Partial<Context>): FileVerdicts {
  return ask("judge_files", payloadText(files), context ?? {}) as FileVerdicts;
}

/** The issues of a report are shared, so an issue with another message is a copy. */
export function reworded<Key extends string, T extends { readonly [key in Key]: readonly Issue[] }>(
  reply: T,
  key: Key,
  words: Words | undefined,
): T {
  if (!words) return reply;
  const other = (issue: Issue): Issue => ({ ...issue, message: words(issue) ?? issue.message });
  return { ...reply, [key]: reply[key].map(other) };
}
