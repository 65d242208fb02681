// A share of the proof of `casegate certify`: some scenarios pass with the example backend and fail with a faulty
// copy. scripts/prove certify plays all of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faulty, isCaught, whole, withFault } from "./backends.mjs";

const share = ["blind-create", "forged-accepted", "last-event-wins", "unchecked"];
const caught = faulty.filter(({ name }) => share.includes(name));

test("the example backend passes", async () => {
  const scenarios = caught.map(({ scenario }) => scenario);
  const { code, certificate, said } = await whole([...scenarios, "reply-answer-lost", "restart-keeps-events"]);
  assert.equal(code, 0, said);
  assert.ok(certificate.scenarios.every(({ outcome }) => outcome === "passed"));
  assert.ok(certificate.requirements.every(({ outcome, sentence }) => outcome === "passed" && sentence));
});

test("no value of a case and no token is in a certificate", async () => {
  const { certificate } = await whole(["create-policy-limit"]);
  const text = JSON.stringify(certificate);
  for (const value of ["Test Plaintiff", "Example Insurance", "EX-0000001", "2026-0417", "intake@", "example-master-token"]) {
    assert.ok(!text.includes(value), value);
  }
  assert.doesNotMatch(text, /CASE-\d/);
  assert.match(text, /POST \/api\/v1\/partner\/cases\/create\/: 201 \(case: \{ /);
});

test("there are thirty faults, each in a few lines", () => {
  assert.ok(faulty.length >= 30);
  assert.equal(caught.length, share.length);
});

for (const fault of caught) {
  test(`${fault.scenario} catches: ${fault.sentence}`, async () => {
    const played = await withFault(fault);
    assert.ok(isCaught(played, fault), played.said);
  });
}
