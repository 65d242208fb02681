// The transferred size of the first view, the rulebook's module included.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setting, visit } from "./support.mjs";

const it = setting();

/** The most bytes before the first question can be answered. */
const budget = 150_000;

test("the first view weighs less than 150 KB", async (t) => {
  const context = await it.browser.newContext();
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  const names = new Map();
  const weights = [];
  await network.send("Network.enable");
  network.on("Network.requestWillBeSent", ({ requestId, request }) => names.set(requestId, new URL(request.url).pathname));
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => weights.push([names.get(requestId), encodedDataLength]));
  await page.goto(it.url, { waitUntil: "networkidle" });
  await page.locator("input[type=radio][name=f-case_type]").first().waitFor();
  const sum = weights.reduce((all, [, bytes]) => all + bytes, 0);
  t.diagnostic(weights.sort((one, other) => other[1] - one[1]).map(([name, bytes]) => `${name} ${bytes}`).join(", "));
  t.diagnostic(`${(sum / 1000).toFixed(1)} KB of ${budget / 1000}`);
  await context.close();
  assert.ok(weights.some(([name]) => name.endsWith(".wasm")), "the module was not loaded");
  assert.ok(sum < budget, `${sum} bytes`);
});

test("a second page loads nothing that the first one already had", async () => {
  const { page, close } = await visit(it);
  const again = [];
  await page.goto(`${it.url}cases.html`);
  await page.locator("h1").waitFor();
  await page.goto(it.url);
  await page.locator("h1").waitFor();
  for (const entry of await page.evaluate(() => performance.getEntriesByType("resource").map(({ name, transferSize }) => [name, transferSize]))) {
    if (/part-/.test(entry[0]) && entry[1] > 0) again.push(entry[0]);
  }
  assert.deepEqual(again, []);
  await close();
});
