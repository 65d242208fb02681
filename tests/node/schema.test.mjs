// The committed schemas, and those for a day, agree with the rulebook under ajv and @cfworker/json-schema.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Validator } from "@cfworker/json-schema";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import { target } from "../support/target.mjs";
import { readVectors } from "../support/vectors.mjs";

const path = (to) => fileURLToPath(new URL(`../../${to}`, import.meta.url));
const file = process.env.CASEGATE_SCHEMA_CASES ?? target("schema-cases.ndjson");
if (!existsSync(file)) {
  throw new Error(`${file} is missing: cargo run -q -p casegate-schema-tests > ${file}`);
}
const lines = readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
const read = (name) => JSON.parse(readFileSync(path(`pkg/schema/${name}`), "utf8"));

const drafts = { "2020-12": Ajv2020, "draft-07": Ajv };
const draftOfCfworker = { "2020-12": "2020-12", "draft-07": "7" };
// Strict, with one exception: rules read the first word of an array and ignore the others.
const options = { strict: true, strictTuples: false };
const compiled = (draft, schema) => new drafts[draft](options).compile(schema);

const validators = lines
  .filter((line) => line.schema)
  .flatMap(({ which, draft, schema }) => {
    const other = new Validator(schema, draftOfCfworker[draft]);
    return [
      { which, draft: `ajv, ${draft}`, validate: compiled(draft, schema) },
      { which, draft: `cfworker, ${draft}`, validate: (value) => other.validate(value).valid },
    ];
  });
const cases = lines.filter((line) => line.text !== undefined);

/** The verdict of each validator and draft on a text; a text that is not JSON is refused by the parser. */
function verdicts(which, text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const asked = validators.filter((row) => row.which === which);
  assert.equal(asked.length, 4, which);
  return asked.map(({ draft, validate }) => ({ draft, says: validate(value) }));
}

test("ajv, cfworker and casegate agree on every generated payload", () => {
  const counts = { true: 0, false: 0 };
  for (const { which, text, ok } of cases.filter((line) => !line.unsaid)) {
    for (const { draft, says } of verdicts(which, text)) {
      counts[says]++;
      assert.equal(says, ok, `${which}, ${draft}: ${text}`);
    }
  }
  assert.ok(counts.true > 1000 && counts.false > 1000, JSON.stringify(counts));
});

test("ajv, cfworker and casegate agree on every vector whose context sets only the day", () => {
  const harmless = ["today", "include", "token_name", "financing_enrolled", "language"];
  let judged = 0;
  for (const { file, name, call, payload, context, reply } of readVectors()) {
    if (call !== "check_case") continue;
    const settings = JSON.parse(context);
    const isPlain = Object.keys(settings).every((setting) => harmless.includes(setting));
    // Vectors about unsaid conditions are among the examples below.
    if (!isPlain || settings.today !== "2026-03-01" || file === "text.json") continue;
    const report = JSON.parse(reply);
    if (report.error) continue; // there is no verdict under settings that cannot be used
    for (const product of ["pl", "pe"]) {
      const takes = report.ok && report.facts.case_type === product;
      for (const { draft, says } of verdicts(`${product} on a day user`, payload)) {
        judged++;
        assert.equal(says, takes, `${product}, ${draft}: ${file}: ${name}`);
      }
    }
  }
  assert.ok(judged > 1000, `only ${judged} verdicts`);
});

test("a schema has the address of the repository and the name of its file", () => {
  const [, repository] = /^repository = "(.+)"$/m.exec(readFileSync(path("Cargo.toml"), "utf8"));
  const cases = ["pl", "pe"].flatMap((product) => Object.keys(drafts).map((draft) => `case.${product}.${draft}.json`));
  for (const name of [...cases, "report.json", "settings.json"]) assert.equal(read(name).$id, `${repository}/schema/${name}`);
});

const { unsaid } = read("unsaid.json");
for (const { id, differs } of unsaid) {
  test(`documented difference ${id}: ${differs}`, () => {
    const examples = cases.filter((line) => line.unsaid === id);
    assert.notEqual(examples.length, 0);
    const outcomes = examples.flatMap(({ which, text, ok }) => verdicts(which, text).map(({ says }) => ({ says, ok })));
    assert.notEqual(outcomes.length, 0);
    const seen = {
      takes: outcomes.some(({ says, ok }) => says && !ok),
      refuses: outcomes.some(({ says, ok }) => !says && ok),
    };
    assert.deepEqual(seen, {
      takes: differs === "schema_takes" || differs === "both",
      refuses: differs === "schema_refuses" || differs === "both",
    });
  });
}

for (const product of ["pl", "pe"]) {
  for (const draft of ["2020-12", "draft-07"]) {
    test(`the committed schema case.${product}.${draft}.json is the compared one`, () => {
      const committed = read(`case.${product}.${draft}.json`);
      const { schema } = lines.find((line) => line.which === `${product} any day user` && line.draft === draft);
      assert.deepEqual(committed, schema);
      compiled(draft, committed);
    });
  }
}
