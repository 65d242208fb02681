// The package repeats no value of a case: in no message, no exception, and not on the console.
import assert from "node:assert/strict";
import { test } from "node:test";
import { format } from "node:util";
import * as casegate from "../../pkg/dist/service.js";
import { functionOf } from "../support/parity.mjs";
import { readVectors } from "../support/vectors.mjs";

const mark = "Qzvx";
const context = { today: "2026-03-01", include: ["trace"] };

/** Chooses how an input is read, and is no value of a case. */
const routing = new Set(["type", "endpoint", "record", "method", "path", "case_type", "call", "step", "at"]);

function marked(value) {
  if (typeof value === "string") return value.startsWith("/") ? value : value + mark;
  if (Array.isArray(value)) return value.map(marked);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, routing.has(name) ? member : marked(member)]));
}

/** The messages of an answer, at any depth. */
function* messages(answer) {
  if (answer === null || typeof answer !== "object") return;
  if (typeof answer.message === "string" && typeof answer.code === "string") yield answer.message;
  for (const member of Object.values(answer)) yield* messages(member);
}

const inputs = readVectors().flatMap(({ call, payload }) => {
  try {
    return [{ call, input: marked(JSON.parse(payload)) }];
  } catch {
    return [];
  }
});

/** Exceptions, and console output during a call. */
function said(run) {
  const said = [];
  const kept = {};
  for (const name of ["log", "info", "warn", "error", "debug", "trace"]) {
    kept[name] = console[name];
    console[name] = (...parts) => said.push(format(...parts));
  }
  try {
    said.push(...messages(run()));
  } catch (error) {
    said.push(error.message, String(error.stack));
  } finally {
    Object.assign(console, kept);
  }
  return said;
}

test("no function's result contains a submitted value", () => {
  const seen = new Set();
  let count = 0;
  for (const { call, input } of inputs) {
    const name = functionOf(call);
    seen.add(name);
    for (const settings of [{}, { language: "es", audience: "form" }]) {
      for (const text of said(() => casegate[name](input, { ...context, ...settings }))) {
        count++;
        assert.ok(!text.includes(mark), `${name}: ${text}`);
      }
    }
  }
  assert.ok(seen.size > 10 && count > inputs.length, `${seen.size} functions said ${count} things`);
});

test("no error about an unserializable value contains a submitted value", () => {
  const circle = { plaintiff_name: mark };
  circle.notes = circle;
  const thrown = [];
  for (const payload of [circle, { [mark]: 1n }, { summary: { toJSON() { return 1n; } } }]) {
    thrown.push(...said(() => casegate.checkCase(payload, context)), ...said(() => casegate.prepareCase(payload, context)));
  }
  thrown.push(...said(() => casegate.checkCaseText({ plaintiff_name: mark }, context)));
  thrown.push(...said(() => casegate.checkCase({}, { today: mark })), ...said(() => casegate.explain(mark)));
  assert.ok(thrown.length > 6);
  for (const text of thrown) assert.ok(!text.includes(mark), text);
});

test("no answer of a session contains a submitted value", () => {
  for (const { input } of inputs.filter(({ call }) => call === "check_case").slice(0, 200)) {
    if (input === null || typeof input !== "object" || Array.isArray(input)) continue;
    const session = new casegate.Session({ case_type: input.case_type }, context);
    for (const [name, value] of Object.entries(input)) {
      const at = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      for (const text of said(() => session.set(at, value))) assert.ok(!text.includes(mark), text);
    }
    for (const text of said(() => session.report())) assert.ok(!text.includes(mark), text);
    session.close();
  }
});

test("the test would detect the marked value", () => {
  assert.deepEqual(said(() => ({ a: [{ code: "x", message: mark }] })), [mark]);
});
