// A case that changes while its page is open: in another tab, while typing, after a reload, and in
// another language.
import assert from "node:assert/strict";
import { test } from "node:test";
import { act, at, closeAfterFailures, create, focused, partner, record, said, service, state } from "./cases-support.mjs";
import { agree, setting, today } from "./support.mjs";

const it = setting();

/** A case with an open question. */
async function asked(product = "pl") {
  const made = await create(it, product);
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "need_input", { message: "Which vehicle?" });
  return made;
}

test("a change in one tab shows in the other tab, and an unchanged page is not redrawn", async () => {
  const made = await create(it, "pl");
  const { page: a, context, close } = await at(it, made.case_id);
  const b = await context.newPage();
  await b.clock.setFixedTime(new Date(`${today}T12:00:00Z`));
  await b.goto(`${it.url}cases.html#/${made.case_id}`);
  await b.locator(".case-head h1").waitFor();
  await a.evaluate(() => {
    globalThis.changes = 0;
    new MutationObserver((list) => { globalThis.changes += list.length; }).observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true, attributes: true });
  });
  for (let times = 0; times < 2; times++) await a.waitForResponse((answer) => new URL(answer.url()).pathname === `/demo/api/cases/${made.case_id}`);
  assert.equal(await a.evaluate(() => globalThis.changes), 0);
  const oldest = await a.locator(".history > li").last().elementHandle();
  await service(b, "pick_up").click();
  await state(a, "In progress");
  assert.equal(await said(a), "Research started.");
  assert.match(await a.title(), /^In progress/);
  assert.ok(await oldest.evaluate((item) => item.isConnected), "what was there stays");
  await close();
});

test("typed text, cursor and focus survive updates, failures and a reload", async () => {
  const made = await asked();
  const { page, close } = await at(it, made.case_id);
  await page.locator("#reply").click();
  await page.keyboard.type("The blue");
  await page.keyboard.press("ArrowLeft");
  const body = new FormData();
  body.set("file", new Blob(["x"]), "late.pdf");
  await partner(it, `${made.case_ref}/files/`, { method: "POST", body });
  await page.locator(".sent-file", { hasText: "late.pdf" }).waitFor();
  await page.keyboard.type("l");
  assert.equal(await page.locator("#reply").inputValue(), "The blule");
  assert.equal(await focused(page), "reply");
  await page.reload();
  await page.locator("#reply").waitFor();
  assert.equal(await page.locator("#reply").inputValue(), "The blule");
  await page.locator("#respond-send").click();
  await state(page, "Received");
  assert.equal((await record(it, made.case_id)).inputs[0].reply, "The blule");
  assert.equal(await page.evaluate(() => Object.keys(sessionStorage).length), 0);
  await close();
});

test("an answer given in another tab removes the question, and focus moves to the current state", async () => {
  const made = await asked();
  const { page, close } = await at(it, made.case_id);
  await page.locator("#reply").click();
  const body = new FormData();
  body.set("interaction_id", (await record(it, made.case_id)).inputs[0].interaction_id);
  body.set("message", "From elsewhere.");
  await partner(it, `${made.case_ref}/respond/`, { method: "POST", body });
  await page.locator("#respond-send").waitFor({ state: "hidden" });
  assert.equal(await focused(page), "now-title");
  assert.equal(await said(page), "You answered.");
  await close();
});

test("a new question has an empty box, and a new case address loads that case", async () => {
  const [one, other] = [await asked(), await asked("pe")];
  const { page, close } = await at(it, one.case_id);
  await page.locator("#reply").fill("For the first case.");
  await page.evaluate((id) => { location.hash = `#/${id}`; }, other.case_id);
  await page.locator(".head-facts", { hasText: other.case_ref }).waitFor();
  assert.equal(await page.locator("#reply").inputValue(), "");
  assert.equal(await focused(page), "heading");
  await page.goBack();
  await page.locator(".head-facts", { hasText: one.case_ref }).waitFor();
  assert.equal(await page.locator("#reply").inputValue(), "For the first case.");
  await page.locator(".back a").click();
  await page.locator("h1", { hasText: "Your cases" }).waitFor();
  assert.equal(await focused(page), "heading");
  assert.match(await page.title(), /^Your cases/);
  await page.goBack();
  await page.locator(".head-facts", { hasText: one.case_ref }).waitFor();
  await close();
});

test("the page reports an answer after a cancellation and a purchase after the delivery", async () => {
  const made = await asked();
  const { page, close } = await at(it, made.case_id);
  await page.locator("#reply").fill("Too late");
  // No news until the answer has been sent.
  let free;
  await page.route("**/demo/api/cases/*", async (route) => {
    await new Promise((resolve) => { free = resolve; });
    await route.continue().catch(() => {});
  }, { times: 1 });
  await page.waitForRequest("**/demo/api/cases/*");
  await partner(it, `${made.case_ref}/cancel/`, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
  const answered = page.waitForResponse("**/respond/");
  await page.locator("#respond-send").click();
  await answered;
  free();
  await state(page, "Canceled");
  const notice = page.locator(".notice-place");
  await notice.locator(".notice", { hasText: "Nothing was sent" }).waitFor();
  assert.match(await notice.innerText(), /Too late/);
  assert.equal(await page.locator("#reply").isVisible(), false);
  const other = await create(it, "pl");
  await act(it, other.case_id, "pick_up");
  await act(it, other.case_id, "find_policies");
  await act(it, other.case_id, "publish_results");
  await page.goto(`${it.url}cases.html#/${other.case_id}`);
  await page.locator("#offers input").first().check();
  await page.locator(".offer .button").click();
  await act(it, other.case_id, "confirm_delivery");
  await agree(page);
  await state(page, "Closed");
  assert.match(await notice.innerText(), /^Nothing was sent/);
  assert.deepEqual(new Set((await record(it, other.case_id)).offers.flatMap((offer) => offer.additional_policies.map((policy) => policy.status))), new Set(["created"]));
  await closeAfterFailures(close);
});

test("an answer that came second is reported as not sent, and files stay with their question", async () => {
  const made = await asked();
  const { page, close } = await at(it, made.case_id);
  await page.locator("#reply").fill("My words\nin two lines");
  await page.locator("#respond-input").setInputFiles({ name: "first.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") });
  await page.route("**/demo/api/cases/*", (route) => route.abort());
  const { inputs: [{ interaction_id: interaction }] } = await record(it, made.case_id);
  const body = new FormData();
  body.set("interaction_id", interaction);
  body.set("message", "Theirs");
  assert.ok((await partner(it, `${made.case_ref}/respond/`, { method: "POST", body })).ok);
  await page.unroute("**/demo/api/cases/*");
  await page.locator("#respond-send").click();
  const notice = page.locator(".notice-place .notice", { hasText: "Your answer was not sent" });
  await notice.waitFor();
  assert.match(await notice.innerText(), /My words\nin two lines/);
  assert.equal((await record(it, made.case_id)).inputs[0].reply, "Theirs");
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "need_input", { message: "What else?" });
  await page.locator(".question", { hasText: "What else?" }).waitFor();
  await page.locator("#respond-input").setInputFiles({ name: "second.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") });
  body.set("interaction_id", (await record(it, made.case_id)).inputs[1].interaction_id);
  await partner(it, `${made.case_ref}/respond/`, { method: "POST", body });
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "need_input", { message: "And a third thing?" });
  await page.locator(".question", { hasText: "And a third thing?" }).waitFor();
  assert.equal(await page.locator("section:has(#reply) .chosen-file").count(), 0);
  await closeAfterFailures(close);
});

test("chosen files survive a look at the list, leaving the page asks first, and then their names stay", async () => {
  const made = await asked();
  const { page, close } = await at(it, made.case_id);
  await page.locator("#respond-input").setInputFiles({ name: "car.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") });
  await page.locator(".case-head .back a").click();
  await page.locator(".list-head h1").waitFor();
  await page.goBack();
  await page.locator(".chosen .file-name", { hasText: "car.pdf" }).waitFor();
  const asks = page.waitForEvent("dialog");
  const reloaded = page.reload();
  const dialog = await asks;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.accept();
  await reloaded;
  const again = page.getByText("To attach these files, choose them again: car.pdf.");
  await again.waitFor();
  await page.locator("#respond-input").setInputFiles({ name: "car.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") });
  await again.waitFor({ state: "hidden" });
  await close();
});

test("Spanish: page texts and library messages are translated, and changing the language loses nothing", async () => {
  const made = await asked();
  const { page, close } = await at(it, made.case_id);
  await page.locator("#reply").fill("El azul.");
  await page.locator("#append-input").setInputFiles([{ name: "carta.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") }]);
  await page.locator("#language-es").click();
  await state(page, "Acción requerida");
  assert.equal(await page.locator("html").getAttribute("lang"), "es");
  assert.equal(await page.locator("#reply").inputValue(), "El azul.");
  assert.equal(await page.locator(".file .file-name").innerText(), "carta.pdf");
  assert.equal(await focused(page), "language-es");
  await page.locator("#not-now summary").click();
  await page.locator("#not-now .blocked dt", { hasText: "Comprar" }).waitFor();
  await page.locator("#respond-send").click();
  await state(page, "Respuesta recibida");
  assert.equal(await said(page), "Usted respondió.");
  await service(page, "pick_up").click();
  await state(page, "En curso");
  await service(page, "find_policies").click();
  await page.locator("#offers").waitFor();
  await service(page, "publish_results").click();
  await page.locator(".result").first().waitFor();
  const text = await page.locator("main").innerText();
  for (const english of [/\bThe case\b/, /\bResearch\b/, /\bPolicy number\b/, /\bPlaintiff\b/, /\bNot found\b/]) assert.doesNotMatch(text, english);
  assert.match(text, /Número de póliza/);
  await page.locator(".back a").click();
  await page.locator("h1", { hasText: "Sus casos" }).waitFor();
  await page.locator(".case-row").first().waitFor();
  const other = await create(it, "pl");
  await page.goto(`${it.url}cases.html#/${other.case_id}`);
  await page.locator("#cancel summary").click();
  await page.locator("#cancel-send").click();
  await agree(page);
  await state(page, "Cancelado");
  assert.equal(await page.locator("#cancel [lang]").count(), 0);
  await page.locator(".back a").click();
  await page.locator("#language-en").click();
  await page.locator("h1", { hasText: "Your cases" }).waitFor();
  await close();
});
