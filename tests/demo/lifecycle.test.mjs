// The life of a case as a table: every transition, and the steps that are possible for a case.
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
  await page.locator(".lifecycle-table").waitFor();
}

/** A case as the demo's own server returns it. */
const aCase = (status, allowed) => ({
  case: { id: 42, issue_key: null, status, case_type: "pl" }, version: 1,
  actions: actions({ case: null }).actions.map((action) => ({ ...action, allowed: allowed.includes(action.trigger) })),
});

const marked = (page) => page.locator(".lifecycle-table tr.is-now").evaluateAll((all) => all.map((row) => row.dataset.trigger));

test("the table has every state and every transition", async () => {
  const { page, close } = await visit(it);
  await open(page);
  assert.equal(await heading(page), "The life of a case");
  const labels = Object.fromEntries(actions({ case: null }).actions.map(({ trigger, label }) => [trigger, label]));
  const rows = page.locator(".lifecycle-table tbody tr");
  assert.equal(await rows.count(), table.length);
  for (const [at, { from, trigger, event, requirement_ids, decisions, conditions }] of table.entries()) {
    const text = await rows.nth(at).innerText();
    for (const word of [trigger, labels[trigger], event ?? "No event", ...requirement_ids, ...decisions]) assert.ok(text.includes(word), `${trigger}: ${word}`);
    assert.equal(await rows.nth(at).locator("td").first().locator("li").count(), from.length, trigger);
    assert.ok(conditions.every((condition) => !text.includes(condition)), "conditions are in words");
  }
  await close();
});

test("the possible steps of a state are marked", async () => {
  const { page, close } = await visit(it);
  for (const state of states) {
    await open(page, `?state=${state}`);
    assert.deepEqual(await marked(page), table.filter(({ from }) => from.includes(state)).map(({ trigger }) => trigger), state);
  }
  await close();
});

test("the possible steps of a case are marked", async () => {
  const { page, close } = await visit(it);
  await page.route("**/demo/api/cases/42", (route) => route.fulfill({ json: aCase("in_progress", ["need_input", "publish_results"]) }));
  await open(page, "?case=42");
  await page.locator(".is-now").first().waitFor();
  assert.match(await page.locator(".lifecycle-case").innerText(), /The state of Case 42 is “In progress”\./);
  assert.deepEqual(await marked(page), ["need_input", "publish_results"]);
  assert.equal(await page.locator(".lifecycle-case a").getAttribute("href"), "cases.html#/42");
  await close();
});

test("an unknown or unreachable case leaves the table without a mark", async () => {
  const { page, context } = await visit(it);
  await page.route("**/demo/api/cases/*", (route) => route.fulfill({ status: 404, json: { title: "Not found" } }));
  for (const id of ["41", "x", ""]) {
    await open(page, `?case=${id}`);
    await page.getByText("Case not found.").waitFor();
    assert.deepEqual(await marked(page), []);
  }
  let answers = 0;
  await page.route("**/demo/api/cases/43", (route) => (answers++ === 0 ? route.fulfill({ status: 500 }) : route.fulfill({ json: aCase("closed", ["cancel"]) })));
  await open(page, "?case=43");
  await page.getByText("The service does not answer").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("The state of Case 43 is “Closed”.").waitFor();
  await context.close();
});
