// Prints figures of casegate/stand-in: start, rewind and stop, and two hundred tests at a time against
// one process. CASEGATE_BIN names the program. `scripts/prove stand_in` runs it.
import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import { StandIn } from "../../pkg/dist/stand-in.js";
import { base } from "../support/cases.mjs";

const payload = base("pl-minimal");

const times = { start: [], rewind: [], stop: [] };

async function timed(name, call) {
  const began = performance.now();
  const result = await call();
  times[name].push(performance.now() - began);
  return result;
}

for (let round = 0; round < 10; round += 1) {
  const standIn = await timed("start", () => StandIn.start());
  const name = await standIn.snapshot();
  await timed("rewind", () => standIn.rewind(name));
  await timed("stop", () => standIn.stop());
}

const standIn = await StandIn.start();
const began = performance.now();
const one = async (number) => {
  const firm = await standIn.organization(`Parallel Law ${number}`);
  const token = await standIn.login(firm.masterToken);
  const headers = { Authorization: `Token ${token}` };
  await standIn.faults([{ endpoint: "create", nth: 2, fault: "unavailable" }], firm.name);
  const statuses = [];
  for (let at = 0; at < 3; at += 1) {
    const body = new FormData();
    body.append("case", JSON.stringify(payload));
    const answer = await fetch(`${standIn.baseUrl}/api/v1/partner/cases/create/`, { method: "POST", headers, body });
    statuses.push(answer.status);
    await answer.text();
  }
  assert.deepEqual(statuses, [201, 503, 201]);
  const list = await fetch(`${standIn.baseUrl}/api/v1/partner/cases/`, { headers });
  assert.equal((await list.json()).results.length, 2);
};
await Promise.all(Array.from({ length: 200 }, (_, number) => one(number)));
const seconds = (performance.now() - began) / 1000;
await standIn.stop();

const shown = Object.entries(times).map(([name, all]) => {
  all.sort((a, b) => a - b);
  return `${name} ${all[5].toFixed(0)} ms (longest ${all[9].toFixed(0)})`;
});
console.log(`${shown.join(", ")}; 200 tests at a time in ${seconds.toFixed(1)} s`);
