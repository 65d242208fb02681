// Pages with the element, as a firm would write them: served from memory, with the package's scripts
// beside them and a backend that accepts cases.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { browser } from "../support/chromium.mjs";

const dist = fileURLToPath(new URL("../../pkg/dist/", import.meta.url));
const types = { ".css": "text/css", ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html; charset=utf-8" };

/** The policy of a strict site: the one need of the element is 'wasm-unsafe-eval'. */
export const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

export const script = '<script type="module" src="/casegate-intake.js"></script>';

/** Returns a page around a body. */
export function page(body, head = "") {
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>New case</title>\n${head}${script}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
}

/** Starts a server and a browser for a test file; `pages` are its pages by path. */
export function setting(pages) {
  const it = { url: "", browser: undefined, received: [], answer: undefined, hold: undefined, respond: undefined };
  let server;
  before(async () => {
    server = createServer(async (request, response) => {
      const path = new URL(request.url, "http://localhost").pathname;
      if (request.method === "POST" && it.respond !== undefined) return it.respond(request, response);
      if (request.method === "POST") {
        const chunks = [];
        try {
          await it.hold;
          for await (const chunk of request) chunks.push(chunk);
        } catch {
          return; // the browser ended the request
        }
        const form = await new Response(Buffer.concat(chunks), { headers: { "content-type": request.headers["content-type"] } }).formData();
        it.received.push({ path, case: JSON.parse(form.get("case")), files: form.getAll("files").map(({ name }) => name), labels: form.getAll("labels") });
        const { status, body } = it.answer ?? { status: 201, body: { case_id: 7, case_ref: "CASE-7", attachments: [] } };
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
        return;
      }
      const own = pages[path];
      try {
        const body = own === undefined ? await readFile(dist + path.slice(1)) : own;
        response.writeHead(200, { "content-type": types[extname(path)] ?? types[".html"], "content-security-policy": strict }).end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    it.url = `http://127.0.0.1:${server.address().port}`;
    it.browser = await browser();
  });
  after(async () => {
    await it.browser?.close();
    server.close();
  });
  return it;
}

/**
 * Opens a page. Any message of the browser, also about a violated policy, fails the test in `close`.
 * The element writes each casegate-error to the console, too.
 */
export async function visit(it, path, { width = 1024, expected = /^$/, ...options } = {}) {
  const context = await it.browser.newContext({ viewport: { width, height: 800 }, reducedMotion: "reduce", locale: "en-US", timezoneId: "UTC", ...options });
  const tab = await context.newPage();
  const complaints = [];
  tab.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
  tab.on("pageerror", (error) => complaints.push(error.stack ?? String(error)));
  await tab.goto(it.url + path);
  await tab.locator("casegate-intake h1").first().waitFor();
  const close = async () => {
    await context.close();
    const unexpected = complaints.filter((complaint) => !/^<casegate-intake> /.test(complaint) && !expected.test(complaint));
    if (unexpected.length > 0) throw new Error(unexpected.join("\n"));
  };
  return { page: tab, context, close };
}

/** Older browsers lack some styles, without which the form works, and looks a little different. */
export const knows = (tab, property, value) => tab.evaluate((style) => CSS.supports(...style), [property, value]);

export const id = (at) => `f${at.replaceAll("/", "-")}`;

/** Answers questions in an element, in the order given. */
export async function fill(element, answers) {
  for (const [at, value] of Object.entries(answers)) {
    await element.locator(`[name="${id(at)}"]`).first().evaluate((control) => control.closest("details")?.setAttribute("open", ""));
    if (typeof value === "string" && (await element.locator(`#${id(at)}`).getAttribute("type")) !== "radio") await element.locator(`#${id(at)}`).fill(value);
    else for (const word of [value].flat()) await element.locator(`input[name="${id(at)}"][value="${word}"]`).click();
  }
}

export const next = (element) => element.locator("form > .actions button.button").click();

/** A complete case of each product, step by step. */
export const cases = {
  pe: [
    { "/case_type": "pe", "/base_product": "commercial_auto_policy_existence", "/is_defendant_transportation_company": true, "/usdot_number": "0001234" },
    { "/plaintiff_name": "Terry Testcase", "/cc_emails": "intake@example.test", "/defendant_business_name": "Sample Freight Testing LLC" },
    { "/date_of_loss": new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10), "/is_incident_report_provided": true, "/crash_state": "IL" },
    { "/search_reason": ["no_insurance_on_report"], "/should_exclude_other_insurance_from_search": false, "/is_test": true },
  ],
  pl: [
    { "/case_type": "pl", "/base_product": ["personal_auto_policy_limits"] },
    {
      "/plaintiff_name": "Terry Testcase", "/cc_emails": "intake@example.test", "/defendant_information/first_name": "Dana",
      "/defendant_information/last_name": "Demo", "/defendant_information/address": "12 Placeholder Street", "/defendant_information/state_or_province": "IL",
    },
    { "/date_of_loss": "2020-02-29", "/is_incident_report_provided": false },
    { "/insurance_company": "Example Mutual", "/are_policyholder_and_defendant_the_same": true, "/is_test": true },
  ],
};

/** Answers all steps, and arrives at the review. */
export async function walk(element, steps) {
  for (const answers of steps) {
    await fill(element, answers);
    await next(element);
  }
  await element.locator("#files-choose").waitFor();
  await next(element);
  await element.locator(".all-answers").waitFor();
}

/** The contrast of texts and edges with the ground behind them, by the pixels of a canvas: selectors, or everything that is visible. */
export const contrasts = (element, selectors) => element.evaluate((node, list) => {
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const pixel = (...colors) => {
    context.clearRect(0, 0, 1, 1);
    for (const color of colors) {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (rgb) => rgb.map((each) => each / 255).map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)).reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
  const ratio = (color, start) => {
    const grounds = [];
    for (let each = start; each !== null; each = each.parentElement) grounds.unshift(getComputedStyle(each).backgroundColor);
    const [text, ground] = [luminance(pixel(...grounds, color)), luminance(pixel(...grounds))];
    return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
  };
  const ofText = (found, name) => [name, ratio(getComputedStyle(found).color, found)];
  if (list !== undefined) return list.map((selector) => ofText(node.shadowRoot.querySelector(selector), selector));
  const visible = [...node.shadowRoot.querySelectorAll(".intake *")].filter((found) => found.checkVisibility({ visibilityProperty: true }) && !found.closest(".vh"));
  return [
    ...visible.filter((found) => found.matches("input, textarea, select") || [...found.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim() !== "")).map((found) => ofText(found, `${found.tagName}.${found.className} ${found.textContent.slice(0, 30)}`)),
    // A box is seen by its edge, which needs less than a text.
    ...visible.filter((found) => found.matches(".box")).map((found) => [`the edge of ${found.id}`, ratio(getComputedStyle(found).borderTopColor, found.parentElement) * 1.5]),
  ];
}, selectors);
