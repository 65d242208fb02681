// Properties of every page: the skip link, the outline, room for wider text, no requests while nothing
// happens, and a whole case by keyboard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { act, create } from "./cases-support.mjs";
import { answer, cases, heading, id, noSidewaysScroll, payloadOf, sample, setting, tabTo, visit } from "./support.mjs";

const it = setting();

/** A case with results and something to buy, and one that waits for an answer. */
async function twoCases() {
  const ready = await create(it, "pl");
  for (const trigger of ["pick_up", "find_policies", "publish_results"]) await act(it, ready.case_id, trigger);
  const waiting = await create(it, "pe", { files: [["report.pdf", "report"]] });
  await act(it, waiting.case_id, "pick_up");
  await act(it, waiting.case_id, "need_input", { message: "Which vehicle?" });
  return [ready.case_id, waiting.case_id];
}

/** Every page, with something on it. */
async function tour(page, look) {
  const [ready, waiting] = await twoCases();
  await look("intake");
  await sample(page, "pl-good");
  await look("check");
  for (const [address, there] of [
    ["cases.html#/", ".case-row"], [`cases.html#/${ready}`, ".result"], [`cases.html#/${waiting}`, "#reply"], ["playground.html", "#text"],
    ["rules.html#/", ".rule-row"], ["rules.html#/rule/pl.one_family", "details.case"], ["rules.html#/lifecycle", ".lifecycle-table"],
  ]) {
    await page.goto(it.url + address);
    await page.locator(there).first().waitFor();
    await look(address.replace(/\d+$/, ""));
  }
}

test("the first Tab stop skips the header", async () => {
  const { page, close } = await visit(it);
  await tour(page, async (name) => {
    const before = [page.url(), await page.locator("h1").innerText()];
    await page.locator("#skip").focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => focusedElement().id), "heading", name);
    assert.deepEqual([page.url(), await page.locator("h1").innerText()], before, name);
  });
  await close();
});

test("each page has one h1, no skipped heading level, and no dangling reference", async () => {
  const { page, close } = await visit(it);
  await tour(page, async (name) => {
    const found = await page.evaluate(() => {
      const levels = allInPage("h1, h2, h3, h4, h5, h6").filter((heading) => heading.checkVisibility()).map(({ tagName }) => Number(tagName[1]));
      const pointers = ["aria-describedby", "aria-labelledby", "aria-controls"];
      const missing = pointers.flatMap((pointer) => allInPage(`[${pointer}]`).filter((element) => element.checkVisibility())
        .flatMap((element) => element.getAttribute(pointer).split(" ").filter((id) => element.getRootNode().getElementById(id) === null)));
      return { first: levels.filter((level) => level === 1).length, leaps: levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1), missing };
    });
    assert.deepEqual(found, { first: 1, leaps: [], missing: [] }, name);
  });
  await close();
});

test("with wider letters, words and lines nothing overflows or is cut off, in Spanish at 320 px", async () => {
  const { page, close } = await visit(it, { width: 320 });
  await page.locator("#language-es").click();
  await page.locator("html[lang=es]").waitFor();
  await tour(page, async (name) => {
    const cut = await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }");
      globalThis.roots = [document, ...allInPage("casegate-intake").map((element) => element.shadowRoot)].map((root) => [root, [...root.adoptedStyleSheets]]);
      for (const [root, own] of globalThis.roots) root.adoptedStyleSheets = [...own, sheet];
      return allInPage("body *, casegate-intake, .intake *")
        .filter((element) => element.checkVisibility() && !element.closest("svg, pre, textarea, .editor") && getComputedStyle(element).overflow === "hidden")
        // Text for screen readers alone has no room on purpose.
        .filter((element) => element.clientHeight > 1 && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)).map((element) => element.className);
    });
    assert.deepEqual(cut, [], name);
    await noSidewaysScroll(page, name);
    await page.evaluate(() => { for (const [root, own] of globalThis.roots) root.adoptedStyleSheets = own; });
  });
  await close();
});

test("polling announces nothing while nothing changes", async () => {
  const { page, close } = await visit(it);
  const [ready, waiting] = await twoCases();
  for (const address of ["", ready, waiting]) {
    await page.goto(`${it.url}cases.html#/${address}`);
    await page.locator(".case-row, .case-head .state").first().waitFor();
    await page.evaluate(() => {
      globalThis.said = [];
      for (const region of document.querySelectorAll("[role=status], [role=alert], [aria-live]")) {
        new MutationObserver(() => globalThis.said.push(region.textContent)).observe(region, { subtree: true, childList: true, characterData: true });
      }
    });
    for (let times = 0; times < 2; times++) await page.waitForResponse((answer) => new URL(answer.url()).pathname.startsWith("/demo/api/cases"));
    assert.deepEqual(await page.evaluate(() => globalThis.said), [], String(address));
  }
  await close();
});

test("an error is announced at its box until it is corrected; added and removed files are announced", async () => {
  const { page, close } = await visit(it);
  const [, waiting] = await twoCases();
  await page.goto(`${it.url}cases.html#/${waiting}`);
  await page.locator("#respond-send").click();
  const reply = page.locator("#reply");
  const words = "Write an answer or choose a file.";
  await page.getByRole("alert").filter({ hasText: words }).waitFor();
  assert.deepEqual(await reply.evaluate((box) => [focusedElement() === box, box.ariaInvalid, document.getElementById(box.getAttribute("aria-describedby"))?.textContent]), [true, "true", words]);
  await page.keyboard.type("T");
  assert.deepEqual(await reply.evaluate((box) => [box.ariaInvalid, box.getAttribute("aria-describedby")]), [null, null]);
  assert.equal(await page.getByText(words).count(), 0);
  const status = () => page.locator("#status").evaluate((element) => element.textContent);
  await page.locator("#respond-input").setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: Buffer.from("photo") });
  await page.locator(".chosen-file").waitFor();
  assert.equal(await status(), "1 file chosen.");
  await page.locator(".chosen-file button").press("Enter");
  assert.equal(await status(), "Removed “photo.jpg”.");
  assert.equal(await page.evaluate(() => focusedElement().id), "respond-choose");
  await close();
});

test("a failing service is announced once, and so is its return", async () => {
  const { page, close } = await visit(it, { expected: /Failed to load resource/ });
  const [ready] = await twoCases();
  await page.goto(`${it.url}cases.html#/${ready}`);
  await page.locator(".case-head .state").waitFor();
  await page.evaluate(() => {
    globalThis.said = [];
    const status = document.getElementById("status");
    new MutationObserver(() => globalThis.said.push(status.textContent)).observe(status, { subtree: true, childList: true, characterData: true });
  });
  const asked = "**/demo/api/cases/**";
  await page.route(asked, (route) => route.fulfill({ status: 500, body: "" }));
  await page.locator(".trouble").waitFor();
  await page.waitForResponse((answer) => answer.status() === 500);
  await page.unroute(asked);
  await page.locator(".trouble button").click();
  await page.locator(".trouble").waitFor({ state: "hidden" });
  const said = await page.evaluate(() => globalThis.said);
  assert.equal(said.length, 2, said.join("\n"));
  assert.match(said[0], /^We can’t connect right now\. Last updated: /);
  assert.equal(said[1], "We are connected again.");
  await close();
});

test("the playground's samples close when focus leaves them, and do not cover the focused element", async () => {
  const { page, close } = await visit(it);
  await page.goto(`${it.url}playground.html`);
  await page.locator("#samples > summary").focus();
  await page.keyboard.press("Enter");
  const samples = page.locator("#samples button");
  await samples.last().focus();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => focusedElement().id), "open-file");
  assert.equal(await samples.last().isVisible(), false);
  await page.locator("#text").focus();
  const { outlineStyle, outlineWidth } = await page.locator(".editor-frame").evaluate((frame) => getComputedStyle(frame));
  assert.deepEqual([outlineStyle, outlineWidth], ["solid", "3px"]);
  await close();
});

test("a complete case by keyboard alone", async () => {
  const { page, close } = await visit(it);
  for (const [step, answers] of Object.entries(cases.pe)) {
    await page.waitForURL(`**/#/${step}`);
    for (const [at, value] of Object.entries(answers)) await answer(page, at, value);
    await tabTo(page, "Continue");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#summary").isVisible(), false, step);
    assert.equal(await page.evaluate(() => focusedElement().id), "heading");
  }
  await page.waitForURL("**/#/files");
  await tabTo(page, "files-choose");
  await tabTo(page, "Continue");
  await page.keyboard.press("Enter");
  assert.equal(await heading(page), "Review your answers");
  await tabTo(page, "Submit test case");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/#/sent");
  assert.equal(await heading(page), "Test case submitted");
  assert.equal(await page.evaluate(() => focusedElement().id), "heading");
  const { cases: [newest] } = await (await fetch(`${it.url}demo/api/cases`)).json();
  assert.deepEqual((await (await fetch(`${it.url}demo/api/cases/${newest.id}`)).json()).payload, payloadOf(cases.pe));
  await close();
});

test("a problem is found, reached and repaired by keyboard", async () => {
  const { page, close } = await visit(it);
  await answer(page, "/case_type", "pe");
  await answer(page, "/base_product", "commercial_auto_policy_existence");
  await answer(page, "/is_defendant_transportation_company", true);
  await tabTo(page, "Continue");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => focusedElement().id), "summary");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => focusedElement().id), id("/usdot_number"));
  await page.keyboard.type("123");
  assert.equal(await page.locator("#summary").isVisible(), false);
  await page.keyboard.press("Enter");
  assert.equal(await heading(page), "Who is involved?");
  await close();
});
