// The form's own texts in place of library messages about JSON, because nobody types quotation
// marks into a form.
import type { Issue } from "casegate/form";
import { fieldAt, lowerFirst, recordOf } from "../kit/catalogue.js";
import { words } from "./words.js";

export function formWords(issue: Issue): string | undefined {
  if (issue.code !== "wrong_type" || issue.params["expected"] !== "integer") return undefined;
  const record = fieldAt(recordOf(issue.at) ?? "");
  const field = fieldAt(issue.at);
  return field && words().form.digits(record && lowerFirst(record.label), lowerFirst(field.label));
}
