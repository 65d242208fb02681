// Reads the counts of cargo-llvm-cov (lcov, then its summary as JSON) and compares the lines that
// no test ran with `unreached.txt`, and the conditions that were only ever true, or only ever
// false, with `one-sided.txt`.
//
//   node tests/coverage/check.mjs LCOV SUMMARY
//
// A row has three columns with tabs between: the function, an id in it, and the reason. In
// `unreached.txt` the id `#2` is the function's second run of lines that no test reaches. In
// `one-sided.txt` the id `3 false` means that the function's third condition is never false. `*`
// stands for a whole function.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { functionsOf, ownerOf } from "../mutants/rust.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const SOURCE = "crates/core/src/";
const [lcov, summary] = process.argv.slice(2);

/** A list by owner and id; `has` marks the row that it finds as used. */
function list(name) {
  const rows = new Map();
  for (const line of readFileSync(join(here, name), "utf8").split("\n").filter((line) => line && !line.startsWith("#"))) {
    const [owner, id, reason, ...more] = line.split("\t");
    if (more.length > 0 || !(reason?.length >= 20)) throw new Error(`${name}: not function, id and reason: ${line}`);
    rows.set(`${owner}\t${id}`, false);
  }
  const has = (owner, id) => {
    const key = [`${owner}\t${id}`, `${owner}\t*`].find((key) => rows.has(key));
    if (key) rows.set(key, true);
    return key !== undefined;
  };
  return { has, stale: () => [...rows].filter(([, used]) => !used).map(([key]) => `${name}\t${key}`) };
}

const unreached = list("unreached.txt"), oneSided = list("one-sided.txt");
const count = { lines: 0, run: 0, listed: 0, sides: 0, taken: 0, sidesListed: 0 }, open = [];
for (const part of readFileSync(lcov, "utf8").split("end_of_record")) {
  const path = /^SF:(.*)$/m.exec(part)?.[1] ?? "";
  if (!path.includes(SOURCE)) continue;
  const file = path.slice(path.indexOf(SOURCE) + SOURCE.length);
  const source = readFileSync(path, "utf8"), text = source.split("\n");
  const functions = functionsOf(source), testsFrom = testsOf(source), notRun = new Set();
  // Functions are in source order, so the last one that contains a line is the innermost.
  const ownerAt = (at) => ownerOf(file, functions.findLast(({ first, last }) => first <= at && at <= last)?.name);
  const where = (at) => `(line ${at}: ${text[at - 1].trim()})`;
  const runs = new Map();
  let before;
  for (const [, number, times] of part.matchAll(/^DA:(\d+),(\d+)/gm)) {
    const at = Number(number), owner = ownerAt(at);
    count.lines += 1;
    if (times !== "0") {
      count.run += 1;
      before = undefined;
      continue;
    }
    notRun.add(at);
    if (before !== owner) runs.set(owner, (runs.get(owner) ?? 0) + 1);
    before = owner;
    const id = `#${runs.get(owner)}`;
    if (unreached.has(owner, id)) count.listed += 1;
    else open.push(`no test runs\t${owner}\t${id}\t${where(at)}`);
  }
  // The conditions of a line are numbered from 0; each has two branches, the first for
  // true.
  const conditions = new Map();
  for (const [, number, condition, branch, times] of part.matchAll(/^BRDA:(\d+),(\d+),(\d+),(\d+|-)$/gm)) {
    const at = Number(number), owner = ownerAt(at);
    if (!conditions.has(owner)) conditions.set(owner, []);
    const known = conditions.get(owner), name = `${at} ${condition}`;
    if (!known.includes(name)) known.push(name);
    // The conditions of a test have one answer only, and a line that is not run has its own row.
    if (at >= testsFrom || notRun.has(at)) continue;
    count.sides += 1;
    if (times !== "0" && times !== "-") {
      count.taken += 1;
      continue;
    }
    const id = `${known.indexOf(name) + 1} ${Number(branch) % 2 === 0}`;
    if (oneSided.has(owner, id)) count.sidesListed += 1;
    else open.push(`one-sided\t${owner}\t${id}\t${where(at)}`);
  }
}
const { regions, functions } = JSON.parse(readFileSync(summary, "utf8")).data[0].totals;
const share = (some, all) => `${((100 * some) / all).toFixed(2)} %`;
console.log(`lines      ${count.lines}, of which run by the tests ${count.run} (${share(count.run, count.lines)}), listed ${count.listed}`);
console.log(`branches   ${count.sides}, of which taken ${count.taken} (${share(count.taken, count.sides)}), listed ${count.sidesListed}`);
console.log(`regions    ${regions.count}, of which run ${regions.covered} (${share(regions.covered, regions.count)})`);
console.log(`functions  ${functions.count}, of which run ${functions.covered} (${share(functions.covered, functions.count)})`);
for (const line of open) console.log(line);
const stale = [...unreached.stale(), ...oneSided.stale()];
for (const key of stale) console.log(`listed, but run or gone\t${key}`);
const listed = `listed with a reason ${count.listed + count.sidesListed}, OPEN ${open.length + stale.length}`;
console.log(`${share(count.run, count.lines)} of the lines, ${share(count.taken, count.sides)} of the branches; ${listed}`);
process.exit(open.length + stale.length > 0 ? 1 : 0);

/** The line at which a file's own tests begin. */
function testsOf(source) {
  const at = source.search(/^#\[cfg\(test\)\]\n(?:#\[.*\]\n)*mod /m);
  return at < 0 ? Infinity : source.slice(0, at).split("\n").length;
}
