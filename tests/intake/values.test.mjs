// What a box shows, what a page hands over, and what no store has: none of it is lost without a word.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cases, fill, id, next, page, script, setting, visit, walk } from "./support.mjs";

const it = setting({
  "/plain": page('<casegate-intake submit-url="/cases"></casegate-intake>'),
  "/off": page('<casegate-intake submit-url="/cases" draft="off"></casegate-intake>'),
  "/given": page(`<casegate-intake prefill='{"is_test":"no","cc_emails":["a@firm.example","b@firm.example"],"surprise":1,"date_of_loss":{"day":1}}'></casegate-intake>`),
  "/late": page("<casegate-intake></casegate-intake>").replace(script, ""),
  "/inside": page("<my-card></my-card>").replace("<body>", '<body lang="es-MX">'),
});

const intake = (tab) => tab.locator("casegate-intake");
const payload = (element) => element.evaluate((node) => node.payload);

/** Sets a control by a script, and fires these events at it. */
const set = (element, at, value, events) => element.evaluate((node, [name, wanted, types]) => {
  const all = [...node.shadowRoot.querySelectorAll(`[name="${name}"]`)];
  for (const input of all) if (input.type === "radio" || input.type === "checkbox") input.checked = input.value === wanted;
  const control = all.find((input) => input.checked) ?? all[0];
  if (control.type !== "radio" && control.type !== "checkbox") control.value = wanted;
  for (const type of types) control.dispatchEvent(new Event(type, { bubbles: type !== "blur" }));
}, [id(at), value, events]);

test("whatever events a box fires, its answer is what it shows", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = intake(tab);
  for (const events of [["input"], ["change"], ["blur"], ["focusout"], ["input", "change", "blur"], ["keydown"], []]) {
    const isRead = events.length > 0 && events[0] !== "keydown";
    const show = (at, value) => set(element, at, value, events);
    await show("/case_type", "pl");
    if (isRead) assert.equal((await payload(element)).case_type, "pl", `radio by ${events}`);
    else await next(element); // reads it, and finds the other questions of the step
    await show("/base_product", "personal_auto_policy_limits");
    await next(element);
    await element.locator(`#${id("/plaintiff_name")}`).waitFor();
    await show("/plaintiff_name", "Terry Testcase");
    await show("/cc_emails", "intake@example.test");
    await show("/defendant_information/state_or_province", "Illinois");
    // Another answer draws the page; nothing that was not read is emptied.
    await element.locator(`#${id("/office_case_number")}`).fill(events.join("-") || "none");
    assert.equal(await element.locator(`#${id("/plaintiff_name")}`).inputValue(), "Terry Testcase", String(events));
    await next(element);
    const { plaintiff_name, cc_emails, defendant_information } = await payload(element);
    assert.deepEqual([plaintiff_name, cc_emails, defendant_information.state_or_province], ["Terry Testcase", "intake@example.test", "IL"], `text by ${events}`);
    // The rest of the step, so that the next ones can be reached.
    await fill(element, Object.fromEntries(Object.entries(cases.pl[1]).filter(([at]) => at.startsWith("/defendant"))));
    await next(element);
    await element.locator(`#${id("/date_of_loss")}`).waitFor();
    await show("/date_of_loss", "2/29/2020");
    await show("/is_incident_report_provided", "false");
    await next(element);
    await element.locator(`input[name="${id("/are_policyholder_and_defendant_the_same")}"]`).first().waitFor();
    await show("/insurance_company", "Example Mutual");
    await show("/are_policyholder_and_defendant_the_same", "true");
    await show("/is_test", "true");
    await next(element);
    await element.locator("#files-choose").waitFor();
    const all = await payload(element);
    assert.deepEqual([all.date_of_loss, all.is_incident_report_provided, all.insurance_company, all.is_test], ["2020-02-29", false, "Example Mutual", true], String(events));
    await element.getByRole("button", { name: "Delete draft" }).click();
    await element.locator("dialog .button").first().click();
    await element.locator("h1", { hasText: "What do you need" }).waitFor();
  }
  await close();
});

test("check boxes, text areas and the type of a file are read at Continue as well", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = intake(tab);
  await walk(element, cases.pe);
  await element.evaluate((node) => { node.step = "coverage"; });
  await element.locator(`[name="${id("/other_search_reason")}"]`).first().waitFor({ state: "attached" });
  const word = await element.locator(`input[name="${id("/search_reason")}"]`).nth(1).getAttribute("value");
  await set(element, "/search_reason", word, []);
  await element.evaluate((node, name) => { const box = node.shadowRoot.querySelector(`textarea[name="${name}"]`); if (box) box.value = "A letter\nof two lines"; }, id("/other_search_reason"));
  await next(element);
  await element.locator("#files-input").setInputFiles([{ name: "report.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(20) }]);
  await element.locator("select").evaluate((select) => { select.value = "incident_report"; });
  await next(element);
  const { search_reason } = await payload(element);
  assert.deepEqual(search_reason, [word]);
  await element.locator(".file-lines", { hasText: "Incident report" }).waitFor();
  await close();
});

test("values of frameworks and case systems are read, and the rest is named to the page and the person", async () => {
  const context = await it.browser.newContext();
  await context.addInitScript(() => {
    globalThis.lost = [];
    addEventListener("casegate-error", ({ detail }) => globalThis.lost.push([detail.kind, detail.names, String(detail.error)]), true);
  });
  const tab = await context.newPage();
  await tab.goto(`${it.url}/given`);
  const element = intake(tab);
  await element.locator(".notice", { hasText: "cannot show the answer: Date of loss" }).waitFor();
  assert.deepEqual(await payload(element), { cc_emails: "a@firm.example, b@firm.example", is_test: false });
  const [[kind, names, error]] = await tab.evaluate(() => globalThis.lost);
  assert.deepEqual([kind, names.sort()], ["settings", ["/date_of_loss", "/surprise"]]);
  assert.doesNotMatch(error, /firm\.example/);
  await context.close();
  // The policy of the page forbids code from texts.
  const free = await it.browser.newContext({ bypassCSP: true, timezoneId: "America/New_York" });
  const other = await free.newPage();
  await other.goto(`${it.url}/plain`);
  await other.locator("casegate-intake h1").waitFor();
  const set = (code) => intake(other).evaluate((node, text) => {
    const lost = [];
    const hear = ({ detail }) => lost.push(...detail.names);
    node.addEventListener("casegate-error", hear);
    node.prefill = new Function(`return ${text}`)();
    node.removeEventListener("casegate-error", hear);
    return [node.payload, lost];
  }, code);
  const table = [
    ['({ is_test: "true" })', { is_test: true }],
    ['({ is_test: "Sí" })', { is_test: true }],
    ["({ is_test: 0 })", { is_test: false }],
    ['({ is_test: "maybe" })', {}, ["/is_test"]],
    ['({ cc_emails: ["a@x.test", "b@x.test", null] })', { cc_emails: "a@x.test, b@x.test" }],
    ['({ case_type: "pe", search_reason: "no_insurance_on_report" })', { case_type: "pe", search_reason: ["no_insurance_on_report"] }],
    ["({ plaintiff_name: undefined, cc_emails: null, office_case_number: 17 })", { office_case_number: "17" }],
    ['({ date_of_loss: new Date("2026-01-02"), plaintiff_name: [] })', { date_of_loss: "2026-01-02" }],
    ["({ date_of_loss: new Date(2026, 0, 2) })", { date_of_loss: "2026-01-02" }],
    ['({ date_of_loss: new Date("never") })', {}, ["/date_of_loss"]],
    ['new Map([["plaintiff_name", "T"], ["vehicle_information", new Map([["vin", "V"]])]])', { plaintiff_name: "T", vehicle_information: { vin: "V" } }],
    ['({ "vehicle_information.vin": "V", "defendant_information[last_name]": "L" })', { defendant_information: { last_name: "L" }, vehicle_information: { vin: "V" } }],
    ['(() => { const form = new FormData(); form.append("case_type", "pe"); form.append("search_reason[]", "no_insurance_on_report"); form.append("search_reason[]", "insurance_denied_coverage"); form.append("x", new File([], "a")); return form; })()',
      { case_type: "pe", search_reason: ["no_insurance_on_report", "insurance_denied_coverage"] }, ["/x"]],
    ['({ vehicle_information: { vin: "V", colour: "red" }, nowhere: 1, plaintiff_name: () => 1 })', { vehicle_information: { vin: "V" } }, ["/vehicle_information/colour", "/nowhere", "/plaintiff_name"]],
    ["[]", {}, ["prefill"]],
    ["undefined", {}],
    ['"not JSON"', {}, ["prefill"]],
    ["null", {}],
    ["new Set([1])", {}, ["prefill"]],
  ];
  for (const [code, wanted, lost = []] of table) assert.deepEqual(await set(code), [wanted, lost], code);
  // Open reads the same.
  const opened = await intake(other).evaluate(async (node) => [await node.open({ case_type: "pl", is_test: "yes", cc_emails: ["a@x.test"] }), node.payload]);
  assert.deepEqual(opened, [true, { case_type: "pl", cc_emails: "a@x.test", is_test: true }]);
  await free.close();
});

test("undefined in every property is nothing, and equal values again change nothing", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = intake(tab);
  const after = await element.evaluate((node) => {
    for (const name of ["product", "language", "context", "timeZone", "submitUrl", "backend", "prefill", "draftStore", "step"]) node[name] = undefined;
    return [node.outerHTML, node.product, node.language, node.step, node.shadowRoot.querySelector("h1") !== null];
  });
  assert.deepEqual(after, ["<casegate-intake></casegate-intake>", null, "en", "product", true]);
  const same = await element.evaluate((node) => {
    node.prefill = { cc_emails: "firm@example.test" };
    const box = node.shadowRoot.querySelector("h1");
    node.prefill = { cc_emails: "firm@example.test" };
    return box.isConnected;
  });
  assert.equal(same, true);
  // A later value that a person's answers keep out is named.
  await fill(element, { "/case_type": "pl" });
  const names = await element.evaluate((node) => new Promise((resolve) => {
    node.addEventListener("casegate-error", ({ detail }) => resolve(detail.names), { once: true });
    node.prefill = { cc_emails: "other@example.test" };
  }));
  assert.deepEqual(names, ["/cc_emails"]);
  await close();
});

test("inside another component the language is that of the page, and a form that returns has its answers", async () => {
  const { page: tab, context, close } = await visit(it, "/off");
  const element = intake(tab);
  await fill(element, cases.pe[0]);
  const back = await element.evaluate(async (node) => {
    node.remove();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const away = [node.payload, node.hasUnsavedAnswers];
    document.body.append(node);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [...away, node.payload.usdot_number, node.hasUnsavedAnswers];
  });
  assert.deepEqual(back, [undefined, true, "0001234", true]);
  assert.equal(await element.locator(`#${id("/usdot_number")}`).inputValue(), "0001234");
  await next(element);
  await element.locator("h1", { hasText: "Who is involved?" }).waitFor();
  const other = await context.newPage();
  await other.goto(`${it.url}/inside`);
  await other.evaluate(async () => {
    customElements.define("my-card", class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: "open" }).innerHTML = "<div><casegate-intake></casegate-intake></div>";
      }
    });
  });
  await other.locator("casegate-intake h1", { hasText: "¿Qué necesita que busquemos?" }).waitFor();
  await close();
});

test("an element is made in any way, and upgraded late with the properties that were set before", async () => {
  const context = await it.browser.newContext();
  const tab = await context.newPage();
  await tab.goto(`${it.url}/late`);
  await tab.evaluate(() => {
    const [first] = document.querySelectorAll("casegate-intake");
    Object.assign(first, { prefill: { is_test: "yes" }, product: "pl", language: undefined, backend: null, step: undefined });
    const holder = document.createElement("div");
    holder.innerHTML = '<casegate-intake id="two" product="pe"></casegate-intake>';
    document.body.append(holder, holder.firstChild.cloneNode(true));
    document.body.lastChild.id = "three";
    const module = document.createElement("script");
    Object.assign(module, { type: "module", src: "/casegate-intake.js" });
    document.head.append(module);
  });
  await tab.locator("#three h1").waitFor();
  await intake(tab).first().locator("h1").waitFor();
  const made = await tab.evaluate(async () => {
    const fourth = document.createElement("casegate-intake");
    fourth.id = "four";
    document.body.append(fourth);
    fourth.prefill = { is_test: "no" };
    await new Promise((resolve) => setTimeout(resolve, 200));
    return [...document.querySelectorAll("casegate-intake")].map((node) => node.payload);
  });
  assert.deepEqual(made, [{ case_type: "pl", is_test: true }, { case_type: "pe" }, { case_type: "pe" }, { is_test: false }]);
  await context.close();
});

test("going back to the page finds the answers or offers the draft", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  await fill(intake(tab), { "/case_type": "pl" });
  await tab.goto(`${it.url}/off`);
  await tab.goBack();
  await intake(tab).locator('input[value="pl"]:checked, h1:text("Continue your draft?")').first().waitFor();
  await close();
});

/** Answers the browser's question before the page is left. Returns whether it was asked. */
const leave = async (tab) => {
  let asked = false;
  const hear = (dialog) => { asked ||= dialog.type() === "beforeunload"; void dialog.accept(); };
  tab.on("dialog", hear);
  await tab.reload();
  tab.off("dialog", hear);
  await tab.locator("casegate-intake h1").first().waitFor();
  return asked;
};

test("whatever no store has is asked about before the page is left, and only that", async () => {
  const { page: tab, close } = await visit(it, "/off");
  const element = intake(tab);
  assert.equal(await leave(tab), false, "untouched");
  await fill(element, { "/case_type": "pl" });
  assert.equal(await element.evaluate((node) => node.hasUnsavedAnswers), true);
  assert.equal(await leave(tab), true, "no store");
  await close();

  const kept = await visit(it, "/plain");
  await fill(intake(kept.page), { "/case_type": "pl" });
  assert.equal(await leave(kept.page), false, "saved");
  await intake(kept.page).getByRole("button", { name: "Continue with this draft" }).click();
  await intake(kept.page).locator(`input[name="${id("/case_type")}"]`).first().waitFor();
  // The store is full.
  await kept.page.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; });
  await fill(intake(kept.page), { "/base_product": ["personal_auto_policy_limits"] });
  await kept.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  assert.equal(await leave(kept.page), true, "a full store");
  await kept.close();

  const files = await visit(it, "/plain");
  await walk(intake(files.page), cases.pl);
  await intake(files.page).evaluate((node) => { node.step = "files"; });
  await intake(files.page).locator("#files-input").setInputFiles([{ name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(20) }]);
  assert.equal(await leave(files.page), true, "files");
  await files.close();

  const sent = await visit(it, "/off");
  await walk(intake(sent.page), cases.pl);
  await next(intake(sent.page));
  await intake(sent.page).locator(".sent").waitFor();
  assert.equal(await leave(sent.page), false, "sent");
  await sent.close();
});

test("a page that is hidden saves, and a store that fails says so", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = intake(tab);
  await fill(element, { "/case_type": "pl" });
  const hide = () => tab.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await hide();
  assert.match(await tab.evaluate(() => localStorage.getItem("casegate-intake-draft")), /"pl"/);
  await tab.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; });
  await fill(element, { "/base_product": ["personal_auto_policy_limits"] });
  await hide();
  await element.locator(".draft [role=alert]", { hasText: "blocked or full" }).waitFor();
  await close();
});

test("a drop copies; a folder, a link and a text are refused in words", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = intake(tab);
  await walk(element, cases.pl);
  await element.evaluate((node) => { node.step = "files"; });
  await element.locator("#files-drop").waitFor();
  const drop = (kind) => element.locator("#files-drop").evaluate((area, what) => {
    const data = new DataTransfer();
    Object.defineProperty(data, "dropEffect", { value: "none", writable: true }); // that of a script's data does not change
    if (what === "file") data.items.add(new File([new Uint8Array(20)], "mail.eml"));
    else data.setData(what, "https://example.test/");
    const over = new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true, composed: true });
    area.dispatchEvent(over);
    const end = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true, composed: true });
    area.dispatchEvent(end);
    return [over.defaultPrevented && data.dropEffect === "copy", end.defaultPrevented, area.querySelector("[role=alert]").textContent];
  }, kind);
  for (const kind of ["text/plain", "text/uri-list"]) {
    const [over, end, words] = await drop(kind);
    assert.deepEqual([over, end], [true, true]);
    assert.match(words, /Only files/);
  }
  assert.deepEqual(await drop("file"), [true, true, ""]);
  await element.locator(".file-name", { hasText: "mail.eml" }).waitFor();
  await close();
});
