// Tools that only a stand-in has: the clock, cancellations on hold, samples, events of any type,
// webhooks.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { action, button, listener, open, says, setting, visit } from "./support.mjs";

const it = setting();

test("the clock is moved, set, and reset to now", async () => {
  const { page, close } = await visit(it);
  await page.locator(".clock summary").click();
  for (const [name, moved] of [["+1 hour", "moved +1 h"], ["+12 hours", "moved +13 h"], ["+1 day", "moved +1 d 13 h"], ["+365 days", "moved +366 d 13 h"]]) {
    await button(page, name).click();
    await page.locator(".clock .tag", { hasText: moved }).waitFor();
  }
  await page.getByLabel("Set to (UTC)").fill("2031-05-06T07:08:09");
  await button(page, "Set the clock").click();
  await says(page, "It is May 6, 2031, 07:08 UTC at the stand-in.");
  assert.match((await it.api("GET", "/clock")).now, /^2031-05-06T07:08/);
  await button(page, "Back to now").click();
  await page.locator(".clock .tag", { hasText: "real time" }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".clock-inner").isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "SUMMARY");
  await close();
});

test("the page reports a clock before the newest case", async () => {
  await it.api("PUT", "/clock", { advance_seconds: 3600 });
  await it.submit();
  const { page, close } = await visit(it);
  await page.locator(".clock summary").click();
  const behind = page.locator(".clock", { hasText: "The clock is before the newest case." });
  assert.equal(await behind.getByText("The clock is before").isVisible(), false);
  await button(page, "Back to now").click();
  await behind.getByText("The clock is before").waitFor();
  await close();
});

test("a cancellation is held, and the law firm's actions reflect it", async () => {
  const id = await it.submit();
  const { page, close } = await visit(it, `/cases/${id}`);
  await page.locator(".cancellation", { hasText: "Can be canceled" }).waitFor();
  await page.getByLabel("Cancellation status").selectOption("case_processing");
  await page.getByLabel("Fee in US dollars").fill("lots");
  const form = page.locator("form", { has: page.getByLabel("Fee in US dollars") });
  await form.locator(".button").click();
  await form.locator(".error p").waitFor();
  assert.equal(await page.getByLabel("Fee in US dollars").inputValue(), "lots");
  await page.getByLabel("Fee in US dollars").fill("80.00");
  await form.locator(".button").click();
  await says(page, "Cancellation: saved.");
  await page.locator(".cancellation", { hasText: "Can’t be canceled: case processing." }).waitFor();
  await page.locator(".caller-list", { hasText: "Cancel the case – not available: The case is being processed" }).waitFor();
  await close();
});

test("a test case sends no events itself; any event can be sent for it, and its sample results are placed", async () => {
  const id = await it.submit({ is_test: true });
  const { page, close } = await visit(it, `/cases/${id}`);
  assert.equal(await page.locator(".page-heading .tag").innerText(), "TEST");
  await action(page, "Begin research").click();
  await says(page, "No event fired.");
  await page.getByLabel("Event", { exact: true }).selectOption("case.files_updated");
  await button(page, "Fire event").click();
  await says(page, "Synthetic event: fired case.files_updated. The case is unchanged.");
  await page.locator(".events summary", { hasText: "case.files_updated" }).click();
  await page.locator('pre[aria-label="Body of case.files_updated"]').waitFor();
  assert.match(await page.locator(".events li").innerText(), /synthetic[\s\S]*no subscription/);
  await button(page, "Place the sample results").click();
  await says(page, "Sample results: placed.");
  await page.locator("pre[aria-label=Results]").waitFor();
  await close();
});

test("a real case gets no sample results, and the page gives the reason", async () => {
  const { page, close } = await visit(it, `/cases/${await it.submit()}`);
  assert.equal(await button(page, "Place the sample results").getAttribute("aria-disabled"), "true");
  await button(page, "Place the sample results").click({ force: true });
  await says(page, "Only a test case gets a sample without research.");
  await close();
});

test("a subscription is added, receives events, is rotated and removed", async () => {
  const hook = await listener();
  const { page, close } = await visit(it, "/webhooks");
  await button(page, "Add subscription").click();
  await page.locator(".error", { hasText: "Enter the address." }).waitFor();
  assert.equal(await page.getByLabel("Address").getAttribute("aria-invalid"), "true");
  await page.getByLabel("Address").fill(hook.url);
  await page.getByLabel("case.received").check();
  await button(page, "Add subscription").click();
  await page.locator(".notice", { hasText: "whsec_" }).waitFor();
  const id = await it.submit();
  await page.locator(".log li", { hasText: "case.received" }).filter({ hasText: "delivered" }).waitFor();
  assert.equal(hook.received.length, 1);
  assert.ok(hook.received[0].headers["webhook-signature"]);
  await page.locator(".log li").first().getByRole("button").click();
  await says(page, "Sending delivery");
  while (hook.received.length < 2) await page.waitForTimeout(50);

  await button(page, "Rotate secret").click();
  await page.locator(".notice", { hasText: "The new secret." }).waitFor();
  await button(page, "Finish rotation").click();
  await says(page, "The old secret no longer signs.");
  await button(page, "Remove").click();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Keep it");
  await button(page, "Remove it").click();
  await says(page, "Subscription removed.");
  await open(page, `/cases/${id}`);
  await page.locator(".events summary", { hasText: "case.received" }).click();
  await page.locator(".events .attempts li", { hasText: "status 200" }).first().waitFor();
  await hook.close();
  await close();
});

test("events come late, twice and in any order on request", async () => {
  const { page, close } = await visit(it, "/webhooks");
  await page.getByLabel("Delay in milliseconds").fill("soon");
  const form = page.locator("form", { has: page.getByLabel("Delay in milliseconds") });
  await form.locator(".button").click();
  await form.locator(".error", { hasText: "Enter a whole number" }).waitFor();
  await page.getByLabel("Delay in milliseconds").fill("250");
  await page.getByLabel("Send each event twice").check();
  await form.locator(".button").click();
  await says(page, "Event delivery: saved.");
  const { faults } = await it.api("GET", "/faults");
  assert.deepEqual(faults.map(({ event, fault, ms }) => [event, fault, ms]), [["any", "late", 250], ["any", "doubled", undefined]]);
  await close();
});

test("a case is submitted through another channel, or refused with the rulebook's messages", async () => {
  const { page, close } = await visit(it, "/submit");
  const box = page.getByLabel("Case as JSON");
  await page.waitForFunction(() => Boolean(document.querySelector("textarea")?.value));
  const sample = await box.inputValue();
  await box.fill('{"case_type": "pl"}');
  await button(page, "Submit case").click();
  await page.locator(".issues li", { hasText: "/plaintiff_name" }).waitFor();
  assert.equal(await box.inputValue(), '{"case_type": "pl"}');
  await box.fill(sample);
  await page.getByLabel("Channel").fill("mail");
  await button(page, "Submit case").click();
  await says(page, "Case submitted.");
  await page.locator(".facts", { hasText: "mail" }).waitFor();
  assert.equal(await page.locator("h1").count(), 1);
  await close();
});

test("a case submitted before the page has its data waits for the data", async () => {
  const { page, close } = await visit(it, "/webhooks");
  let answered = () => {};
  const held = new Promise((resolve) => { answered = resolve; });
  await page.route("**/operator/api/overview", async (route) => {
    await held;
    await route.continue();
  });
  // A new document, without state.
  await page.goto("about:blank");
  await page.goto(`${it.base}/operator/#${it.token}`);
  await page.locator("h1").waitFor();
  await page.evaluate(() => { location.hash = "#/submit"; });
  const box = page.getByLabel("Case as JSON");
  await box.fill('{"case_type": "pl"}');
  await button(page, "Submit case").click();
  assert.equal(await page.getByLabel("Organization").locator("option").count(), 0);
  answered();
  await page.locator(".issues li", { hasText: "/plaintiff_name" }).waitFor();
  assert.equal(await box.inputValue(), '{"case_type": "pl"}');
  await close();
});

test("each kind of failed delivery has words", async () => {
  const post = await readFile(fileURLToPath(new URL("../../crates/server/src/webhooks/post.rs", import.meta.url)), "utf8");
  const kinds = /fn kind\(.*?\n}\n/s.exec(post)[0].matchAll(/=> "(\w+)"/g);
  const { page, close } = await visit(it, "/");
  const worded = await page.evaluate(async () => Object.keys((await import("./case-events.js")).failures));
  assert.deepEqual(worded, [...new Set([...kinds].map(([, kind]) => kind))].sort());
  await close();
});
