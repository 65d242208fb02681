// The Spanish texts of the main entry's tables. They are a separate entry, because they need no
// module, and most pages need one language.
export { es } from "./fields.es.js";
export type { FieldWords } from "./tables.js";
