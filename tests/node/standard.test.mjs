// caseSchema() as a Standard Schema. tests/recipes has form libraries that take one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { caseSchema, checkCase, prepareCase } from "../../pkg/dist/index.js";
import { base, context } from "../support/cases.mjs";

const incomplete = () => {
  const payload = { ...base("pl-minimal"), is_black_card: true, are_policyholder_and_defendant_the_same: false };
  delete payload.cc_emails;
  return payload;
};

test("the schema is version 1 and synchronous", () => {
  const { version, vendor, validate } = caseSchema(context)["~standard"];
  assert.deepEqual([version, vendor], [1, "casegate"]);
  assert.ok(!(validate({}) instanceof Promise));
});

test("success returns the prepared payload only", () => {
  const payload = { ...base("pl-minimal"), is_black_card: true, summary: "" };
  const result = caseSchema(context)["~standard"].validate(payload);
  assert.deepEqual(Object.keys(result), ["value"]);
  assert.deepEqual(result.value, prepareCase(payload, context).prepared);
  assert.ok(!("is_black_card" in result.value));
});

test("failure returns the errors of the report only", () => {
  const result = caseSchema(context)["~standard"].validate(incomplete());
  const errors = checkCase(incomplete(), context).issues.filter((issue) => issue.severity === "error");
  assert.deepEqual(Object.keys(result), ["issues"]);
  assert.deepEqual(result.issues, errors);
  for (const key of ["code", "at", "path", "params", "message"]) assert.ok(key in result.issues[0], key);
  assert.deepEqual(
    result.issues.map(({ at, rule }) => [at, rule]),
    [
      ["/cc_emails", undefined],
      ["/policyholder_name", "pl.policyholder_named"],
      ["/policyholder_relationship", "pl.policyholder_named"],
    ],
  );
});

test("a payload that is not an object fails with an empty path", () => {
  for (const value of [undefined, null, "text", []]) {
    const { issues } = caseSchema(context)["~standard"].validate(value);
    assert.deepEqual(
      issues.map(({ path }) => path),
      [[]],
    );
  }
});

test("it takes other words, and a context that changes", () => {
  const settings = { ...context };
  const { validate } = caseSchema(settings, { words: () => "other words" })["~standard"];
  assert.equal(validate({}).issues[0].message, "other words");
  settings.today = "never";
  assert.throws(() => validate({}), TypeError);
});

test("the day may be a function, which is called at each validation", () => {
  const days = ["2026-03-01", "never"];
  const { validate } = caseSchema({ ...context, today: () => days.shift() })["~standard"];
  assert.ok(validate(base("pl-minimal")).value);
  assert.throws(() => validate({}), TypeError);
});

test("it reads the values of a form, and stays strict without being asked", () => {
  const typed = { ...base("pl-minimal"), is_incident_report_provided: "false", base_product: "personal_auto_policy_limits", "defendant_information.city": "" };
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.append(name, value);
  const schema = caseSchema(context, { input: "form" })["~standard"];
  const value = { ...base("pl-minimal"), is_incident_report_provided: false, base_product: ["personal_auto_policy_limits"] };
  assert.deepEqual(schema.validate(typed), { value });
  assert.deepEqual(schema.validate(form), { value });
  assert.deepEqual(caseSchema(context)["~standard"].validate(typed).issues.map(({ at, code }) => [at, code]), [
    ["/is_incident_report_provided", "wrong_type"],
    ["/base_product", "wrong_type"],
  ]);
  for (const nothing of [undefined, null, "text", []]) assert.equal(schema.validate(nothing).issues[0].code, "not_an_object");
});

test("options that do not exist are an error", () => {
  for (const options of [null, () => "other words", { input: "forms" }, "form"]) assert.throws(() => caseSchema(context, options), { name: "TypeError", message: /^caseSchema takes the options/ });
});

test("the context is read like JSON.stringify writes it, also with toJSON", () => {
  const payload = base("pl-minimal");
  const prepared = { value: prepareCase(payload, context).prepared };
  const contexts = [{ toJSON: () => context }, { ...context, toJSON: () => ({ ...context, include: ["trace"] }) }];
  for (const given of contexts) assert.deepEqual(caseSchema(given)["~standard"].validate(payload), prepared);
  for (const given of [undefined, null, "", "2026-03-01", 1, [], {}, { toJSON: () => null }])
    assert.throws(() => caseSchema(given)["~standard"].validate(payload), TypeError);
});

test("the JSON Schema accepts a case of either product and has the rules' requirements", async () => {
  const { jsonSchema } = caseSchema(context)["~standard"];
  for (const [target, Ajv, shared] of [
    ["draft-2020-12", (await import("ajv/dist/2020.js")).default.default, "$defs"],
    ["draft-07", (await import("ajv")).default, "definitions"],
  ]) {
    assert.deepEqual(jsonSchema.input({ target }), jsonSchema.output({ target }));
    const schema = jsonSchema.input({ target });
    const takes = new Ajv({ strict: true, strictTuples: false, discriminator: false }).compile(schema);
    for (const name of ["pl-minimal", "pl-commercial", "pe-minimal", "pe-homeowner"]) assert.ok(takes(base(name)), name);
    assert.ok(!takes(incomplete()));
    assert.ok(!takes({ ...base("pl-minimal"), case_type: "pe" }));
    // Callers may change what they get.
    delete schema[shared];
    assert.ok(jsonSchema.input({ target })[shared]);
  }
  assert.throws(() => jsonSchema.input({ target: "openapi-3.0" }), TypeError);
});

test("both products share their common definitions", async () => {
  const { readFileSync } = await import("node:fs");
  const read = (name) => JSON.parse(readFileSync(new URL(`../../pkg/schema/${name}.json`, import.meta.url), "utf8"));
  for (const [draft, shared] of [["2020-12", "$defs"], ["draft-07", "definitions"]]) {
    const [pl, pe] = [read(`case.pl.${draft}`)[shared], read(`case.pe.${draft}`)[shared]];
    for (const name of Object.keys(pl)) if (name in pe) assert.deepEqual(pl[name], pe[name], name);
  }
});
