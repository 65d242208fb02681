// The questions of <casegate-intake>: notes on email addresses, the language of the form, questions
// that a page hides, the way back, the marks of files, the place of errors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cases, fill, id, knows, next, page, setting, visit, walk } from "./support.mjs";

const it = setting({
  "/": page('<casegate-intake submit-url="/cases"></casegate-intake>'),
  "/es": page('<casegate-intake language="es" submit-url="/cases"></casegate-intake>'),
  "/off": page('<casegate-intake language-switch="off"></casegate-intake>'),
  "/hide": page(`<casegate-intake hide="is_test plaintiff_name defendant_information usdot_number nothing" prefill='{"is_test":true}' submit-url="/cases"></casegate-intake>`),
});

const intake = (tab) => tab.locator("casegate-intake");
const emails = id("/cc_emails");

/** Shows the second step, with the later pages. */
async function toParties(element, answers = cases.pl[0]) {
  await fill(element, answers);
  await next(element);
  await element.locator(`#${emails}`).waitFor();
}

const heard = (element, type) => element.evaluate((node, name) => {
  globalThis.heard = [];
  node.addEventListener(name, ({ detail }) => globalThis.heard.push({ ...detail, error: detail.error?.message }));
}, type);

test("without a usable address nobody can be asked: an error when the box is left, unless the page lowers it", async () => {
  for (const path of ["/", "/es"]) {
    const { page: tab, close } = await visit(it, path);
    const element = intake(tab);
    await toParties(element);
    const box = element.locator(`#${emails}`);
    await box.fill("nobody");
    await box.blur();
    await element.locator(`#${emails}-error`, { hasText: "example.com" }).waitFor();
    assert.equal(await box.getAttribute("aria-invalid"), "true");
    await box.fill("intake@example.test");
    await element.locator(`#${emails}-error`).waitFor({ state: "detached" });
    await element.evaluate((node) => { node.context = { severity: { not_an_email: "warning" } }; });
    await box.fill("nobody");
    await box.blur();
    await element.locator(`#${emails}-warning`).waitFor();
    assert.equal(await element.locator(`#${emails}-error`).count(), 0);
    await close();
  }
});

test("a misspelled provider or ending is noted, with a button that puts it right; a good address is not", async () => {
  const { page: tab, close } = await visit(it, "/");
  const element = intake(tab);
  await toParties(element);
  const box = element.locator(`#${emails}`);
  const note = element.locator(`#${emails}-warning`);
  const wrong = {
    "gmail.com": ["gmial.com", "gmai.com", "gmaill.com", "gamil.com", "gnail.com", "gmail.con", "gmail.cmo", "gmail.co", "gmail.comm", "gmial.con", "Gmial.com", "gmail", "gmailcom"],
    "yahoo.com": ["yaho.com", "yahooo.com", "yhaoo.com", "yahoo.om", "yahoo.vom"],
    "hotmail.com": ["hotmial.com", "hotmal.com", "homtail.com", "hormail.com", "hotmail.xom"],
    "outlook.com": ["outlok.com", "outllook.com", "oulook.con", "outlock.com"],
    "icloud.com": ["iclod.com", "icould.com", "icloud.cm"],
    "aol.com": ["aoll.com", "aol.con", "aol.co"],
    "smithlaw.com": ["smithlaw.con", "smithlaw.comm", "smithlaw.ocm"],
  };
  for (const [right, all] of Object.entries(wrong)) {
    for (const domain of all) {
      await box.fill(`paralegal@example.test jane.doe@${domain}`);
      await box.blur();
      await element.getByRole("button", { name: `Use “paralegal@example.test jane.doe@${right}”`, exact: true }).waitFor({ timeout: 3000 }).catch(() => assert.fail(domain));
      assert.match(await note.innerText(), new RegExp(domain.replace(".", "\\.")), domain);
    }
  }
  await element.getByRole("button", { name: "Use “paralegal" }).click();
  assert.equal(await box.inputValue(), "paralegal@example.test jane.doe@smithlaw.com");
  assert.equal(await note.count(), 0);
  assert.equal(await element.evaluate((node) => node.shadowRoot.activeElement.id), emails);
  const good = ["gmail.com", "mail.com", "ymail.com", "email.com", "gmx.com", "yahoo.es", "yahoo.com.mx", "hotmail.es", "outlook.fr", "live.com", "me.com", "aim.com", "att.net", "smith.law", "firm.co", "smithlaw.com"];
  for (const domain of good) {
    await box.fill(`jane@${domain}`);
    await box.blur();
    assert.equal(await note.count(), 0, domain);
  }
  await box.fill("jane@intranet");
  await box.blur();
  await note.filter({ hasText: "usually has a dot" }).waitFor();
  // While an address is being typed, nothing is said about its first half, and what was said stays.
  await box.press("End");
  await box.pressSequentially(" bob@gm");
  assert.match(await note.innerText(), /Check intranet\./);
  await box.blur();
  assert.match(await note.innerText(), /Check intranet, gm\./);
  // A note holds nobody back, and the review repeats it.
  await walk(element, [{ ...cases.pl[1], "/cc_emails": "jane@intranet" }, cases.pl[2], cases.pl[3]]);
  await element.locator(".notes", { hasText: "usually has a dot" }).waitFor();
  await close();
});

test("an answer that is probably mistyped is noted once its box is left, holds nobody back, and the review repeats it", async () => {
  const { page: tab, close } = await visit(it, "/");
  const element = intake(tab);
  const year = new Date().getFullYear();
  const parties = {
    "/defendant_information/phone_number": [["555-013-444", "55501344444", "call him"], ["(555) 013-4444", "1 555 013 4444", "+1-555-013-4444", "5550134444 x12", "+52 55 1234 5678"]],
    "/defendant_information/postal_or_zip_code": [["6270", "627044", "Illinois"], ["62704", "62704-1234", "627041234", " 62704 ", "K1A 0B6"]],
    "/defendant_information/date_of_birth": [[`7/31/${year + 30}`, `${year + 1}-12-31`], ["7/31/1980", "07311980", "2/30/1980", "1980"]],
  };
  const incident = {
    "/vehicle_information/vin": [["1HGCM82633A00435", "1HGCM82633A0043522", "unknown"], ["1HGCM82633A004352", "1hgcm82633a004352", "1HGCM 82633 A004352"]],
    "/vehicle_information/vehicle_year": [["19", "219", "20190"], ["2019", "1974", "last year"]],
    "/crash_zip": [["6270"], ["62704"]],
    "/date_of_loss": [[`7/31/${year + 1}`], ["2/29/2020"]],
  };
  const tryOut = async (table) => {
    for (const [at, [wrong, right]] of Object.entries(table)) {
      const note = element.locator(`#${id(at)}-warning`);
      for (const text of [...right, ...wrong]) {
        await fill(element, { [at]: text });
        await element.locator(`#${id(at)}`).blur();
        assert.equal(await note.count(), wrong.includes(text) ? 1 : 0, `${at}: ${text}`);
      }
      assert.ok(!(await note.innerText()).includes(wrong.at(-1)), "no answer is repeated");
    }
  };
  await toParties(element);
  await tryOut(parties);
  await fill(element, cases.pl[1]);
  await next(element);
  await element.locator(`#${id("/date_of_loss")}`).waitFor();
  await tryOut(incident);
  await walk(element, [{ ...cases.pl[2], "/is_incident_report_provided": true }, { ...cases.pl[3], "/expedited_request": "one_day_rush_request" }]);
  assert.match(await element.locator(".facts", { has: tab.locator(".notes") }).innerText(), /Extra fee\s+possible: Rush service/);
  const listed = await element.locator(".notes li").allInnerTexts();
  for (const words of ["A phone number", "A ZIP code", "date of birth", "A VIN", "Check the year of the vehicle", "there is an incident report, and none is attached"]) assert.ok(listed.some((line) => line.includes(words)), words);
  await close();
});

test("a press on a button counts, though leaving a box adds a note above it", async () => {
  for (const hasTouch of [false, true]) {
    const { page: tab, close } = await visit(it, "/", { hasTouch, viewport: { width: 820, height: 2400 } });
    const element = intake(tab);
    const zip = `#${id("/crash_zip")}`;
    await toParties(element);
    await fill(element, cases.pl[1]);
    await next(element);
    await element.locator(zip).waitFor();
    await fill(element, cases.pl[2]);
    await element.locator(zip).focus();
    await tab.keyboard.type("6270");
    const { x, y, width } = await element.locator("form > .actions button.button").boundingBox();
    // At its upper edge: the note would move the button away.
    if (hasTouch) await tab.touchscreen.tap(x + width / 2, y + 4);
    else await tab.mouse.click(x + width / 2, y + 4);
    await element.locator(`#${id("/insurance_company")}`).waitFor({ timeout: 3000 });
    // A press that becomes no click shows what waited.
    await element.locator("a.back").click();
    await element.locator(`${zip}-warning`).waitFor();
    await element.locator(zip).fill("62704");
    await element.locator(`${zip}-warning`).waitFor({ state: "detached" });
    await tab.keyboard.type("-1");
    await tab.mouse.move(5, 5);
    await tab.mouse.down();
    await tab.mouse.move(5, 60);
    await tab.mouse.up();
    await element.locator(`${zip}-warning`).waitFor();
    await close();
  }
});

test("the form offers its other language, and keeps answers, focus and attribute in step", async () => {
  const { page: tab, close } = await visit(it, "/");
  const element = intake(tab);
  await toParties(element);
  await heard(element, "casegate-language");
  await element.locator(`#${id("/plaintiff_name")}`).fill("Terry Testcase");
  const other = element.locator("#language");
  assert.deepEqual([await other.innerText(), await other.getAttribute("lang")], ["Español", "es"]);
  await other.focus();
  await tab.keyboard.press("Enter");
  await element.locator(".intake[lang=es]").waitFor();
  assert.deepEqual(await element.evaluate((node) => [node.getAttribute("language"), node.shadowRoot.activeElement.id, node.payload.plaintiff_name]), ["es", "language", "Terry Testcase"]);
  assert.deepEqual([await other.innerText(), await other.getAttribute("lang")], ["English", "en"]);
  assert.deepEqual(await tab.evaluate(() => globalThis.heard.map(({ language }) => language)), ["es"]);
  // The page changes it while the person types.
  const box = element.locator(`#${id("/plaintiff_name")}`);
  await box.evaluate((node) => { node.focus(); node.setSelectionRange(2, 5); });
  await element.evaluate((node) => { node.language = "en"; });
  await element.locator(".intake[lang=en]").waitFor();
  assert.deepEqual(await element.evaluate((node) => [node.shadowRoot.activeElement.id, node.shadowRoot.activeElement.selectionStart, node.shadowRoot.activeElement.selectionEnd]), [id("/plaintiff_name"), 2, 5]);
  await close();
  const off = await visit(it, "/off");
  assert.equal(await intake(off.page).locator("#language").isVisible(), false);
  await off.close();
});

test("a language that cannot be loaded leaves the form as it is, and says so", async () => {
  const { page: tab, close } = await visit(it, "/", { expected: /Failed to load|ERR_FAILED/ });
  const element = intake(tab);
  await heard(element, "casegate-error");
  await tab.route(/spanish|-es\.js/, (route) => route.abort());
  await element.locator("#language").click();
  await element.locator(".switch [role=status]", { hasText: "could not be loaded" }).waitFor();
  assert.deepEqual(await element.evaluate((node) => [node.getAttribute("language"), node.shadowRoot.querySelector(".intake").lang]), [null, "en"]);
  assert.deepEqual(await tab.evaluate(() => globalThis.heard.map(({ kind }) => kind)), ["language"]);
  await close();
});

test("a page hides questions, except one that needs an answer, which the page hears of", async () => {
  const { page: tab, close } = await visit(it, "/");
  const element = intake(tab);
  await heard(element, "casegate-error");
  await element.evaluate((node) => {
    node.prefill = { is_test: true };
    node.hide = "is_test plaintiff_name usdot_number nothing requester_phone";
  });
  await toParties(element, cases.pe[0]);
  assert.equal(await element.locator(`#${id("/plaintiff_name")}`).isVisible(), true);
  assert.equal(await element.locator(`#${id("/requester_phone")}`).count() > 0 && await element.locator(`#${id("/requester_phone")}`).isVisible(), false);
  const said = await tab.evaluate(() => globalThis.heard.map(({ kind, error }) => `${kind}: ${error}`));
  assert.equal(said.filter((text) => /^settings: .*(plaintiff_name|usdot_number) needs an answer/.test(text)).length, 2, said.join("\n"));
  assert.equal(said.filter((text) => /^settings: .*no field has the name nothing/.test(text)).length, 1);
  // It stays while it is answered.
  await fill(element, { "/plaintiff_name": "Terry" });
  assert.equal(await element.locator(`#${id("/plaintiff_name")}`).isVisible(), true);
  await fill(element, cases.pe[1]);
  await next(element);
  const { "/is_test": _, ...last } = cases.pe[3];
  for (const answers of [cases.pe[2], last]) {
    await fill(element, answers);
    await next(element);
  }
  await next(element);
  // What is sent is shown, and has no link to a question that is not asked.
  const row = element.locator(`#row${id("/is_test")}`);
  assert.match(await row.textContent(), /Yes/);
  assert.equal(await row.locator("a").count(), 0);
  assert.equal(await element.locator(`#row${id("/requester_phone")}`).count(), 0);
  await next(element);
  await element.locator(".sent").waitFor();
  assert.equal(it.received.at(-1).case.is_test, true);
  await close();
});

test("a hidden question that an opened case answers is asked, so that the answer can be changed", async () => {
  const { page: tab, close } = await visit(it, "/hide");
  const element = intake(tab);
  await heard(element, "casegate-error");
  await element.evaluate((node) => node.open({ case_type: "pl", base_product: ["personal_auto_policy_limits"], is_test: true, plaintiff_name: "Terry Testcase", defendant_information: { first_name: "Dana", last_name: "Demo", address: "1 Placeholder Street" } }, { step: "parties" }));
  await element.locator("h1", { hasText: "Who is involved?" }).waitFor();
  assert.equal(await element.locator(`#${id("/plaintiff_name")}`).inputValue(), "Terry Testcase");
  assert.equal(await element.locator(`#${id("/defendant_information/first_name")}`).inputValue(), "Dana");
  assert.deepEqual(await tab.evaluate(() => globalThis.heard), []);
  await close();
});

test("hidden questions of the attribute, also of a record", async () => {
  const { page: tab, close } = await visit(it, "/hide");
  const element = intake(tab);
  await toParties(element);
  // Personal coverage does not require the defendant.
  assert.equal(await element.locator(`#${id("/defendant_information")}-group`).isVisible(), false);
  await close();
});

test("financing is a question for enrolled firms only", async () => {
  const { page: tab, close } = await visit(it, "/");
  const element = intake(tab);
  const question = element.locator(`#${id("/is_payment_via_financing")}-group`);
  for (const answers of cases.pl.slice(0, 3)) {
    await fill(element, answers);
    await next(element);
  }
  await element.locator(`#${id("/insurance_company")}`).waitFor();
  await element.locator("details.fold").evaluateAll((all) => { for (const fold of all) fold.open = true; });
  assert.equal(await question.isVisible(), false);
  await element.evaluate((node) => { node.context = { financing_enrolled: true }; });
  assert.equal(await question.isVisible(), true);
  await close();
});

test("Back leads to the step before, and to the review from a question that it asked for", async () => {
  const { page: tab, close } = await visit(it, "/");
  const element = intake(tab);
  const back = element.locator(".actions .back");
  assert.equal(await back.count(), 0, "nothing is before the first step");
  await walk(element, cases.pl);
  for (const title of ["Do you have documents", "What do you know", "What happened", "Who is involved", "What do you need"]) {
    await back.focus();
    await tab.keyboard.press("Enter");
    await element.locator("h1", { hasText: title }).waitFor();
    assert.equal(await element.evaluate((node) => node.shadowRoot.activeElement.id), "heading");
  }
  await element.evaluate((node) => { node.step = "check"; });
  await element.locator(`#row${id("/plaintiff_name")} a`).click();
  await back.click();
  await element.locator(".all-answers").waitFor();
  assert.equal(await element.evaluate((node) => node.shadowRoot.activeElement.closest(".row").id), `row${id("/plaintiff_name")}`);
  await close();
});

test("a file has one of three marks, and sizes in one sentence have one unit", async () => {
  const { page: tab, close } = await visit(it, "/");
  const element = intake(tab);
  for (const answers of cases.pl) {
    await fill(element, answers);
    await next(element);
  }
  await element.locator("#files-input").setInputFiles([
    { name: "a.txt", mimeType: "text/plain", buffer: Buffer.alloc(2_400_000, "a") },
    { name: "b.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(0) },
    { name: "c.odt", mimeType: "application/octet-stream", buffer: Buffer.alloc(9) },
  ]);
  await element.locator(".file .mark").nth(2).waitFor();
  await tab.waitForTimeout(300);
  assert.deepEqual(await element.locator(".file .mark").allInnerTexts(), ["Attached", "Attached: check it", "Not attached"]);
  assert.match(await element.locator("#files-total").innerText(), /^2 files attached, 2\.4 of 100 MB in total\. 1 file can’t/);
  await close();
});

test("the errors of two fields side by side are each above their own box, and the boxes are at one height", async () => {
  const { page: tab, close } = await visit(it, "/", { width: 1280 });
  if (!(await knows(tab, "grid-template-rows", "subgrid"))) return close();
  const element = intake(tab);
  await toParties(element, cases.pe[0]);
  await fill(element, { "/defendant_information/middle_name": "Q" });
  await next(element);
  await element.locator(`#${id("/defendant_information/last_name")}-error`).waitFor();
  const rect = (name) => element.locator(`#${id(`/defendant_information/${name}`)}`).evaluate((node) => node.getBoundingClientRect().toJSON());
  const words = (name) => element.locator(`#${id(`/defendant_information/${name}`)}-error`).evaluate((node) => node.closest(".findings").getBoundingClientRect().toJSON());
  await fill(element, { "/defendant_information/date_of_birth": "13/45/1999" });
  await next(element);
  const [first, middle, last, birth] = await Promise.all(["first_name", "middle_name", "last_name", "date_of_birth"].map(rect));
  assert.deepEqual([first.bottom, last.bottom], [middle.bottom, birth.bottom]);
  for (const [name, box] of [["first_name", first], ["last_name", last], ["date_of_birth", birth]]) {
    const { left, right, bottom } = await words(name);
    assert.ok(Math.abs(left - box.left) < 1 && right >= box.right && bottom <= box.top, `${name}: ${left} to ${right}, the box from ${box.left}`);
  }
  assert.ok((await words("last_name")).right <= birth.left, "one error is beside the other");
  await close();
});
