// A share of the proof of `casegate certify`: some scenarios pass with the example backend and fail with a faulty
// copy, one of each class. scripts/prove certify plays all of them.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { certify, faulty, isCaught, whole, withFault } from "./backends.mjs";

const share = [
  "every-offer-bought", "blind-create", "texts-trimmed", "unknown-event-ends-it", "files-swapped", "hasty-cancel",
  "cancel-as-text", "array-taken-for-all", "unchecked", "forged-accepted", "state-of-the-newest-case", "token-shown",
];
const caught = faulty.filter(({ name }) => share.includes(name));

describe("certificates", { concurrency: 2 }, () => {
  test("the example backend passes, and a part of the scenarios is an incomplete certificate", async () => {
    const scenarios = [...caught.map(({ scenario }) => scenario), "reply-answer-lost", "restart-keeps-questions"];
    const { code, certificate, said } = await whole(scenarios);
    assert.equal(code, 3, said);
    assert.match(said, /^incomplete: \d+ of \d+ scenarios were played/m);
    assert.deepEqual([certificate.outcome, certificate.is_complete], ["incomplete", false]);
    assert.ok(certificate.scenarios.every(({ outcome }) => outcome === "passed"));
    const tested = certificate.requirements.filter(({ outcome, sentence }) => outcome === "passed" && sentence);
    assert.ok(tested.some(({ requirement }) => requirement === "EP-cancel"));
    assert.ok(!tested.some(({ requirement }) => /^(EP-offers|RJ-|TEST-must-poll)/.test(requirement)), "nothing showed them");
    assert.match(certificate.date, /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.match(certificate.rulebook.digest, /^[0-9a-f]{16}$/);
    assert.match(certificate.backend.addresses.submit, /\/cases$/);
  });

  test("no value of a case and no token is in a certificate", async () => {
    const { certificate } = await whole(["create-policy-limit", "create-every-field"]);
    const text = JSON.stringify(certificate);
    for (const value of ["Test Plaintiff", "Example Insurance", "EX-0000001", "2026-0417", "intake@", "example-master-token", "Sampletown"]) {
      assert.ok(!text.includes(value), value);
    }
    assert.doesNotMatch(text, /CASE-\d/);
    assert.match(text, /POST \/api\/v1\/partner\/cases\/create\/: 201 \(case: \{ /);
  });

  test("a backend that hangs ends the run", async () => {
    const hangs = "require('node:http').createServer(() => {}).listen(Number(process.env.PORT), '127.0.0.1')";
    const began = Date.now();
    const { code, certificate } = await certify(`exec '${process.execPath}' --eval "${hangs}"`, [], 1);
    assert.equal(code, 1);
    assert.match(certificate.ended, /^in 3 scenarios in a row, the backend answered no person$/);
    assert.deepEqual([certificate.outcome, certificate.is_complete, certificate.scenarios.length], ["failed", false, 3]);
    assert.ok(Date.now() - began < 60_000);
  });

  test("there are faults of each class, and one of each is played here", () => {
    assert.ok(faulty.length >= 90);
    assert.equal(new Set(faulty.map(({ name }) => name)).size, faulty.length);
    assert.deepEqual(caught.map(({ kind }) => kind).sort(), [...new Set(faulty.map(({ kind }) => kind))].sort());
  });

  for (const fault of caught) {
    test(`${fault.scenario} catches ${fault.name} (${fault.kind})`, async () => {
      const played = await withFault(fault);
      assert.ok(isCaught(played, fault), played.said);
    });
  }
});
