// Answers that the library reads in another form than the service, such as "Georgia" for GA.
import { caseFromForm } from "../form.js";
import type { Fix, Issue } from "../types.js";
import { answersOf, type Answers } from "./answers.js";
import type { Entry } from "./sheet.js";

/** Returns the answers with a finding that the library can write in the form that the service reads. */
export function understood(answers: Answers, issues: readonly Issue[], kinds: readonly Fix["kind"][] = ["rewrite"]): Entry[] {
  const places = issues.filter(({ fix }) => fix !== undefined && kinds.includes(fix.kind)).map(({ at }) => at);
  return [...new Set(places)].flatMap((at): Entry[] => {
    const given = answers.get(at);
    const answer = given === undefined ? undefined : answersOf({ ...caseFromForm({ [at]: given }).case }).answers.get(at);
    return answer === undefined || answer === given ? [] : [[at, answer]];
  });
}
