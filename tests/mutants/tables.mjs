// Changes one row, word or boundary of a table at a time in a copy of the tree, and runs the
// vectors to see whether one of them fails.
//
//   node tests/mutants/tables.mjs [--kit] [--minutes=N] [--part=K/N] [--again] [FILE…]
//
//     --kit         only the cases of the conformance kit see the changes, not the vectors
//     --minutes=N   as many as can be done in so many minutes, from all over the tables
//     --part=K/N    every N-th, from the K-th on: N parts are the whole, on several machines or days
//     --again       only those that earlier runs did not find caught; the others keep their verdict
//     FILE          only the tables whose path contains it

import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { identify, Kept, listed, report } from "./listed.mjs";
import { changed, mutantsOf } from "./rows.mjs";
import { each, ROOT, Tree } from "./tree.mjs";

/**
 * What runs, by package: for the kit its example in the mode `check`, otherwise modules of tests: the vectors, which catch nearly all, then the tables as
 * a caller reads them, then the vectors' records beside the schemas from the tables.
 */
const MODULES = process.argv.includes("--kit") ? { casegate: ["check"] } : {
  casegate: ["vectors", "tables", "files", "lifecycle", "results", "records", "requests"],
  "casegate-schema-tests": ["openapi"],
};

/** The files of the core with tables. */
const TABLE_FILES = [
  "rulebook/fields/common.rs", "rulebook/fields/policy_limit.rs", "rulebook/fields/policy_existence.rs", "rulebook/fields/records.rs",
  "rulebook/rules/table.rs", "rulebook/rules/fields.rs", "rulebook/rules/test.rs", "rulebook/vocabulary.rs", "rulebook/tokens.rs", "rulebook/lifetime.rs",
  "rulebook/codes.rs", "context/carriers.rs", "case/files/limits.rs",
  "service/lifecycle/table.rs", "service/lifecycle/trigger.rs", "service/lifecycle/cancellation.rs",
  "service/events/table.rs", "service/results/table.rs", "service/records/table.rs",
  "service/requests/table.rs", "service/requests/kinds.rs",
].map((file) => `crates/core/src/${file}`);

const STRIPES = 12;
const LONGEST_BUILD = 300; // seconds

const options = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const minutes = Number(options.find((option) => option.startsWith("--minutes="))?.slice(10) ?? Infinity);
const [part = 1, parts = 1] = options.find((option) => option.startsWith("--part="))?.slice(7).split("/").map(Number) ?? [];
if (!(part >= 1 && part <= parts)) throw new Error("--part=K/N, with K from 1 to N");
const lanes = Number(process.env.CASEGATE_MUTANTS_LANES ?? 2);
const cited = new Set(readFileSync(join(ROOT, "tests/vectors/requirement_ids.txt"), "utf8").split("\n"));
const forKit = options.includes("--kit");
const [name, reasons] = [forKit ? "kit" : "tables", listed(forKit)];
const kept = new Kept(`${name}.json`);
const started = Date.now();
const log = (what) => process.stderr.write(`mutants: ${what} (${Math.round((Date.now() - started) / 1000)} s)\n`);

const files = TABLE_FILES.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)));
const all = files.flatMap((file) => {
  const source = readFileSync(join(ROOT, file), "utf8"), lines = source.split("\n");
  return mutantsOf(source, cited).map((mutant) => {
    const at = source.slice(0, mutant.start).split("\n").length;
    return { ...mutant, file, at, line: lines[at - 1] };
  });
});
identify(all);
// Rows about groups: the id `*` is a whole table, `* in REGEX` its lines that match. They are not changed.
const groups = [...reasons.keys()].map((key) => key.split("\t")).filter(([, id]) => id.startsWith("*"));
const groupOf = ({ key, line }) => groups.find(([owner, id]) => key.startsWith(`${owner}\t`) && (id === "*" || new RegExp(id.slice("* in ".length)).test(line)));
const grouped = new Set(all.map(groupOf));
for (const group of groups) {
  if (wanted.length === 0 && !grouped.has(group)) throw new Error(`no change of a table is in the group ${group.join(" ")}`);
  reasons.delete(group.join("\t"));
}
const isUnseen = (mutant) => groupOf(mutant) !== undefined;
const unseen = all.filter(isUnseen).length;
const mutants = all.filter((mutant, index) => index % parts === part - 1 && !isUnseen(mutant));
log(`${mutants.length} mutants in ${files.length} files`);
if (options.includes("--again")) kept.recall(mutants);
// Distant ones first, so that a sample of them is a sample of every table; another one each day.
const day = Math.floor(Date.now() / 86_400_000);
const order = mutants.map((mutant, index) => [(index + day) % STRIPES, index, mutant]).sort(([a, i], [b, j]) => a - b || i - j);
const left = order.map(([, , mutant]) => mutant).filter((mutant) => !mutant.verdict);
const trees = [copy(name)];
const seconds = await baseline(trees[0]);
for (let lane = 1; lane < lanes; lane += 1) {
  trees.push(copy(`${name}-${lane}`));
  const build = join(trees[lane].folder, "../build");
  // The builds of the dependencies are the same in each.
  if (!existsSync(build)) cpSync(join(trees[0].folder, "../build"), build, { recursive: true, preserveTimestamps: true });
}
let done = 0;
await each(trees, lanes, async (tree) => {
  while (left.length && Date.now() - started < minutes * 60_000) {
    const mutant = left.shift();
    await judge(mutant, tree);
    done += 1;
    if (mutant.verdict === "survived" || done % 25 === 0) {
      log(`${done}: ${mutant.verdict} ${mutant.file}:${mutant.at} ${mutant.mutation}`);
      kept.save(mutants);
    }
  }
});
kept.save(mutants);
const ok = report("mutants of the tables", all, reasons);
const open = all.filter((mutant) => !mutant.verdict).length - unseen;
if (unseen > 0) console.log(`in listed groups, and not run: ${unseen}`);
if (open > 0) console.log(`not run: ${open} of ${all.length}, in the time or the part that was given; --again goes on`);
process.exit(ok ? 0 : 1);

/** A copy of the tree, with the cases of the kit, which git ignores. */
function copy(name) {
  const tree = new Tree(name, 0);
  if (forKit) tree.restore("kit/cases.jsonl");
  return tree;
}

async function build(tree, name, limit) {
  const what = forKit ? ["build", "--example", "kit"] : ["test", "--no-run", "--test", "all"];
  const { programs, built } = await tree.build([...what, "--package", name, "--config", 'profile.dev.package."*".opt-level=2'], limit);
  return { program: programs.kit ?? programs.all, built };
}

function run(tree, program, limit, module) {
  return tree.fails(program, forKit ? { limit, list: [module] } : { limit, module });
}

/** The time of the tests without a mutant, which they pass. */
async function baseline(tree) {
  const took = {};
  for (const [name, modules] of Object.entries(MODULES)) {
    const { program } = await build(tree, name);
    log(`built ${name}`);
    const known = forKit ? modules : await tree.modules(program);
    for (const module of modules) {
      if (!known.includes(module)) throw new Error(`${name} has no tests in ${module}`);
      const begun = Date.now();
      const fault = await run(tree, program, 600, module);
      if (fault) throw new Error(`${module} fails without a mutant: ${fault}`);
      took[module] = (Date.now() - begun) / 1000;
    }
  }
  log(Object.entries(took).map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`).join(", "));
  return took;
}

async function judge(mutant, tree) {
  tree.write(mutant.file, changed(readFileSync(join(ROOT, mutant.file), "utf8"), mutant));
  mutant.verdict = "survived";
  for (const [name, modules] of Object.entries(MODULES)) {
    const { program, built } = await build(tree, name, LONGEST_BUILD);
    if (!built) {
      Object.assign(mutant, { verdict: "unviable" });
      break;
    }
    for (const module of modules) {
      const fault = await run(tree, program, 20 + 10 * seconds[module], module);
      if (!fault) continue;
      Object.assign(mutant, { verdict: "caught", by: fault === "timeout" ? fault : module });
      break;
    }
    if (mutant.verdict === "caught") break;
  }
  tree.restore(mutant.file);
}
