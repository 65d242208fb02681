// The playground: marks, repairs, trace, settings, by mouse and by keyboard.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { drawn, finding, marked, open, openSettings, sample, selection, tab, textOf, verdictOf, write } from "./playground-support.mjs";
import { setting, today } from "./support.mjs";

const it = setting();
const odd = `{ "case_type" : "pl",\n\t"is_test" :"true" ,\n  "zz": 90071992547409930001,\n  "base_product":"personal_auto_policy_limits",\n\n  "date_of_loss":   "2026-01-01" }`;

test("samples: complete ones are accepted, and errors in the others are marked", async () => {
  const { page, close } = await open(it);
  assert.equal(await verdictOf(page), "Nothing to check yet");
  for (const id of ["pl-good", "pe-good"]) {
    await sample(page, id);
    assert.equal(await verdictOf(page), "Would be accepted");
  }
  for (const id of ["pe-broken", "repairable", "many", "duplicates", "cut-off"]) {
    await sample(page, id);
    assert.equal(await verdictOf(page), "Would be refused");
    await drawn(page);
    const lines = await page.locator(".found .jump").evaluateAll((all) => all.flatMap((jump) => jump.textContent.match(/^Lines? ([\d, ]+)/)[1].split(", ").map(Number)));
    const shown = (await marked(page)).map((label) => Number(/^Line (\d+): \d+ (error|warning)/.exec(label)[1]));
    // The margin has the lines that are seen.
    const seen = (await page.locator(".gutter-number").allTextContents()).map(Number);
    const expected = [...new Set(lines)].filter((line) => seen.includes(line)).sort((a, b) => a - b);
    assert.ok(expected.length > 0, id);
    assert.deepEqual(shown, expected, id);
    for (const jump of await page.locator(".found .jump").all()) {
      const last = (await jump.innerText()).match(/^Lines? ([\d, ]+)/)[1].split(", ").at(-1);
      await jump.click();
      const { line, focused } = await selection(page);
      assert.deepEqual([line, focused], [Number(last), true], id);
    }
  }
  await close();
});

test("a finding links to its value, to its reasons, and to its rule", async () => {
  const { page, close } = await open(it);
  await sample(page, "duplicates");
  await finding(page, "duplicate_key", "/case_type").locator(".jump", { hasText: "Lines 2, 3" }).click();
  assert.deepEqual(await selection(page), { text: '"pl"', line: 3, focused: true });
  await sample(page, "cut-off");
  await finding(page, "not_json").locator(".jump", { hasText: "Line 5" }).click();
  assert.deepEqual(await selection(page), { text: '"', line: 5, focused: true });
  await sample(page, "pe-broken");
  const missing = finding(page, "required", "/usdot_number");
  assert.equal(await missing.locator("a.rule").getAttribute("href"), "rules.html#/rule/pe.usdot_number_given");
  await missing.locator(".pointer", { hasText: "/is_defendant_transportation_company" }).click();
  assert.equal((await selection(page)).text, "true");
  await missing.locator(".jump").click();
  assert.deepEqual(await selection(page), { text: "{", line: 1, focused: true });
  await page.locator(".gutter-mark").first().click();
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^Line 1 /);
  await close();
});

test("a repair changes its place only, and Ctrl+Z undoes it", async () => {
  const { page, close } = await open(it);
  await write(page, odd);
  // The status shows the verdict as soon as the page is at rest.
  await page.evaluate(() => {
    const status = document.getElementById("status");
    window.announced = [];
    new MutationObserver(() => window.announced.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
  });
  await finding(page, "wrong_type", "/is_test").locator("[data-fix]").click();
  assert.equal(await textOf(page), odd.replace('"true"', "true"));
  await page.waitForFunction(() => window.announced.includes("The text is changed."));
  await finding(page, "wrong_type", "/base_product").locator("[data-fix]").click();
  const repaired = odd.replace('"true"', "true").replace('"personal_auto_policy_limits"', '["personal_auto_policy_limits"]');
  assert.equal(await textOf(page), repaired);
  await page.locator("#text").focus();
  await page.keyboard.press("Control+z");
  assert.equal(await textOf(page), odd.replace('"true"', "true"));
  await page.keyboard.press("Control+z");
  assert.equal(await textOf(page), odd);
  await page.locator("#apply-all").click();
  assert.equal(await textOf(page), repaired);
  assert.equal(await page.locator("#apply-all").count(), 0);
  await page.waitForFunction(() => document.activeElement.id === "verdict-title"); // once the verdict is shown
  assert.ok((await page.locator(".question-list li").count()) > 2);
  await close();
});

test("a long number becomes a string with all its digits", async () => {
  const { page, close } = await open(it);
  await write(page, '{"case_type":"pl","policy_number":90071992547409930001}');
  await finding(page, "wrong_type", "/policy_number").locator("[data-fix]").click();
  assert.equal(await textOf(page), '{"case_type":"pl","policy_number":"90071992547409930001"}');
  await close();
});

test("Format keeps numbers and keys, and is disabled for invalid JSON", async () => {
  const { page, close } = await open(it);
  await write(page, '{"a":1.0,"a":90071992547409930001,"b":[]}');
  await page.locator("#format").click();
  assert.equal(await textOf(page), '{\n  "a": 1.0,\n  "a": 90071992547409930001,\n  "b": []\n}');
  await write(page, "{ nothing");
  assert.equal(await page.locator("#format").getAttribute("aria-disabled"), "true");
  await page.locator("#format").click({ force: true });
  assert.equal(await textOf(page), "{ nothing");
  assert.match(await page.locator("#format-reason").innerText(), /can be formatted/);
  await close();
});

test("by keyboard alone: type, leave the text, change tabs, repair", async () => {
  const { page, close } = await open(it);
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim());
  const forward = async (wanted, most = 40) => {
    for (let press = 0; press < most; press++) {
      await page.keyboard.press("Tab");
      if ((await focused()) === wanted) return;
    }
    assert.fail(`${wanted} is not reached; the focus is on ${await focused()}`);
  };
  await forward("text");
  await page.keyboard.type('{"case_type": "pl", "is_test": "true", "insurance_company": "Example"}');
  await forward("wrap", 1);
  await page.keyboard.press("Space");
  assert.equal(await page.locator("#text").getAttribute("wrap"), "soft");
  await forward("tab-issues");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "tab-trace");
  assert.equal(await page.locator("#panel-trace").isVisible(), true);
  await page.keyboard.press("End");
  assert.equal(await focused(), "tab-code");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "tab-issues");
  await forward("panel-issues", 1);
  await forward("apply-all", 1);
  await page.keyboard.press("Enter");
  assert.equal(await textOf(page), '{"case_type": "pl", "is_test": true, "insurance_company": "Example"}');
  assert.equal(await focused(), "verdict-title");
  for (let press = 0; press < 5; press++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal((await selection(page)).focused, true);
  await page.keyboard.press("Shift+Tab");
  await close();
});

test("the samples open and close by keyboard, and Back restores the previous text", async () => {
  const { page, close } = await open(it);
  await write(page, '{"mine": 1}');
  await page.locator("#samples > summary").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("[data-sample=pl-good]").isVisible(), false);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await verdictOf(page), "Would be accepted");
  const given = await textOf(page);
  await page.goBack();
  await page.waitForFunction(() => document.getElementById("text")?.value === '{"mine": 1}');
  await page.goForward();
  await page.waitForFunction((text) => document.getElementById("text")?.value === text, given);
  await close();
});

test("the trace lists every rule by its outcome", async () => {
  const { page, close } = await open(it);
  await sample(page, "pe-broken");
  await tab(page, "trace");
  const all = await page.locator(".standing").count();
  assert.ok(all > 8);
  let sum = 0;
  for (const state of ["satisfied", "violated", "not_applicable", "blocked", "not_checked"]) {
    await page.locator(`[data-standing="${state}"]`).click();
    const seen = await page.locator(`.standing.is-${state}`).count();
    assert.equal(await page.locator(".standing").count(), seen);
    assert.equal(await page.locator(`[data-standing="${state}"] .tab-count`).innerText(), String(seen));
    sum += seen;
    if (state === "violated") assert.equal(await page.locator(".standing a.rule", { hasText: "pe.usdot_number_given" }).count(), 1);
  }
  assert.equal(sum, all);
  await write(page, '{"case_type":"pl"}');
  await page.locator('[data-standing="blocked"]').click();
  assert.ok((await page.locator(".standing-by .pointer").count()) > 0);
  await close();
});

test("the prepared payload and the omitted values", async () => {
  const { page, close } = await open(it);
  await write(page, '{"case_type":"pl","summary":null,"is_black_card":true,"status":"open","insurance_company_name":"Example","policy_number":1.50}');
  await tab(page, "prepared");
  const prepared = JSON.parse(await page.locator("#panel-prepared pre").innerText());
  assert.equal(prepared.insurance_company, "Example");
  assert.equal("summary" in prepared, false);
  assert.match(await page.locator(".omitted").innerText(), /\/summary is null/);
  assert.match(await page.locator("#panel-prepared").innerText(), /cannot represent exactly/);
  await close();
});

test("settings apply at once; invalid ones are reported, and the last valid ones stay in force", async () => {
  const { page, close } = await open(it);
  await sample(page, "pl-good");
  await openSettings(page);
  await page.locator("#setting-today").fill("2019-01-01");
  assert.equal(await finding(page, "future_date", "/date_of_loss").count(), 1);
  await page.locator("#setting-today").fill(today);
  assert.equal(await page.locator(".found").count(), 0);
  await page.locator("#setting-today").fill("tomorrow");
  assert.match(await page.locator("#setting-today-error").innerText(), /`today` must be.*The last valid settings stay in force\./);
  assert.equal(await verdictOf(page), "Would be accepted");
  await page.locator("#setting-today").fill(today);
  assert.equal(await page.locator("#setting-today-error").innerText(), "");

  await openSettings(page, "carriers");
  await page.locator("#setting-refused").fill("Example Mutual");
  assert.equal(await finding(page, "refused_carrier").count(), 1);
  await page.locator("#setting-refused").fill('{"name": "Other", "spellings": ["example  MUTUAL"]}');
  assert.equal(await finding(page, "refused_carrier").count(), 1);
  await page.locator("#setting-refused").fill('Other\n{"name": ');
  assert.match(await page.locator("#setting-refused-error").innerText(), /^Line 2 is not JSON/);
  await page.locator("#setting-refused").fill('{"nam": "x"}');
  assert.match(await page.locator("#setting-refused-error").innerText(), /did you mean `name`/);
  await page.locator("#setting-refused").fill("");

  await openSettings(page, "more");
  await page.locator("#setting-severity").fill("no_such_code: error");
  assert.match(await page.locator("#setting-severity-error").innerText(), /`severity`/);
  await page.locator("#setting-depth").fill("many");
  assert.match(await page.locator("#setting-depth-error").innerText(), /limits\.depth/);
  assert.match(await page.locator("#setting-severity-error").innerText(), /`severity`/);
  await page.locator(".verdict-fault .quiet").click();
  assert.equal(await page.evaluate(() => document.activeElement.id), "setting-severity");
  await page.locator("#setting-severity").fill("");
  await page.locator("#setting-depth").fill("1");
  assert.equal(await finding(page, "too_deep").count(), 1);
  await page.locator("#settings-reset").click();
  assert.equal(await verdictOf(page), "Would be accepted");
  assert.equal(await page.locator("#setting-depth").inputValue(), "");
  await close();
});

test("firm rules: examples, errors in a firm's own rules, and their findings", async () => {
  const { page, close } = await open(it);
  await sample(page, "pl-good");
  await openSettings(page, "house");
  await page.locator('[data-example="numbers"]').click();
  await page.locator(".house-findings", { hasText: "2 rules in force." }).waitFor();
  assert.equal(await finding(page, "required", "/adjuster_phone_number").locator("span.rule").innerText(), "acme.adjuster_phone");
  await page.locator("#setting-house").fill('{"rules": [\n{"id": "x", "then": [{"required": "/nope"}],\n"message": {"en": "a"}}]}');
  assert.match(await page.locator("#setting-house-error").innerText(), /cannot be used/);
  assert.equal(await finding(page, "required", "/adjuster_phone_number").count(), 1);
  await page.locator(".house-findings .jump").click();
  const chosen = await page.locator("#setting-house").evaluate((box) => box.value.slice(box.selectionStart, box.selectionEnd));
  assert.equal(chosen, '"/nope"');
  await page.locator("#setting-house").fill("{");
  assert.match(await page.locator("#setting-house-error").innerText(), /^This is not JSON/);
  await page.locator('[data-example="advice"]').click();
  assert.equal(await finding(page, "house_advice", "/date_of_loss").count(), 1);
  await page.locator("#setting-house").fill("");
  assert.equal(await verdictOf(page), "Would be accepted");
  assert.equal(await page.locator(".found").count(), 0);
  await close();
});

test("a long text does not delay typing: it is checked when typing stops", async () => {
  const { page, close } = await open(it);
  await page.evaluate(() => {
    const box = document.getElementById("text");
    box.value = `{\n  "case_type": "pl",\n${Array.from({ length: 16_000 }, (_, index) => `  "key_number_${index}": "value ${index} of them all, long"`).join(",\n")}\n}`;
    box.dispatchEvent(new Event("input"));
  });
  await page.locator(".verdict-counts", { hasText: "error" }).waitFor();
  assert.ok((await textOf(page)).length > 800_000);
  const [reads, verdict] = await page.evaluate(() => {
    const box = document.getElementById("text");
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
    globalThis.reads = 0;
    Object.defineProperty(box, "value", { configurable: true, set, get() { globalThis.reads++; return get.call(this); } });
    box.focus();
    box.setSelectionRange(2, 2);
    for (let key = 0; key < 5; key++) document.execCommand("insertText", false, " ");
    // Read at once: on a busy machine the check may follow before the next call.
    return [globalThis.reads, document.querySelector(".verdict-counts").innerText];
  });
  assert.equal(reads, 0);
  assert.equal(verdict, "The check waits until you stop typing.");
  await page.locator(".verdict-counts", { hasText: "error" }).waitFor();
  assert.ok((await page.evaluate(() => globalThis.reads)) > 0);
  assert.equal(await page.locator(".found").count(), 100);
  await page.locator("#panel-issues .quiet", { hasText: "more" }).click();
  assert.ok((await page.locator(".found").count()) > 900);
  assert.equal(await page.evaluate(() => document.querySelectorAll(".gutter-line").length < 80), true);
  await close();
});

test("text above the service's limit is reported as a finding, not refused by the page", async () => {
  const { page, close } = await open(it);
  await write(page, JSON.stringify({ case_type: "pl", summary: "x".repeat(1_100_000) }));
  await finding(page, "too_large").waitFor();
  await write(page, `${"[".repeat(100)}${"]".repeat(100)}`);
  await finding(page, "too_deep").waitFor();
  await close();
});

test("the report is downloaded as JSON", async () => {
  const { page, close } = await open(it);
  assert.equal(await page.locator("#download-report").isVisible(), false);
  await write(page, '{"case_type":"pl"}');
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#download-report").click()]);
  assert.equal(saved.suggestedFilename(), "report.json");
  const report = JSON.parse(await readFile(await saved.path(), "utf8"));
  assert.deepEqual([report.ok, report.facts.case_type, report.issues.length > 0, report.trace.length > 0], [false, "pl", true, true]);
  await close();
});
