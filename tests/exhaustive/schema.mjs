// A sample of the payloads of the space, every EVERY-th, judged by ajv with the exported JSON
// Schemas. node tests/exhaustive/schema.mjs [EVERY]
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import { linesOf } from "./program.mjs";

const drafts = { "2020-12": Ajv2020, "draft-07": Ajv };
// Strict, with one exception: rules read the first word of an array and ignore the others.
const options = { strict: true, strictTuples: false };

/**
 * Judges them, and returns the number of verdicts of each kind and the differences to the rulebook.
 */
export async function judge(every) {
  const seen = { payloads: 0, taken: 0, refused: 0, differences: [] };
  const validators = [];
  for await (const line of linesOf("cases", every)) {
    if (line.startsWith("{")) {
      const { which, draft, schema } = JSON.parse(line);
      (validators[which] ??= []).push({ draft, validate: new drafts[draft](options).compile(schema) });
      continue;
    }
    // Whether each schema accepts the payload, or is not for it; then the payload.
    const space = line.indexOf(" ");
    const payload = JSON.parse(line.slice(space + 1));
    seen.payloads++;
    for (let which = 0; which < space; which++) {
      if (line[which] === "-") continue;
      for (const { draft, validate } of validators[which]) {
        const says = validate(payload);
        seen[says ? "taken" : "refused"]++;
        if (says !== (line[which] === "1")) seen.differences.push(`schema ${which}, ${draft}, says ${says}: ${line}`);
      }
    }
  }
  return seen;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const started = Date.now();
  const { payloads, taken, refused, differences } = await judge(Number(argv[2] ?? 1));
  for (const difference of differences.slice(0, 10)) console.log(difference);
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(`ajv: ${payloads} payloads, ${taken} verdicts that take and ${refused} that refuse; ${differences.length} differences; ${seconds} s`);
  process.exitCode = differences.length === 0 && taken > 0 && refused > 0 ? 0 : 1;
}
