// A check keeps its cost: ratios of the fastest rounds in one process, with room for other work on
// the machine: a clean check takes 1.5 times JSON.parse. `scripts/bench` measures.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as main from "../../pkg/dist/index.js";
import * as service from "../../pkg/dist/service.js";
import { readVectors } from "../support/vectors.mjs";

const context = { today: "2026-03-01" };
const clean = readVectors().filter(({ call, payload }) => call === "check_case" && payload.startsWith("{"))
  .map(({ payload }) => payload).filter((payload) => { const { ok, issues } = main.checkCaseText(payload, context); return ok && issues.length === 0; });

/** The microseconds of CPU that each call takes in the fastest of some rounds. */
function fastest(rounds, works) {
  const least = works.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    for (const [at, work] of works.entries()) {
      const before = process.cpuUsage();
      work(round);
      const { user, system } = process.cpuUsage(before);
      least[at] = Math.min(least[at], user + system);
    }
  }
  return least;
}

test("a clean check of a text costs at most 2.2 times JSON.parse", () => {
  assert.ok(clean.length > 300, `${clean.length} payloads`);
  const works = [JSON.parse, (text) => main.checkCaseText(text, context)].map((read) => () => { for (let time = 0; time < 20; time++) clean.forEach((text) => read(text)); });
  const [parse, check] = fastest(25, works);
  assert.ok(check < 2.2 * parse, `${(check / parse).toFixed(2)} times JSON.parse`);
});

test("a context with 128 firm rules costs at most 5 ms, and grows linearly", () => {
  const then = [[{ required: "/claim_number" }], [{ field: "/office_case_number", like: "20##-####" }], [{ forbidden: "/summary" }], [{ field: "/claim_number", starts_with: ["A", "B"] }]];
  const when = [{ field: "/base_product", starts_with: ["commercial"] }];
  const rules = (count, round) => Array.from({ length: count }, (_, at) => ({ id: `acme.r${at}x${round}`, product: "pl", when, then: then[at % then.length], message: { en: "Enter it." } }));
  const [few, many] = fastest(25, [32, 128].map((count) => (round) => service.checkCase({}, { ...context, house: { rules: rules(count, round) } })));
  assert.ok(many < 5_000 && many < 8 * few, `${few} and ${many} µs`);
});
