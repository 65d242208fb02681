// Answers as people write them, answers that were typed before, and notes that are no findings of
// the rules.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answersOf, atCheck, openDraft } from "./sending-support.mjs";
import { accessible, box, cases, everyLook, fill, id, next, noSidewaysScroll, option, payload, setting, tabTo, visit } from "./support.mjs";

const it = setting();
const announced = (page) => page.locator("#form-status").evaluate((element) => element.textContent);

/** A case that is complete, at one of its steps. */
async function at(step, product = "pl") {
  const visitor = await visit(it);
  await openDraft(visitor.page, answersOf(cases[product]));
  await visitor.page.goto(`${it.url}#/${step}`);
  await visitor.page.locator("#heading").waitFor();
  return visitor;
}

test("dates are understood as people write them, and shown as month, day and year", async () => {
  const { page, close } = await at("incident");
  assert.match(await page.locator(`#${id("/date_of_loss")}-hint`).innerText(), /^MM\/DD\/YYYY$/);
  for (const [typed, sent, shown] of [["7/31/2019", "2019-07-31", "07/31/2019"], ["July 4, 2020", "2020-07-04", "07/04/2020"], ["2020-02-29", "2020-02-29", "02/29/2020"]]) {
    await fill(page, { "/date_of_loss": typed });
    assert.equal(await box(page, "/date_of_loss").inputValue(), typed, "what is being typed stays");
    await page.keyboard.press("Tab");
    assert.equal(await box(page, "/date_of_loss").inputValue(), shown);
    assert.equal((await payload(page)).date_of_loss, sent);
  }
  await fill(page, { "/date_of_loss": "7/31/2019" });
  await page.keyboard.press("Tab");
  assert.equal(await announced(page), "Date of loss: July 31, 2019.");
  // A text with two meanings stays, and is reported.
  await fill(page, { "/date_of_loss": "3/5/26" });
  await page.keyboard.press("Enter");
  assert.match(await page.locator(`#${id("/date_of_loss")}-error`).innerText(), /Enter the year with four digits\.$/);
  assert.equal(await box(page, "/date_of_loss").inputValue(), "3/5/26");
  // What is understood is an error no longer, before the box is left.
  await box(page, "/date_of_loss").fill("3/5/2020");
  assert.equal(await page.locator(`#${id("/date_of_loss")}-error`).count(), 0);
  assert.equal(await box(page, "/date_of_loss").inputValue(), "3/5/2020");
  // Enter understands as well.
  await page.keyboard.press("Enter");
  await page.waitForURL("**/#/coverage");
  await close();
});

test("states by name or code, lists of addresses and USDOT numbers are understood", async () => {
  const { page, close } = await at("parties");
  for (const [at, typed, shown] of [
    ["/defendant_information/state_or_province", "Georgia", "GA"], ["/defendant_information/state_or_province", "new york", "NY"], ["/defendant_information/license_state", "tx", "TX"],
    ["/cc_emails", "a@example.test, b@example.test; c@example.test", "a@example.test b@example.test c@example.test"],
    ["/defendant_information/date_of_birth", "July 31, 1980", "07/31/1980"],
  ]) {
    await fill(page, { [at]: typed });
    await page.keyboard.press("Tab");
    assert.equal(await box(page, at).inputValue(), shown);
  }
  const { defendant_information: defendant, cc_emails: addresses } = await payload(page);
  assert.deepEqual([defendant.state_or_province, defendant.license_state, defendant.date_of_birth, addresses], ["NY", "TX", "1980-07-31", "a@example.test b@example.test c@example.test"]);
  await close();
  const other = await at("product", "pe");
  await fill(other.page, { "/usdot_number": "USDOT 1234567" });
  await other.page.keyboard.press("Tab");
  assert.equal(await box(other.page, "/usdot_number").inputValue(), "1234567");
  assert.equal((await payload(other.page)).usdot_number, "1234567");
  await other.close();
});

test("a box for a state lists names and codes, takes a key's choice and keeps what is typed", async () => {
  const { page, close } = await at("incident");
  const state = box(page, "/crash_state");
  const options = page.locator(".states [role=option]");
  await state.click();
  assert.equal(await options.count(), 51);
  for (const [typed, found] of [["Georgia "], ["Nueva Yor", "New York (NY)"], ["carolina del nort", "North Carolina (NC)"], ["Georga", "Georgia (GA)"], ["geor", "Georgia (GA)"]]) {
    await state.fill(typed.slice(0, -1));
    await page.keyboard.type(typed.slice(-1));
    assert.equal(await state.inputValue(), typed);
    if (found) assert.deepEqual(await options.allInnerTexts(), [found], typed);
  }
  assert.equal(await state.getAttribute("aria-expanded"), "true");
  await page.keyboard.press("Escape");
  assert.deepEqual([await state.getAttribute("aria-expanded"), await state.inputValue()], ["false", "geor"]);
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowUp");
  assert.equal(await state.getAttribute("aria-expanded"), "false");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await state.getAttribute("aria-activedescendant"), await options.first().getAttribute("id"));
  await page.keyboard.press("Enter");
  assert.deepEqual([await state.inputValue(), await page.locator(".states").isVisible()], ["GA", false]);
  // A whole name needs no list, in either language.
  for (const [typed, code] of [["Nueva York", "NY"], ["nuevo mexico", "NM"], ["HAWÁI", "HI"], ["New Jersey", "NJ"], ["Nueva", "Nueva"]]) {
    await state.fill(typed);
    assert.equal(await page.locator(".states").isVisible(), code === typed, typed);
    await page.keyboard.press("Tab");
    assert.equal(await state.inputValue(), code);
  }
  await close();
});

test("text runs in the direction of its letters", async () => {
  const { page, close } = await at("parties");
  assert.deepEqual(await page.locator(".page .box").evaluateAll((all) => [...new Set(all.map((element) => element.dir))]), ["auto"]);
  await close();
});

const offers = (page) => page.locator(".known-offers:visible button");
const home = {
  "/case_type": "pe", "/base_product": "personal_homeowners_policy_existence", "/is_defendant_property_owner_and_occupant": true,
  "/insured_property_information/address": "7 Placeholder Lane", "/insured_property_information/city": "Springfield",
  "/insured_property_information/state_or_province": "IL", "/insured_property_information/postal_or_zip_code": "62704",
};
const written = "7 Placeholder Lane, Springfield, IL, 62704";

test("an address is offered to the other address fields that are empty", async () => {
  const { page, close } = await visit(it);
  await fill(page, home);
  assert.equal(await offers(page).count(), 0, "there is none to offer yet");
  await next(page);
  await page.waitForURL("**/#/parties");
  assert.deepEqual(await offers(page).allInnerTexts(), [`Use the address of the insured property: ${written}`]);
  await accessible(page, "an offered address");
  await offers(page).click();
  assert.equal(await box(page, "/defendant_information/address").inputValue(), "7 Placeholder Lane");
  assert.equal(await box(page, "/defendant_information/state_or_province").inputValue(), "IL");
  assert.equal(await page.evaluate(() => focusedElement().id), id("/defendant_information/address"));
  assert.equal(await offers(page).count(), 0, "something is there now");
  assert.deepEqual((await payload(page)).defendant_information, { address: "7 Placeholder Lane", city: "Springfield", state_or_province: "IL", postal_or_zip_code: "62704" });

  await fill(page, {
    "/plaintiff_name": "Robin Placeholder", "/cc_emails": "intake@example.test",
    "/defendant_information/first_name": "Dana", "/defendant_information/last_name": "Demo",
  });
  await next(page);
  await page.waitForURL("**/#/incident");
  assert.equal(await offers(page).count(), 1, "the same address of two owners is offered once");
  assert.equal(await offers(page).innerText(), `Use the address of the defendant: ${written}`);
  await tabTo(page, `Use the address of the defendant: ${written}`);
  await page.keyboard.press("Enter");
  assert.equal(await box(page, "/crash_zip").inputValue(), "62704");
  assert.equal(await page.evaluate(() => focusedElement().id), id("/crash_address"));
  await box(page, "/crash_address").fill("");
  assert.equal(await offers(page).count(), 0, "nothing that was typed is replaced");
  await page.locator("#language-es").click();
  await page.locator("html[lang=es]").waitFor();
  for (const at of ["/crash_city", "/crash_state", "/crash_zip"]) await box(page, at).fill("");
  await box(page, "/crash_address").fill("1");
  await box(page, "/crash_address").fill("");
  assert.deepEqual(await offers(page).allInnerTexts(), [`Usar la dirección (demandado): ${written}`]);
  await close();
});

test("the offer appears and disappears while the other address on the page is filled in", async () => {
  const { page, close } = await visit(it);
  await fill(page, { "/case_type": "pl", "/base_product": ["commercial_auto_policy_limits"] });
  await next(page);
  await page.waitForURL("**/#/parties");
  await fill(page, { "/defendant_information/address": "12 Placeholder Street" });
  assert.deepEqual(await offers(page).allInnerTexts(), ["Use the address of the defendant: 12 Placeholder Street"]);
  await box(page, "/defendant_information/address").fill("");
  assert.equal(await offers(page).count(), 0);
  await fill(page, {
    "/plaintiff_name": "Terry Testcase", "/cc_emails": "intake@example.test", "/defendant_business_name": "Sample Freight Testing LLC",
    "/commercial_driver_information/first_name": "Dana", "/commercial_driver_information/last_name": "Demo",
    "/commercial_driver_information/address": "12 Placeholder Street",
  });
  await next(page);
  await page.waitForURL("**/#/incident");
  await fill(page, { "/date_of_loss": "2026-01-15", "/is_incident_report_provided": false });
  await next(page);
  await page.waitForURL("**/#/coverage");
  await fill(page, { "/insurance_company": "Example Mutual", "/are_policyholder_and_defendant_the_same": false });
  assert.deepEqual(await offers(page).allInnerTexts(), ["Use the name of the driver: Dana Demo"]);
  await offers(page).click();
  assert.equal(await box(page, "/policyholder_name").inputValue(), "Dana Demo");
  await close();
});

const terms = "/is_user_agreeing_to_all_terms_and_conditions";
const personal = {
  "/base_product": ["personal_auto_policy_existence"], "/is_defendant_transportation_company": undefined, "/usdot_number": undefined,
  "/defendant_business_name": undefined,
};
const notes = (page) => page.locator(".before .notes li");
const spanish = async (page) => {
  await page.locator("#language-es").click();
  await page.locator("html[lang=es]").waitFor();
};

test("the review of a search for nobody says so, and leads to the defendant", async () => {
  const { page, close } = await atCheck(it, { also: personal });
  const note = notes(page).filter({ hasText: "You have not named anyone to research. Add the defendant if you can." });
  assert.equal(await note.count(), 1);
  await everyLook(page, "review-nobody");
  await spanish(page);
  assert.equal(await notes(page).filter({ hasText: "No indicó a quién investigar. Agregue al demandado si puede." }).count(), 1);
  await everyLook(page, "review-nobody-es");
  const link = notes(page).getByRole("link", { name: /No indicó a quién/ });
  assert.equal(await link.getAttribute("href"), "#/parties");
  await link.click();
  await page.waitForURL("**/#/parties");
  assert.equal(await page.evaluate(() => focusedElement().id), id("/defendant_information/first_name"));
  const person = "/defendant_information/";
  await fill(page, { [`${person}first_name`]: "Dana", [`${person}last_name`]: "Demo", [`${person}address`]: "12 Placeholder Street" });
  await next(page);
  await page.waitForURL("**/#/check");
  assert.equal(await notes(page).filter({ hasText: "No indicó" }).count(), 0);
  await close();
});

test("a defendant, a missing answer and the other product have no such note", async () => {
  for (const options of [{}, { also: { ...personal, "/defendant_information/last_name": "Demo" } }, { also: { "/defendant_business_name": undefined } }, { product: "pl" }]) {
    const { page, close } = await atCheck(it, options);
    assert.equal(await notes(page).filter({ hasText: "anyone to research" }).count(), 0);
    await close();
  }
});

test("the terms are linked beside their question, and No has a note there and on the review", async () => {
  const { page, close } = await atCheck(it);
  await page.goto(`${it.url}#/coverage`);
  const question = page.locator(`#${id(terms)}-group`);
  const link = page.getByRole("link", { name: "Read the terms (opens a new tab)" });
  await link.waitFor();
  const [left, right] = [await question.boundingBox(), await link.boundingBox()];
  assert.ok(right.y > left.y && right.y + right.height < left.y + left.height, "the link is inside the question");
  const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await opened.locator("h2", { hasText: "Terms" }).waitFor();
  assert.match(opened.url(), /legal\.html#terms$/);
  await opened.close();
  const note = "You can still submit the case. It is sent with your “No”.";
  await option(page, terms, "true").click();
  assert.equal(await page.getByText(note).count(), 0);
  await option(page, terms, "false").click();
  await page.getByText(note).waitFor();
  assert.equal((await payload(page)).is_user_agreeing_to_all_terms_and_conditions, false);
  const described = await question.evaluate((element) => element.getAttribute("aria-describedby").split(" ").map((part) => element.getRootNode().getElementById(part).textContent));
  assert.ok(described.includes(note), described.join("|"));
  await everyLook(page, "terms-declined");
  await next(page);
  await next(page);
  const entry = notes(page).filter({ hasText: "You did not agree to the terms. The case can be submitted without your agreement." });
  await everyLook(page, "review-declined");
  await entry.locator("a").click();
  await page.waitForURL("**/#/coverage");
  await spanish(page);
  await page.getByText("Puede enviar el caso de todos modos. Se envía con su “No”.").waitFor();
  await page.getByRole("link", { name: "Leer los términos y condiciones (se abre en otra pestaña)" }).waitFor();
  await everyLook(page, "terms-declined-es");
  await option(page, terms, "true").click();
  await next(page);
  await page.waitForURL("**/#/check");
  assert.equal(await notes(page).filter({ hasText: "términos" }).count(), 0);
  await close();
});

test("the review names the addresses that the service takes from the payload", async () => {
  const copies = (page) => page.locator(".facts > div", { hasText: "Copied on correspondence" }).locator("dd");
  for (const [typed, shown] of [["a@example.test, b@example.test", "a@example.test, b@example.test"], ["a@example.test", "a@example.test"]]) {
    const { page, close } = await atCheck(it, { also: { "/cc_emails": typed, "/is_test": false } });
    assert.equal(await copies(page).innerText(), shown);
    await close();
  }
  const test = await atCheck(it);
  assert.equal(await copies(test.page).count(), 0, "a test case sends no updates");
  await test.close();
  const { page, close } = await atCheck(it, { also: { "/is_test": false } });
  await page.goto(`${it.url}#/parties`);
  await fill(page, { "/cc_emails": "Ann" });
  await page.goto(`${it.url}#/check`);
  await page.locator(".before").waitFor();
  assert.equal(await copies(page).count(), 0, "no usable address");
  await close();
});

test("a complete date is shown in words below its box, once the box is left", async () => {
  const { page, close } = await atCheck(it, { product: "pl" });
  await page.goto(`${it.url}#/incident`);
  const loss = "/date_of_loss";
  const words = page.locator(`#${id(loss)}-note`);
  assert.equal(await words.innerText(), "February 29, 2020", "also where nothing was typed");
  for (const [typed, shown] of [["03/15/2019", "March 15, 2019"], ["July 31, 1980", "July 31, 1980"], ["2021-2-3", "February 3, 2021"], ["03152019", "March 15, 2019"], ["15032019", "March 15, 2019"], ["20190315", "March 15, 2019"], ["13451980", "There is no month 13. The month comes first."], ["20262026", "There is no month 20. The month comes first."], ["02/30/2020", "February 2020 has 29 days."], ["13/45/1980", "There is no month 13. The month comes first."], ["3/5/26", "Enter the year with four digits."], ["about May", ""], ["", ""]]) {
    await box(page, loss).fill("");
    await page.keyboard.type(typed);
    assert.equal(await words.textContent(), "", "nothing is said while a person types");
    await page.keyboard.press("Tab");
    assert.equal(await words.textContent(), shown, typed);
  }
  await fill(page, { [loss]: "03/15/2026" });
  await page.keyboard.press("Tab");
  const [above, below] = [await box(page, loss).boundingBox(), await words.boundingBox()];
  assert.ok(below.y >= above.y + above.height && below.y < above.y + above.height + 12, "it is right below the box");
  assert.ok((await box(page, loss).getAttribute("aria-describedby")).split(" ").includes(`${id(loss)}-note`));
  await everyLook(page, "date-words");
  await spanish(page);
  assert.equal(await words.innerText(), "15 de marzo de 2026");
  await everyLook(page, "date-words-es");
  await page.goto(`${it.url}#/parties`);
  await fill(page, { "/defendant_information/date_of_birth": "31 de julio de 1980" });
  await page.keyboard.press("Tab");
  assert.equal(await page.locator(`#${id("/defendant_information/date_of_birth")}-note`).innerText(), "31 de julio de 1980");
  await everyLook(page, "date-of-birth-words-es");
  await close();
});

test("the date in words moves nothing below it", async () => {
  for (const width of [320, 1280]) {
    const { page, close } = await visit(it, { width });
    await option(page, "/case_type", "pe").click();
    await next(page);
    await box(page, "/date_of_loss").waitFor();
    await fill(page, { "/date_of_loss": "March 15, 2025" });
    const top = () => page.locator("main form > .actions, form > .actions").first().evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const before = await top();
    await box(page, "/date_of_loss").evaluate((element) => element.blur());
    await page.locator(`#${id("/date_of_loss")}-note`, { hasText: "March 15, 2025" }).waitFor();
    assert.equal(await page.locator(`#${id("/date_of_loss")}-error`).count(), 0);
    assert.equal(await top(), before);
    await noSidewaysScroll(page, `date in words at ${width}`);
    await close();
  }
});
