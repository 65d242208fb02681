// The quality of a report, on refused payloads whose violations are known:  node quality.mjs
//
//   found   the violated place is named
//   both    where one payload breaks rules of both kinds, all of its places are named at once
//   noise   issues for each violation
import { checkCase } from "../../../pkg/dist/index.js";
import { context, record, texts } from "./measure.mjs";
import { places as ajv } from "./peers/ajv.mjs";
import { places as joi } from "./peers/joi.mjs";
import { places as valibot } from "./peers/valibot.mjs";
import { places as zod } from "./peers/zod.mjs";

const cases = texts("quality").map((line) => JSON.parse(line)).map(({ text, violations }) => ({ payload: JSON.parse(text), violations }));
const violations = cases.reduce((sum, one) => sum + one.violations.length, 0);
const bare = (places) => (payload) => places(payload).map((at) => ({ at }));
const contenders = [
  ["casegate", "casegate", (payload) => checkCase(payload, context).issues],
  ["ajv", "ajv, all errors", bare(ajv)],
  ["joi", "joi", bare(joi)],
  ["valibot", "valibot", bare(valibot)],
  ["zod", "zod", bare(zod)],
];

const title = `reports on ${cases.length} refused payloads with ${violations} violations`;
console.log(`\n${title.padEnd(60)}${"found %".padStart(8)}${"both %".padStart(8)}${"noise".padStart(8)}`);
for (const [id, name, issues] of contenders) {
  const { found, both, noise, missed } = judged(issues);
  const cell = (value, digits = 1) => value.toFixed(digits).padStart(8);
  console.log(`  ${name.padEnd(58)}${cell(100 * found)}${cell(100 * both)}${cell(noise, 2)}`);
  for (const [what, value] of Object.entries({ found, both, noise })) record(`quality.${id}.${what}`, value);
  // Exactly one issue for each violation: two for one and none for another would also give 1.00.
  if (id === "casegate") {
    record("quality.casegate.wrong", missed.length);
    for (const line of missed.slice(0, 5)) console.log(`    ${line}`);
  }
}

function judged(issues) {
  let [met, reported, mixed, whole] = [0, 0, 0, 0];
  const missed = [];
  for (const { payload, violations: broken } of cases) {
    const found = issues(payload);
    const places = new Set(found.map(({ at }) => at));
    const here = broken.filter(({ at }) => places.has(at)).length;
    met += here;
    reported += found.length;
    if (new Set(broken.map(({ kind }) => kind)).size === 2) {
      mixed++;
      whole += here === broken.length ? 1 : 0;
    }
    if (here < broken.length || found.length !== broken.length) {
      missed.push(`${broken.map(({ at }) => at).join(" ")} was answered with ${found.map(({ at, code }) => `${at} ${code}`).join(", ")}`);
    }
  }
  return { found: met / violations, both: whole / mixed, noise: reported / violations, missed };
}
