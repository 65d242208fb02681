// The service's verdict on the same text, beside that of this page.
import type { Report } from "casegate/slim";
import { h, quietButton, setChildren } from "../kit/dom.js";
import { askLibrary } from "../kit/service.js";
import { duration } from "./measure.js";
import type { State } from "./state.js";
import { words } from "./words.js";

export interface Difference {
  readonly at: string;
  readonly here: string;
  readonly there: string;
}

export type Outcome =
  | { readonly is: "asking" | "away" }
  /** The service's bytes are the report of this page as JSON. */
  | { readonly is: "equal"; readonly ms: number; readonly bytes: number }
  /** The same values in the same order, but written in a form that a parsed report cannot keep. */
  | { readonly is: "alike"; readonly ms: number }
  | { readonly is: "different"; readonly ms: number; readonly differences: readonly Difference[]; readonly rulebooks: boolean };

/**
 * Compares the text that the service sent with a report of this page. `JSON.parse` keeps neither
 * the spelling of a value (`1.0`, an escape) nor the order of numeric keys, so a report of this
 * page can differ from the text in these alone. Then both are equal once the text is parsed, too.
 */
export function compare(report: Report, there: string): { is: "equal" } | { is: "alike" } | { is: "different"; differences: Difference[]; rulebooks: boolean } {
  const here = JSON.stringify(report);
  if (here === there) return { is: "equal" };
  const other = JSON.parse(there) as Report;
  if (JSON.stringify(other) === here) return { is: "alike" };
  const differences: Difference[] = [];
  collect(report, other, "", differences);
  if (differences.length === 0) differences.push({ at: "", here: here.slice(0, 200), there: JSON.stringify(other).slice(0, 200) });
  return { is: "different", differences, rulebooks: report.rulebook.digest !== other.rulebook?.digest };
}

const most = 50;

function collect(here: unknown, there: unknown, at: string, found: Difference[]): void {
  if (found.length >= most) return;
  if (typeof here === "object" && typeof there === "object" && here !== null && there !== null && Array.isArray(here) === Array.isArray(there)) {
    const [one, other] = [here as Record<string, unknown>, there as Record<string, unknown>];
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) collect(one[key], other[key], `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, found);
  } else if (JSON.stringify(here) !== JSON.stringify(there)) {
    found.push({ at, here: brief(here), there: brief(there) });
  }
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "–";
  return text.length > 240 ? `${text.slice(0, 240)}…` : text;
}

export function besidePanel(state: State, changed: () => void): { panel: HTMLElement; draw: () => void; ask: () => Promise<void>; outcome: () => Outcome | undefined } {
  const panel = h("div", { class: "tab-panel" });
  let outcome: Outcome | undefined;
  let asked: AbortController | undefined;
  let revision = -1;

  async function ask(): Promise<void> {
    asked?.abort();
    const { report, text, fullContext } = state;
    if (report === undefined) {
      outcome = undefined;
      return changed();
    }
    revision = state.revision;
    const mine = (asked = new AbortController());
    outcome ??= { is: "asking" };
    try {
      const start = performance.now();
      const there = await askLibrary("check_case", text, fullContext, mine.signal);
      const ms = performance.now() - start;
      if (mine.signal.aborted) return;
      const compared = compare(report, there);
      outcome = compared.is === "equal" ? { ...compared, ms, bytes: new TextEncoder().encode(there).length } : { ...compared, ms };
    } catch {
      if (mine.signal.aborted) return;
      outcome = { is: "away" };
    }
    changed();
  }

  const draw = (): void => {
    const w = words().beside;
    // The answer is about an earlier text until the service has answered about this one.
    const stale = revision !== state.revision;
    setChildren(panel, JSON.stringify([outcome, stale, state.isEmpty, w.hint]), () => {
      if (state.isEmpty) return [h("p", { class: "nothing" }, w.empty)];
      const now = outcome;
      return [
        h("p", { class: "hint" }, w.hint),
        h("p", { class: `comparison is-${now?.is ?? "asking"}` }, h("span", { class: "comparison-mark", "aria-hidden": "true" }), `${words().verdict.service}: ${stale || now === undefined ? w.asking : headline(now)}`),
        now?.is === "away" && h("p", {}, quietButton(w.again, () => void ask())),
        now?.is === "alike" && h("p", { class: "hint" }, w.alikeHint),
        now !== undefined && "ms" in now && h("p", { class: "hint" }, w.took(duration(now.ms))),
        now?.is === "different" && now.rulebooks && h("p", {}, w.rulebooks),
        now?.is === "different" && table(now.differences),
      ];
    });
  };

  function table(differences: readonly Difference[]): HTMLElement {
    const w = words().beside;
    return h("div", { class: "sideways", tabindex: 0, role: "region", "aria-label": w.differences },
      h("table", { class: "differences" }, h("caption", { class: "vh" }, w.differences),
        h("thead", {}, h("tr", {}, ...[w.where, w.here, w.there].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, ...differences.map((one) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, one.at)), h("td", {}, h("code", {}, one.here)), h("td", {}, h("code", {}, one.there)))))));
  }

  return { panel, draw, ask, outcome: () => (revision === state.revision ? outcome : undefined) };
}

export function headline(outcome: Outcome): string {
  const w = words().beside;
  switch (outcome.is) {
    case "asking": return w.asking;
    case "away": return w.away;
    case "equal": return w.equal(outcome.bytes);
    case "alike": return w.alike;
    case "different": return w.different(outcome.differences.length);
  }
}
