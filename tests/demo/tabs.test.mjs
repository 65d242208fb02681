// Two tabs and one draft, and a tab left open overnight.
import assert from "node:assert/strict";
import { test } from "node:test";
import { agree, box, cases, fill, heading, next, option, refuse, restore, setting, today, visit, withoutFiles } from "./support.mjs";

const it = setting();
const stored = (page) => page.evaluate(() => Object.values(localStorage)[0]);
const answersIn = async (page) => JSON.parse((await stored(page)) ?? '{"answers":{}}').answers;
const others = (page) => page.locator(".draft [role=status]");
const keptWith = (page, text) => page.waitForFunction((wanted) => Object.values(localStorage)[0]?.includes(wanted), text, { timeout: 10_000 });

/** Tab A has chosen a product; tab B has restored that draft. */
async function twoTabs() {
  const { page: a, context, close } = await visit(it);
  await fill(a, { "/case_type": "pe" });
  await keptWith(a, '"/case_type"');
  const b = await context.newPage();
  await b.clock.setFixedTime(new Date(`${today}T12:05:00Z`));
  await b.goto(it.url);
  await restore(b);
  return { a, b, context, close };
}

async function answerInB(b) {
  await fill(b, { "/base_product": "commercial_auto_policy_existence", "/is_defendant_transportation_company": true, "/usdot_number": "42" });
  await keptWith(b, '"42"');
}

test("reloading or closing a tab without typing keeps the newer draft of another tab", async () => {
  const { a, b, close } = await twoTabs();
  await answerInB(b);
  const newer = await stored(b);
  await others(a).filter({ hasText: "Another tab has saved a newer draft" }).waitFor();
  await a.reload();
  assert.equal(await stored(b), newer);
  assert.equal(await heading(a), "Continue your draft?");
  await restore(a);
  assert.equal(await box(a, "/usdot_number").inputValue(), "42");
  assert.match(await a.locator(".draft").innerText(), /Saved in this browser at/);
  await a.close();
  assert.equal(await stored(b), newer);
  await close();
});

test("typing in a tab does not overwrite the newer draft of another tab, unless the person agrees", async () => {
  const { a, b, close } = await twoTabs();
  await answerInB(b);
  const newer = await stored(b);
  await fill(a, { "/base_product": "personal_homeowners_policy_existence" });
  await a.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.equal(await stored(b), newer);
  assert.match(await others(a).innerText(), /not being saved/);
  await a.getByRole("button", { name: "Save the answers in this tab instead" }).click();
  assert.deepEqual((await answersIn(a))["/base_product"], ["personal_homeowners_policy_existence"]);
  assert.equal(await others(a).innerText(), "");
  await others(b).filter({ hasText: "Another tab has saved a newer draft" }).waitFor();
  await close();
});

test("a draft discarded in one tab is not revived by another", async () => {
  const { a, b, close } = await twoTabs();
  await fill(a, { "/base_product": "commercial_auto_policy_existence" });
  await keptWith(a, "commercial_auto");
  await b.getByRole("button", { name: "Delete draft" }).click();
  await agree(b);
  await others(a).filter({ hasText: "deleted in another tab" }).waitFor();
  await fill(a, { "/is_defendant_transportation_company": true });
  await a.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.equal(await stored(b), undefined);
  await a.close({ runBeforeUnload: true });
  await b.waitForTimeout(300);
  assert.equal(await stored(b), undefined);
  await close();
});

test("the offer to continue follows changes to the draft in another tab", async () => {
  const { a, b, context, close } = await twoTabs();
  const c = await context.newPage();
  await c.goto(it.url);
  assert.match(await c.locator(".page").innerText(), /with 1 answer was saved/);
  await answerInB(b);
  await c.locator(".intro", { hasText: "with 4 answers" }).waitFor();
  await b.getByRole("button", { name: "Delete draft" }).click();
  await agree(b);
  await c.locator(".notice", { hasText: "deleted in another tab" }).waitFor();
  assert.equal(await heading(c), "What do you need us to find?");
  await a.close();
  assert.equal(await stored(c), undefined);
  await close();
});

test("text typed just before the tab closes is saved", async () => {
  const { page, close } = await visit(it);
  await fill(page, { "/case_type": "pl" });
  await page.reload();
  assert.equal(await heading(page), "Continue your draft?");
  await close();
});

const day = (page) => page.locator("#context-today");
const isDay = (page, wanted) => page.waitForFunction((text) => inPage("#context-today")?.value === text, wanted);
const see = (page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("the day is the service's at the start, when the tab returns and at Continue, unless set by hand", async () => {
  const { page, close } = await visit(it);
  await it.setDay("2026-04-01");
  try {
    await page.reload();
    await page.locator(".developer > summary").click();
    await isDay(page, "2026-04-01");
    assert.match(await page.locator("#context-today-hint").innerText(), /service's clock/);
    await it.setDay("2026-04-02");
    await see(page);
    await isDay(page, "2026-04-02");
    await it.setDay("2026-04-03");
    await fill(page, cases.pe.product);
    await next(page);
    await isDay(page, "2026-04-03");
    await day(page).fill("2025-06-01");
    assert.match(await page.locator("#context-today-hint").innerText(), /set here/);
    const asked = page.waitForResponse("**/demo/api/account");
    await see(page);
    await asked;
    await next(page);
    assert.equal(await day(page).inputValue(), "2025-06-01");
  } finally {
    await it.setDay(today);
  }
  await close();
});

test("the form does not wait for a service that does not answer; the day is then the device's", async () => {
  const { page, close } = await visit(it);
  await page.route("**/demo/api/account", () => {});
  await page.reload();
  assert.equal(await heading(page), "What do you need us to find?");
  await page.locator(".developer > summary").click();
  assert.equal(await day(page).inputValue(), today);
  assert.match(await page.locator("#context-today-hint").innerText(), /day of this device/);
  await page.clock.setFixedTime(new Date("2026-03-02T08:00:00Z"));
  await see(page);
  assert.equal(await day(page).inputValue(), "2026-03-02");
  await page.clock.setFixedTime(new Date("2026-03-03T08:00:00Z"));
  await fill(page, cases.pe.product);
  await next(page);
  assert.equal(await day(page).inputValue(), "2026-03-03");
  await day(page).fill("2025-06-01");
  await see(page);
  await next(page);
  assert.equal(await day(page).inputValue(), "2025-06-01");
  await close();
});

test("a payload that is refused as a whole is reported on the step where Continue was pressed", async () => {
  const { page, close } = await visit(it);
  await fill(page, cases.pe.product);
  await next(page);
  await fill(page, cases.pe.parties);
  await next(page);
  await fill(page, cases.pe.incident);
  await next(page);
  await fill(page, cases.pe.coverage);
  await box(page, "/other_search_reason").fill("x".repeat(1_100_000));
  await next(page);
  const summary = page.locator("#summary");
  assert.match(await summary.innerText(), /Your answers are too long/);
  assert.match(page.url(), /#\/coverage$/);
  assert.equal(await page.evaluate(() => focusedElement().id), "summary");
  await page.locator(".steps a").first().click();
  assert.match(await summary.innerText(), /Your answers are too long/);
  await next(page);
  assert.match(page.url(), /#\/product$/);
  // No other answer is mistaken for one that is no longer asked.
  await option(page, "/is_defendant_transportation_company", "false").click();
  assert.equal(await page.locator("dialog li").count(), 1, "the USDOT number only");
  await refuse(page);
  await page.goto(`${it.url}#/coverage`);
  await box(page, "/other_search_reason").fill("short");
  assert.equal(await summary.isVisible(), false);
  await next(page);
  await withoutFiles(page);
  assert.equal(await heading(page), "Review your answers");
  await close();
});

test("a file without answers is reported, and asks first if there are answers", async () => {
  const { page, close } = await visit(it);
  const open = () => page.locator("#open-draft").setInputFiles({ name: "empty.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await open();
  await page.locator(".notice", { hasText: "has no answers" }).waitFor();
  await fill(page, { "/case_type": "pl" });
  await keptWith(page, '"/case_type"');
  await open();
  assert.match(await page.locator("dialog").innerText(), /has no answers/);
  await refuse(page);
  assert.equal(await option(page, "/case_type", "pl").isChecked(), true);
  await open();
  await agree(page);
  await page.locator(".notice", { hasText: "has no answers" }).waitFor();
  assert.equal(await option(page, "/case_type", "pl").isChecked(), false);
  assert.equal(await stored(page), undefined);
  await close();
});
