// Every page at both widths and in both color schemes: axe, horizontal scrolling, target sizes, and
// a screenshot of each.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { agree, demo, everyLook, fill, next, option, sample, screenshot, setting, visit } from "./support.mjs";

const it = setting();
const questions = ["product", "parties", "incident", "coverage", "files"];

/** Opens each page of the form in several states and calls `look`. */
async function tour(page, look) {
  await look("start");
  await next(page);
  await look("start-error");
  for (const name of ["pe-broken", "pl-good"]) {
    await sample(page, name);
    await look(`${name}-check`);
    for (const step of questions) {
      await page.goto(`${it.url}#/${step}`);
      await page.locator(`#heading`).waitFor();
      await look(`${name}-${step}`);
    }
  }
  await page.goto(`${it.url}#/product`);
  await option(page, "/case_type", "pe").click();
  await look("dialog");
  await agree(page);
  await fill(page, { "/base_product": "personal_homeowners_policy_existence", "/is_defendant_property_owner_and_occupant": false });
  await next(page);
  await look("record-errors");
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await page.reload();
  await look("welcome-back");
}

test("layout and accessibility of every page, width and color scheme", async () => {
  const { page, close } = await visit(it);
  await tour(page, (name) => everyLook(page, name));
  await close();
});

test("each page has one h1, a numbered current step, a language and a title", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pl-good");
  for (const [index, step] of [...questions, "check"].entries()) {
    await page.goto(`${it.url}#/${step}`);
    await page.locator("#step-count", { hasText: `Step ${index + 1} of 6` }).waitFor();
    assert.equal(await page.locator("h1").count(), 1);
    assert.equal(await page.locator('[aria-current="step"]').count(), 1);
    assert.match(await page.title(), new RegExp(`Step ${index + 1} of 6`));
  }
  await close();
});

test("the printed page has the title, the answers and no controls", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pl-good");
  await next(page);
  await page.waitForURL("**/#/sent");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("h1").isVisible(), true);
  assert.match(await page.locator(".title-block").innerText(), /CASE-\d+[^]*Policy Limit[^]*Example Law[^]*SAMPLE-1001/);
  assert.equal(await page.locator(".all-answers").isVisible(), true);
  assert.equal(await page.locator("button:visible, nav:visible, aside:visible").count(), 0);
  await screenshot(page, "print");
  await close();
});

test("nothing moves with reduced motion", async () => {
  const { page, close } = await visit(it);
  const names = await page.locator(".field").evaluateAll((all) => all.map((element) => getComputedStyle(element).animationName));
  assert.deepEqual([...new Set(names)], ["none"]);
  await close();
});

test("no class of a page is styled by the styles of another", async () => {
  const sheets = ["cases", "frame", "playground", "rules", "sent"];
  const owners = new Map();
  for (const sheet of sheets) {
    const text = (await readFile(sheet === "sent" ? `${demo}../pkg/src/intake/styles/sent.css` : `${demo}src/styles/${sheet}.css`, "utf8")).replace(/\/\*[^]*?\*\//g, "");
    for (const [, selectors] of text.matchAll(/([^{}]+)\{/g)) {
      for (const [, name] of selectors.matchAll(/(?:^|,)\s*\.([a-z][\w-]*)/g)) owners.set(name, (owners.get(name) ?? new Set()).add(sheet));
    }
  }
  const shared = [...owners].filter(([name, by]) => by.size > 1 && !/^is-(cases|playground|rules|intake)$/.test(name)).map(([name, by]) => `.${name}: ${[...by]}`);
  // Of the kit: the way back, and buttons.
  assert.deepEqual(shared.filter((line) => !/^\.(back|button|requirement_id):/.test(line)), []);
});
