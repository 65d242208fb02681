// The package's tables in the page's language.
import { fields as rows, lists, rules as ruleTable, type RuleInfo } from "casegate/form";
import { Catalogue, type Field, type Product } from "../../../pkg/src/intake/catalogue.js";
import { vocabulary } from "./language.js";

export { recordOf, type Field, type Product } from "../../../pkg/src/intake/catalogue.js";

const tables = { fields: rows, lists };

/** For pages that are English only. */
export const inEnglish = new Catalogue(tables);
const current = vocabulary(inEnglish, { es: async () => ({ words: new Catalogue(tables, (await import("casegate/es")).es) }) });

/** The rows without translation; `fieldAt` has labels in the page's language. */
export const fields: readonly Field[] = rows;

export const fieldAt = (at: string, product?: Product): Field | undefined => current().fieldAt(at, product);
export const listById = (id: string): ReturnType<Catalogue["listById"]> => current().listById(id);
export const labelOfWord = (field: Field, product: Product | undefined, value: string): string => current().labelOfWord(field, product, value);
export const rules = (): readonly RuleInfo[] => ruleTable;
