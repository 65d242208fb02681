// Answers as people write them: understood by the library, shown back, and announced.
import assert from "node:assert/strict";
import { test } from "node:test";
import { box, cases, fill, id, payload, setting, visit } from "./support.mjs";
import { answersOf, openDraft } from "./sending-support.mjs";

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
  assert.match(await page.locator(`#${id("/date_of_loss")}-error`).innerText(), /Enter the date of loss as MM\/DD\/YYYY, with a four-digit year\.$/);
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

test("a box for a state lists names and codes", async () => {
  const { page, close } = await at("incident");
  const state = box(page, "/crash_state");
  await state.focus();
  const options = await state.evaluate((input) => [...input.list.options].map(({ value, label }) => [value, label]));
  assert.equal(options.length, 51);
  assert.deepEqual(options.find(([value]) => value === "GA"), ["GA", "Georgia"]);
  await close();
});

test("text runs in the direction of its letters", async () => {
  const { page, close } = await at("parties");
  assert.deepEqual(await page.locator(".page .box").evaluateAll((all) => [...new Set(all.map((element) => element.dir))]), ["auto"]);
  await close();
});
