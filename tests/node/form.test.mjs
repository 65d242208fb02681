// The values of a form as a case, the day of a time zone, and the readers of messages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { caseFromForm, checkCase, checkCaseText, fieldStates, judgeFiles, Session, today } from "../../pkg/dist/index.js";
import { base, context } from "../support/cases.mjs";

const formData = (...entries) => entries.reduce((form, [name, value]) => (form.append(name, value), form), new FormData());

test("FormData becomes a case: several values of a name, files, and inputs of React", () => {
  const form = formData(
    ["case_type", "pl"],
    ["$ACTION_ID_40f", ""],
    ["add_on_services", "skip_trace"],
    ["add_on_services", "policy_period"],
    ["base_product", "personal_auto_policy_limits"],
    ["summary", "first"],
    ["summary", "second"],
    ["files", new File(["%PDF"], "report.pdf")],
    ["__proto__", "an input of the page, as every name with an underscore before it"],
    ["constructor", "kept"],
  );
  const expected = {
    case_type: "pl",
    add_on_services: ["skip_trace", "policy_period"],
    base_product: ["personal_auto_policy_limits"],
    summary: ["first", "second"],
    constructor: "kept",
  };
  const read = caseFromForm(form);
  assert.deepEqual(read.case, expected);
  assert.deepEqual(Object.keys(read.case).sort(), Object.keys(expected).sort());
  assert.deepEqual(read.omitted.map(({ at, reason }) => `${at} ${reason}`), ["/$ACTION_ID_40f page_input", "/__proto__ page_input", "/files beside_the_case"]);
  assert.deepEqual(caseFromForm(new URLSearchParams("case_type=pe&is_test=on")), { case: { case_type: "pe", is_test: true }, omitted: [] });
});

test("a name that is repeated a hundred thousand times takes no longer than as many names", () => {
  const times = (name) => {
    const form = new URLSearchParams(Array.from({ length: 100_000 }, (_, at) => [name(at), "1"]));
    const start = performance.now();
    caseFromForm(form, { limits: { text_bytes: 1 << 24 } });
    return performance.now() - start;
  };
  times(() => "a");
  assert.ok(times(() => "a") < 20 * times((at) => `a${at}`));
});

test("the files of an input are judged by name and size", () => {
  const files = [new File(["%PDF"], "report.pdf"), Object.assign(new File([""], "notes.exe"), { label: "other" })];
  const verdicts = judgeFiles({ endpoint: "create", files: [{ name: "report.pdf", size: 4 }, { name: "notes.exe", size: 0, label: "other" }] });
  assert.deepEqual(verdicts.files.map(({ status }) => status), ["accepted", "rejected"]);
  assert.deepEqual(judgeFiles({ endpoint: "create", files }), verdicts);
  assert.deepEqual(judgeFiles({ endpoint: "create", files: { ...files, length: 2 } }), verdicts);
});

test("the form and its own values are not changed, and what cannot be read is left to the check", () => {
  const values = Object.freeze({ case_type: "pl", defendant_information: Object.freeze({ city: "" }) });
  assert.deepEqual(caseFromForm(values).case, { case_type: "pl" });
  const limits = { text_bytes: 10 };
  assert.equal(checkCase(caseFromForm(values, { limits }).case, { ...context, limits }).issues[0].code, "too_large");
  const kept = { case_type: "pl", files: new File(["%PDF"], "report.pdf"), "a/~b": new Blob([]) };
  const omitted = ["/files", "/a~1~0b"].map((at) => ({ at, reason: "beside_the_case" }));
  assert.deepEqual(caseFromForm(kept), { case: { case_type: "pl" }, omitted });
  for (const none of [undefined, null, "case_type=pl", [], 1]) assert.throws(() => caseFromForm(none), /caseFromForm takes FormData/);
});

test("an untouched form has the same findings as an empty case, at the inputs of required records", () => {
  const names = fieldStates({ case_type: "pe" }, context).filter(({ state }) => state === "required" || state === "optional");
  const form = formData(["case_type", "pe"], ...names.slice(1).map(({ at }) => [at, ""]));
  assert.deepEqual(checkCase(caseFromForm(form).case, context), checkCase({ case_type: "pe" }, context));
  form.set("/base_product", "personal_homeowners_policy_existence");
  form.set("/is_defendant_property_owner_and_occupant", "true");
  const places = checkCase(caseFromForm(form).case, context).issues.map(({ at }) => at);
  for (const member of ["address", "city"]) assert.ok(places.includes(`/insured_property_information/${member}`), member);
});

test("FormData, Map and the like given as a case are an error, not an empty case", () => {
  for (const [payload, kind] of [[formData(["case_type", "pl"]), "FormData"], [new Map([["case_type", "pl"]]), "Map"], [new URLSearchParams("a=b"), "URLSearchParams"], [new Set(["a"]), "Set"], [Promise.resolve({}), "Promise"], [new Headers({ a: "b" }), "Headers"]])
    for (const call of [checkCase, fieldStates, (given, within) => new Session(given, within)])
      assert.throws(() => call(payload, context), { name: "TypeError", message: new RegExp(`not ${kind}:`) });
  for (const form of [new Map(), Promise.resolve(new FormData())]) assert.throws(() => caseFromForm(form), /not (Map|Promise):/);
  assert.throws(() => new Session({}, context).set("/vehicle_information", new FormData()), /not FormData:/);
  const own = Object.assign(new Map(), { toJSON: () => base("pl-minimal") });
  assert.ok(checkCase(own, context).ok);
});

test("the day of a time zone", () => {
  const midnight = Date.UTC(2026, 2, 1, 6, 30);
  assert.equal(today("America/New_York", midnight), "2026-03-01");
  assert.equal(today("America/Los_Angeles", new Date(midnight)), "2026-02-28");
  assert.equal(today("Pacific/Kiritimati", Date.UTC(2026, 11, 31, 12)), "2027-01-01");
  assert.match(today("UTC"), /^\d{4}-\d\d-\d\d$/);
  assert.throws(() => today("Mars/Olympus"), RangeError);
  for (const none of [undefined, null, ""]) assert.throws(() => today(none), TypeError);
});

test("a context may have a function for the day, which is called at each use", () => {
  let day = "2026-03-01";
  const dated = { today: () => day };
  const old = { ...base("pe-minimal"), date_of_loss: "2025-03-01" };
  assert.ok(checkCase(old, dated).ok);
  day = "2026-03-02";
  assert.deepEqual(checkCase(old, dated), checkCase(old, { today: day }));
  assert.equal(checkCaseText(JSON.stringify(old), dated).ok, false);
  assert.equal(new Session(old, dated).report().ok, false);
  const ofItself = { day, today() { return this.day; } };
  assert.throws(() => checkCase(old, ofItself), /a property of the context/); // the setting is unknown, and the function had its context
  assert.throws(() => checkCase(old, { today: () => undefined }), /today/);
  const endless = { today: () => checkCase({}, endless) };
  assert.throws(() => checkCase({}, endless), /while it is read/);
});

test("each check of the wrong kind of input names the other function", () => {
  assert.throws(() => checkCase(' {"case_type": "pl"}', context), /checkCaseText reads JSON text/);
  assert.throws(() => checkCaseText({}, context), /checkCase takes the payload/);
  assert.equal(checkCase("pl", context).issues[0].code, "not_an_object");
});

test("forms get words about answers, and text gets words about JSON", () => {
  const payload = { ...base("pl-minimal"), is_test: "true", summary: null, base_product: "personal_auto_policy_limits", vehicle_information: { vehicle_year: "2019" }, color: "red" };
  const json = /string|boolean|integer|object|null|array/;
  const words = ({ issues }) => issues.map(({ message }) => message);
  const [form, text] = [checkCase(payload, context), checkCaseText(JSON.stringify(payload), context)];
  assert.doesNotMatch(words(form).join(), json);
  assert.match(words(text).join(), json);
  // Nothing but the messages differs.
  const bare = (report) => ({ ...report, issues: report.issues.map((issue) => ({ ...issue, message: "" })) });
  assert.deepEqual(bare(form), bare(text));
  const developer = { ...context, audience: "developer" };
  assert.deepEqual(checkCase(payload, developer), text);
  assert.deepEqual(checkCaseText(JSON.stringify(payload), { ...context, audience: "form" }), form);
  // In turn, so that one context in two places is not taken for the other.
  for (let turn = 0; turn < 3; turn++) {
    assert.deepEqual(checkCase(payload, context), form);
    assert.deepEqual(checkCaseText(JSON.stringify(payload), context), text);
    assert.deepEqual(new Session(payload, context).report(), form);
  }
  assert.doesNotMatch(words(checkCase(payload, { ...context, language: "es" })).join(), /comillas|corchetes|llaves|null/);
  assert.throws(() => checkCase({}, { ...context, audience: "lawyers" }), /`audience` must be "developer" or "form"/);
  assert.throws(() => checkCase({}, {}), /today/);
});

test("an unknown place in a session is an error, with a suggestion", () => {
  const session = new Session({ case_type: "pl", color: "red" }, context);
  for (const edit of [() => session.set("/plaintif_name", "Test"), () => session.clear("/plaintif_name"), () => session.touch("/plaintif_name"), () => session.whatIf([{ set: "/plaintif_name", value: "x" }])])
    assert.throws(edit, { name: "TypeError", message: "no field or member has this name: did you mean plaintiff_name?" });
  assert.throws(() => session.set("/vehicle_information/vim", "1"), /did you mean vin\?/);
  assert.throws(() => session.touch("plaintiff_name"), TypeError);
  session.set("/color", "blue"); // the payload has it
  session.touch("/color");
  session.clear("/color");
  assert.deepEqual(session.payload(), { case_type: "pl" });
});
