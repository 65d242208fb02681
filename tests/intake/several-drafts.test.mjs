// Several drafts on one device: each of its product, by the name of its matter.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cases, fill, id, next, page, setting, visit, walk } from "./support.mjs";

const it = setting({
  "/plain": page('<casegate-intake submit-url="/cases"></casegate-intake>'),
  "/pe": page('<casegate-intake submit-url="/cases" product="pe"></casegate-intake>'),
  "/pl": page('<casegate-intake submit-url="/cases" product="pl"></casegate-intake>'),
});

const intake = (tab) => tab.locator("casegate-intake");
const button = (element, name) => element.getByRole("button", { name, exact: true });
const heading = (element, text) => element.locator("h1", { hasText: text }).waitFor();
const stored = (tab) => tab.evaluate(() => Object.fromEntries(Object.entries(localStorage).map(([key, text]) => [key, JSON.parse(text).answers])));
const key = "casegate-intake-draft";

/** A draft as it is stored, some minutes ago. */
const draft = (answers, minutes = 1) => JSON.stringify({
  format: "casegate-intake-draft", version: 1, saved_at: new Date(Date.now() - minutes * 60_000).toISOString(), step: "parties", answers, errors: [],
});

/** Opens a page with these drafts on the device. */
async function visitWith(path, drafts, options) {
  const { page: tab, close, context } = await visit(it, path, options);
  await tab.evaluate((all) => { for (const [name, text] of Object.entries(all)) localStorage.setItem(name, text); }, drafts);
  await tab.reload();
  await tab.locator("casegate-intake h1").waitFor();
  return { tab, element: intake(tab), close, context };
}

const pl = { "/case_type": "pl", "/plaintiff_name": "Terry Testcase", "/defendant_information/first_name": "Dana", "/defendant_information/last_name": "Demo" };
const pe = { "/case_type": "pe", "/plaintiff_name": "Pat Placeholder", "/defendant_business_name": "Sample Freight" };

test("each draft is listed by its matter, and is continued, deleted or left for a new form", async () => {
  const { tab, element, close } = await visitWith("/plain", { [key]: draft(pl, 5), [`${key}.2`]: draft(pe), [`${key}.3`]: draft({ "/office_case_number": "25-117" }, 9), [`${key}.4`]: draft({ "/is_test": true }, 12) });
  await heading(element, "Continue one of your drafts?");
  assert.deepEqual(await element.locator("section.group h2").allInnerTexts(), ["Pat Placeholder v. Sample Freight", "Terry Testcase v. Dana Demo", "25-117"]);
  assert.equal(await element.locator("section.group").count(), 4);
  // Deleted.
  await element.locator("section.group", { hasText: "25-117" }).getByRole("button", { name: "Delete draft" }).click();
  assert.match(await element.locator("dialog").innerText(), /25-117/);
  await element.locator("dialog .button").first().click();
  await element.locator("section.group", { hasText: "25-117" }).waitFor({ state: "detached" });
  assert.equal(await element.locator("section.group").count(), 3);
  assert.deepEqual(Object.keys(await stored(tab)).sort(), [key, `${key}.2`, `${key}.4`]);
  // Left for a new form, which is a draft of its own.
  await button(element, "Start a new form and keep the drafts").click();
  await heading(element, "What do you need us to find?");
  await fill(element, { "/case_type": "pl" });
  await tab.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.deepEqual((await stored(tab))[`${key}.3`], { "/case_type": "pl" });
  assert.deepEqual((await stored(tab))[key], pl);
  // Continued, and sent alone.
  await tab.reload();
  await element.locator("section.group", { hasText: "Sample Freight" }).getByRole("button", { name: "Continue with this draft" }).click();
  await element.locator(`#${id("/plaintiff_name")}`).waitFor();
  assert.equal(await element.locator(`#${id("/plaintiff_name")}`).inputValue(), "Pat Placeholder");
  await element.evaluate((node) => { node.step = "product"; });
  await walk(element, cases.pe.map(({ "/case_type": _type, ...answers }) => answers));
  await next(element);
  await element.locator(".sent").waitFor();
  assert.deepEqual(Object.keys(await stored(tab)).sort(), [key, `${key}.3`, `${key}.4`]);
  await close();
});

test("a form for one product neither opens nor loses the draft of the other", async () => {
  const { tab, element, close } = await visitWith("/pe", { [key]: draft(pl) });
  await heading(element, "What do you need us to find?");
  await fill(element, { "/base_product": "commercial_auto_policy_existence" });
  await tab.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.deepEqual(await stored(tab), { [key]: pl, [`${key}.2`]: { "/case_type": "pe", "/base_product": ["commercial_auto_policy_existence"] } });
  // The same device without a product has both, and with the other product its own.
  for (const [path, title] of [["/plain", "Continue one of your drafts?"], ["/pl", "Continue your draft?"]]) {
    await tab.goto(it.url + path);
    await heading(element, title);
  }
  await button(element, "Continue with this draft").click();
  await element.locator(`#${id("/plaintiff_name")}`).waitFor();
  assert.equal(await element.evaluate((node) => node.payload.case_type), "pl");
  // A product that is chosen later, and a file or a case of the other product.
  await tab.goto(`${it.url}/plain`);
  await heading(element, "Continue one of your drafts?");
  await element.evaluate((node) => { node.product = "pe"; });
  await heading(element, "Continue your draft?");
  assert.equal(await element.locator("section.group").count(), 1);
  await button(element, "Start a new form and keep the draft").click();
  await element.locator("#open-draft").setInputFiles({ name: "draft.json", mimeType: "application/json", buffer: Buffer.from(draft(pl)) });
  await element.locator(".draft [role=alert]", { hasText: "a product other than" }).waitFor();
  const opened = await element.evaluate(async (node) => {
    const names = [];
    node.addEventListener("casegate-error", ({ detail }) => names.push(...detail.names));
    return [await node.open({ case_type: "pl" }), names, node.payload.case_type];
  });
  assert.deepEqual(opened, [false, ["/case_type"], "pe"]);
  await close();
});

test("two tabs that each start a form have a draft each", async () => {
  const { tab, element, context, close } = await visitWith("/plain", {});
  const other = await context.newPage();
  await other.goto(`${it.url}/plain`);
  await fill(element, { "/case_type": "pl" });
  await fill(intake(other), { "/case_type": "pe" });
  for (const each of [tab, other]) await each.evaluate(() => dispatchEvent(new Event("pagehide")));
  // A tab sees what another one stored a moment later.
  await tab.waitForFunction(() => localStorage.length === 2);
  assert.deepEqual(await stored(tab), { [key]: { "/case_type": "pl" }, [`${key}.2`]: { "/case_type": "pe" } });
  await close();
});

test("a store without keys has room for one draft, and a draft in it is not replaced without a word", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const first = await tab.evaluate(async (text) => {
    document.querySelector("casegate-intake").remove();
    globalThis.kept = text;
    const node = document.createElement("casegate-intake");
    node.draftStore = { getItem: () => globalThis.kept, setItem: (_, value) => { globalThis.kept = value; }, removeItem: () => { globalThis.kept = null; } };
    document.body.append(node);
    return globalThis.kept;
  }, draft(pl));
  const element = intake(tab);
  await heading(element, "Continue your draft?");
  assert.equal(await element.locator("section.group").count(), 1);
  await button(element, "Start a new form and keep the draft").click();
  await fill(element, { "/case_type": "pe" });
  await tab.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.equal(await tab.evaluate(() => globalThis.kept), first);
  assert.equal(await element.evaluate((node) => node.hasUnsavedAnswers), true);
  await close();
});

test("without the part that reads drafts the form starts empty, says so, and keeps them", async () => {
  const { tab, element, close } = await visitWith("/plain", { [key]: draft(pl) }, { expected: /ERR_FAILED|Failed to load/ });
  await tab.route("**/casegate-intake-later*", (route) => route.abort());
  await tab.reload();
  await heading(element, "What do you need us to find?");
  await element.locator(".notice", { hasText: "could not be loaded" }).waitFor();
  await fill(element, { "/case_type": "pe" });
  await tab.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.deepEqual((await stored(tab))[key], pl);
  await close();
});
