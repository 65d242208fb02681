// Notes of the form that are no findings of the rules: a search for nobody, terms that are not accepted;
// and the addresses that get updates.
import assert from "node:assert/strict";
import { test } from "node:test";
import { box, everyLook, fill, id, next, noSidewaysScroll, option, payload, setting, visit } from "./support.mjs";
import { atCheck } from "./sending-support.mjs";

const it = setting();
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
  const entry = notes(page).filter({ hasText: "You did not agree to the terms. You can still submit the case." });
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

test("updates go to the addresses that the service takes from the payload", async () => {
  const copies = (page) => page.locator(".facts > div", { hasText: "Updates go to" }).locator("dd");
  for (const [typed, shown] of [["a@example.test, b@example.test", "a@example.test, b@example.test"], ["Ann a@example.test", "a@example.test"]]) {
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
  assert.equal(await copies(page).count(), 0, "no address, no updates");
  await close();
});

test("a complete date is shown in words below its box, once the box is left", async () => {
  const { page, close } = await atCheck(it, { product: "pl" });
  await page.goto(`${it.url}#/incident`);
  const loss = "/date_of_loss";
  const words = page.locator(`#${id(loss)}-note`);
  assert.equal(await words.innerText(), "February 29, 2020", "also where nothing was typed");
  for (const [typed, shown] of [["03/15/2019", "March 15, 2019"], ["July 31, 1980", "July 31, 1980"], ["2021-2-3", "February 3, 2021"], ["02/30/2020", ""], ["3/5/26", ""], ["", ""]]) {
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
