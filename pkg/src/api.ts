// The functions that every entry offers. They decide nothing: the rulebook is in the module.
import { ask, explainRule, checkObject, checkText } from "./bridge.js";
import { payloadText } from "./text.js";
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
  SessionScript,
  Settings,
} from "./types.js";

/** Another message for an issue (another language, the firm's own wording); `undefined` keeps the one that it has. */
export type Words = (issue: Issue) => string | undefined;

/**
 * Checks a case before it is sent: all findings at once, in the order of the specification's tables.
 *
 * The payload is read as `JSON.stringify` would write it. Nothing is thrown for a bad one.
 *
 * @throws TypeError for what the programmer has to mend: a context that cannot be read, a payload that JSON has no way to
 * write (a `BigInt`, a cycle), or one whose getter checks the payload itself.
 * @throws ModuleError when the stack or the memory was used up inside the module. This holds for every function.
 */
export function checkCase(payload: unknown, context: Context, words?: Words): Report {
  return reworded(checkObject(payload, context) as Report, words);
}

/**
 * Checks a case that is JSON text already, or a request's body as it came, which also finds what parsing would hide, such as
 * duplicate keys. Bytes that are no UTF-8, or begin with a byte order mark, are no JSON, and the report says where.
 */
export function checkCaseText(text: string | Uint8Array, context: Context, words?: Words): Report {
  if (typeof text !== "string" && !isBytes(text)) {
    throw new TypeError("checkCaseText takes JSON text or its bytes; checkCase takes the payload.");
  }
  return reworded(checkText(text, context) as Report, words);
}

/** Of any realm, a `Buffer` too. */
function isBytes(value: unknown): boolean {
  return Object.prototype.toString.call(value) === "[object Uint8Array]";
}

/** The payload as it should be sent, and what was left out and why. */
export function prepareCase(payload: unknown, context: Context): PreparedCase {
  return ask("prepare_case", payloadText(payload), context) as PreparedCase;
}

/** What a form shows of each field, also while it is half filled. */
export function fieldStates(payload: unknown, context: Context): FieldState[] {
  return ask("field_states", payloadText(payload), context) as FieldState[];
}

/** The smallest edits that make a payload acceptable, as JSON Patch, and what only a person can answer. */
export function repairCase(payload: unknown, context: Context): Repair {
  return ask("repair_case", payloadText(payload), context) as Repair;
}

/**
 * What a rule asks for and why, by the id that an issue names: in English, in another language, or with the settings of
 * a context, which also has house rules and a language.
 *
 * @throws TypeError when there is no such rule, or there are no words in the language.
 */
export function explain(rule: string, of: Language | Settings = {}): Explanation {
  return explainRule(String(rule), typeof of === "string" ? { language: of } : of) as Explanation;
}

/** What is wrong with a firm's own rules and waivers, before they are put into a context as its `house`. */
export function checkHouse(house: unknown, settings: Settings = {}): HouseReport {
  return ask("check_house", payloadText(house), settings) as HouseReport;
}

/** Plays a session's steps at once: a script for tests, and for servers that hear of edits in batches. */
export function playSession(script: SessionScript, context: Context): PlayedSession {
  return ask("play_session", payloadText(script), context) as PlayedSession;
}

/**
 * Which files a case can be sent with, or can get once it is there: a verdict for each, and what to do with the others.
 * The service refuses no case because of a file; a firm's own rules may.
 *
 * A context is needed only for its language, severities, limits and the firm's own rules on files, and its day only for
 * conditions of these rules that depend on it.
 */
export function judgeFiles(files: FileRequest, context?: Partial<Context>): FileVerdicts {
  return ask("judge_files", payloadText(files), context ?? {}) as FileVerdicts;
}

function reworded(report: Report, words: Words | undefined): Report {
  if (words) for (const issue of report.issues) issue.message = words(issue) ?? issue.message;
  return report;
}
