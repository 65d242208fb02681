// casegate/client against the stand-in, and against a server that answers as a script says.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { Client, fileStore, memoryStore, ServiceError } from "../../pkg/dist/client.js";
import { StandIn } from "../../pkg/dist/stand-in.js";
import { base } from "../support/cases.mjs";
import { freePort, target } from "../support/target.mjs";

const binary = process.env.CASEGATE_BIN ?? target("debug/casegate");
const skip = existsSync(binary) ? false : "the program is not built";
const payload = base("pl-minimal");
const secret = "example-secret-master";

let standIn;
before(async () => {
  if (!skip) standIn = await StandIn.start({ binary, now: new Date().toISOString() });
});
after(() => standIn?.stop());

const usual = { tokenName: "test", context: { today: "2026-03-01" }, settle: { askAfter: 700, skew: 100 } };
const make = (options) => new Client({ ...usual, store: memoryStore(), onlyWriter: true, masterToken: secret, verify: () => true, ...options });
const elapsed = async (settle = usual.settle) => sleep(settle.askAfter + settle.skew + 100);

/** A firm of its own at the stand-in, with faults, and what it has in the end. */
async function firm(faults = [], options = {}) {
  const { name, masterToken } = await standIn.organization();
  await standIn.faults(faults.map((fault) => ({ nth: 1, ...fault })), name);
  const token = await standIn.login(masterToken);
  const headers = { authorization: `Token ${token}` };
  return {
    name,
    token,
    client: make({ url: standIn.baseUrl, masterToken, ...options }),
    cases: async () => (await (await fetch(`${standIn.baseUrl}/api/v1/partner/cases/?source=all`, { headers })).json()).results.map(({ id }) => id),
    create: async () => {
      const body = new FormData();
      body.set("case", JSON.stringify(payload));
      return (await (await fetch(`${standIn.baseUrl}/api/v1/partner/cases/create/`, { method: "POST", headers, body })).json()).case_id;
    },
    creates: async () => (await standIn.countedFaults(name)).find(({ endpoint }) => endpoint === "create")?.seen,
  };
}

/** A server that answers as a script says: `[status, body, headers]`, or `null` for a reset. The last answer repeats. */
async function scripted(script, options = {}) {
  const seen = [];
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const isLogin = request.url.endsWith("/login/");
      seen.push({ at: Date.now(), method: request.method, path: request.url, token: request.headers.authorization });
      const own = seen.filter(({ path }) => !path.endsWith("/login/")).length - 1;
      const answer = isLogin ? [200, { token: `token-${seen.length}` }] : typeof script === "function" ? script(request, seen) : own < script.length ? script[own] : script.at(-1);
      if (answer === null) return void request.socket.destroy();
      const [status, body, headers = {}] = answer;
      response.writeHead(status, headers).end(body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close().closeAllConnections());
  const store = memoryStore();
  return { seen, sent: (path) => seen.filter((one) => one.path.includes(path)).length, store, client: make({ url: `http://127.0.0.1:${server.address().port}`, store, ...options }) };
}

test("a create is answered once, and its key finds it again", { skip }, async () => {
  const { client, cases } = await firm();
  const files = [{ name: "report.pdf", blob: new Blob(["%PDF-1.4"]) }, { name: "notes.md", blob: new Blob(["x"]) }];
  const first = await client.submit(payload, { key: "a", files });
  assert.deepEqual([first.state, first.known, first.files.map(({ status }) => status)], ["created", false, ["accepted", "rejected"]]);
  const second = await client.submit(payload, { key: "a" });
  assert.deepEqual([second.caseId, second.known], [first.caseId, true]);
  assert.deepEqual(await cases(), [first.caseId]);
  assert.equal((await client.submit({ ...payload, case_type: "x" })).state, "refused");
});

for (const [name, fault, creates] of [
  ["landed, and its answer was lost", { fault: "done_unanswered" }, 1],
  ["landed some time after the reset", { fault: "done_late", ms: 400 }, 1],
  ["landed, and its answer broke off", { fault: "half_body" }, 1],
  ["landed, and its answer was empty", { fault: "empty_body" }, 1],
  ["never arrived", { fault: "reset" }, 2],
  ["was redirected", { fault: "redirect" }, 2],
  ["failed with 503", { fault: "unavailable" }, 2],
]) {
  test(`a create that ${name} becomes one case`, { skip }, async () => {
    const firmOne = await firm([{ endpoint: "create", ...fault }]);
    const lost = await firmOne.client.submit(payload, { key: "form" });
    assert.deepEqual([lost.state, lost.candidates], ["unknown", []]);
    const corrected = { ...payload, plaintiff_name: "Corrected Plaintiff" };
    assert.equal((await firmOne.client.submit(corrected, { key: "form" })).state, "unknown", "too early to know");
    await elapsed();
    // With a stopped clock, a pick-up gives a case its reference, by which its detail is asked for.
    for (const id of await firmOne.cases()) await standIn.operate("POST", `cases/${id}/pick_up`, {});
    const settled = await firmOne.client.submit(payload, { key: "form" });
    assert.equal(settled.state, "created");
    assert.deepEqual(await firmOne.cases(), [settled.caseId]);
    assert.equal(await firmOne.creates(), creates);
  });
}

test("the same values in another order are the same unsettled create", { skip }, async () => {
  const { client, cases } = await firm([{ endpoint: "create", fault: "done_unanswered" }]);
  assert.equal((await client.submit(payload)).state, "unknown");
  const turned = Object.fromEntries(Object.entries(payload).reverse());
  assert.equal((await client.submit(turned)).state, "unknown");
  assert.equal((await cases()).length, 1);
});

test("with other writers a person decides", { skip }, async () => {
  const one = await firm([{ endpoint: "create", fault: "done_unanswered" }], { onlyWriter: false });
  await one.client.submit(payload, { key: "form" });
  const foreign = await one.create();
  await elapsed();
  const asked = await one.client.submit(payload, { key: "form" });
  const mine = (await one.cases()).find((id) => id !== foreign);
  assert.deepEqual([asked.state, asked.candidates], ["unknown", [mine, foreign].sort((a, b) => a - b)]);
  await one.client.settle();
  assert.equal((await one.client.submit(payload, { key: "form" })).state, "unknown");
  await one.client.claim("form", mine);
  assert.equal((await one.client.submit(payload, { key: "form" })).caseId, mine);
  assert.equal((await one.cases()).length, 2);
  await assert.rejects(one.client.release("form"), TypeError);
});

test("two processes with one store send one second create", { skip }, async () => {
  const store = memoryStore();
  const one = await firm([{ endpoint: "create", fault: "reset" }], { store });
  await one.client.submit(payload, { key: "form" });
  await elapsed();
  const both = await Promise.all([one.client.submit(payload, { key: "form" }), one.client.submit(payload, { key: "form" })]);
  assert.deepEqual(both.map(({ state }) => state).sort(), ["created", "unknown"]);
  assert.equal((await one.cases()).length, 1);
});

test("cancel, reply and accept are repeated until they are known", { skip }, async () => {
  const one = await firm([{ endpoint: "cancel", fault: "done_unanswered", nth: undefined, first: 2 }, { endpoint: "respond", fault: "done_unanswered" }]);
  const { caseId } = await one.client.submit(payload, { key: "form" });
  await standIn.operate("POST", `cases/${caseId}/pick_up`, {});
  const { interaction_id } = await standIn.operate("POST", `cases/${caseId}/need_input`, { message: "Which car?" });
  await one.client.receive(JSON.stringify({ event: "case.action_required", case_id: caseId, message: "Which car?", interaction_id }), {});
  await one.client.reply(caseId, { interactionId: interaction_id, message: "The blue one." });
  await one.client.cancel(caseId, { reason: "settled" });
  const counts = await standIn.countedFaults(one.name);
  assert.deepEqual(counts.map(({ seen }) => seen), [3, 2]);
});

test("what leaves open if a case exists is never sent again", async () => {
  for (const answer of [[200, {}], [200, []], [201, "null"], [204], [302, "{}", { location: "/x" }], [307, "", { location: "/x" }], [408], [409, {}], [425], [500], [503, "", { "retry-after": "0" }], null]) {
    const { client, sent, store, seen } = await scripted([answer]);
    const { state } = await client.submit(payload, { key: "form" });
    assert.deepEqual([state, sent("create"), (await store.keys("submission/")).length], ["unknown", 1, 1], JSON.stringify(answer));
    assert.equal(seen.length, 2, "a login and a create");
  }
});

test("without a connection nothing is left behind", async () => {
  const store = memoryStore();
  await store.put("token", "t", null);
  const client = make({ url: `http://127.0.0.1:${await freePort()}`, store, context: { today: "2026-03-01" } });
  await assert.rejects(client.submit(payload, { key: "form" }), ({ kind }) => kind === "unavailable");
  assert.deepEqual(await store.keys("submission/"), []);
});

test("a 429 pauses the whole client, and a long one is handed back", async () => {
  const busy = await scripted((request, seen) => (request.method === "POST" && seen.filter(({ path }) => path.includes("create")).length === 1 ? [429, "", { "retry-after": "1" }] : request.method === "POST" ? [201, { case_id: 7 }] : [200, { results: [], next: null }]));
  const creating = busy.client.submit(payload, { key: "form" });
  await sleep(300);
  await busy.store.put("submission/other", JSON.stringify({ state: "open", first: 1, last: 2, since: 1, creates: 2, case_id: null }), null);
  const settling = busy.client.settle();
  assert.equal((await creating).state, "created");
  await settling;
  const [{ at: first }] = busy.seen.filter(({ path }) => path.includes("create"));
  for (const { at, path } of busy.seen.filter(({ at }) => at > first)) assert.ok(at - first >= 990, path);
  const long = await scripted([[429, "", { "retry-after": "7200" }]]);
  await assert.rejects(long.client.submit(payload), ({ kind, until }) => kind === "unavailable" && Math.abs(until - Date.now() - 7_200_000) < 5000);
  assert.equal(long.sent("create"), 1);
});

test("one login for twenty requests, and one more for a token that was revoked", async () => {
  const revoked = await scripted((request) => (request.headers.authorization === "Token token-1" && request.url.includes("create") ? [401] : [201, { case_id: 7 }]));
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => revoked.client.submit(payload, { key: `${at}` })));
  assert.ok(all.every(({ state }) => state === "created"));
  assert.equal(revoked.sent("login"), 2);
});

test("repeats are a tenth of the requests, and 0 retries are none", async () => {
  const down = await scripted([[503]]);
  const lists = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => down.store.put(`submission/${at}`, JSON.stringify({ state: "open", first: 1, last: 2, since: 1, creates: 2, case_id: null }), null).then(() => down.client.submit(payload, { key: `${at}` }))));
  assert.ok(lists.every(({ value }) => value?.state === "unknown"));
  assert.ok(down.sent("cases") > 50 && down.sent("cases") <= 50 + 10, `${down.sent("cases")}`);
  const none = await scripted([null], { retries: 0 });
  await none.store.put("submission/a", JSON.stringify({ state: "open", first: 1, last: 2, since: 1, creates: 2, case_id: null }), null);
  assert.equal((await none.client.submit(payload, { key: "a" })).state, "unknown");
  assert.equal(none.sent("cases"), 1);
});

test("no error shows a token or a name", async () => {
  const refusing = await scripted([[400, { detail: "Test Plaintiff is refused" }]]);
  await refusing.store.put("token", "t0ken-value", null);
  const error = await refusing.client.submit(payload).catch((error) => error);
  const printed = `${inspect(error, { depth: 9 })} ${JSON.stringify(error)} ${error}`;
  assert.ok(error instanceof ServiceError && !/t0ken-value|secret|Plaintiff/.test(printed), printed);
});

test("the token is not sent to the address of another host", async () => {
  const evil = await scripted(() => [200, { results: [], next: `http://localhost:1/cases/?page=2` }]);
  await evil.store.put("submission/a", JSON.stringify({ state: "open", first: 1, last: 2, since: 1, creates: 1, case_id: null }), null);
  const { state, candidates } = await evil.client.submit(payload, { key: "a" });
  assert.deepEqual([state, candidates, evil.sent("cases")], ["unknown", [], 1]);
});

test("an event is stored before it is acknowledged, and forged ones are refused", async () => {
  const { client } = await scripted([[503]], { verify: (body) => body === '{"event":"case.in_progress","case_id":5}' });
  assert.equal(await client.receive('{"event":"case.in_progress","case_id":5} ', {}), 401);
  assert.equal(await client.receive(new TextEncoder().encode('{"event":"case.in_progress","case_id":5}'), {}), 204);
  assert.equal((await client.view(5)).state, "in_progress");
  await assert.rejects(client.receive({ event: "case.closed" }, {}), TypeError);
});

test("a store of files keeps what it was given, and replaces only what was read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "casegate-store-"));
  try {
    const store = fileStore(folder);
    const results = await Promise.all(["one", "two"].map((text) => store.put("submission/a%2F:b", text, null)));
    assert.deepEqual(results, [true, false]);
    const again = fileStore(folder);
    assert.equal(await again.get("submission/a%2F:b"), "one");
    assert.deepEqual([await again.keys("submission/"), await again.keys("case/")], [["submission/a%2F:b"], []]);
    assert.equal(await again.put("submission/a%2F:b", null, "one"), true);
    assert.equal(await again.get("submission/a%2F:b"), null);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a test case is polled, at most eight times in its first hour", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_772_359_200_000 });
  let requests = 0;
  const answer = (body) => new Response(JSON.stringify(body), { status: 200 });
  const stub = async (url) => {
    requests += 1;
    return String(url).endsWith("login/") ? answer({ token: "t" }) : String(url).includes("source=") ? answer({ results: [{ id: 1, issue_key: "K-1" }], next: null }) : answer({ id: 1, issue_key: "K-1", status: "received", is_test: true, updated_at: "2026-03-01T10:00:00Z" });
  };
  const store = memoryStore();
  const client = make({ url: "http://service.example", store, fetch: stub });
  await store.put("token", "t", null);
  const { Follower } = await import("../../pkg/dist/service.js");
  await store.put("case/1", JSON.stringify(new Follower({ is_test: true })), null);
  const stop = client.start();
  for (let second = 0; second < 3600; second += 1) {
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
    t.mock.timers.tick(1000);
  }
  await stop();
  assert.ok(requests >= 3 && requests <= 8, `${requests}`);
});
