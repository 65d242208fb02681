// Drafts: kept a few seconds after typing, offered on return, saved to a file on request, removed
// when discarded.
import assert from "node:assert/strict";
import { readFile, writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { answersOf, openDraft } from "./sending-support.mjs";
import { agree, box, cases, fill, heading, next, option, payload, payloadOf, refuse, restore, sample, setting, today, visit } from "./support.mjs";

const it = setting();
const kept = (page) => page.evaluate(() => Object.values(localStorage));

test("a draft is saved while typing, restored at the same step, and discarded on request", async () => {
  const { page, close } = await visit(it);
  assert.match(await page.locator(".draft").innerText(), /saved in this browser/);
  await fill(page, cases.pe.product);
  await next(page);
  await fill(page, { "/plaintiff_name": "Terry Testcase" });
  assert.deepEqual(await kept(page), []);
  await page.locator(".draft", { hasText: /Saved in this browser at/ }).waitFor({ timeout: 10_000 });
  assert.equal((await kept(page)).length, 1);

  await page.reload();
  assert.equal(await heading(page), "Continue your draft?");
  await restore(page);
  assert.equal(await heading(page), "Who is involved?");
  assert.equal(await box(page, "/plaintiff_name").inputValue(), "Terry Testcase");
  await page.locator(".steps a").first().click();
  assert.equal(await option(page, "/is_defendant_transportation_company", "true").isChecked(), true);
  assert.equal(await box(page, "/usdot_number").inputValue(), "0001234");

  await page.reload();
  await page.getByRole("button", { name: "Delete draft and start over" }).click();
  assert.match(await page.locator("dialog").innerText(), /^Delete this draft\?[^]*can’t be undone/);
  await refuse(page);
  assert.equal((await kept(page)).length, 1);
  await page.getByRole("button", { name: "Delete draft and start over" }).click();
  await agree(page);
  assert.equal(await heading(page), "What do you need us to find?");
  assert.deepEqual(await kept(page), []);
  await page.reload();
  assert.equal(await heading(page), "What do you need us to find?");
  await close();
});

test("a draft expires 30 days after its last save, and without one there is nothing to download or delete", async () => {
  const { page, close } = await visit(it);
  const offers = () => page.locator(".draft button").filter({ visible: true }).allInnerTexts();
  assert.deepEqual(await offers(), ["Open a draft file"]);
  assert.match(await page.locator(".draft .hint").first().innerText(), /older than 30 days is deleted the next time this form opens\. Don’t use a shared computer/);
  await fill(page, cases.pe.product);
  assert.deepEqual(await offers(), ["Open a draft file", "Download draft", "Delete draft"]);
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await page.clock.setFixedTime(new Date("2026-03-31T11:59:00Z"));
  await page.reload();
  assert.equal(await heading(page), "Continue your draft?");
  await page.clock.setFixedTime(new Date("2026-03-31T12:01:00Z"));
  await page.reload();
  assert.equal(await heading(page), "What do you need us to find?");
  assert.deepEqual(await kept(page), []);
  await close();
});

test("a draft that meets other rules says which answers need another look", async () => {
  const { page, close } = await visit(it);
  await fill(page, { ...cases.pe.product, "/date_of_loss": "2025-03-10" });
  await next(page);
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  // On the next day nothing is different.
  const goOn = async (day) => {
    await it.setDay(day);
    await page.clock.setFixedTime(new Date(`${day}T12:00:00Z`));
    await page.reload();
  };
  await goOn("2026-03-02");
  await restore(page);
  assert.equal(await page.locator(".notice").count(), 0);
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  // Then the loss is more than 365 days ago, and a later form no longer has one of the questions.
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage)) localStorage.setItem(key, text.replace('"answers": {', '"answers": { "/retired_question": "x",'));
  });
  await goOn("2026-03-20");
  await restore(page);
  assert.equal(await page.locator(".notice").innerText(), "Left out, because the form has no such question: /retired_question. Since you saved this draft, rules or deadlines have changed. Look again at: Date of loss.");
  await page.locator(".steps a").first().click();
  assert.match(await page.locator(".field", { has: box(page, "/date_of_loss") }).innerText(), /must be March 20, 2025 or later/);
  await it.setDay(today);
  await close();
});

test("a draft names the files that are to be chosen again, until they are", async () => {
  const { page, close } = await visit(it);
  await openDraft(page, answersOf(cases.pl));
  await page.goto(`${it.url}#/files`);
  const file = (name) => ({ name, mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
  await page.locator("#files-input").setInputFiles([file("report.pdf"), file("letter.pdf"), file("song.mp3")]);
  await page.locator(".file").nth(2).waitFor();
  await page.locator(".file select").first().selectOption({ label: "Incident report" });
  const words = (names) => page.getByText(`To attach these files, choose them again: ${names}`).filter({ visible: true });
  for (const _ of ["right away", "also if none was chosen meanwhile"]) {
    await page.evaluate(() => dispatchEvent(new Event("pagehide")));
    page.once("dialog", (dialog) => dialog.accept()); // leaving asks while files are chosen
    await page.reload();
    await restore(page);
    await words("report.pdf, letter.pdf.").waitFor();
    await page.goto(`${it.url}#/check`);
    assert.match(await page.locator(".facts").innerText(), /No files attached\. To attach these files, choose them again: report\.pdf, letter\.pdf\./);
    await page.goto(`${it.url}#/files`);
    await words("report.pdf, letter.pdf.").waitFor();
  }
  for (const [name, left] of [["report.pdf", "letter.pdf."], ["letter.pdf", undefined]]) {
    await page.locator("#files-input").setInputFiles([file(name)]);
    await (left ? words(left).waitFor() : words("").waitFor({ state: "hidden" }));
  }
  assert.deepEqual(await page.locator(".file select").evaluateAll((boxes) => boxes.map((box) => box.selectedOptions[0].text)), ["Incident report", "Other file"]);
  await close();
});

test("drafts and payloads are saved to a file and loaded from it", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pl-good");
  const before = await payload(page);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download draft" }).click()]);
  const text = await readFile(await file.path(), "utf8");
  await close();

  const other = await visit(it);
  await other.page.locator("#open-draft").setInputFiles({ name: "draft.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await other.page.waitForURL("**/#/check");
  assert.deepEqual(await payload(other.page), before);

  const sent = { ...payloadOf(cases.pe), surprise: 1 };
  await other.page.locator("#open-draft").setInputFiles({ name: "case.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(sent)) });
  await agree(other.page);
  await other.page.locator(".notice", { hasText: "/surprise" }).waitFor();
  assert.deepEqual(await payload(other.page), payloadOf(cases.pe));
  await other.close();
});

test("a file without a draft is reported and changes nothing", async () => {
  const { page, close } = await visit(it);
  await fill(page, { "/case_type": "pl" });
  const folder = await mkdtemp(join(tmpdir(), "casegate-draft-"));
  await writeFile(join(folder, "notes.json"), "not a draft");
  await page.locator("#open-draft").setInputFiles(join(folder, "notes.json"));
  await page.locator(".draft [role=alert]", { hasText: "not a draft" }).waitFor();
  assert.equal(await option(page, "/case_type", "pl").isChecked(), true);
  await rm(folder, { recursive: true });
  await close();
});

test("a hostile draft is loaded as far as its fields are known, and the rest is listed", async () => {
  const { page, close } = await visit(it);
  const more = Array.from({ length: 3000 }, (_, index) => `"/key_${index}": "x"`).join();
  const text = `{"format": "casegate-intake-draft", "version": 1, "step": "__proto__", "answers": {"__proto__": "a", "/__proto__/case_type": "b",
    "/case_type": "pl", "/constructor": true, "/summary": {"__proto__": 1}, "/plaintiff_name": "Half \\ud83d", ${more}}}`;
  await page.locator("#open-draft").setInputFiles({ name: "draft.json", mimeType: "application/json", buffer: Buffer.from(text) });
  const notice = page.locator(".notice", { hasText: "Left out" });
  await notice.waitFor();
  assert.match(await notice.innerText(), /^Left out.*: __proto__, \/__proto__\/case_type, \/constructor, \/key_0,.*, and 2983 more\. Left out, because the form cannot show the answer: Matter name\.$/);
  assert.deepEqual(await payload(page), { case_type: "pl", plaintiff_name: "Half \ufffd" });
  assert.equal(await page.evaluate(() => Object.keys(Object.prototype).length), 0);
  await close();
});

test("discarding asks first, and Cancel keeps everything", async () => {
  const { page, close } = await visit(it);
  await fill(page, cases.pl.product);
  await page.getByRole("button", { name: "Delete draft" }).click();
  await refuse(page);
  assert.equal(await option(page, "/case_type", "pl").isChecked(), true);
  await page.getByRole("button", { name: "Delete draft" }).click();
  await agree(page);
  assert.equal(await option(page, "/case_type", "pl").isChecked(), false);
  await close();
});
