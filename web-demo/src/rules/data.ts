// The data about rules: the library's descriptions, and the file with the rulebook's own cases.
import address from "address:rule-cases.json";
import { checkCaseText, explain, type Explanation, type Context, type Issue, type RuleResult, type Product, type Severity } from "casegate/slim";
import { rules } from "../kit/catalogue.js";

type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject { readonly [name: string]: Json }

export interface RuleCase {
  readonly name: string;
  /** `true` if the rule is violated; otherwise it is satisfied. */
  readonly fires: boolean;
  readonly base: string;
  readonly remove?: readonly string[];
  readonly set?: JsonObject;
  /** Merged into the file's context. */
  readonly context?: Partial<Context>;
  /** The findings of the rule. */
  readonly found: readonly { readonly code: string; readonly severity: Severity; readonly at: string }[];
}

export interface RuleCases {
  readonly id: string;
  readonly surface?: string;
  readonly clauses: readonly {
    readonly when: readonly string[];
    readonly then: readonly { readonly says: string; readonly requirement_id: string }[];
  }[];
  readonly codes: readonly { readonly code: string; readonly severity: Severity; readonly messages: readonly string[] }[];
  readonly cases: readonly RuleCase[];
}

export interface CaseFile {
  readonly context: Context;
  readonly bases: Readonly<Record<string, JsonObject>>;
  readonly rules: readonly RuleCases[];
  /** What each statement and decision of a rule says. */
  readonly sentences: Readonly<Record<string, string>>;
}

let known: Promise<CaseFile> | undefined;

/** Fetched once, and again after a failure. */
export function caseFile(): Promise<CaseFile> {
  known ??= fetched().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function fetched(): Promise<CaseFile> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(15_000) });
  if (!answer.ok) throw new Error(`answered with ${answer.status}`);
  const file = (await answer.json()) as CaseFile;
  if (!Array.isArray(file.rules) || !rules().every(({ id }) => file.rules.some((entry) => entry.id === id))) throw new TypeError("the file of another rulebook");
  return file;
}

/** Returns every rule. */
export function explained(): readonly Explanation[] {
  return rules().map(({ id }) => explain(id));
}

export type Group = "general" | Product | "legacy";

/** A rule of a surface that ends is separate from those for both products. */
export function groupOf({ product, until }: Explanation): Group {
  return until === undefined ? (product ?? "general") : "legacy";
}

/** Returns the fields of a rule, each once. */
export function fieldsOf({ reads, targets }: Explanation): readonly string[] {
  return [...new Set([...reads, ...targets])];
}

/** Returns the payload of a case: its base with the removed and set members. */
export function payloadOf({ base, remove = [], set = {} }: RuleCase, file: CaseFile): JsonObject {
  let payload = file.bases[base] ?? {};
  for (const at of remove) payload = edited(payload, steps(at), undefined);
  for (const [at, value] of Object.entries(set)) payload = edited(payload, steps(at), value);
  return payload;
}

/** A field by its name, or a member by its pointer. */
const steps = (at: string): readonly string[] => (at.startsWith("/") ? at.slice(1).split("/") : [at]);

function edited(object: JsonObject, [name = "", ...rest]: readonly string[], value: Json | undefined): JsonObject {
  const inner = object[name];
  if (rest.length > 0) return isObject(inner) ? { ...object, [name]: edited(inner, rest, value) } : object;
  if (value !== undefined) return { ...object, [name]: value };
  const { [name]: _, ...others } = object;
  return others;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the settings of a case. */
export function contextOf({ context }: RuleCase, file: CaseFile): Context {
  return { ...file.context, ...context };
}

export interface Verdict {
  readonly state: RuleResult["state"] | undefined;
  /** The findings of the rule. */
  readonly issues: readonly Issue[];
  /** `true` if it agrees with the file. */
  readonly agrees: boolean;
}

/** Returns the library's current verdict. */
export function judge(rule: string, one: RuleCase, file: CaseFile): Verdict {
  const context: Context = { ...contextOf(one, file), include: ["trace"] };
  const report = checkCaseText(JSON.stringify(payloadOf(one, file)), context);
  const state = report.trace?.find((entry) => entry.rule === rule)?.state;
  const issues = report.issues.filter((issue) => issue.rule === rule);
  const outline = (found: RuleCase["found"]) => found.map(({ code, severity, at }) => `${code} ${severity} ${at}`).join("\n");
  return { state, issues, agrees: state === (one.fires ? "violated" : "satisfied") && outline(issues) === outline(one.found) };
}
