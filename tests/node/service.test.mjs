// The promises of the entry for backends beside the answers: what it throws, its languages, and the
// state of its class.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import * as main from "../../pkg/dist/index.js";
import * as service from "../../pkg/dist/service.js";
import { es } from "../../pkg/dist/es.js";
import { base, context } from "../support/cases.mjs";

const { actions, applyTrigger, cancellation, checkRequest, explain, Follower, normalizeResults } = service;
const { readRecord, receipt, replay, transitions } = service;

const ofADay = { checkRequest, receipt };
const ofAnyDay = { actions, applyTrigger, cancellation, normalizeResults, readRecord, replay, transitions };

test("the entry has everything of the main entry", () => {
  assert.deepEqual(
    Object.keys(main).filter((name) => !Object.hasOwn(service, name)),
    [],
  );
  assert.deepEqual(service.checkCase(base("pl-minimal"), context), main.checkCase(base("pl-minimal"), context));
});

test("bad input throws nothing", () => {
  const deep = JSON.parse(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
  const bad = [undefined, null, () => 1, Symbol("s"), 0, NaN, "", "text", true, [], {}, deep];
  for (const [name, call] of Object.entries({ ...ofADay, ...ofAnyDay })) {
    for (const input of bad) assert.equal(typeof call(input, context), "object", name);
    assert.ok(JSON.stringify(call(deep, context)).includes(name === "transitions" ? "pick_up" : "too_deep"), name);
  }
});

test("a usage error is a TypeError", () => {
  const broken = [null, 1, "2026-03-01", [], { today: "" }, { today: "2026-02-30" }, { ...context, tody: 1 }];
  const cycle = {};
  cycle.cycle = cycle;
  for (const [name, call] of Object.entries({ ...ofADay, ...ofAnyDay })) {
    for (const settings of broken) assert.throws(() => call({}, settings), TypeError, `${name} ${settings}`);
    for (const input of [1n, { a: 1n }, cycle]) assert.throws(() => call(input, context), TypeError, name);
  }
  for (const [name, call] of Object.entries(ofADay)) {
    for (const none of [undefined, {}]) assert.throws(() => call({}, none), TypeError, name);
  }
});

test("functions that do not depend on the day take no settings, some settings, or a whole context", () => {
  for (const [name, call] of Object.entries(ofAnyDay)) {
    const answer = call({});
    assert.deepEqual(call({}, {}), answer, name);
    assert.deepEqual(call({}, undefined), answer, name);
    assert.deepEqual(call({}, { language: "en" }), answer, name);
    assert.deepEqual(call({}, { ...context, credential: "master" }), answer, name);
  }
});

test("a receipt is that of the text, and of an object as JSON.stringify writes it", () => {
  const digest = (text) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
  const payload = { ...base("pl-minimal"), summary: "é" };
  const spaced = JSON.stringify(payload, undefined, 2);
  assert.equal(receipt(spaced, context).payload, digest(spaced));
  assert.equal(receipt(payload, context).payload, digest(JSON.stringify(payload)));
  assert.deepEqual(receipt(payload, context).rules, receipt(spaced, context).rules);
  assert.deepEqual(receipt("{", context).errors, [{ code: "not_json", at: "" }]);
});

test("a server stores a case as JSON between triggers", () => {
  const trace = [
    { type: "create" },
    { type: "pick_up" },
    { type: "need_input", interaction_id: "i-1", message: "Which car?" },
    { type: "pick_up" },
    { type: "respond", interaction_id: "i-1", message: "The blue one." },
  ];
  let kept = "null";
  const steps = trace.map((trigger) => {
    const { case: after, events, refused } = applyTrigger({ case: JSON.parse(kept), trigger });
    kept = JSON.stringify(after);
    return { state: after.state, events, refused };
  });
  assert.deepEqual(steps, replay({ trace }).steps);
  assert.deepEqual(
    steps.map(({ refused }) => refused),
    [null, null, null, "wrong_state", null],
  );
});

test("labels and reasons of actions are in the language of a form, and all else is English", () => {
  const form = { language: "es", audience: "form" };
  const action = (settings) => actions({ case: null }, settings).actions[1];
  assert.notEqual(action(form).label, action().label);
  assert.notEqual(action(form).message, action().message);
  assert.deepEqual(action({ language: "es" }), action());
  for (const call of [
    (settings) => applyTrigger({ case: null, trigger: { type: "pick_up" } }, settings),
    (settings) => normalizeResults([], settings),
    (settings) => readRecord({ record: "cancel_error", value: {} }, settings),
    (settings) => checkRequest({ endpoint: "respond", parts: [] }, { ...context, ...settings }),
    (settings) => new Follower({}, settings).view().ask,
    (settings) => service.explain("pl.policyholder_named", settings),
  ]) {
    assert.deepEqual(call(form), call({}));
  }
});

test("a firm rule is explained with its context, and checked before it is used", () => {
  const message = { en: "Our files start from the policy number. Enter it." };
  const rule = { id: "acme.policy_number", product: "pl", then: [{ required: "/policy_number" }], message };
  const house = { rules: [rule] };
  assert.deepEqual([service.checkHouse(house).ok, service.checkHouse({ rules: {} }).ok], [true, false]);
  assert.equal(explain(rule.id, { house }).id, rule.id);
  assert.equal(explain(rule.id, { ...context, house }).text, service.checkHouse(house).rules[0].text);
  assert.throws(() => explain(rule.id), TypeError);
  assert.throws(() => explain(rule.id, { house: { rules: {} } }), TypeError);
});

test("casegate/es names every field and every word of a list", () => {
  assert.equal(es.language, "es");
  for (const { name } of main.fields) assert.ok(es.fields[name].label, name);
  for (const { words } of Object.values(main.lists)) for (const { value } of words) assert.ok(es.words[value], value);
});

test("the caller may change an answer", () => {
  const first = transitions();
  first.transitions.length = 0;
  assert.ok(transitions().transitions.length > 10);
});

const asked = { event: { event: "case.action_required", message: "Which car?", interaction_id: "i-1" } };
const begun = { event: { event: "case.in_progress" } };
const replied = { responded: { interaction_id: "i-1" } };

test("a follower's view is independent of how its facts arrive", () => {
  const facts = [asked, begun, replied];
  const at_once = new Follower();
  at_once.ingest(...facts);
  for (const order of [facts, facts.toReversed(), [...facts, ...facts]]) {
    const follower = new Follower();
    for (const fact of order) assert.deepEqual(follower.ingest(fact), []);
    assert.deepEqual(follower.view(), at_once.view());
  }
  const late = new Follower();
  late.ingest(asked);
  late.ingest(begun);
  assert.equal(late.view().state, "action_required");
  assert.deepEqual(late.view().open_interaction, { interaction_id: "i-1", message: "Which car?" });
});

test("a follower is stored as JSON and resumed", () => {
  const follower = new Follower();
  follower.ingest(asked);
  const copy = Follower.from(JSON.parse(JSON.stringify(follower)));
  assert.deepEqual(copy.view(), follower.view());
  copy.ingest(replied);
  assert.equal(follower.view().state, "action_required", "they are apart");
  const saved = follower.toJSON();
  saved.facts = {};
  assert.equal(follower.view().state, "action_required", "and so is what it gave");
  for (const broken of [undefined, null, 1, "", "text", [], {}, { ...saved, format: 2 }, { ...saved, more: 1 }])
    assert.throws(() => Follower.from(broken), TypeError, JSON.stringify(broken));
});

test("a follower of a test case asks for details, also after being stored", () => {
  const follower = Follower.from(new Follower({ is_test: true }).toJSON());
  assert.equal(follower.view().must_poll, true);
  assert.equal(follower.ingest(begun).length, 1, "a test case fires nothing");
});

test("a follower detects an expired URL by the caller's clock", () => {
  const follower = new Follower();
  const occurred_at = "2026-03-01T00:00:00Z";
  follower.ingest({ event: { event: "case.results_ready", results_url: "https://example.com/r", occurred_at } });
  const expired = (now) => follower.view(now).results.expired;
  assert.equal(expired(), null);
  assert.equal(expired(new Date("2026-03-01T11:59:59Z")), false);
  assert.equal(expired("2026-03-02T00:00:00+01:00"), true);
});

test("a follower keeps its facts if it is given unreadable ones", () => {
  const small = new Follower({}, { limits: { text_bytes: 2_000 } });
  small.ingest(asked);
  const before = small.view();
  const [note] = small.ingest({ event: { event: "case.closed", reason: "x".repeat(4_000) } });
  assert.equal(note.code, "too_large");
  assert.deepEqual(small.view(), before);
  assert.throws(() => new Follower({}, { tody: 1 }), TypeError);
});

test("a follower of thousands of facts stays within its limits", () => {
  const follower = new Follower();
  const message = "?".repeat(1_000);
  const facts = Array.from({ length: 3_000 }, (_, at) => ({
    event: { event: "case.action_required", message, interaction_id: `i-${at}`, event_id: `e-${at}` },
  }));
  assert.deepEqual(follower.ingest(...facts), []);
  assert.deepEqual(Follower.from(follower.toJSON()).view(), follower.view());
});

test("additions to Object.prototype are not read as options, settings or parts of an answer", () => {
  const { caseSchema, Follower, readEvent } = service;
  const event = { event: "case.action_required", message: "Which car?", interaction_id: "i-1" };
  const kept = (() => {
    const follower = new Follower();
    follower.ingest({ event });
    return follower.toJSON();
  })();
  const { jsonSchema } = caseSchema(context)["~standard"];
  const ways = [
    () => new Follower().toJSON(),
    () => new Follower({}, {}).view(),
    () => new Follower({ is_test: true }, { language: "es" }).view(),
    () => Follower.from(kept).view(),
    () => {
      const follower = Follower.from(kept);
      const notes = follower.ingest({ responded: { interaction_id: "i-1" } }, { event: "unknown" });
      return [notes, follower, follower.view("2026-03-01T00:00:00Z")];
    },
    // Too large to be read at once: the answer has neither a follower nor a view.
    () => new Follower({}, { limits: { text_bytes: 200 } }).ingest({ event: { ...event, message: "x".repeat(300) } }),
    () => readEvent(event),
    () => service.applyTrigger({ case: null, trigger: { type: "create" } }),
    () => service.judgeFiles({ files: [] }),
    () => service.explain("pl.policyholder_named"),
    () => jsonSchema.input({ target: "draft-07" }),
  ];
  const expected = ways.map((way) => JSON.stringify(way()));
  const pollutions = { is_test: true, limits: { text_bytes: 40 }, text_bytes: 40, follower: {}, view: { state: "closed" }, notes: [], now: "x", target: "draft-07", language: "es", house: {}, cause: 1 };
  for (const [name, value] of Object.entries(pollutions)) {
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
    try {
      assert.deepEqual(ways.map((way) => JSON.stringify(way())), expected, name);
      assert.throws(() => jsonSchema.input({}), /^TypeError: There is a schema/, name);
      assert.throws(() => new Follower({}, { limits: { text_bytes: 40 } }).view(), TypeError, name);
    } finally {
      delete Object.prototype[name];
    }
  }
});
