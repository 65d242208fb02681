// The service's findings in a case that this page had accepted, because of another day or other
// settings there.
import type { IntakeLanguage } from "../intake-types.js";
import type { Context, Issue } from "../types.js";
import { bookOf } from "./book.js";
import type { Payload } from "./answers.js";
import type { ServiceFindings } from "./sending.js";

export class Findings implements ServiceFindings {
  private readonly payload: Payload;
  /** The service's settings, as far as they are known. */
  private readonly context: Context;
  private readonly issues: readonly Issue[];
  private said: { in: IntakeLanguage; issues: readonly Issue[] } | undefined;

  constructor(issues: readonly Issue[], payload: Payload, context: Context) {
    this.issues = issues;
    this.payload = payload;
    this.context = context;
  }

  /**
   * Returns the findings in a language if the library finds the same with the service's settings;
   * otherwise in the service's words.
   */
  in(language: IntakeLanguage): readonly Issue[] {
    if (this.issues.length === 0) return this.issues;
    if (this.said?.in !== language) {
      const own = this.own(language);
      const issues = this.issues.map((issue) => own.find(({ at, code, rule }) => at === issue.at && code === issue.code && rule === issue.rule) ?? issue);
      this.said = { in: language, issues };
    }
    return this.said.issues;
  }

  private own(language: IntakeLanguage): readonly Issue[] {
    try {
      return bookOf(this.context).checkCase(this.payload, { ...this.context, language }).issues;
    } catch {
      return []; // the backend's settings are none
    }
  }

  get any(): boolean {
    return this.issues.length > 0;
  }

  /** Returns the rest after places were edited. */
  without(places: readonly string[]): Findings {
    const isEdited = ({ at }: Issue): boolean => places.some((place) => at === place || at.startsWith(`${place}/`) || place.startsWith(`${at}/`));
    return new Findings(this.issues.filter((issue) => !isEdited(issue)), this.payload, this.context);
  }
}
