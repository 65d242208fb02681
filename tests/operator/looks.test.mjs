// Every view at both widths and in both color schemes: axe, horizontal scrolling, target sizes, and
// a screenshot of each.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, action, button, listener, noSidewaysScroll, open, says, schemes, screenshot, setting, tabTo, visit, widths } from "./support.mjs";

let full;
const it = setting(async (it) => {
  const hook = await listener(503);
  await it.api("POST", "/subscriptions", { url: hook.url, secret: true });
  await it.submit({ is_test: true, plaintiff_name: "Robin Sample" });
  await it.api("POST", `/cases/${await it.submit()}/pick_up`, {});
  full = await it.submit({ office_case_number: `A-${"very-long-".repeat(8)}number` });
  await it.api("POST", `/cases/${full}/pick_up`, {});
  await it.api("POST", `/cases/${full}/need_input`, { message: "Which vehicle was it?\nAnd who drove it?" });
  await it.reply(full, "The blue one.");
  await it.api("POST", `/cases/${full}/pick_up`, {});
  await it.api("POST", `/cases/${full}/find_policies`, {});
  await it.api("POST", `/cases/${full}/publish_results`, {});
  await it.api("POST", `/cases/${full}/synthetic_event`, { type: "case.files_updated" });
  await it.submit();
  await hook.close();
});

/** Opens each view in several states and calls `look`. */
async function tour(page, look) {
  await look("cases");
  await page.locator(".clock summary").click();
  await look("clock");
  await page.keyboard.press("Escape");
  await page.getByLabel("State", { exact: true }).selectOption("closed");
  await look("cases-none");
  await open(page, `/cases/${full}`);
  await page.locator(".events summary").first().click();
  await page.getByText("The case as it was submitted").click();
  await look("case");
  await action(page, "Publish results").click();
  await page.locator("#form-publish_results").getByLabel("Write them myself").check();
  await page.getByLabel("Results as JSON").fill("{");
  await page.locator("#form-publish_results .button").click();
  await action(page, "Ask a question").click({ force: true });
  await says(page, "Ask a question is not available");
  await look("case-error");
  await open(page, "/webhooks");
  await button(page, "Remove").click();
  await look("webhooks");
  await open(page, "/submit");
  await page.getByLabel("Case as JSON").fill("{}");
  await button(page, "Submit case").click();
  await page.locator(".issues li").first().waitFor();
  await look("submit-refused");
}

for (const scheme of schemes) {
  for (const width of widths) {
    test(`layout and accessibility: ${scheme} at ${width} px`, async () => {
      const { page, close } = await visit(it, "/", { scheme, width });
      await tour(page, async (name) => {
        await noSidewaysScroll(page, name);
        await accessible(page, `${name} in ${scheme} at ${width}`);
        await screenshot(page, `operator-${name}-${width}-${scheme}`);
      });
      await close();
      const stranger = await visit(it, "/", { scheme, width, token: "" });
      await noSidewaysScroll(stranger.page, "token");
      await accessible(stranger.page, `token in ${scheme} at ${width}`);
      await screenshot(stranger.page, `operator-token-${width}-${scheme}`);
      await stranger.close();
    });
  }
}

test("every target is at least 24 px high and wide", async () => {
  const { page, close } = await visit(it, "/", { width: 320 });
  await tour(page, async (name) => {
    const small = await page.locator("button, input, textarea, select, a, summary").evaluateAll((all) => all
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(".vh, .skip"))
      .map((element) => [element.textContent.trim() || element.id, (element.closest(".option") ?? element).getBoundingClientRect()])
      .filter(([, { width, height }]) => width < 24 || height < 24)
      .map(([text, { width, height }]) => `${text} ${width}×${height}`));
    assert.deepEqual(small, [], name);
  });
  await close();
});

test("focus is visible at every stop of a case", async () => {
  const { page, close } = await visit(it, `/cases/${full}`);
  await tabTo(page, "Fire event");
  await close();
});

test("nothing moves with reduced motion", async () => {
  const { page, close } = await visit(it, `/cases/${full}`);
  await action(page, "Publish results").click();
  assert.equal(await page.locator("#form-publish_results").evaluate((element) => getComputedStyle(element).animationName), "none");
  await close();
});
