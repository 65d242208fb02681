// One whole case without a mouse, with the focus always visible.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, cases, heading, id, payloadOf, setting, tabTo, visit } from "./support.mjs";

const it = setting();

test("a complete case by keyboard alone", async () => {
  const { page, close } = await visit(it);
  for (const [step, answers] of Object.entries(cases.pe)) {
    await page.waitForURL(`**/#/${step}`);
    for (const [at, value] of Object.entries(answers)) await answer(page, at, value);
    await tabTo(page, "Continue");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#summary").isVisible(), false, step);
    assert.equal(await page.evaluate(() => focusedElement().id), "heading");
  }
  await page.waitForURL("**/#/files");
  await tabTo(page, "files-choose");
  await tabTo(page, "Continue");
  await page.keyboard.press("Enter");
  assert.equal(await heading(page), "Review your answers");
  await tabTo(page, "Submit test case");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/#/sent");
  assert.equal(await heading(page), "Test case submitted");
  assert.equal(await page.evaluate(() => focusedElement().id), "heading");
  const { cases: [newest] } = await (await fetch(`${it.url}demo/api/cases`)).json();
  assert.deepEqual((await (await fetch(`${it.url}demo/api/cases/${newest.id}`)).json()).payload, payloadOf(cases.pe));
  await close();
});

test("a problem is found, reached and repaired by keyboard", async () => {
  const { page, close } = await visit(it);
  await answer(page, "/case_type", "pe");
  await answer(page, "/base_product", "commercial_auto_policy_existence");
  await answer(page, "/is_defendant_transportation_company", true);
  await tabTo(page, "Continue");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => focusedElement().id), "summary");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => focusedElement().id), id("/usdot_number"));
  await page.keyboard.type("123");
  assert.equal(await page.locator("#summary").isVisible(), false);
  await page.keyboard.press("Enter");
  assert.equal(await heading(page), "Who is involved?");
  await close();
});
