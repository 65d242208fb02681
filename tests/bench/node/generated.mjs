// Writes payloads that this project did not make: json-schema-faker reads the exported schemas. Those
// that are refused are kept, with all their faults:  node generated.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { generateSync } from "json-schema-faker";
import { checkCaseText } from "../../../pkg/dist/index.js";
import { target } from "../../support/target.mjs";
import { context } from "./measure.mjs";

const payloads = [];
for (const product of ["pl", "pe"]) {
  const schema = JSON.parse(readFileSync(new URL(`../../../pkg/schema/case.${product}.2020-12.json`, import.meta.url), "utf8"));
  for (let seed = 1; seed <= 160; seed++) payloads.push(JSON.stringify(generateSync(schema, { seed })));
}
const refused = payloads.filter((text) => !checkCaseText(text, context).ok);
writeFileSync(target("bench/generated.ndjson"), `${refused.join("\n")}\n`);
