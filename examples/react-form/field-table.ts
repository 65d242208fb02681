import { type FieldInfo, fields, lists } from "casegate";
import { es } from "casegate/es";

export type Language = "en" | "es";
export type Product = "pl" | "pe";
export type Word = { value: string; label: string };

const yesOrNo = { en: { true: "Yes", false: "No" }, es: { true: "Sí", false: "No" } };

/** The choices of a list, such as `file_label`. */
export const wordsOf = (list: keyof typeof lists, language: Language): Word[] =>
  lists[list].words.map(({ value, label }) => ({ value, label: (language === "es" && es.words[value]) || label }));

/** The label, the hint, the type and the choices of a field, by its path and the product. */
export function fieldOf(path: string, product: Product, language: Language = "en") {
  const at = `/${path.replaceAll(".", "/")}`;
  const field: FieldInfo | undefined = fields.find((field) => field.at === at && field.products.includes(product));
  if (!field) throw new Error(`there is no field ${path} in ${product}`);
  const list = field.list?.[product];
  const spanish = language === "es" ? es.fields[field.name] : undefined;
  const answers: Word[] = Object.entries(yesOrNo[language]).map(([value, label]) => ({ value, label }));
  return {
    type: field.type,
    label: spanish?.label || field.label,
    hint: spanish?.hint || field.hint,
    words: field.type === "boolean" ? answers : list && wordsOf(list, language),
  };
}
