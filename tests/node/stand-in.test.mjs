// casegate/stand-in: the program is found and started, and its helpers do what they say. The program
// is built first: `cargo build -p casegate-cli --features service`.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { StandIn, StandInError } from "../../pkg/dist/stand-in.js";
import { base } from "../support/cases.mjs";
import { target } from "../support/target.mjs";

const binary = process.env.CASEGATE_BIN ?? target("debug/casegate");
const skip = existsSync(binary) ? false : "the program is not built";

const payload = base("pl-minimal");

let standIn;
before(async () => {
  if (!skip) standIn = await StandIn.start({ binary });
});
after(() => standIn?.stop());

async function create(token) {
  const body = new FormData();
  body.append("case", JSON.stringify(payload));
  return fetch(`${standIn.baseUrl}/api/v1/partner/cases/create/`, { method: "POST", headers: { Authorization: `Token ${token}` }, body });
}

async function cases(token) {
  const answer = await fetch(`${standIn.baseUrl}/api/v1/partner/cases/`, { headers: { Authorization: `Token ${token}` } });
  return (await answer.json()).results;
}

test("a test has an organization, faults and their counts", { skip }, async () => {
  const firm = await standIn.organization();
  const token = await standIn.login(firm.masterToken);
  await standIn.faults([{ endpoint: "create", nth: 1, fault: "done_unanswered" }], firm.name);
  await assert.rejects(create(token), TypeError);
  assert.equal((await cases(token)).length, 1);
  assert.equal((await create(token)).status, 201);
  const [{ seen, hit, organization }] = await standIn.countedFaults(firm.name);
  assert.deepEqual([seen, hit, organization], [2, 1, firm.name]);
  await assert.rejects(standIn.faults([{ endpoint: "create", fault: "unknown" }]), (error) => {
    assert.ok(error instanceof StandInError && error.status === 400 && error.body.code === "bad_fault");
    return true;
  });
});

test("a path of the operator's API may begin with a slash", { skip }, async () => {
  const list = await standIn.operate("GET", "cases");
  assert.ok(Array.isArray(list.cases));
  assert.deepEqual(await standIn.operate("GET", "/cases"), list);
});

test("twenty tests at a time do not disturb each other", { skip }, async () => {
  const one = async (number) => {
    const firm = await standIn.organization(`Parallel Law ${number}`);
    const token = await standIn.login(firm.masterToken);
    await standIn.faults([{ endpoint: "create", nth: 2, fault: "unavailable" }], firm.name);
    const statuses = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await create(token)).status);
    assert.deepEqual(statuses, [201, 503, 201]);
    assert.equal((await cases(token)).length, 2);
  };
  await Promise.all(Array.from({ length: 20 }, (_, number) => one(number)));
});

test("time stands still, and returns with a snapshot", { skip }, async () => {
  const other = await StandIn.start({ binary, seed: 9n, now: "2026-06-01T08:00:00Z" });
  const token = await other.login();
  const name = await other.snapshot();
  assert.equal(await other.now(), "2026-06-01T08:00:00.000Z");
  assert.equal(await other.setClock({ advanceSeconds: 60 }), "2026-06-01T08:01:00.000Z");
  assert.equal(await other.setClock("2027-01-01T00:00:00Z"), "2027-01-01T00:00:00.000Z");
  await other.rewind(name);
  assert.equal(await other.now(), "2026-06-01T08:00:00.000Z");
  assert.notEqual(await other.login(), token);
  await other.reset();
  assert.equal(await other.login(), token);
  await other.stop();
  await other.stop();
  await assert.rejects(other.now(), TypeError);
});

test("without a seed the clock runs", { skip }, async () => {
  const other = await StandIn.start({ binary, seed: null });
  assert.ok(Math.abs(Date.parse(await other.now()) - Date.now()) < 60_000);
  assert.notEqual(other.masterToken, standIn.masterToken);
  await other.stop();
});

test("the same seed gives the same tokens", { skip }, async () => {
  const tokens = [];
  for (const seed of [1, 1, 2]) {
    const other = await StandIn.start({ binary, seed });
    tokens.push(`${other.masterToken} ${other.operatorToken} ${(await other.organization("A")).masterToken}`);
    await other.stop();
  }
  assert.equal(tokens[0], tokens[1]);
  assert.notEqual(tokens[0], tokens[2]);
});

test("errors say what to do, and a failed start leaves nothing behind", async () => {
  await assert.rejects(StandIn.start({ binary: "/nowhere/casegate" }), /the given program does not exist.+cargo install casegate-cli --features service/);
  const { PATH, CASEGATE_BIN } = process.env;
  delete process.env.CASEGATE_BIN;
  process.env.PATH = "/nowhere/node_modules/.bin";
  try {
    await assert.rejects(StandIn.start(), /there is no program casegate.+CASEGATE_BIN/);
  } finally {
    process.env.PATH = PATH;
    if (CASEGATE_BIN !== undefined) process.env.CASEGATE_BIN = CASEGATE_BIN;
  }
});

test("settings that the program refuses are named", { skip }, async () => {
  await assert.rejects(StandIn.start({ binary, settings: { page_size: 0 } }), /the setting `page_size` must be at least 1/);
});
