// Module load to first verdict, each in a process of its own:  node cold.mjs [--quick]
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median, quick, table, record } from "./measure.mjs";
import { standalone } from "./peers/standalone.mjs";
import { starts } from "./starts.mjs";

standalone(); // is written
const one = fileURLToPath(new URL("cold-one.mjs", import.meta.url));
const times = new Map(starts.map(({ id }) => [id, []]));
for (let round = 0; round < (quick ? 7 : 21); round++) {
  for (const { id } of starts) times.get(id).push(Number(execFileSync(process.execPath, ["--no-warnings", one, id], { encoding: "utf8" })));
}
// The time that any module takes is not the checker's.
const empty = median(times.get("nothing"));
const rows = starts.slice(1).map(({ id, name }) => ({ id, name, time: median(times.get(id)) - empty }));
for (const row of rows) row.ratio = row.time / rows[0].time;
table("Node, cold: load and first verdict, over an empty module", rows, "ms");
for (const { id, time } of rows) record(`node.cold.${id}`, time);
// Milliseconds depend on the machine, so the peer with a compiled schema is shown beside them.
const [check, ajv] = ["casegate-check", "ajv-standalone"].map((wanted) => rows.find(({ id }) => id === wanted));
record("node.cold.check-over-standalone", check.time / ajv.time);
