// A real browser that opens the built demo, served by a real stand-in. Build first:
// node web-demo/build.mjs, cargo build -p casegate-cli --features demo
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, screenshot } from "../support/chromium.mjs";
import { target } from "../support/target.mjs";

export const demo = fileURLToPath(new URL("../../web-demo/", import.meta.url));
// Another program may be named, where several folders share a slow build.
const program = process.env.CASEGATE_PROGRAM ?? target("debug/casegate");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The name of a built file, which has a hash of its content. */
export const built = (name) => readdirSync(`${demo}dist`).find((file) => file.replace(/-[A-Z0-9]{8}(?=\.\w+$)/, "") === name);

/** The day on which every test runs. */
export const today = "2026-03-01";
export const schemes = ["light", "dark"];
export const widths = [320, 1280];

/** Starts the stand-in; it is ready when it has said so. Returns its process and what it said. */
export async function standIn(args, ready) {
  assert.ok(existsSync(program), "build the program first: cargo build -p casegate-cli --features demo");
  const child = spawn(program, ["serve", ...args], { stdio: ["ignore", "pipe", "ignore"] });
  let said = "";
  await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => {
      said += data;
      if (ready.test(said)) resolve();
    });
    child.once("exit", () => reject(new Error(`the stand-in ended: ${said}`)));
  });
  return { child, said };
}

/** Starts server and browser for a test file; ends both after it. */
export function setting() {
  const it = {
    browser: undefined, server: undefined, folder: "", url: "",
    async start(port = new URL(it.url).port) {
      // The tests act on new cases at once; sending.test.mjs has cases without a reference.
      await writeFile(`${it.folder}.json`, '{ "issue_keys": { "after_seconds": 0 } }');
      const args = [`--demo=${demo}dist`, "--port", String(port), "--data", it.folder, "--config", `${it.folder}.json`];
      const { child, said } = await standIn(args, /^\s*data:/m);
      it.server = child;
      it.url = /^\s*demo:\s+(\S+)/m.exec(said)[1];
      await it.setDay(today);
    },
    /** Moves the stand-in's clock to a day. Its time goes on from there. */
    async setDay(day) {
      const { operator_token: token } = await (await fetch(`${it.url}demo/api/account`)).json();
      const answer = await fetch(`${it.url}operator/api/clock`, {
        method: "PUT", headers: { Authorization: `Token ${token}`, "Content-Type": "application/json" }, body: JSON.stringify({ now: `${day}T12:00:00Z` }),
      });
      assert.ok(answer.ok, await answer.text());
    },
    async stop() {
      if (it.server === undefined || it.server.exitCode !== null) return;
      const ended = new Promise((resolve) => it.server.once("exit", resolve));
      it.server.kill("SIGKILL");
      await ended;
    },
  };
  before(async () => {
    assert.ok(existsSync(`${demo}dist/index.html`), "build the demo first: node web-demo/build.mjs");
    it.folder = await mkdtemp(join(tmpdir(), "casegate-demo-"));
    await it.start(0);
    it.browser = await browser();
  });
  after(async () => {
    await it.browser?.close();
    await it.stop();
    await rm(it.folder, { recursive: true, force: true });
    await rm(`${it.folder}.json`, { force: true });
  });
  return it;
}

/** For code in a page: the focused element, and elements in the order of the page, across shadow roots. */
function shadows() {
  const childrenOf = (node) => (node.shadowRoot ?? node).assignedElements?.() ?? [...(node.shadowRoot ?? node).children];
  const below = (node) => childrenOf(node).flatMap((child) => [child, ...below(child)]);
  globalThis.focusedElement = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  };
  globalThis.allInPage = (selector) => below(document.documentElement).filter((element) => element.matches(selector));
  globalThis.inPage = (selector) => globalThis.allInPage(selector)[0] ?? null;
}

let clipboard = Promise.resolve();
/** Returns what a page copies. The clipboard is that of all pages, and files run side by side. */
export function copied(page, copy) {
  const text = clipboard.then(copy).then(() => page.evaluate(() => navigator.clipboard.readText()));
  clipboard = text.catch(() => {});
  return text;
}

/**
 * A fresh visitor. Any message of the browser, also about a violated policy, fails the test in
 * `close`, except the expected ones.
 */
export async function visit(it, { width = 1280, scheme = "light", height = 900, expected = /^$/ } = {}) {
  const context = await it.browser.newContext({
    viewport: { width, height }, colorScheme: scheme, reducedMotion: "reduce", acceptDownloads: true,
    // Dates and numbers are formatted alike on every machine. The service's clock uses this zone,
    // too.
    locale: "en-US", timezoneId: "UTC",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await context.addInitScript(shadows);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(error.stack ?? String(error)));
  page.on("request", (request) => { if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(it.url)) complaints.push(`asked for ${request.url()}`); });
  await page.clock.setFixedTime(new Date(`${today}T12:00:00Z`));
  await page.goto(it.url);
  await page.locator("h1").waitFor();
  const close = async () => {
    await context.close();
    assert.deepEqual(complaints.filter((complaint) => !expected.test(complaint)), []);
  };
  return { page, context, close };
}

export const id = (at) => `f${at.replaceAll("/", "-")}`;
export const box = (page, at) => page.locator(`#${id(at)}`);
export const option = (page, at, value) => page.locator(`input[name="${id(at)}"][value="${value}"]`);
/** The rest of the form is fetched before the draft is shown. */
export async function restore(page) {
  const button = page.getByRole("button", { name: "Continue with this draft" });
  await button.click();
  await button.waitFor({ state: "detached" });
}

/** Chooses a file of a case, and waits until the form has taken it: the rest of the form is fetched first. */
export async function openFile(page, payload) {
  const input = page.locator("#open-draft");
  await input.setInputFiles({ name: "case.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(payload)) });
  while (await input.inputValue() !== "") await page.waitForTimeout(20);
}

export const heading = (page) => page.locator("h1").innerText();

/** Opens the fold around a control. */
export const unfold = (control) => control.evaluate((element) => element.closest("details")?.setAttribute("open", ""));

/** Fills what is on the page, by mouse and typing, in the order given. */
export async function fill(page, answers) {
  for (const [at, value] of Object.entries(answers)) {
    if (typeof value === "string" && (await box(page, at).getAttribute("type")) !== "radio") {
      await unfold(box(page, at));
      await box(page, at).click();
      await box(page, at).fill("");
      await page.keyboard.type(value);
    } else {
      for (const word of [value].flat()) {
        await unfold(option(page, at, String(word)));
        await option(page, at, String(word)).click();
      }
    }
  }
}

export async function next(page) {
  await page.locator("main form > .actions button.button").click();
}

/** Answers the steps one after the other and arrives at the last one without a problem. */
export async function walk(page, steps) {
  for (const [step, answers] of Object.entries(steps)) {
    await page.waitForURL(`**/#/${step}`);
    await fill(page, answers);
    await next(page);
    assert.equal(await page.locator("#summary").isVisible(), false, `${step}: ${await page.locator("#summary").innerText()}`);
  }
  await withoutFiles(page);
}

/** Goes on from the files, which are optional, to the answers. */
export async function withoutFiles(page) {
  await page.waitForURL("**/#/files");
  await next(page);
  await page.waitForURL("**/#/check");
}

export async function sample(page, name) {
  const button = page.locator(`.developer [data-sample="${name}"]`);
  if (!(await button.isVisible())) await page.locator(".developer > summary").click();
  await button.click();
  if (await page.locator("dialog").isVisible()) await agree(page);
  await page.waitForURL("**/#/check");
  await page.locator(".all-answers .row").first().waitFor();
}

/** Confirms the question that the form asks before it removes something. */
export async function agree(page) {
  await page.locator("dialog .button").first().click();
  await page.locator("dialog").waitFor({ state: "detached" });
}

export async function refuse(page) {
  await page.locator("dialog .button").last().click();
  await page.locator("dialog").waitFor({ state: "detached" });
}

export async function payload(page) {
  return JSON.parse(await page.locator(".developer pre[aria-labelledby=sent-title]").evaluate((element) => element.textContent));
}

/**
 * Checks that no rule of axe is broken, best practice included. Only violations are reported: the
 * rest is long, and takes longer than the check.
 */
export async function accessible(page, what) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, {
      resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary}`).join("; ")}`);
  });
  assert.deepEqual(found, [], what);
}

export async function noSidewaysScroll(page, what) {
  const [inner, content] = await page.evaluate(() => [document.documentElement.clientWidth, document.documentElement.scrollWidth]);
  assert.ok(content <= inner, `${what}: ${content} px of content in ${inner} px`);
}

/**
 * Checks the page at both widths and in both schemes: axe, no sideways scrolling, targets, a
 * screenshot of each.
 */
export async function everyLook(page, name) {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ ...before, width });
    // The page adapts to the width in the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await noSidewaysScroll(page, `${name} at ${width}`);
    assert.deepEqual(await smallTargets(page), [], `${name} at ${width}`);
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      await accessible(page, `${name} in ${scheme} at ${width}`);
      await screenshot(page, `${name}-${width}-${scheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: schemes[0] });
  await page.setViewportSize(before);
}

/** Targets below 24 px that are not links inside a sentence. */
function smallTargets(page) {
  return page.locator("button, input, textarea, select, a, summary").evaluateAll((all) => all
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(".vh, .skip, #summary li a, .hint a"))
    .map((element) => [element.textContent.trim() || element.id, (element.closest(".option, .case-row, label.check") ?? element).getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 24 || height < 24)
    .map(([text, { width, height }]) => `${text} ${width}×${height}`));
}

/** A complete case of each product, step by step. */
export const cases = {
  pe: {
    product: {
      "/case_type": "pe", "/base_product": "commercial_auto_policy_existence",
      "/is_defendant_transportation_company": true, "/usdot_number": "0001234",
    },
    parties: {
      "/plaintiff_name": "Terry Testcase", "/cc_emails": "intake@example.test", "/defendant_business_name": "Sample Freight Testing LLC",
    },
    incident: { "/date_of_loss": "2026-01-15", "/is_incident_report_provided": true, "/crash_state": "IL" },
    coverage: {
      "/search_reason": ["no_insurance_on_report", "other_reason"], "/other_search_reason": "Nobody knows",
      "/should_exclude_other_insurance_from_search": true, "/excluded_insurance_policy_information": "Example Mutual, EX-1, cancelled",
      "/is_test": true,
    },
  },
  pl: {
    product: { "/case_type": "pl", "/base_product": ["personal_auto_policy_limits"] },
    parties: {
      "/plaintiff_name": "Terry Testcase", "/cc_emails": "intake@example.test",
      "/defendant_information/first_name": "Dana", "/defendant_information/last_name": "Demo",
      "/defendant_information/address": "12 Placeholder Street", "/defendant_information/state_or_province": "IL",
    },
    incident: { "/date_of_loss": "2020-02-29", "/is_incident_report_provided": false, "/vehicle_information/vehicle_year": "2019" },
    coverage: {
      "/insurance_company": "Example Mutual", "/are_policyholder_and_defendant_the_same": false,
      "/policyholder_name": "Sam Sample", "/policyholder_relationship": "Parent",
      "/add_on_services": ["policy_number"], "/expedited_request": "one_day_rush_request", "/is_test": true,
    },
  },
};

/** The payload of these answers. */
export function payloadOf(steps) {
  const result = {};
  for (const [at, value] of Object.values(steps).flatMap((answers) => Object.entries(answers))) {
    const [, key, member] = at.split("/");
    if (member === undefined) result[key] = at === "/base_product" ? [value].flat() : value;
    else (result[key] ??= {})[member] = member === "vehicle_year" ? Number(value) : value;
  }
  return result;
}

export { program, screenshot };

/**
 * Presses Tab until the wanted control, or its group, has the focus. Each stop on the way must be
 * visible.
 */
export async function tabTo(page, wanted) {
  for (let presses = 0; presses < 90; presses++) {
    const here = await page.evaluate(() => {
      const element = globalThis.focusedElement?.() ?? document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(element.closest(".option") ?? element);
      const { top, bottom } = element.getBoundingClientRect();
      return {
        names: [element.id, element.getAttribute("name"), element.getAttribute("aria-label"), element.labels?.[0]?.textContent, element.textContent.trim()],
        isQuiet: ["BODY", "H1", "MAIN"].includes(element.tagName),
        outlined: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2, inView: bottom > 0 && top < innerHeight,
      };
    });
    if (!here.isQuiet) assert.ok(here.outlined && here.inView, `the focus cannot be seen on ${JSON.stringify(here)}`);
    if (here.names.includes(wanted)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab never reached ${wanted}`);
}

/** Answers a question by keys alone. */
export async function answer(page, at, value) {
  const name = id(at);
  const folded = await box(page, at).evaluate((element) => element.closest("details:not([open])")?.querySelector("summary").textContent);
  if (folded !== undefined) {
    await tabTo(page, folded);
    await page.keyboard.press("Enter");
  }
  await tabTo(page, name);
  const type = await page.evaluate(() => focusedElement().type);
  if (type === "radio") {
    await page.keyboard.press("Space");
    for (let presses = 0; (await page.evaluate(() => focusedElement().value)) !== String([value].flat()[0]); presses++) {
      assert.ok(presses < 10, `${at} has no ${value}`);
      await page.keyboard.press("ArrowDown");
    }
  } else if (type === "checkbox") {
    for (const word of value) {
      while ((await page.evaluate(() => focusedElement().value)) !== word) {
        await page.keyboard.press("Tab");
        assert.equal(await page.evaluate(() => focusedElement().name), name, `${at} has no ${word}`);
      }
      await page.keyboard.press("Space");
    }
  } else {
    await page.keyboard.type(value);
  }
}
