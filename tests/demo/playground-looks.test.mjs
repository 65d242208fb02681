// The playground at both widths and in both color schemes: axe, horizontal scrolling, target sizes,
// and a screenshot of each state.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, judged, openSettings, openTroubled, sample, tab, write } from "./playground-support.mjs";
import { accessible, everyLook, setting } from "./support.mjs";

const it = setting();
async function tour(page, look) {
  const starts = await page.locator("#verdict-title, .verdict-card .hint").evaluateAll((all) => all.map((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return Math.round(range.getBoundingClientRect().left);
  }));
  assert.equal(starts[0], starts[1], "the title and the text of an empty verdict begin at one place");
  await look("empty");
  await page.locator("#samples > summary").click();
  await look("samples");
  await page.keyboard.press("Escape");
  await sample(page, "cut-off");
  await judged(page);
  await look("broken-json");
  await sample(page, "many");
  await judged(page);
  await look("many");
  for (const id of ["trace", "prepared", "code"]) {
    await tab(page, id);
    await look(id);
  }
  await tab(page, "issues");
  await sample(page, "pl-good");
  await openSettings(page, "house");
  await page.locator('[data-example="numbers"]').click();
  await look("house-rules");
  await page.locator("#setting-today").fill("tomorrow");
  await page.locator("#setting-house").fill('{"rules": [{"id": "x", "then": [{"required": "/nope"}], "message": {"en": "a"}}]}');
  await openSettings(page, "carriers");
  await openSettings(page, "more");
  await openSettings(page, "json");
  const tops = await page.locator("#setting-today, #setting-as_of").evaluateAll((boxes) => boxes.map((box) => [box.labels[0], box].map((element) => Math.round(element.getBoundingClientRect().top))));
  assert.deepEqual(tops[0], tops[1], "labels and boxes of a line are at one height, also with an error");
  await look("settings-faults");
  await page.locator("#settings-reset").click();
  await page.locator("#settings > summary").click();
  await page.locator("#wrap").check();
  await write(page, JSON.stringify({ case_type: "pl", summary: "A long line that is wrapped. ".repeat(12), plaintiff_name: 1 }, null, 2));
  await look("wrapped");
}

test("layout and accessibility of every state, width and color scheme", async () => {
  const { page, close } = await openTroubled(it);
  await tour(page, (name) => everyLook(page, `playground-${name}`));
  await close();
});

test("wrapped lines have their number at their first row", async () => {
  const { page, close } = await openTroubled(it, { width: 320 });
  await write(page, `{\n  "summary": "${"many words ".repeat(40)}",\n  "plaintiff_name": 1\n}`);
  const tops = async () => {
    await drawn(page);
    return page.locator(".gutter-line").evaluateAll((all) => all.map((line) => Number.parseFloat(line.style.top)));
  };
  assert.deepEqual(await tops(), [0, 24, 48, 72]);
  await page.locator("#wrap").check();
  const wrapped = await tops();
  assert.deepEqual(wrapped.slice(0, 2), [0, 24]);
  assert.ok(wrapped[2] > 48 + 24 * 5, String(wrapped));
  assert.equal(wrapped[3] - wrapped[2], 24);
  const content = await page.locator("#text").evaluate((box) => box.scrollHeight - 2 * Number.parseFloat(getComputedStyle(box).paddingTop));
  assert.ok(Math.abs(content - (wrapped[3] + 24)) <= 1 || content >= wrapped[3] + 24, `${content} for ${wrapped[3] + 24}`);
  await close();
});

test("in forced colors the chosen tab and the chosen button of a group can be told from the others", async () => {
  const { page, close } = await openTroubled(it);
  await page.emulateMedia({ forcedColors: "active" });
  await tab(page, "code");
  const styleOf = (selector, style) => page.locator(selector).first().evaluate((element, name) => getComputedStyle(element)[name], style);
  assert.notEqual(await styleOf('.tab[aria-selected="true"]', "borderBottomColor"), await styleOf('.tab[aria-selected="false"]', "borderBottomColor"));
  assert.notEqual(await styleOf('#panel-code .chip[aria-pressed="true"]', "backgroundColor"), await styleOf('#panel-code .chip[aria-pressed="false"]', "backgroundColor"));
  await accessible(page, "forced colors");
  await close();
});
