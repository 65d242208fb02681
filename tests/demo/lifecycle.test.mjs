// The picture of a case's life: it has the whole table, nothing overlaps, and a case is marked at
// its state.
import assert from "node:assert/strict";
import { test } from "node:test";
import { actions, transitions } from "../../pkg/dist/service.js";
import { heading, setting, visit } from "./support.mjs";

const it = setting();
const table = transitions().transitions;
const states = [...new Set(table.flatMap(({ from, to }) => (to === null ? from : [...from, to])))];

async function open(page, query = "") {
  await page.goto("about:blank");
  await page.goto(`${it.url}rules.html#/lifecycle${query}`);
  await page.locator("svg.lifecycle-picture").waitFor();
}

/** A case as the demo's own server returns it. */
const aCase = (status, allowed) => ({
  case: { id: 42, issue_key: null, status, case_type: "pl" }, version: 1,
  actions: actions({ case: null }).actions.map((action) => ({ ...action, allowed: allowed.includes(action.trigger) })),
});

test("the picture and the table below it have every state and every transition", async () => {
  const { page, close } = await visit(it);
  await open(page);
  assert.equal(await heading(page), "The life of a case");
  assert.deepEqual((await page.locator("[data-state]").evaluateAll((all) => all.map((one) => one.dataset.state))).sort(), ["start", ...states].sort());
  const drawn = await page.locator("svg [data-trigger]").evaluateAll((all) => all.map(({ dataset, textContent }) => ({ ...dataset, text: textContent })));
  const labels = Object.fromEntries(actions({ case: null }).actions.map(({ trigger, label }) => [trigger, label]));
  for (const { from, trigger, to, event } of table) {
    for (const source of from.length === 0 ? ["start"] : from) {
      const found = drawn.find((one) => one.trigger === trigger && one.from.split(" ").includes(source) && one.to === (to ?? source));
      assert.ok(found, `${source}, ${trigger}`);
      assert.ok(found.text.replaceAll(/\s/g, "").includes(labels[trigger].replaceAll(" ", "")), found.text);
      if (event) assert.ok(found.text.includes(event), `${trigger}: ${found.text}`);
    }
  }
  const rows = page.locator(".lifecycle-table tbody tr");
  assert.equal(await rows.count(), table.length);
  for (const [at, { trigger, requirement_ids, decisions, conditions }] of table.entries()) {
    const text = await rows.nth(at).innerText();
    for (const word of [trigger, ...requirement_ids, ...decisions]) assert.ok(text.includes(word), `${trigger}: ${word}`);
    assert.ok(conditions.every((condition) => !text.includes(condition)), "conditions are in words");
  }
  await close();
});

/** Overlaps: words on words, words outside their box, lines through words. */
const collisions = (page) => page.locator("svg.lifecycle-picture").evaluate((svg) => {
  const texts = [...svg.querySelectorAll("text")].map((text) => ({ text: text.textContent, box: text.getBBox(), node: text.closest(".state, .step") }));
  const found = [];
  const apart = (one, other) => one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y + 2 || other.y + other.height <= one.y + 2;
  texts.forEach((one, at) => {
    for (const other of texts.slice(at + 1)) if (!apart(one.box, other.box)) found.push(`“${one.text}” and “${other.text}”`);
    const rect = one.node.querySelector("rect")?.getBBox();
    if (rect && (one.box.x < rect.x || one.box.x + one.box.width > rect.x + rect.width || one.box.y + one.box.height > rect.y + rect.height)) found.push(`“${one.text}” leaves its box`);
  });
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  for (const { text, box } of texts) if (box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height) found.push(`“${text}” leaves the picture`);
  for (const line of svg.querySelectorAll(":scope > path.line")) {
    for (let at = 0; at <= line.getTotalLength(); at += 3) {
      const { x, y } = line.getPointAtLength(at);
      const hit = texts.find(({ box }) => x > box.x && x < box.x + box.width && y > box.y + 3 && y < box.y + box.height - 3);
      if (hit) found.push(`a line through “${hit.text}”`);
    }
  }
  return [...new Set(found)];
});

test("nothing overlaps, at any width, with or without a case", async () => {
  for (const width of [320, 1280]) {
    const { page, close } = await visit(it, { width });
    for (const state of ["", ...states]) {
      await open(page, state && `?state=${state}`);
      assert.deepEqual(await collisions(page), [], `${state} at ${width}`);
      assert.equal(await page.locator(".is-here").count(), state === "" ? 0 : 1);
    }
    await close();
  }
});

test("a case is marked at its state with its possible next steps, also in words", async () => {
  const { page, close } = await visit(it);
  await page.route("**/demo/api/cases/42", (route) => route.fulfill({ json: aCase("in_progress", ["need_input", "publish_results"]) }));
  await open(page, "?case=42");
  await page.locator(".is-here").waitFor();
  assert.equal(await page.locator(".is-here").getAttribute("data-state"), "in_progress");
  assert.match(await page.locator(".lifecycle-case").innerText(), /Case 42 is marked. Its state is “In progress”/);
  assert.match(await page.locator("svg").getAttribute("aria-label"), /“In progress”\. Next: Ask for input \(Service\) leads to “Action required”; Publish results \(Service\) leads to “Results ready”\.$/);
  const marked = await page.locator("svg [data-trigger]").evaluateAll((all) => all.filter((one) => one.querySelector(".mark")).map((one) => one.dataset.trigger));
  assert.deepEqual(marked.sort(), ["need_input", "publish_results"]);
  assert.deepEqual(await page.locator(".lifecycle-table tr.is-now").evaluateAll((all) => all.map((row) => row.dataset.trigger)), ["need_input", "publish_results"]);
  assert.equal(await page.locator(".lifecycle-case a").getAttribute("href"), "cases.html#/42");
  await close();
});

test("only the lines from the case's state are marked, to their ends", async () => {
  const { page, close } = await visit(it);
  for (const state of states) {
    await open(page, `?state=${state}`);
    const { ends, above } = await page.locator("svg").evaluate((svg) => {
      const here = svg.querySelector(".is-here rect").getBBox();
      const lines = [...svg.querySelectorAll(":scope > path.line.is-now")].map((line) => [line.getPointAtLength(0), line.getPointAtLength(line.getTotalLength())]);
      return {
        ends: lines.filter((points) => points.some(({ x, y }) => x > here.x && x < here.x + here.width && (Math.abs(y - here.y) < 1 || Math.abs(y - here.y - here.height) < 1))).length,
        above: lines.filter((points) => points.every(({ y }) => y < here.y + 1)).length,
      };
    });
    const moves = table.filter(({ from, to }) => to !== null && from.includes(state));
    assert.equal(ends, moves.length, state);
    assert.equal(above > 0, state === "action_required", `${state}: only a reply leads up`);
  }
  await close();
});

test("an unknown or unreachable case leaves the picture without a mark", async () => {
  const { page, context } = await visit(it);
  await page.route("**/demo/api/cases/*", (route) => route.fulfill({ status: 404, json: { title: "Not found" } }));
  for (const id of ["41", "x", ""]) {
    await open(page, `?case=${id}`);
    await page.getByText("Case not found.").waitFor();
    assert.equal(await page.locator(".is-here").count(), 0);
  }
  let answers = 0;
  await page.route("**/demo/api/cases/43", (route) => (answers++ === 0 ? route.fulfill({ status: 500 }) : route.fulfill({ json: aCase("closed", ["cancel"]) })));
  await open(page, "?case=43");
  await page.getByText("The service does not answer").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".is-here").waitFor();
  assert.match(await page.locator("svg").getAttribute("aria-label"), /No step changes its state from here\.$/);
  await context.close();
});

test("on a narrow page the small picture fits, and a larger one scrolls by keyboard", async () => {
  const { page, close } = await visit(it, { width: 320 });
  await open(page);
  const frame = page.locator(".lifecycle");
  const scrolls = await frame.evaluate((one) => one.scrollWidth > one.clientWidth);
  assert.equal(await frame.getAttribute("tabindex"), scrolls ? "0" : null);
  assert.equal(await page.locator("svg .event").count(), 0);
  await page.setViewportSize({ width: 700, height: 800 });
  await page.locator("svg .event").first().waitFor();
  await page.evaluate(() => { document.querySelector(".lifecycle").style.width = "20rem"; });
  await page.locator('.lifecycle[tabindex="0"]').focus();
  const before = await frame.evaluate((one) => one.scrollLeft);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((left) => document.querySelector(".lifecycle")?.scrollLeft > left, before);
  await close();
});
