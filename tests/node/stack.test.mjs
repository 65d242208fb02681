// Calls at the end of the stack, and values that call the package while they are read: each ends
// with an answer or one clear error, and later calls are answered as usual.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { test } from "node:test";
import { base, context } from "../support/cases.mjs";

// Workers import the file as a compiled module.
const hook = `export const load = (url, context, next) => url.endsWith(".wasm")
  ? { format: "module", shortCircuit: true, source: \`import { readFileSync } from "node:fs";
      export default new WebAssembly.Module(readFileSync(new URL(\${JSON.stringify(url)})));\` }
  : next(url, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = function (...given) {
  const instance = new Instance(...given);
  memories.push(instance.exports.memory);
  return instance;
};

const dist = new URL("../../pkg/dist/", import.meta.url);
const names = ["index", "slim", "form", "check", "service"].flatMap((name) => [`${name}.js`, `${name}.cjs`]);
const entries = [];
for (const name of [...names, "workerd.js", "check-workerd.js", "service-workerd.js"]) {
  const entry = await import(new URL(name, dist));
  const wasm = { slim: "casegate.wasm", form: "casegate-form.wasm" }[name.split(".")[0]];
  if (wasm) await entry.init(readFileSync(new URL(wasm, dist)));
  entries.push([name, entry]);
}
const [[, index], service] = [entries[0], entries.find(([name]) => name === "service.js")[1]];

/**
 * The outcome of a call at every distance from the end of the stack, starting where it cannot even
 * be called.
 */
function atTheEnd(call, calls = 600) {
  const outcomes = [];
  function descend() {
    try {
      descend();
    } catch {
      // the end
    }
    if (outcomes.length < calls) outcomes.push(outcome(call));
  }
  descend();
  return outcomes;
}

function outcome(call) {
  try {
    return { value: JSON.stringify(call()) };
  } catch (error) {
    return { error };
  }
}

/** Breaks the current module of an entry: its memory is damaged. */
function breakModule({ checkCaseText }) {
  const mark = randomUUID();
  checkCaseText(mark, context);
  const memory = memories.findLast(({ buffer }) => Buffer.from(buffer).includes(mark));
  new Uint8Array(memory.buffer).fill(0xff);
  const { error } = outcome(() => checkCaseText("{}", context));
  assert.equal(error?.name, "ModuleError");
  return error;
}

const calls = {
  "an object": ({ checkCase }) => checkCase({ ...base("pl-full"), plaintiff_name: "", cc_emails: 7 }, context),
  "an object whose text is read": ({ checkCase }) => checkCase({ ...base("pl-full"), summary: new String("x") }, context),
  "a text": ({ checkCaseText }) => checkCaseText(JSON.stringify(base("pl-full")), { ...context, include: ["trace"] }),
  "another context": ({ checkCase }) => checkCase({}, { ...context, token_name: `${Math.random()}` }),
  "the payload to send": ({ prepareCase }) => prepareCase(base("pl-full"), context),
  "the states": ({ fieldStates }) => fieldStates?.(base("pl-full"), context),
  "a session": ({ Session }) => Session && new Session(base("pl-full"), context).report(),
  "an explanation": ({ explain }) => explain?.("pl.policyholder_named"),
  "a follower": ({ Follower }) => Follower && new Follower().view(),
};

for (const [name, entry] of entries) {
  test(`${name}: a call near the end of the stack returns its answer or one clear error, and later calls are correct`, () => {
    const { checkCase, checkCaseText, ModuleError } = entry;
    for (const [about, call] of Object.entries(calls)) {
      const expected = JSON.stringify(call(entry));
      for (const { value, error } of atTheEnd(() => call(entry))) {
        if (error === undefined) assert.equal(value, expected, about);
        else if (error instanceof ModuleError) assert.ok(error.cause instanceof Error && /stack/.test(error.message), about);
        else assert.ok(error instanceof RangeError && /^Maximum call stack/.test(error.message), `${about}: ${error}`);
      }
      assert.equal(JSON.stringify(call(entry)), expected, `${about}, afterwards`);
    }
    const error = breakModule(entry);
    assert.ok(error instanceof ModuleError && error instanceof Error && error.cause instanceof WebAssembly.RuntimeError);
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(checkCase(base("pl-full"), context), index.checkCase(base("pl-full"), context));
      assert.deepEqual(checkCaseText("{}", context), index.checkCaseText("{}", context));
    }
  });
}

test("each answer is correct after any interrupted call", () => {
  const payloads = [base("pl-full"), {}, { case_type: "pe" }, { ...base("pl-minimal"), plaintiff_name: 7, strange: 1 }];
  const ways = payloads.flatMap((payload) => [
    () => service.checkCase(payload, context),
    () => service.checkCase(payload, { ...context, language: "es" }),
    () => service.checkCaseText(JSON.stringify(payload), { ...context, include: ["trace"] }),
    () => service.fieldStates(payload, context),
    () => service.repairCase(payload, context),
    () => new service.Session(payload, context).touch(),
    () => service.readEvent({ event: "case.closed" }),
  ]);
  const expected = ways.map((way) => JSON.stringify(way()));
  for (let at = 0; at < ways.length; at++) {
    const [broken, next] = [ways[at], (at * 5 + 3) % ways.length];
    // The stack ends at another place each time; the next call follows at once.
    let tried = 0;
    const descend = () => {
      try {
        descend();
      } catch {
        // the end
      }
      if (tried++ >= 60) return;
      outcome(broken);
    };
    descend();
    for (const way of [next, at]) assert.equal(JSON.stringify(ways[way]()), expected[way], `${way} after ${at}`);
  }
});

for (const [name, entry] of entries.filter(([, { Session }]) => Session)) {
  test(`${name}: a lost session reports the loss and the remedy`, () => {
    const { Session, ModuleError } = entry;
    const lost = new Session(base("pl-minimal"), context);
    assert.equal(lost.report().ok, true);
    breakModule(entry);
    const uses = [
      () => lost.set("/summary", "text"),
      () => lost.set("/summary", 7),
      () => lost.clear("/summary"),
      () => lost.touch(),
      () => lost.whatIf([]),
      () => lost.report(),
      () => lost.states(),
      () => lost.payload(),
    ];
    const isLost = (error) => error instanceof ModuleError && /session is lost.*Open a new Session/.test(error.message);
    for (const use of uses) assert.throws(use, isLost, use.toString());
    // The new session has the number in the new module that the lost one had in the old module.
    const session = new Session({ summary: "new" }, context);
    for (const use of uses) assert.throws(use, isLost, use.toString());
    lost.close();
    assert.throws(() => lost.report(), { name: "TypeError", message: "the session is closed" });
    assert.deepEqual(session.payload(), { summary: "new" });
    session.close();
  });
}

test("a follower continues with the next module", () => {
  const follower = new service.Follower();
  follower.ingest({ event: { event: "case.action_required", message: "Which car?", interaction_id: "i-1" } });
  const before = JSON.stringify(follower.view());
  breakModule(service);
  assert.equal(JSON.stringify(follower.view()), before);
});

test("a module that traps while a payload or a context is read does not change the answer", () => {
  const { checkCase, checkCaseText } = index;
  const broken = (value) => ({
    get [value]() {
      breakModule(index);
      return base("pl-full")[value] ?? context[value];
    },
  });
  const expected = checkCase(base("pl-full"), context);
  for (let i = 0; i < 3; i++) {
    assert.deepEqual(checkCase(Object.defineProperties(base("pl-full"), Object.getOwnPropertyDescriptors(broken("summary"))), context), expected);
    assert.deepEqual(checkCase(base("pl-full"), broken("today")), expected);
    assert.deepEqual(checkCaseText(JSON.stringify(base("pl-full")), broken("today")), expected);
  }
});

test("near the end of the stack a valid payload is not reported as too deep", () => {
  const good = { ...base("pl-full"), summary: new String("read as text") };
  const expected = JSON.stringify(index.checkCase(good, context));
  const outcomes = atTheEnd(() => index.checkCase(good, context), 2_000);
  assert.deepEqual(new Set(outcomes.flatMap(({ value }) => value ?? [])), new Set([expected]));
  const deep = { ...context, limits: JSON.parse("[".repeat(20_000) + "]".repeat(20_000)) };
  assert.throws(() => index.checkCase({}, deep), /^TypeError: the context is nested too deeply/);
});

/** Counts how often a getter runs until the call ends. */
function counted(call, most = 100) {
  let runs = 0;
  const outcomes = outcome(() =>
    call(() => {
      if (++runs > most) throw new assert.AssertionError({ message: "it goes on for ever" });
    }),
  );
  return { ...outcomes, runs };
}

test("a payload that checks itself while it is read throws a TypeError at once", () => {
  const { checkCase, checkCaseText, prepareCase, fieldStates, repairCase, Session, caseSchema, explain } = index;
  const own = (check, ran) => ({
    ...base("pl-minimal"),
    get summary() {
      ran();
      return JSON.stringify(check(this));
    },
  });
  const checks = {
    checkCase: (payload) => checkCase(payload, context),
    prepareCase: (payload) => prepareCase(payload, context),
    fieldStates: (payload) => fieldStates(payload, context),
    repairCase: (payload) => repairCase(payload, context),
    Session: (payload) => new Session(payload, context).report(),
    "Session.set": (payload) => new Session({}, context).set("/summary", payload),
    caseSchema: (payload) => caseSchema(context)["~standard"].validate(payload),
  };
  for (const [name, check] of Object.entries(checks)) {
    const { error, runs } = counted((ran) => check(own(check, ran)));
    assert.ok(error instanceof TypeError && /while it is read/.test(error.message), `${name}: ${error}`);
    assert.ok(runs <= 2, `${name}: ${runs}`);
  }
  for (const call of [
    (today) => checkCase({}, { get today() { return today(this); } }),
    (today) => caseSchema({ get today() { return today(this); } })["~standard"].validate({}),
  ]) {
    const { error, runs } = counted((ran) => call((self) => (ran(), checkCase({}, self), "2026-03-01")));
    assert.ok(error instanceof TypeError && /while it is read/.test(error.message), `${error}`);
    assert.ok(runs <= 2, `${runs}`);
  }
  // A caught error leaves no trace.
  const caught = counted((ran) => checkCase(own((payload) => assert.throws(() => checkCase(payload, context), TypeError), ran), context));
  assert.ok(caught.value && caught.runs === 1, `${caught.error}`);
  // Through another object, and through ever new ones.
  const [one, other] = [{}, {}];
  const by = (payload) => ({ get summary() { return JSON.stringify(checkCase(payload(), context)); }, enumerable: true });
  for (const [from, to] of [[one, other], [other, one]]) Object.defineProperty(from, "summary", { get: () => checkCase(to, context).ok, enumerable: true });
  assert.throws(() => checkCase(one, context), /^TypeError: .*while it is read/);
  const fresh = (ran) => ({ get a() { ran(); return checkCase(fresh(ran), context).ok; }, get b() { ran(); return checkCase(fresh(ran), context).ok; } });
  const nested = counted((ran) => checkCase(fresh(ran), context));
  assert.ok(nested.error instanceof TypeError && /while it is read/.test(nested.error.message), `${nested.error}`);
  assert.equal(checkCase(by(() => base("pl-minimal")), context).ok, false);
  assert.equal(checkCase({ ...base("pl-minimal"), get summary() { return `${checkCaseText("{}", context).ok}`; } }, context).ok, true);
  assert.ok(explain("pl.policyholder_named").title);
});
