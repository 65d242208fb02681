// The work of the panel for developers at each key.
import assert from "node:assert/strict";
import { test } from "node:test";
import { box, sample, setting, visit } from "./support.mjs";

const it = setting();

/** The number of times that the payload was drawn again while letters were typed. */
async function drawings(page, letters) {
  return page.evaluate(async ([at, text]) => {
    let count = 0;
    const observer = new MutationObserver((records) => { count += records.length > 0 ? 1 : 0; });
    observer.observe(document.querySelector(".developer pre[aria-labelledby=sent-title]"), { childList: true, characterData: true, subtree: true });
    const field = globalThis.inPage(at);
    for (const letter of text) {
      field.value += letter;
      field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
      await Promise.resolve();
    }
    await new Promise((resolve) => setTimeout(resolve, 600));
    observer.disconnect();
    return count;
  }, ["#f-plaintiff_name", letters]);
}

test("the payload is drawn once for each key, and a long one once for all keys", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pl-good");
  await page.goto(`${it.url}#/parties`);
  await box(page, "/plaintiff_name").fill("Terry");
  assert.equal(await drawings(page, "abcde"), 5);
  await box(page, "/plaintiff_name").fill("long ".repeat(4000));
  await page.waitForTimeout(600);
  assert.equal(await drawings(page, "abcde"), 1);
  const shown = await page.locator(".developer pre[aria-labelledby=sent-title]").textContent();
  assert.ok(shown.includes("long abcde"));
  await close();
});
