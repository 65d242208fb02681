// The reason why a conditional question is asked: the answer that led to it, and the title of the
// rule that requires it.
import type { FieldState } from "../types.js";
import { lowerFirst, type Product } from "./catalogue.js";
import type { Locale } from "./locale.js";

export function reasonFor(locale: Locale, state: FieldState | undefined, product: Product | undefined): string | undefined {
  if (state === undefined || state.state === "irrelevant" || state.state === "forbidden") return undefined;
  const rule = locale.catalogue.rules.find((entry) => entry.id === state.rule);
  // If a rule only permits a field, the reason is the questions that it depends on.
  const allowed = rule === undefined && locale.fieldAt(state.at, product)?.need === "conditional";
  if (rule === undefined && !allowed) return undefined;
  // Of several answers the last one is the nearest, right before this question.
  const question = (allowed ? state.depends_on : state.because).map((at) => locale.fieldAt(at, product)?.label).at(-1);
  const title = rule && lowerFirst(rule.title.replace(/\.$/, ""));
  return question === undefined && title === undefined ? undefined : locale.words.form.because(question, title);
}
