// Reads what cargo-llvm-cov counted (lcov, then its summary as JSON) and compares the lines that no test ran with `unreached.txt`,
// and the conditions that were only ever true, or only ever false, with `one-sided.txt`.
//
//   node tests/coverage/check.mjs LCOV SUMMARY

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { closing, walk } from "../mutants/rust.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const SOURCE = "crates/core/src/";
const [lcov, summary] = process.argv.slice(2);

/** A list: its columns but the last, which is a reason, with tabs between; each is marked as used when it is needed. */
function list(name, columns) {
  const rows = new Map();
  for (const line of readFileSync(join(here, name), "utf8").split("\n").filter((line) => line && !line.startsWith("#"))) {
    const parts = line.split("\t"), reason = parts.pop();
    if (parts.length !== columns || reason.length < 20) throw new Error(`${name}: not ${columns} columns and a reason: ${line}`);
    rows.set(parts.join("\t"), false);
  }
  const tells = (...keys) => {
    const key = keys.find((key) => rows.has(key));
    if (key) rows.set(key, true);
    return key !== undefined;
  };
  return { tells, stale: () => [...rows].filter(([, used]) => !used).map(([key]) => `${name}\t${key}`) };
}

const unreached = list("unreached.txt", 3), oneSided = list("one-sided.txt", 4);
const count = { lines: 0, run: 0, told: 0, sides: 0, taken: 0, sidesTold: 0 }, open = [];
for (const part of readFileSync(lcov, "utf8").split("end_of_record")) {
  const path = /^SF:(.*)$/m.exec(part)?.[1] ?? "";
  if (!path.includes(SOURCE)) continue;
  const file = path.slice(path.indexOf(SOURCE) + SOURCE.length);
  const source = readFileSync(path, "utf8"), text = source.split("\n");
  const functions = functionsOf(source), testsFrom = testsOf(source), notRun = new Set();
  const lineAt = (at) => text[at - 1].trim();
  // The innermost: they stand in the order in which they begin.
  const nameAt = (at) => functions.findLast(({ first, last }) => first <= at && at <= last)?.name ?? "";
  for (const [, number, times] of part.matchAll(/^DA:(\d+),(\d+)/gm)) {
    const at = Number(number);
    count.lines += 1;
    if (times !== "0") {
      count.run += 1;
      continue;
    }
    notRun.add(at);
    const key = `${file}\t${nameAt(at)}\t`;
    if (unreached.tells(key + lineAt(at), `${key}*`)) count.told += 1;
    else open.push(`no test runs\t${key}${lineAt(at)}\t(line ${at})`);
  }
  // The conditions of a line are numbered; each has two branches, and the first of them is that it holds.
  for (const [, number, condition, branch, times] of part.matchAll(/^BRDA:(\d+),(\d+),(\d+),(\d+|-)$/gm)) {
    const at = Number(number);
    // A test is to find one answer only, and a line that is not run has told its reason.
    if (at >= testsFrom || notRun.has(at)) continue;
    count.sides += 1;
    if (times !== "0" && times !== "-") {
      count.taken += 1;
      continue;
    }
    const side = `${Number(condition) + 1} ${Number(branch) % 2 === 0}`;
    const key = `${file}\t${nameAt(at)}\t${lineAt(at)}\t`;
    if (oneSided.tells(key + side, `${key}*`)) count.sidesTold += 1;
    else open.push(`never so\t${key}${side}\t(line ${at})`);
  }
}
const { regions, functions } = JSON.parse(readFileSync(summary, "utf8")).data[0].totals;
const share = (some, all) => `${((100 * some) / all).toFixed(2)} %`;
console.log(`lines      ${count.lines}, of which run by the tests ${count.run} (${share(count.run, count.lines)}), listed ${count.told}`);
console.log(`branches   ${count.sides}, of which taken ${count.taken} (${share(count.taken, count.sides)}), listed ${count.sidesTold}`);
console.log(`regions    ${regions.count}, of which run ${regions.covered} (${share(regions.covered, regions.count)})`);
console.log(`functions  ${functions.count}, of which run ${functions.covered} (${share(functions.covered, functions.count)})`);
for (const line of open) console.log(line);
const stale = [...unreached.stale(), ...oneSided.stale()];
for (const key of stale) console.log(`listed, but run or gone\t${key}`);
const told = `listed with a reason ${count.told + count.sidesTold}, OPEN ${open.length + stale.length}`;
console.log(`${share(count.run, count.lines)} of the lines, ${share(count.taken, count.sides)} of the branches; ${told}`);
process.exit(open.length + stale.length > 0 ? 1 : 0);

/** The line at which a file's own tests begin. */
function testsOf(source) {
  const at = source.search(/^#\[cfg\(test\)\]\n(?:#\[.*\]\n)*mod /m);
  return at < 0 ? Infinity : source.slice(0, at).split("\n").length;
}

/** The functions of a file by their lines. */
function functionsOf(source) {
  const found = [];
  const lineOf = (at) => source.slice(0, at).split("\n").length;
  for (const match of source.matchAll(/(?<!\/\/.*)\bfn (\w+)/g)) {
    let body = -1;
    walk(source, match.index + match[0].length, source.length, (at, character, depth) => {
      if (depth === 0 && character === "{") body = at;
      return body < 0 && !(depth === 0 && (character === ";" || character === "}"));
    });
    if (body < 0) continue;
    found.push({ name: match[1], first: lineOf(match.index), last: lineOf(closing(source, body)) });
  }
  return found;
}
