// The form as a person uses it: the mistakes that it must name, and a complete case of each
// product.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { agree, box, cases, copied, fill, heading, id, next, option, payload, payloadOf, refuse, sample, setting, today, visit, walk } from "./support.mjs";

const it = setting();

/** The words at a field, without the prefix for screen readers. */
const wordsAt = (page, at) => page.locator(`#${id(at)}-error`).evaluate((element) => element.textContent.replace(/^Error: /, ""));

test("an old date of loss and a missing USDOT number are reported at their fields and in the summary", async () => {
  await it.setDay(today);
  const { page, close } = await visit(it);
  await sample(page, "pe-broken");
  // The repairs of the library have a test of their own.
  await page.getByRole("button", { name: "Make all safe fixes" }).click();
  const faults = { "/usdot_number": "pe.usdot_number_given", "/date_of_loss": "pe.loss_within_365_days" };
  // For developers each has its rule; the form shows none.
  assert.deepEqual((await page.locator(".developer li.is-error .rule").allInnerTexts()).toSorted(), Object.values(faults).toSorted());
  assert.equal(await page.locator("casegate-intake").evaluate((form) => form.shadowRoot.querySelectorAll(".rule").length), 0);
  const summary = page.locator("#summary");
  assert.match(await summary.innerText(), /^There is a problem/);
  assert.equal(await summary.locator("li").count(), 2);
  assert.match(await page.title(), /^Error: /);

  for (const at of Object.keys(faults)) {
    await page.goto(`${it.url}#/check`);
    const entry = page.locator(`#summary a[href="#${id(at)}"]`);
    const words = await entry.innerText();
    assert.ok((await page.locator(`#row${id(at)} .finding-words`).innerText()).endsWith(words));
    await entry.click();
    assert.equal(await box(page, at).evaluate((element) => element === focusedElement()), true, `${at} has the focus`);
    assert.equal(await wordsAt(page, at), words);
    assert.equal(await box(page, at).getAttribute("aria-invalid"), "true");
    assert.ok((await box(page, at).getAttribute("aria-describedby")).split(" ").includes(`${id(at)}-error`));
  }
  // On the later step the summary still names both.
  assert.equal(await page.locator("#summary li").count(), 2);

  // Each repair counts at once.
  await box(page, "/date_of_loss").fill("2025-03-01");
  assert.equal(await page.locator(`#${id("/date_of_loss")}-error`).count(), 0);
  assert.equal(await page.locator("#summary li").count(), 1);
  await page.locator("#summary a").click();
  await box(page, "/usdot_number").fill("77");
  assert.equal(await page.locator("#summary").isVisible(), false);
  assert.doesNotMatch(await page.title(), /^Error/);
  await next(page);
  assert.equal(await heading(page), "Review your answers");
  await next(page);
  await page.waitForURL("**/#/sent");
  await close();
});

test("each of the two errors, typed by hand, stops its own step", async () => {
  const { page, close } = await visit(it);
  const { "/usdot_number": number, ...product } = cases.pe.product;
  await fill(page, product);
  await next(page);
  await page.locator(`#summary a[href="#${id("/usdot_number")}"]`).waitFor();
  assert.equal(await page.locator(`#${id("/usdot_number")}-error`).isVisible(), true);
  assert.equal(await heading(page), "What do you need us to find?");
  await fill(page, { "/usdot_number": number });
  // The first step asks for the date of loss as well, and a wrong one stops there.
  await fill(page, { "/date_of_loss": "2025-02-28" });
  await next(page);
  assert.equal(await page.locator(`#summary a[href="#${id("/date_of_loss")}"]`).count(), 1);
  assert.equal(await heading(page), "What do you need us to find?");
  await page.locator("#summary a").click();
  assert.equal(await box(page, "/date_of_loss").evaluate((element) => element === focusedElement()), true);
  await fill(page, { "/date_of_loss": cases.pe.incident["/date_of_loss"] });
  await next(page);
  await fill(page, cases.pe.parties);
  await next(page);
  await fill(page, { ...cases.pe.incident, "/date_of_loss": "2025-02-28" });
  await next(page);
  await page.locator(`#summary a[href="#${id("/date_of_loss")}"]`).waitFor();
  assert.equal(await page.locator(`#${id("/date_of_loss")}-error`).isVisible(), true);
  assert.equal(await heading(page), "What happened?");
  await close();
});

for (const product of ["pe", "pl"]) {
  test(`a complete ${product} case by mouse`, async () => {
    const { page, close } = await visit(it);
    await walk(page, cases[product]);
    const expected = payloadOf(cases[product]);
    assert.deepEqual(await payload(page), expected);
    await page.locator(".payload > summary").click();
    assert.deepEqual(JSON.parse(await page.locator(".payload pre").innerText()), expected);

    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download case data" }).click()]);
    assert.deepEqual(JSON.parse(await readFile(await file.path(), "utf8")), expected);
    const copy = await copied(page, async () => {
      await page.getByRole("button", { name: "Copy case data" }).click();
      await page.getByText("Copied.").waitFor();
    });
    assert.deepEqual(JSON.parse(copy), expected);
    await close();
  });
}

test("Continue reports the missing fields of this step only", async () => {
  const { page, close } = await visit(it);
  assert.equal(await page.locator("#summary").isVisible(), false);
  await next(page);
  assert.equal(await page.locator("#summary").evaluate((element) => element === focusedElement()), true);
  assert.equal(await page.locator(".page > :first-child").getAttribute("id"), "summary");
  assert.equal(await page.locator("#summary li").count(), 1);
  assert.equal(await page.locator("#summary a").getAttribute("href"), `#${id("/case_type")}`);
  await option(page, "/case_type", "pl").click();
  // The new question has not been checked yet.
  assert.equal(await page.locator("#summary").isVisible(), false);
  await option(page, "/base_product", "personal_auto_policy_limits").click();
  await next(page);
  assert.equal(await heading(page), "Who is involved?");
  assert.equal(await page.locator(".finding.is-error").count(), 0);
  await close();
});

test("typing reports nothing before Continue, and the browser itself requires and disables nothing", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pe-good");
  for (const step of ["product", "parties", "incident", "coverage"]) {
    await page.goto(`${it.url}#/${step}`);
    await page.locator("main form[novalidate]").waitFor();
    assert.equal(await page.locator("[required], :disabled, [maxlength], [pattern]").count(), 0);
  }
  await page.goto(`${it.url}#/incident`);
  await box(page, "/crash_state").fill("i");
  assert.equal(await page.locator(`#${id("/crash_state")}-error`).count(), 0);
  await next(page);
  assert.equal(await page.locator(`#${id("/crash_state")}-error`).count(), 1);
  assert.equal(await box(page, "/crash_state").inputValue(), "i");
  await close();
});

test("conditional questions follow their question and give their reason; hidden answers are not in the payload", async () => {
  const { page, close } = await visit(it);
  await fill(page, { "/case_type": "pe", "/base_product": "commercial_auto_policy_existence" });
  assert.equal(await box(page, "/usdot_number").isVisible(), false);
  await fill(page, { "/is_defendant_transportation_company": true });
  assert.match(await page.locator(`#${id("/usdot_number")}-because`).innerText(), /^We ask because of your answer to .+/);
  await fill(page, { "/usdot_number": "42" });
  const visible = await page.locator(".fields > .field:visible").evaluateAll((all) => all.map((field) => field.querySelector("input").name));
  assert.deepEqual(visible, ["/case_type", "/base_product", "/is_defendant_transportation_company", "/usdot_number", "/date_of_loss"].map(id));

  // No: the answers that would be removed are named, and stay.
  await option(page, "/base_product", "personal_homeowners_policy_existence").click();
  assert.equal(await page.locator("dialog li").count(), 2);
  await refuse(page);
  assert.equal(await option(page, "/base_product", "commercial_auto_policy_existence").isChecked(), true);
  assert.equal(await box(page, "/usdot_number").inputValue(), "42");
  // Escape keeps everything too.
  await option(page, "/base_product", "personal_homeowners_policy_existence").click();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await option(page, "/base_product", "commercial_auto_policy_existence").isChecked(), true);
  // Yes: they are removed, from the form and from the payload.
  await option(page, "/base_product", "personal_homeowners_policy_existence").click();
  await agree(page);
  assert.equal(await box(page, "/usdot_number").isVisible(), false);
  const sent = await payload(page);
  assert.equal("usdot_number" in sent || "is_defendant_transportation_company" in sent, false);
  assert.equal(await box(page, "/insured_property_information/city").isVisible(), true);
  await close();
});

test("a record that a rule requires is reported member by member", async () => {
  const { page, close } = await visit(it);
  await fill(page, { "/case_type": "pe", "/base_product": "personal_homeowners_policy_existence" });
  await next(page);
  const links = await page.locator("#summary a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  assert.ok(links.includes(`#${id("/insured_property_information/address")}`), links.join(" "));
  await page.locator(`#summary a[href="#${id("/insured_property_information/city")}"]`).click();
  assert.equal(await page.evaluate(() => focusedElement().id), id("/insured_property_information/city"));
  await close();
});

test("an invalid number is reported in the form's own words", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pe-good");
  await page.goto(`${it.url}#/incident`);
  await fill(page, { "/crash_state": "tx", "/vehicle_information/vehicle_year": "last year" });
  // A text with one meaning is understood.
  assert.equal(await box(page, "/crash_state").inputValue(), "TX");
  await next(page);
  assert.match(await wordsAt(page, "/vehicle_information/vehicle_year"), /^Enter the vehicle's year using numbers only/);
  assert.equal(await page.locator("#summary li").count(), 1);
  await fill(page, { "/vehicle_information/vehicle_year": "2019" });
  assert.equal((await payload(page)).vehicle_information.vehicle_year, 2019);
  await close();
});

test("changing an answer returns to its row of the review", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pl-good");
  await page.getByRole("link", { name: "Change date of loss" }).click();
  assert.equal(await page.evaluate(() => focusedElement().id), id("/date_of_loss"));
  await box(page, "/date_of_loss").fill("2026-02-01");
  await next(page);
  assert.equal(await heading(page), "Review your answers");
  const row = page.locator(`#row${id("/date_of_loss")}`);
  assert.match(await row.innerText(), /February 1, 2026/);
  assert.equal(await row.locator("a").evaluate((link) => link === focusedElement()), true);
  // Open questions are in a fold, and can be answered from there.
  const open = page.locator(`#row${id("/requester_phone")}`);
  assert.equal(await open.isVisible(), false);
  await page.locator("summary", { hasText: /^Optional questions not answered$/ }).nth(0).click();
  assert.match(await open.innerText(), /Not provided/);
  await open.locator("a").click();
  assert.equal(await page.evaluate(() => focusedElement().id), id("/requester_phone"));
  await close();
});

test("settings apply at once, and an invalid one is reported and ignored", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pe-good");
  assert.equal(await page.locator(".verdict.is-ok").count(), 1);
  await page.locator("#context-today").fill("2028-01-01");
  assert.match(await page.locator(".issues").innerText(), /pe\.loss_within_365_days/);
  await page.locator("#context-today").fill("tomorrow");
  assert.notEqual(await page.locator("#context-today-error").innerText(), "");
  await page.locator("#context-today").fill("2026-03-01");
  assert.equal(await page.locator("#context-today-error").innerText(), "");
  // A case that could be sent no longer can, and the page says why; the focus stays where it is.
  assert.equal(await page.locator("#summary").isVisible(), false);
  await page.locator('input[name="context-credential"][value="master"]').click();
  assert.match(await page.locator(".issues").innerText(), /case\.requester_named/);
  assert.equal(await heading(page), "Review your answers");
  assert.match(await page.locator("#summary").innerText(), /requester's name, because the case is created with a master token/);
  assert.equal(await page.evaluate(() => focusedElement().name), "context-credential");
  await close();
});

test("warnings appear at the field after its step and before sending, and block nothing", async () => {
  await it.setDay(today);
  const { page, close } = await visit(it);
  await walk(page, { ...cases.pe, incident: { ...cases.pe.incident, "/date_of_loss": "2025-03-01" } });
  const row = page.locator(`#row${id("/date_of_loss")}`);
  assert.equal(await row.locator(".is-warning").count(), 1);
  await row.locator("a").click();
  assert.equal(await page.locator(`#${id("/date_of_loss")}-warning`).isVisible(), true);
  assert.equal(await box(page, "/date_of_loss").getAttribute("aria-invalid"), null);
  await next(page);
  await page.waitForURL("**/#/check");
  const again = page.locator(".before .notes a");
  assert.equal(await again.count(), 1);
  await again.click();
  await page.locator(`#${id("/date_of_loss")}-warning`).waitFor();
  assert.equal(await page.evaluate(() => focusedElement().id), id("/date_of_loss"));
  await next(page);
  await page.waitForURL("**/#/check");
  await next(page);
  await page.waitForURL("**/#/sent");
  await close();
});
