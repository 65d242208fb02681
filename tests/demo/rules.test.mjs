// The rule explorer: every rule and every case of it, the list and its filter, what is shown when a
// file is missing, and its looks.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { checkCaseText, explain, fields, rules } from "../../pkg/dist/index.js";
import { accessible, demo, everyLook, heading, screenshot, setting, visit } from "./support.mjs";

const it = setting();
const listed = JSON.parse(readFileSync(`${demo}src/rules/cases.json`, "utf8"));
/** It refuses nothing, so that no case can violate it. */
const neverFires = ["pl.specialty_carrier_fee"];

const to = async (page, hash = "#/") => {
  await page.goto("about:blank");
  await page.goto(`${it.url}rules.html${hash}`);
  await page.locator("#heading").waitFor();
};
const rows = (page) => page.locator(".rule-row:visible");
const cases = (page) => page.locator("details.case");
const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);

/** The content of a link to the playground. */
function shared(href) {
  const packed = href.slice(href.indexOf("#c=") + 3);
  return JSON.parse(inflateRawSync(Buffer.from(packed, "base64url")).toString("utf8"));
}

test("every rule has a page with passing and failing cases, each with the expected verdict", async () => {
  const { page, close } = await visit(it);
  assert.deepEqual(listed.rules.map(({ id }) => id), rules.map(({ id }) => id));
  for (const { id, cases: own, codes } of listed.rules) {
    await to(page, `#/rule/${id}`);
    await cases(page).first().waitFor();
    const rule = explain(id);
    assert.equal(await heading(page), rule.title);
    const fires = own.filter((one) => one.fires).length;
    assert.ok(fires < own.length, `${id} never holds`);
    assert.equal(fires === 0, neverFires.includes(id), `${id} fires ${fires} times`);
    assert.deepEqual(await page.locator(".side").evaluateAll((all) => all.map((side) => side.querySelectorAll("details").length)), [fires, own.length - fires]);
    const text = await page.locator("main").innerText();
    for (const word of [rule.text, ...rule.requirement_ids, ...rule.decisions, ...rule.reads, ...rule.targets, ...codes.flatMap(({ code, messages }) => [code, ...messages])]) {
      assert.ok(text.includes(word), `${id} does not show ${word}`);
    }
    assert.match(text, new RegExp(`${own.length} cases, checked in this browser just now`));
    assert.equal(await page.locator('details.case[data-agrees="true"]').count(), own.length, id);
    // The payload in the link gets the same verdict from the library here.
    await cases(page).evaluateAll((all) => all.forEach((one) => { one.open = true; }));
    await page.waitForFunction(() => [...document.querySelectorAll("details.case")].every((one) => one.querySelector("a.button")?.hash));
    const links = await page.locator(".side").evaluateAll((all) => all.map((side) => [...side.querySelectorAll("a.button")].map((link) => link.getAttribute("href"))));
    links.forEach((side, at) => side.forEach((href, index) => {
      const { text: payload, context } = shared(href);
      const { state } = checkCaseText(payload, { ...context, include: ["trace"] }).trace.find((entry) => entry.rule === id);
      assert.equal(state, at === 0 ? "violated" : "satisfied", `${id}, ${index}`);
    }));
  }
  await close();
});

test("each source of a rule has its sentence, which its requirements lead to, and a place in the documentation", async () => {
  const { page, close } = await visit(it);
  const anchors = new Set([...readFileSync(`${demo}../docs/requirements.md`, "utf8").matchAll(/<a id="([^"]+)">/g)].map(([, anchor]) => anchor));
  for (const { id } of rules) {
    const { requirement_ids: statements, decisions } = explain(id);
    for (const source of [...statements, ...decisions]) {
      assert.ok(listed.sentences[source]?.length > 10, source);
      assert.ok(anchors.has(source.toLowerCase()), `docs/requirements.md has no #${source.toLowerCase()}`);
    }
  }
  await to(page, "#/rule/pe.usdot_number_given");
  await page.locator(".requirement_id").first().click();
  const { requirement_ids: [first] } = explain("pe.usdot_number_given");
  assert.equal(await focused(page), `source-${first}`);
  assert.equal(await page.locator(`[data-source="${first}"]`).innerText(), listed.sentences[first].replace(/`(\w+)`/g, (_, name) => fields.find(({ at }) => at === `/${name}`)?.label ?? name));
  await close();
});

test("the grid of fields and rules has every mark, by mouse and by keys", async () => {
  const { page, close } = await visit(it);
  await to(page, "#/fields");
  const marks = await page.locator(".grid td a").evaluateAll((all) => all.map((link) => `${decodeURIComponent(link.hash.slice(7))} ${link.className}`).sort());
  const expected = rules.flatMap(({ id }) => {
    const { reads, targets } = explain(id);
    return [...new Set([...reads, ...targets])].map((at) => `${id} mark-${reads.includes(at) && targets.includes(at) ? "both" : reads.includes(at) ? "reads" : "targets"}`);
  });
  assert.deepEqual(marks, expected.sort());
  await page.locator('.grid td a[href$="pe.usdot_number_given"]').first().hover();
  assert.match(await page.locator(".grid-said").innerText(), /is read.*“A transportation company has a USDOT number”/);
  assert.equal(await page.locator(".grid col.is-pointed, .grid tr.is-pointed").count(), 2);
  await page.mouse.move(1, 1);
  // One stop of Tab for the whole table; every mark is reached from the head of its column.
  assert.equal(await page.locator('.grid [tabindex="0"]').count(), 1);
  await page.locator(".grid tbody th a").first().focus();
  await page.keyboard.press("ArrowRight");
  const mark = await page.evaluate(() => document.activeElement.closest("td")?.dataset.said);
  assert.equal(await page.locator(".grid-said").innerText(), mark);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await cases(page).first().waitFor();
  await close();
});

test("a case whose verdict differs from the expected one is shown as different", async () => {
  const { page, close } = await visit(it);
  const changed = structuredClone(listed);
  changed.rules.find(({ id }) => id === "pl.policyholder_named").cases[0].fires = !listed.rules.find(({ id }) => id === "pl.policyholder_named").cases[0].fires;
  await page.route("**/rule-cases-*.json", (route) => route.fulfill({ json: changed }));
  await to(page, "#/rule/pl.policyholder_named");
  await page.locator(".case-status.is-different").waitFor();
  assert.match(await page.locator(".case-status").innerText(), /^For 1 case /);
  assert.equal(await page.locator('details.case[data-agrees="false"]').count(), 1);
  await close();
});

test("by mouse: from the list to a rule, its cases, the next rule, and back to the same scroll position", async () => {
  const { page, close } = await visit(it, { height: 500 });
  await to(page);
  assert.equal(await rows(page).count(), rules.length);
  const link = page.locator('[data-rule="pe.usdot_number_given"] a');
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  assert.ok(before > 100);
  await link.click();
  await cases(page).first().waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.equal(await focused(page), "heading");
  await cases(page).first().locator("summary").click();
  const body = cases(page).first();
  await body.locator(".payload").waitFor(); // a case is filled when it opens
  assert.match(await body.innerText(), /Enter the USDOT number, because the defendant is a transportation company/);
  assert.equal(await body.locator(".payload del").innerText(), '"usdot_number": "0012345"');
  assert.equal(await page.locator("details.case:visible").count(), 17);
  await page.getByRole("button", { name: "Show all 25 cases" }).click();
  assert.equal(await page.locator("details.case:visible").count(), 32);
  await page.locator(".neighbours .next").click();
  assert.equal(await heading(page), explain("pe.usdot_number_used").title);
  await page.goBack();
  await page.goBack();
  await page.locator(".rule-row").first().waitFor();
  assert.equal(await page.evaluate(() => scrollY), before);
  assert.match(await focused(page), /USDOT number/);
  await close();
});

test("the filter narrows the list while typing, stays in the address, and survives a reload and a visit to a rule", async () => {
  const { page, close } = await visit(it);
  await to(page);
  await page.locator("#filter-text").pressSequentially("usdot number");
  assert.equal(await rows(page).count(), 2);
  assert.equal(await page.locator(".rule-count").innerText(), `2 of ${rules.length} rules`);
  await page.locator("#filter-text").fill("");
  await page.locator("#filter-field").selectOption("/defendant_business_name");
  assert.deepEqual(await rows(page).evaluateAll((all) => all.map((row) => row.dataset.rule)), ["pl.defendant_business_named", "pe.defendant_business_named"]);
  await page.locator("#filter-product").selectOption("pe");
  assert.equal(await rows(page).count(), 1);
  assert.equal(await page.locator(".rule-group:visible").count(), 2);
  await page.reload();
  assert.equal(await rows(page).count(), 1);
  await rows(page).locator("a").click();
  await page.getByRole("link", { name: "All rules" }).click();
  assert.equal(await rows(page).count(), 1);
  await page.locator("#filter-text").fill("nothing like this");
  assert.equal(await page.locator(".nothing").innerText(), "No rule matches.");
  await page.getByRole("button", { name: "Show all rules" }).click();
  assert.equal(await rows(page).count(), rules.length);
  assert.equal(await focused(page), "filter-text");
  assert.match(page.url(), /rules\.html#\/$/);
  await close();
});

test("the search finds codes, statements, messages and field names", async () => {
  const { page, close } = await visit(it);
  await to(page);
  const shown = () => rows(page).evaluateAll((all) => all.flatMap(({ dataset: { rule } }) => rule ?? []));
  const { codes: [{ code, messages }], clauses: [{ then: [{ requirement_id }] }] } = listed.rules.find(({ id }) => id === "pe.loss_within_365_days");
  const having = (fits) => listed.rules.filter(fits).map(({ id }) => id);
  await page.locator("#filter-text").fill(code);
  await page.locator(".rule-found:visible", { hasText: code }).first().waitFor(); // the messages are fetched now
  assert.deepEqual(await shown(), having(({ codes }) => codes.some((one) => one.code === code)));
  await page.locator("#filter-text").fill(messages[0]);
  assert.deepEqual(await shown(), ["pe.loss_within_365_days"]);
  assert.ok((await page.locator(".rule-found:visible").innerText()).includes(messages[0]));
  await page.locator("#filter-text").fill(requirement_id);
  assert.ok((await shown()).includes("pe.loss_within_365_days"));

  // A field without a rule is found as well.
  await page.locator("#filter-text").fill("license_plate");
  assert.deepEqual(await shown(), []);
  assert.deepEqual(await page.locator("[data-field]:visible").evaluateAll((all) => all.map(({ dataset }) => dataset.field)), ["/vehicle_information/license_plate"]);
  await page.locator("#filter-text").fill("usdot");
  await page.locator('[data-field="/usdot_number"] a').click();
  await page.locator(".rule-count", { hasText: " of " }).waitFor();
  assert.equal(await page.locator("#filter-field").inputValue(), "/usdot_number");
  assert.ok((await shown()).includes("pe.usdot_number_given"));
  await close();
});

test("by keyboard alone: filter, open a rule, open a case, go on, go back", async () => {
  const { page, close } = await visit(it);
  await to(page);
  const tabTo = async (what) => {
    for (let at = 0; at < 60; at += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((selector) => document.activeElement.matches(selector), what)) return;
    }
    assert.fail(`the keyboard does not come to ${what}`);
  };
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await heading(page), "Rules", "the link to the content leads to no other view");
  await tabTo("#filter-text");
  await page.keyboard.type("excluded");
  await tabTo(".rule-row a");
  await page.keyboard.press("Enter");
  await cases(page).first().waitFor();
  assert.equal(await focused(page), "heading");
  await tabTo("details.case summary");
  await page.keyboard.press("Enter");
  await cases(page).first().locator(".payload").waitFor();
  await tabTo("a.button");
  await tabTo(".neighbours .next");
  await page.keyboard.press("Enter");
  assert.equal(await heading(page), explain("pe.other_reason_chosen").title);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: explain("pe.excluded_insurance_described").title }).waitFor();
  await page.goBack();
  await page.locator("#filter-text").waitFor();
  assert.equal(await rows(page).count(), 1);
  await close();
});

test("an address of no rule or no page is reported and links back", async () => {
  const { page, close } = await visit(it);
  for (const [hash, title] of [["#/rule/pe.nothing", "Rule not found"], ["#/rule/%zz", "Rule not found"], ["#/nothing", "Page not found"], ["#/lifecycle/more", "Page not found"]]) {
    await to(page, hash);
    assert.equal(await heading(page), title);
    await page.getByRole("link", { name: "All rules" }).click();
    assert.equal(await rows(page).count(), rules.length);
  }
  await close();
});

test("without the file of cases the page shows the rest and says so; once the file loads, the cases appear", async () => {
  for (const answer of [{ status: 404, body: "" }, { status: 500, body: "" }, { status: 200, body: "<html>" }, { status: 200, body: '{"rules":[]}' }, undefined]) {
    const { page, context } = await visit(it);
    await page.route("**/rule-cases-*.json", (route) => (answer ? route.fulfill(answer) : route.abort()));
    await to(page, "#/rule/pl.policyholder_named");
    await page.getByRole("alert").waitFor();
    assert.match(await page.locator("main").innerText(), /The cases did not load[\s\S]*could not be loaded/);
    assert.ok((await page.locator("main").innerText()).includes(explain("pl.policyholder_named").text));
    await page.unroute("**/rule-cases-*.json");
    await page.getByRole("button", { name: "Try again" }).click();
    await cases(page).first().waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    // The browser itself reports the file that the test withheld.
    await context.close();
  }
});

test("only a rule's page loads the cases, and then all rules work offline", async () => {
  const { page, context } = await visit(it);
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ["", "playground.html", "rules.html", "rules.html#/lifecycle"]) {
    await page.goto("about:blank");
    await page.goto(it.url + path);
    await page.locator("h1").waitFor();
  }
  assert.equal(asked.filter((path) => path.startsWith("/rule-cases-")).length, 0);
  await to(page, "#/rule/pl.one_family");
  await cases(page).first().waitFor();
  // The browser itself requests the icon again whenever the address changes.
  const failed = [];
  page.on("requestfailed", (request) => { if (!/icon-\w+\.svg$/.test(request.url())) failed.push(request.url()); });
  await context.setOffline(true);
  await page.locator(".neighbours .next").click();
  await cases(page).first().waitFor();
  await cases(page).first().locator("summary").click();
  await cases(page).first().getByText("Verdict").waitFor();
  await page.getByRole("link", { name: "All rules" }).click();
  await page.getByRole("link", { name: "The life of a case" }).click();
  await page.locator(".lifecycle-table").waitFor();
  assert.equal(asked.filter((path) => path.startsWith("/rule-cases-")).length, 1);
  assert.deepEqual(failed, []);
  await context.close();
});

test("the rules are English beside a Spanish frame", async () => {
  const { page, close } = await visit(it);
  await to(page, "#/rule/pe.usdot_number_given");
  await page.locator("#language-es").click();
  await page.locator('html[lang="es"]').waitFor({ state: "attached" });
  assert.equal(await page.locator("main").getAttribute("lang"), "en");
  assert.equal(await heading(page), explain("pe.usdot_number_given").title);
  await close();
});

/** Opens each view in several states and calls `look`. */
async function tour(page, look) {
  const to = async (hash, there) => {
    await page.goto("about:blank");
    await page.goto(`${it.url}rules.html${hash}`);
    await page.locator(there).first().waitFor();
  };
  await to("#/", ".rule-row");
  await look("list");
  await page.locator("#filter-text").fill("nothing like this");
  await look("list-empty");
  for (const rule of ["pe.usdot_number_given", "pl.specialty_carrier_fee", "legacy.sunset"]) {
    await to(`#/rule/${rule}`, "details.case");
    await page.locator("details.case summary").first().click();
    await page.locator("details.case .payload").first().waitFor();
    await look(rule);
  }
  await to("#/rule/nothing", "#heading");
  await look("unknown");
  await to("#/fields", ".grid");
  await page.locator(".grid td a").first().focus();
  await look("grid");
  await to("#/lifecycle?state=in_progress", ".lifecycle-table");
  await look("lifecycle");
}

test("layout and accessibility of every view, width and color scheme", async () => {
  const { page, close } = await visit(it);
  await tour(page, (name) => everyLook(page, `rules-${name}`));
  await close();
});

test("the page is accessible without the cases, and beside a Spanish frame", async () => {
  const { page, context } = await visit(it, { width: 320 });
  await page.route("**/rule-cases-*.json", (route) => route.fulfill({ status: 500 }));
  await page.goto(`${it.url}rules.html#/rule/pl.one_family`);
  await page.getByRole("alert").waitFor();
  await page.locator("#language-es").click();
  await page.locator('html[lang="es"]').waitFor({ state: "attached" });
  await accessible(page, "no cases");
  await screenshot(page, "rules-no-cases-320-light");
  await context.close();
});
