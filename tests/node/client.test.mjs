// casegate/client against the stand-in, and against a server that answers as a script says.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { ClaimedError, Client, fileStore, memoryStore, ServiceError } from "../../pkg/dist/client.js";
import { Follower } from "../../pkg/dist/service.js";
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

/** A server that answers as a script says: `[status, body, headers]`, `null` for a reset, `undefined` for silence. The last answer repeats. */
async function scripted(script, options = {}) {
  const seen = [];
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const isLogin = request.url.endsWith("/login/");
      seen.push({ at: Date.now(), method: request.method, path: request.url, token: request.headers.authorization });
      const own = seen.filter(({ path }) => !path.endsWith("/login/")).length - 1;
      const answer = isLogin ? [200, { token: `token-${seen.length}` }] : typeof script === "function" ? script(request, seen) : own < script.length ? script[own] : script.at(-1);
      if (answer === undefined) return;
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

test("what is missing in a call is named", async () => {
  const options = { url: "http://127.0.0.1:1", masterToken: "m", tokenName: "t", store: memoryStore(), context: usual.context };
  for (const name of Object.keys(options)) assert.throws(() => new Client({ ...options, [name]: undefined }), { name: "TypeError", message: new RegExp(`\`${name}\``) });
  assert.throws(() => new Client({ ...options, url: "service.example" }), TypeError);
  await assert.rejects(new Client(options).submit(payload, { files: [{ name: "a.pdf", file: new Blob(["x"]) }] }), /`name` and `blob`/);
  await assert.rejects(new Client(options).reply(1, { files: [{ blob: new Blob(["x"]) }] }), /`name` and `blob`/);
  assert.throws(() => new Client({ ...options, url: new URL(options.url) }), TypeError);
});

test("the same values in another order are the same unsettled create", { skip }, async () => {
  const { client, cases } = await firm([{ endpoint: "create", fault: "done_unanswered" }]);
  assert.equal((await client.submit(payload)).state, "unknown");
  const turned = Object.fromEntries(Object.entries(payload).reverse());
  assert.equal((await client.submit(turned)).state, "unknown");
  assert.equal((await cases()).length, 1);
});

test("values without a key are one case, also if a poll settles it before they come again", { skip }, async () => {
  const { client, cases } = await firm([{ endpoint: "create", fault: "done_unanswered" }]);
  assert.equal((await client.submit(payload)).state, "unknown");
  await elapsed();
  for (const id of await cases()) await standIn.operate("POST", `cases/${id}/pick_up`, {});
  await client.settle();
  const again = await client.submit(payload);
  assert.deepEqual([again.state, again.known, await cases()], ["created", true, [again.caseId]]);
  assert.equal((await client.submit(payload)).known, false, "that was answered, and this is another case");
});

test("values without a key are one case, also if a store fails after it has written", { skip }, async () => {
  const inner = memoryStore();
  let fails = false;
  const put = async (key, text, before) => {
    const isDone = await inner.put(key, text, before);
    if (fails && key.startsWith("submission/") && text?.includes('"created"')) throw new Error("the connection was lost");
    return isDone;
  };
  const { client, cases } = await firm([], { store: { ...inner, put } });
  fails = true;
  await assert.rejects(client.submit(payload), /connection/);
  fails = false;
  const again = await client.submit(payload);
  assert.deepEqual([again.known, await cases()], [true, [again.caseId]]);
  assert.equal((await client.submit(payload)).known, false);
});

test("a list that may have other pages refuses no claim, and of two claims one holds", async () => {
  const page = { count: 2, next: "cursor-abc", results: [{ id: 7, created_at: "2001-01-01T00:00:00Z" }] };
  const { client, store } = await scripted(({ url }) => (url.includes("create") ? null : [200, page]));
  for (const key of ["a", "b"]) assert.equal((await client.submit(payload, { key })).state, "unknown");
  const claims = await Promise.allSettled([client.claim("a", 8), client.claim("a", 9)]);
  assert.deepEqual(claims.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  const { case_id } = JSON.parse(await store.get("submission/a"));
  await client.claim("b", 17 - case_id);
});

test("with other writers a person decides", { skip }, async () => {
  const one = await firm([{ endpoint: "create", fault: "done_unanswered" }], { onlyWriter: false });
  await one.client.submit(payload, { key: "form" });
  const foreign = await one.create();
  await assert.rejects(one.client.release("form"), { kind: "unavailable" }, "it may still be under way");
  await elapsed();
  const asked = await one.client.submit(payload, { key: "form" });
  const mine = (await one.cases()).find((id) => id !== foreign);
  assert.deepEqual([asked.state, asked.candidates], ["unknown", [mine, foreign].sort((a, b) => a - b)]);
  await one.client.settle();
  assert.equal((await one.client.submit(payload, { key: "form" })).state, "unknown");
  await one.client.claim("form", mine);
  const other = await one.client.submit({ ...payload, plaintiff_name: "Other Plaintiff" }, { key: "form" });
  assert.deepEqual([other.caseId, other.known, other.changed], [mine, true, true]);
  assert.equal((await one.client.submit(payload, { key: "form" })).caseId, mine);
  assert.equal((await one.cases()).length, 2);
  await assert.rejects(one.client.release("form"), TypeError);
});

test("a case has one create: nobody claims it for another one", { skip }, async () => {
  const one = await firm(["create", "create"].map((endpoint, at) => ({ endpoint, fault: "done_unanswered", nth: at + 1 })), { onlyWriter: false });
  for (const key of ["a", "b"]) await one.client.submit({ ...payload, plaintiff_name: `Plaintiff ${key}` }, { key });
  const [newer, older] = await one.cases();
  for (const id of [NaN, 0, 1.5, "7"]) await assert.rejects(one.client.claim("a", id), TypeError);
  await assert.rejects(one.client.claim("a", 999), RangeError, "there is no such case");
  await one.client.claim("a", older);
  await assert.rejects(one.client.claim("b", older), ClaimedError);
  assert.equal((await one.client.submit(payload, { key: "b" })).state, "unknown", "it is still open");
  await one.client.claim("b", newer);
  assert.deepEqual((await one.client.caseIds()).sort((a, b) => a - b), [older, newer]);
  await one.client.submit({ ...payload, plaintiff_name: "Plaintiff c" }, { key: "c" });
});

test("while answers disagree on the time, or have none, a person decides", { skip }, async () => {
  for (const [name, wrong, heals] of [["of a cache", "Sun, 06 Nov 1994 08:49:37 GMT", true], ["of tomorrow", new Date(Date.now() + 86_400_000).toUTCString(), true], ["missing", null, false]]) {
    let date;
    const dated = async (url, init) => {
      const answer = await fetch(url, init);
      const headers = new Headers(answer.headers);
      if (date) headers.set("date", date);
      if (date === null) headers.delete("date");
      return new Response(answer.body, { status: answer.status, headers });
    };
    const one = await firm([{ endpoint: "create", fault: "reset" }], { fetch: dated });
    if (wrong === null) date = null;
    await one.client.submit(payload, { key: "form" });
    await elapsed();
    date = wrong;
    const asked = await one.client.submit(payload, { key: "form" });
    assert.deepEqual([asked.state, asked.candidates, await one.creates()], ["unknown", [], 1], name);
    if (heals) date = undefined;
    for (let at = 0; at < 8; at += 1) await one.client.settle();
    assert.deepEqual([(await one.client.submit(payload, { key: "form" })).state, await one.creates()], heals ? ["created", 2] : ["unknown", 1], name);
  }
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
  for (const answer of [[200, {}], [200, []], [201, "null"], [200, "<h1>Sign in</h1>", { "content-type": "text/html" }], [200, { case_id: "12" }], [202, { case_id: 1 }], [204], [302, "{}", { location: "/x" }], [307, "", { location: "/x" }], [408], [409, {}], [425], [500], [503, "", { "retry-after": "0" }], null]) {
    const { client, sent, store, seen } = await scripted([answer]);
    const { state } = await client.submit(payload, { key: "form" });
    assert.deepEqual([state, sent("create"), (await store.keys("submission/")).length], ["unknown", 1, 1], JSON.stringify(answer));
    assert.equal(seen.length, 2, "a login and a create");
  }
});

test("every call ends with its signal, and says what may have been done", async () => {
  const created = [201, { case_id: 7, case_ref: "CASE-7" }];
  const offer = { offer_id: "o-1", additional_policies: [{ upgrade_id: 4, type: "umbrella", researcher_note: "A note", price_usd: "120.00", status: "created" }] };
  const files = [{ name: "a.pdf", blob: new Blob(["%PDF-1.4"]) }];
  for (const [name, kind, call] of [
    ["submit", "unknown", (client, of) => client.submit(payload, { key: "b", ...of }).then(({ state }) => Promise.reject(new ServiceError(state, "create")))],
    ["reply", "unknown", (client, of) => client.reply(7, { interactionId: "i-1", message: "Yes.", ...of })],
    ["accept", "unknown", (client, of) => client.accept(7, { offerId: "o-1", upgradeIds: [4], ...of })],
    ["cancel", "unknown", (client, of) => client.cancel(7, of)],
    ["append", "unknown", (client, of) => client.append(7, files, of).then(([{ status }]) => Promise.reject(new ServiceError(status, "append")))],
    ["results", "unavailable", (client, of) => client.results(7, of)],
  ]) {
    const hanging = await scripted((request, seen) => (seen.filter(({ path }) => path.includes("create")).length === 1 && request.url.includes("create") ? created : undefined));
    await hanging.client.submit(payload, { key: "a" });
    const known = await hanging.store.get("case/7");
    const follower = Follower.from(JSON.parse(known));
    follower.ingest({ offers: offer });
    await hanging.store.put("case/7", JSON.stringify(follower), known);
    await hanging.client.receive(JSON.stringify({ event: "case.action_required", case_id: 7, issue_key: "CASE-7", message: "Which car?", interaction_id: "i-1" }), {});
    const stop = new AbortController();
    const before = hanging.seen.length;
    void until(() => hanging.seen.length > before).then(() => stop.abort());
    await assert.rejects(call(hanging.client, { signal: stop.signal }), (error) => error.kind === kind, name);
    await assert.rejects(call(hanging.client, { signal: AbortSignal.abort() }), ServiceError, name);
  }
});

test("an upload may last, and is given up when it is silent; its progress is told", async () => {
  const files = ['a "b"\n.pdf', "b.pdf", "c.pdf"].map((name) => ({ name, blob: new Blob([new Uint8Array(20_000_000)]), label: "other" }));
  let isSlow = true;
  let bytes = 0;
  const server = createServer((request, response) => {
    if (request.url.endsWith("/login/")) return void response.end('{"token":"t"}');
    if (!isSlow) return void request.pause();
    request.on("data", (part) => {
      bytes += part.length;
      request.pause();
      setTimeout(() => request.resume(), 5);
    });
    request.on("end", () => response.writeHead(201).end(JSON.stringify({ case_id: 7, length: request.headers["content-length"] })));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close().closeAllConnections());
  const client = make({ url: `http://127.0.0.1:${server.address().port}`, silence: 3000 });
  const told = [];
  const began = Date.now();
  const { state } = await client.submit(payload, { key: "slow", files, onProgress: (...of) => void told.push(of) && assert.fail() });
  assert.equal(state, "created");
  assert.ok(Date.now() - began > 3000, "longer than the silence that is allowed");
  const [, total] = told.at(-1);
  assert.ok(told.length > 100 && told.every(([sent, of], at) => of === total && sent >= (told[at - 1]?.[0] ?? 0)));
  assert.deepEqual([told.at(-1)[0], bytes], [total, total]);
  isSlow = false;
  const silent = Date.now();
  assert.equal((await client.submit(payload, { key: "silent", files })).state, "unknown");
  assert.ok(Date.now() - silent < 10_000);
});

test("a file that the service rejects is appended, or the person is asked to change it", async () => {
  const files = ["a.pdf", "b.pdf", "c.pdf", "d.exe"].map((name) => ({ name, blob: new Blob(["x"]) }));
  const attachments = [["a.pdf", "internal_error"], ["b.pdf", "file_too_large"], ["c.pdf", "a_code_of_tomorrow"]].map(([filename, error_code]) => ({ filename, label: "other", status: "rejected", error: "…", error_code }));
  for (const [appended, first] of [[[201, { filename: "a.pdf", label: "other", file_id: "f-1" }], ["accepted", undefined]], [[400, {}], ["rejected", { through: "append", change: [] }]]]) {
    const { client } = await scripted((request) => (request.url.includes("create") ? [201, { case_id: 7, case_ref: "CASE-7", attachments }] : appended));
    const sent = await client.submit(payload, { key: "a", files });
    assert.deepEqual(sent.files.map(({ status, retry }) => [status, retry]), [first, ["rejected", { through: "append", change: ["smaller_file"] }], ["rejected", null], ["rejected", { through: "append", change: ["other_extension"] }]]);
  }
});

test("a lost append is sent again only if nothing shows that it arrived", async () => {
  const one = { name: "a.pdf", blob: new Blob(["%PDF-1.4"]), label: "incident_report" };
  const other = { ...one, name: "b.pdf" };
  for (const [lost, event, answer, appends, then = [201, { file_id: "f-1", filename: "a.pdf", label: "incident_report" }]] of [
    [[one], { label: "incident_report", file_id: "f-9" }, { status: "accepted", file_id: "f-9" }, 1],
    [[one], { label: "other", file_id: "f-9" }, { status: "accepted", may_be_there_twice: true }, 2],
    [[one], null, { status: "accepted", may_be_there_twice: true }, 2],
    // The lost one may be there, whatever the service says of the second.
    [[one], null, { status: "unknown" }, 2, [409, {}]],
    // The file can be that of the other append.
    [[one, other], { label: "incident_report", file_id: "f-9" }, { status: "accepted", may_be_there_twice: true }, 3],
  ]) {
    let isLost = true;
    const { client, store, sent } = await scripted((request) => (request.url.includes("create") ? [201, { case_id: 7, case_ref: "CASE-7" }] : request.url.endsWith("/files/") ? (isLost ? null : then) : [503]));
    await client.submit(payload, { key: "a" });
    for (const { status, until } of [...(await client.append(7, lost)), ...(await client.append(7, [one]))]) assert.ok(status === "unknown" && until - Date.now() > 590_000);
    assert.equal(sent("/files/"), lost.length, "not again within ten minutes");
    isLost = false;
    for (const key of await store.keys("append/")) {
      const text = await store.get(key);
      await store.put(key, JSON.stringify({ ...JSON.parse(text), until: 0 }), text);
    }
    if (event) await client.receive(JSON.stringify({ event: "case.files_updated", case_id: 7, ...event }), {});
    const [found] = await client.append(7, [one]);
    for (const [name, value] of Object.entries(answer)) assert.equal(found[name], value, `${name} ${JSON.stringify(event)}`);
    assert.equal(sent("/files/"), appends);
  }
});

test("files that were accepted are told when a later one fails, and are never sent again", async () => {
  const files = ["a.pdf", "b.pdf", "c.pdf"].map((name) => ({ name, blob: new Blob([name]) }));
  for (const [failing, expected] of [
    [[409, { detail: "The case is closed." }], ["accepted", "rejected", "accepted"]],
    [[429, "", { "retry-after": "7200" }], ["accepted", "unavailable", "unavailable"]],
    [null, ["accepted", "unknown", "accepted"]],
  ]) {
    let appends = 0;
    const { client, sent } = await scripted((request) => {
      if (request.url.includes("create")) return [201, { case_id: 7, case_ref: "CASE-7" }];
      if (!request.url.endsWith("/files/")) return [503];
      appends += 1;
      return appends === 2 ? failing : [201, { file_id: "f-1", label: "other" }];
    });
    await client.submit(payload, { key: "a" });
    const answers = await client.append(7, files);
    assert.deepEqual(answers.map(({ status }) => status), expected);
    const { failure, error, retry, until } = answers[1];
    if (expected[1] === "rejected") assert.deepEqual([failure.kind, failure.status, error, retry], ["refused", 409, "The case is closed.", null]);
    else assert.ok(until > Date.now() && failure?.status === (failing ? 429 : undefined));
    // The same call again sends only what has no answer. An unknown one waits.
    const before = sent("/files/");
    const again = await client.append(7, files);
    const isBusy = expected[1] === "unavailable";
    assert.deepEqual(again[0], answers[0]);
    assert.deepEqual([sent("/files/") - before, again[2].status], [expected[1] === "rejected" ? 1 : 0, isBusy ? "unavailable" : "accepted"]);
    // Also when it comes after one that the service does not take now.
    const turned = await client.append(7, [files[1], files[0]]);
    if (isBusy) assert.deepEqual(turned.map(({ status }) => status), ["unavailable", "accepted"]);
    // Another file of the same name and size is another one.
    const [other] = await client.append(7, [{ name: "a.pdf", blob: new Blob(["A.PDF"]) }]);
    assert.equal(other.status, isBusy ? "unavailable" : "accepted");
  }
});

test("questions and polls end with their signal, and a stop waits for no answer", async () => {
  const isCreate = ({ url }) => url.includes("create");
  const hanging = await scripted((request) => (isCreate(request) ? [201, { case_id: 7, case_ref: "CASE-7" }] : undefined));
  const { client } = hanging;
  await client.submit(payload, { key: "a" });
  await client.receive(JSON.stringify({ event: "case.results_ready", case_id: 7, issue_key: "CASE-7" }), {});
  const began = Date.now();
  const polls = new AbortController();
  const stopPolls = client.start(() => {}, { signal: polls.signal });
  await until(() => hanging.sent("CASE-7") > 0);
  const question = new AbortController();
  setTimeout(() => question.abort(), 100);
  await client.ask(7, { signal: question.signal });
  polls.abort();
  await stopPolls();
  const asked = hanging.sent("CASE-7");
  const stop = client.start();
  await client.receive(JSON.stringify({ event: "case.closed", case_id: 7, issue_key: "CASE-7" }), {});
  await until(() => hanging.sent("CASE-7") > asked);
  await stop();
  await client.start(() => {}, { signal: AbortSignal.abort() })();
  assert.ok(Date.now() - began < 5000, `${Date.now() - began} ms`);
});

test("after twenty logins in a day there is no other one", async () => {
  for (const [ago, logins] of [[3_600_000, 0], [86_500_000, 1]]) {
    const { client, store, sent } = await scripted([[201, { case_id: 7 }]]);
    await store.put("logins", JSON.stringify(new Array(20).fill(Date.now() - ago)), null);
    const done = await client.submit(payload).catch((error) => error);
    assert.deepEqual([done.kind ?? done.state, sent("login"), sent("create")], logins ? ["created", 1, 1] : ["unavailable", 0, 0]);
    if (logins === 0) assert.ok(Math.abs(done.until - Date.now() - 82_800_000) < 10_000);
    else assert.equal(JSON.parse(await store.get("logins")).length, 1);
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
  assert.deepEqual([state, candidates, evil.seen.map(({ path }) => path.split("cases/")[1]).filter(Boolean)], ["unknown", [], ["?source=api", "?page=2"]]);
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

test("keys have files of their own on every file system", async () => {
  const long = "é".repeat(200);
  const keys = ["a", "A", "a.", "con", "NUL.x", "COM1", "../up", "/", "%", "%25", "a%2fb", "a/b", " a", "a ", "a:b*?|", "line\nend", "é", "e\u0301", "\ud800", "\ud801", "", long, `${long}x`, long.toUpperCase()].map((key) => `submission/${key}`);
  const folder = mkdtempSync(join(tmpdir(), "casegate-store-"));
  try {
    const store = fileStore(folder);
    const all = ["con", "Con", ...keys];
    for (const [at, key] of all.entries()) assert.equal(await store.put(key, `${at}\n`, null), true, key);
    for (const [at, key] of all.entries()) assert.equal(await store.get(key), `${at}\n`, key);
    assert.deepEqual((await store.keys("submission/")).sort(), [...keys].sort());
    const names = readdirSync(folder);
    assert.equal(names.length, all.length);
    for (const name of names) assert.match(name, /^[_=][a-z0-9._%-]{0,121}\.txt$/);
    // As the client in Rust names them.
    for (const name of ["_con.txt", "_%43on.txt", "_submission%2fa%2fb.txt", "_submission%2f%c3%a9.txt"]) assert.ok(names.includes(name), name);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A client whose service answers by `script(url, method)`, which may wait. It has no token yet. */
function stubbed(script) {
  const [store, creates] = [memoryStore(), []];
  const fetch = async (url, { method }) => {
    if (/create/.test(url)) creates.push(Date.now());
    const [status, body, headers] = await script(String(url), method, creates.length);
    return new Response(JSON.stringify(body), { status, headers: { date: new Date().toUTCString(), ...headers } });
  };
  return { store, creates, client: make({ url: "http://service.example", store, fetch }) };
}
const passes = async () => { for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate); };
const until = async (is) => { while (!is()) await new Promise(setImmediate); };

test("a create is not sent after a pause that another request made longer, and nothing stays open", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_772_359_200_000 });
  let open, isAsked = false;
  const gate = new Promise((resolve) => (open = resolve));
  const { client, store, creates } = stubbed(async (url, method, count) => {
    if (/login/.test(url)) return [200, { token: "t" }];
    if (method === "POST") return count === 1 ? [429, {}, { "retry-after": "100" }] : [201, { case_id: 7 }];
    isAsked = true;
    await gate;
    return [429, {}, { "retry-after": "3000" }];
  });
  await store.put("submission/other", JSON.stringify({ state: "open", first: 1, last: 2, since: 1, creates: 2, case_id: null }), null);
  const settling = client.settle();
  await until(() => isAsked);
  const ended = client.submit(payload, { key: "form" }).catch((error) => error);
  await until(() => creates.length === 1);
  await passes();
  open();
  await settling;
  for (let second = 0; second < 110; second += 1) {
    t.mock.timers.tick(1000);
    await passes();
  }
  assert.equal((await ended).kind, "unavailable");
  assert.deepEqual([creates.length, await store.get("submission/form")], [1, null]);
});

test("a create is not sent when its token comes late, and nothing stays open without a token", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_772_359_200_000 });
  let open, isAsked = false;
  const gate = new Promise((resolve) => (open = resolve));
  const late = stubbed(async (url) => {
    if (!/login/.test(url)) return [201, { case_id: 7 }];
    isAsked = true;
    await gate;
    return [200, { token: "t" }];
  });
  const ended = late.client.submit(payload, { key: "form" }).catch((error) => error);
  await until(() => isAsked);
  t.mock.timers.setTime(Date.now() + 3_600_000); // the machine slept
  open();
  assert.deepEqual([(await ended).kind, late.creates.length, await late.store.get("submission/form")], ["unavailable", 0, null]);
  const refused = stubbed(async () => [401, { detail: "no" }]);
  await assert.rejects(refused.client.submit(payload, { key: "form" }), ServiceError);
  assert.deepEqual([refused.creates.length, await refused.store.keys("submission/")], [0, []]);
});

test("5,000 cases and 50 test cases cost 390 requests an hour, open questions go first, and lost events are found within a day", async (t) => {
  const begin = 1_772_359_200_000;
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: begin });
  const hours = new Map();
  const first = new Map();
  const closed = new Set([17, 2345, 4999]);
  let isLost = false;
  let requests = 0;
  const stub = async (url) => {
    const [, ref, rest] = /cases\/K-(\d+)\/(.*)/.exec(url);
    const key = `${ref} ${rest.split("/")[0]}`;
    if (!first.has(key)) first.set(key, Date.now() - begin);
    const hour = Math.floor((Date.now() - begin) / 3_600_000);
    requests += 1;
    hours.set(hour, (hours.get(hour) ?? 0) + 1);
    const updated_at = new Date(Date.now() - 1000).toISOString();
    const body = rest.startsWith("results") ? { results_data: {} } : { id: Number(ref), issue_key: `K-${ref}`, status: isLost && closed.has(Number(ref)) ? "closed" : "in_progress", is_test: Number(ref) > 5000, updated_at };
    return new Response(JSON.stringify(body), { status: 200 });
  };
  const store = memoryStore();
  await store.put("token", "t", null);
  for (let id = 1; id <= 5050; id += 1) {
    const follower = new Follower({ is_test: id > 5000 });
    follower.ingest({ created: { case_id: id, case_ref: `K-${id}` } }, { event: { event: id <= 20 ? "case.results_ready" : "case.in_progress", case_id: id, issue_key: `K-${id}` } });
    await store.put(`case/${id}`, JSON.stringify(follower), null);
  }
  const client = make({ url: "http://service.example", store, fetch: stub });
  const found = new Map();
  const stop = client.start(({ caseId, view }) => view.state === "closed" && found.set(caseId, Date.now() - begin));
  const turns = async (count) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
  };
  await turns(50);
  // A poll follows another one after 20 ms.
  for (let at = 0, sent = 0, pause = 5000; at < 27 * 3_600_000; at += pause) {
    isLost ||= at >= 3 * 3_600_000;
    t.mock.timers.tick(pause);
    await turns(2);
    pause = requests > sent ? 20 : 5000;
    sent = requests;
  }
  await stop();
  const costs = [...hours.values()];
  assert.ok(Math.max(...costs) <= 390 && costs.slice(3, 27).every((cost) => cost > 200), `${costs}`);
  for (let id = 1; id <= 20; id += 1) assert.ok(first.get(`${id} results`) <= 30_000, `${id}: ${first.get(`${id} results`)}`);
  assert.deepEqual([...found.keys()].sort((one, other) => one - other), [...closed]);
  for (const at of found.values()) assert.ok(at <= 27 * 3_600_000);
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
  await store.put("case/1", JSON.stringify(new Follower({ is_test: true })), null);
  const stop = client.start();
  for (let second = 0; second < 3600; second += 1) {
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
    t.mock.timers.tick(1000);
  }
  await stop();
  assert.ok(requests >= 3 && requests <= 8, `${requests}`);
});
