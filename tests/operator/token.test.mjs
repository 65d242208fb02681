// Access, what the page may load, and that hostile text has no effect.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, open, setting, visit } from "./support.mjs";

const it = setting();

test("the token is removed from the address and stays in the tab", async () => {
  const { page, close } = await visit(it);
  assert.equal(await page.evaluate(() => location.href), `${it.base}/operator/#/`);
  assert.equal(await page.evaluate(() => Object.keys(localStorage).length), 0);
  await page.reload();
  await page.locator("h1", { hasText: "Cases" }).waitFor();
  await close();
});

test("an address with a token may link to one case, also in an open tab", async () => {
  const [first, second] = [await it.submit(), await it.submit()];
  const { page, close } = await visit(it, "/", { token: `${it.token}/cases/${first}` });
  await page.locator(".life li").first().waitFor();
  assert.equal(await page.evaluate(() => location.href), `${it.base}/operator/#/cases/${first}`);
  assert.match(await page.locator("h1:visible").innerText(), new RegExp(`\\b${first}$`));
  await page.goto(`${it.base}/operator/#${it.token}/cases/${second}`);
  await page.locator("h1", { hasText: new RegExp(`\\b${second}$`) }).waitFor();
  assert.equal(await page.evaluate(() => location.href), `${it.base}/operator/#/cases/${second}`);
  await page.goBack();
  await page.locator("h1", { hasText: new RegExp(`\\b${first}$`) }).waitFor();
  // With a wrong token the case waits until the right one is given.
  await page.goto(`${it.base}/operator/#an%2Fother/cases/${second}`);
  await page.locator(".notice", { hasText: "does not know this token" }).waitFor();
  await page.getByLabel("Token", { exact: true }).fill(it.token);
  await page.keyboard.press("Enter");
  await page.locator("h1", { hasText: new RegExp(`\\b${second}$`) }).waitFor();
  await close();
});

test("a missing or wrong token is asked for; then the requested page opens", async () => {
  const { page, close } = await visit(it, "/", { token: "" });
  const box = page.getByLabel("Token", { exact: true });
  assert.equal(await page.locator("h1:visible").innerText(), "Operator’s token");
  await button(page, "Open").click();
  assert.match(await page.locator("#sign-in .error").innerText(), /Enter the operator/);
  await box.fill("another");
  await button(page, "Open").click();
  await page.locator(".notice", { hasText: "does not know this token" }).waitFor();
  await box.fill(it.token);
  await page.keyboard.press("Enter");
  await page.locator("h1", { hasText: "Cases" }).waitFor();
  assert.equal(await page.locator("h1").count(), 1);
  await close();
});

test("headers are strict on every file, and no file needs or contains a token", async () => {
  const names = new Set(["", "words.json"]);
  for (const name of names) {
    const answer = await fetch(`${it.base}/operator/${name}`);
    const text = await answer.text();
    assert.equal(answer.status, 200, name);
    assert.match(answer.headers.get("content-security-policy"), /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'$/, name);
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    assert.equal(answer.headers.get("referrer-policy"), "no-referrer");
    assert.ok(!text.includes(it.token), name);
    for (const [, found] of text.matchAll(/(?:"\/operator\/|(?:from |import\()"\.\/)([\w.-]+\.\w+)"/g)) names.add(found);
  }
  assert.ok(names.size > 15, [...names].join(" "));
  assert.equal((await fetch(`${it.base}/operator/nothing.js`)).status, 404);
  assert.equal((await fetch(`${it.base}/operator`)).url, `${it.base}/operator/`);
});

test("markup in a case is text", async () => {
  const markup = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  const id = await it.submit({ plaintiff_name: markup });
  await it.api("POST", `/cases/${id}/pick_up`, {});
  await it.api("POST", `/cases/${id}/need_input`, { message: markup });
  const { page, close } = await visit(it, `/cases/${id}`);
  await page.getByText("The case as it was submitted").click();
  assert.equal(await page.locator(".facts dd").first().innerText(), markup);
  assert.equal(await page.locator(".interactions .words").innerText(), markup);
  assert.equal(await page.locator("main img, main script").count(), 0);
  await open(page, "/");
  await close();
});
