// The sample cases and the developer panel beside them: reasons, repairs, the service's own report,
// and its work at each key.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkCaseText } from "../../pkg/dist/index.js";
import { accessible, box, heading, id, payload, sample, schemes, screenshot, setting, today, visit } from "./support.mjs";

const it = setting();
const good = ["pl-good", "pe-good", "pe-home", "pl-test"];
const broken = ["pl-broken", "pe-broken"];
const said = (page) => page.locator(".server-answer");
const ask = (page) => page.getByRole("button", { name: "Ask the service" }).click();

test("every sample works: complete ones without a finding, broken ones with several, and a marked test case", async () => {
  const { page, close } = await visit(it);
  await page.locator(".developer > summary").click();
  await page.locator(".developer [data-sample]").first().waitFor();
  const names = await page.locator(".developer [data-sample]").evaluateAll((all) => all.map((button) => button.dataset.sample));
  assert.deepEqual([...names].sort(), [...good, ...broken].sort());
  for (const name of names) {
    await sample(page, name);
    const sent = await payload(page);
    const findings = await page.locator(".issues li").count();
    assert.ok(good.includes(name) ? findings === 0 : findings >= 3, `${name}: ${findings}`);
    assert.equal(sent.is_test, name === "pl-test" ? true : undefined, name);
    // All addresses are reserved ones.
    assert.match(sent.cc_emails, /^(\S+@example\.test ?)+$/);
    assert.match(sent.plaintiff_name, /Testcase|Placeholder/);
  }
  assert.match(await page.locator('.developer li:has([data-sample="pl-test"])').innerText(), /test/i);
  await close();
});

test("a sample is offered at the start of the form, also by keyboard, and asks before it replaces answers", async () => {
  const { page, close } = await visit(it);
  const offer = page.locator("#sample-offer");
  await offer.locator("summary").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => focusedElement().dataset.sample), "pl-good");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/#/check");
  assert.equal(await heading(page), "Review your answers");
  await page.goto(`${it.url}#/product`);
  await offer.locator("summary").click();
  await offer.locator('[data-sample="pe-home"]').click();
  assert.match(await page.locator("dialog").innerText(), /This replaces your answers/);
  await page.keyboard.press("Escape");
  assert.equal((await payload(page)).case_type, "pl");
  await close();
});

test("answers that nothing asks for are listed when a case is opened, and not sent", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pl-broken");
  const notice = await page.locator(".page > .notice").innerText();
  assert.match(notice, /^We removed answers that no longer apply: Policyholder's name, Policyholder's relationship/);
  assert.equal("policyholder_name" in (await payload(page)), false);
  await close();
});

test("findings give the answers that cause them, and one button makes the listed repairs", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pe-broken");
  assert.match(await page.locator(".issues li", { hasText: "/usdot_number" }).first().innerText(), /because of\s+.*\/is_defendant_transportation_company/);
  // Repairs are in a module that is loaded only where they are shown.
  await page.locator(".repairs li").waitFor();
  assert.match(await page.locator(".repairs").innerText(), /^replace \/crash_state → "IL"$/);
  await page.getByRole("button", { name: "Make all safe fixes" }).click();
  assert.equal((await payload(page)).crash_state, "IL");
  assert.equal(await page.locator(".repairs li").count(), 0);
  assert.equal(await page.getByText("1 change made.").isVisible(), true);
  assert.equal(await page.evaluate(() => focusedElement().id), "repairs-title");
  assert.equal(await page.locator(`#row${id("/crash_state")} .finding`).count(), 0);
  await close();
});

test("the service returns the same bytes for the same payload, until an answer changes", async () => {
  const { page, close } = await visit(it);
  for (const [name, language] of [["pe-broken", "en"], ["pl-good", "es"]]) {
    await page.locator(`#language-${language}`).click();
    await sample(page, name);
    const [call] = await Promise.all([page.waitForRequest("**/casegate/check_case"), page.locator("section:has(> .server-answer) button").click()]);
    const { input, context } = call.postDataJSON();
    assert.deepEqual(JSON.parse(input), await payload(page));
    assert.deepEqual([context.today, context.language], [today, language]);
    assert.equal(await (await call.response()).text(), JSON.stringify(checkCaseText(input, context)));
    await said(page).locator(".is-same").waitFor();
  }
  await page.locator('input[name="context-credential"][value="master"]').click();
  assert.equal(await said(page).innerText(), "");
  await close();
});

test("a service that disagrees or does not answer is shown as such", async () => {
  const { page, close } = await visit(it, { expected: /503/ });
  await sample(page, "pl-good");
  let answer = { status: 200, body: '{"ok":true,"rulebook":{"digest":"0000000000000000"}}' };
  await page.route("**/casegate/check_case", (route) => route.fulfill({ ...answer, contentType: "application/json" }));
  await ask(page);
  await said(page).getByText("the service’s is 0000000000000000").waitFor();
  assert.equal(await said(page).locator("pre").innerText(), answer.body);
  await accessible(page, "another answer");
  answer = { status: 200, body: "{}" };
  await ask(page);
  await said(page).getByText("The service returns a different report").waitFor();
  answer = { status: 503, body: "{}" };
  await ask(page);
  await said(page).getByText("The service does not answer").waitFor();
  await close();
});

for (const scheme of schemes) {
  test(`a broken case in ${scheme}`, async () => {
    const { page, close } = await visit(it, { scheme, height: 1400 });
    await page.locator("#sample-offer > summary").click();
    await screenshot(page, `samples-offer-${scheme}`);
    await sample(page, "pl-broken");
    await ask(page);
    await said(page).locator("p:not(:text('Asking'))").first().waitFor();
    await accessible(page, "panel");
    await screenshot(page, `samples-panel-${scheme}`);
    await close();
  });
}

/** The number of times that the payload was drawn again while letters were typed. */
async function drawings(page, letters) {
  return page.evaluate(async ([at, text]) => {
    let count = 0;
    const observer = new MutationObserver((records) => { count += records.length > 0 ? 1 : 0; });
    observer.observe(document.querySelector(".developer pre[aria-labelledby=sent-title]"), { childList: true, characterData: true, subtree: true });
    const field = globalThis.inPage(at);
    for (const letter of text) {
      field.value += letter;
      field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
      await Promise.resolve();
    }
    await new Promise((resolve) => setTimeout(resolve, 600));
    observer.disconnect();
    return count;
  }, ["#f-plaintiff_name", letters]);
}

test("the payload is drawn once for each key, and a long one once for all keys", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pl-good");
  await page.goto(`${it.url}#/parties`);
  await box(page, "/plaintiff_name").fill("Terry");
  assert.equal(await drawings(page, "abcde"), 5);
  await box(page, "/plaintiff_name").fill("long ".repeat(4000));
  await page.waitForTimeout(600);
  assert.equal(await drawings(page, "abcde"), 1);
  const shown = await page.locator(".developer pre[aria-labelledby=sent-title]").textContent();
  assert.ok(shown.includes("long abcde"));
  await close();
});
