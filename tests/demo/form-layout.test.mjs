// The places of questions: no field is forgotten or repeated, labels in one line, folds, cards, and
// nothing that moves.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { before, test } from "node:test";
import { answersOf, openDraft } from "./sending-support.mjs";
import { accessible, box, cases, demo, fill, id, next, noSidewaysScroll, option, setting, visit } from "./support.mjs";

const it = setting();
const fold = (page, text) => page.locator("details.fold", { has: page.locator("summary", { hasText: text }) });

/** The top of a question's label and of its box. */
const tops = (page, at) => box(page, at).evaluate((input) => [input.labels[0], input].map((element) => Math.round(element.getBoundingClientRect().top)));

test("labels and boxes of one line are at one height, with and without a hint or an error", async () => {
  const { page, close } = await visit(it);
  await openDraft(page, answersOf(cases.pl));
  await page.goto(`${it.url}#/parties`);
  await page.locator("#heading").waitFor();
  const person = (name) => `/defendant_information/${name}`;
  const lines = [["first_name", "middle_name"], ["last_name", "date_of_birth"], ["state_or_province", "postal_or_zip_code"]];
  for (const [left, right] of lines) assert.deepEqual(await tops(page, person(left)), await tops(page, person(right)), `${left} and ${right}`);
  await fill(page, { [person("date_of_birth")]: "someday" });
  await next(page);
  await page.locator(`#${id(person("date_of_birth"))}-error`).waitFor();
  assert.deepEqual(await tops(page, person("last_name")), await tops(page, person("date_of_birth")));
  await accessible(page, "labels in one line");
  await close();
});

test("the current step is filled, with and without a problem", async () => {
  const { page, close } = await visit(it);
  const isFilled = () => page.locator('.steps [aria-current="step"] .number').evaluate((number) => {
    const { backgroundColor, borderTopColor } = getComputedStyle(number);
    // One color may be written in two ways.
    const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const painted = (color) => {
      brush.fillStyle = color;
      brush.fillRect(0, 0, 1, 1);
      return String(brush.getImageData(0, 0, 1, 1).data);
    };
    return painted(backgroundColor) === painted(borderTopColor);
  });
  assert.equal(await isFilled(), true);
  await next(page);
  await page.locator(".steps .wrong[aria-current]").waitFor();
  assert.equal(await isFilled(), true);
  await accessible(page, "a problem on the current step");
  await close();
});

test("optional questions are folded, with their names, until something is in the fold", async () => {
  const { page, close } = await visit(it);
  await fill(page, cases.pl.product);
  await next(page);
  await page.waitForURL("**/#/parties");
  const known = fold(page, "Driver license number");
  assert.equal(await known.locator("summary").innerText(), "More (optional): Phone number · Phone extension · Driver license number · Driver license state");
  assert.equal(await box(page, "/defendant_information/license_number").isVisible(), false);
  await accessible(page, "folds");
  await known.locator("summary").press("Enter");
  await fill(page, { ...cases.pl.parties, "/defendant_information/license_state": "zz" });
  await known.locator("summary").click();
  // An error opens the fold, and its link leads there.
  await next(page);
  await page.locator("#summary a").click();
  assert.equal(await page.evaluate(() => focusedElement().id), id("/defendant_information/license_state"));
  assert.equal(await box(page, "/defendant_information/license_state").isVisible(), true);
  await fill(page, { "/defendant_information/license_state": "" });
  await next(page);
  await page.waitForURL("**/#/incident");
  assert.equal(await fold(page, "Make").evaluate((details) => details.open), false);
  await close();
  const other = await visit(it);
  await openDraft(other.page, answersOf(cases.pl));
  await other.page.goto(`${it.url}#/incident`);
  await box(other.page, "/vehicle_information/vehicle_year").waitFor();
  assert.equal(await fold(other.page, "Make").evaluate((details) => details.open), true);
  await other.close();
});

test("each product is a card with a sentence", async () => {
  const { page, close } = await visit(it);
  const card = (value) => page.locator("label.option", { has: option(page, "/case_type", value) });
  assert.match(await card("pl").innerText(), /^Policy Limit\s+You know the insurer/);
  assert.match(await card("pe").innerText(), /^Policy Existence\s+You don’t know[^]*365 days[^]*transportation companies/);
  const [left, right] = await Promise.all(["pl", "pe"].map((value) => card(value).boundingBox()));
  assert.equal(left.y, right.y);
  await page.setViewportSize({ width: 320, height: 900 });
  await noSidewaysScroll(page, "cards at 320");
  await card("pe").click();
  assert.equal(await option(page, "/case_type", "pe").isChecked(), true);
  await close();
});

test("little moves at 390 px, from the first question to the last", async () => {
  const { page, context, close } = await visit(it, { width: 390 });
  await context.addInitScript(() => {
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.moved += entry.value;
    }).observe({ type: "layout-shift" });
  });
  await page.reload();
  await page.locator("h1").waitFor();
  // The frame of the page around the form has a test of its own.
  await page.evaluate(() => { globalThis.moved = 0; });
  for (const [step, answers] of Object.entries(cases.pe)) {
    await page.waitForURL(`**/#/${step}`);
    await fill(page, answers);
    await next(page);
  }
  await page.waitForURL("**/#/files");
  const moved = await page.evaluate(() => globalThis.moved);
  assert.ok(moved < 0.1, `layout shift ${moved}`);
  await close();
});

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
