// The accessibility conformance report: it is the one of its table, the tests that it names exist,
// and it has every criterion of WCAG 2.2 at levels A and AA.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import Ajv from "ajv";
import { parse } from "yaml";
import { chapters, file, report, tests } from "./openacr.mjs";

const titles = ["../demo/", "./"].flatMap((folder) => readdirSync(new URL(folder, import.meta.url))
  .filter((name) => name.endsWith(".test.mjs"))
  .flatMap((name) => [...readFileSync(new URL(folder + name, import.meta.url), "utf8").matchAll(/\btest\(["`]([^"`]+)/g)].map(([, title]) => title)));

test("the report is the one of its table (node tests/intake/openacr.mjs writes it)", () => {
  assert.equal(readFileSync(file, "utf8"), report());
});

test("the report is valid by the schema of OpenACR", () => {
  const valid = new Ajv({ allErrors: true }).compile(createRequire(import.meta.url)("@openacr/openacr/schema/openacr-0.1.0.json"));
  valid(parse(readFileSync(file, "utf8")));
  assert.equal(valid.errors, null);
});

test("every test that the report names exists, and is named by a criterion", () => {
  const named = new Set(Object.values(chapters).flatMap((criteria) => Object.values(criteria).flatMap(({ by }) => by)));
  assert.deepEqual([...named].sort(), Object.keys(tests).sort());
  for (const [name, start] of Object.entries(tests)) assert.equal(titles.filter((title) => title.startsWith(start)).length, 1, name);
});

test("a criterion that is supported rests on a test, and no criterion is missing", () => {
  for (const [num, { level, by }] of Object.values(chapters).flatMap(Object.entries)) {
    assert.equal(level === "supports", by.length > 0, num);
  }
  const { success_criteria_level_a: a, success_criteria_level_aa: aa } = chapters;
  assert.deepEqual([Object.keys(a).length, Object.keys(aa).length], [31, 24]);
});
