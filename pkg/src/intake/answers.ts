// The typed answers by pointer, and the payload made of them.
import { isFillable, recordOf, type Field, type Product } from "./catalogue.js";
import { fieldAt, fields } from "./english.js";

export type Answer = string | boolean | readonly string[];
export type Answers = ReadonlyMap<string, Answer>;
export type Payload = Record<string, unknown>;

export function isAnswerShaped(value: unknown): value is Answer {
  return typeof value === "string" || typeof value === "boolean" || (Array.isArray(value) && value.every((word) => typeof word === "string"));
}

export function isAnswered(answer: Answer | undefined): boolean {
  if (answer === undefined) return false;
  return typeof answer === "boolean" || (typeof answer === "string" ? answer.trim() !== "" : answer.length > 0);
}

export function productOf(answers: Answers): Product | undefined {
  const value = answers.get("/case_type");
  return value === "pl" || value === "pe" ? value : undefined;
}

/**
 * Returns the payload of the answers, in the tables' order. The records in `given` are present even
 * if they are empty.
 */
export function payloadOf(answers: Answers, given: readonly string[] = []): Payload {
  const payload: Payload = {};
  for (const field of fields) {
    const record = recordOf(field.at);
    const answer = answers.get(field.at);
    if (record === undefined) {
      if (given.includes(field.at)) payload[field.name] ??= {};
      if (isAnswered(answer)) payload[field.name] = valueOf(answer as Answer, field.type);
    } else if (isAnswered(answer)) {
      const key = record.slice(1);
      payload[key] ??= {};
      (payload[key] as Payload)[field.name] = valueOf(answer as Answer, field.type);
    }
  }
  return payload;
}

/**
 * `pe` has one choice of coverage, and sends it as an array of one, because the bare word is the
 * deprecated form.
 */
export function isSentAsList(field: Field): boolean {
  return field.at === "/base_product";
}

/** Returns the value of an answer in the payload. */
export function valueAt(at: string, answer: Answer): unknown {
  return valueOf(answer, fieldAt(at)?.type ?? "text");
}

/**
 * A text that is not a number stays text, and the rulebook reports it. A lone surrogate becomes the
 * replacement character.
 */
function valueOf(answer: Answer, type: string): unknown {
  if (typeof answer === "boolean") return answer;
  if (typeof answer !== "string") return answer.map((word) => word.toWellFormed());
  const text = answer.trim().toWellFormed();
  return type === "integer" && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Returns the answers in a payload, and the pointers without a question in the form. */
export function answersOf(payload: Payload): { answers: Map<string, Answer>; unknown: string[] } {
  const answers = new Map<string, Answer>();
  const unknown: string[] = [];
  const product = payload["case_type"] === "pl" || payload["case_type"] === "pe" ? payload["case_type"] : undefined;
  const read = (object: Payload, prefix: string): void => {
    for (const [key, value] of Object.entries(object)) {
      if (value === null) continue;
      const at = `${prefix}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      const field = fieldAt(at, product);
      const answer = field && isFillable(field) ? answerOf(value, field) : undefined;
      if (field?.type === "record" && prefix === "" && isObject(value)) read(value, at);
      else if (answer === undefined) unknown.push(at);
      else answers.set(at, answer);
    }
  };
  read(payload, "");
  return { answers, unknown };
}

function answerOf(value: unknown, field: Field): Answer | undefined {
  if (field.type === "record") return undefined;
  if (field.type === "boolean") return typeof value === "boolean" ? value : undefined;
  if (field.type === "words" || isSentAsList(field)) {
    if (typeof value === "string") return [value];
    return Array.isArray(value) && value.every((word) => typeof word === "string") ? value : undefined;
  }
  if (Array.isArray(value) && (field.type === "emails" || value.length === 1)) return value.every((word) => typeof word === "string") ? value.join(", ") : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

export function isObject(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
