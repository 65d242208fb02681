// Runs the mutants that cargo-mutants lists. cargo-mutants builds each one separately, which takes
// hours. Here one program contains all of them: the body of a function with mutants becomes a
// `match` over the number of the active mutant, with a whole body for each.
//
//   node tests/mutants/judge.mjs [--again] [FILE…]
//
//     --again   only those that earlier runs did not find caught; the others keep their verdict
//     FILE      only the files whose path contains it, of those that .cargo/mutants.toml examines

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { caught, identify, Kept, listed, report } from "./listed.mjs";
import { bodyOf, functionsOf } from "./rust.mjs";
import { each, ROOT, Tree } from "./tree.mjs";

const SWITCH = `
/// The number of the active mutant.
pub(crate) fn mutant_on() -> u32 {
    static ON: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *ON.get_or_init(|| std::env::var("CASEGATE_MUTANT").ok().and_then(|on| on.parse().ok()).unwrap_or(0))
}
`;
const LIB = "crates/core/src/lib.rs";
const LONGEST_BUILD = 300; // seconds, of a mutant in a program of its own

const again = process.argv.includes("--again");
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const kept = new Kept("judge.json");
const lanes = Number(process.env.CASEGATE_MUTANTS_LANES ?? 2);
const tree = new Tree("judge", 1);
const mutants = list(wanted);
const files = [...new Set(mutants.map((mutant) => mutant.file))];
const started = Date.now();
const log = (what) => process.stderr.write(`mutants: ${what} (${Math.round((Date.now() - started) / 1000)} s)\n`);

log(`${mutants.length} mutants in ${files.length} files`);
if (again) kept.recall(mutants);
await weed();
const { programs, errors: broken } = await tree.build(["test", "--no-run", "--lib", "--tests", "--package", "casegate"]);
if (broken.length > 0) throw new Error(`the tests do not build: ${JSON.stringify(broken.slice(0, 5), null, 1)}`);
log("built");
const suites = await baseline();
// The vectors catch nearly all, and run first.
for (const tests of [suites.slice(0, 1), suites.slice(1)]) {
  const left = mutants.filter((mutant) => mutant.switched && !caught(mutant));
  log(`${left.length} are put to ${tests.map(({ name }) => name).join(", ")}`);
  await each(left, lanes, (mutant) => judge(mutant, tests));
  kept.save(mutants);
}
for (const file of [...files, LIB]) tree.restore(file);
const single = mutants.filter((mutant) => !mutant.switched && !caught(mutant));
log(`${single.length} need a program of their own`);
if (single.length > 0) {
  // Where a build is short, and a run longer.
  const trees = Array.from({ length: lanes }, (_, lane) => new Tree(lane === 0 ? "apart" : `apart-${lane}`, 0));
  let done = 0;
  await each(trees, lanes, async (apart) => {
    const { errors } = await apart.build(["test", "--no-run", "--package", "casegate", "--lib", "--tests"]);
    if (errors.length > 0) throw new Error(errors[0].message);
    for (let mutant = single.shift(); mutant; mutant = single.shift()) {
      await alone(mutant, apart);
      done += 1;
      if (done % 10 > 0) continue;
      log(`${done}: ${mutant.verdict} ${mutant.file}:${mutant.at} ${mutant.mutation}`);
      kept.save(mutants);
    }
  });
}
kept.save(mutants);
process.exit(report("mutants of the judge", mutants, listed()) ? 0 : 1);

/** The mutants as cargo-mutants names them, each with what it makes of the file. */
function list(wanted) {
  const command = ["mutants", "--list", "--json", "--package", "casegate"];
  const named = JSON.parse(execFileSync("cargo", command, { cwd: ROOT, maxBuffer: 1e9, stdio: ["ignore", "pipe", "inherit"] }));
  const sources = new Map(), functions = new Map();
  const chosen = named.filter(({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)));
  return identify(chosen.map(({ file, name, genre, span, replacement, function: within }, index) => {
    if (!sources.has(file)) sources.set(file, readFileSync(join(ROOT, file), "utf8"));
    if (!functions.has(file)) functions.set(file, functionsOf(sources.get(file)));
    const source = sources.get(file), lines = source.split("\n");
    const offset = ({ line, column }) => lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    const mutant = {
      number: index + 1, file, at: span.start.line, line: lines[span.start.line - 1],
      mutation: name.replace(/^\S+:\d+:\d+: /, ""), start: offset(span.start), end: offset(span.end), replacement,
    };
    if (within) {
      const [start, end] = [offset(within.span.start), offset(within.span.end)];
      mutant.body = bodyOf(source, start, end);
      mutant.bodyEnd = end;
      const head = source.slice(start, mutant.body).replace(/^\s*\/\/.*$/gm, (comment) => " ".repeat(comment.length));
      // The arms of a `match` have one type.
      mutant.switched = mutant.body > 0 && !/\bimpl\b/.test(within.return_type);
      // A constant function cannot ask for the active mutant; it becomes an ordinary one, if no
      // table needs it.
      const word = /\bconst\s+(?=fn\b)/.exec(head);
      if (word) mutant.constant = { name: within.function_name, start: start + word.index, end: start + word.index + word[0].length };
    }
    mutant.switched ??= false;
    mutant.within = functions.get(file).findLast(({ first, last }) => first <= mutant.at && mutant.at <= last)?.name;
    mutant.id = idOf({ genre, name }, source.slice(mutant.start, mutant.end).trim(), replacement);
    return mutant;
  }));
}

/** A short name of a mutation, without the source that it replaces. */
function idOf({ genre, name }, replaced, replacement) {
  switch (genre) {
    case "FnValue": return `body with ${replacement}`;
    case "MatchArm": return "delete match arm";
    case "MatchArmGuard": return `guard with ${replacement}`;
    case "StructField": return /delete field \w+/.exec(name)[0];
    case "UnaryOperator": return `delete ${replaced}`;
    default: return `${replaced} with ${replacement}`;
  }
}

function changed(source, { start, end, replacement }) {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** Writes a file with its mutants; gives the lines that each fills. */
function write(file) {
  const source = readFileSync(join(ROOT, file), "utf8");
  const bodies = new Map();
  for (const mutant of mutants.filter((mutant) => mutant.file === file && mutant.switched && !caught(mutant))) {
    bodies.set(mutant.body, [...(bodies.get(mutant.body) ?? []), mutant]);
  }
  let text = "", from = 0;
  const ranges = [];
  const lineNow = () => text.split("\n").length;
  for (const [body, group] of [...bodies].sort(([a], [b]) => a - b)) {
    const end = group[0].bodyEnd;
    if (body < from) throw new Error(`${file}: a function with mutants inside of another`);
    const { start = body, end: resumed = body } = group[0].constant ?? {};
    text += `${source.slice(from, start)}${source.slice(resumed, body)}{ match crate::mutant_on() {\n`;
    for (const mutant of group) {
      const first = lineNow();
      const arm = source.slice(body, mutant.start) + mutant.replacement + source.slice(mutant.end, end);
      text += `${mutant.number} => ${arm}\n`;
      ranges.push({ mutant, first, last: lineNow() - 1 });
    }
    text += `_ => ${source.slice(body, end)}\n} }`;
    from = end;
  }
  text += source.slice(from);
  if (file === LIB) text += SWITCH;
  tree.write(file, text);
  return ranges;
}

/** Leaves out the mutants that do not compile. */
async function weed() {
  for (;;) {
    const ranges = Object.fromEntries(files.map((file) => [file, write(file)]));
    if (!files.includes(LIB)) tree.write(LIB, readFileSync(join(ROOT, LIB), "utf8") + SWITCH);
    const { errors, built } = await tree.build(["check", "--lib", "--package", "casegate"]);
    if (built) return;
    const bad = new Map();
    // Where only a constant function can be called, they need programs of their own.
    const needed = new Set(errors.map(({ message }) => /^cannot call non-const .*?(\w+)(?:::<.*>)?` in /.exec(message)?.[1]));
    const apart = mutants.filter(({ switched, constant }) => switched && constant && needed.has(constant.name.split("::").pop()));
    for (const mutant of apart) mutant.switched = false;
    if (apart.length > 0) continue;
    for (const { message, places } of errors) {
      for (const [file, line] of places) {
        const range = ranges[file]?.find(({ first, last }) => first <= line && line <= last);
        if (range) bad.set(range.mutant, message);
      }
    }
    if (bad.size === 0) throw new Error(JSON.stringify(errors.slice(0, 5), null, 1));
    for (const [mutant, message] of bad) Object.assign(mutant, { verdict: "unviable", by: message });
    log(`${bad.size} are no program`);
  }
}

/**
 * The unit tests, and each module of the integration tests, with their time limits; the quickest
 * first, the vectors before all.
 */
async function baseline() {
  // The layout of the sources is that of the mutants, too.
  const modules = (await tree.modules(programs.all)).filter((module) => module !== "layout").map((module) => ({ name: module, program: "all", module }));
  const suites = [{ name: "lib", program: "lib" }, ...modules];
  for (const suite of suites) {
    const begun = Date.now();
    const fault = await tree.fails(programs[suite.program], { limit: 600, module: suite.module });
    if (fault) throw new Error(`${suite.name} fails without a mutant: ${fault}`);
    suite.took = (Date.now() - begun) / 1000;
    suite.limit = 20 + 10 * suite.took;
  }
  suites.sort((a, b) => (b.name === "vectors") - (a.name === "vectors") || a.took - b.took);
  log(suites.map(({ name, took }) => `${name} ${took.toFixed(1)} s`).join(", "));
  return suites;
}

async function judge(mutant, tests, where = tree, built = programs) {
  mutant.verdict = "survived";
  for (const { name, program, module, limit } of tests) {
    const set = where === tree ? { CASEGATE_MUTANT: String(mutant.number) } : {};
    const fault = await where.fails(built[program], { limit: where === tree ? limit : 10 * limit, set, module });
    if (!fault) continue;
    Object.assign(mutant, { verdict: "caught", by: fault === "timeout" ? fault : name });
    break;
  }
  if (mutant.verdict === "survived" && tests.length > 1) log(`survived ${mutant.file}:${mutant.at} ${mutant.mutation}`);
}

/** A mutant in a program of its own. */
async function alone(mutant, apart) {
  apart.write(mutant.file, changed(readFileSync(join(ROOT, mutant.file), "utf8"), mutant));
  for (const [which, tests] of [[["--test", suites[0].program], suites.slice(0, 1)], [["--lib", "--tests"], suites.slice(1)]]) {
    const made = await apart.build(["test", "--no-run", "--package", "casegate", ...which], LONGEST_BUILD);
    if (made.errors.length > 0) Object.assign(mutant, { verdict: "unviable", by: made.errors[0].message });
    else await judge(mutant, tests, apart, made.programs);
    if (caught(mutant)) break;
  }
  apart.restore(mutant.file);
}
