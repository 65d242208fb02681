// The frame of every page: the firm of firm.json, addresses without their ending, and what is seen first
// and moves on a slow network.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { act, create } from "./cases-support.mjs";
import { built, demo, everyLook, setting, visit } from "./support.mjs";

const it = setting();
const firm = JSON.parse(readFileSync(`${demo}src/firm.json`, "utf8"));

const languages = [["es", "Privacidad", "Condiciones"], ["en", "Privacy", "Terms"]];

for (const file of ["", "cases.html", "playground.html", "rules.html", "legal.html"]) {
  const spoken = file === "playground.html" ? languages.slice(1) : languages;
  test(`/${file}: the header and the footer have the firm's name, logo, phone number, privacy notice and terms, in each of its languages`, async () => {
    const { page, close } = await visit(it);
    await page.goto(it.url + file);
    for (const [language, privacy, terms] of spoken) {
      if (spoken === languages) await page.locator(`#language-${language}`).click();
      await page.locator(".foot a", { hasText: privacy }).waitFor();
      assert.match(await page.locator(".top .brand").innerText(), new RegExp(`^${firm.name}`));
      const logo = page.locator(".top .brand img");
      assert.deepEqual([await logo.getAttribute("src"), await logo.evaluate((image) => image.naturalWidth > 0)], [built(firm.logo), true]);
      for (const place of [".top", ".foot"]) {
        const phone = page.locator(`${place} a[href^="tel:"]`);
        assert.deepEqual([await phone.innerText(), await phone.getAttribute("href")], [firm.phone, `tel:${firm.phone.replace(/\D/g, "")}`]);
      }
      assert.equal(await page.getByRole("link", { name: privacy, exact: true }).getAttribute("href"), firm.privacy);
      assert.equal(await page.getByRole("link", { name: terms, exact: true }).getAttribute("href"), firm.terms);
    }
    await close();
  });
}

test("the privacy notice and the terms, at both widths and in both color schemes", async () => {
  const { page, close } = await visit(it);
  await page.getByRole("link", { name: "Terms", exact: true }).click();
  await page.getByRole("heading", { level: 2, name: "Terms" }).waitFor();
  assert.equal(new URL(page.url()).hash, "#terms");
  await everyLook(page, "legal");
  await page.locator("#language-es").click();
  await page.getByRole("heading", { level: 1, name: "Privacidad y condiciones" }).waitFor();
  await everyLook(page, "legal-es");
  await close();
});

test("the languages stay in the line of the pages on a tablet, in both languages", async () => {
  const { page, close } = await visit(it, { width: 768 });
  for (const language of ["en", "es"]) {
    await page.locator(`#language-${language}`).click();
    await page.locator(`html[lang=${language}]`).waitFor();
    const [pages, languages] = await page.locator(".top .pages, .top .languages").evaluateAll((all) => all.map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    }));
    assert.ok(languages.top < pages.bottom, `${language}: ${JSON.stringify([pages, languages])}`);
  }
  await close();
});

test("an address without a page shows one to a browser, in each language, with the status 404", async () => {
  const { page, close } = await visit(it, { expected: /404/ });
  for (const name of ["nothing.html", "nothing"]) assert.equal((await page.goto(it.url + name)).status(), 404);
  await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
  await everyLook(page, "missing");
  await page.locator("#language-es").click();
  await page.getByRole("heading", { level: 1, name: "Página no encontrada" }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Sus casos" }).click();
  await page.waitForURL("**/cases.html");
  const answer = await fetch(`${it.url}nothing.html`);
  assert.deepEqual([answer.status, answer.headers.get("content-type")], [404, "application/problem+json"]);
  await close();
});

test("the playground is English, and the next page is Spanish again", async () => {
  const { page, close } = await visit(it);
  await page.locator("#language-es").click();
  await page.locator("html[lang=es]").waitFor({ state: "attached" });
  await page.locator('.foot a[href="playground.html"]').click();
  await page.locator("#text").waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  assert.equal(await page.locator(".languages").count(), 0);
  await page.locator("#samples > summary").click();
  assert.match(await page.locator("[data-sample=pl-good]").innerText(), /Policy Limit/);
  await page.locator('.pages a[href="cases.html"]').click();
  await page.locator("html[lang=es]").waitFor({ state: "attached" });
  await close();
});

test("a page is found without its ending", async () => {
  const { page, close } = await visit(it);
  for (const name of ["cases", "playground", "rules"]) {
    await page.goto(it.url + name);
    await page.locator("h1").waitFor();
    assert.equal(new URL(page.url()).pathname, `/${name}.html`);
  }
  const answer = await fetch(`${it.url}cases`, { redirect: "manual" });
  assert.deepEqual([answer.status, answer.headers.get("content-type")], [404, "application/problem+json"]);
  await close();
});

/** 400 kbit/s, in bytes a second. */
const slow = { offline: false, latency: 150, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** The pages, and an element of their content. */
const pages = [
  ["", "input[type=radio][name=f-case_type]"], ["cases.html", ".empty"], ["playground.html", "#text"], ["rules.html", ".rule-row"],
  ["rules.html#/rule/pe.usdot_number_given", "details.case"], ["rules.html#/lifecycle", ".lifecycle-table"], ["legal.html", "#terms"],
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
