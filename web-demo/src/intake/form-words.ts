// The form's own wording, where the rulebook's speaks of JSON: nobody types quotation marks into a form.
import type { Issue } from "casegate/slim";
import { fieldAt, lowerFirst, recordOf } from "../kit/catalogue.js";

export function formWords(issue: Issue): string | undefined {
  if (issue.code !== "wrong_type" || issue.params["expected"] !== "integer") return undefined;
  const record = fieldAt(recordOf(issue.at) ?? "");
  const label = lowerFirst(fieldAt(issue.at)?.label ?? "number");
  return `Write the ${record ? `${lowerFirst(record.label)}'s ` : ""}${label} in digits only.`;
}
