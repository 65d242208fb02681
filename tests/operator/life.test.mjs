// A whole life of a case from the page: by mouse, and by keyboard alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { action, button, says, setting, tabTo, visit } from "./support.mjs";

const it = setting();
const UNDELIVERABLE = "This can only be done while the results are ready.";

/** The reason beside a disabled action, and that it is disabled for everyone. */
async function off(page, name) {
  assert.equal(await action(page, name).getAttribute("aria-disabled"), "true", name);
  const about = await action(page, name).getAttribute("aria-describedby");
  return page.locator(`#${about}`).innerText();
}

test("from submission to closing by mouse", async () => {
  const id = await it.submit();
  const { page, close } = await visit(it, `/cases/${id}`);
  assert.equal(await page.locator('[aria-current="step"]').innerText(), "Received");
  assert.equal(await off(page, "Confirm delivery"), UNDELIVERABLE);

  await action(page, "Begin research").click();
  await says(page, "Begin research: done. The case is now “In progress”. Fired case.in_progress.");
  assert.equal(await off(page, "Confirm delivery"), UNDELIVERABLE);

  await action(page, "Ask a question").click();
  await page.locator("#form-need_input .button").click();
  assert.match(await page.locator("#form-need_input .error").innerText(), /Write what is needed/);
  await page.getByLabel("What is needed").fill("Which vehicle was it?");
  await page.locator("#form-need_input .button").click();
  await says(page, "Fired case.action_required.");
  assert.equal(await page.locator("#form-need_input").isVisible(), false);
  assert.equal(await page.locator('[aria-current="step"]').innerText(), "Action required");
  assert.match(await off(page, "Ask a question"), /A request for input is already open/);
  await page.locator(".interactions", { hasText: "Which vehicle was it?" }).waitFor();

  await it.reply(id, "The blue one");
  await page.locator(".interactions .reply", { hasText: "The blue one" }).waitFor();
  await page.locator('[aria-current="step"]', { hasText: "Received" }).waitFor();
  await action(page, "Begin research").click();
  await says(page, "Begin research: done.");

  await action(page, "Offer policies").click();
  await page.locator("#form-find_policies .button").click();
  await says(page, "Fired case.additional_policies_found.");
  await page.locator(".policies li").first().waitFor();

  await action(page, "Publish results").click();
  await page.locator("#form-publish_results").getByLabel("Write them myself").check();
  await page.getByLabel("Results as JSON").fill("{ no JSON");
  await page.locator("#form-publish_results .button").click();
  assert.match(await page.locator("#form-publish_results .error").innerText(), /not JSON/);
  assert.equal(await page.getByLabel("Results as JSON").inputValue(), "{ no JSON");
  await page.locator("#form-publish_results").getByLabel("Use the product’s sample").check();
  await page.locator("#form-publish_results .button").click();
  await says(page, "Fired case.results_ready.");
  await page.locator("pre[aria-label=Results]").waitFor();

  await action(page, "Confirm delivery").click();
  await page.getByLabel("Closing note").fill(" Paid in full. ");
  await page.locator("#form-confirm_delivery .button").click();
  await says(page, "The case is now “Closed”. Fired case.closed.");
  const { case: { closing } } = await it.api("GET", `/cases/${id}`);
  assert.deepEqual(closing, { by: "delivery", note: " Paid in full. " });
  for (const name of ["Begin research", "Ask a question", "Publish results", "Offer policies", "Confirm delivery"]) {
    assert.match(await off(page, name), /The case is closed/, name);
  }
  const callers = await page.locator(".caller-list").innerText();
  assert.match(callers, /Cancel the case – not available: The case is closed/);
  assert.equal(await page.locator(".timeline > li").count(), 8);
  assert.match(await page.locator(".events > li").first().innerText(), /case\.closed/);
  await close();
});

test("from the list to closing by keyboard", async () => {
  const id = await it.submit({ plaintiff_name: "Kim Keyboard" });
  const { page, close } = await visit(it);
  await page.locator(`[data-keep="case-${id}"]`).waitFor();
  await tabTo(page, await page.locator(`[data-keep="case-${id}"]`).innerText());
  await page.keyboard.press("Enter");
  await page.locator(".life li").first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "H1");

  await tabTo(page, "Ask a question");
  await page.keyboard.press("Enter");
  await says(page, "Ask a question is not available: This can only be done while the case is being researched.");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await says(page, "Begin research: done.");

  await tabTo(page, "Ask a question");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Send the declaration page.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await says(page, "Ask a question: done.");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Ask a question");
  await it.reply(id, "Here it is");
  await page.locator('[aria-current="step"]', { hasText: "Received" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Ask a question", "a refresh moves no focus");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await says(page, "Begin research: done.");

  await tabTo(page, "Publish results");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await says(page, "Publish results: done.");
  await tabTo(page, "Confirm delivery");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await says(page, "The case is now “Closed”.");
  await page.goBack();
  await page.locator("h1", { hasText: "Cases" }).waitFor();
  await page.goForward();
  await page.locator('[aria-current="step"]', { hasText: "Closed" }).waitFor();
  await close();
});

test("unusual results are published with the library's notes, and results of the other product are refused", async () => {
  const id = await it.submit();
  const { page, close } = await visit(it, `/cases/${id}`);
  await action(page, "Begin research").click();
  await says(page, "Begin research: done.");
  await action(page, "Publish results").click();
  const form = page.locator("#form-publish_results");
  await form.getByLabel("Write them myself").check();
  await page.getByLabel("Results as JSON").fill(`{"case_type": "policy_existence_search"}`);
  await form.locator(".button").click();
  await form.locator(".error", { hasText: "belongs to the other product" }).waitFor();
  await page.getByLabel("Results as JSON").fill(`{"greeting": 1}`);
  await form.locator(".button").click();
  await says(page, "Note at /greeting: ");
  await close();
});

test("invisible characters are shown as marks", async () => {
  const id = await it.submit({ plaintiff_name: "Kim \u202egnorW\u200b" });
  const { page, close } = await visit(it, `/cases/${id}`);
  await page.getByText("Kim [U+202E]gnorW[U+200B]", { exact: true }).first().waitFor();
  assert.doesNotMatch(await page.locator("body").innerText(), /[\u202e\u200b]/);
  await close();
});

test("an action that the stand-in refuses is reported at its button, and typed text stays", async () => {
  const id = await it.submit();
  const { page, close } = await visit(it, `/cases/${id}`);
  await action(page, "Begin research").click();
  await says(page, "Begin research: done.");
  await action(page, "Ask a question").click();
  await page.getByLabel("What is needed").fill("x".repeat(9000));
  await page.locator("#form-need_input .button").click();
  await page.locator("#form-need_input .error", { hasText: "at most" }).waitFor();
  assert.equal((await page.getByLabel("What is needed").inputValue()).length, 9000);
  await button(page, "Not now").click();
  assert.equal(await page.locator("#form-need_input").isVisible(), false);
  await close();
});
