// Changes one row, word or boundary of a table at a time, in a copy of the tree, and asks the vectors whether they see it.
//
//   node tests/mutants/tables.mjs [--share=N] [--again] [FILE…]
//
//     --share=N   every Nth mutant only, of each file
//     --again     only those that the last run did not find caught; the others keep their verdict
//     FILE        only the tables whose path contains it

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyOf, listed, tell } from "./listed.mjs";
import { changed, mutantsOf } from "./rows.mjs";
import { ROOT, Tree } from "./tree.mjs";

const SOURCE = "crates/core/src/";
const TABLES = [
  "fields/common.rs", "fields/policy_limit.rs", "fields/policy_existence.rs", "fields/records.rs",
  "rules/table.rs", "rules/mod.rs", "vocabulary.rs", "tokens.rs", "lifetime.rs",
  "files/limits.rs", "lifecycle/table.rs", "lifecycle/trigger.rs", "events/table.rs", "results/table.rs", "records/table.rs",
  "requests/table.rs", "requests/kinds.rs",
].map((file) => SOURCE + file);
/** The tests that go by the vectors, or read the same tables as a caller does; the first sees nearly all. */
const FIRST = ["vectors"], THEN = ["files", "lifecycle", "results", "records", "requests"];

const options = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const share = Number(options.find((option) => option.startsWith("--share="))?.slice(8) ?? 1);
const cited = new Set(readFileSync(join(ROOT, "tests/vectors/atoms.txt"), "utf8").split("\n"));
const kept = join(ROOT, "target/mutants/tables.json");
const reasons = listed("equivalent-rows.txt");
const started = Date.now();
const log = (what) => process.stderr.write(`mutants: ${what} (${Math.round((Date.now() - started) / 1000)} s)\n`);

const tree = new Tree("tables", 0);
const before = new Map((existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : []).map((mutant) => [keyOf(mutant), mutant]));
const files = TABLES.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)));
const mutants = files.flatMap((file) => {
  const source = readFileSync(join(ROOT, file), "utf8"), lines = source.split("\n");
  return mutantsOf(source, cited).filter((_, index) => index % share === 0).map((mutant) => {
    const at = source.slice(0, mutant.start).split("\n").length;
    return { ...mutant, file, at, line: lines[at - 1] };
  });
});
log(`${mutants.length} mutants in ${files.length} files`);
const seconds = await baseline();
let done = 0;
for (const mutant of mutants) {
  const last = before.get(keyOf(mutant));
  if (options.includes("--again") && last && last.verdict !== "survived") {
    Object.assign(mutant, { verdict: last.verdict, by: last.by });
    continue;
  }
  await judge(mutant);
  before.set(keyOf(mutant), mutant);
  done += 1;
  if (mutant.verdict === "survived" || done % 25 === 0) {
    log(`${done}: ${mutant.verdict} ${mutant.file}:${mutant.at} ${mutant.mutation}`);
    writeFileSync(kept, JSON.stringify([...before.values()], null, 1));
  }
}
writeFileSync(kept, JSON.stringify([...before.values()], null, 1));
process.exit(tell("mutants of the tables", mutants, reasons, wanted.length === 0 && share === 1) ? 0 : 1);

function build(names) {
  const tests = names.flatMap((name) => ["--test", name]);
  return tree.build(["test", "--no-run", "--package", "casegate", ...tests, "--config", 'profile.dev.package."*".opt-level=2']);
}

/** How long the tests take without a mutant, which they pass. */
async function baseline() {
  const { programs } = await build([...FIRST, ...THEN]);
  log("built");
  const took = {};
  for (const name of [...FIRST, ...THEN]) {
    const begun = Date.now();
    const fault = await tree.fails(programs[name], { limit: 600 });
    if (fault) throw new Error(`${name} fails without a mutant: ${fault}`);
    took[name] = (Date.now() - begun) / 1000;
  }
  log(Object.entries(took).map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`).join(", "));
  return took;
}

async function judge(mutant) {
  tree.write(mutant.file, changed(readFileSync(join(ROOT, mutant.file), "utf8"), mutant));
  mutant.verdict = "survived";
  for (const names of [FIRST, THEN]) {
    const { programs, built } = await build(names);
    if (!built) {
      Object.assign(mutant, { verdict: "unviable" });
      break;
    }
    for (const name of names) {
      const fault = await tree.fails(programs[name], { limit: 20 + 10 * seconds[name] });
      if (!fault) continue;
      Object.assign(mutant, { verdict: "caught", by: fault === "timeout" ? fault : name });
      break;
    }
    if (mutant.verdict === "caught") break;
  }
  tree.restore(mutant.file);
}
