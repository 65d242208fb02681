// The place of a finding: its field, its step, and whether it is shown already.
import type { Issue } from "../types.js";
import { lowerFirst, type Field } from "./catalogue.js";
import { fields } from "./english.js";
import { place, type PageId, type Step } from "./layout.js";
import type { Sheet } from "./sheet.js";

export const steps: readonly Step[] = place(fields);

/** `true` for the pages that exist from the start. */
export function hasQuestions(page: string): boolean {
  return steps.some(({ id }) => id === page);
}

/** The step of a finding about the whole payload: it is in the summary of every step. */
export const everyStep = -1;

/** The numbered pages: the questions, the files, then the review. */
export const pages: readonly { readonly id: PageId }[] = [...steps, { id: "files" }, { id: "check" }];

const last = pages.length - 1;

const stepOfField = new Map(steps.flatMap((step, index) => step.groups.flatMap((group) => group.at.map((at) => [at, index] as const))));

export interface Problem {
  readonly issue: Issue;
  /** The field that shows the finding; `undefined` if no field does. */
  readonly at: string | undefined;
  /**
   * The index of the field's step. Findings about a field that is not shown belong to the last
   * page.
   */
  readonly step: number;
}

export function problemsOf(issues: readonly Issue[], sheet: Sheet): Problem[] {
  const problems = issues.map((issue) => {
    const at = fieldOf(issue.at, sheet);
    return { issue, at, step: issue.at === "" ? everyStep : at === undefined ? last : stepIndex(at) };
  });
  // In the form's order, so that the summary follows the questions.
  return problems.sort((a, b) => position(a.at) - position(b.at));
}

const order = steps.flatMap((step) => step.groups.flatMap((group) => group.at));

function position(at: string | undefined): number {
  return at === undefined ? order.length : order.indexOf(at);
}

/** Returns the nearest field that the form shows: `/add_on_services` for `/add_on_services/1`. */
function fieldOf(at: string, sheet: Sheet): string | undefined {
  for (let pointer = at; pointer !== ""; pointer = pointer.slice(0, pointer.lastIndexOf("/"))) {
    if (stepOfField.has(pointer) && !sheet.isHidden(pointer)) return pointer;
  }
  return undefined;
}

function stepIndex(at: string): number {
  return stepOfField.get(at) ?? last;
}

/**
 * Returns the id of a field's first control, from which those of its error, hint and group derive.
 */
export function idOf(at: string): string {
  return `f${at.replaceAll("/", "-")}`;
}

/** Returns a label inside a sentence. */
export function inSentence(field: Field | undefined): string {
  return lowerFirst(field?.label ?? "");
}
