// Failures while a case is sent, and that it is never sent twice by accident.
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { box, heading, id, next, setting, today } from "./support.mjs";
import { answersOf, arrived, atCheck, create, file, focused, isSent, openDraft, outcome, send, stored } from "./sending-support.mjs";

const it = setting();

/** The attempt failed: the page says so, the focus is on it, and everything is still there. */
async function failed(page, title) {
  await outcome(page).locator("h2", { hasText: title }).waitFor();
  assert.equal(await focused(page), "sending-outcome");
  assert.match(page.url(), /#\/check$/);
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.match(await stored(page), /Terry Testcase/);
}

/** Presses Tab until a control with these words has the focus, then Enter. */
async function pressed(page, words) {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate(() => focusedElement().textContent)) === words) return page.keyboard.press("Enter");
  }
  assert.fail(`Tab never reached ${words}`);
}

test("a service that answers 500, then nothing, then succeeds: by keyboard, with files, one case", async () => {
  const { page, close, number, payload } = await atCheck(it, { files: [file("a.pdf"), file("b.txt", 10)] });
  await page.route(create, (route) => route.fulfill({ status: 500, body: "" }));
  await pressed(page, "Submit test case");
  await failed(page, "The service had a problem");
  assert.match(await outcome(page).innerText(), /not sure your case arrived/);
  await page.unroute(create);
  await page.route(create, (route) => route.abort());
  await pressed(page, "Try again");
  await failed(page, "The service did not answer");
  await page.unroute(create);
  await pressed(page, "Try again");
  await isSent(page);
  const [one, ...more] = await arrived(it, number);
  assert.equal(more.length, 0);
  assert.deepEqual(one.payload, payload);
  assert.deepEqual(one.files.map(({ filename, size }) => [filename, size]), [["a.pdf", 1200], ["b.txt", 10]]);
  assert.equal(await stored(page), null);
  await close();
});

test("nothing is sent offline, and sending works afterwards", async () => {
  const { page, context, close, number } = await atCheck(it);
  await context.setOffline(true);
  await send(page);
  await failed(page, "The service cannot be reached");
  assert.match(await outcome(page).innerText(), /Nothing was submitted/);
  await context.setOffline(false);
  await send(page);
  await isSent(page);
  assert.equal((await arrived(it, number)).length, 1);
  await close();
});

test("a service that is away from the start is reported, and the page works", async () => {
  const { page, close, number } = await atCheck(it);
  await page.route("**/demo/api/**", (route) => route.abort());
  await page.reload();
  await page.getByRole("button", { name: "Continue with this draft" }).click();
  await page.locator(".notice", { hasText: "can’t be reached" }).waitFor();
  await send(page);
  await failed(page, "The service cannot be reached");
  await page.unroute("**/demo/api/**");
  await send(page);
  await isSent(page);
  assert.equal((await arrived(it, number)).length, 1);
  await close();
});

test("a service that never answers is reported as slow, then given up", async () => {
  const { page, close, number } = await atCheck(it);
  await page.evaluate(() => {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (work, pause, ...more) => setTimeout(work, pause >= 60_000 ? pause / 15 : pause, ...more);
  });
  await page.route(create, () => {});
  await send(page);
  await page.locator(".progress", { hasText: "Still submitting" }).waitFor({ timeout: 10_000 });
  await failed(page, "The service did not answer");
  assert.equal((await arrived(it, number)).length, 0);
  await close();
});

/** Lets requests through to the service and loses the answers. */
const loseAnswers = (page) => page.route(create, async (route) => { await route.fetch(); await route.abort(); });

test("a case whose answer was lost is found and shown instead of sent again", async () => {
  const { page, close, number, payload } = await atCheck(it, { files: [file("a.pdf")] });
  await loseAnswers(page);
  await send(page);
  await failed(page, "The case has arrived");
  assert.match(await outcome(page).innerText(), /with one file; only its answer was lost/);
  assert.equal(await page.locator("main form > .actions button").isVisible(), false);
  await pressed(page, "Show that case");
  await isSent(page);
  const [one, ...more] = await arrived(it, number);
  assert.equal(more.length, 0);
  assert.deepEqual(one.payload, payload);
  assert.ok((await page.locator(".title-block").innerText()).includes(one.case.issue_key));
  assert.match(await page.locator(".sent table").innerText(), /a\.pdf\s+Other file\s+Attached/);
  assert.equal(await stored(page), null);
  await close();
});

test("a case that arrives after a timeout is found before the next attempt", async () => {
  const { page, close, number } = await atCheck(it);
  let late;
  await page.route(create, async (route) => { late = () => route.fetch(); await route.abort(); });
  await send(page);
  await failed(page, "The service did not answer");
  await late();
  await send(page);
  await failed(page, "The case has arrived");
  assert.equal((await arrived(it, number)).length, 1);
  await close();
});

test("a case that a slow service creates after the timeout is found before the next attempt", async () => {
  const { page, close, number } = await atCheck(it);
  await page.route(create, async (route) => {
    setTimeout(() => void route.fetch().catch(() => {}), 1000);
    await route.abort();
  });
  await send(page);
  await failed(page, "The case has arrived");
  assert.equal((await arrived(it, number)).length, 1);
  await close();
});

test("a case that arrived before its answers were edited is found and shown as it was", async () => {
  const { page, close, number, payload } = await atCheck(it);
  await page.route(create, async (route) => {
    await route.fetch();
    await page.route("**/demo/api/cases", (look) => look.abort());
    await route.abort();
  }, { times: 1 });
  await send(page);
  await failed(page, "The service did not answer");
  await page.goto(`${it.url}#/parties`);
  await page.locator("#f-summary").fill("One thing more");
  await page.goto(`${it.url}#/check`);
  await page.unroute("**/demo/api/cases");
  await send(page);
  await failed(page, "The case has arrived without your latest changes");
  await pressed(page, "Show that case");
  await isSent(page);
  assert.doesNotMatch(await page.locator(".sent").innerText(), /One thing more/);
  assert.deepEqual((await arrived(it, number)).map((one) => one.payload), [payload]);
  await close();
});

test("after a reload while sending, the draft is restored, and the case that arrived is found before it is sent again", async () => {
  const { page, close, number } = await atCheck(it);
  let isThere;
  const there = new Promise((resolve) => { isThere = resolve; });
  await page.route(create, async (route) => { await route.fetch(); isThere(); });
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await send(page);
  await there;
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.unroute(create);
  await page.getByRole("button", { name: "Continue with this draft" }).click();
  await page.waitForURL("**/#/check");
  await send(page);
  await failed(page, "We already have this case");
  // A second case is sent once, and only because the person asks for it.
  await page.getByRole("button", { name: "Submit as another case" }).click();
  await isSent(page);
  assert.equal((await arrived(it, number)).length, 2);
  await close();
});

test("the second of two tabs with one draft reports the first", async () => {
  const { page: a, context, close, number } = await atCheck(it);
  await a.evaluate(() => dispatchEvent(new Event("pagehide")));
  const b = await context.newPage();
  await b.clock.setFixedTime(new Date(`${today}T12:05:00Z`));
  await b.goto(it.url);
  await b.getByRole("button", { name: "Continue with this draft" }).click();
  await b.waitForURL("**/#/check");
  // While one tab sends, the other does not.
  let free;
  await a.route(create, async (route) => { await new Promise((resolve) => { free = resolve; }); await route.continue(); });
  await send(a);
  await a.locator(".progress", { hasText: "Submitting" }).waitFor();
  await send(b);
  await outcome(b).locator("h2", { hasText: "Another tab is submitting a case" }).waitFor();
  free();
  await isSent(a);
  await b.locator(".notice", { hasText: "submitted or deleted in another tab" }).waitFor();
  await send(b);
  await outcome(b).locator("h2", { hasText: "We already have this case" }).waitFor();
  await b.getByRole("button", { name: "Show that case" }).click();
  await isSent(b);
  assert.equal((await arrived(it, number)).length, 1);
  await close();
});

test("the service's findings appear at their fields until they are edited", async () => {
  const { page, close, number } = await atCheck(it);
  // The day changes at the service while the request is in progress.
  await page.route(create, async (route) => {
    await it.setDay("2027-06-01");
    const response = await route.fetch();
    await it.setDay(today);
    await route.fulfill({ response });
  });
  await send(page);
  const entry = page.locator("#summary li");
  await entry.waitFor();
  assert.equal(await focused(page), "summary");
  assert.equal(await entry.locator("a").getAttribute("href"), `#${id("/date_of_loss")}`);
  assert.match(await page.title(), /^Error: /);
  await page.locator(".notice", { hasText: "We found problems that this page had missed" }).waitFor();
  assert.match(await page.locator(`#row${id("/date_of_loss")} .finding-words`).innerText(), /365 days/);
  await entry.locator("a").click();
  assert.equal(await focused(page), id("/date_of_loss"));
  assert.equal(await box(page, "/date_of_loss").getAttribute("aria-invalid"), "true");
  await box(page, "/date_of_loss").fill("2026-02-20");
  assert.equal(await page.locator("#summary").isVisible(), false);
  await next(page);
  assert.equal(await heading(page), "Review your answers");
  assert.equal(await page.locator(".notice", { hasText: "We found problems" }).isVisible(), false);
  await page.unroute(create);
  await send(page);
  await isSent(page);
  assert.equal((await arrived(it, number)).length, 1);
  await close();
});

test("a changed account is loaded again once; an account that stays unknown is reported", async () => {
  const { page, close, number } = await atCheck(it);
  let refusals = 1;
  await page.route(create, (route) => (refusals-- > 0 ? route.fulfill({ status: 401, json: { title: "Not authenticated" } }) : route.continue()));
  const asked = page.waitForRequest("**/demo/api/account");
  await send(page);
  await asked;
  await isSent(page);
  assert.equal((await arrived(it, number)).length, 1);
  await close();

  const other = await atCheck(it);
  let requests = 0;
  await other.page.route(create, (route) => { requests++; return route.fulfill({ status: 403, json: { title: "Refused" } }); });
  await send(other.page);
  await failed(other.page, "This account can’t submit cases");
  assert.equal(requests, 2);
  await other.close();
});

test("a request that is too large and every other refusal have their own words", async () => {
  const { page, close } = await atCheck(it, { files: [file("a.pdf")] });
  await page.route(create, (route) => route.fulfill({ status: 413, json: { title: "The body is too long" } }));
  await send(page);
  await failed(page, "The files are too large in total");
  await page.unroute(create);
  await page.route(create, (route) => route.fulfill({ status: 409, json: { title: "Refused", detail: "Not on Sundays." } }));
  await send(page);
  await failed(page, "The case wasn’t accepted");
  assert.match(await outcome(page).innerText(), /The service says: “Not on Sundays\.”/);
  await page.unroute(create);
  await page.route(create, (route) => route.fulfill({ status: 413, body: "" }));
  await send(page);
  await page.getByRole("button", { name: "Change the files" }).click();
  assert.equal(await heading(page), "Do you have documents to attach?");
  await page.getByRole("button", { name: "Remove a.pdf" }).click();
  await next(page);
  assert.equal(await outcome(page).isVisible(), false, "another case than the one that failed");
  await close();
});

test("a file that was deleted after it was chosen is reported before anything is sent", async () => {
  const { page, close, number } = await atCheck(it);
  const path = join(it.folder, "gone.pdf");
  await writeFile(path, "x".repeat(5000));
  await page.goto(`${it.url}#/files`);
  await page.locator("#files-input").setInputFiles(path);
  await next(page);
  await rm(path);
  await send(page);
  await failed(page, "A file can no longer be read");
  assert.match(await outcome(page).innerText(), /“gone\.pdf” was moved/);
  assert.equal((await arrived(it, number)).length, 0);
  await close();
});

test("different answers with the same number are a different case", async () => {
  const { page, close, number, steps } = await atCheck(it);
  await send(page);
  await isSent(page);
  await page.getByRole("button", { name: "Start a new case" }).click();
  await openDraft(page, { ...answersOf(steps), "/summary": "Another matter" });
  await send(page);
  await isSent(page);
  assert.equal((await arrived(it, number)).length, 2);
  await close();
});
