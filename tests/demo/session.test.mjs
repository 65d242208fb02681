// The session behind the form: always equal to one check of all answers, with no more work than an
// edit needs.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { dice, intake } from "../intake/bundle.mjs";
import { agree, box, cases, fill, heading, id, next, openFile, option, payload, payloadOf, refuse, sample, setting, today, visit } from "./support.mjs";

const it = setting();
let form;
before(async () => { form = await intake(); });

const context = { today, credential: "user" };

function answersFor(field, roll) {
  const words = [...new Set(["pl", "pe"].flatMap((product) => form.english.listOf(field, product)?.words.map((word) => word.value) ?? []))];
  if (field.at === "/base_product") return words.map((word) => [word]);
  if (field.type === "words") return [words.filter(() => roll(2) === 0), [words[roll(words.length)]]];
  if (field.type === "word") return words;
  if (field.type === "boolean") return [true, false];
  if (field.type === "date") return ["2026-02-01", "2020-02-01", "soon"];
  return ["x", "IL", "12", "tx"];
}

test("after any edits the state equals that of a new form with the same answers, without needless changes", () => {
  const fields = form.fields.filter((field) => form.isFillable(field) && field.type !== "record");
  // The fields that others depend on, more often than the rest.
  const deciding = new Set(["/case_type", "/base_product", "/is_defendant_transportation_company", "/search_reason",
    "/should_exclude_other_insurance_from_search", "/are_policyholder_and_defendant_the_same", "/is_defendant_property_owner_and_occupant"]);
  const often = fields.filter((field) => deciding.has(field.at));
  const seen = { held: 0, lost: 0, bare: 0 };
  for (let seed = 1; seed <= 12; seed++) {
    const roll = dice(seed);
    let sheet = new form.Sheet(new Map(), context);
    for (let edit = 0; edit < 60; edit++) {
      const from = roll(2) === 0 ? often : fields;
      const field = from[roll(from.length)];
      const some = answersFor(field, roll);
      const answer = roll(5) === 0 ? undefined : some[roll(some.length)];
      if (roll(2) === 0) {
        const { entries, lost } = sheet.whatIf(field.at, answer);
        seen.lost += lost.length;
        sheet.make(entries);
        for (const at of lost) {
          const left = sheet.answers.get(at);
          assert.ok(left === undefined || Array.isArray(left), `${at} was to go`);
        }
      } else {
        sheet.make([[field.at, answer]]);
      }
      const anew = new form.Sheet(sheet.answers, context);
      const where = `seed ${seed}, edit ${edit}, ${field.at}`;
      const sent = sheet.payload();
      assert.deepEqual(sent, anew.payload(), where);
      assert.deepEqual(Object.fromEntries(sheet.states), Object.fromEntries(anew.states), where);
      assert.deepEqual(sheet.report, anew.report, where);
      const { issues, ok } = form.checkCase(sent, context, undefined);
      assert.deepEqual(sheet.report.issues.map(({ code, at }) => [code, at]), issues.map(({ code, at }) => [code, at]), where);
      assert.equal(sheet.report.ok, ok, where);
      for (const [at] of sheet.answers) {
        const [, key, member] = at.split("/");
        const value = member === undefined ? sent[key] : sent[key]?.[member];
        const isSent = value !== undefined;
        assert.equal(isSent, form.isAnswered(sheet.answers.get(at)) && !sheet.isHidden(at), `${where}: ${at}`);
        if (!isSent) seen.held++;
      }
      seen.bare += Object.values(sent).filter((value) => JSON.stringify(value) === "{}").length;
    }
  }
  for (const [what, times] of Object.entries(seen)) assert.ok(times > 0, `${what} was never tried`);
});

test("the form shows the findings of the report at touched places", () => {
  const fields = form.fields.filter((field) => form.isFillable(field) && field.type !== "record");
  const keys = (issues) => issues.map(({ at, code, rule, message }) => `${at} ${code} ${rule} ${message}`).sort();
  let shownCount = 0;
  for (let seed = 1; seed <= 8; seed++) {
    const roll = dice(seed);
    const sheet = new form.Sheet(new Map([["/case_type", seed % 2 ? "pl" : "pe"]]), context);
    for (let edit = 0; edit < 60; edit++) {
      const field = fields[roll(fields.length)];
      const some = answersFor(field, roll);
      if (roll(3) === 0) sheet.touch(field.at);
      else sheet.make(sheet.whatIf(field.at, some[roll(some.length)]).entries);
      const isTouched = (at) => [...sheet.places].some((place) => at === place || at.startsWith(`${place}/`));
      const due = sheet.report.issues.filter((issue) => isTouched(issue.at));
      assert.deepEqual(keys(sheet.shown), keys(due), `seed ${seed}, edit ${edit}, ${field.at}`);
      shownCount += due.length;
    }
  }
  assert.ok(shownCount > 100, "hardly anything was shown");
});

test("typing updates the changed fields only", async () => {
  const { page, close } = await visit(it);
  await fill(page, { ...cases.pe.product, "/usdot_number": "1" });
  await page.evaluate(() => {
    globalThis.looked = new Set();
    new MutationObserver((records) => {
      for (const { target } of records) {
        const field = (target.nodeType === 1 ? target : target.parentElement)?.closest(".field");
        globalThis.looked.add(field?.querySelector("input, textarea")?.name);
      }
    }).observe(inPage("form"), { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const looked = () => page.evaluate(() => { const names = [...globalThis.looked]; globalThis.looked.clear(); return names; });
  await box(page, "/usdot_number").fill("12");
  assert.deepEqual((await looked()).filter((name) => name !== id("/usdot_number")), []);
  // A choice is different: the dependent question disappears.
  await option(page, "/is_defendant_transportation_company", "false").click();
  await agree(page);
  assert.ok((await looked()).includes(id("/usdot_number")));
  assert.equal(await box(page, "/usdot_number").isVisible(), false);
  await close();
});

test("a change that drops answers lists them and those that depend on them; undone, it asks nothing", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pl-good");
  await page.goto(`${it.url}#/coverage`);
  await option(page, "/are_policyholder_and_defendant_the_same", "true").click();
  const labels = await page.locator("dialog li").allInnerTexts();
  assert.equal(labels.length, 2, labels.join(", "));
  await refuse(page);
  assert.equal(await option(page, "/are_policyholder_and_defendant_the_same", "false").isChecked(), true);
  assert.equal(await page.evaluate(() => focusedElement().name), id("/are_policyholder_and_defendant_the_same"));
  assert.equal((await payload(page)).policyholder_name, "Sam Sample");
  await option(page, "/are_policyholder_and_defendant_the_same", "true").click();
  await agree(page);
  const sent = await payload(page);
  assert.equal("policyholder_name" in sent || "policyholder_relationship" in sent, false);
  await option(page, "/are_policyholder_and_defendant_the_same", "false").click();
  assert.equal(await page.locator("dialog").count(), 0);
  assert.equal(await box(page, "/policyholder_name").inputValue(), "");
  await close();
});

test("after Continue a repair shows at once, and a new error at a valid field waits", async () => {
  const { page, close } = await visit(it);
  await sample(page, "pe-good");
  await page.goto(`${it.url}#/incident`);
  await fill(page, { "/crash_state": "zz" });
  await next(page);
  const errors = page.locator(".field.has-error");
  assert.equal(await errors.count(), 1);
  await fill(page, { "/date_of_loss": "20" });
  assert.equal(await errors.count(), 1);
  await fill(page, { "/crash_state": "IL" });
  assert.equal(await errors.count(), 0);
  // Known to the person: a new mistake is shown at once.
  await fill(page, { "/crash_state": "z" });
  assert.equal(await errors.count(), 1);
  await next(page);
  assert.equal(await errors.count(), 2);
  await close();
});

test("a draft with repairable findings offers the repair, by keyboard", async () => {
  const { page, close } = await visit(it);
  const sent = payloadOf(cases.pl);
  Object.assign(sent, { crash_state: "tx", add_on_services: ["policy_number", "um_uim_limit", "policy_number"] });
  sent.defendant_information.license_state = "il";
  await openFile(page, sent);
  await next(page);
  await next(page);
  assert.equal(await heading(page), "What happened?");
  await next(page);
  const button = page.getByRole("button", { name: "Use capital letters" });
  assert.equal(await button.count(), 1);
  await button.focus();
  await page.keyboard.press("Enter");
  assert.equal(await box(page, "/crash_state").inputValue(), "TX");
  assert.equal(await page.evaluate(() => focusedElement().id), id("/crash_state"));
  assert.equal(await button.count(), 0);
  assert.equal((await payload(page)).crash_state, "TX");
  await next(page);
  await next(page);
  // A word that no list has, and one that comes twice.
  const field = page.locator(`.field:has(input[name="${id("/add_on_services")}"])`);
  const offers = field.locator(".finding button");
  assert.equal(await offers.count(), await field.locator(".finding").count());
  await field.getByRole("button", { name: /^Use “/ }).press("Enter");
  await field.getByRole("button", { name: "Remove this answer" }).press("Enter");
  assert.deepEqual((await payload(page)).add_on_services, ["policy_number", "um_uim_limits"]);
  assert.equal(await offers.count(), 0);
  await close();
});
