// Questions that the form does not ask: those that the page hides, and financing for a firm that is
// not enrolled. One that only a person can answer or correct is asked all the same.
import { isAnswered } from "./answers.js";
import type { App } from "./app.js";

const financing = "/is_payment_via_financing";

const isOf = (at: string, place: string): boolean => at === place || at.startsWith(`${place}/`);

export class Omitted {
  private readonly app: App;
  /** The places that needed a person once. They stay, so that no question disappears while it is answered. */
  private readonly kept = new Set<string>();

  constructor(app: App) {
    this.app = app;
  }

  has(at: string): boolean {
    const { answers, context, setup, sheet } = this.app;
    const hidden = setup.hidden().find((place) => isOf(at, place));
    const place = hidden ?? at;
    if ((hidden === undefined && (at !== financing || context.financing_enrolled === true)) || this.kept.has(place)) return false;
    const isWrong = hidden !== undefined && sheet.report.issues.some((issue) => issue.severity === "error" && isOf(issue.at, place));
    // An opened file may have an answer that the page did not give.
    const given = hidden === undefined ? undefined : setup.prefill();
    const isAnother = [...answers].some(([other, answer]) => isOf(other, place) && isAnswered(answer) && given?.answers.has(other) !== true);
    if (!isWrong && !isAnother) return true;
    this.kept.add(place);
    for (const other of sheet.states.keys()) if (isOf(other, place)) sheet.changed.add(other);
    if (isWrong) setup.revealed(place);
    return false;
  }

  /** The answers are replaced. */
  reset(): void {
    this.kept.clear();
  }
}
