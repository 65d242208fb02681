// The intake form in Spanish: a whole case by keyboard, no English text, and a change of language
// that loses nothing.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { checkCase, judgeFiles } from "../../pkg/dist/index.js";
import {
  agree, answer, box, cases, everyLook, fill, heading, id, next, option, payload, payloadOf, sample, setting, tabTo, today, visit,
} from "./support.mjs";
import { englishFindings, englishOfTables, englishOnly, notEnglish, shownTexts, texts, vocabulary } from "./vocabulary-support.mjs";

const it = setting();
let all, intake, site, w, english;
before(async () => {
  intake = await vocabulary("pkg/src/intake/words");
  site = await vocabulary("web-demo/src/intake/words");
  w = intake.es;
  all = {
    intake, site, sending: await vocabulary("pkg/src/intake/sending-words"),
    panel: await vocabulary("web-demo/src/intake/panel-words"), kit: await vocabulary("web-demo/src/kit/words"),
  };
  english = [...Object.values(all).flatMap(englishOnly), ...englishOfTables()];
});

const choose = async (page, language) => {
  await page.locator(`#language-${language}`).click();
  await page.locator(`html[lang="${language}"]`).waitFor({ state: "attached" });
};
const focused = (page) => page.evaluate(() => focusedElement().id);
const wordsAt = (page, at) => page.locator(`#${id(at)}-error`).evaluate((element) => element.lastChild.textContent);
const spanishAt = (given, at) => checkCase(given, { today, language: "es" }).issues.find((issue) => issue.at === at).message;

/** The parts of the intake's own pages; the page that sends has its own test. */
const everything = "#top, #main, .page, .steps, .draft, .beside, #foot, .skip";
const besides = "#top, .all-answers, .steps, .draft, .beside, #foot, .skip";

async function spanishOnly(page, what, scopes = everything) {
  const findings = englishFindings((await payload(page)) ?? {}, today);
  notEnglish(await shownTexts(page, scopes), [...english, ...findings], what);
}

test("no Spanish text equals the English one, except words that are the same", async () => {
  const same = { intake: ["findings.error"], site: ["titlePrefix"] };
  for (const [name, words] of Object.entries({ ...all, cases: await vocabulary("web-demo/src/cases/words") })) {
    const spanish = new Map(texts(words.es));
    const equal = texts(words.en).filter(([at, text]) => /\p{L}{3}/u.test(text) && spanish.get(at) === text).map(([at]) => at);
    assert.deepEqual(equal.filter((at) => !at.includes("#")), same[name] ?? [], name);
  }
});

test("every function of the texts has a different result in Spanish", () => {
  for (const words of Object.values(all)) {
    const spanish = texts(words.es);
    const said = (all, place) => all.filter(([at]) => at.startsWith(`${place}#`)).map(([, text]) => text).join("|");
    const places = new Set(texts(words.en).filter(([at]) => at.includes("#")).map(([at]) => at.split("#")[0]));
    for (const place of places) {
      if (/\p{L}/u.test(said(texts(words.en), place))) assert.notEqual(said(spanish, place), said(texts(words.en), place), place);
    }
  }
});

test("the hour of a saved draft ends in one full stop", () => {
  const { keptAt } = all.intake.es.draft;
  assert.deepEqual(["12:00 p.\u00a0m.", "1:05 a.\u00a0m."].map(keptAt), ["Guardado a las 12:00 p.\u00a0m. en este navegador.", "Guardado a la 1:05 a.\u00a0m. en este navegador."]);
});

test("a whole case in Spanish by keyboard alone, without English text", async () => {
  const { page, close } = await visit(it);
  await tabTo(page, "language-es");
  await page.keyboard.press("Enter");
  await page.locator('html[lang="es"]').waitFor({ state: "attached" });
  assert.equal(await focused(page), "language-es");
  assert.equal(await heading(page), w.titles.product);
  notEnglish(await shownTexts(page, everything), english, "start");
  for (const [step, answers] of Object.entries(cases.pe)) {
    await page.waitForURL(`**/#/${step}`);
    for (const [at, value] of Object.entries(answers)) await answer(page, at, value);
    await spanishOnly(page, step);
    await tabTo(page, w.form.next);
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#summary").isVisible(), false, step);
    assert.equal(await focused(page), "heading");
  }
  await page.waitForURL("**/#/files");
  await spanishOnly(page, "files");
  assert.equal(await page.locator("#step-count").innerText(), w.stepCount(5, 6));
  await tabTo(page, "files-choose");
  await tabTo(page, w.form.next);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/#/check");
  await spanishOnly(page, "answers", besides);
  assert.deepEqual(await payload(page), payloadOf(cases.pe));
  await close();
});

test("findings, reasons, repairs, dialogs and notices are Spanish", async () => {
  const { page, close } = await visit(it);
  await choose(page, "es");
  await sample(page, "pl-broken");
  assert.ok((await page.locator(".page > .notice").innerText()).startsWith(all.sending.es.notices.notAsked("").slice(0, 12)));
  await spanishOnly(page, "answers with findings", besides);
  notEnglish(await shownTexts(page, ".notice, #summary"), english, "above the answers");
  await page.goto(`${it.url}#/incident`);
  await page.getByRole("button", { name: w.findings.capitals }).waitFor();
  assert.equal(await wordsAt(page, "/crash_state"), spanishAt({ ...(await payload(page)) }, "/crash_state"));
  await spanishOnly(page, "incident with a finding");
  await page.goto(`${it.url}#/coverage`);
  await page.getByRole("button", { name: w.findings.remove }).waitFor();
  await option(page, "/are_policyholder_and_defendant_the_same", "false").click();
  assert.match(await page.locator(`#${id("/policyholder_name")}-because`).innerText(), /^Lo preguntamos por su respuesta a “¿El titular de la póliza es el demandado\?”\.$/);
  await spanishOnly(page, "coverage");
  await page.goto(`${it.url}#/product`);
  await option(page, "/case_type", "pe").click();
  await page.locator("dialog").waitFor();
  notEnglish(await shownTexts(page, "dialog"), english, "dialog");
  await agree(page);
  await page.locator("#open-draft").setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("[1]") });
  await page.locator(".draft [role=alert]", { hasText: all.sending.es.noDraft.noDraft }).waitFor();
  await choose(page, "en");
  await page.locator(".draft [role=alert]", { hasText: all.sending.en.noDraft.noDraft }).waitFor();
  await choose(page, "es");
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await page.reload();
  assert.equal(await heading(page), all.sending.es.welcome.title(1));
  await spanishOnly(page, "welcome back");
  await close();
});

test("labels inside a sentence keep their capitalized words", async () => {
  const { page, close } = await visit(it);
  await choose(page, "es");
  await sample(page, "pe-good");
  const hidden = await page.locator(".all-answers a .vh").allTextContents();
  for (const what of [": número USDOT", ": vehículo: placa", ": código postal del incidente"]) assert.ok(hidden.includes(what), `${what} in ${hidden.join()}`);
  await page.goto(`${it.url}#/incident`);
  await fill(page, { "/vehicle_information/vehicle_year": "hace poco" });
  await next(page);
  assert.equal(await wordsAt(page, "/vehicle_information/vehicle_year"), w.form.digits("vehículo", "año"));
  await close();
});

test("the language changes in the middle of a step and keeps answers, findings, files, position and history", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pe-good");
  await page.goto(`${it.url}#/files`);
  const chosen = [["report.pdf", 1200], ["notes.odt", 10]];
  await page.locator("#files-input").setInputFiles(chosen.map(([name, size]) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.alloc(size) })));
  await page.locator(".file").first().locator("select").selectOption("incident_report");
  await next(page);
  await page.getByRole("link", { name: "Change state of the incident" }).click();
  await fill(page, { "/crash_state": "zz", "/crash_city": "Springfield Heights" });
  await next(page);
  // Valid until now, and so not checked yet.
  await fill(page, { "/date_of_loss": "someday" });
  assert.equal(await page.locator("#summary li").count(), 1);
  const before = await payload(page);
  const length = await page.evaluate(() => history.length);

  await choose(page, "es");
  assert.equal(await focused(page), "language-es");
  assert.match(page.url(), /#\/incident$/);
  assert.equal(await page.evaluate(() => history.length), length);
  assert.equal(await heading(page), w.titles.incident);
  assert.match(await page.title(), new RegExp(`^${site.es.titlePrefix}${w.titles.incident.replace("?", "\\?")} – ${w.stepCount(3, 6)}`));
  assert.equal(await page.locator("#summary li").count(), 1);
  assert.equal(await wordsAt(page, "/crash_state"), spanishAt(before, "/crash_state"));
  assert.equal(await box(page, "/crash_state").inputValue(), "zz");
  assert.equal(await box(page, "/crash_city").inputValue(), "Springfield Heights");
  assert.equal(await box(page, "/date_of_loss").inputValue(), "someday");
  assert.deepEqual(await payload(page), before);

  await fill(page, { "/crash_state": "IL", "/date_of_loss": before.date_of_loss === "someday" ? "2026-01-15" : before.date_of_loss });
  await page.getByRole("button", { name: w.form.back }).click();
  await page.waitForURL("**/#/check");
  assert.equal(await page.evaluate(() => focusedElement().closest(".row").id), `row${id("/crash_state")}`);
  const { files } = judgeFiles({ files: chosen.map(([name, size]) => ({ name, size })) }, { language: "es" });
  assert.ok((await page.locator("#rowf-files-left").innerText()).includes(files[1].error));
  await page.goto(`${it.url}#/files`);
  assert.equal(await page.locator(".file").count(), 2);
  assert.equal(await page.locator(".file").first().locator("select").inputValue(), "incident_report");
  await spanishOnly(page, "files");
  await choose(page, "en");
  assert.equal(await page.locator(".file").count(), 2);
  assert.equal(await heading(page), intake.en.titles.files);
  await close();
});

test("the language is kept on return, and is no part of a draft", async () => {
  const { page, close } = await visit(it);
  await fill(page, { "/case_type": "pl" });
  await choose(page, "es");
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  const draft = await page.evaluate(() => localStorage.getItem("casegate-intake-draft"));
  assert.doesNotMatch(draft, /"es"|Español/);
  await page.reload();
  assert.equal(await heading(page), all.sending.es.welcome.title(1));
  await page.getByRole("button", { name: all.sending.es.welcome.restore }).click();
  assert.equal(await option(page, "/case_type", "pl").isChecked(), true);
  await close();
});

test("a language that cannot be loaded is reported, and the page stays as it is", async () => {
  const { page, context, close } = await visit(it, { expected: /Failed to load resource|ERR_INTERNET_DISCONNECTED|<casegate-intake> module: Failed to fetch/ });
  await fill(page, { "/case_type": "pl" });
  await context.setOffline(true);
  await page.locator("#language-es").click();
  await page.getByRole("alert").filter({ hasText: "Español could not be loaded" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  assert.equal(await heading(page), intake.en.titles.product);
  assert.equal(await option(page, "/case_type", "pl").isChecked(), true);
  await context.setOffline(false);
  await choose(page, "es");
  assert.equal(await heading(page), w.titles.product);
  assert.equal(await page.locator(".not-spoken").count(), 0);
  assert.equal(await option(page, "/case_type", "pl").isChecked(), true);
  await close();
});

test("layout and accessibility in Spanish at every width and in every color scheme", async () => {
  const { page, close } = await visit(it);
  await choose(page, "es");
  await page.locator("#sample-offer > summary").click();
  await everyLook(page, "es-start");
  await next(page);
  await everyLook(page, "es-start-error");
  await sample(page, "pl-broken");
  await everyLook(page, "es-check");
  for (const step of ["parties", "incident", "coverage", "files"]) {
    await page.goto(`${it.url}#/${step}`);
    await page.locator("#heading").waitFor();
    await everyLook(page, `es-${step}`);
  }
  await close();
});
