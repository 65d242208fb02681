// The programs of docs/guides/form-libraries.md, each with its library, in jsdom.
import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import jsdom from "global-jsdom";

const close = jsdom(undefined, { url: "http://localhost/" });
Object.assign(globalThis, { Event: window.Event, FormData: window.FormData }); // in the place of Node's
const { createElement } = await import("react");
const { cleanup, configure, render, screen, waitFor } = await import("@testing-library/react");
const { default: userEvent } = await import("@testing-library/user-event");
const { load, programsOf } = await import("./programs.mjs");
const { base } = await import("../support/cases.mjs");

configure({ asyncUtilTimeout: 20_000 }); // for a machine that runs other tests
after(close);
afterEach(cleanup);

const programs = programsOf("form-libraries.md");
const components = ["react-hook-form.jsx", "tanstack-form.jsx", "conform.jsx", "mantine.jsx"];
const accepted = base("pl-minimal");

const input = (label) => screen.getByLabelText(label);
const messageOf = (label) => document.getElementById(input(label).getAttribute("aria-describedby")).textContent;

/** Opens the form, sends it empty, fills it in, and sends it. */
async function use(mount) {
  const sent = [];
  await mount((payload) => sent.push(payload));
  const user = userEvent.setup();
  const send = () => user.click(screen.getByRole("button", { name: "Send" }));

  await send();
  await waitFor(() => assert.equal(messageOf("Email addresses to copy"), "Enter the email addresses to copy."));
  assert.equal(messageOf("Plaintiff's name"), "Enter the plaintiff's name.");
  assert.notEqual(messageOf("Is there an incident report?"), "");
  assert.equal(messageOf("License plate"), "", "an optional record that nobody touched");
  assert.deepEqual(sent, []);

  await user.type(input("Email addresses to copy"), accepted.cc_emails);
  await user.type(input("Plaintiff's name"), accepted.plaintiff_name);
  await user.type(input("Date of loss"), accepted.date_of_loss);
  await user.selectOptions(input("Is there an incident report?"), "No");
  await user.selectOptions(input("Coverage to research"), accepted.base_product);
  await user.type(input("Insurance company"), accepted.insurance_company);
  await send();
  await waitFor(() => assert.deepEqual(sent, [accepted]));
  for (const label of ["Email addresses to copy", "Plaintiff's name"]) assert.equal(messageOf(label), "");
}

test("each program of the page is tested here", () => {
  const others = ["Field.jsx", "VeeValidate.vue", "src/routes/+page.server.js", "src/routes/+page.svelte"];
  assert.deepEqual(programs.sort(), [...components, ...others].sort());
});

for (const name of components) {
  test(`${name}: messages at their inputs, and the case as it should be sent`, async () => {
    const { CaseForm } = await load(name);
    await use((send) => render(createElement(CaseForm, { send })));
  });
}

test("VeeValidate.vue: messages at their inputs, and the case as it should be sent", async () => {
  const { default: CaseForm } = await load("VeeValidate.vue");
  const { createApp } = await import("vue");
  let app;
  await use((send) => {
    app = createApp(CaseForm, { send });
    app.mount(document.body.appendChild(document.createElement("div")));
  });
  app.unmount();
});

test("vee-validate 4.15 calls an empty form valid if it gets the schema itself", async () => {
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
