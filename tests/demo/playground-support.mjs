// The playground in the browser.
import assert from "node:assert/strict";
import { visit } from "./support.mjs";

/** A visitor of the playground, who has emptied it unless a link filled it. */
export async function open(it, options = {}) {
  const visitor = await visit(it, options);
  await visitor.page.goto(`${it.url}playground.html${options.hash ?? ""}`);
  await visitor.page.locator("#text").waitFor();
  // The account brings the service's settings, which must not change in the middle of a test.
  await visitor.page.locator('.foot a[href^="/operator/#"]').waitFor();
  if (options.hash === undefined) await write(visitor.page, "");
  return visitor;
}

/** The same, for a browser that may report a service that does not answer, and nothing else. */
export async function openTroubled(it, options = {}) {
  const visitor = await open(it, options);
  const close = () => visitor.close().catch((error) => {
    assert.deepEqual(error.actual?.filter((text) => !text.startsWith("Failed to load resource")), [], String(error));
  });
  return { ...visitor, close };
}

/** Puts a text into the box like pasting. */
export const write = (page, text) => page.locator("#text").fill(text);
export const textOf = (page) => page.locator("#text").inputValue();
export const verdictOf = (page) => page.locator("#verdict-title").innerText();
export const tab = (page, id) => page.locator(`#tab-${id}`).click();
/** Waits for the verdict on the text as it is. */
export const judged = (page) => page.locator(".verdict-counts", { hasNotText: "waits" }).waitFor();
export const finding = (page, code, at) => page.locator(`.found[data-code="${code}"]${at === undefined ? "" : `[data-at="${at}"]`}`);

export async function sample(page, id) {
  await page.locator("#samples > summary").click();
  await page.locator(`[data-sample="${id}"]`).click();
}

export async function openSettings(page, group) {
  if (!(await page.locator("#settings").evaluate((details) => details.open))) await page.locator("#settings > summary").click();
  if (group && !(await page.locator(`#settings-${group}`).evaluate((details) => details.open))) await page.locator(`#settings-${group} > summary`).click();
}

/** Waits for the margin, which is drawn one frame after the list of findings. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done())));

/** The lines of the marks, from the margin. */
export const marked = (page) => page.locator(".gutter-mark").evaluateAll((all) => all.map((mark) => mark.getAttribute("aria-label")));

/** The selected text, the line it begins in, and whether the text box has the focus. */
export const selection = (page) => page.locator("#text").evaluate((box) => ({
  text: box.value.slice(box.selectionStart, box.selectionEnd), line: box.value.slice(0, box.selectionStart).split("\n").length, focused: document.activeElement === box,
}));
