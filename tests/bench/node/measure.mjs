// Shared by the measurements in Node: payloads, rounds, tables, and the file of figures.
import { fork } from "node:child_process";
import { once } from "node:events";
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
  const entries = contenders.map((contender) => ({ ...contender, round: roundsOf(contender) }));
  const times = entries.map(() => []);
  for (const at of turns(entries.length)) times[at].push(entries[at].round());
  if (sink < 0) console.log(sink);
  return compared(entries.map((entry, at) => ({ ...entry, times: times[at] })));
}

/**
 * The same with each contender in a process of its own, because the engine compiles a function by
 * all that it was called with. `script` gets the arguments of a contender, and calls `serve`. Each
 * is `{ id, name, args }`.
 */
export async function measureApart(script, contenders) {
  const children = [];
  try {
    for (const { args } of contenders) {
      const child = fork(script, [...args, ...process.argv.slice(2)], { execArgv: ["--no-warnings"] });
      child.on("exit", (code) => { if (code !== null) throw new Error(`${args.join(" ")} ended with ${code}`); });
      children.push(child);
      await once(child, "message"); // one after the other, so that none compiles while another warms up
    }
    const times = contenders.map(() => []);
    for (const at of turns(contenders.length)) {
      children[at].send("round");
      const [time] = await once(children[at], "message");
      times[at].push(time);
    }
    return compared(contenders.map((contender, at) => ({ ...contender, times: times[at] })));
  } finally {
    for (const child of children) child.kill();
  }
}

/** Runs a contender in a process of `measureApart`. */
export function serve(contender) {
  const round = roundsOf(contender);
  process.on("message", () => process.send(round()));
  process.send("ready");
}

function* turns(count) {
  for (let round = 0; round < rounds; round++) for (let turn = 0; turn < count; turn++) yield (round + turn) % count;
}

function roundsOf(contender) {
  const count = passes(contender);
  return () => batch(contender, count);
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
