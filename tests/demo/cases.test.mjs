// The whole life of a case of each product on its page, as law firm and as service: by mouse, and
// by keyboard alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lists } from "../../pkg/dist/index.js";
import { act, at, create, focused, partner, record, said, service, state } from "./cases-support.mjs";
import { agree, refuse, setting, unfold, visit } from "./support.mjs";

const it = setting();
const file = (name, size = 1200) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.alloc(size) });
const history = (page) => page.locator(".history-line strong").allInnerTexts();
const isNext = (page, trigger) => page.locator(".service-action.is-next", { has: service(page, trigger) }).waitFor();

test("a Policy Limit case by mouse: question, answer, offer, results, purchase, delivery", async () => {
  const made = await create(it, "pl", { files: [["report.pdf", "report"]] });
  const { page, context, close } = await visit(it);
  await page.goto(`${it.url}cases.html`);
  await page.locator(".case-row").first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true, "a page that opens leaves the focus where it begins");
  await page.locator(".case-name a", { hasText: made.case_ref }).click();
  await page.locator(".case-head h1").waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "heading");
  assert.match(await page.title(), new RegExp(`^Received – ${made.case_ref}`));
  await isNext(page, "pick_up");
  await service(page, "pick_up").click();
  await state(page, "In progress");
  assert.equal(await said(page), "Research started.");

  await isNext(page, "need_input");
  await page.locator("#need").fill("Which vehicle?\nThe red one?");
  await service(page, "need_input").click();
  await state(page, "Action required");
  assert.equal(await page.locator(".question").evaluate((quote) => quote.innerText), "Which vehicle?\nThe red one?");
  await page.locator("#reply").fill("The blue one.");
  await page.locator("#respond-input").setInputFiles([file("photo.jpg"), file("other.pdf")]);
  await page.locator(".chosen-file", { hasText: "other.pdf" }).getByRole("button").click();
  await page.locator("#respond-send").click();
  await state(page, "Answer received");
  assert.equal(await page.locator(".line [aria-current=step]").innerText(), "In progress", "an answer does not set the case back");
  assert.equal(await focused(page), "now-title");
  const answered = await record(it, made.case_id);
  assert.equal(answered.inputs[0].reply, "The blue one.");
  assert.deepEqual(answered.files.filter(({ through }) => through === "respond").map(({ filename }) => filename), ["photo.jpg"]);
  assert.match(await page.locator(".history").innerText(), /The blue one\.\n+With 1 file/);

  await service(page, "pick_up").click();
  await state(page, "In progress");
  await isNext(page, "find_policies");
  await service(page, "find_policies").click();
  await page.locator("#offers .upgrade").first().waitFor();
  assert.equal(await page.locator("#offers input").count(), 0, "nothing can be bought before the results");
  assert.match(await page.locator("#offers .why").innerText(), /once the results are ready/);
  await isNext(page, "publish_results");
  await service(page, "publish_results").click();
  await state(page, "Results ready");
  await page.locator(".result").first().waitFor();
  await page.locator(".service-side .next", { hasText: "buy the details of a policy" }).waitFor();

  const policies = (await record(it, made.case_id)).offers[0].additional_policies;
  assert.equal(await page.locator("#offers input").count(), policies.length);
  for (const box of await page.locator("#offers input").all()) await box.check();
  const cents = policies.reduce((sum, { price_usd: price }) => sum + BigInt(price.replace(".", "")), 0n);
  const total = `$${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
  assert.equal(await page.locator(".total").innerText(), `${policies.length} policies selected. Total: ${total}.`);
  await page.locator("#offers input").last().uncheck();
  await page.locator(".offer-foot button").click();
  assert.match(await page.locator("dialog").innerText(), new RegExp(`Buy the details of 1 policy\\?[^]*${policies[0].type}: \\$${policies[0].price_usd}`));
  await refuse(page);
  assert.equal((await record(it, made.case_id)).offers[0].additional_policies[0].status, "created");
  await page.locator(".offer-foot button").click();
  await agree(page);
  await page.locator("#offers .mark", { hasText: "Purchased" }).waitFor();
  await page.locator(".results h3", { hasText: "Policy details you bought" }).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest("section")?.id === "bought");
  assert.deepEqual((await record(it, made.case_id)).offers[0].additional_policies.map(({ status }) => status), ["selected", "created"]);

  // A browser without a window has no viewer for it and keeps it as a file.
  const opened = context.waitForEvent("page");
  const asked = context.waitForEvent("response", (answer) => answer.url().includes("/downloads/"));
  await page.locator("#pdf").click();
  assert.match((await asked).headers()["content-type"], /pdf/);
  await (await opened).close();
  await service(page, "confirm_delivery").click();
  await state(page, "Closed");
  assert.deepEqual(await history(page), [
    "Results were delivered, and the case was closed.", "You bought policy details. They are in the results.", "Results are ready.", "We found more policies.",
    "Research continues.", "You answered.", "We asked you a question.", "Research started.", "We received the case."]);
  assert.equal(await page.locator(".result").first().isVisible(), true, "the results stay");
  const fired = (await record(it, made.case_id)).events.length;
  assert.ok(fired > 5, String(fired));
  assert.equal(await page.locator(".events li").count(), fired, "each event is in the developers' view");
  assert.equal(await page.locator("#offers input, #offers button:visible").count(), 0, "nothing can be bought any more");
  assert.equal(await page.locator("#offers .mark", { hasText: "Not bought" }).count(), 1);
  assert.equal(await page.locator(".case-main form:visible, .case-more form:visible").count(), 0);
  await page.locator("#not-now summary").click();
  assert.match(await page.locator("#not-now .blocked").innerText(), /Answer the question · .+\n.*closed/s);
  await page.locator(".service-side .next", { hasText: "case is finished" }).waitFor();
  await close();
});

test("a Policy Existence case by keyboard alone", async () => {
  const made = await create(it, "pe", { is_test: true });
  const { page, close } = await at(it, made.case_id);
  const reach = async (selector) => {
    for (let presses = 0; presses < 80; presses++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`${selector} is not reached by Tab`);
  };
  const press = async (selector, key = "Enter") => {
    await reach(selector);
    await page.keyboard.press(key);
  };
  await press("#service-pick_up");
  await state(page, "In progress");
  await press("#service-need_input");
  await state(page, "Action required");
  await reach("#reply");
  await page.keyboard.type("Nothing is known of it.");
  await press("#respond-send");
  await state(page, "Answer received");
  assert.equal(await focused(page), "now-title");
  await press("#service-pick_up");
  await state(page, "In progress");
  await press("#service-find_policies");
  await page.locator("#offers").waitFor();
  await press("#service-publish_results");
  await state(page, "Results ready");
  await page.locator(".result").first().waitFor();
  await press("#offers input", "Space");
  await page.locator(".total", { hasText: "1 policy selected" }).waitFor();
  await press(".offer-foot button");
  await press("dialog .button:not(.secondary)");
  await page.locator(".results h3", { hasText: "Policy details you bought" }).waitFor();
  await press("#service-confirm_delivery");
  await state(page, "Closed");
  assert.equal((await record(it, made.case_id)).inputs[0].reply, "Nothing is known of it.");
  assert.match(await page.locator("main").innerText(), /no notifications about a test case/);
  assert.equal(await page.locator(".events li").count(), 0);
  const results = `${await page.locator(".now").innerText()}\n${await page.locator(".results").innerText()}`;
  for (const words of ["Policy Existence: Hit", "Previously canceled policies", "Bygone Example Assurance", "We found insurance for Sample Freight Testing LLC (Example Mutual Insurance Company, limits $"]) {
    assert.ok(results.includes(words), words);
  }
  await close();
});

test("the page links to the PDF if the browser opens no tab", async () => {
  const made = await create(it, "pl");
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "publish_results");
  const { page, close } = await at(it, made.case_id);
  await page.evaluate(() => { globalThis.open = () => null; });
  await page.locator("#pdf").click();
  const address = await page.locator(".now .notice a").getAttribute("href");
  const answer = await fetch(address);
  assert.match(answer.headers.get("content-type"), /pdf/);
  await close();
});

test("canceling shows the fee and its reason, asks for confirmation, keeps the reason verbatim and shows the answer", async () => {
  const made = await create(it, "pl");
  const { page, close } = await at(it, made.case_id);
  await page.locator("#cancel summary").click();
  assert.match(await page.locator("section:has(#cancel-title)").innerText(), /No fee\.[^]*Once research starts, there is a fee/);
  await act(it, made.case_id, "pick_up");
  await page.locator(".fee", { hasText: "Fee: $150.00." }).waitFor();
  assert.match(await page.locator("section:has(#cancel-title)").innerText(), /Research has started/);
  await page.locator("#cancel-reason").fill("  The client\nwithdrew. ");
  await page.locator("#cancel-send").click();
  assert.match(await page.locator("dialog").innerText(), /The fee is \$150\.00/);
  await refuse(page);
  assert.equal((await record(it, made.case_id)).case.status, "in_progress");
  await page.locator("#cancel-send").click();
  await agree(page);
  await state(page, "Canceled");
  assert.deepEqual((await record(it, made.case_id)).closing.reason, "  The client\nwithdrew. ");
  assert.match(await page.locator("section:has(#cancel-title) .notice").innerText(), /accepted[^]*Fee: \$150\.00/);
  await page.locator(".result", { hasText: "The case was canceled" }).waitFor();
  assert.match(await page.locator(".result").innerText(), /Fee\s+\$150\.00[^]*The client\nwithdrew\./);
  assert.deepEqual(await page.locator(".line li").allInnerTexts().then((all) => all.map((text) => text.split("\n")[0].replace(" (done)", ""))), ["Received", "In progress", "Canceled"]);
  await close();
});

test("a held cancellation and a late one are shown with the reason", async () => {
  const made = await create(it, "pl");
  await act(it, made.case_id, "cancellation", { eligibility: "case_processing", fee_usd: null }, "PUT");
  const { page, close } = await at(it, made.case_id);
  assert.equal(await page.locator("#cancel").isVisible(), false);
  await page.locator("#not-now summary").click();
  assert.match(await page.locator("#not-now .blocked").innerText(), /Cancel the case\n.*processing this case/);
  await act(it, made.case_id, "cancellation", { eligibility: null, fee_usd: null }, "PUT");
  await page.locator("#cancel").waitFor();
  await close();
});

test("files are judged before sending, sent one by one with their labels, and shown as received", async () => {
  const made = await create(it, "pl");
  const { page, close } = await at(it, made.case_id);
  const row = (name) => page.locator(".file", { hasText: name });
  const drop = (name, size) => page.evaluate(([filename, bytes]) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], filename));
    document.querySelector("#append-drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, size]);
  await page.locator("#append-input").setInputFiles([file("letter.pdf")]);
  await drop("scan.pdf", 25 * (1 << 20) + 1);
  assert.equal(await row("letter.pdf").locator(".mark").innerText(), "Ready to add");
  assert.equal(await row("scan.pdf").locator(".mark").innerText(), "Can’t be added");
  assert.match(await row("scan.pdf").innerText(), /25 MB/);
  await row("letter.pdf").locator("select").selectOption("insurance_letter");
  await drop("dropped.txt", 1);
  assert.equal(await page.locator("#append-send").innerText(), "Add 2 files");
  await page.locator("#append-send").click();
  await page.locator(".sent-file", { hasText: "dropped.txt" }).waitFor();
  await page.waitForFunction(() => document.querySelector("#status")?.textContent === "2 files were added.");
  assert.deepEqual((await record(it, made.case_id)).files.map(({ filename, label }) => [filename, label]), [["letter.pdf", "insurance_letter"], ["dropped.txt", "other"]]);
  assert.deepEqual(await page.locator(".file .file-name").allInnerTexts(), ["scan.pdf"], "what was not sent stays");
  assert.match(await page.locator(".sent-file", { hasText: "letter.pdf" }).innerText(), /Insurance letter[^]*On its way/);
  await page.locator(".sent-file", { hasText: "letter.pdf" }).locator(".is-synced").waitFor();
  await row("scan.pdf").getByRole("button").click();
  assert.equal(await focused(page), "append-choose");
  await close();
});

test("a case without a reference says so, and continues when it has one", async () => {
  const made = await create(it, "pl");
  const { page, close } = await visit(it);
  let isGiven = false;
  await page.route("**/demo/api/cases/*", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    if (!isGiven) body.case.issue_key = null;
    await route.fulfill({ json: body });
  });
  await page.goto(`${it.url}cases.html#/${made.case_id}`);
  await page.locator(".marks", { hasText: "Reference pending" }).waitFor();
  assert.match(await page.locator(".now").innerText(), /assigns a reference, usually within minutes/);
  assert.equal(await page.locator(".case-main form:visible, .case-more form:visible, #append-choose:visible").count(), 0);
  isGiven = true;
  await page.locator("#append-choose").waitFor();
  assert.match(await page.locator(".head-facts").innerText(), new RegExp(made.case_ref));
  await close();
});

test("results in unusual shapes (older shape, partial hit, unknown members) do not break the page", async () => {
  const made = await create(it, "pe");
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "publish_results", { results_data: { case_type: "policy_existence_search", results: [{
    defendant: "Testa Sample", date_of_loss: "2026-01-31", insurance: "Example Mutual", policy_number: null, claim_number: null, liability_limits: null,
    other_commercial_policy: null, notes: "First line.\nSecond line.", add_on_services: { policy_number: "SAMPLE-1" }, result_type: "Policy Existence: Partial Hit",
    subject_of_search: "Testa Sample", cancelled_policies: null, something_new: ["a", "b"],
  }] } });
  const { page, close } = await at(it, made.case_id);
  const result = page.locator(".result");
  await result.waitFor();
  assert.equal(await result.locator(".verdict-mark.is-part").innerText(), "Policy Existence: Partial Hit");
  const text = await result.innerText();
  for (const words of [/First line\.\nSecond line\./, /Date of loss\s+January 31, 2026/, /Something new\s+a, b/, /Policy number\s+SAMPLE-1/]) assert.match(text, words);
  assert.equal(await result.locator(".missing").innerText(), "Not found: 4 fields");
  await result.locator(".missing summary").click();
  assert.equal(await result.locator(".missing p").innerText(), "Policy number, Claim number, Liability limits, Other commercial policy");
  assert.equal(await page.locator(".result h3").count(), 1);
  await close();
});

test("a policy that was canceled before the case's date of loss is not called found", async () => {
  const made = await create(it, "pl");
  await act(it, made.case_id, "pick_up");
  const result = (defendant, insurance, canceled) => ({ defendant, insurance, policy_canceled_date: canceled });
  await act(it, made.case_id, "publish_results", { results_data: { case_type: "policy_limit_search", results: [
    result("Dana Demo", "Example Mutual", "2020-02-28"), result("Sam Sample", "Sample Insurance", "2020-02-29"), result("Robin Sample", null, null),
  ] } });
  const { page, close } = await at(it, made.case_id);
  await page.locator(".answer").waitFor();
  assert.equal(await page.locator(".answer").innerText(), "We found insurance for Sam Sample (Sample Insurance, canceled February 29, 2020), and none for Robin Sample. "
    + "For Dana Demo we found only insurance that was not in force on the date of loss (Example Mutual, canceled February 28, 2020).");
  await page.locator("#language-es").click();
  await page.locator(".answer", { hasText: "Encontramos cobertura de seguro para Sam Sample (Sample Insurance, cancelada el 29 de febrero de 2020), y ninguna para Robin Sample. "
    + "Para Dana Demo solo encontramos cobertura que no estaba vigente en la fecha del incidente (Example Mutual, cancelada el 28 de febrero de 2020)." }).waitFor();
  await close();
});

test("invisible characters are shown as marks", async () => {
  const made = await create(it, "pl", { plaintiff_name: "Kim \u202egnorW", files: [["a\u202efdp.txt", "report"]] });
  const { page, close } = await at(it, made.case_id);
  await page.locator("h1", { hasText: "Kim [U+202E]gnorW" }).waitFor();
  await page.getByText("a[U+202E]fdp.txt", { exact: true }).first().waitFor();
  assert.doesNotMatch(await page.locator("body").innerText(), /\u202e/);
  await close();
});

test("unreadable dates, amounts and names in results are shown verbatim, and markup is shown as text", async () => {
  const made = await create(it, "pl");
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "publish_results", { results_data: { case_type: "policy_limit_search", results: [{
    defendant: "", policy_number: "2024-03-01", claim_number: "<img src=x onerror=alert(1)>", date_of_loss: "2026-02-30", notes: { by: "A. Tester" },
    add_on_services: "none", odd: [{ a: "inner" }, 2],
  }], additional_policies: [{ status: "accepted", policy_type: "Umbrella", price_usd: "12345678901234567.89", insurance: "Example" }, { status: "accepted", policy_type: "Other", price_usd: "soon" }] } });
  const { page, close } = await at(it, made.case_id);
  await page.locator(".result").first().waitFor();
  const text = await page.locator(".results").innerText();
  assert.equal(await page.locator(".answer").innerText(), "We found insurance for an unnamed person or company.");
  for (const words of [/No name/, /Policy number\s+2024-03-01/, /Claim number\s+<img src=x onerror=alert\(1\)>/, /Date of loss\s+2026-02-30/, /A\. Tester/, /Add-on services\s+none/,
    /Odd\s+A\s+inner\s+2/, /\$12,345,678,901,234,567\.89/, /Price soon/]) assert.match(text, words);
  assert.doesNotMatch(text, /\[object|NaN|Invalid|Nothing was found/);
  await close();
});

test("a fee that appears while the dialog is open is shown before anything is cancelled", async () => {
  const made = await create(it, "pl");
  const { page, close } = await at(it, made.case_id);
  await unfold(page.locator("#cancel-send"));
  await page.locator("#cancel-send").click();
  assert.match(await page.locator("dialog").innerText(), /There is no fee/);
  await act(it, made.case_id, "pick_up");
  await agree(page);
  await page.locator("section:has(#cancel-title) .problem", { hasText: "The fee changed" }).waitFor();
  assert.equal((await record(it, made.case_id)).case.status, "in_progress");
  await page.locator("#cancel-send").click();
  assert.match(await page.locator("dialog").innerText(), /The fee is \$150\.00/);
  await agree(page);
  await state(page, "Canceled");
  await close();
});

test("everything that was sent is shown under the names of its questions", async () => {
  const made = await create(it, "pe");
  const { page, close } = await at(it, made.case_id);
  await page.locator("#submitted summary").click();
  const text = await page.locator("#submitted").innerText();
  assert.match(text, /Terry Testcase/);
  const labels = new Map(lists.search_reason.words.map(({ value, label }) => [value, label]));
  for (const words of [/Date of loss\s+January 15, 2026/, /USDOT number\s+0001234/]) assert.match(text, words);
  assert.ok(text.includes(["no_insurance_on_report", "other_reason"].map((value) => labels.get(value)).join(", ")));
  // In the order of the form.
  const asked = await page.locator("#submitted dt").allInnerTexts();
  const order = ["Product", "USDOT number", "Plaintiff's full name", "Email addresses for updates", "Date of loss", "Reasons for the search"];
  assert.deepEqual(asked.filter((label) => order.includes(label)), order);
  await close();
});

test("the list is paged, and cases that wait for an answer come first", async () => {
  const first = await create(it, "pl");
  for (let count = 0; count < 52; count++) await create(it, "pl");
  const { page, close } = await at(it);
  await page.locator(".case-row").nth(49).waitFor();
  assert.equal(await page.locator(".case-row").count(), 50);
  await page.locator(".list-foot button").click();
  await page.locator(".case-name a", { hasText: new RegExp(`^${first.case_ref}$`) }).waitFor();
  await act(it, first.case_id, "pick_up");
  await act(it, first.case_id, "need_input", { message: "Which?" });
  await page.locator(".list-waiting .case-row", { hasText: first.case_ref }).waitFor();
  assert.equal(await said(page), `Action required: ${first.case_ref}.`);
  await partner(it, `${first.case_ref}/cancel/`, { method: "POST" });
  await page.locator(".list-waiting").waitFor({ state: "hidden" });
  await close();
});

test("files are judged as in the form: by their type and their content", async () => {
  const made = await create(it, "pl");
  const { page, close } = await at(it, made.case_id);
  const row = (name) => page.locator("#append .file", { hasText: name });
  await page.locator("#append-input").setInputFiles([file("setup.exe"), { ...file("letter.pdf"), buffer: Buffer.from("not a PDF at all") }]);
  assert.equal(await row("setup.exe").locator(".mark").innerText(), "Can’t be added");
  assert.match(await row("setup.exe").innerText(), /We can’t take this type of file\. Save it as PDF, DOC/);
  await row("letter.pdf").locator(".finding.is-warning", { hasText: "type does not match its name" }).waitFor();
  assert.equal(await row("letter.pdf").locator(".mark").innerText(), "Ready to add");
  assert.equal(await page.locator("#append-send").innerText(), "Add 1 file");
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "need_input", { message: "Which?" });
  await page.locator("#respond-input").setInputFiles([file("setup.exe")]);
  await page.locator(".chosen-file.is-rejected").waitFor();
  await page.locator("#reply").fill("This one.");
  await page.locator("#respond-send").click();
  await page.locator("#respond .problem", { hasText: "“setup.exe” can’t be sent." }).waitFor();
  assert.equal((await record(it, made.case_id)).inputs[0].reply, null);
  await close();
});

test("the list is searched by name, matter, reference and file number, also in older pages, and after a reload", async () => {
  for (let count = 0; count < 10; count++) await create(it, "pl"); // CASE-1 is the beginning of CASE-10
  const made = await create(it, "pl", { plaintiff_name: "José O’Peña", defendant_business_name: "Sample Freight", office_case_number: "24-117", summary: "Peña and the red truck" });
  for (let count = 0; count < 50; count++) await create(it, "pl");
  const { page, close } = await at(it);
  await page.locator(".case-row").nth(49).waitFor();
  const only = page.locator(".case-row", { hasText: made.case_ref });
  for (const words of ["jose o'pena", "OPEÑA freight", "dana demo pena", made.case_ref.toLowerCase(), "24-117", "red truck"]) {
    await page.locator("#search").fill(words);
    await page.locator(".search-result", { hasText: "1 case found." }).waitFor();
    assert.match(await only.innerText(), /José O’Peña v\. Sample Freight/);
    assert.equal(await page.locator(".case-row").count(), 1, words);
  }
  await page.locator("#state").selectOption("received");
  await page.reload();
  await page.locator(".search-result", { hasText: "1 case found." }).waitFor();
  assert.deepEqual([await page.locator("#search").inputValue(), await page.locator("#state").inputValue()], ["red truck", "received"]);
  await page.locator("#state").selectOption("");
  await page.locator("#search").fill("nobody of this name");
  await page.locator(".search-result", { hasText: "No cases found." }).waitFor();
  assert.equal(await page.locator(".search-result").evaluate((element) => getComputedStyle(element).borderInlineStartWidth), "0px", "it is no finding");
  assert.equal(await page.locator(".case-row").count(), 0);
  await page.locator("#search").fill("");
  await page.locator(".case-row").nth(49).waitFor();
  await close();
});

test("an answered case is listed as answered, not as new", async () => {
  const made = await create(it, "pl");
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "need_input", { message: "Which?" });
  const body = new FormData();
  body.set("interaction_id", (await record(it, made.case_id)).inputs[0].interaction_id);
  body.set("message", "This one.");
  assert.ok((await partner(it, `${made.case_ref}/respond/`, { method: "POST", body })).ok);
  const { page, close } = await at(it);
  await page.locator(".case-row", { hasText: made.case_ref }).locator(".state", { hasText: "Answer received" }).waitFor();
  await close();
});

test("each section has a link and an address", async () => {
  const made = await create(it, "pl");
  const { page, close } = await at(it, made.case_id);
  await page.locator(".contents a", { hasText: "History" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "history-title");
  assert.equal(new URL(page.url()).hash, `#/${made.case_id}/history`);
  await page.locator(".contents a", { hasText: "Your submission" }).click();
  await page.locator("#submitted dl").waitFor();
  await page.goBack();
  await page.waitForFunction(() => document.activeElement?.id === "history-title");
  await page.reload();
  await page.waitForFunction(() => document.activeElement?.id === "history-title");
  await close();
});

test("codes and events of the service are in the developer view alone", async () => {
  const made = await create(it, "pl", { add_on_services: ["um_uim_limits"] });
  await act(it, made.case_id, "pick_up");
  await act(it, made.case_id, "find_policies");
  await act(it, made.case_id, "publish_results");
  const { page, close } = await at(it, made.case_id);
  await page.locator(".result").first().waitFor();
  await page.locator("#submitted summary").click();
  const texts = () => page.locator("main").evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const shown = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.parentElement.checkVisibility({ contentVisibilityAuto: true })) shown.push(node.textContent);
    return shown.join("\n");
  });
  assert.doesNotMatch(await texts(), /\b[a-z]+_[a-z_]+\b|\bcase\.[a-z_]+|\b[A-Z]{2}-R\d/);
  await page.locator("#developer-on").click();
  await page.locator("#developer code", { hasText: "case.results_ready" }).waitFor();
  assert.match(await texts(), /um_uim_limits/);
  await close();
});
