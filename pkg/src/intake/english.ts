// The package's tables in English, for decisions that do not depend on the language.
import { fields as rows, lists } from "../form.js";
import { Catalogue, type Field, type Product, type Tables } from "./catalogue.js";

export const tables: Tables = { fields: rows, lists };
export const english = new Catalogue(tables);
export const fields: readonly Field[] = rows;

export function fieldAt(at: string, product?: Product): Field | undefined {
  return english.fieldAt(at, product);
}
