// checkCase walks an object without making its text: for any object, the report is that of its
// text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkCase, checkCaseText, checkHouse, fields, prepareCase, Session } from "../../pkg/dist/service.js";
import { base, context as day } from "../support/cases.mjs";
import { readVectors } from "../support/vectors.mjs";

// Objects have messages for forms by default, and text for developers.
const context = { audience: "developer", ...day };

const house = {
  rules: [
    {
      id: "acme.city",
      product: "pl",
      message: { en: "Another city." },
      when: [{ field: "/defendant_information/city", like: "M*" }],
      then: [{ required: "/claim_number" }],
    },
    {
      id: "acme.summary",
      message: { en: "Say more." },
      when: [{ field: "/summary", set: true }],
      then: [{ field: "/summary", like: "?????*" }],
    },
  ],
};
const contexts = [
  context,
  { ...context, house },
  { ...context, include: ["trace"] },
  { ...context, include: ["prepared"] },
  { ...context, limits: { depth: 3 } },
  { ...context, limits: { depth: 1 } },
  { ...context, limits: { text_bytes: 900 } },
  { ...context, limits: { findings: 3 } },
  { ...context, language: "es", credential: "master", house: { waivers: [] } },
  { ...context, surface: "legacy", product: "pe" },
];

/** The report, or the exception, with its members in order. */
function outcomeOf(call) {
  try {
    return JSON.stringify(call());
  } catch (error) {
    return `${error?.name}: ${error?.message}`;
  }
}

function isSame(payload, settings, what) {
  const byText = outcomeOf(() => checkCaseText(JSON.stringify(payload) ?? "null", settings));
  assert.equal(outcomeOf(() => checkCase(payload, settings)), byText, what);
  return byText;
}

/** Returns true if the payload is checked without being converted to JSON. */
function isWalked(payload, settings = context) {
  const { stringify } = JSON;
  let asked = false;
  JSON.stringify = (...given) => {
    asked ||= given[0] === payload;
    return stringify(...given);
  };
  try {
    checkCase(payload, settings);
  } finally {
    JSON.stringify = stringify;
  }
  return !asked;
}

/** The same numbers in each run. */
function random(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const names = fields.map(({ at }) => at.slice(1)).filter((at) => !at.includes("/"));
const membersOf = (record) => fields.filter(({ at }) => at.startsWith(`/${record}/`)).map(({ at }) => at.split("/")[2]);
const records = names.filter((name) => membersOf(name).length > 0);
const strangers = ["plaintif_name", "x", "", "__proto__", "toJSON", "constructor", "7", "10", "2", "é", "\ud83d", "\ude00", "a/b~c", "length"];
const words = [
  ...["pl", "pe", "2026-01-15", "2024-01-01", "2026-02-30", "ga", "GA", "intake@firm.example", "a@b.example c@d.example", "nobody"],
  ...["personal_auto_policy_limits", "commercial_auto_policy_existence", "three_hour_rush_request", "other_reason", "Macon"],
  ...["Example Mutual", "Süd-Versicherung", "日本語", "\u{1F600} smile", "1234567", "01234567", "x".repeat(70_000), "é".repeat(300)],
];
const blanks = ["", " ", "\t\n", "\u0085", "\ufeff", "\u00a0", "\u2003\u3000", "\u200b", "\u001f", "\u2028", " x", "\u0085x", "\u00a0é"];
const halves = ["\ud83d", "half \ude00", "\ude00\ud83d", "ok \u{1F600}\ud83d"];

/** Objects and values in a payload, by accident or malice. */
function maker(next) {
  const pick = (list) => list[next(list.length)];
  const numbers = [0, -0, 1, 2020, 0.5, -7.25, 1e21, 1e-7, 2 ** 53, NaN, Infinity, -Infinity, Number.MAX_VALUE, Number.MIN_VALUE];
  const text = () => pick([words, words, words, blanks, next(6) ? blanks : halves]).at(next(40) % 13) ?? "Test";
  const plain = () => pick([text, text, text, () => pick(numbers), () => next(2) === 0, () => null, () => undefined])();
  const list = (depth) => Array.from({ length: next(4) }, () => (next(4) ? plain() : value(depth - 1)));
  const some = (keys, depth) => Object.fromEntries(keys.filter(() => next(3) === 0).map((key) => [key, value(depth - 1)]));
  const nested = (depth) => {
    let inner = {};
    for (let i = next(8); i > 0; i--) inner = next(2) ? [inner] : { inner };
    return depth > 0 && next(20) === 0 ? JSON.parse(`${"[".repeat(70)}${"]".repeat(70)}`) : inner;
  };
  class Kept {
    first_name = text();
    city = text();
    get address() {
      return "of the class";
    }
  }
  function Old() {
    this.city = text();
  }
  Old.prototype.last_name = "inherited";
  const odd = [
    () => Symbol("s"),
    () => () => 1,
    () => Object.assign(() => 1, { toJSON: () => "of a function" }),
    () => new Date(pick([0, NaN, 1_770_000_000_000])),
    () => new String(text()),
    () => new Number(pick(numbers)),
    () => new Boolean(next(2)),
    () => Object.assign(new Number(3), { city: "x" }),
    () => new Map([["city", 1]]),
    () => new Set([1]),
    () => /x/,
    () => new Error("x"),
    () => new Uint8Array(next(4)),
    () => new Kept(),
    () => new Old(),
    () => Object.create({ city: "inherited" }),
    () => Object.assign(Object.create(null), { city: text(), toJSON: "no function" }),
    () => Object.freeze({ city: text(), address: text() }),
    () => ({ toJSON: (key) => `toJSON of ${key}` }),
    () => ({ toJSON: () => undefined }),
    () => Object.defineProperty({ city: text() }, "toJSON", { value: () => ({ city: "hidden" }) }),
    () => Object.defineProperty([text()], "toJSON", { value: () => ["hidden"] }),
    () => Object.defineProperty({ city: text() }, "address", { value: "unseen", enumerable: false }),
    () => ({ get city() { return "of a getter"; } }),
    () => ({ get city() { throw new RangeError("the payload's own"); } }),
    () => ({ get city() { checkCase({ summary: "another" }, contexts[next(2)]); return "meanwhile"; } }),
    () => new Proxy({ city: text(), last_name: text() }, {}),
    () => new Proxy([text(), text()], {}),
    () => new Proxy({}, { ownKeys: () => ["city"], getOwnPropertyDescriptor: () => ({ value: "x", enumerable: true, configurable: true }), get: (_, key) => (key === "city" ? "by proxy" : undefined) }),
    () => ({ [Symbol.toStringTag]: "Tagged", city: text() }),
    () => Object.assign([text()], { extra: 1 }),
    () => new Array(next(3)),
    () => [, text(), undefined, Symbol("s"), NaN],
    () => JSON.parse('{"__proto__":{"city":1},"2":1,"1":2}'),
    () => (next(4) ? text() : 1n),
    () => Object(1n),
    () => { const cycle = { inner: [] }; cycle.inner.push(cycle); return next(4) ? {} : cycle; },
    () => arguments_(text()),
  ];
  function arguments_() {
    return arguments;
  }
  function value(depth) {
    if (depth <= 0) return plain();
    return pick([plain, plain, plain, plain, () => list(depth), () => nested(depth), () => some(strangers, depth), next(3) ? plain : () => pick(odd)()])();
  }
  function record(name) {
    const made = { ...base("pl-full")[name], ...some(membersOf(name), 2) };
    if (next(4) === 0) Object.assign(made, some(strangers, 1));
    return made;
  }
  return function payload() {
    const start = base(pick(["pl-minimal", "pl-full", "pe-minimal"]));
    const keys = next(3) ? [pick(names), pick(names)] : names.filter(() => next(4) === 0);
    for (const key of keys) start[key] = value(2);
    if (next(2)) for (const key of records) if (next(3) === 0) start[key] = next(6) ? record(key) : value(2);
    if (next(4) === 0) for (const key of strangers) if (next(5) === 0) Object.defineProperty(start, key, { value: value(2), enumerable: true, configurable: true, writable: true });
    const order = Object.keys(start);
    if (next(3) === 0) order.sort(() => next(3) - 1);
    return next(60) ? Object.fromEntries(order.map((key) => [key, start[key]])) : pick(odd)();
  };
}

test("an object of any shape has the report of its JSON text", () => {
  const next = random(0xca5e);
  const payload = maker(next);
  const reports = new Set();
  let walked = 0;
  const count = 6_000;
  for (let i = 0; i < count; i++) {
    const made = payload();
    const settings = contexts[next(3) ? 0 : next(contexts.length)];
    // An object of another kind whose text is an empty object, such as a Map, is an error of the program.
    const kind = outcomeOf(() => Object.prototype.toString.call(made));
    const isOdd = kind.startsWith('"[object ') && kind !== '"[object Object]"' && outcomeOf(() => JSON.stringify(made)) === '"{}"';
    if (isOdd) assert.throws(() => checkCase(made, settings), /expected a plain object/);
    else reports.add(isSame(made, settings, `payload ${i}`));
    try {
      if (isWalked(made, settings)) walked++;
    } catch {
      // what JSON cannot write, and what the payload throws itself
    }
  }
  assert.ok(reports.size > count / 3, `${reports.size} different reports`);
  assert.ok(walked > count / 3 && walked < count, `${walked} of ${count} were walked`);
});

test("ordinary payloads are read without JSON.stringify, for every context that needs no text", () => {
  assert.ok(checkHouse(house, context).ok);
  for (const name of ["pl-minimal", "pl-full", "pe-minimal"]) {
    for (const settings of contexts.slice(0, 3)) assert.ok(isWalked(base(name), settings), name);
    assert.ok(!isWalked(base(name), contexts[3]), "a prepared payload is made from the text");
  }
  assert.ok(isWalked({ ...base("pl-minimal"), insurance_company: "Süd-Versicherung \u{1F600}", summary: "日本" }));
  assert.ok(isWalked({ ...base("pl-minimal"), plaintif_name: "x", summary: undefined, cc_emails: [1, [2], {}] }));
});

test("every vector's payload has the same report as object and as text, for its context", () => {
  let walked = 0;
  for (const { call, payload, context: settings } of readVectors()) {
    if (call !== "check_case") continue;
    let parsed;
    try {
      parsed = [JSON.parse(payload), JSON.parse(settings)];
      if (typeof parsed[1] === "object" && parsed[1] !== null) parsed[1] = { audience: "developer", ...parsed[1] };
    } catch {
      continue; // invalid JSON cannot be passed as an object
    }
    if (typeof parsed[0] === "string" && /^\s*\{/.test(parsed[0])) {
      // JSON text in place of the object is a mistake of the program.
      assert.throws(() => checkCase(...parsed), { name: "TypeError", message: /checkCaseText reads JSON text/ });
      continue;
    }
    isSame(...parsed, payload);
    try {
      walked += isWalked(...parsed) ? 1 : 0;
    } catch {
      // settings that cannot be used
    }
  }
  assert.ok(walked > 100, `${walked} were walked`);
});

test("blanks and letters beyond ASCII have the same report as in the text", () => {
  const codes = Array.from({ length: 0x100 }, (_, code) => code);
  for (let code = 0x2000; code < 0x2070; code++) codes.push(code);
  for (const code of [...codes, 0x1680, 0x180e, 0x3000, 0x3001, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xfeff, 0xfffd, 0xffff, 0x1f600]) {
    const letter = code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
    for (const key of ["plaintiff_name", "insurance_company"]) isSame({ ...base("pl-minimal"), [key]: letter }, context, `${key} ${code}`);
  }
});

test("limits are exact to the byte and to the level, as object and as text", () => {
  for (const name of ["pl-full", "pe-minimal"]) {
    const bytes = JSON.stringify(base(name)).length;
    for (const text_bytes of [1, bytes - 1, bytes, bytes + 1, bytes * 4, bytes * 8]) isSame(base(name), { ...context, limits: { text_bytes } }, `${text_bytes}`);
  }
  for (let depth = 0; depth <= 120; depth++) {
    const deep = { ...base("pl-minimal"), ml_prediction_ids: JSON.parse(`{"a":${"[".repeat(depth)}0${"]".repeat(depth)}}`) };
    for (const limit of [1, 2, 3, 64, 120]) isSame(deep, { ...context, limits: { depth: limit } }, `${depth} of ${limit}`);
  }
  for (const length of [1_000, 1_020, 1_024, 1_100, 70_000]) {
    isSame({ ...base("pl-minimal"), add_on_services: Array(length).fill("skip_trace") }, context, `${length} words`);
    isSame({ ...base("pl-minimal"), ...Object.fromEntries(Array.from({ length }, (_, at) => [`x${at}`, at])) }, context, `${length} keys`);
    isSame({ ...base("pl-minimal"), insurance_company: "é".repeat(length) }, context, `${length} letters`);
  }
});

test("a walk counts at least as many bytes as the text has", () => {
  const empty = { defendant_information: {}, base_product: [], cc_emails: [], search_reason: [], add_on_services: [], unknown: {}, other: [[]] };
  for (const payload of [{}, { defendant_information: {} }, { base_product: [] }, empty, base("pl-full")]) {
    const text = JSON.stringify(payload);
    for (const text_bytes of [text.length - 1, text.length]) {
      const settings = { ...context, limits: { text_bytes } };
      assert.deepEqual(checkCase(payload, settings), checkCaseText(text, settings), `${text} in ${text_bytes} bytes`);
    }
  }
});

test("an accessor is called once if the object is read without JSON.stringify", () => {
  let asked = 0;
  const payload = Object.defineProperty(base("pl-minimal"), "summary", {
    enumerable: true,
    get() {
      asked++;
      return "of a getter";
    },
  });
  assert.equal(checkCase(payload, context).ok, true);
  assert.equal(asked, 1);
});

test("calls made by a payload while it is read do not mix with it", () => {
  const nested = (during) => ({
    ...base("pl-minimal"),
    get summary() {
      during();
      return "after that";
    },
    plaintiff_name: "",
  });
  const inner = [
    () => checkCase({ cc_emails: "x" }, context),
    () => checkCase(base("pe-minimal"), { today: "2028-03-01" }),
    () => checkCaseText("x".repeat(300_000), context),
    () => checkCase(nested(() => checkCase({}, context)), context),
  ];
  for (const during of inner) isSame(nested(during), context, during.toString());
});

test("inherited members and members that change while a payload is read have the report of the text", () => {
  const inherit = (value) => Object.defineProperty(Object.prototype, "claim_number", { value, enumerable: true, configurable: true, writable: true });
  const disinherit = () => delete Object.prototype.claim_number;
  const during = (act) => () => ({
    ...base("pl-full"),
    claim_number: undefined,
    defendant_information: { ...base("pl-full").defendant_information, get city() { act(this); return "Macon"; } },
    summary: "after that",
  });
  try {
    for (const value of ["inherited", 7, undefined]) {
      inherit(value);
      for (const name of ["pl-minimal", "pl-full", "pe-minimal"]) isSame(base(name), context, `${name}, ${value}`);
    }
    disinherit();
    const { claim_number: _, ...without } = base("pl-full");
    for (const payload of [
      during(() => inherit(7)),
      during(disinherit),
      during((record) => delete record.state),
      during((record) => { record.stranger = 1; }),
      () => ({ get case_type() { inherit(7); return "pl"; }, ...without }),
      () => ({ ...without, get plaintiff_name() { delete this.summary; this.stranger = 1; return "Ada Example"; } }),
    ]) {
      // Made twice, because reading changes it.
      const byText = outcomeOf(() => checkCaseText(JSON.stringify(payload()), context));
      disinherit();
      assert.equal(outcomeOf(() => checkCase(payload(), context)), byText, payload.toString());
      disinherit();
    }
  } finally {
    disinherit();
  }
});

test("nested calls in any order do not mix", () => {
  const asked = [
    (payload) => checkCase(payload, context),
    (payload) => checkCaseText(JSON.stringify(payload), context),
    (payload) => new Session(payload, context).report(),
    (payload) => new Session(payload, context).states(),
    (payload) => prepareCase(payload, context),
  ];
  const payloads = [base("pl-minimal"), { case_type: "pl" }, base("pe-minimal"), { case_type: "pe", "not a field": 1 }];
  // The result of each alone, after other calls.
  const expected = payloads.map((payload) => asked.map((ask) => (prepareCase({}, context), JSON.stringify(ask(payload)))));
  for (const [at, payload] of payloads.entries()) {
    const report = JSON.stringify(checkCaseText(JSON.stringify(payload), { ...context, include: ["trace"] }));
    const { trace, ...rest } = JSON.parse(report);
    assert.equal(JSON.stringify(rest), expected[at][0]);
  }
  for (let step = 0; step < 2_000; step++) {
    const [payload, ask] = [(step * 7 + (step >> 3)) % payloads.length, (step * 5 + (step >> 4)) % asked.length];
    assert.equal(JSON.stringify(asked[ask](payloads[payload])), expected[payload][ask], `step ${step}`);
  }
});

test("objects that only look plain, and proxies that restrict reading, are read as JSON.stringify reads them", () => {
  class Tagged extends String {
    get [Symbol.toStringTag]() {
      return "Object";
    }
  }
  const strict = new Proxy(base("pl-minimal"), {
    get(target, name) {
      if (!(name in target) && name !== "toJSON") throw new Error(`there is no ${String(name)}`);
      return target[name];
    },
  });
  const listed = (length) =>
    new Proxy(["x"], {
      get: (_, name) => (name === "length" ? length : name === "toJSON" ? undefined : "personal_auto_policy_limits"),
    });
  const odd = [
    strict,
    { ...base("pl-minimal"), case_type: new Tagged("pl") },
    { ...base("pl-minimal"), ml_prediction_ids: [new Tagged("pl")] },
    Object.assign(Object.create(null), base("pl-minimal")),
    Object.assign(Object.create({ case_type: "pe" }), base("pl-minimal")),
    ...[1.5, -1, NaN, "2", 0].map((length) => ({ ...base("pl-minimal"), base_product: listed(length) })),
  ];
  for (const [at, payload] of odd.entries()) {
    assert.equal(outcomeOf(() => checkCase(payload, context)), outcomeOf(() => checkCaseText(JSON.stringify(payload), context)), `${at}`);
  }
  const endless = { ...base("pl-minimal"), get summary() { return this.summary; } };
  assert.deepEqual(checkCase(endless, context).issues.map(({ code }) => code), ["too_deep"]);
});

test("the empty payload has two bytes", () => {
  for (const text_bytes of [1, 2]) {
    const limited = { ...context, limits: { text_bytes } };
    assert.equal(outcomeOf(() => checkCase({}, limited)), outcomeOf(() => checkCaseText("{}", limited)));
  }
});
