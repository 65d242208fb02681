// The context as texts of inputs, so that an invalid text stays and can be corrected.
import { checkHouse, fieldStates, type Carrier, type Context, type House, type HouseReport, type Issue } from "casegate/slim";
import { dayOf, faultOf } from "../kit/context.js";

export const names = [
  "today", "as_of", "credential", "surface", "product", "token_name", "financing", "refused", "specialty", "words", "severity", "language",
  "text_bytes", "depth", "findings", "house",
] as const;
export type Name = (typeof names)[number];
export type Settings = Readonly<Record<Name, string>>;

export interface Fault {
  readonly name: Name;
  /** The library's message; `undefined` if the text is not even JSON. */
  readonly says?: string;
  /** For an input with several lines, from 1. */
  readonly line?: number;
}

export interface ReadSettings {
  /** `undefined` if the settings are invalid. */
  readonly context?: Context;
  readonly faults: readonly Fault[];
  readonly house?: HouseReport;
}

function localToday(now = new Date()): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Returns the settings before the service has sent its own. */
export function deviceContext(): Context {
  return { today: localToday(), credential: "user" };
}

const empty = Object.fromEntries(names.map((name) => [name, ""])) as Settings;

/** Restores stored or linked settings; missing ones are not set. */
export function settingsFrom(kept: Readonly<Record<string, string>>): Settings {
  return Object.fromEntries(names.map((name) => [name, kept[name] ?? ""])) as Settings;
}

/** Returns the texts of the inputs for a context. */
export function settingsOf(context: Context): Settings {
  const text = (value: number | string | undefined): string => (value === undefined ? "" : String(value));
  const carriers = (list: readonly Carrier[] = []): string => list.map(lineOf).join("\n");
  return {
    ...empty,
    today: dayOf(context), as_of: text(context.as_of), credential: context.credential ?? "user", surface: context.surface ?? "create", product: text(context.product), token_name: text(context.token_name),
    financing: context.financing_enrolled ? "yes" : "", language: text(context.language),
    refused: carriers(context.carriers?.refused), specialty: carriers(context.carriers?.specialty),
    words: Object.entries(context.words ?? {}).flatMap(([list, words]) => (words ?? []).map((word) => `${list}: ${word}`)).join("\n"),
    severity: Object.entries(context.severity ?? {}).map(([code, severity]) => `${code}: ${severity}`).join("\n"),
    text_bytes: text(context.limits?.text_bytes), depth: text(context.limits?.depth), findings: text(context.limits?.findings),
    house: context.house ? JSON.stringify(context.house, null, 2) : "",
  };
}

/** A carrier with only a name is written as the name; another one as JSON. */
function lineOf(carrier: Carrier): string {
  const isPlain = Object.keys(carrier).every((key) => key === "name") && carrier.name === carrier.name.trim() && !carrier.name.startsWith("{");
  return isPlain ? carrier.name : JSON.stringify(carrier);
}

const lines = (text: string): [line: string, number: number][] =>
  text.split("\n").map((line, index): [string, number] => [line.trim(), index + 1]).filter(([line]) => line !== "");

/** Returns the context of the settings, and all errors. */
export function read(settings: Settings): ReadSettings {
  const faults: Fault[] = [];
  const context: Record<string, unknown> = { today: settings.today, credential: settings.credential || "user" };
  if (settings.language) context["language"] = settings.language;
  if (settings.as_of.trim()) context["as_of"] = settings.as_of.trim();
  if (settings.surface) context["surface"] = settings.surface;
  if (settings.product) context["product"] = settings.product;
  if (settings.token_name) context["token_name"] = settings.token_name;
  if (settings.financing) context["financing_enrolled"] = true;
  const carriers = { ...carriersOf("refused", settings, faults), ...carriersOf("specialty", settings, faults) };
  if (Object.keys(carriers).length > 0) context["carriers"] = carriers;
  if (settings.words.trim()) context["words"] = Object.fromEntries(Object.entries(pairs(settings.words)).map(([list, words]) => [list, words.filter((word) => word !== "")]));
  if (settings.severity.trim()) context["severity"] = Object.fromEntries(Object.entries(pairs(settings.severity)).map(([code, all]) => [code, all.at(-1)]));
  const limits = (["text_bytes", "depth", "findings"] as const).filter((name) => settings[name].trim() !== "")
    .map((name) => [name, /^\d{1,15}$/.test(settings[name].trim()) ? Number(settings[name]) : settings[name]]);
  if (limits.length > 0) context["limits"] = Object.fromEntries(limits) as unknown;
  const house = houseOf(settings, faults);
  // Every invalid input is reported: one is removed, and the rest is read again.
  for (let rest = context, fault = faultOf(() => fieldStates({}, rest as unknown as Context)); fault !== undefined; fault = faultOf(() => fieldStates({}, rest as unknown as Context))) {
    const [name, member] = culprit(fault);
    faults.push({ name, says: fault });
    if (member === undefined || !(member in rest)) break;
    const { [member]: _left, ...others } = rest;
    rest = member === "today" ? { ...others, today: "2000-01-01" } : others;
  }
  if (house?.ok) context["house"] = house.value;
  return { ...(faults.length === 0 && { context: context as unknown as Context }), faults, ...(house && { house: house.report }) };
}

function carriersOf(name: "refused" | "specialty", settings: Settings, faults: Fault[]): { refused?: unknown[]; specialty?: unknown[] } {
  const all: unknown[] = [];
  for (const [line, number] of lines(settings[name])) {
    const carrier = line.startsWith("{") ? json(line) : { name: line };
    if (carrier === undefined) faults.push({ name, line: number });
    else all.push(carrier);
  }
  return all.length > 0 ? { [name]: all } : {};
}

/** Reads lines of `name: value`, and returns the values by name. */
function pairs(text: string): Record<string, string[]> {
  const all = new Map<string, string[]>();
  for (const [line] of lines(text)) {
    const end = line.includes(":") ? line.indexOf(":") : line.length;
    const name = line.slice(0, end).trim();
    all.set(name, [...(all.get(name) ?? []), line.slice(end + 1).trim()]);
  }
  return Object.fromEntries(all);
}

function houseOf(settings: Settings, faults: Fault[]): { ok: boolean; value: House; report: HouseReport } | undefined {
  if (settings.house.trim() === "") return undefined;
  const value = json(settings.house);
  if (value === undefined) {
    faults.push({ name: "house" });
    return undefined;
  }
  const report = checkHouse(value);
  if (!report.ok) faults.push({ name: "house", says: firstError(report.issues)?.message ?? "" });
  return { ok: report.ok, value: value as House, report };
}

function firstError(issues: readonly Issue[]): Issue | undefined {
  return issues.find((issue) => issue.severity === "error");
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the input of the library's message, and the member of the context. */
function culprit(says: string): [Name, string | undefined] {
  const [, path = ""] = /`([^`]*)`/.exec(says) ?? [];
  const [member, second] = path.split(".");
  const inner = member === "carriers" || member === "limits" ? second : member === "financing_enrolled" ? "financing" : member;
  const name = names.find((known) => known === inner);
  return [name ?? "today", member];
}
