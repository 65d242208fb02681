// No question twice: an answer that was typed before is offered where it may apply again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, box, fill, id, next, payload, setting, tabTo, visit } from "./support.mjs";

const it = setting();
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
  assert.deepEqual(await offers(page).allInnerTexts(), [`Usar la misma dirección (demandado): ${written}`]);
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
