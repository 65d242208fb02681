// The operator page in Spanish: every text is translated, and the choice of the language stays.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { lists } from "../../pkg/dist/index.js";
import { transitions } from "../../pkg/dist/service.js";
import { texts } from "../../crates/server/src/operator/page/es.js";
import { accessible, noSidewaysScroll, open, screenshot, setting, visit, widths } from "./support.mjs";

const folder = fileURLToPath(new URL("../../crates/server/src/operator/page/", import.meta.url));
const spoken = (word) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll("_", " ");

const it = setting();

test("every text of the page has a Spanish one, and no Spanish text is left over", async () => {
  const wanted = new Set();
  for (const name of await readdir(folder)) {
    const text = await readFile(folder + name, "utf8");
    if (name === "es.js" || !/\.(js|html)$/.test(name)) continue;
    for (const [, key] of text.matchAll(/\bt\("([^"]+)"/g)) wanted.add(key);
    for (const [, key] of text.matchAll(/data-t>([^<]+)</g)) wanted.add(key);
    for (const [, key] of text.matchAll(/aria-label="([^"]+)"[^>]* data-t-label/g)) wanted.add(key);
  }
  assert.ok(wanted.size > 150, String(wanted.size));
  const { states, eligibility } = await (await fetch(`${it.base}/operator/words.json`)).json();
  const triggers = transitions().transitions.map(({ trigger }) => trigger);
  const labels = lists.file_label.words.map(({ value }) => value);
  const words = [states, eligibility, triggers, labels, "delivery", "cancellation", "created", "selected"].flat().map(spoken);
  for (const word of [...words, "pending", "delivered", "failed"]) wanted.add(word);
  assert.deepEqual([...wanted].filter((key) => !(key in texts)).sort(), []);
  assert.deepEqual(Object.keys(texts).filter((key) => !wanted.has(key)).sort(), []);
  for (const [key, text] of Object.entries(texts)) {
    const places = (of) => (of.match(/\{\d\}/g) ?? []).sort().join();
    assert.equal(places(text), places(key), key);
  }
});

test("each kind of failed delivery has words", async () => {
  const post = await readFile(fileURLToPath(new URL("../../crates/server/src/webhooks/post.rs", import.meta.url)), "utf8");
  const kinds = /fn kind\(.*?\n}\n/s.exec(post)[0].matchAll(/=> "(\w+)"/g);
  const { page, close } = await visit(it, "/");
  const worded = await page.evaluate(async () => Object.keys((await import("./case-events.js")).failures));
  assert.deepEqual(worded, [...new Set([...kinds].map(([, kind]) => kind))].sort());
  await close();
});

test("the page is in Spanish on request, at both widths, and stays so", async () => {
  const id = await it.submit({ is_test: true });
  await it.api("POST", `/cases/${id}/pick_up`, {});
  const english = Object.keys(texts).filter((key) => texts[key] !== key && key.length > 5);
  for (const width of widths) {
    const { page, close } = await visit(it, "/", { width });
    await page.getByRole("button", { name: "Español" }).click();
    await page.locator("h1", { hasText: "Casos" }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "es");
    for (const path of ["/", `/cases/${id}`, "/webhooks", "/submit"]) {
      await open(page, path);
      const shown = await page.locator("body").evaluate((body) => body.innerText.split("\n").map((line) => line.trim()));
      assert.deepEqual(shown.filter((line) => english.includes(line)), [], path);
      await noSidewaysScroll(page, path);
      await accessible(page, `${path} in Spanish at ${width}`);
      await screenshot(page, `operator-es-${path.split("/")[1]}-${width}`);
    }
    assert.match(await page.locator("h1").innerText(), /Enviar un caso/);
    await page.reload();
    await page.locator("h1", { hasText: "Enviar un caso" }).waitFor();
    await page.getByRole("button", { name: "English" }).click();
    await page.locator("h1", { hasText: "Submit a case" }).waitFor();
    await close();
  }
});
