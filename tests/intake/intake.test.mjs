// <casegate-intake> in pages of others: what a page may set, hear and style, and what it may not
// break.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cases, fill, id, next, page, setting, visit, walk } from "./support.mjs";

/** Twelve lines. */
const plain = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>New case</title>
<script type="module" src="/casegate-intake.js"></script>
</head>
<body>
<casegate-intake submit-url="/cases"></casegate-intake>
</body>
</html>`;

const hostile = "* { letter-spacing: 1em !important; float: right } h1, p, label, button, input { color: lime !important; font: 40px fantasy; display: none } html { font-size: 62.5%; line-height: 4; text-transform: uppercase; text-align: right }";

const it = setting({
  "/plain": plain,
  "/two": page('<casegate-intake id="one" language="en"></casegate-intake><casegate-intake id="two" language="es"></casegate-intake>'),
  "/form": page('<form method="dialog" action="/never"><casegate-intake submit-url="/cases"></casegate-intake><button id="outer">Outer</button></form>'),
  "/theme": page('<casegate-intake></casegate-intake>', '<link rel="stylesheet" href="/theme.css">\n'),
  "/theme.css": hostile,
  "/own.css": "casegate-intake { --casegate-accent: rgb(120 0 120); --casegate-unit: 20px } casegate-intake::part(button) { border-radius: 17px }",
  "/own": page("<casegate-intake></casegate-intake>", '<link rel="stylesheet" href="/own.css">\n'),
  "/fixed": page(`<casegate-intake product="pl" draft="off" submit-url="/cases" prefill='{"cc_emails":"firm@example.test","is_test":true}'><p slot="before-product" id="own-words">Welcome to our firm.</p></casegate-intake>`),
  "/es": page("<casegate-intake></casegate-intake>").replace('lang="en"', 'lang="es-US"'),
});

const intake = (tab) => tab.locator("casegate-intake");

test("a page of twelve lines takes both products, in both languages, with files, a draft and a review, and sends", async () => {
  assert.equal(plain.split("\n").length, 12);
  for (const [product, language] of [["pe", "en"], ["pl", "es"]]) {
    const { page: tab, close } = await visit(it, "/plain");
    const element = intake(tab);
    await element.evaluate((node, tag) => { node.language = tag; }, language);
    await element.locator(`.intake[lang=${language}]`).waitFor();
    await fill(element, cases[product][0]);
    await tab.evaluate(() => dispatchEvent(new Event("pagehide")));
    assert.match(await tab.evaluate(() => localStorage.getItem("casegate-intake-draft")), /"\/case_type"/);
    await next(element);
    for (const answers of cases[product].slice(1)) {
      await fill(element, answers);
      await next(element);
    }
    await element.locator("#files-input").setInputFiles([{ name: "report.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(20) }]);
    await element.locator("select").selectOption("incident_report");
    await next(element);
    assert.match(await element.locator(".all-answers").innerText(), /Terry Testcase/);
    await next(element);
    await element.locator(".sent .reference", { hasText: "CASE-7" }).waitFor();
    const { case: sent, files, labels, path } = it.received.at(-1);
    assert.deepEqual([path, sent.case_type, sent.plaintiff_name, sent.is_test, files, labels], ["/cases", product, "Terry Testcase", true, ["report.pdf"], ["incident_report"]]);
    assert.equal(await tab.evaluate(() => localStorage.getItem("casegate-intake-draft")), null);
    await close();
  }
});

test("two elements on a page have answers, languages and drafts of their own", async () => {
  const { page: tab, close } = await visit(it, "/two");
  const [one, two] = [tab.locator("#one"), tab.locator("#two")];
  await fill(one, { "/case_type": "pe" });
  await fill(two, { "/case_type": "pl" });
  assert.equal(await one.locator("h1").innerText(), "What do you need us to find?");
  assert.equal(await two.locator("h1").innerText(), "¿Qué necesita que busquemos?");
  await tab.evaluate(() => dispatchEvent(new Event("pagehide")));
  const drafts = await tab.evaluate(() => Object.fromEntries(Object.entries(localStorage).map(([key, text]) => [key, JSON.parse(text).answers["/case_type"]])));
  assert.deepEqual(drafts, { "casegate-intake-draft-one": "pe", "casegate-intake-draft-two": "pl" });
  assert.deepEqual(await tab.evaluate(() => ["one", "two"].map((name) => document.getElementById(name).payload.case_type)), ["pe", "pl"]);
  await close();
});

test("inside a closed form, Enter and Continue stay in the element", async () => {
  const { page: tab, close } = await visit(it, "/form");
  const submits = () => tab.evaluate(() => globalThis.submits);
  await tab.evaluate(() => {
    globalThis.submits = 0;
    document.querySelector("form").addEventListener("submit", (event) => { event.preventDefault(); globalThis.submits++; });
  });
  const element = intake(tab);
  await fill(element, cases.pe[0]);
  await next(element);
  await element.locator(`#${id("/plaintiff_name")}`).fill("Terry Testcase");
  await tab.keyboard.press("Enter");
  await element.locator("#summary").waitFor();
  assert.equal(await submits(), 0);
  assert.equal(await tab.evaluate(() => [...new FormData(document.querySelector("form")).keys()].length), 0);
  await close();
});

test("a page's styles do not reach the element, and its custom properties and parts do", async () => {
  const style = (locator) => locator.evaluate((node) => {
    const { color, fontSize, display, letterSpacing, textTransform, textAlign, lineHeight } = getComputedStyle(node);
    return { color, fontSize, display, letterSpacing, textTransform, textAlign, lineHeight };
  });
  const clean = await visit(it, "/plain");
  const themed = await visit(it, "/theme");
  for (const selector of ["form > .actions button.button", ".intro", "legend", ".option span", "#step-count"]) {
    const [own, other] = [await style(intake(clean.page).locator(selector).first()), await style(intake(themed.page).locator(selector).first())];
    // Sizes follow the root of the page, unless the page sets --casegate-unit.
    const without = ({ fontSize: _size, lineHeight: _line, ...rest }) => rest;
    assert.deepEqual(without(other), without(own), selector);
  }
  await clean.close();
  await themed.close();
  const own = await visit(it, "/own");
  const button = intake(own.page).locator("form > .actions button.button");
  assert.deepEqual(await button.evaluate((node) => {
    const { backgroundColor, borderRadius, fontSize } = getComputedStyle(node);
    return { backgroundColor, borderRadius, fontSize };
  }), { backgroundColor: "rgb(120, 0, 120)", borderRadius: "17px", fontSize: "20px" });
  await own.close();
});

test("in a column of 280 px nothing is cut off, at every step", async () => {
  const { page: tab, close } = await visit(it, "/plain", { width: 1200 });
  const element = intake(tab);
  await element.evaluate((node) => { node.parentElement.style.setProperty("width", "280px"); });
  const narrow = async (what) => {
    const wide = await element.evaluate((node) => [...node.shadowRoot.querySelectorAll("*")]
      .filter((inner) => inner.checkVisibility() && !inner.closest(".vh, .code") && inner.getBoundingClientRect().right > node.getBoundingClientRect().right + 1)
      .map((inner) => inner.className || inner.tagName));
    assert.deepEqual(wide, [], what);
  };
  await narrow("start");
  await next(element);
  await narrow("an error");
  for (const [index, answers] of cases.pl.entries()) {
    await fill(element, answers);
    await narrow(`step ${index + 1}`);
    await next(element);
  }
  await narrow("files");
  await next(element);
  await element.locator(".all-answers").waitFor();
  await narrow("review");
  await close();
});

test("a chosen product is not asked for, given answers are there, and nothing is stored without drafts", async () => {
  const { page: tab, close } = await visit(it, "/fixed");
  const element = intake(tab);
  assert.equal(await element.locator(`input[name="${id("/case_type")}"]`).first().isVisible(), false);
  assert.equal(await tab.locator("#own-words").isVisible(), true);
  assert.equal(await element.locator(".draft").isVisible(), false);
  const steps = cases.pl.map(({ "/case_type": _type, "/cc_emails": _mail, "/is_test": _test, ...answers }) => answers);
  await walk(element, steps);
  await next(element);
  await element.locator(".sent").waitFor();
  const { case: sent } = it.received.at(-1);
  assert.deepEqual([sent.case_type, sent.cc_emails, sent.is_test], ["pl", "firm@example.test", true]);
  await tab.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.deepEqual(await tab.evaluate(() => [localStorage.length, sessionStorage.length]), [0, 0]);
  await close();
});

test("given answers and a product may come later, and never replace what a person typed", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = intake(tab);
  const given = (prefill) => element.evaluate((node, value) => { node.prefill = value; return node.payload; }, prefill);
  assert.deepEqual(await given({ cc_emails: "firm@example.test" }), { cc_emails: "firm@example.test" });
  await fill(element, cases.pe[0]);
  assert.equal((await given({ cc_emails: "other@example.test" })).cc_emails, "firm@example.test");
  const after = await element.evaluate((node) => { node.product = "pl"; return [node.product, node.payload.case_type, node.payload.usdot_number]; });
  assert.deepEqual(after, ["pl", "pl", undefined]);
  assert.equal(await element.locator(`input[name="${id("/case_type")}"]`).first().isVisible(), false);
  await close();
});

test("the language is that of the page around it", async () => {
  const { page: tab, close } = await visit(it, "/es");
  await intake(tab).locator("h1", { hasText: "¿Qué necesita que busquemos?" }).waitFor();
  await close();
});

test("the events name the steps, hold one back, and hand a case to the page", async () => {
  const { page: tab, close } = await visit(it, "/two");
  const element = tab.locator("#one");
  await element.evaluate((node) => {
    globalThis.heard = [];
    globalThis.isHeld = true;
    node.addEventListener("casegate-step", ({ detail }) => globalThis.heard.push([detail.from, detail.step]));
    node.addEventListener("casegate-before-step", (event) => { if (globalThis.isHeld) event.preventDefault(); });
    node.addEventListener("casegate-submit", ({ detail }) => {
      globalThis.handed = { payload: detail.payload, files: detail.files.length, form: [...detail.formData().keys()] };
      detail.respondWith(Promise.resolve({ case_ref: "OWN-1" }));
    });
    node.addEventListener("casegate-sent", ({ detail }) => { globalThis.sent = [detail.receipt.case_ref, detail.payload.plaintiff_name]; });
  });
  await fill(element, cases.pe[0]);
  await next(element);
  assert.deepEqual([await element.evaluate((node) => node.step), await tab.evaluate(() => globalThis.heard)], ["product", []]);
  await tab.evaluate(() => { globalThis.isHeld = false; });
  await next(element);
  await walk(element, cases.pe.slice(1));
  await next(element);
  await element.locator(".reference", { hasText: "OWN-1" }).waitFor();
  assert.deepEqual(await tab.evaluate(() => globalThis.heard), [
    ["product", "parties"], ["parties", "incident"], ["incident", "coverage"], ["coverage", "files"], ["files", "check"], ["check", "sent"],
  ]);
  const { handed, sent } = await tab.evaluate(() => ({ handed: globalThis.handed, sent: globalThis.sent }));
  assert.deepEqual([handed.payload.case_type, handed.files, handed.form, sent], ["pe", 0, ["case"], ["OWN-1", "Terry Testcase"]]);
  await close();
});

test("a refusal with findings shows them at their fields, and without a way to send, the page hears of it", async () => {
  const { page: tab, close } = await visit(it, "/plain", { expected: /422|400/ });
  const element = intake(tab);
  await walk(element, cases.pe);
  it.answer = { status: 400, body: { errors: [{ at: "/crash_state", path: ["crash_state"], code: "wrong_format", severity: "error", message: "Look at the state again.", params: {}, because: [] }] } };
  await next(element);
  await element.locator("#summary", { hasText: "Look at the state again." }).waitFor();
  it.answer = undefined;
  await element.evaluate((node) => {
    node.submitUrl = null;
    node.addEventListener("casegate-error", ({ detail }) => { globalThis.kind = detail.kind; });
    node.step = "incident";
  });
  await fill(element, { "/crash_state": "TX" });
  await next(element);
  await next(element);
  await next(element);
  await next(element);
  await element.locator("#sending-outcome").waitFor();
  assert.equal(await tab.evaluate(() => globalThis.kind), "backend");
  await close();
});

test("large files show the uploaded share, and the upload can be canceled", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = intake(tab);
  await walk(element, cases.pe);
  const before = it.received.length;
  await element.evaluate((node) => { node.step = "files"; });
  await element.evaluate((node) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(20e6)], "scan.pdf"));
    const input = node.shadowRoot.querySelector("#files-input");
    input.files = data.files;
    input.dispatchEvent(new Event("change"));
  });
  await next(element);
  await element.locator(".all-answers").waitFor();
  let free;
  it.hold = new Promise((resolve) => { free = resolve; });
  await next(element);
  const cancel = element.getByRole("button", { name: "Cancel", exact: true });
  await cancel.waitFor();
  const share = await element.locator("progress").evaluate(async (bar) => {
    for (const end = Date.now() + 5000; bar.value === 0 && Date.now() < end;) await new Promise((resolve) => setTimeout(resolve, 20));
    return { value: bar.value, shown: bar.nextElementSibling.textContent };
  });
  assert.ok(share.value > 0 && share.value < 1, String(share.value));
  assert.equal(share.shown, `${Math.round(share.value * 100)}%`);
  await cancel.click();
  // At this address nothing can be looked for, so the case may have arrived.
  await element.locator("#sending-outcome", { hasText: "Contact us before you try again" }).waitFor();
  assert.equal(it.received.length, before);
  free();
  it.hold = undefined;
  await next(element);
  await element.getByRole("button", { name: "Submit again" }).click();
  await element.locator(".sent .reference", { hasText: "CASE-7" }).waitFor();
  assert.deepEqual(it.received.slice(before).map(({ files }) => files), [["scan.pdf"]]);
  await close();
});

test("a canceled case is looked for, and nothing counts as submitted only if every look found nothing", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = intake(tab);
  const outcome = (text) => element.locator("#sending-outcome", { hasText: text }).waitFor();
  const send = async () => {
    await next(element);
    const cancel = element.getByRole("button", { name: "Cancel", exact: true });
    await cancel.click();
    assert.equal(await element.evaluate((node) => node.shadowRoot.activeElement.matches(".actions .button")), true, "the focus is kept");
    await tab.evaluate(() => globalThis.release()); // an outcome takes the focus, so no look is answered before
  };
  await element.evaluate((node) => {
    node.backend = {
      submit: ({ signal, progress }) => new Promise((_, reject) => {
        progress(0.5);
        signal.addEventListener("abort", () => {
          reject(new Error("abort"));
          Object.assign(globalThis, { looks: 0, answers: globalThis.next, released: new Promise((resolve) => { globalThis.release = resolve; }) });
        });
      }),
      find: async () => {
        const look = ++globalThis.looks;
        await globalThis.released;
        if (globalThis.answers === "fails" && look > 1) throw new Error("no answer");
        return globalThis.answers === "later" && look > 1 ? { id: 9, reference: "CASE-9", at: "2026-01-02T03:04:05Z", files: [] } : undefined;
      },
    };
  });
  await walk(element, cases.pe);
  await send();
  await outcome("You canceled");
  for (const [answers, text] of [["fails", "The case may have arrived before you canceled"], ["later", "The case has arrived"]]) {
    // The looks before the next attempt find nothing; those after it answer otherwise.
    await tab.evaluate((value) => Object.assign(globalThis, { answers: undefined, next: value }), answers);
    await send();
    await outcome(text);
  }
  await close();
});

test("what excludes a case from Policy Existence is asked on the first step, and said at once", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = intake(tab);
  const date = element.locator("#f-date_of_loss");
  const instead = (choice) => element.getByRole("button", { name: `Choose ${choice} instead` });
  assert.equal(await date.count() > 0 && (await date.isVisible()), false, "no product is chosen");
  await fill(element, { "/case_type": "pe", "/date_of_loss": "1/2/2020" });
  await date.blur();
  // The first possible day; the other product requires the insurer.
  const day = new Date(Date.now() - 365 * 86_400_000).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  await element.locator("#f-date_of_loss-error", { hasText: `must be ${day} or later` }).waitFor();
  await tab.waitForTimeout(500);
  assert.equal(await instead("Policy Limit").count(), 0);
  await fill(element, { "/base_product": "commercial_auto_policy_existence" });
  await fill(element, { "/date_of_loss": cases.pe[2]["/date_of_loss"], "/is_defendant_transportation_company": false });
  await element.locator("#f-is_defendant_transportation_company-error", { hasText: "only take this case" }).waitFor();
  assert.equal(await instead("Policy Limit").count(), 0);
  assert.equal(await instead("personal homeowners").count(), 0, "it has a condition of its own");
  await instead("personal auto").click();
  await element.locator("dialog .button").first().click();
  await element.locator("#f-is_defendant_transportation_company-group").waitFor({ state: "hidden" });
  assert.deepEqual(await element.evaluate((node) => node.payload.base_product), ["personal_auto_policy_existence"]);
  assert.equal(await element.evaluate((node) => node.shadowRoot.activeElement.name), "f-base_product");
  await close();
});

test("the other product is offered to a person who knows the insurer", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = intake(tab);
  await element.evaluate((node) => { node.prefill = { insurance_company: "Example Mutual" }; });
  await fill(element, { "/case_type": "pe", "/date_of_loss": "1/2/2020" });
  await element.locator("#f-date_of_loss").blur();
  await element.getByRole("button", { name: "Choose Policy Limit instead" }).click();
  assert.deepEqual(await element.evaluate((node) => [node.payload.case_type, node.payload.insurance_company]), ["pl", "Example Mutual"]);
  assert.equal(await element.evaluate((node) => node.shadowRoot.activeElement.name), "f-case_type");
  assert.equal(await element.locator("#f-date_of_loss").isVisible(), false, "for Policy Limit, its own step asks");
  await close();
});

test("a case for another origin is sent without asking it for permission first", async () => {
  const { page: tab, close } = await visit(it, "/plain", { expected: /other\.test|Content Security Policy/ });
  const element = intake(tab);
  await element.evaluate((node) => {
    node.submitUrl = "https://other.test/cases";
    globalThis.listened = 0;
    XMLHttpRequestUpload.prototype.addEventListener = () => { globalThis.listened++; };
  });
  await walk(element, cases.pe);
  await next(element);
  await element.locator("#sending-outcome").waitFor();
  assert.equal(await tab.evaluate(() => globalThis.listened), 0);
  await close();
});

test("given answers that are understood are written as the service reads them", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = intake(tab);
  const given = { ...Object.assign({}, ...cases.pe) };
  const payload = Object.fromEntries(Object.entries(given).map(([at, value]) => [at.slice(1), value]));
  Object.assign(payload, { base_product: [payload.base_product], crash_state: "Georgia", date_of_loss: payload.date_of_loss.replace(/^(\d+)-(\d+)-(\d+)$/, "$2/$3/$1") });
  const written = () => element.evaluate((node) => [node.payload.crash_state, node.payload.date_of_loss]);
  // As answers of the page, step by step.
  await element.evaluate((node, value) => { node.prefill = value; }, payload);
  assert.deepEqual(await written(), [payload.crash_state, payload.date_of_loss]);
  await walk(element, cases.pe.map(() => ({})));
  assert.deepEqual(await written(), ["GA", given["/date_of_loss"]]);
  // As an opened case.
  await close();
  const other = await visit(it, "/plain");
  const opened = intake(other.page);
  await opened.evaluate((node, value) => node.open(value), payload);
  await opened.locator(".all-answers").waitFor();
  assert.deepEqual(await opened.evaluate((node) => [node.payload.crash_state, node.payload.date_of_loss]), ["GA", given["/date_of_loss"]]);
  assert.equal(await opened.locator("#summary").isVisible(), false);
  await other.close();
});

test("Change on a record of optional answers opens its fold and focuses the first; a closed fold stays closed", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = intake(tab);
  await walk(element, cases.pe);
  await element.locator(`#row${id("/vehicle_information")} a`).evaluate((link) => link.click());
  const year = element.locator(`#${id("/vehicle_information/vehicle_year")}`);
  await year.waitFor();
  assert.equal(await year.evaluate((box) => box.getRootNode().activeElement === box), true);
  await year.fill("2019");
  const fold = element.locator("details.fold", { has: tab.locator(`#${id("/vehicle_information/vehicle_year")}`) });
  await fold.locator("summary").click();
  await element.locator(`#${id("/date_of_loss")}`).fill("2020-03-01");
  assert.equal(await fold.evaluate((details) => details.open), false);
  await close();
});

test("a page replaces the words at the start, or removes them", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const facts = intake(tab).locator("details.start");
  assert.equal(await facts.isVisible(), true);
  await intake(tab).evaluate((node) => node.append(Object.assign(document.createElement("span"), { slot: "start" })));
  assert.equal(await facts.isVisible(), false);
  await close();
});

test("what a page puts beside the form later is shown", async () => {
  const { page: tab, close } = await visit(it, "/fixed");
  await intake(tab).evaluate((node) => {
    const words = document.createElement("p");
    Object.assign(words, { slot: "beside", id: "beside", textContent: "Call us." });
    node.append(words);
  });
  await tab.locator("#beside").waitFor();
  await close();
});

test("an element that is removed leaves nothing behind, and one that moves keeps its answers", async () => {
  const { page: tab, close } = await visit(it, "/plain");
  const element = intake(tab);
  await fill(element, cases.pe[0]);
  await element.evaluate((node) => {
    const holder = document.createElement("div");
    document.body.append(holder);
    holder.append(node);
  });
  assert.equal(await element.locator(`input[value="pe"]`).isChecked(), true);
  const after = await element.evaluate(async (node) => {
    node.remove();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const before = { payload: node.payload, content: node.shadowRoot.querySelector(".intake") === null };
    localStorage.clear();
    dispatchEvent(new Event("pagehide"));
    return { ...before, stored: localStorage.length };
  });
  assert.deepEqual(after, { payload: undefined, content: true, stored: 0 });
  await close();
});
