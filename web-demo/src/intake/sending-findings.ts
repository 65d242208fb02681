// The service's findings in a case that this page had accepted, because of another day or other
// settings there.
import type { Context, Issue } from "casegate/form";
import { bookOf } from "./book.js";
import { language, type Language } from "../kit/language.js";
import type { Payload } from "./answers.js";

export class Findings {
  private readonly payload: Payload;
  /** The service's settings, as far as they are known. */
  private readonly context: Context;
  private readonly issues: readonly Issue[];
  private said: { in: Language; issues: readonly Issue[] } | undefined;

  constructor(issues: readonly Issue[], payload: Payload, context: Context) {
    this.issues = issues;
    this.payload = payload;
    this.context = context;
  }

  /**
   * In the page's language if the library finds the same with the service's settings; otherwise in
   * the service's words.
   */
  get all(): readonly Issue[] {
    if (this.issues.length === 0) return this.issues;
    if (this.said?.in !== language()) {
      const own = bookOf(this.context).checkCase(this.payload, { ...this.context, language: language() }).issues;
      const issues = this.issues.map((issue) => own.find(({ at, code, rule }) => at === issue.at && code === issue.code && rule === issue.rule) ?? issue);
      this.said = { in: language(), issues };
    }
    return this.said.issues;
  }

  /** Returns the rest after places were edited. */
  without(places: readonly string[]): Findings {
    const isEdited = ({ at }: Issue): boolean => places.some((place) => at === place || at.startsWith(`${place}/`) || place.startsWith(`${at}/`));
    return new Findings(this.issues.filter((issue) => !isEdited(issue)), this.payload, this.context);
  }
}

/** Returns the issues in the body of a refusal. */
export function issuesOf(body: unknown): readonly Issue[] {
  const { errors } = (body ?? {}) as { errors?: unknown };
  if (!Array.isArray(errors)) return [];
  return errors.filter((issue: Partial<Issue> | null) => typeof issue?.at === "string" && typeof issue.message === "string");
}
