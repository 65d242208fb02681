// The class Session: what an edit changes, and that it always equals a check of the whole payload.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Session, checkCase, checkCaseText, fieldStates, fields } from "../../pkg/dist/index.js";
import { base, context } from "../support/cases.mjs";

const isSame = (session) => {
  assert.deepEqual(session.report(), checkCase(session.payload(), context));
  assert.deepEqual(session.states(), fieldStates(session.payload(), context));
};

test("an edit returns its changes, and the report equals that of the payload", () => {
  const session = new Session(base("pl-minimal"), context);
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
  assert.deepEqual(flipped.stale, []);
  assert.deepEqual(
    flipped.states.map(({ at, state, unprompted }) => [at, state, unprompted]),
    [
      ["/policyholder_name", "optional", true],
      ["/policyholder_relationship", "optional", true],
    ],
  );
  assert.equal(session.set("/defendant_information", undefined).ok, true);
  isSame(session);
  session.close();
});

test("a trial edit is answered and not applied", () => {
  const session = new Session(base("pl-minimal"), context);
  session.touch("");
  const delta = session.whatIf([{ set: "/case_type", value: "pe" }, { clear: "/insurance_company" }]);
  assert.equal(delta.ok, false);
  assert.ok(delta.shown.length > 0);
  assert.equal(session.payload().case_type, "pl");
  assert.equal(session.report().ok, true);
});

test("sessions are independent of each other and of the contexts of other calls", () => {
  const one = new Session(base("pl-minimal"), context);
  const other = new Session(base("pe-minimal"), { today: "2028-03-01" });
  assert.equal(one.report().ok, true);
  assert.equal(other.report().issues[0].code, "date_too_old");
  one.close();
  assert.equal(other.set("/date_of_loss", "2028-02-01").ok, true);
  assert.throws(() => one.report(), { name: "TypeError", message: "the session is closed" });
  const again = new Session({}, context);
  assert.equal(other.report().ok, true);
  again.close();
  other.close();
  other.close();
});

test("keys and values may have any character", () => {
  const session = new Session({ "a\nb/c~ü": null }, context);
  session.set("/a\nb~1c~0ü", "line\nfeed");
  assert.deepEqual(session.payload(), { "a\nb/c~ü": "line\nfeed" });
  assert.equal(session.touch("").shown.at(-1).at, "/a\nb~1c~0ü");
});

test("a text gives the same report through every path into the module", () => {
  const texts = ["", " ", "Ada Example", "~", "\x7f", "\x1f", "a\tb", '"', "\\", '\\"\\u0041', "é", "日本", "\u{1F600}", "/", "null", "x".repeat(256), "x".repeat(257), "x".repeat(70_000)];
  const places = ["/plaintiff_name", "/summary", "/defendant_information/city", '/"', "/~0~1", "/é", `/${"k".repeat(300)}`];
  const between = [
    () => {},
    () => {},
    () => checkCase(base("pe-minimal"), context),
    () => checkCaseText(" ".repeat(300_000), context),
    () => checkCaseText(new TextEncoder().encode(JSON.stringify(base("pe-minimal"))), context),
    () => new Session({ summary: "another" }, context).set("/plaintiff_name", "Another"),
  ];
  // A `String` object is not a string, and is converted by JSON.
  const unknown = { '"': 0, "~/": 0, é: 0, ["k".repeat(300)]: 0 };
  const [session, byJson] = [0, 0].map(() => ({ ...base("pl-minimal"), ...unknown })).map((payload) => new Session(payload, context));
  for (const one of [session, byJson]) one.touch();
  let count = 0;
  for (const during of between) {
    for (const at of places) {
      for (const text of texts) {
        during();
        assert.deepEqual(session.set(at, text), byJson.set(at, new String(text)), `${at}, text ${texts.indexOf(text)}`);
        if (count++ % 40 === 0) isSame(session);
      }
      session.set(at, count % 2 ? "Odd" : "Even");
      if (fields.some((field) => field.at === at)) byJson.clear(at);
      byJson.set(at, new String(count % 2 ? "Odd" : "Even"));
      assert.equal(JSON.stringify(session.payload()), JSON.stringify(byJson.payload()));
    }
  }
  for (const at of [undefined, null, 7, { length: 1 }]) {
    for (const value of ["text", new String("text")]) assert.throws(() => session.set(at, value), { name: "TypeError", message: /JSON Pointer/ }, `${at}`);
  }
});

test("a form may be edited while a payload is read", () => {
  const values = ["Ada Example", "Bo Example", "Süß", "Cy Example", "Di Example"];
  const [session, after] = [new Session({}, context), new Session({}, context)];
  const editing = (more) =>
    Object.defineProperties({ one: 1, ...base("pl-full") }, Object.fromEntries(values.map((value, at) => [`x${at}`, {
      enumerable: true,
      get() {
        session.set("/plaintiff_name", value);
        assert.deepEqual(session.payload(), { plaintiff_name: value });
        if (at === 1) checkCase({ two: 2, get summary() { session.set("/plaintiff_name", "within"); session.set("/plaintiff_name", "within again"); return "text"; }, three: 3 }, context);
        return more;
      },
    }])));
  for (const more of [1, "text", {}, 1n]) {
    for (let round = 0; round < 2; round++) {
      try {
        checkCase(editing(more), context);
      } catch (error) {
        assert.equal(typeof more, "bigint", error);
      }
      for (const [at, value] of values.entries()) {
        session.set("/plaintiff_name", value);
        after.set("/summary", `${value} ${at}`);
        assert.deepEqual([session.payload(), after.payload()], [{ plaintiff_name: value }, { summary: `${value} ${at}` }]);
      }
    }
  }
});

test("a form may be edited while bytes are read, and contexts do not mix", () => {
  const text = '/summary       {"date_of_loss":"2020-01-01"}';
  const bytes = Buffer.from(text);
  for (const body of [bytes.subarray(15), bytes]) {
    const expected = checkCaseText(body, context);
    for (const key of ["length", "subarray", "byteLength", "constructor", Symbol.iterator]) {
      const session = new Session({}, context);
      const edit = () => {
        session.set("/plaintiff_name", "Ada");
        checkCaseText("{}", { today: "2019-01-01", language: "es" });
        session.set("/plaintiff_name", "Ada");
      };
      const calling = Object.defineProperty(new Uint8Array(body), key, {
        get() {
          edit();
          return Uint8Array.prototype[key];
        },
      });
      edit();
      assert.deepEqual(checkCaseText(calling, context), expected, String(key));
      session.set("/plaintiff_name", "Bo");
      assert.deepEqual(session.payload(), { plaintiff_name: "Bo" }, String(key));
    }
  }
  assert.throws(() => checkCaseText({ length: 1, 0: 123, [Symbol.toStringTag]: "Uint8Array" }, context), TypeError);
});

test("a usage error throws and changes nothing", () => {
  for (const payload of [[], "text", null, undefined, 1]) assert.throws(() => new Session(payload, context), TypeError);
  assert.throws(() => new Session({}, {}), TypeError);
  const session = new Session({ summary: "text" }, context);
  for (const at of ["summary", "", "/summary/x", "/a/b/c"]) assert.throws(() => session.set(at, 1), TypeError, at);
  assert.throws(() => session.set("/x", "\ud800"), TypeError);
  for (const at of ["/x\ud800", "/\udc00", "/summary/\\\ud800"]) {
    for (const edit of [() => session.set(at, 1), () => session.clear(at), () => session.touch(at)]) assert.throws(edit, { name: "TypeError", message: /half a surrogate pair/ });
  }
  assert.throws(() => session.whatIf([{ set: "/x\ud800", value: 1 }]), TypeError);
  // The conversion of an object to text may run any code: close the session, and open another in
  // its place.
  const turning = { toString: () => assert.fail("it was made a text") };
  for (const at of [turning, ["/summary"], 7, null, Symbol("x")]) {
    for (const edit of [() => session.set(at, 1), () => session.set(at, "text"), () => session.clear(at), () => session.touch(at)]) {
      assert.throws(edit, { name: "TypeError", message: /JSON Pointer/ });
    }
  }
  assert.throws(() => session.whatIf([{ turn: "/x" }]), TypeError);
  assert.deepEqual(session.payload(), { summary: "text" });
});

test("a field may have the name of a member of an answer", () => {
  const payload = { error: { message: "text" }, refused: "text", issues: [] };
  const session = new Session(payload, context);
  assert.deepEqual(session.payload(), payload);
  session.set("/error", null);
  assert.deepEqual(session.payload(), { ...payload, error: null });
});

test("a member is one level deeper than its record", () => {
  const session = new Session({ case_type: "pl" }, { ...context, limits: { depth: 1 } });
  for (const at of ["/defendant_information/city", "/unknown/a"]) assert.throws(() => session.set(at, "x"), { message: /nested deeper/ });
  session.clear("/defendant_information/city");
  session.set("/is_test", 1);
  assert.deepEqual(session.payload(), { case_type: "pl", is_test: 1 });
  assert.equal(session.report().facts.case_type, "pl");
});

test("messages can be replaced by the firm's own", () => {
  const session = new Session({}, context, ({ code }) => (code === "required" ? "We need this." : undefined));
  assert.equal(session.touch("/plaintiff_name").shown[0].message, "We need this.");
  assert.equal(session.report().issues[0].message, "We need this.");
});
