// The class Session: what an edit changes, and that it stays equal to a check of the whole payload.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Session, checkCase, fieldStates } from "../../pkg/dist/index.js";
import { base, host } from "../support/cases.mjs";

const isSame = (session) => {
  assert.deepEqual(session.report(), checkCase(session.payload(), host));
  assert.deepEqual(session.states(), fieldStates(session.payload(), host));
};

test("an edit tells what it changed, and the report is that of the payload", () => {
  const session = new Session(base("pl-minimal"), host);
  session.touch();
  isSame(session);
  const asked = session.set("/are_policyholder_and_defendant_the_same", false);
  assert.deepEqual(
    asked.shown.map(({ at, rule }) => [at, rule]),
    [
      ["/policyholder_name", "pl.policyholder_named"],
      ["/policyholder_relationship", "pl.policyholder_named"],
    ],
  );
  isSame(session);
  assert.equal(session.set("/policyholder_name", "Süß \u{1F600}").hidden.length, 1);
  assert.equal(session.set("/defendant_information/city", "Macon").ok, false);
  isSame(session);
  const flipped = session.set("/are_policyholder_and_defendant_the_same", true);
  assert.deepEqual(
    flipped.stale.map(({ at }) => at),
    ["/policyholder_name"],
  );
  assert.equal(session.set("/defendant_information", undefined).ok, true);
  isSame(session);
  session.close();
});

test("what if: told, and not done", () => {
  const session = new Session(base("pl-minimal"), host);
  session.touch("");
  const delta = session.whatIf([{ set: "/case_type", value: "pe" }, { clear: "/insurance_company" }]);
  assert.equal(delta.ok, false);
  assert.ok(delta.shown.length > 0);
  assert.equal(session.payload().case_type, "pl");
  assert.equal(session.report().ok, true);
});

test("sessions do not know of each other, nor of the hosts of other calls", () => {
  const one = new Session(base("pl-minimal"), host);
  const other = new Session(base("pe-minimal"), { today: "2028-03-01" });
  assert.equal(one.report().ok, true);
  assert.equal(other.report().issues[0].code, "date_too_old");
  one.close();
  assert.equal(other.set("/date_of_loss", "2028-02-01").ok, true);
  assert.throws(() => one.report(), { name: "TypeError", message: "the session is closed" });
  const again = new Session({}, host);
  assert.equal(other.report().ok, true);
  again.close();
  other.close();
  other.close();
});

test("keys and values may hold any character", () => {
  const session = new Session({}, host);
  session.set("/a\nb~1c~0ü", "line\nfeed");
  assert.deepEqual(session.payload(), { "a\nb/c~ü": "line\nfeed" });
  assert.equal(session.touch("").shown.at(-1).at, "/a\nb~1c~0ü");
});

test("misuse throws and changes nothing", () => {
  for (const payload of [[], "text", null, undefined, 1]) assert.throws(() => new Session(payload, host), TypeError);
  assert.throws(() => new Session({}, {}), TypeError);
  const session = new Session({ summary: "text" }, host);
  for (const at of ["summary", "", "/summary/x", "/a/b/c"]) assert.throws(() => session.set(at, 1), TypeError, at);
  assert.throws(() => session.set("/x", "\ud800"), TypeError);
  for (const at of ["/x\ud800", "/\udc00", "/summary/\\\ud800"]) {
    for (const edit of [() => session.set(at, 1), () => session.clear(at), () => session.touch(at)]) assert.throws(edit, { name: "TypeError", message: /half a surrogate pair/ });
  }
  assert.throws(() => session.whatIf([{ set: "/x\ud800", value: 1 }]), TypeError);
  assert.throws(() => session.whatIf([{ turn: "/x" }]), TypeError);
  assert.deepEqual(session.payload(), { summary: "text" });
});

test("a field may be called as our own answers are", () => {
  const payload = { misuse: { message: "text" }, refused: "text", issues: [] };
  const session = new Session(payload, host);
  assert.deepEqual(session.payload(), payload);
  session.set("/misuse", null);
  assert.deepEqual(session.payload(), { ...payload, misuse: null });
});

test("a member is deeper than its record", () => {
  const session = new Session({ case_type: "pl" }, { ...host, limits: { depth: 1 } });
  for (const at of ["/defendant_information/city", "/unknown/a"]) assert.throws(() => session.set(at, "x"), { message: /nested deeper/ });
  session.clear("/defendant_information/city");
  session.set("/unknown", 1);
  assert.deepEqual(session.payload(), { case_type: "pl", unknown: 1 });
  assert.equal(session.report().facts.case_type, "pl");
});

test("messages may be the firm's own", () => {
  const session = new Session({}, host, ({ code }) => (code === "required" ? "We need this." : undefined));
  assert.equal(session.touch("/plaintiff_name").shown[0].message, "We need this.");
  assert.equal(session.report().issues[0].message, "We need this.");
});
