// Answers that the library reads in another form than the service, such as "Georgia" for GA.
import { caseFromForm } from "../form.js";
import type { Fix, Issue } from "../types.js";
import { answersOf, type Answers } from "./answers.js";
import { withSlashes } from "./formats.js";
import type { Entry } from "./sheet.js";

/** Returns the answers with a finding that the library can write in the form that the service reads. */
export function understood(answers: Answers, issues: readonly Issue[], kinds: readonly Fix["kind"][] = ["rewrite"]): Entry[] {
  const isDate = new Set(issues.filter(({ code }) => code === "not_a_date").map(({ at }) => at));
  const places = issues.filter(({ fix }) => fix !== undefined && kinds.includes(fix.kind)).map(({ at }) => at);
  return [...new Set([...isDate, ...places])].flatMap((at): Entry[] => {
    const given = answers.get(at);
    const text = isDate.has(at) && typeof given === "string" ? withSlashes(given) : given;
    const answer = text === undefined ? undefined : answersOf({ ...caseFromForm({ [at]: text }).case }).answers.get(at);
    return answer === undefined || answer === given || answer === text ? [] : [[at, answer]];
  });
}
