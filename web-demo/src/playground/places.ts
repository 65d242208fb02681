// Lines, columns, and the places of findings in the text.
import type { Issue } from "casegate/slim";
import { locate, type Span } from "./locate.js";

/** Returns the start of each line. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Returns the line of a position, from 0. */
export function lineAt(starts: readonly number[], position: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] as number) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the position of the library's line and column, which count characters from 1. */
function positionOf(text: string, starts: readonly number[], line: number, column: number): number {
  let at = starts[Math.min(line, starts.length) - 1] ?? 0;
  for (let passed = 1; passed < column && at < text.length && text[at] !== "\n"; passed++) at += text.codePointAt(at) as number > 0xffff ? 2 : 1;
  return at;
}

export interface Shown {
  readonly issue: Issue;
  /** The selection when a person jumps there. */
  readonly spot: Span;
  /** Lines, from 0; several if a key is repeated. */
  readonly lines: readonly number[];
}

/**
 * Returns every finding with its place in the text, and the places of the values that made it
 * apply.
 */
export function placed(text: string, starts: readonly number[], issues: readonly Issue[]): Shown[] {
  const places = locate(text, issues.map((issue) => issue.at));
  return issues.map((issue) => {
    const { line, column } = issue.params;
    if (typeof line === "number" && typeof column === "number") {
      const from = positionOf(text, starts, line, column);
      return { issue, spot: { from, to: Math.min(from + 1, text.length) }, lines: [lineAt(starts, from)] };
    }
    const place = places.get(issue.at);
    const whole = issue.at === "" && place !== undefined;
    const spot = whole ? { from: place.spot.from, to: Math.min(place.spot.from + 1, text.length) } : (place?.spot ?? { from: 0, to: 0 });
    const again = issue.code === "duplicate_key" ? (place?.times ?? []) : [];
    const at = again.length > 1 ? again.map((member) => member.key?.from ?? member.value.from) : [spot.from];
    return { issue, spot, lines: [...new Set(at.map((position) => lineAt(starts, position)))] };
  });
}

export interface Mark {
  errors: number;
  warnings: number;
}

export function marksOf(shown: readonly Shown[]): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const { issue, lines } of shown) {
    for (const line of lines) {
      const mark = marks.get(line) ?? { errors: 0, warnings: 0 };
      mark[issue.severity === "error" ? "errors" : "warnings"]++;
      marks.set(line, mark);
    }
  }
  return marks;
}
