// The layout against the package's tables: no field is forgotten, none is repeated.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { before, test } from "node:test";
import { demo } from "./support.mjs";

let form;
before(async () => {
  const { build } = createRequire(`${demo}package.json`)("esbuild");
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "./english.ts"; export * from "./catalogue.ts"; export * from "./layout.ts";', resolveDir: `${demo}../pkg/src/intake`, loader: "ts" },
    plugins: [{ name: "built", setup: ({ onResolve }) => onResolve({ filter: /^\.\.\/form\.js$/ }, () => ({ path: join(demo, "../pkg/dist/form.js") })) }],
    bundle: true, format: "esm", write: false, platform: "neutral",
  });
  form = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
});

const pointers = (steps) => steps.flatMap((step) => step.groups.flatMap((group) => group.at));

test("every field that a person can fill in is placed exactly once, and no other", () => {
  const fillable = new Set(form.fields.filter(form.isFillable).map((field) => field.at));
  const placed = pointers(form.layout);
  assert.deepEqual([...placed].sort(), [...fillable].sort());
});

test("a new field appears by itself: with its record, or in a last group", () => {
  const row = (at, type = "text") => ({ at, name: at.split("/").at(-1), type, products: ["pl", "pe"], need: "optional", label: "New" });
  const added = [row("/new_question"), row("/vehicle_information/colour"), row("/new_record", "record"), row("/new_record/member")];
  const steps = form.place([...form.fields, ...added]);
  const placed = pointers(steps);
  for (const { at } of added) assert.equal(placed.filter((other) => other === at).length, 1, at);
  const group = steps.flatMap((step) => step.groups).find(({ at }) => at.includes("/vehicle_information/colour"));
  assert.ok(group.at.includes("/vehicle_information/vin"));
  assert.deepEqual(steps.at(-1).groups.at(-1).at, ["/new_question", "/new_record", "/new_record/member"]);
});

test("a removed field is not shown", () => {
  const steps = form.place(form.fields.filter((field) => field.at !== "/summary"));
  assert.equal(pointers(steps).includes("/summary"), false);
});
