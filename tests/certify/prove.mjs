// The whole proof of `casegate certify`: both example backends pass every scenario, and each fault is caught by the
// scenario that its row names. `node prove.mjs NAME…` plays faults of these names or classes alone. The last line is
// the figure.
import { availableParallelism } from "node:os";
import { certify, faulty, isCaught, twin, whole, withFault } from "./backends.mjs";

let held = true;
function say(line, isHeld) {
  console.log(`${isHeld ? "held  " : "FAILED"} ${line}`);
  held &&= isHeld;
}

const backends = { "node-backend": () => whole([]), "rust-backend": () => certify(`exec '${twin}'`) };
const counts = [];
const names = process.argv.slice(2);
for (const [name, play] of names.length > 0 ? [] : Object.entries(backends)) {
  const { code, certificate, said } = await play();
  const passed = certificate?.scenarios.filter(({ outcome }) => outcome === "passed").length ?? 0;
  const all = certificate?.scenarios.length;
  say(`${name}: ${passed} of ${all} scenarios, ${certificate?.requirements.length} requirements`, code === 0 && passed === all);
  if (code !== 0 || passed !== all) console.log(said);
  counts.push(`${name} passes ${passed} of ${all} scenarios`);
}

let caught = 0;
const played = faulty.filter(({ name, kind }) => names.length === 0 || names.includes(name) || names.includes(kind));
const left = [...played];
async function worker() {
  for (let fault = left.shift(); fault; fault = left.shift()) {
    const outcome = await withFault(fault);
    const isHeld = isCaught(outcome, fault);
    say(`${fault.scenario} catches ${fault.name} (${fault.kind})`, isHeld);
    if (isHeld) caught += 1;
    else console.log(outcome.said);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, worker));
console.log(`${counts.map((count) => `${count}, `).join("")}${caught} of ${played.length} faulty backends are caught`);
process.exitCode = held ? 0 : 1;
