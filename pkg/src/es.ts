// Spanish words for the tables of the main entry. An entry of its own: it needs no module, and most pages need one
// language.
export { es } from "./fields.es.js";
export type { FieldWords } from "./types.js";
