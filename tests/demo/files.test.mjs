// The files step: chosen, dropped, labelled, judged and removed, by mouse and by keyboard, without
// blocking the case.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileLimits, judgeFiles, lists } from "../../pkg/dist/index.js";
import { agree, cases, everyLook, heading, next, payload, sample, setting, visit, walk } from "./support.mjs";

const it = setting();
const megabyte = 1 << 20;

const file = (name, size = 1200) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.alloc(size) });
const choose = (page, ...files) => page.locator("#files-input").setInputFiles(files);
const row = (page, name) => page.locator(".file", { hasText: name });
const mark = (page, name) => row(page, name).locator(".mark").innerText();
const said = (page) => page.locator("#files-said").evaluate((element) => element.textContent);
const focused = (page) => page.evaluate(() => focusedElement().textContent.trim() || focusedElement().id);

/** A complete case, with its files still to choose. */
async function atFiles(options) {
  const visitor = await visit(it, options);
  await sample(visitor.page, "pl-good");
  await visitor.page.goto(`${it.url}#/files`);
  await visitor.page.locator("#files-choose").waitFor();
  // A new page moves the focus to its heading, which must happen before the test continues.
  await visitor.page.waitForFunction(() => focusedElement()?.tagName === "H1");
  return visitor;
}

/** Drops files as a browser does; only a page can make such an event. */
async function drop(page, where, files) {
  return page.evaluate(([selector, list]) => {
    const data = new DataTransfer();
    for (const [name, size] of list) data.items.add(new File([new Uint8Array(size)], name));
    const target = inPage(selector);
    const send = (type) => target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    send("dragenter");
    const isOver = inPage("#files-drop").classList.contains("is-over");
    return { isOver, stopped: !send("drop"), after: inPage("#files-drop").classList.contains("is-over") };
  }, [where, files]);
}

test("the hint shows the limits and labels of the package", async () => {
  const { page, close } = await atFiles();
  const hint = await page.locator("#files-hint").innerText();
  const { files, file_megabytes: each, total_megabytes: total } = fileLimits.create;
  for (const limit of [`${files} files`, `${each} MB`, `${total} MB`, "PDF", "EML"]) assert.ok(hint.includes(limit), `${limit} in ${hint}`);
  assert.match(await page.locator(".page").innerText(), /aren’t saved with your draft/);
  await choose(page, file("report.pdf"));
  assert.deepEqual(await row(page, "report.pdf").locator("option").evaluateAll((all) => all.map(({ value, textContent }) => ({ value, label: textContent }))),
    lists.file_label.words.map(({ value, label }) => ({ value, label })));
  await close();
});

test("each file is judged before sending, in the library's words", async () => {
  const { page, close } = await atFiles();
  const chosen = [["report.pdf", 1200], ["notes.odt", 10], ["scan.pdf", 25 * megabyte + 1], ["empty.txt", 0], ["photo.JPG", 2_500_000]];
  // Created in the page, because passing 25 MB to it takes a busy machine longer than a test may.
  await drop(page, "#files-drop", chosen);
  // The page reads the bytes of the files, which are zeros.
  const edges = (size) => ({ head: new Uint8Array(Math.min(size, 65_536)), ...(size > 65_536 ? { tail: new Uint8Array(65_536) } : {}) });
  const { files } = judgeFiles({ files: chosen.map(([name, size]) => ({ name, size, ...edges(size) })) });
  const doubts = files.flatMap(({ issues }) => issues).length;
  while (await page.locator(".file .finding").count() < doubts) await page.waitForTimeout(20);
  for (const [index, [name]] of chosen.entries()) {
    assert.equal(await mark(page, name), files[index].status !== "accepted" ? "Not attached" : files[index].issues.length > 0 ? "Attached: check it" : "Attached", name);
    const words = await row(page, name).locator(".finding-words").evaluateAll((all) => all.map((line) => line.lastChild.textContent));
    assert.deepEqual(words, files[index].issues.map((issue) => issue.message), name);
  }
  assert.deepEqual(files.map((verdict) => verdict.error_code), [null, "extension_not_allowed", "file_too_large", null, null]);
  assert.match(await page.locator("#files-total").innerText(), /^3 files attached, 2.5 of 100 MB in total\. 2 files can’t be attached/);
  assert.match(await said(page), /^5 files added\. notes\.odt can’t be attached\. .+ scan\.pdf can’t be attached\./);
  assert.equal(await page.locator("#files-said").getAttribute("aria-live"), "polite");
  await close();
});

test("the count and the total follow the order of files, and a removal makes room", async () => {
  const { page, close } = await atFiles();
  const many = Array.from({ length: fileLimits.create.files + 1 }, (_, index) => file(`page-${index}.pdf`));
  await choose(page, ...many);
  const last = `page-${fileLimits.create.files}.pdf`;
  assert.equal(await mark(page, last), "Not attached");
  assert.match(await row(page, last).innerText(), /after the case is created/);
  await row(page, "page-0.pdf").getByRole("button").click();
  assert.match(await mark(page, last), /^Attached/);
  assert.equal(await page.locator(".file.is-rejected").count(), 0);
  await close();
});

test("a file that stays here takes no place of the others", async () => {
  const { page, close } = await atFiles();
  const most = fileLimits.create.files;
  await choose(page, file("notes.exe"), ...Array.from({ length: most }, (_, index) => file(`page-${index}.pdf`)));
  assert.equal(await mark(page, "notes.exe"), "Not attached");
  assert.match(await page.locator("#files-total").innerText(), new RegExp(`^${most} files attached`));
  assert.equal(await page.locator(".file.is-rejected").count(), 1);
  // No one reads the document type of a file that is not sent.
  assert.equal(await page.locator(".file select:visible").count(), most);
  await close();
});

test("a file is judged by its bytes, and a doubt is shown before it is sent", async () => {
  const { page, close } = await atFiles();
  const locked = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R /Encrypt 2 0 R >>\nstartxref\n9\n%%EOF\n");
  await choose(page, { name: "letter.pdf", mimeType: "application/pdf", buffer: locked });
  const { files: [verdict] } = judgeFiles({ files: [{ name: "letter.pdf", size: locked.length, head: new Uint8Array(locked) }] });
  const [issue] = verdict.issues;
  assert.equal(issue.severity, "warning");
  await row(page, "letter.pdf").locator(".is-warning", { hasText: issue.message }).waitFor();
  assert.equal(await said(page), `1 file added. letter.pdf: ${issue.message}`);
  // The last page before sending repeats it, at the file and in the list of doubts.
  await next(page);
  await page.locator("#rowf-files .is-warning", { hasText: issue.message }).waitFor();
  await page.locator(".facts .notes", { hasText: `letter.pdf: ${issue.message}` }).waitFor();
  await close();
});

test("the same file is added once, and can be chosen again after its removal", async () => {
  const { page, close } = await atFiles();
  await drop(page, "#files-drop", [["report.pdf", 10]]);
  const give = () => page.evaluate(() => {
    const input = inPage("#files-input");
    const data = new DataTransfer();
    data.items.add(new File(["x"], "a.pdf", { lastModified: 5 }));
    input.files = data.files;
    input.dispatchEvent(new Event("change"));
    return allInPage(".file").length;
  });
  assert.equal(await give(), 2);
  assert.equal(await give(), 2);
  assert.match(await said(page), /1 file already chosen/);
  await row(page, "a.pdf").getByRole("button").click();
  assert.equal(await give(), 2);
  await close();
});

test("dropped files are added in the marked area only; elsewhere they do not replace the page", async () => {
  const { page, close } = await atFiles();
  assert.deepEqual(await drop(page, "#files-drop", [["a.pdf", 10], ["b.exe", 10]]), { isOver: true, stopped: true, after: false });
  assert.equal(await page.locator(".file").count(), 2);
  assert.equal(await mark(page, "b.exe"), "Not attached");
  assert.deepEqual(await drop(page, "h1", [["c.pdf", 10]]), { isOver: false, stopped: true, after: false });
  assert.equal(await page.locator(".file").count(), 2);
  await close();
});

test("labels and removal by keyboard: focus moves to the next file, then to the button", async () => {
  const { page, close } = await atFiles();
  const opened = page.waitForEvent("filechooser");
  // The file chooser must be awaited before a key opens it.
  await page.waitForTimeout(500);
  await page.locator("#files-choose").focus();
  await page.keyboard.press("Enter");
  const chooser = await opened;
  assert.equal(chooser.isMultiple(), true);
  await chooser.setFiles([file("a.pdf"), file("b.pdf"), file("c.pdf")]);
  await page.locator(".file").nth(2).waitFor();
  assert.equal(await page.evaluate(() => focusedElement().id), "files-choose");

  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => focusedElement().labels[0].textContent), "Document type: a.pdf");
  const incident = lists.file_label.words.find(({ value }) => value === "incident_report");
  await page.keyboard.press("Home");
  // By arrow keys: slow letters, as on a busy machine, each start a new search.
  const chosen = () => page.evaluate(() => focusedElement().value);
  for (let i = 0; i < 5 && (await chosen()) !== "incident_report"; i++) await page.keyboard.press("ArrowDown");
  await page.locator("#files-said", { hasText: incident.label }).waitFor();
  assert.equal(await page.evaluate(() => focusedElement().value), "incident_report");

  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Remove a.pdf");
  await page.keyboard.press("Enter");
  assert.equal(await said(page), "a.pdf removed. 2 files left.");
  assert.equal(await focused(page), "Remove b.pdf");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  assert.equal(await said(page), "c.pdf removed. 1 file left.");
  assert.equal(await focused(page), "Remove b.pdf");
  await page.keyboard.press("Enter");
  assert.equal(await said(page), "b.pdf removed. No files left.");
  assert.equal(await focused(page), "Choose files");
  assert.equal(await page.locator(".files").isVisible(), false);
  await close();
});

test("files never block: the review lists accepted and rejected files, and links back", async () => {
  const { page, close } = await visit(it);
  const steps = cases.pe;
  await walk(page, steps);
  const before = await payload(page);
  await page.locator("#rowf-files").waitFor();
  assert.match(await page.locator("#rowf-files").innerText(), /None/);
  await page.getByRole("link", { name: "Change files" }).click();
  assert.equal(await heading(page), "Do you have documents to attach?");
  await choose(page, file("report.pdf"), file("notes.odt"));
  await row(page, "report.pdf").locator("select").selectOption("incident_report");
  await next(page);
  assert.equal(await heading(page), "Review your answers");
  assert.equal(await focused(page), "Change files");
  assert.match(await page.locator("#rowf-files").innerText(), /report\.pdf\s+Incident report, 1 kB/);
  const left = await page.locator("#rowf-files-left").innerText();
  assert.match(left, /^Not attached/);
  assert.ok(left.includes("notes.odt") && left.includes(judgeFiles({ files: [{ name: "notes.odt", size: 1200 }] }).files[0].error), left);
  assert.equal(await page.locator("#summary").isVisible(), false);
  assert.deepEqual(await payload(page), before);
  await next(page);
  await page.waitForURL("**/#/sent");
  assert.match(await page.locator(".sent table").innerText(), /report\.pdf\s+Incident report\s+Attached\s+notes\.odt\s+Other file\s+.+\s+Not attached/);
  await close();
});

test("drafts have names and labels of files alone; files belong to the answers they were chosen for", async () => {
  const { page, close } = await atFiles();
  await choose(page, file("report.pdf"));
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  const drafts = await page.evaluate(() => Object.values(localStorage).filter((text) => text.startsWith("{")).map((text) => JSON.parse(text)));
  assert.deepEqual(drafts.map(({ files }) => files), [[{ name: "report.pdf", label: "other" }]]);
  await sample(page, "pe-good");
  assert.equal(await page.locator("#rowf-files li").count(), 0);
  await page.goto(`${it.url}#/files`);
  await choose(page, file("report.pdf"));
  await page.getByRole("button", { name: "Delete draft" }).click();
  await agree(page);
  await sample(page, "pl-good");
  assert.equal(await page.locator("#rowf-files li").count(), 0);
  await close();
});

test("layout and accessibility with files, at every width and in every color scheme", async () => {
  const { page, close } = await atFiles();
  await choose(page, file("police-report-springfield.pdf", 1_400_000), file(`${"long-name-".repeat(12)}scan.pdf`), file("notes.odt"), file("empty.txt", 0));
  await everyLook(page, "files-chosen");
  await page.goto(`${it.url}#/check`);
  await page.locator("#rowf-files-left").waitFor();
  await everyLook(page, "files-check");
  await close();
});
