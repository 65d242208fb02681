// The verdicts of ajv: reads lines of JSON, `{"schema": …}` or `{"payload": …}`, and prints for each payload whether
// the schema before it accepts it, as 1 or 0.
import { createInterface } from "node:readline";
import { stdin, stdout } from "node:process";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";

// Not strict: a flipped schema need not be a tidy one.
const options = { strict: false, validateSchema: true };
let validate;
const out = [];
for await (const line of createInterface({ input: stdin, crlfDelay: Infinity })) {
  const { schema, payload } = JSON.parse(line);
  if (schema === undefined) {
    out.push(validate(payload) ? 1 : 0);
  } else {
    delete schema.$id;
    const Draft = schema.$schema.includes("draft-07") ? Ajv : Ajv2020;
    validate = new Draft(options).compile(schema);
  }
}
stdout.write(out.map((verdict) => `${verdict}\n`).join(""));
