// The answers that a page hands over: a payload, or what a framework, a form or a case system makes
// of one.
import { caseFromForm } from "../form.js";
import { answersOf, isObject, type Answer } from "./answers.js";
import { isFillable } from "./catalogue.js";
import { fieldAt } from "./english.js";

export interface Given {
  readonly answers: Map<string, Answer>;
  /** The pointers of values that have no place in the form, or that no question can show. */
  readonly lost: string[];
}

/**
 * Reads each value by itself, because others may still decide whether its question is asked. `name`
 * is lost if the whole is neither an object nor JSON of one.
 */
export function givenAnswers(values: unknown, name: string): Given {
  const given: Given = { answers: new Map(), lost: [] };
  let all: Map<string, unknown>;
  try {
    const read: unknown = typeof values === "string" ? JSON.parse(values || "null") : values;
    if (read === undefined || read === null) return given;
    if (!isObject(read)) return { ...given, lost: [name] };
    all = flat(read);
  } catch {
    return { ...given, lost: [name] }; // no JSON, or an object that throws
  }
  for (const [key, value] of all) {
    const plain = readable(value);
    if (plain === "") continue;
    const place = key.replace(/^\/?/, "/").replace(/[.[]/g, "/").replaceAll("]", "");
    const field = fieldAt(place);
    // A text for a box stays as it is, as if it were typed: Continue reads it, and shows how.
    const isTyped = typeof plain === "string" && field !== undefined && isFillable(field) && !["boolean", "word", "words", "record"].includes(field.type);
    const answers = isTyped ? [[place, plain] as const] : [...answersOf(plain === undefined ? {} : { ...caseFromForm({ [key]: plain }).case }).answers];
    for (const [at, answer] of answers) given.answers.set(at, answer);
    if (answers.length === 0) given.lost.push(place);
  }
  return given;
}

/** Returns the values by name; those of a record by its name and theirs, and those of a list together. */
function flat(values: object, record = ""): Map<string, unknown> {
  const all = new Map<string, unknown>();
  const entries = Symbol.iterator in values ? [...(values as Iterable<[unknown, unknown]>)] : Object.entries(values);
  for (const [key, value] of entries) {
    const name = record + String(key).replace(/\[\d*\]$/, "");
    if (record === "" && isObject(value) && fieldAt(`/${name}`)?.type === "record") for (const [inner, each] of flat(value, `${name}.`)) all.set(inner, each);
    else all.set(name, all.has(name) ? [all.get(name), value].flat() : value);
  }
  return all;
}

/** A list may contain itself, and an object may refuse to be read. */
function readable(value: unknown): ReturnType<typeof plainOf> {
  try {
    return plainOf(value);
  } catch {
    return undefined;
  }
}

/** Returns text, truth or a list of texts; "" for nothing, and `undefined` for anything else. */
function plainOf(value: unknown): string | boolean | readonly string[] | undefined {
  if (value === undefined || value === null) return "";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : dayOf(value);
  if (Array.isArray(value)) {
    const words = value.map(plainOf).filter((word) => word !== "");
    return words.length === 0 ? "" : words.every((word) => typeof word === "string") ? words : undefined;
  }
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return typeof value === "string" ? value.trim() : typeof value === "boolean" ? value : undefined;
}

/** Midnight in UTC is the day of a text such as "2026-01-15"; any other time is one of this device. */
function dayOf(date: Date): string {
  const isDay = date.getTime() % 86_400_000 === 0;
  return new Date(isDay ? date : date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
