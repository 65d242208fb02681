// A service that fails, does not answer, or is unreachable: the page keeps what it shows and what
// was typed, and the next attempt works.
import assert from "node:assert/strict";
import { test } from "node:test";
import { act, at, closeAfterFailures, create, partner, record, service, state } from "./cases-support.mjs";
import { agree, setting, visit } from "./support.mjs";

const it = setting();
const file = (name) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.alloc(10) });
const failures = {
  500: (route) => route.fulfill({ status: 500, body: "<h1>Oops</h1>" }),
  nothing: (route) => route.abort(),
};

/** Does `attempt` while requests to `address` fail in each way, then once more without. */
async function failing(page, address, attempt, check) {
  for (const [name, fail] of Object.entries(failures)) {
    await page.route(address, fail);
    await attempt();
    await check(name);
    await page.unroute(address);
  }
  await attempt();
}

/** A visitor whose browser may report the failures that the test makes. */
async function visitor(id) {
  const { page, context, close } = await at(it, id);
  return { page, context, close: () => closeAfterFailures(close) };
}

const problem = (page, within) => page.locator(`${within} .problem`, { hasText: "can’t connect" }).waitFor();

test("a failed reply keeps its text and files, and a reply that did arrive is not sent twice", async () => {
  const made = await create(it, "pl");
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "need_input", { message: "Which?" });
  const { page, close } = await visitor(made.case_id);
  const form = "section:has(#respond-title)";
  await page.locator("#respond-send").click();
  await page.locator(`${form} .problem`, { hasText: "Write an answer" }).waitFor();
  assert.equal((await record(it, made.case_id)).inputs[0].reply, null);
  await page.locator("#reply").fill("The blue one.");
  await page.locator("#respond-input").setInputFiles([file("photo.jpg")]);
  for (const fail of Object.values(failures)) {
    await page.route("**/respond/", fail);
    await page.locator("#respond-send").click();
    await problem(page, form);
    assert.match(await page.locator(`${form} .problem`).innerText(), /will keep only one/);
    assert.equal(await page.locator("#reply").inputValue(), "The blue one.");
    assert.equal(await page.locator(".chosen-file").count(), 1);
    await page.unroute("**/respond/");
  }
  // The answer arrives, but the case cannot be read afterwards.
  await page.route("**/demo/api/cases/*", failures.nothing);
  await page.route("**/respond/", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.locator("#respond-send").click();
  await problem(page, form);
  await page.unroute("**/respond/");
  await page.locator("#respond-send").click();
  await page.locator(".notice", { hasText: "We already had your answer" }).waitFor();
  await page.unroute("**/demo/api/cases/*");
  await page.locator(".trouble button").click();
  await state(page, "Received");
  const { inputs, files } = await record(it, made.case_id);
  assert.deepEqual([inputs[0].reply, files.length], ["The blue one.", 1]);
  await close();
});

test("failed uploads, purchases and cancellations can be tried again", async () => {
  const made = await create(it, "pl");
  const { page, close } = await visitor(made.case_id);
  await page.locator("#append-input").setInputFiles([file("a.pdf"), file("b.pdf")]);
  await failing(page, "**/files/", () => page.locator("#append-send").click(), async () => {
    await problem(page, "section:has(#append-title)");
    assert.deepEqual(await page.locator(".file .mark").allInnerTexts(), ["Not added", "Ready to add"]);
  });
  await page.locator(".sent-file", { hasText: "b.pdf" }).waitFor();
  assert.equal((await record(it, made.case_id)).files.length, 2);

  await failing(page, "**/pick_up", () => service(page, "pick_up").click(), () => problem(page, ".service-side"));
  await state(page, "In progress");
  await page.locator("#need").fill("What is it?");
  await failing(page, "**/need_input", () => service(page, "need_input").click(), async () => {
    await problem(page, ".service-side");
    assert.equal(await page.locator("#need").inputValue(), "What is it?");
  });
  await page.locator("#reply").fill("This.");
  await page.locator("#respond-send").click();
  await service(page, "pick_up").click();
  for (const [trigger, sign] of [["find_policies", "#offers"], ["publish_results", ".result >> nth=0"]]) {
    await failing(page, `**/${trigger}`, () => service(page, trigger).click(), () => problem(page, ".service-side"));
    await page.locator(sign).waitFor();
  }
  await page.locator("#offers input").first().check();
  await failing(page, "**/accept/", async () => {
    await page.locator(".offer-foot button").click();
    await agree(page);
  }, async () => {
    await problem(page, "#offers");
    assert.match(await page.locator("#offers .problem").innerText(), /not be charged twice/);
    assert.equal(await page.locator("#offers input").first().isChecked(), true);
  });
  await page.locator("#offers .mark", { hasText: "Purchased" }).waitFor();
  await failing(page, "**/results/?result_format=pdf", () => page.locator("#pdf").click(), () => problem(page, ".now"));
  await failing(page, "**/confirm_delivery", () => service(page, "confirm_delivery").click(), () => problem(page, ".service-side"));
  await state(page, "Closed");

  const other = await create(it, "pe");
  await page.goto(`${it.url}cases.html#/${other.case_id}`);
  await page.locator("#cancel summary").click();
  await page.locator("#cancel-reason").fill("Not needed.");
  await failing(page, "**/cancel/", async () => {
    await page.locator("#cancel-send").click();
    await agree(page);
  }, async () => {
    await problem(page, "section:has(#cancel-title)");
    assert.equal(await page.locator("#cancel-reason").inputValue(), "Not needed.");
  });
  await state(page, "Canceled");
  assert.equal((await record(it, other.case_id)).closing.reason, "Not needed.");
  await close();
});

test("a refusal is shown in the service's words", async () => {
  const made = await create(it, "pl");
  const { page, close } = await visitor(made.case_id);
  await page.route("**/demo/api/cases/*", failures.nothing);
  await page.locator(".trouble").waitFor();
  await partner(it, `${made.case_ref}/cancel/`, { method: "POST" });
  await service(page, "pick_up").click();
  await page.locator(".service-side .problem", { hasText: "The case is closed" }).waitFor();
  await page.unroute("**/demo/api/cases/*");
  await page.locator(".trouble button").click();
  await state(page, "Canceled");
  await close();
});

test("while the service fails, the last state stays with its time, and the page recovers by itself", async () => {
  const made = await create(it, "pl");
  const { page, context, close } = await visitor(made.case_id);
  await page.route("**/demo/api/cases/*", failures[500]);
  await page.locator(".trouble", { hasText: "Last updated: Mar 1, 2026" }).waitFor();
  assert.equal(await page.locator(".history > li").count(), 1);
  await act(it, made.case_id, "pick_up");
  await page.unroute("**/demo/api/cases/*");
  await state(page, "In progress");
  await page.locator(".trouble").waitFor({ state: "hidden" });

  await page.locator("#cancel summary").click();
  await page.locator("#cancel-reason").fill("Kept");
  await context.setOffline(true);
  await page.locator(".trouble", { hasText: "You are offline" }).waitFor();
  await page.locator("#cancel-send").click();
  await agree(page);
  await page.locator("section:has(#cancel-title) .problem", { hasText: "You are offline" }).waitFor();
  await context.setOffline(false);
  await page.locator(".trouble").waitFor({ state: "hidden" });
  assert.equal(await page.locator("#cancel-reason").inputValue(), "Kept");
  await close();
});

test("results that cannot be loaded are requested again", async () => {
  const made = await create(it, "pl");
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "publish_results");
  const { page, close } = await visit(it);
  await page.route("**/results/**", failures[500]);
  await page.goto(`${it.url}cases.html#/${made.case_id}`);
  await problem(page, "#results");
  await page.unroute("**/results/**");
  await page.locator(".result").first().waitFor();
  assert.equal(await page.locator("#results .problem:not(:empty)").count(), 0);
  await closeAfterFailures(close);
});

test("a failed first load is reported and recovers; the list keeps its rows", async () => {
  const made = await create(it, "pl");
  const { page, close } = await visit(it);
  await page.route("**/demo/api/cases**", failures[500]);
  await page.goto(`${it.url}cases.html#/${made.case_id}`);
  await page.locator("h1", { hasText: "can’t connect" }).waitFor();
  await page.unroute("**/demo/api/cases**");
  await page.locator(".actions .button").first().click();
  await page.locator(".case-head h1").waitFor();
  await page.locator(".back a").click();
  await page.locator(".case-row").first().waitFor();
  await page.route("**/demo/api/cases**", failures.nothing);
  await page.locator(".trouble").waitFor();
  assert.equal(await page.locator(".case-row").count() > 0, true);
  await page.unroute("**/demo/api/cases**");
  await page.locator(".trouble button").click();
  await page.locator(".trouble").waitFor({ state: "hidden" });
  await closeAfterFailures(close);
});
