// A real browser that opens the operator page of a real stand-in. Build first:
// cargo build -p casegate-cli --features service
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { standIn } from "../demo/support.mjs";
import { browser } from "../support/chromium.mjs";

export { accessible, noSidewaysScroll, schemes, screenshot, tabTo, widths } from "../demo/support.mjs";

/** Starts a stand-in on the data of `folder`. */
async function start(folder, port) {
  const { child, said } = await standIn(["--port", String(port), "--data", folder], /\/operator\/#\S+\n/);
  const [, base, token] = /(http:\S+)\/operator\/#(\S+)/.exec(said);
  const [, master] = /master token of .*: (\S+)/.exec(said);
  return { child, base, token, master };
}

/** A stand-in and a browser for a test file, with the data of `prepare`; ends both after it. */
export function setting(prepare = async () => {}) {
  const it = {
    /** Calls the operator API directly. */
    async api(method, path, body) {
      const answer = await fetch(`${it.base}/operator/api${path}`, {
        method, headers: { Authorization: `Token ${it.token}`, "Content-Type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await answer.text();
      assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    },
    /** Submits a case, and returns its id. */
    submit: async (changes = {}) => (await it.api("POST", "/cases", { case: { ...testCase, ...changes } })).id,
    /** Replies to the open request of a case, as the law firm does. */
    async reply(id, message) {
      const known = async () => (await it.api("GET", `/cases/${id}`)).case;
      // A new case gets its key a little later.
      while (!(await known()).issue_key) await new Promise((resolve) => setTimeout(resolve, 200));
      const { open_interaction, issue_key } = await known();
      const login = await fetch(`${it.base}/api/auth/login/`, {
        method: "POST", headers: { Authorization: `Token ${it.master}`, "Content-Type": "application/json" },
        body: JSON.stringify({ token_name: "firm@example.test" }),
      });
      const { token } = await login.json();
      const form = new FormData();
      form.set("interaction_id", open_interaction);
      form.set("message", message);
      const answer = await fetch(`${it.base}/api/v1/partner/cases/${issue_key}/respond/`, {
        method: "POST", headers: { Authorization: `Token ${token}` }, body: form,
      });
      assert.ok(answer.ok, `${answer.status} ${await answer.text()}`);
    },
    async stop() {
      const ended = new Promise((resolve) => it.child.once("exit", resolve));
      it.child.kill("SIGKILL");
      await ended;
    },
    restart: async () => Object.assign(it, await start(it.folder, new URL(it.base).port)),
  };
  before(async () => {
    it.folder = await mkdtemp(join(tmpdir(), "casegate-operator-"));
    Object.assign(it, await start(it.folder, 0));
    it.browser = await browser();
    await prepare(it);
  });
  after(async () => {
    // Here, and not only at the end of each test, because a failed test has left its page open.
    await it.browser?.close();
    if (it.child) await it.stop();
    if (it.folder) await rm(it.folder, { recursive: true, force: true });
  });
  return it;
}

/** A complete case; a real one, so that events fire. */
export const testCase = {
  case_type: "pl",
  base_product: ["personal_auto_policy_limits"],
  cc_emails: "intake@example.test",
  plaintiff_name: "Terry Testcase",
  date_of_loss: "2025-01-15",
  is_incident_report_provided: false,
  is_test: false,
  insurance_company: "Example Mutual",
  policy_number: "EX-1001",
  are_policyholder_and_defendant_the_same: true,
  defendant_information: { first_name: "Dana", last_name: "Demo", address: "12 Placeholder Street" },
};

/**
 * A fresh operator. Any message of the browser, also about a violated policy, fails the test in
 * `close`.
 */
export async function visit(it, path = "/", { width = 1280, scheme = "light", token = it.token } = {}) {
  const context = await it.browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: "reduce", acceptDownloads: true });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    // A refusal is a normal answer; the browser's line about its status is no error of the page.
    if (["error", "warning"].includes(message.type()) && !message.text().startsWith("Failed to load resource")) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.stack ?? String(error)));
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => { if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(it.base)) complaints.push(`asked for ${request.url()}`); });
  await page.goto(`${it.base}/operator/#${token}`);
  await page.locator("h1").waitFor();
  if (token === it.token) await open(page, path);
  const close = async () => {
    await context.close();
    assert.deepEqual(complaints, []);
  };
  return { page, close };
}

/** Opens a page, and waits until it shows its content. */
export async function open(page, path) {
  await page.evaluate((to) => { location.hash = to; }, `#${path}`);
  const ready = path.startsWith("/cases/") ? ".life li" : path === "/webhooks" ? ".subscriptions li, .card .nothing:visible" : "h1";
  await page.locator(ready).first().waitFor();
}

export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const action = (page, name) => page.locator(".action-line").getByRole("button", { name, exact: true });

/** Waits until the status line has this text. */
export async function says(page, pattern) {
  await page.locator("#status").filter({ hasText: pattern }).waitFor();
}

/** Listens for webhooks, and answers with `status`. */
export async function listener(status = 200) {
  const received = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (data) => { text += data; });
    request.on("end", () => {
      received.push({ headers: request.headers, body: JSON.parse(text) });
      response.writeHead(status).end();
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  // A failed test does not close it, and must end all the same.
  server.unref();
  return {
    url: `http://127.0.0.1:${server.address().port}/hook`, received,
    close: () => new Promise((done) => (server.close(done), server.closeAllConnections())),
  };
}
