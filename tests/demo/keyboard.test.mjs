// One whole case without a mouse, and the focus never out of sight.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cases, heading, id, payloadOf, setting, visit } from "./support.mjs";

const it = setting();

/** Presses Tab until the wanted control, or its group, has the focus. Each stop on the way must be visible. */
async function tabTo(page, wanted) {
  for (let presses = 0; presses < 80; presses++) {
    const here = await page.evaluate(() => {
      const element = document.activeElement;
      const shown = element.matches("input[type=radio], input[type=checkbox]") ? element.closest(".option") : element;
      const { outlineStyle, outlineWidth } = getComputedStyle(shown);
      const { top, bottom } = element.getBoundingClientRect();
      return {
        id: element.id, name: element.getAttribute("name"), text: element.textContent.trim(), tag: element.tagName,
        outlined: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2, inView: bottom > 0 && top < innerHeight,
      };
    });
    if (here.tag !== "BODY" && here.tag !== "H1") assert.ok(here.outlined && here.inView, `the focus cannot be seen on ${JSON.stringify(here)}`);
    if (here.id === wanted || here.name === wanted || here.text === wanted) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab never reached ${wanted}`);
}

async function answer(page, at, value) {
  const name = id(at);
  await tabTo(page, name);
  const type = await page.evaluate(() => document.activeElement.type);
  if (type === "radio") {
    await page.keyboard.press("Space");
    for (let presses = 0; (await page.evaluate(() => document.activeElement.value)) !== String([value].flat()[0]); presses++) {
      assert.ok(presses < 10, `${at} has no ${value}`);
      await page.keyboard.press("ArrowDown");
    }
  } else if (type === "checkbox") {
    for (const word of value) {
      while ((await page.evaluate(() => document.activeElement.value)) !== word) {
        await page.keyboard.press("Tab");
        assert.equal(await page.evaluate(() => document.activeElement.name), name, `${at} has no ${word}`);
      }
      await page.keyboard.press("Space");
    }
  } else {
    await page.keyboard.type(value);
  }
}

test("a complete case by keyboard alone", async () => {
  const { page, close } = await visit(it);
  for (const [step, answers] of Object.entries(cases.pe)) {
    await page.waitForURL(`**/#/${step}`);
    for (const [at, value] of Object.entries(answers)) await answer(page, at, value);
    await tabTo(page, "Continue");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#summary").isVisible(), false, step);
    assert.equal(await page.evaluate(() => document.activeElement.id), "heading");
  }
  await page.waitForURL("**/#/files");
  await tabTo(page, "files-choose");
  await tabTo(page, "Continue");
  await page.keyboard.press("Enter");
  assert.equal(await heading(page), "Check your answers");
  await tabTo(page, "Send the test case");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/#/sent");
  assert.equal(await heading(page), "The test case was sent");
  assert.equal(await page.evaluate(() => document.activeElement.id), "heading");
  const { cases: [newest] } = await (await fetch(`${it.url}demo/api/cases`)).json();
  assert.deepEqual((await (await fetch(`${it.url}demo/api/cases/${newest.id}`)).json()).payload, payloadOf(cases.pe));
  await close();
});

test("a problem is found, reached and repaired by keyboard", async () => {
  const { page, close } = await visit(it);
  await answer(page, "/case_type", "pe");
  await answer(page, "/base_product", "commercial_auto_policy_existence");
  await answer(page, "/is_defendant_transportation_company", true);
  await tabTo(page, "Continue");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "summary");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), id("/usdot_number"));
  await page.keyboard.type("123");
  assert.equal(await page.locator("#summary").isVisible(), false);
  await page.keyboard.press("Enter");
  assert.equal(await heading(page), "Who is involved?");
  await close();
});
