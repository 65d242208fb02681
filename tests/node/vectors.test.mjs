// Every vector gives the core's bytes, through every entry and entry point.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as check from "../../pkg/dist/check.js";
import * as form from "../../pkg/dist/form.js";
import * as main from "../../pkg/dist/index.js";
import * as service from "../../pkg/dist/service.js";
import * as slim from "../../pkg/dist/slim.js";
import { entryPoints, functionOf, replyOf } from "../support/parity.mjs";
import { readVectors } from "../support/vectors.mjs";

const vectors = readVectors();
await form.init(readFileSync(new URL("../../pkg/dist/casegate-form.wasm", import.meta.url)));
await slim.init(readFileSync(new URL("../../pkg/dist/casegate.wasm", import.meta.url)));
const hasHouse = ({ context }) => /"house"/.test(context);
const isForeign = ({ context }) => /"language":"es"/.test(context);
const of = (entry) => (vector) => Object.hasOwn(entry, functionOf(vector.call)) && !hasHouse(vector);

for (const [entry, casegate, some] of [
  ["casegate", main, vectors.filter(of(main))],
  ["casegate/slim", slim, vectors.filter((vector) => Object.hasOwn(slim, functionOf(vector.call)) && !of(main)(vector))],
  ["casegate/check", check, vectors.filter((vector) => of(check)(vector) && !isForeign(vector))],
  ["casegate/form", form, vectors.filter(of(form))],
  ["casegate/service", service, vectors],
]) {
  for (const vector of some) {
    test(`${entry}: ${vector.file}: ${vector.name}`, () => {
      for (const [entryPoint, call] of entryPoints(casegate, vector))
        assert.equal(replyOf(call), vector.reply, `by the entryPoint "${entryPoint}"`);
    });
  }
}

test("the entries without firm rules refuse a context with some, and name the right ones", () => {
  for (const { checkCase } of [main, form, check])
    assert.throws(() => checkCase({}, { today: "2026-03-01", house: { rules: [] } }), { name: "TypeError", message: /`house`.*no firm rules.*casegate\/service, casegate\/slim and casegate\/map/ });
});

test("the form module has sessions", () => {
  const context = { today: "2026-03-01" };
  for (const payload of [{}, { case_type: "pl" }, { case_type: "pe", base_product: ["commercial_auto_policy_existence"] }]) {
    assert.deepEqual(new form.Session(payload, context).report(), main.checkCase(payload, context));
  }
});

test("the check module reports what it does not support", () => {
  const context = { today: "2026-03-01" };
  assert.deepEqual(Object.keys(check).sort(), ["ModuleError", "checkCase", "checkCaseText", "init", "prepareCase", "today"]);
  const spanish = { ...context, language: "es" };
  assert.throws(() => check.checkCase({}, spanish), { name: "TypeError", message: /`language` must be "en": this build/ });
  assert.deepEqual(check.checkCase({}, { ...context, language: "en" }), main.checkCase({}, context));
});

test("every function for backends has a vector", () => {
  // readAnswer is in the main entry as well.
  const shown = new Set(vectors.filter(({ call, service }) => service && !Object.hasOwn(slim, functionOf(call))).map(({ call }) => functionOf(call)));
  // client.test.mjs and the core's tests of small worlds hold the two decisions of the client.
  for (const name of ["callStep", "settleCreate"]) shown.add(name);
  // service.test.mjs tests the classes.
  const functions = Object.keys(service).filter((name) => /^[a-z]/.test(name) && !Object.hasOwn(slim, name));
  assert.deepEqual(functions.sort(), [...shown].sort());
});
