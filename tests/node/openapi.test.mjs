// The committed description of the service and that of `casegate api` are complete OpenAPI 3.1, and
// the schemas of the first are used unchanged. `crates/core/tests/all/exports.rs` looks for every
// operation, and `crates/cli/tests/all/api.rs` compares the second with the answers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv2020 from "ajv/dist/2020.js";
import { target } from "../support/target.mjs";

const openapi = JSON.parse(readFileSync(new URL("../../pkg/schema/openapi.json", import.meta.url), "utf8"));
const ofApi = JSON.parse(execFileSync(target("debug/casegate"), ["export", "http-openapi"], { encoding: "utf8" }));

for (const [name, document] of [["the service", openapi], ["`casegate api`", ofApi]]) {
  test(`the document of ${name} is OpenAPI 3.1`, async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors, null, 2));
    assert.equal(validator.version, "3.1");
    const { valid: damaged } = await new Validator().validate({ ...structuredClone(document), paths: { cases: {} } });
    assert.equal(damaged, false);
  });
}

test("every reference resolves", () => {
  let count = 0;
  const walk = (value) => {
    if (value === null || typeof value !== "object") return;
    if (typeof value.$ref === "string") {
      count++;
      const [, ...steps] = value.$ref.split("/");
      const target = steps.reduce((at, step) => at?.[step], openapi);
      assert.ok(target, value.$ref);
    }
    Object.values(value).forEach(walk);
  };
  walk(openapi);
  assert.ok(count > 50, `${count} references`);
});

test("operations have unique names, and paths declare their parameters", () => {
  const names = new Set();
  for (const [path, item] of Object.entries(openapi.paths)) {
    for (const operation of Object.values(item)) {
      assert.ok(!names.has(operation.operationId), operation.operationId);
      names.add(operation.operationId);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter(({ in: where }) => where === "path").map(({ name }) => name);
      assert.deepEqual(declared, inPath, path);
    }
  }
});

test("its schemas accept and refuse like the core", () => {
  const known = { binary: true, uuid: true, uri: true };
  const ajv = new Ajv2020({ strict: true, strictTuples: false, strictRequired: false, strictTypes: false, formats: known });
  for (const name of ["x-requirement-id", "x-documented", "x-unpublished"]) ajv.addKeyword(name);
  ajv.addKeyword("discriminator"); // of OpenAPI; the schemas that it names differ by a constant
  // The schemas of a description are below it, and not in a schema of their own.
  ajv.addKeyword("components");
  ajv.addSchema({ $id: "https://schemas.invalid/openapi", components: openapi.components });
  for (const name of Object.keys(openapi.components.schemas)) {
    assert.ok(ajv.getSchema(`https://schemas.invalid/openapi#/components/schemas/${name}`), name);
  }
  const judge = ajv.getSchema("https://schemas.invalid/openapi#/components/schemas/PolicyLimitCase");
  const base = JSON.parse(readFileSync(new URL("../vectors/bases.json", import.meta.url), "utf8"))["pl-full"];
  assert.equal(judge(base), true);
  assert.equal(judge({ ...base, crash_state: "tx" }), false);
});
