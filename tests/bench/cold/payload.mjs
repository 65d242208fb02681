// What every cold start shares, loaded before the clock runs.
import { readFileSync } from "node:fs";

const [line] = readFileSync(new URL("../../../target/bench/typical.ndjson", import.meta.url), "utf8").split("\n");
export const payload = JSON.parse(line);

export const start = () => performance.now();

/** Prints the milliseconds since `begin`; a wrong verdict ends the process with an error. */
export function tell(begin, ok) {
  const took = performance.now() - begin;
  if (ok !== true) throw new Error("the first payload is clean");
  console.log(took);
}
