// The list and every state of a case at both widths and in both color schemes: axe, horizontal
// scrolling, target sizes, and a screenshot of each.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accept, act, at, closeAfterFailures, create, partner, state } from "./cases-support.mjs";
import { accessible, agree, everyLook, noSidewaysScroll, refuse, screenshot, setting, visit } from "./support.mjs";

const it = setting();
const question = "Which vehicle was it?\nA photo helps.";
const long = "A name that goes on and on, with a Wordthatisfartoolongforanylineofanarrowscreenandstillbelongstoit";

/** Walks a case of each product through its life, and looks at every state of it. */
async function tour(page, look) {
  const open = async (id) => {
    await page.goto(`${it.url}cases.html#/${id}`);
    await page.locator(".case-head h1").waitFor();
  };
  for (const product of ["pl", "pe"]) {
    const made = await create(it, product, { files: [["report.pdf", "report"]], is_test: product === "pe" });
    await open(made.case_id);
    await look(`${product}-received`);
    await act(it, made.case_id, "pick_up");
    await act(it, made.case_id, "need_input", { message: question });
    await state(page, "Action required");
    await page.locator("#respond-send").click();
    await look(`${product}-question`);
    await partner(it, `${made.case_ref}/respond/`, { method: "POST", body: form({ interaction_id: (await life(made)).inputs[0].interaction_id, message: "The red one." }) });
    await act(it, made.case_id, "pick_up");
    await act(it, made.case_id, "find_policies");
    await state(page, "In progress");
    await page.locator("#append-input").setInputFiles([file("letter.pdf"), file("notes.exe")]);
    await look(`${product}-in-progress`);
    await act(it, made.case_id, "publish_results");
    await page.locator(".result").first().waitFor();
    await page.locator(".upgrades input").first().check();
    await look(`${product}-results`);
    await page.locator(".offer-foot button").click();
    await look(`${product}-buy-dialog`);
    await refuse(page);
    await accept(it, made);
    await page.locator(".results h3", { hasText: "you bought" }).waitFor();
    await page.locator("#submitted summary").click();
    await look(`${product}-bought`);
    await act(it, made.case_id, "confirm_delivery");
    await state(page, "Closed");
    await look(`${product}-closed`);
    for (const folded of await page.locator("#not-now summary, #developer-on, #service-others, .missing summary").all()) await folded.click();
    await page.locator("#developer pre").waitFor();
    await look(`${product}-unfolded`);
  }
  const lapsed = await create(it, "pl");
  await act(it, lapsed.case_id, "pick_up");
  await act(it, lapsed.case_id, "publish_results", { results_data: { case_type: "policy_limit_search", results: [
    { defendant: "Sam Sample", insurance: "Sample Insurance" }, { defendant: "Dana Demo", insurance: "Example Mutual", policy_canceled_date: "2020-02-28" },
  ] } });
  await open(lapsed.case_id);
  await page.locator(".result").first().waitFor();
  await look("pl-canceled-before-loss");
  await page.locator("#language-es").click();
  await page.locator(".answer", { hasText: "no estaba vigente en la fecha del incidente" }).waitFor();
  await look("pl-canceled-before-loss-es");
  await page.locator("#language-en").click();
  const other = await create(it, "pl", { plaintiff_name: long });
  await act(it, other.case_id, "pick_up");
  await open(other.case_id);
  await page.locator("#cancel summary").click();
  await page.locator("#cancel-send").click();
  await look("cancel-dialog");
  await agree(page);
  await state(page, "Canceled");
  await page.locator(".result").waitFor();
  await look("cancelled");
  await page.goto(`${it.url}cases.html#/987654`);
  await page.locator("h1", { hasText: "not found" }).waitFor();
  await look("unknown");
  const waiting = await create(it, "pe");
  await act(it, waiting.case_id, "pick_up");
  await act(it, waiting.case_id, "need_input", { message: question });
  await create(it, "pl", { is_test: true });
  await page.goto(`${it.url}cases.html#/`);
  await page.locator(".case-row").first().waitFor();
  assert.equal(await page.locator(".cell-office:visible").count(), 0, "no case has a number of the office");
  await look("list");
  await page.locator("#search").fill("nobody of this name");
  await page.locator(".search-result", { hasText: "No cases found" }).waitFor();
  await look("list-nothing-found");
}

const file = (name) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from("content") });
const life = async ({ case_id: id }) => (await fetch(`${it.url}demo/api/cases/${id}`)).json();

function form(parts) {
  const result = new FormData();
  for (const [name, value] of Object.entries(parts)) result.set(name, value);
  return result;
}

test("the empty list links to the form", async () => {
  const { page, close } = await visit(it);
  await page.goto(`${it.url}cases.html`);
  await page.locator(".empty").waitFor();
  await everyLook(page, "cases-empty");
  await page.locator(".empty a").click();
  await page.waitForURL((url) => url.pathname === "/");
  await close();
});

test("layout and accessibility of every state, width and color scheme", async () => {
  const { page, context, close } = await visit(it);
  context.setDefaultTimeout(10_000);
  await tour(page, (name) => everyLook(page, `cases-${name}`));
  await closeAfterFailures(close); // of the case that there is not
});

test("Spanish at 320 px does not overflow", async () => {
  const { page, close } = await visit(it, { width: 320 });
  await page.locator("#language-es").click();
  const made = await create(it, "pl");
  await page.goto(`${it.url}cases.html#/${made.case_id}`);
  await state(page, "Recibido");
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "find_policies");
  await act(it, made.case_id, "publish_results");
  await page.locator(".result").first().waitFor();
  await noSidewaysScroll(page, "Spanish");
  await accessible(page, "Spanish");
  await screenshot(page, "cases-pl-results-320-es");
  await close();
});

test("the printed page has the results and no controls", async () => {
  const made = await create(it, "pe");
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "find_policies");
  await act(it, made.case_id, "publish_results");
  await accept(it, made);
  const { page, close } = await at(it, made.case_id);
  await page.locator(".results h3", { hasText: "you bought" }).waitFor();
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("button:visible, nav:visible, aside:visible, .back:visible").count(), 0);
  assert.equal(await page.locator(".result").count(), await page.locator(".result:visible").count());
  assert.match(await page.locator(".case-head").innerText(), new RegExp(made.case_ref));
  assert.equal(await page.locator(".answer").isVisible(), true);
  // The head of a table is repeated on each page.
  const head = page.locator(".paper-head");
  assert.equal(await head.evaluate((element) => getComputedStyle(element).display), "table-header-group");
  assert.match(await head.innerText(), new RegExp(made.case_ref));
  assert.equal(await page.locator(".missing p").first().isVisible(), true, "a folded list is on paper");
  await screenshot(page, "cases-print");
  await close();
});
