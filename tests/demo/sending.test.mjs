// Sending: from the answers to the service, and the page after it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { copied, heading, next, payload, setting, today, visit, walk } from "./support.mjs";
import { aCase, arrived, atCheck, create, failures, file, focused, isSent, send, stored } from "./sending-support.mjs";

const it = setting();

for (const product of ["pe", "pl"]) {
  test(`a ${product} case with files, by mouse, arrives exactly as shown`, async () => {
    await it.setDay(today);
    const { page, close } = await visit(it);
    const { steps, number, payload: expected } = aCase(product);
    await walk(page, steps);
    await page.getByRole("link", { name: "Change files" }).click();
    await page.locator("#files-input").setInputFiles([file("report.pdf"), file("notes.odt"), file("letter.txt", 40)]);
    await page.locator(".file", { hasText: "report.pdf" }).locator("select").selectOption("incident_report");
    await next(page);
    assert.deepEqual(await payload(page), expected);
    const before = await page.locator(".before").innerText();
    assert.match(before, /Policy (Existence|Limit)/);
    assert.match(before, /A test case/);
    assert.match(before, /2 files attached, 1 kB\. 1 file not attached/);
    assert.doesNotMatch(before, /intake@example\.test/, "a test case sends no updates");
    await send(page);
    await isSent(page);
    assert.equal(await heading(page), "Test case submitted");
    assert.equal(await focused(page), "heading");
    const [one, ...more] = await arrived(it, number);
    assert.equal(more.length, 0);
    assert.deepEqual(one.payload, expected);
    assert.deepEqual(one.files.map(({ filename, label, size }) => [filename, label, size]), [["report.pdf", "incident_report", 1200], ["letter.txt", "other", 40]]);
    const text = await page.locator(".title-block").innerText();
    assert.ok(text.includes(one.case.issue_key) && text.includes(number) && text.includes("Example Law"), text);
    assert.match(await page.locator(".sent table").innerText(), /report\.pdf\s+Incident report\s+Attached\s+letter\.txt\s+Other file\s+Attached\s+notes\.odt\s+Other file\s+.+\s+Not attached/);
    assert.equal(await page.getByRole("link", { name: "Follow the case" }).getAttribute("href"), `cases.html#/${one.case.id}`);
    assert.match(await page.locator(".sent .all-answers").innerText(), /Terry Testcase/);
    assert.match(await page.locator(".sent .notice").innerText(), /sends no updates/);
    assert.doesNotMatch(await page.locator(".next").innerText(), /assigns the reference/, "it has one");
    assert.equal(await stored(page), null, "the draft is removed");
    assert.equal(await page.locator(".draft, .beside, .steps").filter({ visible: true }).count(), 0);
    await close();
  });
}

test("the review says what will happen, and offers the payload", async () => {
  const { page, close, payload: expected } = await atCheck(it, { product: "pl", also: { "/is_test": false, "/cc_emails": "a@example.test b@example.test" } });
  assert.equal(await page.locator("main form > .actions button").innerText(), "Submit case");
  const before = await page.locator(".before").innerText();
  assert.match(before, /A live order/);
  assert.match(await page.locator(".simulated").innerText(), /nothing leaves this computer/);
  assert.match(before, /a@example\.test, b@example\.test/);
  assert.match(before, /No files attached/);
  await page.locator(".payload > summary").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download case data" }).click()]);
  const wanted = { ...expected, is_test: false, cc_emails: "a@example.test b@example.test" };
  assert.deepEqual(JSON.parse(await readFile(await download.path(), "utf8")), wanted);
  const copy = await copied(page, async () => {
    await page.getByRole("button", { name: "Copy case data" }).click();
    await page.getByText("Copied.").waitFor();
  });
  assert.deepEqual(JSON.parse(copy), wanted);
  await send(page);
  await isSent(page);
  assert.equal(await heading(page), "Case submitted");
  assert.equal(await page.locator(".sent .notice").count(), 0);
  assert.match(await page.locator(".next").innerText(), /copies of its correspondence to the email addresses .*(rush|day)/is);
  await close();
});

/**
 * Holds the first request that creates the case; another one passes. `seen` resolves, once it is
 * there, to what lets it go.
 */
async function hold(page) {
  let isSeen;
  const seen = new Promise((resolve) => { isSeen = resolve; });
  await page.route(create, async (route) => {
    const first = isSeen;
    isSeen = undefined;
    if (first) await new Promise(first);
    await route.continue();
  });
  return { seen };
}

test("Enter twice, a double click and another key create one case", async () => {
  const { page, close, number } = await atCheck(it);
  const { seen } = await hold(page);
  const button = page.locator("main form > .actions button");
  await button.dblclick();
  await button.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  assert.equal(await button.getAttribute("aria-disabled"), "true");
  assert.equal(await button.innerText(), "Submitting…");
  assert.match(await page.locator(".progress").innerText(), /^Submitting the case\.$/);
  // Nothing else can be pressed meanwhile.
  assert.deepEqual(await page.locator("[inert]").evaluateAll((all) => all.map((one) => one.className)), ["switch", "steps", "editable", "form-side"]);
  (await seen)();
  await isSent(page);
  assert.equal((await arrived(it, number)).length, 1);
  await close();
});

test("Back is disabled while the case is being sent, and leaving asks first", async () => {
  const { page, close, number } = await atCheck(it, { files: [file("a.pdf")] });
  const { seen } = await hold(page);
  await send(page);
  await page.locator(".progress", { hasText: "one file, 1 kB" }).waitFor();
  await page.goBack();
  await page.waitForURL("**/#/check");
  assert.equal(await heading(page), "Review your answers");
  let asked = 0;
  page.on("dialog", (dialog) => { asked++; assert.equal(dialog.type(), "beforeunload"); void dialog.dismiss(); });
  await page.reload({ timeout: 1500 }).catch(() => {});
  assert.equal(asked, 1);
  (await seen)();
  await isSent(page);
  assert.equal((await arrived(it, number)).length, 1);
  await page.goto("about:blank");
  assert.equal(asked, 1, "once it is sent, nobody asks");
  await close();
});

test("Back from the sent page opens an empty new case, Forward the sent one, and nothing is sent twice", async () => {
  const { page, close, number } = await atCheck(it, { files: [file("a.pdf")] });
  await send(page);
  await isSent(page);
  await page.goBack();
  await page.locator(".notice", { hasText: "new, empty case" }).waitFor();
  assert.equal(await heading(page), "What do you need us to find?");
  assert.equal(await page.locator("input:checked").evaluateAll((all) => all.filter((one) => !one.closest(".beside")).length), 0);
  await page.goForward();
  await page.waitForURL("**/#/sent");
  assert.equal(await heading(page), "Test case submitted");
  await page.getByRole("button", { name: "Start a new case" }).click();
  assert.equal(await heading(page), "What do you need us to find?");
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  await page.goBack();
  assert.equal(await heading(page), "What do you need us to find?");
  assert.equal((await arrived(it, number)).length, 1);
  await close();
});

test("the sent page survives a reload, also beside a draft of another case", async () => {
  const { page, context, close, number } = await atCheck(it, { files: [file("a.pdf")] });
  await send(page);
  await isSent(page);
  const before = await page.locator(".page").innerText();
  await page.reload();
  await isSent(page);
  assert.equal(await page.locator(".page").innerText(), before);
  const other = await context.newPage();
  await other.goto(it.url);
  assert.equal(await heading(other), "What do you need us to find?");
  assert.equal(await other.evaluate(() => sessionStorage.length), 0, "another tab sees nothing of it");
  await other.locator('input[value="pl"]').first().click();
  await other.evaluate(() => dispatchEvent(new Event("pagehide")));
  await page.reload();
  await isSent(page);
  assert.ok((await page.locator(".page").innerText()).includes(number));
  await page.getByRole("button", { name: "Start a new case" }).click();
  assert.equal(await heading(page), "Continue your draft?");
  assert.notEqual(await stored(page), null, "the other tab's draft stays");
  await close();
});

test("a late reference is announced when it arrives", async () => {
  const { page, close, number } = await atCheck(it, { expected: failures });
  let key = null;
  await page.route(create, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), case_ref: null } });
  });
  await page.route("**/demo/api/cases/*", async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    if (key === "fail") return route.fulfill({ status: 503, body: "" });
    await route.fulfill({ response, json: { ...reply, case: { ...reply.case, issue_key: key } } });
  });
  await send(page);
  await isSent(page);
  const place = page.locator(".title-block dd").first();
  assert.match(await place.innerText(), /Being assigned/);
  await page.waitForResponse("**/demo/api/cases/*");
  key = "fail";
  await page.waitForResponse("**/demo/api/cases/*");
  key = "CASE-77";
  await page.locator(".reference", { hasText: "CASE-77" }).waitFor();
  assert.equal(await page.locator(".sent > [role=status]").innerText(), "The case has its reference: CASE-77.");
  await page.reload();
  await isSent(page);
  assert.equal(await place.innerText(), "CASE-77");
  assert.equal((await arrived(it, number)).length, 1);
  await close();
});

test("a file that the service rejects is listed with what to do about it", async () => {
  const { page, close } = await atCheck(it, { files: [file("a.pdf"), file("b.pdf")] });
  await page.route(create, async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    Object.assign(reply.attachments[1], { status: "rejected", file_id: null, error: "The file could not be stored. Append it to the case.", error_code: "internal_error" });
    await route.fulfill({ response, json: reply });
  });
  await send(page);
  await isSent(page);
  assert.match(await page.locator(".sent table").innerText(), /a\.pdf\s+Other file\s+Attached\s+b\.pdf\s+Other file\s+The file could not be stored\. Append it to the case\.\s+Not attached/);
  assert.match(await page.getByRole("link", { name: "Go to the case page" }).getAttribute("href"), /^cases\.html#\/\d+$/);
  await close();
});
