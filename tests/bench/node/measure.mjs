// Shared by the measurements in Node: payloads, rounds, tables, and the file of figures.
import { appendFileSync, readFileSync } from "node:fs";
import { target } from "../../support/target.mjs";

export const quick = process.argv.includes("--quick");
export const context = { today: "2026-03-01" };
const rounds = quick ? 15 : 101;
const batchMs = quick ? 4 : 8;
let sink = 0; // keeps what is computed from being passed over

/**
 * The texts of a set that casegate-bench wrote. Each is a separate string, because slices of one
 * long string are slower to read.
 */
export function texts(name) {
  const lines = readFileSync(target(`bench/${name}.ndjson`), "utf8").trimEnd().split("\n");
  return lines.map((line) => Buffer.from(line).toString());
}

/**
 * Runs all in turn, round after round, each round with another first: other work on the machine
 * affects all alike, and a round's ratio to the first compares neighbours in time. Each is
 * `{ id, name, run, on }`.
 */
export function measure(contenders) {
  const entries = contenders.map((contender) => ({ ...contender, times: [] }));
  for (const entry of entries) entry.passes = passes(entry);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < entries.length; turn++) {
      const entry = entries[(round + turn) % entries.length];
      entry.times.push(batch(entry, entry.passes));
    }
  }
  if (sink < 0) console.log(sink);
  return compared(entries);
}

/** Medians of `times`, and of the ratios to the first of the same round. */
export function compared(entries) {
  const base = entries[0].times;
  return entries.map(({ id, name, times }) => ({
    id,
    name,
    time: median(times),
    ratio: median(times.map((time, round) => time / base[round])),
  }));
}

function passes(entry) {
  for (let warm = 0; warm < 20; warm++) batch(entry, 1); // until it is compiled
  let count = 1;
  while (batch(entry, count) * count * entry.on.length < batchMs * 1000) count *= 2;
  return count;
}

/** Microseconds for a payload. */
function batch({ run, on }, passes) {
  const begin = performance.now();
  for (let pass = 0; pass < passes; pass++) for (let at = 0; at < on.length; at++) sink += run(on[at]) ? 1 : 0;
  return ((performance.now() - begin) * 1000) / (passes * on.length);
}

export function table(title, rows, unit = "µs") {
  console.log(`\n${title.padEnd(68)}${unit.padStart(8)}${"×".padStart(9)}`);
  for (const { name, time, ratio } of rows) {
    console.log(`  ${name.padEnd(66)}${time.toFixed(2).padStart(8)}${ratio.toFixed(2).padStart(9)}`);
  }
}

export function median(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}

/**
 * Adds a figure to the file at CASEGATE_FIGURES. aims.mjs describes each figure and its aim.
 */
export function record(figure, value) {
  if (process.env.CASEGATE_FIGURES) appendFileSync(process.env.CASEGATE_FIGURES, `${figure} ${value.toFixed(4)}\n`);
}
