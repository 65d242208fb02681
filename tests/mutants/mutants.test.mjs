// That the mutators find what they should, and that the lists speak of lines that are there. Builds nothing.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listed, tell } from "./listed.mjs";
import { changed, mutantsOf } from "./rows.mjs";
import { bodyOf, closing } from "./rust.mjs";
import { ROOT } from "./tree.mjs";

const TABLE = `//! "A comment" with [brackets], which is no table.
use super::Kind::{Number, Text};
const fn row(name: &'static str, kind: Kind, requirement_id: &'static str) -> Row { Row { name, kind, requirement_id, most: 3 } }
/// Words.
pub static WORDS: [&str; 3] = ["one", "two", "three"];
static ROWS: &[Row] = &[
    row("first", Text, "FLD-first").optional(),
    row("second", Number, "FLD-second").decided(&["D7"]), // a comment, with a comma
    Row { name: "third", kind: Number, most: 25, whole: true, until: Some(7), requirement_ids: &["FLD-third", "D1"] },
];
fn main() { let rows = [1, 2]; }
`;

test("rows, words, numbers, answers and kinds are changed, and what only cites is not", () => {
  const mutants = mutantsOf(TABLE, new Set(["FLD-first", "FLD-second", "FLD-third"]));
  const told = mutants.map((mutant) => mutant.mutation);
  const wanted = [
    'leave out "one"', 'leave out "two"', 'leave out "three"',
    'leave out row("first", Text, "FLD-first").optional()', 'leave out row("second", Number, "FLD-second").decided(&["D7"])',
    'leave out Row { name: "third", kind: Number, most: 25, whole: true, until: So...',
    '"third" becomes "thirdx"', "25 becomes 24", "25 becomes 26", "7 becomes 6", "7 becomes 8", "true becomes false",
    "Some(7) becomes None", "Text becomes Number", "Number becomes Text", "Number becomes Text", "leave out .optional()",
  ];
  assert.deepEqual(told.toSorted(), wanted.toSorted());
  const shorter = changed(TABLE, mutants.find((mutant) => mutant.mutation === 'leave out "two"'));
  assert.match(shorter, /WORDS: \[&str; 2\] = \["one",\s*"three"\]/);
  const without = changed(TABLE, mutants.find((mutant) => mutant.mutation.startsWith('leave out row("first"')));
  assert.ok(!without.includes('"first"') && without.includes('row("second"'));
});

test("brackets in texts and comments do not count", () => {
  const text = "fn f<'a>(c: &'a str) -> char { /* } */ let s = \"}\"; '}' } rest";
  assert.equal(bodyOf(text, 0, text.length - 5), text.indexOf("{"));
  assert.equal(text.slice(closing(text, text.indexOf("{"))), " rest");
});

test("every listed line is there", () => {
  const mutated = [...listed("equivalent.txt").keys(), ...listed("equivalent-rows.txt").keys()].map((key) => key.split("\t"));
  const uncovered = readFileSync(join(ROOT, "tests/coverage/unreached.txt"), "utf8").split("\n")
    .filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t"));
  for (const [file, name, line] of [...mutated.map(([file, , line]) => [file, "", line]), ...uncovered]) {
    const source = readFileSync(join(ROOT, "crates/core/src", file), "utf8");
    assert.ok(name === "" || source.includes(`fn ${name}`), `${file} has no function ${name}`);
    assert.ok(line === "*" || source.split("\n").some((known) => known.trim() === line), `${file} has no line: ${line}`);
  }
});

test("a reason is stale when its mutant was caught or is gone, and not when it was not run", () => {
  const mutant = (mutation, verdict) => ({ file: "crates/core/src/a.rs", at: 1, line: "one();", mutation, ...(verdict && { verdict }) });
  const all = [mutant("caught", "caught"), mutant("not run"), mutant("known", "survived")];
  const reasons = (...mutations) => new Map(mutations.map((mutation) => [`a.rs\t${mutation}\tone();`, "a reason that is long enough"]));
  const said = [];
  const { log } = console;
  console.log = (line) => said.push(line);
  try {
    assert.ok(tell("t", structuredClone(all), reasons("known", "not run")));
    assert.ok(!tell("t", structuredClone(all), reasons("known", "caught")));
    assert.ok(!tell("t", structuredClone(all), reasons("known", "gone")));
    assert.ok(!tell("t", structuredClone(all), reasons()));
    assert.ok(tell("t", structuredClone(all), new Map([...reasons("known"), ["b.rs\tx\ty", "of a file that was not examined"]])));
  } finally {
    console.log = log;
  }
});
