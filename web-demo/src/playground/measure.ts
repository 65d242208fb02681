// Measures the time of a check. The browser's clock is coarse, so short checks are measured in
// batches.
import { checkCaseText, type Context } from "casegate/slim";
import { region } from "../kit/language.js";

export interface Measured {
  readonly ms: number;
  readonly times: number;
}

const samples = 9;
/** Between two measurements the page handles events. */
const between = 30;

/**
 * Returns the median time of a check: the text goes into the module, is judged, and the report
 * returns as an object. The module does not send the same report twice in a row, so an empty text
 * is checked after each, which takes a few microseconds. Returns `undefined` if it was aborted.
 */
export async function measure(text: string, context: Context, signal: AbortSignal): Promise<Measured | undefined> {
  const times: number[] = [];
  let rounds = 1;
  for (let spent = 0; times.length < samples && spent < 400;) {
    await new Promise((resolve) => setTimeout(resolve, between));
    if (signal.aborted) return undefined;
    const took = timed(text, context, rounds);
    spent += took;
    if (took < 2 && rounds < 256) rounds *= 4;
    else times.push(took / rounds);
  }
  times.sort((a, b) => a - b);
  return { ms: times[Math.floor(times.length / 2)] as number, times: times.length };
}

function timed(text: string, context: Context, rounds: number): number {
  const start = performance.now();
  for (let round = 0; round < rounds; round++) {
    checkCaseText(text, context);
    checkCaseText("", context);
  }
  return performance.now() - start;
}

/** Formats a time: `85 µs`, `1.2 ms`, `18 ms`. */
export function duration(ms: number): string {
  if (ms < 0.95) return `${Math.max(1, Math.round(ms * 1000))} µs`;
  return `${(ms < 9.95 ? Math.round(ms * 10) / 10 : Math.round(ms)).toLocaleString(region())} ms`;
}
