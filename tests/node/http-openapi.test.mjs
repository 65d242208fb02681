// The description of `casegate api` is complete OpenAPI 3.1. `crates/core/tests/all/exports.rs`
// looks for every operation, and `crates/cli/tests/all/api.rs` compares it with the answers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { target } from "../support/target.mjs";

const openapi = JSON.parse(execFileSync(target("debug/casegate"), ["export", "http-openapi"], { encoding: "utf8" }));

test("the document is OpenAPI 3.1", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(openapi));
  assert.ok(valid, JSON.stringify(errors, null, 2));
  assert.equal(validator.version, "3.1");
});
