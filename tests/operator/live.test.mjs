// The page refreshes while somebody looks: nothing moves under the cursor, and a failure loses
// nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { action, open, says, setting, visit } from "./support.mjs";

const it = setting();

test("the list updates, and keeps focus and scroll position", async () => {
  const ids = [];
  for (let count = 0; count < 30; count++) ids.push(await it.submit());
  const { page, close } = await visit(it);
  const link = page.locator(`[data-keep="case-${ids[3]}"]`);
  assert.deepEqual(await page.locator(".case-heads span").allInnerTexts(), ["Case", "Plaintiff", "State", "Product", "Organization", "Source", "Created"]);
  assert.equal(await page.locator(".case-plaintiff").first().textContent(), "Plaintiff: Terry Testcase");
  await link.focus();
  const before = await link.evaluate((element) => [scrollY, element.getBoundingClientRect().top]);
  assert.ok(before[0] > 0);
  await it.api("POST", `/cases/${ids[3]}/pick_up`, {});
  await page.locator(".case-row", { has: link }).locator(".chip", { hasText: "In progress" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.keep), `case-${ids[3]}`);
  assert.deepEqual(await link.evaluate((element) => [scrollY, element.getBoundingClientRect().top]), before);
  await page.getByLabel("State", { exact: true }).selectOption("in_progress");
  assert.equal(await page.locator(".case-row").count(), 1);
  await link.click();
  await page.locator(".life li").first().waitFor();
  await page.goBack();
  await page.locator(".case-row").first().waitFor();
  assert.equal(await page.locator(".case-row").count(), 1, "the filter is in the address");
  await close();
});

test("open details, typed text and focus survive changes of the case", async () => {
  const id = await it.submit();
  await it.api("POST", `/cases/${id}/pick_up`, {});
  const { page, close } = await visit(it, `/cases/${id}`);
  await page.locator(".events summary", { hasText: "case.received" }).click();
  await action(page, "Ask a question").click();
  await page.keyboard.type("Half a sen");
  await it.api("POST", `/cases/${id}/synthetic_event`, { type: "case.closed" });
  await page.locator(".events li", { hasText: "synthetic" }).waitFor();
  await page.keyboard.type("tence");
  assert.equal(await page.getByLabel("What is needed").inputValue(), "Half a sentence");
  assert.equal(await page.locator(".events details[open]").count(), 1);
  await close();
});

test("a stopped stand-in is reported, and its return loses nothing", async () => {
  const id = await it.submit();
  await it.api("POST", `/cases/${id}/pick_up`, {});
  const { page, close } = await visit(it, `/cases/${id}`);
  await action(page, "Ask a question").click();
  await page.keyboard.type("Do not lose this");
  await it.stop();
  await page.locator(".banner", { hasText: "does not answer" }).waitFor();
  await page.locator("#form-need_input .button").click();
  await page.locator("#form-need_input .error", { hasText: "does not answer" }).waitFor();
  await it.restart();
  await page.locator(".banner .button").click();
  await says(page, "The stand-in answers again.");
  assert.equal(await page.locator(".banner p").count(), 0);
  assert.equal(await page.getByLabel("What is needed").inputValue(), "Do not lose this");
  await page.locator("#form-need_input .button").click();
  await says(page, "Ask a question: done.");
  await close();
});

test("an unknown case is reported in words", async () => {
  const { page, close } = await visit(it);
  await page.evaluate(() => { location.hash = "#/cases/987654"; });
  await page.locator(".error", { hasText: "No case has this number." }).waitFor();
  await open(page, "/");
  await close();
});
