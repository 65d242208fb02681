// Reads what cargo-llvm-cov counted (lcov, then its summary as JSON) and compares the lines that no test ran with `unreached.txt`.
//
//   node tests/coverage/check.mjs LCOV SUMMARY

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { closing, walk } from "../mutants/rust.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const SOURCE = "crates/core/src/";
const [lcov, summary] = process.argv.slice(2);

const listed = readFileSync(join(here, "unreached.txt"), "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
const reasons = new Map(listed.map((line) => {
  const [file, name, text, reason, more] = line.split("\t");
  if (!reason || reason.length < 20 || more) throw new Error(`not file, function, line and reason: ${line}`);
  return [`${file}\t${name}\t${text}`, reason];
}));

let lines = 0, ran = 0, told = 0;
const used = new Set(), open = [];
for (const part of readFileSync(lcov, "utf8").split("end_of_record")) {
  const path = /^SF:(.*)$/m.exec(part)?.[1] ?? "";
  if (!path.includes(SOURCE)) continue;
  const file = path.slice(path.indexOf(SOURCE) + SOURCE.length);
  const source = readFileSync(path, "utf8"), text = source.split("\n");
  const functions = functionsOf(source);
  for (const [, number, count] of part.matchAll(/^DA:(\d+),(\d+)/gm)) {
    lines += 1;
    if (count !== "0") {
      ran += 1;
      continue;
    }
    const at = Number(number), line = text[at - 1].trim();
    // The innermost: they stand in the order in which they begin.
    const name = functions.findLast(({ first, last }) => first <= at && at <= last)?.name ?? "";
    const key = [line, "*"].map((what) => `${file}\t${name}\t${what}`).find((key) => reasons.has(key));
    if (key) {
      used.add(key);
      told += 1;
    } else open.push(`${file}\t${name}\t${line}\t(line ${at})`);
  }
}
const { regions, functions } = JSON.parse(readFileSync(summary, "utf8")).data[0].totals;
const share = (some, all) => `${((100 * some) / all).toFixed(2)} %`;
console.log(`lines      ${lines}, of which run by the tests ${ran} (${share(ran, lines)}), listed ${told}, OPEN ${open.length}`);
console.log(`regions    ${regions.count}, of which run ${regions.covered} (${share(regions.covered, regions.count)})`);
console.log(`functions  ${functions.count}, of which run ${functions.covered} (${share(functions.covered, functions.count)})`);
for (const line of open) console.log(`no test runs\t${line}`);
const stale = [...reasons.keys()].filter((key) => !used.has(key));
for (const key of stale) console.log(`listed, but run or gone\t${key}`);
process.exit(open.length + stale.length > 0 ? 1 : 0);

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
