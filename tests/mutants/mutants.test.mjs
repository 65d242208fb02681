// The mutators find the expected mutants, and the list names functions and tables that exist.
// Builds nothing.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { identify, listed, report } from "./listed.mjs";
import { changed, mutantsOf } from "./rows.mjs";
import { bodyOf, closing, fileOf, functionsOf, ownerOf } from "./rust.mjs";
import { TABLE_FILES } from "./table-files.mjs";
import { ROOT } from "./tree.mjs";

const TABLE = `//! "A comment" with [brackets], which is no table.
use super::Kind::{Number, Text};
const fn row(name: &'static str, kind: Kind, requirement_id: &'static str) -> Row { Row { name, kind, requirement_id, most: 3 } }
/// Words.
pub static WORDS: [&str; 3] = ["one", "two", "three"];
static ROWS: &[Row] = &[
    row("first", Text, "FLD-first").optional(),
    row("second", Number, "FLD-second").decisions(&["D7"]), // a comment, with a comma
    Row { name: "third", kind: Number, most: 25, whole: true, until: Some(7), requirement_ids: &["FLD-third", "D1"] },
];
fn main() { let rows = [1, 2]; }
`;

test("rows, words, numbers, answers and kinds are mutated, and citations are not", () => {
  const mutants = mutantsOf(TABLE, new Set(["FLD-first", "FLD-second", "FLD-third"]));
  const found = mutants.map((mutant) => mutant.mutation);
  const wanted = [
    'leave out "one"', 'leave out "two"', 'leave out "three"',
    'leave out row("first", Text, "FLD-first").optional()', 'leave out row("second", Number, "FLD-second").decisions(&["D7"])',
    'leave out Row { name: "third", kind: Number, most: 25, whole: true, until: So...',
    '"third" becomes "thirdx"', "25 becomes 24", "25 becomes 26", "7 becomes 6", "7 becomes 8", "true becomes false",
    "Some(7) becomes None", "Text becomes Number", "Number becomes Text", "Number becomes Text", "leave out .optional()",
  ];
  assert.deepEqual(found.toSorted(), wanted.toSorted());
  const shorter = changed(TABLE, mutants.find((mutant) => mutant.mutation === 'leave out "two"'));
  assert.match(shorter, /WORDS: \[&str; 2\] = \["one",\s*"three"\]/);
  const without = changed(TABLE, mutants.find((mutant) => mutant.mutation.startsWith('leave out row("first"')));
  assert.ok(!without.includes('"first"') && without.includes('row("second"'));
});

test("brackets in strings and comments do not count", () => {
  const text = "fn f<'a>(c: &'a str) -> char { /* } */ let s = \"}\"; '}' } rest";
  assert.equal(bodyOf(text, 0, text.length - 5), text.indexOf("{"));
  assert.equal(text.slice(closing(text, text.indexOf("{"))), " rest");
});

test("every function and table of the list, and every file of tables, exists", () => {
  const owners = [...listed().keys()].map((key) => key.split("\t")[0]);
  for (const owner of new Set(owners)) {
    const file = fileOf(owner);
    assert.ok(file, `no module has the path ${owner}`);
    const source = readFileSync(join(ROOT, file), "utf8");
    const named = [
      ...functionsOf(source).map(({ name }) => ownerOf(file, name)),
      ...Array.from(source.matchAll(/\b(?:const|static) ([A-Z]\w*)\s*:/g), ([, name]) => ownerOf(file, name)),
      ownerOf(file),
    ];
    assert.ok(named.includes(owner), `${file} has no ${owner}`);
  }
  for (const file of TABLE_FILES) assert.ok(existsSync(join(ROOT, file)), `no file ${file}`);
});

test("a function is identified by its type, without parameters", () => {
  const source = "impl<'t> Source for Reader<'_, 't> where 't: 'static {\n    fn next(&self) {\n    }\n}\ntrait Source { fn next(&self); }\nfn free<T>() {}\n";
  assert.deepEqual(functionsOf(source), [{ name: "Reader::next", first: 2, last: 3 }, { name: "free", first: 6, last: 6 }]);
  assert.equal(ownerOf("crates/core/src/service/events/mod.rs", "read"), "service::events::read");
  assert.equal(fileOf("service::events::read"), "crates/core/src/service/events/read.rs");
  assert.equal(fileOf("rulebook::rules::ActivationMask::of"), "crates/core/src/rulebook/rules/mod.rs");
});

test("the id of a second line with a mutation has a number", () => {
  const mutant = (at) => ({ file: "crates/core/src/a.rs", within: "f", at, mutation: "+ with -" });
  const keys = identify([mutant(1), mutant(3), mutant(3)]).map(({ key }) => key);
  assert.deepEqual(keys, ["a::f\t+ with -", "a::f\t+ with - #2", "a::f\t+ with - #2"]);
});

test("a reason is stale if its mutant was caught or is gone, and not if it was not run", () => {
  const file = "crates/core/src/wire/mod.rs";
  const mutant = (mutation, verdict) => ({ file, within: "f", at: 1, line: "one();", mutation, ...(verdict && { verdict }) });
  const all = identify([mutant("caught", "caught"), mutant("not run"), mutant("known", "survived")]);
  const reasons = (...mutations) => new Map(mutations.map((mutation) => [`wire::f\t${mutation}`, "a reason that is long enough"]));
  const printed = [];
  const { log } = console;
  console.log = (line) => printed.push(line);
  try {
    assert.ok(report("t", structuredClone(all), reasons("known", "not run")));
    assert.ok(!report("t", structuredClone(all), reasons("known", "caught")));
    assert.ok(!report("t", structuredClone(all), reasons("known", "gone")));
    assert.ok(!report("t", structuredClone(all), reasons()));
    assert.ok(report("t", structuredClone(all), new Map([...reasons("known"), ["lib::f\tx", "of a file that was not examined"]])));
  } finally {
    console.log = log;
  }
});
