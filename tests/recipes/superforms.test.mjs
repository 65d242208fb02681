// The program of docs/guides/form-libraries.md for Superforms, in a project of SvelteKit.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { caseSchema } from "casegate";
import { standard } from "sveltekit-superforms/adapters";
import { base } from "../support/cases.mjs";
import { built, exampleOf, programsOf } from "./programs.mjs";

const { case_type, ...answers } = base("pl-minimal");
const files = {
  "package.json": `{ "type": "module", "devDependencies": { "sveltekit-superforms": "*" } }`,
  "svelte.config.js": "export default {};\n",
  "src/app.html": "<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>",
  "src/lib/field-table.ts": `export * from "../../field-table";\n`,
  "src/lib/submit.js": "export const submit = async (payload) => globalThis.submitted.push(payload);\n",
};

let server, address;

before(async () => {
  globalThis.submitted = [];
  programsOf("form-libraries.md");
  exampleOf("forms");
  exampleOf("react-form");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(built, name, ".."), { recursive: true });
    writeFileSync(join(built, name), text);
  }
  process.chdir(built); // where SvelteKit looks for its settings when it is imported
  const [{ sveltekit }, { createServer }] = await Promise.all([import("@sveltejs/kit/vite"), import("vite")]);
  server = await createServer({ configFile: false, logLevel: "warn", plugins: [await sveltekit()], server: { port: 0 } });
  await server.listen();
  [address] = server.resolvedUrls.local;
});

after(() => server?.close());

async function post(values) {
  const headers = { accept: "text/html", origin: new URL(address).origin };
  const response = await fetch(address, { method: "POST", headers, body: new URLSearchParams({ case_type, ...values }) });
  return { status: response.status, text: await response.text() };
}
const messageOf = (text, name) => new RegExp(`<strong id="${name}-message">([^<]*)</strong>`).exec(text)[1];

test("Superforms refuses the JSON Schemas of a case, as the page says", () => {
  const schema = caseSchema({ today: "2026-03-01" });
  for (const target of ["draft-07", "draft-2020-12"]) {
    const jsonSchema = schema["~standard"].jsonSchema.input({ target });
    assert.throws(() => standard(schema, { jsonSchema }), /Multi-type unions must have a default value/);
  }
});

test("a refused form has its messages at their inputs, and an accepted one is submitted", async () => {
  const page = await (await fetch(address)).text();
  assert.match(page, /<label for="cc_emails">Email addresses for updates<\/label>/);

  const refused = await post({ plaintiff_name: answers.plaintiff_name });
  assert.equal(refused.status, 400);
  assert.equal(messageOf(refused.text, "cc_emails"), "Enter the email addresses for updates.");
  assert.equal(messageOf(refused.text, "plaintiff_name"), "");
  assert.deepEqual(globalThis.submitted, []);

  const accepted = await post({ ...answers, is_incident_report_provided: "false" });
  assert.equal(accepted.status, 200);
  assert.deepEqual(globalThis.submitted, [base("pl-minimal")]);
  assert.ok(accepted.text.includes("Case submitted."), accepted.text);
});
