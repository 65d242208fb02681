// The playground at both widths and in both color schemes: axe, horizontal scrolling, target sizes,
// and a screenshot of each state.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compared, drawn, openSettings, openTroubled, sample, tab, write } from "./playground-support.mjs";
import { accessible, everyLook, setting } from "./support.mjs";

const it = setting();
const calls = "**/casegate/check_case";
/** A measured time differs at every run. */
const still = (page) => page.locator(".verdict-facts dd", { hasText: /median|mediana/ }).waitFor();

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
  await compared(page, "equal, byte for byte");
  await still(page);
  await look("broken-json");
  await sample(page, "many");
  await compared(page, "equal, byte for byte");
  await still(page);
  await look("many");
  for (const id of ["trace", "prepared", "facts", "code", "beside"]) {
    await tab(page, id);
    await look(id);
  }
  await tab(page, "compare");
  await page.locator("#compare-day").fill("2027-12-31");
  await look("compare");
  await tab(page, "schema");
  await page.locator("#panel-schema pre").waitFor();
  await look("schema");
  await tab(page, "issues");
  await sample(page, "pl-good");
  await openSettings(page, "house");
  await page.locator('[data-example="numbers"]').click();
  await compared(page, "equal, byte for byte");
  await look("house-rules");
  await page.locator("#setting-house").fill(JSON.stringify({ rules: [
    { id: "acme.phone", product: "pl", when: [{ field: "/claim_number", set: true }], then: [{ required: "/adjuster_phone_number" }], message: { en: "Enter the adjuster's phone number." } },
    { id: "acme.no_phone", product: "pl", when: [{ field: "/policy_number", set: true }], then: [{ forbidden: "/adjuster_phone_number" }], message: { en: "Leave it out." } },
  ] }));
  await tab(page, "examine");
  await look("examine");
  await page.locator("#examine-start").click();
  await page.locator('[data-witness="conflict"]').waitFor();
  await look("examine-fault");
  await page.locator("#language-es").click();
  await page.locator("#examine-start", { hasText: "Examinar" }).click();
  await page.locator("#panel-examine .fault", { hasText: "valores opuestos" }).waitFor();
  await look("examine-fault-es");
  await page.locator("#language-en").click();
  await page.locator('[data-witness="conflict"], #panel-examine [role=status]:not(:empty)').first().waitFor();
  await page.locator("#examine-start", { hasText: "Examine" }).click();
  await page.locator("#panel-examine .fault", { hasText: "opposite values" }).waitFor();
  await page.locator('[data-witness="conflict"]').click();
  assert.equal(JSON.parse(await page.locator("#text").inputValue()).claim_number, "Test");
  await tab(page, "issues");
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
  await page.locator("#language-es").click();
  await sample(page, "repairable");
  await compared(page, "igual, byte por byte");
  await still(page);
  await look("spanish");
  await page.locator("#language-en").click();
  await page.locator("#wrap").check();
  await write(page, JSON.stringify({ case_type: "pl", summary: "A long line that is wrapped. ".repeat(12), plaintiff_name: 1 }, null, 2));
  await page.route(calls, async (route) => {
    const answer = await route.fetch();
    const report = await answer.json();
    report.issues[0].severity = "warning";
    report.rulebook.digest = "0000000000000000";
    await route.fulfill({ response: answer, body: JSON.stringify(report) });
  });
  await write(page, '{"case_type": "pl"}');
  await compared(page, "2 differences");
  await tab(page, "beside");
  await look("difference");
  await page.unroute(calls);
  await page.route(calls, (route) => route.fulfill({ status: 500, body: "" }));
  await write(page, JSON.stringify({ case_type: "pl", summary: "A long line that is wrapped. ".repeat(12), plaintiff_name: 1 }, null, 2));
  await compared(page, "does not answer");
  await look("service-away");
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
