// What each page promises its visitor, at the width of a phone and of a desk, in both languages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { act, at, create } from "./cases-support.mjs";
import { judged, textOf, verdictOf } from "./playground-support.mjs";
import { cases, fill, next, noSidewaysScroll, setting, visit } from "./support.mjs";

const it = setting();
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

const pixels = (locator, property) => locator.evaluate((element, name) => parseFloat(getComputedStyle(element)[name]), property);
const token = (page, name) => page.evaluate((wanted) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.setProperty("color", `var(${wanted})`);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}, name);

const casePage = {
  "the title names the parties": async (page) => assert.equal(await page.locator("h1").innerText(), "Maria Gonzalez v. Dana Demo"),
  "the answer, the PDF and the print button are on the first screen": async (page) => {
    for (const selector of [".answer", "#pdf", "#pdf + button"]) {
      const { y, height } = await page.locator(selector).boundingBox();
      assert.ok(y + height < page.viewportSize().height, `${selector} ends at ${y + height}`);
    }
  },
  "the limits are the largest text": async (page) => {
    const limits = await pixels(page.locator(".result .is-liability_limits dd").first(), "fontSize");
    for (const other of await page.locator("main :is(h2, h3, dd, .answer)").all()) {
      if (!(await other.evaluate((element) => element.matches(".is-liability_limits dd")))) assert.ok(await pixels(other, "fontSize") < limits);
    }
  },
  "a canceled policy has the color of a doubt": async (page) => {
    const mark = page.locator(".verdict-mark", { hasText: "canceled" });
    assert.equal(await mark.evaluate((element) => getComputedStyle(element).color), await token(page, "--warning"));
  },
  "the date of loss is on the bar of each policy": async (page) => {
    const places = await page.locator(".period-bar").evaluateAll((bars) => bars.map((bar) => ["from", "until", "loss"].map((name) => parseFloat(bar.style.getPropertyValue(`--${name}`)))));
    // October 1, 2025 to April 1, 2026, and January 1 to December 15, 2025, with a loss on January 31, 2026.
    assert.equal(places.length, 2);
    const [[from, until, loss], [before, canceled, same]] = places;
    assert.ok(before < from && from < canceled && canceled < loss && loss < until && loss === same, JSON.stringify(places));
    assert.deepEqual(await page.locator(".period-bar").evaluateAll((bars) => bars.map((bar) => bar.matches(".is-over"))), [false, true]);
  },
  "the cancellation is folded": async (page) => assert.deepEqual(await page.locator("#cancel").count() === 0 || await page.locator("#cancel-reason").isVisible(), false),
  "there is one drop zone": async (page) => assert.equal(await page.locator(".drop:visible").count(), 1),
  "there is no view for developers": async (page) => assert.equal(await page.locator("#developer:visible, .contents a[href$=developer]").count(), 0),
};

for (const size of [phone, desk]) {
  test(`the page of a case with results keeps its promises at ${size.width} px`, async () => {
    const made = await create(it, "pl", { plaintiff_name: "Maria Gonzalez", date_of_loss: "2026-01-31" });
    await act(it, made.case_id, "pick_up");
    await act(it, made.case_id, "publish_results");
    const { page, close } = await at(it, made.case_id, size);
    await page.locator(".result").first().waitFor();
    for (const [promise, check] of Object.entries(casePage)) await check(page).catch((error) => assert.fail(`${promise}: ${error.message}`));
    await close();
  });
}

test("while a question is open, its answer has the drop zone, and the cancellation is folded", async () => {
  const made = await create(it, "pl");
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "need_input", { message: "Which vehicle was it?" });
  const { page, close } = await at(it, made.case_id);
  await page.locator("#respond-drop:visible").waitFor();
  assert.equal(await page.locator(".drop:visible").count(), 1);
  assert.equal(await page.locator("#cancel-reason").isVisible(), false);
  await page.locator("#cancel summary").click();
  assert.equal(await page.locator("#cancel-reason").isVisible(), true);
  await close();
});

/** Targets below 44 px that are not links inside a sentence. */
const small = (page) => page.evaluate(() => allInPage("a, button, summary, input, select, textarea")
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(".vh, .skip, p.hint a, .simulated a"))
  .map((element) => [element.textContent.trim() || element.id, (element.closest(".option, .case-row, label.check") ?? element).getBoundingClientRect()])
  .filter(([, { height, width }]) => width > 1 && (width < 44 || height < 43.5)).map(([text, { width, height }]) => `${text} ${width}×${height}`));

for (const language of ["en", "es"]) {
  test(`the form on a phone: one row above it, the first question on the first screen, targets of 44 px, a way back (${language})`, async () => {
    const { page, close } = await visit(it, phone);
    if (language !== "en") await page.locator(`#language-${language}`).click();
    await page.locator(`html[lang=${language}]`).waitFor();
    const tops = await page.locator(".top .brand img, .top .pages a, .top .languages button").evaluateAll((all) => all
      .filter((element) => element.checkVisibility()).map((element) => element.getBoundingClientRect()).map(({ top, height }) => top + height / 2));
    assert.ok(Math.max(...tops) - Math.min(...tops) < 12, `one row: ${tops}`);
    const last = await page.locator(".cards .option").last().boundingBox();
    assert.ok(last.y + last.height < phone.height, `the first question ends at ${last.y + last.height}`);
    assert.deepEqual(await small(page), []);
    for (const [step, answers] of Object.entries(cases.pl)) {
      await page.waitForURL(`**/#/${step}`);
      if (step !== "product") assert.equal(await page.locator(".actions .back").isVisible(), true, step);
      assert.equal(await page.locator(".steps [aria-current] .name").isVisible(), true, step);
      assert.deepEqual(await small(page), [], step);
      await fill(page, answers);
      await next(page);
    }
    await page.waitForURL("**/#/files");
    assert.deepEqual(await small(page), [], "files");
    await next(page);
    await page.waitForURL("**/#/check");
    await page.locator(".all-answers .row").first().waitFor();
    assert.deepEqual(await small(page), [], "check");
    await close();
  });
}

test("the playground opens with three findings, each with a fix, on tabs in one line, and a day that can be moved", async () => {
  const { page, close } = await visit(it, phone);
  assert.equal(await page.locator(".pages a[href^=playground], .pages a[href^=rules]").count(), 0, "developers find it in the footer");
  await page.locator('.foot a[href="playground.html"]').click();
  await page.locator(".found").first().waitFor();
  await judged(page);
  assert.deepEqual([await page.locator(".found").count(), await page.locator("[data-fix]").count()], [3, 3]);
  assert.equal(await page.locator(".repair-offer p").innerText(), "3 fixes available.");
  const tops = await page.locator(".tab").evaluateAll((all) => all.map((tab) => Math.round(tab.getBoundingClientRect().top)));
  assert.equal(new Set(tops).size, 1, String(tops));
  await page.locator("#apply-all").click();
  assert.equal(await verdictOf(page), "Would be accepted");
  await page.locator("#day").focus();
  await page.keyboard.press("End");
  assert.equal(await verdictOf(page), "Would be refused");
  assert.equal(await page.locator("#setting-today").inputValue(), "2027-04-05");
  assert.equal(await page.locator(".day output").innerText(), "2027-04-05");
  const before = await textOf(page);
  await page.locator("#copy-link").click();
  await page.waitForFunction(() => location.hash.startsWith("#c="));
  assert.equal(new URL(page.url()).search, "");
  await page.goto("about:blank");
  await page.goBack();
  await page.locator("#text").waitFor();
  assert.equal(await textOf(page), before);
  await close();
});

test("the list has a new case at its head, its state as a filter, and times on one line, at every width and in both languages", async () => {
  const waiting = await create(it, "pl");
  await act(it, waiting.case_id, "pick_up");
  await act(it, waiting.case_id, "need_input", { message: "Which?" });
  await create(it, "pe");
  const { page, close } = await at(it);
  for (const width of [390, 768, 1000, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [language, chosen] of [["es", "Acción requerida"], ["en", "Action required"]]) {
      await page.locator(`#language-${language}`).click();
      await page.locator(`html[lang=${language}] .case-row`).first().waitFor();
      const [head, first] = await Promise.all([".list-head .button", ".case-row >> nth=0"].map((selector) => page.locator(selector).boundingBox()));
      assert.ok(head.y < first.y, "a new case begins above the list");
      for (const cell of await page.locator(".case-row :is(.cell-submitted, .cell-state) > span:last-child").all()) {
        assert.ok((await cell.boundingBox()).height < 36, `${language} at ${width}: ${await cell.innerText()} wraps`);
      }
      await noSidewaysScroll(page, `${language} at ${width}`);
      assert.deepEqual(await page.locator(".case-table td, .case-table th").evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)), []);
      await page.locator("#state").selectOption({ label: chosen });
      assert.equal(await page.locator(".case-row:visible").count(), await page.locator(".state.is-action_required:visible").count());
      assert.ok(await page.locator(".case-row:visible").count() > 0);
      await page.locator("#state").selectOption("");
      await page.locator(".list-others .case-row").first().waitFor();
    }
    if (width === phone.width) assert.deepEqual(await small(page), []);
  }
  await close();
});

test("the form at a desk: answers beside the questions, a state and a month by name, fees where they arise, and a dialog that keeps", async () => {
  const { page, close } = await visit(it, desk);
  assert.equal(await page.locator(".start dt").count(), 3);
  await page.locator(".start summary").click();
  assert.match(await page.locator(".start").innerText(), /You need[^]*date of the loss[^]*Fees[^]*may cost extra/);
  for (const step of ["product", "parties"]) {
    await page.waitForURL(`**/#/${step}`);
    await fill(page, cases.pl[step]);
    await next(page);
  }
  await page.waitForURL("**/#/incident");
  const given = page.locator(".given-list");
  assert.match(await given.innerText(), /Product\nPolicy Limit[^]*Plaintiff's full name\nTerry Testcase[^]*Defendant: last name\nDemo/);
  await fill(page, { "/date_of_loss": "13/45/1980", "/crash_state": "Georga" });
  await next(page);
  const reason = page.locator("#f-date_of_loss-error");
  assert.match(await reason.innerText(), /There is no month 13. The month comes first.$/);
  assert.match(await page.locator(".summary").innerText(), /There is no month 13/);
  const note = page.locator("#f-date_of_loss-note");
  assert.equal(await note.textContent(), "");
  await fill(page, { "/date_of_loss": "2/30/2026" });
  await page.locator("#f-crash_state").focus();
  assert.match(await reason.innerText(), /February 2026 has 28 days.$/);
  await page.getByRole("button", { name: "Use “Georgia”" }).click();
  assert.equal(await page.locator("#f-crash_state").inputValue(), "GA");
  await page.locator(".draft button", { hasText: "Delete draft" }).click();
  assert.equal(await page.locator("dialog .button:not(.secondary)").innerText(), "Keep my answers");
  await page.keyboard.press("Escape");
  await fill(page, cases.pl.incident);
  await next(page);
  await page.waitForURL("**/#/coverage");
  for (const at of ["add_on_services", "expedited_request"]) assert.match(await page.locator(`#f-${at}-hint`).innerText(), /Additional fees may apply/);
  await page.setViewportSize(phone);
  assert.equal(await given.isVisible(), false, "a phone has the review");
  await close();
});
