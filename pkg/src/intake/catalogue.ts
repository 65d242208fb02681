// The package's tables in one language, the only source of labels, hints and choices. The tables are
// an argument, so that a page which has them already shares them.
import type { FieldState } from "../types.js";
import type { FieldWords } from "../tables.js";

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

export interface Tables {
  readonly fields: readonly Field[];
  readonly lists: { readonly [id: string]: List };
}

export class Catalogue {
  private readonly tables: Tables;
  private readonly words: FieldWords | undefined;

  /** `words` has the texts of another language than English. */
  constructor(tables: Tables, words?: FieldWords) {
    this.tables = tables;
    this.words = words;
  }

  /** Returns the row of a pointer. If both products have a row, the product selects one. */
  fieldAt(at: string, product?: Product): Field | undefined {
    const rows = this.tables.fields.filter((field) => field.at === at);
    const row = rows.find((field) => product !== undefined && field.products.includes(product)) ?? rows[0];
    const words = row && this.words?.fields[row.name];
    return row && words ? { ...row, ...words } : row;
  }

  /** Returns the word list of a field. Without a product, either list will do. */
  listOf(field: Field, product?: Product): List | undefined {
    const id = product ? field.list?.[product] : (field.list?.pl ?? field.list?.pe);
    return id === undefined ? undefined : this.listById(id);
  }

  listById(id: string): List | undefined {
    const list = this.tables.lists[id];
    const words = this.words?.words;
    return list && words ? { ...list, words: list.words.map(({ value, label }) => ({ value, label: words[value] ?? label })) } : list;
  }

  /**
   * Returns the choices of a field: its words, then given words that are in no list, so that no
   * answer is lost.
   */
  choicesOf(field: Field, product: Product | undefined, state: FieldState | undefined, answered: readonly string[]): readonly Choice[] {
    const listed = this.listOf(field, product)?.words ?? [];
    const values = [...(state?.choices ?? listed.map((word) => word.value))];
    for (const value of answered) if (!values.includes(value)) values.push(value);
    return values.map((value) => listed.find((word) => word.value === value) ?? { value, label: value });
  }

  labelOfWord(field: Field, product: Product | undefined, value: string): string {
    return this.listOf(field, product)?.words.find((word) => word.value === value)?.label ?? value;
  }
}

/**
 * Returns `true` for fields that a person can fill in, which excludes read-only, ignored and
 * replaced fields, and opaque objects.
 */
export function isFillable(field: Field): boolean {
  return field.status === undefined && field.type !== "object";
}

/** Returns the record of a member: `/vehicle_information` for `/vehicle_information/vin`. */
export function recordOf(at: string): string | undefined {
  const end = at.lastIndexOf("/");
  return end > 0 ? at.slice(0, end) : undefined;
}

/**
 * "Date of loss" inside a sentence is "date of loss"; "VIN" and "USDOT number" stay, in every
 * language.
 */
export function lowerFirst(text: string): string {
  return /^\p{Lu}(\p{Ll}| )/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
