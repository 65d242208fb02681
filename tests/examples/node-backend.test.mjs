// The Node backend of examples/, started as in its README: a separate process that calls a real
// stand-in. Build first:
// cargo build -p casegate-cli --features service; node pkg/build.mjs; npm ci in examples/node-backend
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { checkCaseText, today } from "../../pkg/dist/index.js";
import { freePort, target } from "../support/target.mjs";

const example = fileURLToPath(new URL("../../examples/node-backend/", import.meta.url));
const { Webhook } = createRequire(join(example, "server.mjs"))("standardwebhooks");
const zone = "America/New_York";
const binary = target("debug/casegate");
const settings = JSON.parse(readFileSync(join(example, "stand-in.json"), "utf8"));
const [{ master_token, webhooks }] = settings.organizations;
const goodCase = JSON.parse(readFileSync(join(example, "case.json"), "utf8"));

const folder = mkdtempSync(join(tmpdir(), "casegate-node-backend-"));
const children = [];
let standIn, backend, backendProcess, backendPort;

/** Starts a process; `word` is in its output once it is ready. Returns the line with it. */
function start(command, args, word, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const ready = new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (data) => {
      said += data;
      const line = said.split("\n").find((one) => one.includes(word));
      if (line) resolve(line);
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${command} ended before it was ready`)));
  });
  ready.catch(() => {});
  return { child, ready };
}

function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  return ended;
}

/**
 * Nothing is polled unless a test says so: views come from webhooks, and from the requests that
 * these cause.
 */
async function startBackend(pollSeconds = 3600) {
  const env = {
    SERVICE_URL: standIn,
    MASTER_TOKEN: master_token,
    WEBHOOK_SECRET: webhooks[0].secret,
    DATA: join(folder, "backend"),
    PORT: String(backendPort),
    POLL_SECONDS: String(pollSeconds),
    TIME_ZONE: zone,
  };
  const { child, ready } = start(process.execPath, [join(example, "server.mjs")], "listening", env);
  backendProcess = child;
  await ready;
}

before(async () => {
  backendPort = await freePort();
  backend = `http://127.0.0.1:${backendPort}`;
  webhooks[0].url = `${backend}/webhooks`;
  // The tests act on new cases at once.
  const config = { ...settings, issue_keys: { after_seconds: 0 }, delivering: { attempts: 1000, first_pause_ms: 50, longest_pause_ms: 200 } };
  writeFileSync(join(folder, "stand-in.json"), JSON.stringify(config));
  const args = ["serve", "--data", join(folder, "stand-in"), "--port", "0", "--log", "quiet"];
  const { ready } = start(binary, [...args, "--config", join(folder, "stand-in.json")], "http://");
  [standIn] = (await ready).match(/http:\/\/[\d.]+:\d+/);
  await startBackend();
});

after(async () => {
  await Promise.all(children.map(end));
  rmSync(folder, { recursive: true, force: true });
});

async function call(method, path, body) {
  const isForm = body === undefined || body instanceof FormData;
  const init = isForm ? { body } : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await fetch(backend + path, { method, ...init });
  const text = await response.text();
  return { status: response.status, type: response.headers.get("content-type"), retryAfter: response.headers.get("retry-after"), body: text && JSON.parse(text) };
}

async function operate(method, path, body) {
  const response = await fetch(`${standIn}/operator/api${path}`, {
    method,
    headers: { authorization: `Token ${settings.operator_token}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return text && JSON.parse(text);
}

/** Waits until `look` returns something, and returns it. */
async function until(what, look) {
  const last = Date.now() + 30_000;
  for (;;) {
    const found = await look();
    if (found) return found;
    assert.ok(Date.now() < last, `waited for ${what}`);
    await sleep(20);
  }
}

/** The view of a case, once a condition is true. */
async function view(id, what, isSo) {
  let last;
  const look = async () => {
    last = (await call("GET", `/cases/${id}`)).body;
    return isSo(last) && last;
  };
  return until(what, look).catch((error) => assert.fail(`${error.message}: ${JSON.stringify(last)}`));
}
const inState = (id, state) => view(id, state, (one) => one.state === state);

function form(payload, files = [], name = "files") {
  const data = new FormData();
  for (const [field, value] of Object.entries(payload)) data.set(field, value);
  for (const { filename, content = "%PDF-1.4", label } of files) {
    data.append(name, new Blob([content]), filename);
    if (label) data.append("labels", label);
  }
  return data;
}
const intake = (payload, files) => call("POST", "/cases", form({ case: JSON.stringify(payload) }, files));

/**
 * A whole life; returns the view at its end. A hurried service goes on before its events have
 * arrived.
 */
async function play({ isHurried = false } = {}) {
  const good = { filename: "report.pdf", label: "incident_report" };
  const bad = { filename: "setup.exe", label: "other" };
  const created = await intake(goodCase, [good, bad]);
  assert.equal(created.status, 201);
  const id = created.body.case_id;
  const [accepted, rejected] = created.body.files;
  assert.deepEqual([accepted.filename, accepted.label, accepted.status], ["report.pdf", "incident_report", "accepted"]);
  assert.deepEqual([rejected.status, rejected.error_code], ["rejected", "extension_not_allowed"]);
  assert.deepEqual(rejected.retry, { through: "append", change: ["other_extension"] });
  const seen = (what, isSo) => (isHurried ? undefined : view(id, what, isSo));
  await seen("received", ({ state }) => state === "received");

  // The person saved it as another type.
  const corrected = await call("POST", `/cases/${id}/files`, form({}, [{ filename: "setup.pdf", label: "other" }]));
  assert.deepEqual(corrected.body.files.map(({ filename, label, status }) => [filename, label, status]), [["setup.pdf", "other", "accepted"]]);
  await seen("two files", ({ files }) => files.length === 2);

  await operate("POST", `/cases/${id}/pick_up`, {});
  await seen("research", ({ state }) => state === "in_progress");
  await operate("POST", `/cases/${id}/need_input`, { message: "Which vehicle was it?" });
  const asked = await view(id, "a question", ({ open_interaction }) => open_interaction?.message);
  assert.equal(asked.state, "action_required");
  assert.equal(asked.open_interaction.message, "Which vehicle was it?");

  const empty = await call("POST", `/cases/${id}/reply`, form({ message: " " }));
  assert.deepEqual([empty.status, empty.body.errors[0].code], [400, "nothing_said"]);
  const photo = { filename: "plate.jpg", content: "a photograph" };
  const replied = await call("POST", `/cases/${id}/reply`, form({ message: "The blue one." }, [photo]));
  assert.equal(replied.status, 200, JSON.stringify(replied.body));
  await view(id, "no question", ({ open_interaction }) => open_interaction === null);
  assert.equal((await call("POST", `/cases/${id}/reply`, form({ message: "Again." }))).status, 409);

  await operate("POST", `/cases/${id}/pick_up`, {});
  await seen("research", ({ state }) => state === "in_progress");
  await operate("POST", `/cases/${id}/publish_results`, {});
  await seen("results", ({ results }) => results.available);
  await operate("POST", `/cases/${id}/find_policies`, {});
  const { offers } = await view(id, "an offer", (one) => one.offers[0]?.complete);
  const [{ offer_id, upgrades }] = offers;
  const selected_upgrade_ids = [upgrades[0].upgrade_id];
  const unknown = await call("POST", `/cases/${id}/accept`, { offer_id, selected_upgrade_ids: [987_654] });
  assert.deepEqual([unknown.status, unknown.body.errors[0].code], [400, "unknown_upgrade"]);
  const bought = await call("POST", `/cases/${id}/accept`, { offer_id, selected_upgrade_ids });
  assert.equal(bought.status, 200, JSON.stringify(bought.body));
  const { body: results } = await call("GET", `/cases/${id}/results`);
  const statuses = results.additional_policies.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === "accepted").length, 1);

  const tooLate = await call("POST", `/cases/${id}/cancel`, { reason: "Settled." });
  assert.deepEqual([tooLate.status, tooLate.body.title.length > 0], [409, true]);

  await operate("POST", `/cases/${id}/confirm_delivery`, {});
  await inState(id, "closed");
  await until("every delivery", async () => {
    const { deliveries } = await operate("GET", "/deliveries?state=pending");
    return deliveries.length === 0;
  });
  return view(id, "nothing to ask", ({ ask }) => ask.length === 0);
}

/** The parts that two cases with the same life have in common. */
function alike({ state, possible, open_interaction, offers, results, files, closed, cancelled, ask, must_poll }) {
  return {
    state, possible, open_interaction, closed, cancelled, ask, must_poll,
    offers: offers.map(({ complete, upgrades }) => ({
      complete,
      upgrades: upgrades.map(({ type, price_usd, selected }) => ({ type, price_usd, selected })),
    })),
    results: { available: results.available, url: results.url !== null, expired: results.expired },
    files: files.map(({ label }) => label).sort(),
  };
}

test("a case that the service would refuse is refused here with the report's issues", async () => {
  const payload = { ...goodCase, cc_emails: " ", crash_state: "Texas" };
  const refused = await intake(payload);
  assert.equal(refused.status, 400);
  assert.match(refused.type, /^application\/problem\+json/);
  assert.deepEqual(refused.body.errors, checkCaseText(JSON.stringify(payload), { today: today(zone), audience: "form" }).issues);
  const noJson = await call("POST", "/cases", form({ case: "{" }));
  assert.deepEqual([noJson.status, noJson.body.errors[0].code], [400, "not_json"]);
  assert.deepEqual((await call("GET", "/cases")).body, []);
});

let inOrder;

test("a whole life, followed by webhooks", async () => {
  inOrder = await play();
  assert.deepEqual(
    [inOrder.state, inOrder.closed.reason, inOrder.results.available, inOrder.files.length],
    ["closed", "results_delivered", true, 2],
  );
  assert.deepEqual(inOrder.offers.map(({ upgrades }) => upgrades.filter(({ selected }) => selected).length), [1]);
});

test("the same life with late, repeated and shuffled events", async () => {
  const faults = [{ fault: "late", ms: 300 }, { fault: "doubled" }, { fault: "shuffled" }].map((rule) => ({ event: "any", ...rule }));
  await operate("PUT", "/faults", { faults });
  try {
    const last = await play({ isHurried: true });
    assert.deepEqual(alike(last), alike(inOrder));
    const { events } = await operate("GET", `/cases/${last.case_id}`);
    assert.equal(events.length, 9);
    const states = events.map(({ deliveries }) => deliveries.map(({ state }) => state).join());
    assert.deepEqual([...new Set(states)], ["delivered,delivered"]);
    // After a restart it answers the same: everything was on disk.
    await end(backendProcess);
    await startBackend();
    const again = (await call("GET", `/cases/${last.case_id}`)).body;
    assert.deepEqual(alike(again), alike(inOrder));
  } finally {
    await operate("DELETE", "/faults");
  }
});

test("events that came while the backend was away are delivered when it is back", async () => {
  const { body } = await intake(goodCase);
  await inState(body.case_id, "received");
  await end(backendProcess);
  await operate("POST", `/cases/${body.case_id}/pick_up`, {});
  await startBackend();
  await inState(body.case_id, "in_progress");
});

test("a case is cancelled", async () => {
  const { body } = await intake(goodCase);
  const cancelled = await call("POST", `/cases/${body.case_id}/cancel`, { reason: "The client withdrew." });
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body));
  // An answer may show that it is closed before the event says why.
  const last = await view(body.case_id, "a reason", ({ closed }) => closed?.reason);
  assert.deepEqual([last.state, last.cancelled, last.closed.reason], ["closed", true, "The client withdrew."]);
});

test("a test case sends no events, so the backend polls", async () => {
  await end(backendProcess);
  await startBackend(1);
  const { body } = await intake({ ...goodCase, is_test: true });
  assert.equal(body.view.must_poll, true);
  await operate("POST", `/cases/${body.case_id}/pick_up`, {});
  await inState(body.case_id, "in_progress");
});

test("a case created elsewhere is followed", async () => {
  const { id } = await operate("POST", "/cases", { source: "portal", case: goodCase });
  await inState(id, "received");
});

test("a revoked token is replaced", async () => {
  for (const { id, kind, revoked_at } of await operate("GET", "/tokens")) {
    if (kind === "user" && revoked_at === null) await operate("DELETE", `/tokens/${id}`);
  }
  assert.equal((await intake(goodCase)).status, 201);
});

test("a create that the service postpones for long is answered with 429 and the pause, because nothing was done", async () => {
  await operate("PUT", "/faults", { faults: [{ endpoint: "create", first: 1, fault: "too_many_requests", retry_after_seconds: 300 }] });
  const { status, retryAfter } = await intake(goodCase);
  assert.deepEqual([status, retryAfter], [429, "300"]);
  assert.equal((await intake(goodCase)).status, 429, "the pause is that of the whole client");
  await operate("DELETE", "/faults");
});

test("an event without the service's signature is refused", async () => {
  const event = { event: "case.closed", case_id: 1, reason: "forged" };
  assert.equal((await call("POST", "/webhooks", event)).status, 401);
  const body = JSON.stringify(event);
  const now = new Date();
  const good = new Webhook(webhooks[0].secret).sign("m-1", now, body);
  const past = new Date(now - 600_000);
  const at = (time) => String(Math.floor(time / 1000));
  for (const [signature, id = "m-1", time = at(now), sent = body] of [
    ["v1,AAAA"], ["v1,"], ["v1"], [","], [""], [good.slice(0, -4)], [good.slice(3)], [good.replace("v1", "v2")], [`${good.slice(0, 8)} ${good.slice(8)}`],
    [good, "m-2"], [good, ""], [good, "m-1", at(now.getTime() + 1000)], [good, "m-1", ""], [good, "m-1", at(now), `${body} `],
    [new Webhook(webhooks[0].secret).sign("m-1", past, body), "m-1", at(past)], [new Webhook(btoa("another secret of a firm")).sign("m-1", now, body)],
  ]) {
    const headers = { "content-type": "application/json", "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature };
    assert.equal((await fetch(`${backend}/webhooks`, { method: "POST", headers, body: sent })).status, 401, `${signature} ${id} ${time}`);
  }
});

test("one login serves all requests, and only its owner can read the files", () => {
  const files = readdirSync(join(folder, "backend")).sort();
  assert.deepEqual(files.filter((name) => !/^_(append|case|claim|submission)%2f/.test(name)), ["_logins.txt", "_token.txt"]);
  assert.equal(JSON.parse(readFileSync(join(folder, "backend", "_logins.txt"), "utf8").split("\n")[1]).length, 2, "one, and one for the token that was revoked");
  if (process.platform !== "win32") assert.ok(files.every((name) => (statSync(join(folder, "backend", name)).mode & 0o77) === 0));
});
