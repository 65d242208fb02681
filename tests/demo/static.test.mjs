// The pages of the documentation site, which have no service: they check, and send nothing.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { browser as chromium, serve } from "../support/chromium.mjs";
import { target } from "../support/target.mjs";

const folder = target("static-pages");
let browser, server;

before(async () => {
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL("../../web-demo/build.mjs", import.meta.url)), "--static", folder]);
  server = await serve(Object.fromEntries(readdirSync(folder).map((name) => [`/try/${name}`, pathToFileURL(join(folder, name))])));
  browser = await chromium();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

async function open(path) {
  const page = await browser.newPage();
  const seen = { requests: [], complaints: [] };
  page.on("request", (request) => seen.requests.push(request));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && seen.complaints.push(message.text()));
  page.on("pageerror", (error) => seen.complaints.push(String(error)));
  await page.goto(`${server.origin}/try/${path}`);
  return { page, ...seen };
}

/** All requests were for files of the folder, without content. */
function sentNothing({ requests, complaints }) {
  assert.deepEqual(complaints, []);
  for (const request of requests) {
    assert.deepEqual([request.method(), request.url().startsWith(`${server.origin}/try/`)], ["GET", true], request.url());
    assert.equal(new URL(request.url()).search, "");
  }
}

test("the playground checks a case and sends nothing", async () => {
  const visit = await open("playground.html");
  const { page } = visit;
  await page.locator("#text").waitFor();
  await page.locator("#text").fill(`{ "case_type": "pl", "plaintiff_name": "Marked Plaintiff" }`);
  await page.locator('.found[data-code="required"]').first().waitFor();
  await page.locator(".verdict-facts").waitFor();
  assert.deepEqual(await page.locator(".pages a").evaluateAll((all) => all.map((link) => link.getAttribute("href"))), ["../", "playground.html", "rules.html"]);
  // The pages of the documentation belong to no firm.
  assert.equal(await page.locator(".brand").innerText(), "Coverage research");
  assert.equal(await page.locator("header img, [href^='tel:'], .foot a").count(), 0);
  sentNothing(visit);
});

test("a rule is shown with its cases, and a case leads to the playground", async () => {
  const visit = await open("rules.html#/rule/pl.policyholder_named");
  const { page } = visit;
  await page.locator("main details > summary").first().click();
  await page.locator('a.button[href^="playground.html#"]').first().click();
  await page.locator(".verdict-facts").waitFor();
  sentNothing(visit);
});
