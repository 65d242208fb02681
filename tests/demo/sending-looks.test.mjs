// Every state of sending in both colour schemes and at both widths, in Spanish, and on paper.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, everyLook, heading, noSidewaysScroll, screenshot, setting, today, visit } from "./support.mjs";
import { aCase, answersOf, atCheck, create, failures, file, isSent, openDraft, outcome, send } from "./sending-support.mjs";

const it = setting();

/** The service's day differs from this page's. */
async function refuse(page) {
  await it.setDay("2027-06-01");
  await send(page);
  await page.locator("form > .notice:visible").waitFor();
  await page.locator("#summary li").waitFor();
  await it.setDay(today);
  // The page may have requested the day as well: the service's findings stay until the next
  // attempt.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.locator(".verdict.is-ok").waitFor({ state: "attached" });
}

async function getNothing(page) {
  await page.route(create, (route) => route.abort());
  await send(page);
  await outcome(page).waitFor();
  await page.unroute(create);
}

async function loseAnswer(page) {
  await page.route(create, async (route) => { await route.fetch(); await route.abort(); });
  await send(page);
  await outcome(page).locator("button").first().waitFor();
  await page.unroute(create);
}

test("layout and accessibility of every state, width, color scheme and print", async () => {
  const { page, close } = await atCheck(it, { also: { "/date_of_loss": "2025-03-01" }, files: [file("police-report-springfield-2026-01-15.pdf", 1_400_000), file("notes.odt")] });
  const look = (name) => everyLook(page, `sending-${name}`);
  await look("check");
  await page.locator(".payload > summary").click();
  await look("payload");
  await page.locator(".payload > summary").click();
  let free;
  await page.route(create, async (route) => { await new Promise((resolve) => { free = resolve; }); await route.fulfill({ status: 503, body: "" }); });
  await send(page);
  await page.locator(".progress", { hasText: "Submitting" }).waitFor();
  await look("sending");
  free();
  await outcome(page).waitFor();
  await page.unroute(create);
  await look("failed");
  await refuse(page);
  await look("refused");
  await getNothing(page);
  await loseAnswer(page);
  await look("arrived");
  await page.getByRole("button", { name: "Submit as another case" }).click();
  await isSent(page);
  const heights = await page.locator(".sent .mark").evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().height));
  assert.equal(new Set(heights).size, 1, `a mark is one line: ${heights}`);
  await look("sent");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("button:visible, nav:visible, aside:visible, .next:visible").count(), 0);
  assert.match(await page.locator(".page").innerText(), /Reference\s+CASE-\d+[^]*Policy Existence[^]*March 1, 2026[^]*Example Law[^]*police-report[^]*Terry Testcase/);
  // The head of a table is repeated on each page.
  const head = page.locator(".paper-head");
  assert.equal(await head.evaluate((element) => getComputedStyle(element).display), "table-header-group");
  assert.match(await head.innerText(), /^CASE-\d+$/);
  await screenshot(page, "sending-print");
  await close();
});

test("in Spanish", async () => {
  await it.setDay(today);
  const { page, close } = await visit(it, { width: 320, expected: failures });
  await page.locator("#language-es").click();
  await page.locator("html[lang=es]").waitFor();
  await page.reload();
  await openDraft(page, answersOf(aCase().steps));
  assert.equal(await heading(page), "Revise sus respuestas");
  assert.match(await page.locator(".before").innerText(), /Un caso de prueba[^]*Sin archivos adjuntos/);
  assert.equal(await page.locator("main form > .actions button").innerText(), "Enviar el caso de prueba");
  await getNothing(page);
  assert.match(await outcome(page).innerText(), /No sabemos con certeza si el caso llegó/);
  assert.equal(await page.locator("main form > .actions button").innerText(), "Intentar de nuevo");
  await refuse(page);
  assert.match(await page.locator("#summary li").innerText(), /365 días/);
  await page.locator(".notice", { hasText: "Encontramos problemas" }).waitFor();
  await noSidewaysScroll(page, "refused in Spanish");
  await loseAnswer(page);
  assert.match(await outcome(page).innerText(), /El caso llegó[^]*1 de marzo de 2026/);
  await screenshot(page, "sending-arrived-320-es");
  await page.getByRole("button", { name: "Mostrar ese caso" }).click();
  await isSent(page);
  assert.equal(await heading(page), "Caso de prueba enviado");
  await accessible(page, "sent in Spanish");
  await noSidewaysScroll(page, "sent in Spanish");
  await screenshot(page, "sending-sent-320-es");
  await close();
});
