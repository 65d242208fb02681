// A slow network: what is seen first, and what moves while the rest arrives.
import assert from "node:assert/strict";
import { test } from "node:test";
import { act, create } from "./cases-support.mjs";
import { setting } from "./support.mjs";

const it = setting();

/** 400 kbit/s, in bytes a second. */
const slow = { offline: false, latency: 150, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** The pages, and an element of their content. */
const pages = [
  ["", "input[type=radio][name=f-case_type]"], ["cases.html", ".empty"], ["playground.html", "#text"], ["rules.html", ".rule-row"],
  ["rules.html#/rule/pe.usdot_number_given", "details.case"], ["rules.html#/lifecycle", "svg.lifecycle-picture"], ["legal.html", "#terms"],
];

async function open(path, prepare = async () => {}) {
  const context = await it.browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-US" });
  const page = await context.newPage();
  await prepare(page);
  await page.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        globalThis.shifts.push([entry.value, entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.nodeName).join(" | ")]);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", slow);
  await page.goto(it.url + path, { waitUntil: "commit" });
  return { page, context };
}

/** What of the frame and of the page has words. */
const texts = (page) => page.evaluate(() => [".brand", ".pages", "main"].map((selector) => document.querySelector(selector)?.innerText.trim()));

async function littleMoves(t, path, there) {
  const { page, context } = await open(path);
  const painted = await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime, undefined, { polling: 20 });
  await page.locator(there).first().waitFor({ timeout: 30_000 });
  await page.waitForLoadState("networkidle");
  const shifts = await page.evaluate(() => globalThis.shifts);
  const sum = shifts.reduce((all, [value]) => all + value, 0);
  t.diagnostic(`first paint ${Math.round(await painted.jsonValue())} ms, layout shift ${sum.toFixed(3)} ${JSON.stringify(shifts)}`);
  assert.ok(sum < 0.1, JSON.stringify(shifts));
  await context.close();
}

for (const [path, there] of pages) {
  test(`/${path}: the header and the title are painted before any script has arrived`, async () => {
    const { page, context } = await open(path, async (page) => page.route(/\.js$/, () => {})); // never answered
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    const words = await texts(page);
    assert.ok(words.every((text) => text?.length > 3), words.join(" | "));
    assert.equal(await page.locator(there).count(), 0, "the content takes the scripts");
    await context.close();
  });

  test(`/${path}: little moves while the page arrives at 400 kbit/s`, (t) => littleMoves(t, path, there));
}

test("/cases.html: little moves while a list of cases arrives at 400 kbit/s", async (t) => {
  for (const product of ["pl", "pe", "pl", "pe"]) await act(it, (await create(it, product)).case_id, "pick_up");
  await littleMoves(t, "cases.html", "tbody tr");
});
