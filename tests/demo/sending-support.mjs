// Helpers for the tests of sending: a form that is ready to send, and the stand-in's cases.
import { cases, next, payloadOf, today, visit } from "./support.mjs";

/** The browser's own messages about an answer that fails, or about a missing one. */
export const failures = /^Failed to load resource/;
export const create = "**/api/v1/partner/cases/create/";

export const own = async (it, path) => (await fetch(`${it.url}demo/api${path}`)).json();

let count = 0;

/** A new case, and the payload that must arrive. */
export function aCase(product = "pe") {
  const steps = structuredClone(cases[product]);
  steps.parties["/office_case_number"] = `S-${++count}`;
  return { steps, number: `S-${count}`, payload: payloadOf(steps) };
}

/** The cases with a number, newest first. */
export async function arrived(it, number) {
  const { cases: all } = await own(it, "/cases");
  return Promise.all(all.filter((one) => one.office_case_number === number).map(({ id }) => own(it, `/cases/${id}`)));
}

export const file = (name, size = 1200) => ({ name, mimeType: "application/pdf", buffer: Buffer.alloc(size, "x") });

/** A visitor before the last button, with a draft that was opened and files that were chosen. */
export async function atCheck(it, { product = "pe", files = [], also = {}, ...options } = {}) {
  await it.setDay(today);
  const sent = aCase(product);
  const visitor = await visit(it, { expected: failures, ...options });
  await openDraft(visitor.page, { ...answersOf(sent.steps), ...also });
  if (files.length > 0) {
    await visitor.page.goto(`${it.url}#/files`);
    await visitor.page.locator("#files-input").setInputFiles(files);
    await next(visitor.page);
    await visitor.page.waitForURL("**/#/check");
  }
  return { ...visitor, ...sent };
}

export const answersOf = (steps) => {
  const all = Object.assign({}, ...Object.values(steps));
  all["/base_product"] = [all["/base_product"]].flat();
  return all;
};

export async function openDraft(page, answers) {
  const draft = { format: "casegate-intake-draft", version: 1, saved_at: "2026-03-01T10:00:00Z", step: "check", answers };
  await page.locator("#open-draft").setInputFiles({ name: "draft.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(draft)) });
  await page.waitForURL("**/#/check");
}

export const send = (page) => page.locator("main form > .actions button").click();
export const outcome = (page) => page.locator("#sending-outcome");
export const focused = (page) => page.evaluate(() => focusedElement().id);
export const isSent = async (page) => {
  await page.waitForURL("**/#/sent");
  await page.locator(".sent").waitFor();
};
export const stored = (page) => page.evaluate(() => localStorage.getItem("casegate-intake-draft"));
