// Answers that the library reads in another form than the service, such as "Georgia" for GA.
import { caseFromForm } from "../form.js";
import type { Fix, Issue } from "../types.js";
import { answersOf, type Answers } from "./answers.js";
import { extra } from "./extra.js";
import { withSlashes } from "./formats.js";
import type { Entry } from "./sheet.js";

/** What a finding does not yet understand, in a form that the library reads: a date in digits alone, a state by its Spanish name. */
const readable: Partial<Record<Issue["code"], (text: string) => string | undefined>> = {
  not_a_date: withSlashes,
  unknown_state: (text) => extra.stateCode?.(text),
};

/** Returns the answers with a finding that the library can write in the form that the service reads. */
export function understood(answers: Answers, issues: readonly Issue[], kinds: readonly Fix["kind"][] = ["rewrite"]): Entry[] {
  const wrong = issues.filter(({ code, fix }) => code in readable || (fix !== undefined && kinds.includes(fix.kind)));
  return [...new Map(wrong.map(({ at, code }) => [at, code]))].flatMap(([at, code]): Entry[] => {
    const given = answers.get(at);
    const text = typeof given === "string" ? (readable[code]?.(given) ?? given) : given;
    const answer = text === undefined ? undefined : answersOf({ ...caseFromForm({ [at]: text }).case }).answers.get(at);
    // What no form understands stays as it was typed.
    return answer === undefined || answer === given || (answer === text && code === "not_a_date") ? [] : [[at, answer]];
  });
}
