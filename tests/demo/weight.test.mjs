// The transferred size of the first view, the rulebook's module included.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setting } from "./support.mjs";

const it = setting();

/** The most bytes before the first question can be answered. */
const budget = 150_000;

/** Opens a page in a tab of its own, and returns what it transferred: names and bytes, the largest first. */
async function transferred(context, path, there) {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  const names = new Map();
  const weights = [];
  await network.send("Network.enable");
  network.on("Network.requestWillBeSent", ({ requestId, request }) => names.set(requestId, new URL(request.url).pathname));
  network.on("Network.requestServedFromCache", ({ requestId }) => names.delete(requestId));
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (names.has(requestId)) weights.push([names.get(requestId), encodedDataLength]);
  });
  await page.goto(it.url + path, { waitUntil: "networkidle" });
  await page.locator(there).first().waitFor();
  await page.close();
  return weights.sort((one, other) => other[1] - one[1]);
}

const sumOf = (weights) => weights.reduce((all, [, bytes]) => all + bytes, 0);
const listed = (weights) => weights.map(([name, bytes]) => `${name} ${bytes}`).join(", ");

test("the first view weighs less than 150 KB", async (t) => {
  const context = await it.browser.newContext();
  const weights = await transferred(context, "", "input[type=radio][name=f-case_type]");
  const sum = sumOf(weights);
  t.diagnostic(listed(weights));
  t.diagnostic(`${(sum / 1000).toFixed(1)} KB of ${budget / 1000}`);
  await context.close();
  assert.ok(weights.some(([name]) => name.endsWith(".wasm")), "the module was not loaded");
  assert.ok(sum < budget, `${sum} bytes`);
});

test("a second page loads nothing that the first one already had", async () => {
  const context = await it.browser.newContext();
  const isShared = ([name]) => /-[A-Z0-9]{8}\.\w+$/.test(name);
  const had = new Set((await transferred(context, "cases.html", "h1")).filter(isShared).map(([name]) => name));
  assert.ok([...had].some((name) => name.startsWith("/part-")), [...had].join(" "));
  const again = (await transferred(context, "", "input[type=radio][name=f-case_type]")).filter(([name, bytes]) => had.has(name) && bytes > 0);
  assert.deepEqual(again, []);
  await context.close();
});

test("a second visit transfers less than 10 KB", async (t) => {
  const context = await it.browser.newContext();
  for (const [path, there] of [["", "input[type=radio][name=f-case_type]"], ["cases.html", "h1"], ["playground.html", "#text"], ["rules.html", ".rule-row"], ["legal.html", "h1"]]) {
    const first = sumOf(await transferred(context, path, there));
    const weights = await transferred(context, path, there);
    t.diagnostic(`${path || "/"}: ${sumOf(weights)} bytes after ${first}: ${listed(weights)}`);
    assert.ok(sumOf(weights) < 10_000, listed(weights));
  }
  await context.close();
});
