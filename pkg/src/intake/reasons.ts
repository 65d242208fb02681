// The reason why a conditional question is asked: the answer that led to it.
import type { FieldState } from "../types.js";
import type { Product } from "./catalogue.js";
import type { Locale } from "./locale.js";

export function reasonFor(locale: Locale, state: FieldState | undefined, product: Product | undefined): string | undefined {
  if (state === undefined || state.state === "irrelevant" || state.state === "forbidden") return undefined;
  // If a rule only permits a field, the reason is the questions that it depends on.
  const isAllowed = state.rule === undefined && locale.fieldAt(state.at, product)?.need === "conditional";
  // Of several answers the last one is the nearest, right before this question.
  const question = (isAllowed ? state.depends_on : state.because).map((at) => locale.fieldAt(at, product)?.label).at(-1);
  return question === undefined ? undefined : locale.words.form.because(question);
}
