// The package's own promises beside the verdicts: what it throws, what it leaves alone, and how
// values become JSON.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as casegate from "../../pkg/dist/index.js";
import * as service from "../../pkg/dist/service.js";
import { base, context as day } from "../support/cases.mjs";

// Objects have messages for forms by default, and text for developers.
const context = { audience: "developer", ...day };

const { checkCase, checkCaseText, explain, fields, fieldStates, init, lists, prepareCase, rules } = casegate;
const codes = (report) => report.issues.map(({ code, at }) => `${code} ${at}`);

test("an accepted case has no issues", () => {
  const report = checkCase(base("pl-minimal"), context);
  assert.deepEqual([report.ok, report.issues], [true, []]);
});

test("a bad payload throws nothing", () => {
  const deep = JSON.parse(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
  const bad = [undefined, null, () => 1, Symbol("s"), 0, NaN, "", "text", true, [], {}, new Date(NaN), deep];
  for (const payload of bad) {
    assert.equal(checkCase(payload, context).ok, false);
    prepareCase(payload, context);
    fieldStates(payload, context);
  }
  for (const text of ["", " ", "{", "nonsense", "\ufeff{}", "{}{}", "\u0000", "[".repeat(100_000)]) {
    assert.equal(checkCaseText(text, context).ok, false);
  }
  assert.deepEqual(codes(checkCase(deep, context)), ["too_deep "]);
});

test("a usage error is a TypeError", () => {
  const contexts = [
    undefined,
    null,
    1,
    "2026-03-01",
    [],
    {},
    { today: "" },
    { today: 20260301 },
    { today: "2026-02-30" },
    { ...context, tody: 1 },
  ];
  for (const broken of contexts) {
    for (const call of [checkCase, prepareCase, fieldStates])
      assert.throws(() => call({}, broken), TypeError, JSON.stringify(broken));
    assert.equal(checkCase({}, context).ok, false, "a good context after a broken one");
  }
  const cycle = {};
  cycle.cycle = cycle;
  for (const payload of [1n, { a: 1n }, cycle]) assert.throws(() => checkCase(payload, context), TypeError);
  for (const text of [undefined, null, {}, new String("{}")]) assert.throws(() => checkCaseText(text, context), TypeError);
  for (const rule of [undefined, "", "pl.no_such_rule"]) assert.throws(() => explain(rule), TypeError);
});

test("a request body is checked as received, in bytes", () => {
  const letters = { ...base("pl-minimal"), summary: "Süß 日本 \u{1F600}", plaintiff_name: "\u0085" };
  for (const payload of [base("pl-minimal"), base("pe-minimal"), {}, [], letters]) {
    const text = JSON.stringify(payload);
    const within = Buffer.from(`xx${text}xx`);
    const expected = checkCaseText(text, context);
    for (const bytes of [Buffer.from(text), new TextEncoder().encode(text), within.subarray(2, -2)]) {
      assert.deepEqual(checkCaseText(bytes, context), expected);
    }
  }
  const at = (bytes) => checkCaseText(new Uint8Array(bytes), context).issues.map(({ code, params }) => [code, params.line, params.column]);
  const before = [...Buffer.from('{\n"ü": "')];
  for (const rest of [[0xff], [0xc3], [0xc3, 0x22, 0x7d], [0xed, 0xa0, 0x80, 0x22, 0x7d], [0xc0, 0x80], [0xf8]]) {
    assert.deepEqual(at([...before, ...rest]), [["not_json", 2, 7]], "the first byte that is no UTF-8");
  }
  assert.deepEqual(at([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), [["not_json", 1, 1]], "a byte order mark");
  assert.deepEqual(at([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), [["not_json", 1, 1]], "UTF-16");
  assert.deepEqual(at([]), [["not_json", 1, 1]]);
  const small = { ...context, limits: { text_bytes: 20 } };
  for (const letter of ["x", "\u{1F600}"]) {
    assert.deepEqual(codes(checkCaseText(Buffer.from(letter.repeat(1e6)), small)), ["too_large "]);
  }
  for (const length of [20, 21]) {
    const code = length > 20 ? "too_large " : "not_json ";
    assert.deepEqual(codes(checkCaseText(Buffer.alloc(length, 0xff), small)), [code], "too long is said first");
  }
  for (const other of [new ArrayBuffer(2), new DataView(new ArrayBuffer(2)), new Uint16Array(2), [123, 125]]) {
    assert.throws(() => checkCaseText(other, context), /^TypeError: checkCaseText takes JSON text or its bytes/);
  }
});

test("payloads are read as JSON.stringify writes them", () => {
  class Person {
    first_name = "Test";
    last_name = "Person";
    address = "1 Nowhere Lane";
    #hidden = 1;
    get city() {
      return "not written: it belongs to the class";
    }
  }
  const odd = {
    ...base("pe-minimal"),
    date_of_loss: new Date("2026-01-15"),
    defendant_information: new Person(),
    vehicle_information: new Map([["vin", 1]]),
    requester_name: undefined,
    requester_phone: () => "function",
    nature_of_the_injury: { toJSON: (key) => `said by toJSON of ${key}` },
    office_case_number: Symbol("none"),
    crash_city: new String("Sampletown"),
    summary: NaN,
    is_test: new Boolean(true),
    search_reason: [undefined, "other_reason", () => 1],
    [Symbol("key")]: 1,
  };
  const withPrepared = { ...context, include: ["prepared"] };
  assert.deepEqual(checkCase(odd, withPrepared), checkCaseText(JSON.stringify(odd), withPrepared));
  assert.deepEqual(prepareCase(odd, context), prepareCase(JSON.parse(JSON.stringify(odd)), context));
  assert.deepEqual(fieldStates(odd, context), fieldStates(JSON.parse(JSON.stringify(odd)), context));

  const whole = { toJSON: () => base("pl-minimal") };
  assert.equal(checkCase(whole, context).ok, true);
});

test("later changes to a payload or a report do not affect the other", () => {
  const payload = Object.freeze(base("pl-full"));
  const settings = { ...context, include: ["prepared", "trace"] };
  const before = JSON.stringify([payload, settings]);
  const first = checkCase(payload, settings);
  const copy = structuredClone(first);
  assert.equal(JSON.stringify([payload, settings]), before);

  assert.throws(() => (first.ok = "changed"), TypeError);
  assert.throws(() => (first.trace[0].state = "changed"), TypeError);
  first.prepared.cc_emails = "changed";
  assert.deepEqual(checkCase(payload, settings), copy);
});

test("a report is read-only where later reports share it, and equals that of a session", () => {
  const full = base("pl-full");
  const payloads = [
    { ...full, plaintiff_name: "", date_of_loss: "2026-02-30" },
    { ...full, plaintiff_name: "", cc_emails: ["nobody"], defendant_information: { ...full.defendant_information, city: 7 } },
    { ...full, plaintif_name: "x", plaintiff_name: 7 },
    { ...full, case_type: "pe" },
    // More of them than are kept, and some that are not kept.
    ...[3, 200, 500].map((count) => ({ ...full, add_on_services: Array(count).fill("nobody") })),
    { ...full, cc_emails: ["a@b.example", "nobody", "c@d.example", "nobody"], plaintiff_name: null },
    full,
  ];
  const contexts = [context, { ...context, language: "es" }, { ...context, limits: { findings: 5_000 } }, { ...context, limits: { findings: 2 } }];
  const spoil = (value) => {
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === "object" && inner !== null) spoil(inner);
      if (Object.isFrozen(value)) assert.throws(() => (value[key] = "spoiled"), TypeError);
      else value[key] = "spoiled";
    }
  };
  for (let round = 0; round < 3; round++) {
    for (const [at, payload] of payloads.entries()) {
      for (const settings of contexts) {
        // A session sends its report as text, whatever came before.
        const expected = JSON.stringify(new casegate.Session(payload, settings).report());
        for (const check of [() => checkCase(payload, settings), () => checkCaseText(JSON.stringify(payload), settings)]) {
          const report = check();
          assert.equal(JSON.stringify(report), expected, `payload ${at}`);
          assert.ok([report.facts, ...report.issues].every(Object.isFrozen), `payload ${at}`);
          spoil(report);
          assert.equal(JSON.stringify(check()), expected, `payload ${at}, again`);
        }
      }
    }
  }
});

test("everything in a report but the prepared payload is frozen", () => {
  const isFrozen = (value) => typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen));
  const waiver = { code: "unknown_field", at: "/x", reason: "Our own number.", until: "2030-01-01" };
  for (const settings of [context, { ...context, include: ["trace", "prepared"] }, { ...context, limits: { findings: 1 } }, { ...context, house: { waivers: [waiver] } }]) {
    for (const text of [JSON.stringify(base("pl-full")), '{"case_type":"pl","x":1}', "[]", "no JSON"]) {
      const { prepared, ...rest } = service.checkCaseText(text, settings);
      assert.ok(Object.values(rest).every(isFrozen), text);
      assert.ok(!prepared || !Object.isFrozen(prepared));
    }
  }
});

test("a memory that grows while a payload is refused does not change the report", () => {
  const settings = { ...context, limits: { text_bytes: 1 << 26 } };
  for (const length of [100_000, 1_000_000, 4_000_000, 9_000_000]) {
    // An escaped text is kept in the module a second time.
    const payload = JSON.stringify({ ...base("pl-minimal"), plaintiff_name: "", date_of_loss: "never", insurance_company: "\n\"".repeat(length) });
    const report = checkCaseText(payload, settings);
    assert.deepEqual(report, new casegate.Session(JSON.parse(payload), settings).report());
    assert.deepEqual(codes(report), ["required /plaintiff_name", "not_a_date /date_of_loss"]);
  }
});

test("a cached report ignores additions to Object.prototype", () => {
  const first = checkCase({}, context);
  Object.prototype.everywhere = { inherited: true };
  try {
    for (let i = 0; i < 2; i++) assert.ok(!Object.hasOwn(checkCase({}, context), "everywhere"));
  } finally {
    delete Object.prototype.everywhere;
  }
  assert.deepEqual(checkCase({}, context), first);
});

test("additions to Object.prototype are not read as parts of a payload or report", () => {
  const payloads = [{}, base("pl-minimal"), { ...base("pl-full"), plaintiff_name: 7 }];
  const ways = payloads.flatMap((payload) => [
    () => checkCase(payload, context),
    () => checkCaseText(JSON.stringify(payload), context),
    () => checkCaseText(new TextEncoder().encode(JSON.stringify(payload).padEnd(5_000)), context),
    () => new casegate.Session(payload, context).report(),
    () => new casegate.Session(payload, context).set("/summary", 7),
  ]);
  const expected = ways.map((way) => JSON.stringify(way()));
  for (const [name, value] of [
    ["text", '{"ok":true,"issues":[]}'],
    ["value", { ok: true }],
    ["error", { message: "misused" }],
    ["refused", "refused"],
    ["0", 7],
    ["limits", { text_bytes: 100 }],
    ["text_bytes", 100],
  ]) {
    // If a page sets this for a number, the package fills no array by assignment.
    const set = () => assert.fail(`${name} was set`);
    Object.defineProperty(Object.prototype, name, { get: () => value, set, configurable: true });
    let during;
    try {
      during = ways.map((way) => JSON.stringify([way(), way()][1]));
    } finally {
      delete Object.prototype[name];
    }
    assert.deepEqual(during, expected, name);
  }
});

test("words of a context, however long, do not stay in the module", () => {
  const program = `
    import { checkCase } from "${new URL("../../pkg/dist/index.js", import.meta.url)}";
    const own = (i) => Array.from({ length: 100 }, (_, at) => \`\${i} \${at} \${"w".repeat(20_000)}\`);
    for (let i = 0; i < 40; i++) {
      const context = { today: "2026-03-01", words: { add_on_services: own(i) } };
      const { issues } = checkCase({ case_type: "pl", add_on_services: ["nobody"] }, context);
      if (!issues.some(({ params }) => params.words?.length === 100)) process.exit(2);
    }`;
  // 64 MB, which the words of all these contexts would fill.
  const { status, stderr } = spawnSync(process.execPath, ["--wasm-max-mem-pages=1024", "--input-type=module", "--eval", program], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

test("a context that was changed in place is read again", () => {
  const settings = { today: "2026-03-01", limits: {} };
  assert.equal(checkCase(base("pe-minimal"), settings).ok, true);
  settings.today = "2028-03-01";
  assert.deepEqual(codes(checkCase(base("pe-minimal"), settings)), ["date_too_old /date_of_loss"]);
  settings.today = { toJSON: () => "2026-03-01" };
  assert.equal(checkCase(base("pe-minimal"), settings).ok, true);
  settings.limits.text_bytes = 10;
  assert.deepEqual(codes(checkCase(base("pe-minimal"), settings)), ["too_large "]);
});

test("more contexts in turn than stay in the module, and a long one between, have their own reports", () => {
  const payload = { ...base("pl-full"), plaintiff_name: "", surprise: 1 };
  const contexts = Array.from({ length: 12 }, (_, at) => ({ ...context, language: at % 2 ? "es" : "en", limits: { findings: at + 1 } }));
  contexts.push({ ...context, words: { search_reason: Array.from({ length: 9_000 }, (_, at) => `reason_${at}`) } });
  const expected = contexts.map((settings) => JSON.stringify(new casegate.Session(payload, settings).report()));
  for (const step of [1, 5, 7, 12, 2]) {
    for (let at = 0; at < 60; at++) {
      const which = (at * step) % contexts.length;
      const check = at % 3 ? () => checkCase(payload, contexts[which]) : () => checkCaseText(JSON.stringify(payload), contexts[which]);
      assert.equal(JSON.stringify(check()), expected[which], `${which}, ${at} by ${step}`);
    }
  }
});

test("a context is cached only if it is certainly the same", () => {
  const payload = base("pe-minimal");
  const settings = (include) => ({ ...context, include });
  assert.ok(checkCase(payload, settings(["trace"])).trace);
  assert.throws(() => checkCase(payload, settings(new Array(1))), TypeError, "a hole is null");
  const hidden = (value, says) => Object.defineProperty(value, "toJSON", { value: () => says });
  assert.ok(checkCase(payload, settings(["trace"])).trace);
  assert.ok(!checkCase(payload, settings(hidden(["trace"], []))).trace);
  assert.ok(checkCase(payload, settings(["trace"])).trace);
  assert.ok(!checkCase(payload, hidden(settings(["trace"]), context)).trace);

  const nested = {
    get today() {
      assert.deepEqual(codes(checkCase(payload, { today: "2028-03-01" })), ["date_too_old /date_of_loss"]);
      return context.today;
    },
  };
  checkCase(payload, context);
  for (let i = 0; i < 3; i++) assert.equal(checkCase(payload, nested).ok, true, "a getter that checks meanwhile");
});

test("payloads beyond the depth limit are reported, not thrown", () => {
  const own = new RangeError("the payload's own");
  const toJSON = () => {
    throw own;
  };
  for (const call of [checkCase, prepareCase, fieldStates]) {
    assert.throws(() => call({ toJSON }, context), own);
    assert.throws(() => call({}, { toJSON }), own);
  }
  for (const depth of [200, 2_000, 5_000, 100_000]) {
    const deep = { ...context, limits: JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`) };
    for (let i = 0; i < 2; i++) assert.throws(() => checkCase({}, deep), TypeError, `${depth}`);
  }
  assert.equal(checkCase(base("pl-minimal"), context).ok, true);
});

test("messages can be replaced through Words", () => {
  const payload = {};
  const plain = checkCase(payload, context);
  const worded = checkCase(payload, context, (issue) => (issue.at === "/case_type" ? `${issue.code}!` : undefined));
  const messages = plain.issues.map((issue) => (issue.at === "/case_type" ? "required!" : issue.message));
  assert.deepEqual(
    worded.issues.map((issue) => issue.message),
    messages,
  );
  assert.deepEqual(
    worded.issues.map(({ message, ...rest }) => rest),
    plain.issues.map(({ message, ...rest }) => rest),
  );
  assert.deepEqual(
    checkCaseText("{}", context, () => "same").issues.map((issue) => issue.message),
    plain.issues.map(() => "same"),
  );
});

test("long texts grow the memory, and later short ones are correct", () => {
  const limits = { text_bytes: 1 << 30 };
  const settings = { ...context, limits, include: ["prepared"] };
  for (const summary of ["x".repeat(1_000_000), "é".repeat(1_000_000), "short", "😀".repeat(2_000_000), ""]) {
    const report = checkCase({ ...base("pl-minimal"), summary }, settings);
    assert.equal(report.ok, true);
    assert.equal(report.prepared.summary ?? "", summary);
  }
  assert.deepEqual(codes(checkCase({ summary: "x".repeat(2_000_000) }, context)), ["too_large "]);
});

test("a text that is refused for its length leaves no memory behind", async () => {
  const { Instance } = WebAssembly;
  let memory;
  WebAssembly.Instance = function (...given) {
    const instance = new Instance(...given);
    memory = instance.exports.memory;
    return instance;
  };
  const own = await import("../../pkg/dist/index.js?memory");
  own.checkCase(base("pl-full"), context);
  WebAssembly.Instance = Instance;
  const before = memory.buffer.byteLength;

  for (const letter of ["x", "é", "😀", "\ud83d"]) {
    const giant = letter.repeat(4e6);
    assert.deepEqual(codes(own.checkCaseText(giant, context)), ["too_large "]);
    assert.deepEqual(codes(own.checkCase({ summary: giant }, context)), ["too_large "]);
    assert.equal(own.prepareCase(giant, context).prepared, null);
    assert.throws(() => own.explain(giant), TypeError);
  }
  assert.ok(memory.buffer.byteLength - before < 1 << 22, `${memory.buffer.byteLength - before} bytes more`);
  assert.throws(() => own.checkCase({}, { ...context, token_name: "x".repeat(1 << 24) }), /^TypeError: .* 16 MiB/);
  assert.ok(memory.buffer.byteLength - before < 1 << 26, `${memory.buffer.byteLength - before} bytes more`);
  assert.equal(own.checkCase(base("pl-full"), context).ok, true);
});

test("the size limit is exact to the byte, whatever the characters", () => {
  for (const letter of ["x", "é", "日", "😀"]) {
    for (const length of [1, 2, 3, 10, 1000]) {
      const text = JSON.stringify({ ...base("pl-minimal"), summary: letter.repeat(length) });
      const bytes = Buffer.byteLength(text);
      assert.equal(checkCaseText(text, { ...context, limits: { text_bytes: bytes } }).ok, true);
      for (let less = 1; less < 6; less++) {
        const found = codes(checkCaseText(text, { ...context, limits: { text_bytes: bytes - less } }));
        assert.deepEqual(found, ["too_large "]);
      }
    }
  }
});

test("text beyond ASCII arrives unchanged", () => {
  const settings = { ...context, include: ["prepared"] };
  for (const summary of [
    "Ünïcödé",
    "日本語",
    "👩‍👩‍👧",
    "\u0000\u001f",
    "\u2028\u2029",
    "\ufffd",
    "\ufeff",
    "\uffff",
    "\\ud800",
  ]) {
    const payload = { ...base("pl-minimal"), summary: `x${summary}` };
    assert.equal(checkCase(payload, settings).prepared.summary, `x${summary}`);
    assert.equal(checkCaseText(JSON.stringify(payload), settings).prepared.summary, `x${summary}`);
  }
});

test("a lone surrogate is found in objects, in escapes and in text", () => {
  const payload = { ...base("pl-minimal"), summary: "half \ud83d" };
  const found = checkCase(payload, context);
  assert.ok(
    codes(found).some((line) => line.startsWith("lone_surrogate")),
    codes(found).join(),
  );
  const raw = JSON.stringify(payload).replace("\\ud83d", "\ud83d");
  assert.deepEqual(checkCaseText(raw, context), found);
  assert.deepEqual(
    codes(checkCaseText(raw.replace("\ud83d", "\\\ud83d"), context)),
    ["not_json "],
    "a backslash before it is no escape",
  );
  assert.deepEqual(
    checkCaseText(raw.replace("\ud83d", "\\\\\ud83d"), context),
    checkCase({ ...payload, summary: "half \\\ud83d" }, context),
  );
});

test("every rule is explained by its id", () => {
  assert.ok(rules.length > 0);
  for (const { id } of rules) assert.ok(JSON.stringify(explain(id)).includes(id));
});

test("the tables have each field and each list once, and every list that a field names", () => {
  const rows = fields.map(({ at, products }) => `${at} ${products}`);
  assert.equal(new Set(rows).size, rows.length);
  const named = fields.flatMap(({ list }) => Object.values(list ?? {}));
  for (const id of named) assert.ok(lists[id], id);
});

test("the first of two module sources stays", async () => {
  const slim = await import("../../pkg/dist/slim.js");
  const bytes = readFileSync(new URL("../../pkg/dist/casegate.wasm", import.meta.url));
  let arrive;
  const body = new ReadableStream({ start: (to) => (arrive = () => (to.enqueue(bytes), to.close())) });
  const late = slim.init(new Response(body, { headers: { "Content-Type": "application/wasm" } }));
  await slim.init(bytes);
  const session = new slim.Session({ summary: "text" }, context);
  arrive();
  await late;
  assert.deepEqual(slim.checkCase(base("pl-minimal"), context), checkCase(base("pl-minimal"), context));
  // Bytes that were transferred to a worker meanwhile have no length.
  await slim.init(new Uint8Array(0));
  assert.deepEqual(session.payload(), { summary: "text" });
});

test("init takes every kind of module source", async () => {
  const bytes = readFileSync(new URL("../../pkg/dist/casegate.wasm", import.meta.url));
  const address = (type) => `data:${type};base64,${bytes.toString("base64")}`;
  const sources = [
    bytes,
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
    new WebAssembly.Module(bytes),
    Promise.resolve(new Response(bytes, { headers: { "Content-Type": "application/wasm" } })),
    new Response(bytes, { headers: { "Content-Type": "application/octet-stream" } }),
    address("application/wasm"),
    new URL(address("text/plain")),
  ];
  for (const [at, source] of sources.entries()) {
    const slim = await import(`../../pkg/dist/slim.js?${at}`);
    assert.throws(() => slim.checkCase({}, context), /^TypeError: casegate\/slim and casegate\/form have no module inside/);
    await assert.rejects(slim.init(new Response("", { status: 404 })), /^Error: The module cannot be fetched: status 404/);
    await slim.init(source);
    assert.deepEqual(slim.checkCase({}, context), checkCase({}, context), `${at}`);
  }
});

test("init is optional and may be repeated", async () => {
  await Promise.all([init(), init()]);
  assert.equal(checkCase(base("pl-minimal"), context).ok, true);
});
