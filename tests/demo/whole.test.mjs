// The purpose of the demo, as somebody sees it who reads only the pages and follows their links: a
// case of each product, a request answered, an offer bought, results read, a case cancelled.
import assert from "node:assert/strict";
import { test } from "node:test";
import { service, state } from "./cases-support.mjs";
import { agree, next, setting, visit } from "./support.mjs";

const it = setting();

/** Sends a sample from the first page, and follows it to its own page. */
async function send(page, sample) {
  await page.getByRole("link", { name: "New case" }).click();
  await page.locator("#sample-offer summary").click();
  await page.locator(`#sample-offer [data-sample="${sample}"]`).click();
  await page.getByRole("heading", { level: 1, name: "Review your answers" }).waitFor();
  await next(page);
  await page.getByRole("heading", { level: 1, name: "Case submitted" }).waitFor();
  await page.getByRole("link", { name: "Follow the case" }).click();
  await service(page, "pick_up").waitFor();
}

/** Presses the button that the page names as the next step of the service. */
async function step(page, trigger, then) {
  await page.locator(".service-action.is-next", { has: service(page, trigger) }).waitFor();
  await service(page, trigger).click();
  await state(page, then);
}

test("one visit: two cases to their ends, and a third cancelled", async () => {
  const { page, close } = await visit(it);
  for (const sample of ["pl-good", "pe-good"]) {
    await send(page, sample);
    await step(page, "pick_up", "In progress");
    await step(page, "need_input", "Action required");
    await page.locator("#reply").fill("It was the grey van.");
    await page.locator("#respond-send").click();
    await state(page, "Answer received");
    await step(page, "pick_up", "In progress");
    await step(page, "find_policies", "In progress");
    await step(page, "publish_results", "Results ready");
    await page.locator(".result").first().waitFor();
    await page.locator("#offers input").first().check();
    await page.locator(".offer-foot button").click();
    await agree(page);
    await page.locator(".results h3", { hasText: "Policy details you bought" }).waitFor();
    await step(page, "confirm_delivery", "Closed");
  }
  await send(page, "pe-home");
  await page.locator("#cancel summary").click();
  await page.locator("#cancel-send").click();
  await agree(page);
  await state(page, "Canceled");
  const reference = await page.locator(".head-facts dd").first().innerText();
  await page.locator("#developer-on").click();
  await page.locator(".to-life a").click();
  await page.locator(".lifecycle-case", { hasText: `The state of ${reference} is “Closed”.` }).waitFor();
  await page.locator(".lifecycle-case a").click();
  await state(page, "Canceled");
  await page.getByRole("link", { name: "Your cases", exact: true }).click();
  await page.locator(".case-row").nth(2).waitFor();
  const states = await page.locator(".case-row .state").allInnerTexts();
  assert.deepEqual(states, ["Canceled", "Closed", "Closed"]);
  await close();
});
