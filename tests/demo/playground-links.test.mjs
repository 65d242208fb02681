// The service's settings, links, files, and what a tab keeps.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { finding, judged, open, openSettings, openTroubled, sample, textOf, verdictOf, write } from "./playground-support.mjs";
import { copied, setting, today } from "./support.mjs";

const it = setting();
const holds = (page, text) => page.waitForFunction((wanted) => document.getElementById("text")?.value === wanted, text);

test("without the account the page's own settings apply", async () => {
  const { page, close } = await openTroubled(it);
  await page.route("**/demo/api/account", (route) => route.fulfill({ status: 500, body: "" }));
  await page.reload();
  await page.locator("#text").waitFor();
  await sample(page, "pl-good");
  assert.equal(await verdictOf(page), "Would be accepted");
  await openSettings(page);
  assert.equal(await page.locator("#setting-today").inputValue(), today);
  await close();
});

test("with the account the service's settings apply", async () => {
  const { page, close } = await open(it);
  const { context } = await (await fetch(`${it.url}demo/api/account`)).json();
  await openSettings(page);
  await page.waitForFunction((day) => document.getElementById("setting-today")?.value === day, context.today);
  assert.equal(await page.locator("#setting-token_name").inputValue(), context.token_name);
  await close();
});

test("a link restores text and settings, and Back returns", async () => {
  const { page, context, close } = await open(it);
  const text = '{\n\t"case_type": "pl", "summary": "é😀\\ud800 – ﷽"\n}';
  await write(page, text);
  await openSettings(page);
  await page.locator("#setting-today").fill("2026-02-03");
  await page.locator("#setting-credential").selectOption("master");
  const link = await copied(page, async () => {
    await page.locator("#copy-link").click();
    await page.locator(".notice", { hasText: "The link is copied" }).waitFor();
  });
  assert.ok(link.startsWith(`${it.url}playground.html#c=`));
  assert.equal(page.url(), link);

  const other = await context.newPage();
  const asked = [];
  other.on("request", (request) => asked.push(request.url()));
  await other.goto(link);
  await holds(other, text);
  await openSettings(other);
  assert.equal(await other.locator("#setting-today").inputValue(), "2026-02-03");
  assert.equal(await other.locator("#setting-credential").inputValue(), "master");
  assert.deepEqual(asked.filter((url) => url.includes("#") || url.includes("c=")).filter((url) => !url.startsWith(`${it.url}playground.html`)), []);

  // After an edit the text is another one, and the address no longer claims to have it.
  await write(other, "{}");
  await other.waitForFunction(() => location.hash === "");
  await other.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
  await holds(other, text);
  await other.goBack();
  await holds(other, "{}");
  await close();
});

test("two tabs are independent, and each survives a reload", async () => {
  const { page, context, close } = await open(it);
  await write(page, '{"tab": 1}');
  const other = await context.newPage();
  await other.goto(`${it.url}playground.html`);
  await other.locator("#text").waitFor();
  assert.match(await textOf(other), /"is_test": "true"/, "a new tab has the first sample");
  await write(other, '{"tab": 2}');
  await page.reload();
  await holds(page, '{"tab": 1}');
  await other.reload();
  await holds(other, '{"tab": 2}');
  const long = JSON.stringify({ summary: "x".repeat(900_000) });
  await write(other, long);
  await other.reload();
  await holds(other, long);
  assert.deepEqual(await other.evaluate(() => Object.keys(localStorage).filter((key) => /playground/.test(key))), []);
  await close();
});

test("the text survives a visit to another page", async () => {
  // The list of rules adds its own view to the address, before or after the page has loaded.
  const isRules = (url) => url.pathname === "/rules.html";
  const { page, close } = await open(it);
  await write(page, '{"kept": true}');
  await page.locator('.pages a[href="rules.html"]').click();
  await page.waitForURL(isRules);
  await page.locator("h1").waitFor();
  await page.goBack();
  await page.locator("#text").waitFor();
  await holds(page, '{"kept": true}');
  await page.locator('.pages a[href="rules.html"]').click();
  await page.waitForURL(isRules);
  await page.locator('.pages a[href="playground.html"]').click();
  await page.locator("#text").waitFor();
  await holds(page, '{"kept": true}');
  await close();
});

test("an unreadable link is reported, and the page starts empty", async () => {
  for (const hash of ["#c=abc", "#c=", "#c=%00"]) {
    const { page, close } = await open(it, { hash });
    await page.locator(".notice", { hasText: "This link cannot be read" }).waitFor();
    assert.equal(await textOf(page), "");
    assert.equal(new URL(page.url()).hash, "");
    await page.locator(".notice-close").click();
    assert.equal(await page.locator(".notice").isVisible(), false);
    await close();
  }
});

test("a text too long for a link is saved to a file and loaded again", async () => {
  const { page, close } = await open(it);
  const noise = randomBytes(40_000).toString("base64");
  const text = JSON.stringify({ case_type: "pl", summary: noise });
  await write(page, text);
  await openSettings(page);
  await page.locator("#setting-token_name").fill("someone@example.test");
  await page.locator("#copy-link").click();
  await page.locator(".notice", { hasText: "too long for a link" }).waitFor();
  assert.equal(new URL(page.url()).hash, "");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator(".notice .quiet", { hasText: "Save as a file" }).click()]);
  const file = join(it.folder, "playground.json");
  await saved.saveAs(file);
  await write(page, "");
  await page.locator("#setting-token_name").fill("");
  await page.locator('input[type="file"]').setInputFiles(file);
  await holds(page, text);
  assert.equal(await page.locator("#setting-token_name").inputValue(), "someone@example.test");
  await close();
});

test("a file is opened by button or dropped, byte for byte", async () => {
  const { page, close } = await open(it);
  const file = join(it.folder, "case.json");
  await writeFile(file, '\uFEFF{"case_type": "pl"}');
  await page.locator('input[type="file"]').setInputFiles(file);
  await holds(page, '\uFEFF{"case_type": "pl"}');
  assert.equal(await finding(page, "not_json").count(), 1);
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{"dropped": 1}'], "a.json"));
    for (const type of ["dragenter", "dragover", "drop"]) document.getElementById("text").dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  });
  await holds(page, '{"dropped": 1}');
  await page.locator('input[type="file"]').setInputFiles({ name: "long.json", mimeType: "application/json", buffer: Buffer.alloc(4 * 1024 * 1024 + 1, 32) });
  await page.locator(".notice", { hasText: "larger than 4 MB" }).waitFor();
  assert.equal(await textOf(page), '{"dropped": 1}');
  await close();
});

test("the text is not in the console, the address, or storage that outlives the tab", async () => {
  const { page, context, close } = await open(it);
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  await write(page, '{"case_type":"pl","plaintiff_name":"Zzyzx Quux","is_test":"Zzyzx"');
  await judged(page);
  await write(page, '{"case_type":"pl","plaintiff_name":"Zzyzx Quux","is_test":"Zzyzx"}');
  await judged(page);
  assert.deepEqual(said, []);
  assert.doesNotMatch(page.url(), /Zzyzx|#/);
  const state = JSON.stringify(await context.storageState());
  assert.doesNotMatch(state, /Zzyzx/);
  await close();
});
