// The functions of every entry. They make no decisions: the rulebook is in the module.
import { checkObject, checkText, ask as run } from "./bridge.js";
import { type FileWithEdges, hasBytes, mostContent, withBase64 } from "./edges.js";
import { isObject } from "./plain.js";
import { isBytes, objectKind, payloadText } from "./text.js";
import type { ContextWithPrepared, ReportWithPrepared, SessionScript, Settings } from "./input.js";
import type {
  Answer,
  AnswerReading,
  AnyRuleId,
  CaseDraft,
  Explanation,
  FieldState,
  FormCase,
  FileRequest,
  FileVerdicts,
  Context,
  HouseReport,
  Issue,
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

/** `FormData` and `URLSearchParams`. */
export interface FormValues {
  getAll(name: string): unknown[];
  forEach(call: (value: unknown, name: string) => void): void;
}

/**
 * Checks a case before it is sent, and returns all findings at once, in the order of the
 * specification's tables. The payload is read as `JSON.stringify` would write it. A bad payload
 * throws nothing. Messages are for people who fill in a form; set `audience` for others.
 *
 * @throws TypeError for errors in the program: an invalid context, JSON text, a payload that JSON cannot
 *   express (a `BigInt`, a cycle, `FormData`, a `Map`), or one whose getter checks the payload itself.
 * @throws ModuleError if the module ran out of stack or memory. Both apply to every function.
 */
export function checkCase(payload: unknown, context: ContextWithPrepared, words?: Words): ReportWithPrepared;
export function checkCase(payload: unknown, context: Context, words?: Words): Report;
export function checkCase(payload: unknown, context: Context, words?: Words): Report {
  if (typeof payload === "string" && payload.trimStart().startsWith("{")) {
    throw new TypeError("checkCase takes the payload as an object; checkCaseText reads JSON text.");
  }
  return reworded(checkObject(payload, context), "issues", words);
}

/**
 * Checks a case that is JSON text, or a request body as it arrived. This also finds errors that
 * parsing hides, such as duplicate keys. Messages are for developers; set `audience` for others. Bytes that are not UTF-8, or begin with a byte order mark,
 * are not JSON, and the report has the position.
 */
export function checkCaseText(text: string | Uint8Array, context: ContextWithPrepared, words?: Words): ReportWithPrepared;
export function checkCaseText(text: string | Uint8Array, context: Context, words?: Words): Report;
export function checkCaseText(text: string | Uint8Array, context: Context, words?: Words): Report {
  if (typeof text !== "string" && !isBytes(text)) {
    throw new TypeError("checkCaseText takes JSON text or its bytes; checkCase takes the payload.");
  }
  return reworded(checkText(text, context), "issues", words);
}

/** Returns the payload as it should be sent, and the members that were left out, with reasons. */
export function prepareCase(payload: unknown, context: Context): PreparedCase {
  return ask("prepare_case", payloadText(payload), context) as PreparedCase;
}

/**
 * Returns the case that the values of a form stand for, and what was left out of it. Forms deliver text: `"true"`, `"2019"`, one
 * value of a list, and `""` for every input that was left alone.
 *
 * - A text becomes a boolean, a whole number or a list where the field has this type.
 * - A listed word, a date, a state, a USDOT number and a list of email addresses are written as the
 *   service reads them if they have one meaning, without letters that nobody sees (D56): `March 15, 2026` becomes `2026-03-15`, `Georgia` `GA`,
 *   `USDOT 1234567` `1234567`, and `Ada <a@firm.example>, b@firm.example` the two addresses with a
 *   space between. To show a person how an answer is understood, pass that answer alone.
 * - Inputs without an answer are left out, and so is a record without members, unless a rule
 *   requires it.
 * - Answers that a rule forbids in this case are left out, and so are the words of the other product
 *   in a list. An answer that is merely not asked for stays.
 *
 * `omitted` has what was left out, with reasons. Everything else stays as it is, so that a check
 * reports it. The name of an input is the field's
 * (`plaintiff_name`). A member is named by its pointer (`/vehicle_information/vin`),
 * `vehicle_information.vin` or `vehicle_information[vin]`, an entry of a list also
 * `add_on_services[]` or `add_on_services[0]`. Files and their `labels` are left out, and so are
 * inputs that frameworks add, such as tokens against forgery (D54).
 *
 * ```ts
 * const report = checkCase(caseFromForm(new FormData(form)).case, { today: today("America/New_York") });
 * ```
 *
 * @param context Needed only for the legacy surface, additional words and firm rules.
 *
 * @throws TypeError if the form is neither `FormData` nor an object.
 */
export function caseFromForm(form: FormValues | object, context: Partial<Context> = {}): Omit<FormCase, "case"> & { case: CaseDraft } {
  const kind = objectKind(form);
  if (kind === "FormData" || kind === "URLSearchParams") {
    const files: string[] = [];
    return caseOf(Object.fromEntries(valuesOf(form as FormValues, files)), files, context);
  }
  if (!isObject(form) || Array.isArray(form)) throw new TypeError("caseFromForm takes FormData or an object with the values of a form.");
  const files = Object.keys(form).filter((name) => isFile((form as Record<string, unknown>)[name]));
  return caseOf(files.length > 0 ? Object.fromEntries(Object.entries(form).filter((entry) => !files.includes(entry[0]))) : form, files, context);
}

/** Values that cannot be read stay as they are, so that a check reports them. */
function caseOf(values: object, files: readonly string[], context: Partial<Context>): Omit<FormCase, "case"> & { case: CaseDraft } {
  const read = ask("case_from_form", payloadText(values), context) as FormCase;
  const beside = [...new Set(files)].map((name) => ({ at: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, reason: "beside_the_case" as const }));
  return { case: read.case ?? (values as CaseDraft), omitted: [...read.omitted, ...beside] };
}

const isFile = (value: unknown): boolean => ["File", "Blob", "FileList"].includes(objectKind(value));

/** Returns the texts by name: one text, or a list of several. */
function valuesOf(form: FormValues, files: string[]): Map<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  form.forEach((value, name) => {
    if (typeof value !== "string") return void files.push(name);
    const before = values.get(name);
    if (Array.isArray(before)) before.push(value);
    else values.set(name, before === undefined ? value : [before, value]);
  });
  return values;
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
 * Returns the description of a rule, given by the id in an issue. A context may have firm rules.
 *
 * @throws TypeError if the rule is unknown.
 */
export function explain(rule: AnyRuleId, context: Settings = {}): Explanation {
  return ask("explain", String(rule), context) as Explanation;
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
 * others. The files may be those of an input, `input.files`; with the bytes that `readEdges` reads,
 * there are warnings about their content. The service refuses no case because of a
 * file; firm rules may. A context is needed only
 * for its language, severities, limits and firm rules on files, and its day only for conditions of
 * these rules that depend on it.
 */
export function judgeFiles(
  files: Omit<FileRequest, "files"> & { files: ArrayLike<FileWithEdges> },
  context?: Partial<Context>,
): FileVerdicts {
  const list = isObject(files) ? files.files : undefined;
  // The name and the size of a File are not its own members.
  const plain = (file: FileWithEdges): FileWithEdges => (isFile(file) ? withoutBytes(file) : hasBytes(file) ? withBase64(file) : file);
  const isOther = isObject(list) && Array.from(list as ArrayLike<unknown>).some((file) => isFile(file) || hasBytes(file));
  const text = payloadText(isOther ? { ...files, files: Array.from(list as ArrayLike<FileWithEdges>, plain) } : files);
  return run("judge_files", text, context ?? {}, "form", mostContent()) as FileVerdicts;
}

const withoutBytes = (file: FileWithEdges): FileWithEdges => ({ name: file.name, size: file.size, ...(file.label === undefined ? {} : { label: file.label }) });

/**
 * Returns what an answer to a create request means. A receipt is a JSON object with a whole number
 * as `case_id`, or a text as `case_ref`, with 200 or 201, at the address that was asked. Every other
 * success leaves open whether there is a case: keep what was submitted.
 *
 * ```ts
 * const { outcome } = readAnswer({ status: answer.status, redirected: answer.redirected, body: await answer.text() });
 * ```
 *
 * A context is needed only for its limits.
 */
export function readAnswer(answer: Answer, settings: Settings = {}): AnswerReading {
  const facts: Partial<Answer> = { ...answer };
  const body = facts.body;
  delete facts.body;
  // The body comes last, because a text beyond the limit is read as far as the limit.
  return ask("read_answer", payloadText(typeof body === "string" ? { ...facts, body } : answer), settings) as AnswerReading;
}

/** Runs an operation, whose messages are for people who fill in a form unless the context says otherwise. */
const ask = (operation: string, text: string, context: unknown): unknown => run(operation, text, context, "form");

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
