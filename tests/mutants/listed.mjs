// The mutants that no test can distinguish from the program, each with a reason: `listed.txt`.
//
// A row has three columns with tabs between: the function or table, the id of the mutant in it, and
// the reason. Rows that begin with `kit` are only about the cases of the conformance kit. An id is the mutation, followed by `#2` for the second line of that function or table
// which has such a mutation, and so on. Rows quote no source line, so they stay valid when code
// moves.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { target } from "../support/target.mjs";
import { fileOf, ownerOf } from "./rust.mjs";
import { ROOT } from "./tree.mjs";

/**
 * Gives each mutant the `key` of its row. `mutants` are all mutants of their files, in source
 * order.
 */
export function identify(mutants) {
  const lines = new Map();
  for (const mutant of mutants) {
    const key = `${ownerOf(mutant.file, mutant.within)}\t${mutant.id ?? mutant.mutation}`;
    if (!lines.has(key)) lines.set(key, []);
    const places = lines.get(key);
    if (!places.includes(mutant.at)) places.push(mutant.at);
    const ordinal = places.indexOf(mutant.at) + 1;
    mutant.key = ordinal > 1 ? `${key} #${ordinal}` : key;
  }
  return mutants;
}

/** The reasons by key: those about all tests, and with `forKit` also those about the kit alone. */
export function listed(forKit = false) {
  const lines = readFileSync(join(ROOT, "tests/mutants/listed.txt"), "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
  const rows = lines.filter((line) => forKit || !line.startsWith("kit ")).map((line) => line.replace(/^kit /, "").split("\t"));
  for (const row of rows) {
    if (row.length !== 3 || row[2].length < 20) throw new Error(`not owner, id and reason: ${row.join(" | ")}`);
  }
  return new Map(rows.map((row) => [row.slice(0, 2).join("\t"), row[2]]));
}

/** What identifies a mutant of an earlier run: a changed line is judged again. */
function fingerprint(mutant) {
  return [mutant.file, mutant.mutation, mutant.line.trim()].join("\t");
}

export function caught(mutant) {
  return mutant.verdict === "caught" || mutant.verdict === "unviable";
}

/**
 * The verdicts of earlier runs, in a file. Mutants that look the same (two on a line) are kept
 * together.
 */
export class Kept {
  constructor(name) {
    this.file = target(`mutants/${name}`);
    this.groups = grouped(existsSync(this.file) ? JSON.parse(readFileSync(this.file, "utf8")) : []);
  }

  /** Sets the verdict of mutants that were all caught. */
  recall(mutants) {
    for (const [key, group] of grouped(mutants)) {
      const known = this.groups.get(key) ?? [];
      if (known.length !== group.length || !known.every(caught)) continue;
      group.forEach((mutant, index) => Object.assign(mutant, { verdict: known[index].verdict, by: known[index].by }));
    }
  }

  save(mutants) {
    for (const [key, group] of grouped(mutants)) if (group.every((mutant) => mutant.verdict)) this.groups.set(key, group);
    const plain = [...this.groups.values()].flat().map(({ file, at, line, mutation, verdict, by }) => ({ file, at, line, mutation, verdict, by }));
    writeFileSync(this.file, JSON.stringify(plain, null, 1));
  }
}

function grouped(mutants) {
  const groups = new Map();
  for (const mutant of mutants) groups.set(fingerprint(mutant), [...(groups.get(fingerprint(mutant)) ?? []), mutant]);
  return groups;
}

/**
 * Prints a table by file of the mutants that ran, and differences to the list; returns false if
 * there are any.
 */
export function report(title, all, reasons) {
  const mutants = all.filter((mutant) => mutant.verdict);
  const files = [...new Set(mutants.map((mutant) => mutant.file))].sort();
  const row = (name, of) => {
    const count = (verdict) => of.filter((mutant) => mutant.verdict === verdict).length;
    const late = of.filter((mutant) => mutant.verdict === "caught" && mutant.by === "timeout").length;
    const numbers = [of.length, count("caught"), late, count("unviable"), count("listed"), count("survived")];
    console.log(name.padEnd(44) + numbers.map((number) => String(number).padStart(11)).join(""));
  };
  const used = new Set();
  for (const mutant of mutants.filter((mutant) => mutant.verdict === "survived")) {
    if (!reasons.has(mutant.key)) continue;
    mutant.verdict = "listed";
    used.add(mutant.key);
  }
  console.log(title.padEnd(44) + ["mutants", "caught", "by time", "no program", "listed", "SURVIVED"].map((word) => word.padStart(11)).join(""));
  for (const file of files) row(file.replace("crates/core/src/", ""), mutants.filter((mutant) => mutant.file === file));
  row("all", mutants);
  const survived = mutants.filter((mutant) => mutant.verdict === "survived");
  for (const mutant of survived) console.log(`survived\t${mutant.key}\t(line ${mutant.at})`);
  // A mutant that did not run says nothing about its reason.
  const open = new Set(all.filter((mutant) => !mutant.verdict).map(({ key }) => key));
  const examined = new Set(all.map((mutant) => mutant.file));
  const stale = [...reasons.keys()].filter((key) => !used.has(key) && !open.has(key) && examined.has(fileOf(key.split("\t")[0])));
  for (const key of stale) console.log(`listed, but caught or gone\t${key}`);
  return survived.length === 0 && stale.length === 0;
}
