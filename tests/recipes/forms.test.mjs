// The programs of docs/guides/form-libraries.md, examples/forms and examples/react-form with their libraries, in jsdom.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, afterEach, test } from "node:test";
import jsdom from "global-jsdom";

const close = jsdom(undefined, { url: "http://localhost/" });
Object.assign(globalThis, { Event: window.Event, FormData: window.FormData }); // in the place of Node's
const { createElement } = await import("react");
const { cleanup, configure, render, screen, waitFor } = await import("@testing-library/react");
const { default: userEvent } = await import("@testing-library/user-event");
const { built, exampleOf, inProve, load, programsOf } = await import("./programs.mjs");
const { base } = await import("../support/cases.mjs");

configure({ asyncUtilTimeout: 20_000 }); // for a machine that runs other tests
after(close);
afterEach(cleanup);

const programs = [...programsOf("form-libraries.md"), ...exampleOf("forms"), ...exampleOf("react-form")];
const components = ["react-hook-form.tsx", "tanstack-form.tsx", "conform.tsx", "mantine.tsx"];
const accepted = base("pl-minimal");
const existence = base("pe-minimal");

const input = (label) => screen.getByLabelText(label);
const messageOf = (label) => document.getElementById(input(label).getAttribute("aria-describedby").split(" ").at(-1)).textContent;

/** Opens the form, sends it empty, fills it in, and sends it. */
async function use(mount) {
  const sent = [];
  await mount((payload) => sent.push(payload));
  const user = userEvent.setup();
  const send = () => user.click(screen.getByRole("button", { name: "Submit" }));

  await send();
  await waitFor(() => assert.equal(messageOf("Email addresses for updates"), "Enter the email addresses for updates."));
  assert.equal(messageOf("Plaintiff's full name"), "Enter the plaintiff's name.");
  assert.notEqual(messageOf("Is there an incident report?"), "");
  assert.equal(messageOf("License plate"), "", "an optional record that nobody touched");
  assert.deepEqual(sent, []);

  await user.type(input("Email addresses for updates"), accepted.cc_emails);
  await user.type(input("Plaintiff's full name"), accepted.plaintiff_name);
  await user.type(input("Date of loss"), accepted.date_of_loss);
  await user.selectOptions(input("Is there an incident report?"), "No");
  await user.selectOptions(input("Type of coverage"), accepted.base_product);
  await user.type(input("Insurance company"), accepted.insurance_company);
  await send();
  await waitFor(() => assert.deepEqual(sent, [accepted]));
  for (const label of ["Email addresses for updates", "Plaintiff's full name"]) assert.equal(messageOf(label), "");
}

test("each program of the page is tested here", () => {
  const others = ["field-table.ts", "Field.tsx", "short-form.ts", "IntakeForm.tsx", "CasePage.tsx", "App.tsx", "send.ts", "VeeValidate.vue", "src/routes/+page.server.js", "src/routes/+page.svelte"];
  assert.deepEqual(programs.sort(), [...components, ...others].sort());
});

for (const name of components) {
  test(`${name}: messages at their inputs, and the case as it should be sent`, name === "react-hook-form.tsx" ? {} : inProve, async () => {
    const { CaseForm } = await load(name);
    await use((send) => render(createElement(CaseForm, { send })));
  });
}

test("VeeValidate.vue: messages at their inputs, and the case as it should be sent", inProve, async () => {
  const { default: CaseForm } = await load("VeeValidate.vue");
  const { createApp } = await import("vue");
  let app;
  await use((send) => {
    app = createApp(CaseForm, { send });
    app.mount(document.body.appendChild(document.createElement("div")));
  });
  app.unmount();
});

test("vee-validate 4.15 calls an empty form valid if it gets the schema itself", inProve, async () => {
  const { createApp } = await import("vue");
  const { useForm } = await import("vee-validate");
  const { caseSchema } = await import("casegate");
  let form;
  const setup = () => {
    form = useForm({ validationSchema: caseSchema({ today: "2026-03-01" }) });
    return () => null;
  };
  const app = createApp({ setup });
  app.mount(document.createElement("div"));
  const { valid, errors } = await form.validate();
  assert.deepEqual([valid, errors], [true, {}]);
  app.unmount();
});

/** Opens the form for both products. `answer` is that of the backend. */
async function openIntakeForm(answer = () => [], draft) {
  const { IntakeForm } = await load("IntakeForm.tsx");
  const sent = [];
  const send = async (payload) => (sent.push(payload), answer());
  const view = render(createElement(IntakeForm, { send, draft }));
  const speak = (language) => view.rerender(createElement(IntakeForm, { send, language }));
  const user = userEvent.setup();
  const click = (label) => user.click(input(label));
  const type = (label, text) => user.type(input(label), text);
  const press = () => user.click(screen.getByRole("button"));
  return { sent, speak, user, click, type, press };
}

const alert = () => screen.getByRole("alert").textContent;
const messageOfGroup = (legend) => document.getElementById(screen.getByRole("group", { name: legend }).getAttribute("aria-describedby")).textContent;
const isShown = (label) => screen.queryByLabelText(label) !== null;

async function fillPolicyLimit({ type, user, click }) {
  await type("Email addresses for updates", accepted.cc_emails);
  await type("Plaintiff's full name", accepted.plaintiff_name);
  await type("Date of loss", accepted.date_of_loss);
  await user.selectOptions(input("Is there an incident report?"), "No");
  await click("Personal auto");
  await type("Insurance company", accepted.insurance_company);
}

test("IntakeForm.tsx: messages at their inputs, a record, conditional fields, and the case as it should be sent", async () => {
  const form = await openIntakeForm();
  await form.press();
  await waitFor(() => assert.equal(messageOf("Email addresses for updates"), "Enter the email addresses for updates."));
  assert.equal(messageOfGroup("Type of coverage"), "Choose the type of coverage.");
  assert.ok(!isShown("Policyholder's name") && !isShown("First name") && !isShown("Reasons for the search"));
  assert.ok(!isShown("Prediction identifiers") && !isShown("Id"));

  await form.click("Defendant");
  await form.type("First name", "Test");
  await form.user.selectOptions(input("Is the policyholder the defendant?"), "No");
  await fillPolicyLimit(form);
  await form.click("Personal homeowners or renters");
  await form.press();
  await waitFor(() => assert.notEqual(messageOf("Last name"), ""));
  assert.equal(messageOf("First name"), "");
  assert.notEqual(messageOf("Policyholder's name"), "");
  assert.equal(input("Policyholder's name").getAttribute("aria-invalid"), "true");
  assert.deepEqual(form.sent, []);

  await form.type("Last name", "Example");
  await form.type("Street address", "1 Test Street");
  await form.type("Policyholder's name", "Test Policyholder");
  await form.type("Policyholder's relationship to the defendant", "parent");
  await form.press();
  const base_product = ["personal_auto_policy_limits", "personal_homeowner_or_renters_policy_limits"];
  const policyholder = { are_policyholder_and_defendant_the_same: false, policyholder_name: "Test Policyholder", policyholder_relationship: "parent" };
  const defendant_information = { first_name: "Test", last_name: "Example", address: "1 Test Street" };
  await waitFor(() => assert.deepEqual(form.sent, [{ ...accepted, base_product, ...policyholder, defendant_information }]));

  await form.click("Defendant"); // closed again
  await form.user.selectOptions(input("Is the policyholder the defendant?"), "");
  await form.press();
  await waitFor(() => assert.deepEqual(form.sent[1], { ...accepted, base_product }));
});

test("IntakeForm.tsx: nothing of one product remains in a case of the other", async () => {
  const form = await openIntakeForm();
  await fillPolicyLimit(form);
  await form.user.selectOptions(input("Rush service"), "Within three hours");
  await form.click("Policy Existence");
  await waitFor(() => assert.ok(!isShown("Insurance company") && isShown("The report shows no insurance")));
  await form.press();
  await waitFor(() => assert.equal(messageOf("Type of coverage"), "Choose the type of coverage."));
  assert.equal(input("Rush service").value, "");
  await form.click("Policy Limit");
  assert.equal(input("Rush service").selectedOptions[0].textContent, "Within three hours"); // still shown if it is still sent
  await form.click("Policy Existence");

  await form.user.selectOptions(input("Type of coverage"), existence.base_product);
  await form.user.selectOptions(input("Should we exclude any insurance you already know about?"), "No");
  await form.click("The report shows no insurance");
  await form.press();
  await waitFor(() => assert.deepEqual(form.sent, [existence]));
});

test("IntakeForm.tsx: the language changes with the answers kept, and a warning prevents nothing", async () => {
  const form = await openIntakeForm();
  await fillPolicyLimit(form);
  await form.user.clear(input("Plaintiff's full name"));
  await form.press();
  await waitFor(() => assert.equal(messageOf("Plaintiff's full name"), "Enter the plaintiff's name."));
  form.speak("es");
  await waitFor(() => assert.equal(messageOf("Nombre completo del demandante"), "Escriba el nombre del demandante."));
  assert.equal(input("Automóvil personal").checked, true);
  form.speak("en");

  await form.type("Plaintiff's full name", accepted.plaintiff_name);
  await form.type("Email addresses for updates", " example.com");
  assert.equal(input("Email addresses for updates").getAttribute("aria-required"), "true");
  assert.match(messageOf("Email addresses for updates"), /must look like name@example.com/);
  assert.equal(input("Email addresses for updates").getAttribute("aria-invalid"), "false");
  await form.press();
  await waitFor(() => assert.deepEqual(form.sent, [{ ...accepted, cc_emails: `${accepted.cc_emails} example.com` }]));
});

test("IntakeForm.tsx: issues of the backend get to their inputs, and the rest to the whole form", async () => {
  const issue = (path, message, severity = "error") => ({ path, message, severity });
  let answer = () => [
    issue(["base_product", 0], "The coverage."),
    issue(["plaintiff_name"], "The name."),
    issue(["date_of_loss"], "A warning.", "warning"),
    issue(["usdot_number"], "A field without an input."),
    issue(["other_search_reason"], "Another one."),
  ];
  const form = await openIntakeForm(() => answer());
  await fillPolicyLimit(form);
  await form.press();
  await waitFor(() => assert.equal(messageOf("Plaintiff's full name"), "The name."));
  assert.equal(messageOfGroup("Type of coverage"), "The coverage.");
  assert.equal(messageOf("Date of loss"), "");
  assert.equal(alert(), "A field without an input. Another one.");

  const unknown = "We're not sure your case arrived. Don't submit it again; look at the list of cases first.";
  const failures = { undefined: unknown, 502: unknown, 503: "The case was not submitted. Try again later.", 413: "The case was not submitted." };
  for (const [status, text] of Object.entries(failures)) {
    answer = () => Promise.reject(Object.assign(new Error("no case"), status === "undefined" ? {} : { status: Number(status) }));
    await form.press();
    await waitFor(() => assert.equal(alert(), text));
  }
  assert.equal(messageOf("Plaintiff's full name"), "");

  answer = () => [];
  await form.press();
  await waitFor(() => assert.equal(form.sent.length, 6));
  assert.equal(alert(), "");
});

test("IntakeForm.tsx: a warning waits until the person has left the input", async () => {
  const form = await openIntakeForm();
  await form.type("Email addresses for updates", "p");
  assert.equal(messageOf("Email addresses for updates"), "");
  await form.user.tab();
  await waitFor(() => assert.match(messageOf("Email addresses for updates"), /must look like name@example.com/));
});

test("IntakeForm.tsx: a draft keeps its record, and a form without a product asks for it", async () => {
  const vehicle_information = { license_plate: "ABC 123" };
  const form = await openIntakeForm(undefined, { ...accepted, is_incident_report_provided: "false", vehicle_information });
  assert.equal(input("License plate").value, "ABC 123");
  await form.press();
  await waitFor(() => assert.deepEqual(form.sent, [{ ...accepted, vehicle_information }]));
  cleanup();

  const other = await openIntakeForm(undefined, { case_type: "" });
  assert.ok(!isShown("Plaintiff's full name"));
  await other.press();
  await waitFor(() => assert.equal(messageOfGroup("Product"), "Choose the product."));
  await other.click("Policy Existence");
  await waitFor(() => assert.ok(isShown("Plaintiff's full name")));
});

test("CasePage.tsx: files with labels and verdicts, and a draft until the case is sent", async () => {
  const { CasePage } = await load("CasePage.tsx");
  const sent = [];
  const verdicts = [{ status: "accepted", filename: "report.pdf", error: null }, { status: "rejected", filename: "notes.exe", error: "The kind." }];
  const send = async (payload, files) => (sent.push([payload, files.map(({ file, label }) => [file.name, label])]), { issues: [], verdicts });
  window.sessionStorage.setItem("case-draft", JSON.stringify({ ...accepted, is_incident_report_provided: "false" }));
  const user = userEvent.setup();
  render(createElement(CasePage, { send }));
  await user.upload(input("Files"), [new File(["report"], "report.pdf"), new File(["notes"], "notes.exe")]);
  await user.selectOptions(input("report.pdf"), "Incident report");
  assert.equal(input("report.pdf").closest("p").querySelector("strong").textContent, "");
  assert.match(input("notes.exe").closest("p").querySelector("strong").textContent, /Files of this type cannot be sent/);

  await user.click(input("Defendant"));
  await user.type(input("Last name"), "Example");
  cleanup(); // another visit
  assert.equal(JSON.parse(window.sessionStorage.getItem("case-draft")).defendant_information.last_name, "Example");
  render(createElement(CasePage, { send }));
  assert.equal(input("Last name").value, "Example");
  await user.type(input("First name"), "Test");
  await user.type(input("Street address"), "1 Test Street");
  await user.upload(input("Files"), [new File(["report"], "report.pdf"), new File(["notes"], "notes.exe")]);
  await user.click(screen.getByRole("button"));
  await waitFor(() => assert.equal(screen.getByRole("listitem").textContent, "notes.exe is not attached. The kind."));
  const defendant_information = { first_name: "Test", last_name: "Example", address: "1 Test Street" };
  assert.deepEqual(sent, [[{ ...accepted, defendant_information }, [["report.pdf", "other"], ["notes.exe", "other"]]]]);
  assert.equal(window.sessionStorage.getItem("case-draft"), null);
});

test("App.tsx: the page in Spanish sends to the backend, in its language", async (t) => {
  const { default: App } = await load("App.tsx");
  const requests = [];
  const rejected = { status: "rejected", filename: "notes.exe", error: "El tipo." };
  const answers = [
    Response.json({ errors: [{ path: ["plaintiff_name"], message: "El nombre.", severity: "error" }] }, { status: 400 }),
    Response.json({ title: "Unavailable" }, { status: 503 }),
    Response.json({ files: [rejected] }, { status: 202 }),
  ];
  t.mock.method(globalThis, "fetch", async (url, request) => (requests.push([url, request]), answers.shift()));
  window.sessionStorage.setItem("case-draft", JSON.stringify({ ...accepted, is_incident_report_provided: "false" }));
  const user = userEvent.setup();
  render(createElement(App));
  await user.click(screen.getByRole("button", { name: "Español" }));
  await user.upload(input("Archivos"), [new window.File(["notes"], "notes.exe")]); // which jsdom's FormData takes
  assert.match(input("notes.exe").closest("p").querySelector("strong").textContent, /No se puede enviar este tipo de archivo/);
  await user.selectOptions(input("notes.exe"), "Informe del incidente");

  const submit = () => user.click(screen.getByRole("button", { name: "Enviar" }));
  await submit();
  await waitFor(() => assert.equal(messageOf("Nombre completo del demandante"), "El nombre."));
  await submit();
  await waitFor(() => assert.equal(alert(), "El caso no se envió. Inténtelo más tarde."));
  await submit();
  await waitFor(() => assert.equal(screen.getByRole("listitem").textContent, "notes.exe no se adjuntó. El tipo."));
  const [url, { method, headers, body }] = requests[2];
  assert.deepEqual([url, method, headers["accept-language"]], ["/cases", "POST", "es"]);
  assert.deepEqual(JSON.parse(body.get("case")), accepted);
  assert.deepEqual([body.getAll("files").map(({ name }) => name), body.getAll("labels")], [["notes.exe"], ["incident_report"]]);
});

test("the programs in TypeScript have no type errors with the packages that the page installs", () => {
  const folder = mkdtempSync(join(tmpdir(), "casegate-programs-"));
  after(() => rmSync(folder, { recursive: true }));
  // The folder is outside of the tests, whose packages have more types.
  const installed = ["casegate", "react", "react-hook-form", "@hookform/resolvers", "@types/react"];
  for (const name of installed) {
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
    symlinkSync(join(import.meta.dirname, "node_modules", name), join(folder, "node_modules", name), "junction");
  }
  for (const name of programs.filter((name) => /\.tsx?$/.test(name))) cpSync(join(built, name), join(folder, name));
  const options = ["--noEmit", "--strict", "--preserveSymlinks", "--jsx", "react-jsx", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--skipLibCheck", "--types", "react",
    "--noUnusedLocals", "--noUnusedParameters", "--verbatimModuleSyntax"]; // those of the template of Vite
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "node_modules/typescript/bin/tsc"), ...options, "App.tsx", "react-hook-form.tsx"], { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, stdout);
});
