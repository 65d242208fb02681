// How long a check takes here. The clock of a browser is coarse: short checks are measured many at a time.
import { checkCaseText, type Host } from "casegate/slim";
import { language } from "../kit/language.js";

export interface Measured {
  readonly ms: number;
  readonly times: number;
}

const samples = 9;
const longest = 120;

/**
 * The median time of a check: the text goes into the module, is judged, and the report comes back as an object. The module does
 * not send the same report twice in a row, so that another check goes between, whose own time is taken off.
 */
export function measure(text: string, host: Host): Measured {
  const between = ["", "["] as const;
  const run = (first: string, second: string): number => {
    let rounds = 1;
    for (;;) {
      const start = performance.now();
      for (let round = 0; round < rounds; round++) {
        checkCaseText(first, host);
        checkCaseText(second, host);
      }
      const took = performance.now() - start;
      if (took >= 2 || rounds >= 256) return took / rounds;
      rounds *= 4;
    }
  };
  const start = performance.now();
  const small = run(...between) / 2;
  const times: number[] = [];
  do times.push(Math.max(run(text, between[0]) - small, 0));
  while (times.length < samples && performance.now() - start < longest);
  times.sort((a, b) => a - b);
  return { ms: times[Math.floor(times.length / 2)] as number, times: times.length };
}

/** A time as people read it: `85 µs`, `1.2 ms`, `18 ms`. */
export function duration(ms: number): string {
  if (ms < 0.95) return `${Math.max(1, Math.round(ms * 1000))} µs`;
  return `${(ms < 9.95 ? Math.round(ms * 10) / 10 : Math.round(ms)).toLocaleString(language())} ms`;
}
