// The package's tables in the page's language, the only source of labels, hints and choices.
import { fields as fieldTable, lists as listTable, rules as ruleTable, type FieldState, type RuleInfo } from "casegate/form";
import type { FieldWords } from "casegate/es";
import { vocabulary } from "./language.js";

export type Product = "pl" | "pe";

export interface Field {
  readonly at: string;
  readonly name: string;
  readonly type: string;
  readonly products: readonly Product[];
  readonly need: string;
  readonly status?: string;
  readonly label: string;
  readonly hint?: string;
  readonly list?: { readonly pl?: string; readonly pe?: string };
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface List {
  readonly open: boolean;
  readonly words: readonly Choice[];
}

/** The rows without translation; `fieldAt` has labels in the page's language. */
export const fields: readonly Field[] = fieldTable;

const named = vocabulary<FieldWords | undefined>(undefined, { es: async () => ({ words: (await import("casegate/es")).es }) });

function inLanguage(field: Field): Field {
  const words = named()?.fields[field.name];
  return words === undefined ? field : { ...field, ...words };
}

/**
 * Returns `true` for fields that a person can fill in, which excludes read-only, ignored and
 * replaced fields, and opaque objects.
 */
export function isFillable(field: Field): boolean {
  return field.status === undefined && field.type !== "object";
}

/** Returns the row of a pointer. If both products have a row, the product selects one. */
export function fieldAt(at: string, product?: Product): Field | undefined {
  const rows = fields.filter((field) => field.at === at);
  const row = rows.find((field) => product !== undefined && field.products.includes(product)) ?? rows[0];
  return row && inLanguage(row);
}

/** Returns the record of a member: `/vehicle_information` for `/vehicle_information/vin`. */
export function recordOf(at: string): string | undefined {
  const end = at.lastIndexOf("/");
  return end > 0 ? at.slice(0, end) : undefined;
}

/** Returns the word list of a field. Without a product, either list will do. */
export function listOf(field: Field, product?: Product): List | undefined {
  const id = product ? field.list?.[product] : (field.list?.pl ?? field.list?.pe);
  return id === undefined ? undefined : listById(id);
}

export function listById(id: string): List | undefined {
  const list = (listTable as Record<string, List>)[id];
  const words = named()?.words;
  return list && words ? { ...list, words: list.words.map(({ value, label }) => ({ value, label: words[value] ?? label })) } : list;
}

/** Returns every rule, with title and text in the page's language. */
export function rules(): readonly RuleInfo[] {
  const words = named()?.rules;
  return words ? ruleTable.map((rule) => ({ ...rule, ...words[rule.id] })) : ruleTable;
}

/**
 * Returns the choices of a field: its words, then given words that are in no list, so that no
 * answer is lost.
 */
export function choicesOf(
  field: Field,
  product: Product | undefined,
  state: FieldState | undefined,
  answered: readonly string[],
): readonly Choice[] {
  const listed = listOf(field, product)?.words ?? [];
  const values = [...(state?.choices ?? listed.map((word) => word.value))];
  for (const value of answered) if (!values.includes(value)) values.push(value);
  return values.map((value) => listed.find((word) => word.value === value) ?? { value, label: value });
}

export function labelOfWord(field: Field, product: Product | undefined, value: string): string {
  return listOf(field, product)?.words.find((word) => word.value === value)?.label ?? value;
}

/**
 * "Date of loss" inside a sentence is "date of loss"; "VIN" and "USDOT number" stay, in every
 * language.
 */
export function lowerFirst(text: string): string {
  return /^\p{Lu}(\p{Ll}| )/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
