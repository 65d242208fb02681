// Browsers that deny something, servers that do not have a part, and records that something else has
// written: the form is never blank, never stuck, and says what is lost. Each row denies one facility
// in one way.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { cases, fill, next, page, setting, walk } from "./support.mjs";

const dist = (name) => readFileSync(fileURLToPath(new URL(`../../pkg/dist/${name}`, import.meta.url)));
const plain = '<casegate-intake submit-url="/cases"></casegate-intake>';
const html = "<!doctype html><title>Not found</title>";
const cors = { "access-control-allow-origin": "*" };

const it = setting({
  "/": page(plain),
  "/es": page('<casegate-intake submit-url="/cases" language="es"></casegate-intake>'),
});

/** The module with another version in its last section. */
function otherVersion(name) {
  const bytes = Buffer.from(dist(name));
  bytes[bytes.length - 1] ^= 1;
  return bytes;
}

const answer = (body, contentType, status = 200) => (route) => route.fulfill({ status, body, contentType, headers: cors });
const never = () => {};
const missing = answer(html, "text/html", 404);
const lies = answer(html, "text/html");
const offline = (route) => route.abort("internetdisconnected");
/** Denies the first request. */
const once = (deny) => {
  let count = 0;
  return (route) => (count++ === 0 ? deny(route) : route.fallback());
};

/** What happens in a row: the form sends a case, or says in its place why there is none. */
const sends = "sends";
const fails = (words) => ({ words });

const small = "**/casegate-intake.wasm";
const whole = "**/casegate.wasm";
const later = "**/casegate-intake-later.js*";
const slim = "**/casegate-intake-slim.js*";

/** Scripts that run in the page before its own: [facility and way, script, outcome, kinds of casegate-error]. */
const denied = [
  ["localStorage throws", () => Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } }), sends, ["storage"]],
  ["localStorage is null", () => Object.defineProperty(window, "localStorage", { value: null }), sends, ["storage"]],
  ["sessionStorage throws", () => Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("denied", "SecurityError"); } }), sends, []],
  ["sessionStorage is null", () => Object.defineProperty(window, "sessionStorage", { value: null }), sends, []],
  ["setItem throws", () => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; }, sends, ["storage"]],
  ["setItem does nothing", () => { Storage.prototype.setItem = () => {}; }, sends, ["storage"]],
  ["getItem throws", () => { Storage.prototype.getItem = () => { throw new DOMException("denied", "SecurityError"); }; }, sends, ["storage"]],
  ["removeItem throws", () => { Storage.prototype.removeItem = () => { throw new DOMException("denied", "SecurityError"); }; }, sends, []],
  ["locks are missing", () => Object.defineProperty(Navigator.prototype, "locks", { value: undefined }), sends, []],
  ["locks throw", () => { LockManager.prototype.request = () => { throw new DOMException("denied", "SecurityError"); }; }, sends, []],
  ["locks reject", () => { LockManager.prototype.request = () => Promise.reject(new DOMException("denied", "SecurityError")); }, sends, []],
  ["locks never answer", () => { LockManager.prototype.request = () => new Promise(() => {}); }, sends, []],
  ["Intl is missing", () => { delete globalThis.Intl; }, sends, []],
  ["Intl throws", () => { for (const name of ["DateTimeFormat", "NumberFormat", "ListFormat", "PluralRules"]) Intl[name] = class { constructor() { throw new RangeError("no data"); } }; }, sends, []],
  ["dates have no format", () => { Date.prototype.toLocaleString = Date.prototype.toLocaleDateString = () => { throw new RangeError("Invalid time zone"); }; }, sends, []],
  ["CSSStyleSheet cannot be constructed", () => { globalThis.CSSStyleSheet = class { constructor() { throw new TypeError("Illegal constructor"); } }; }, "styled", []],
  ["adoptedStyleSheets are missing", () => { delete ShadowRoot.prototype.adoptedStyleSheets; delete Document.prototype.adoptedStyleSheets; }, "styled", []],
  ["adoptedStyleSheets throw", () => Object.defineProperty(ShadowRoot.prototype, "adoptedStyleSheets", { get: () => [], set() { throw new DOMException("other document", "NotAllowedError"); } }), "styled", []],
  ["WebAssembly is missing", () => { delete globalThis.WebAssembly; }, fails(/does not allow the form to run/), ["module"]],
  ["compileStreaming is missing", () => { delete WebAssembly.compileStreaming; }, sends, []],
  ["compileStreaming rejects", () => { WebAssembly.compileStreaming = () => Promise.reject(new TypeError("Incorrect response MIME type")); }, sends, []],
  ["compile rejects", () => { WebAssembly.compile = WebAssembly.compileStreaming = () => Promise.reject(new WebAssembly.CompileError("no")); }, fails(/did not load/), ["module"]],
  ["fetch is missing", () => { delete globalThis.fetch; }, fails(/did not load/), ["module"]],
  ["TextDecoder is missing", () => { delete globalThis.TextDecoder; }, fails(/did not load/), ["module"]],
  ["TextEncoder is missing", () => { delete globalThis.TextEncoder; }, fails(/did not load/), ["module"]],
  ["crypto is missing", () => Object.defineProperty(globalThis, "crypto", { value: undefined }), sends, []],
  ["newer functions are missing", () => { delete globalThis.structuredClone; delete globalThis.queueMicrotask; delete AbortSignal.timeout; delete globalThis.ResizeObserver; delete globalThis.matchMedia; }, sends, []],
  ["history throws", () => { History.prototype.pushState = History.prototype.replaceState = () => { throw new DOMException("denied", "SecurityError"); }; }, sends, []],
  ["a file has no arrayBuffer", () => { delete Blob.prototype.arrayBuffer; }, sends, []],
  ["dialogs are not modal", () => { delete HTMLDialogElement.prototype.showModal; }, sends, []],
];

/** Answers of the server to one part: [part and way, address, route, outcome, kinds of casegate-error]. */
const unserved = [
  ["page: a policy without WebAssembly", /\/$/, (route) => route.fulfill({ body: page(plain), contentType: "text/html", headers: { "content-security-policy": "script-src 'self'" } }), fails(/does not allow the form to run/), ["module"]],
  ["module: 404", small, missing, fails(/did not load/), ["module"]],
  ["module: HTML with 200", small, lies, fails(/did not load/), ["module"]],
  ["module: HTML as wasm", small, answer(html, "application/wasm"), fails(/did not load/), ["module"]],
  ["module: truncated", small, answer(dist("casegate-intake.wasm").subarray(0, 9000), "application/wasm"), fails(/did not load/), ["module"]],
  ["module: empty", small, answer("", "application/wasm"), fails(/did not load/), ["module"]],
  ["module: a wrong type", small, answer(dist("casegate-intake.wasm"), "text/plain"), sends, []],
  ["module: of another version", small, answer(otherVersion("casegate-intake.wasm"), "application/wasm"), fails(/different versions/), ["module"]],
  ["module: another one", small, answer(dist("casegate-check.wasm"), "application/wasm"), fails(/did not load/), ["module"]],
  ["module: offline once", small, once(offline), "again", ["module"]],
  ["later pages: offline once", later, once(offline), sends, []],
  ["later pages: 404 once", later, once(missing), sends, []],
  ["later pages: HTML once", later, once(lies), sends, []],
  ["later pages: 404", later, missing, fails(/part of the form could not be loaded/), ["module"]],
  ["later pages: HTML", later, lies, fails(/part of the form could not be loaded/), ["module"]],
  ["whole script: offline once", slim, once(offline), sends, []],
  ["whole script: 404", slim, missing, fails(/part of the form could not be loaded/), ["module"]],
  ["whole module: offline once", whole, once(offline), "later", ["module"]],
  ["whole module: truncated", whole, answer(dist("casegate.wasm").subarray(0, 9000), "application/wasm"), fails(/part of the form could not be loaded/), ["module"]],
  ["whole module: of another version", whole, answer(otherVersion("casegate.wasm"), "application/wasm"), fails(/part of the form could not be loaded/), ["module"]],
];

/** Opens a page in which something is denied. Nothing may end in an error that nobody caught. */
async function open(path, { script, route = [] } = {}) {
  const context = await it.browser.newContext({ viewport: { width: 1024, height: 800 }, reducedMotion: "reduce", locale: "en-US", timezoneId: "UTC" });
  await context.addInitScript(() => {
    globalThis.kinds = [];
    document.addEventListener("casegate-error", ({ detail }) => globalThis.kinds.push(detail.kind));
  });
  if (script !== undefined) await context.addInitScript(script);
  for (const [address, handler] of route) await context.route(address, handler);
  context.setDefaultTimeout(12_000);
  const tab = await context.newPage();
  const uncaught = [];
  tab.on("pageerror", (error) => uncaught.push(error.stack ?? String(error)));
  await tab.goto(it.url + path);
  const element = tab.locator("casegate-intake");
  await element.locator("h1, .intake[role=alert] h2").first().waitFor();
  return { tab, context, element, kinds: () => tab.evaluate(() => globalThis.kinds), close: async () => { await context.close(); assert.deepEqual(uncaught, []); } };
}

async function send(element) {
  const before = it.received.length;
  await walk(element, cases.pe);
  await next(element);
  await element.locator(".reference", { hasText: "CASE-7" }).waitFor();
  assert.equal(it.received.length, before + 1);
}

async function judge(visited, outcome, kinds) {
  const { tab, element } = visited;
  if (outcome === "again") {
    await element.getByText("did not load").waitFor();
    await element.getByRole("button", { name: "Try again" }).click();
    await element.locator("h1").waitFor();
    outcome = sends;
  }
  if (kinds.includes("storage")) {
    await fill(element, { "/case_type": "pe" });
    await tab.evaluate(() => dispatchEvent(new Event("pagehide")));
    await element.locator(".draft", { hasText: "The draft could not be saved" }).waitFor();
  }
  if (outcome === "styled") {
    // A style element, which a policy of the page may forbid.
    const color = await element.locator("form > .actions button.button").evaluate((node) => getComputedStyle(node).backgroundColor);
    assert.equal(color, "rgb(20, 89, 95)");
    outcome = sends;
  }
  if (outcome === sends) await send(element);
  else if (outcome === "later") {
    await fill(element, cases.pe[0]);
    await element.locator(".page").waitFor();
    await tab.waitForFunction(() => globalThis.kinds.includes("module"));
    await send(element);
  } else {
    const found = element.getByText(outcome.words).first();
    for (const answers of (await element.locator("h1").count()) > 0 ? cases.pe : []) {
      await fill(element, answers);
      await next(element);
    }
    await found.waitFor();
    assert.ok(await found.isVisible());
  }
  assert.deepEqual([...new Set(await visited.kinds())], kinds);
}

for (const [what, script, outcome, kinds] of denied) {
  test(what, async () => {
    const visited = await open("/", { script, route: outcome === "styled" ? [[`${it.url}/`, answer(page(plain), "text/html")]] : [] });
    await judge(visited, outcome, kinds);
    await visited.close();
  });
}

for (const [what, address, handler, outcome, kinds] of unserved) {
  test(what, async () => {
    const visited = await open("/", { route: [[address, handler]] });
    await judge(visited, outcome, kinds);
    await visited.close();
  });
}

/** Requests that nobody answers: [part and way, address, is the form there, words, kinds]. The clock of the page runs ahead. */
const unanswered = [
  ["module: never", small, /did not load/, ["module"]],
  ["later pages: never", later, /part of the form could not be loaded/, ["module"]],
  ["whole script: never", slim, /part of the form could not be loaded/, ["module"]],
  ["whole module: never", whole, /part of the form could not be loaded/, ["module"]],
];

for (const [what, address, words, kinds] of unanswered) {
  test(what, async () => {
    const context = await it.browser.newContext({ locale: "en-US", timezoneId: "UTC" });
    context.setDefaultTimeout(12_000);
    await context.clock.install();
    await context.addInitScript(() => {
      globalThis.kinds = [];
      document.addEventListener("casegate-error", ({ detail }) => globalThis.kinds.push(detail.kind));
    });
    let isHeld = true;
    await context.route(address, (route) => (isHeld ? never() : route.fallback()));
    const tab = await context.newPage();
    await tab.goto(it.url);
    const element = tab.locator("casegate-intake");
    if (address !== small) {
      for (const answers of cases.pe) {
        await fill(element, answers);
        await next(element);
      }
    }
    await tab.waitForTimeout(300);
    await tab.clock.runFor(21_000);
    await element.getByText(words).first().waitFor();
    assert.deepEqual([...new Set(await tab.evaluate(() => globalThis.kinds))], kinds);
    isHeld = false;
    if (address === small) await element.getByRole("button", { name: "Try again" }).click();
    if (address === small) await element.locator("h1").waitFor();
    await context.close();
  });
}

test("a part that failed is asked for again under another address, and there is one form", async () => {
  const asked = [];
  const { tab, element, close } = await open("/", { route: [[later, (route) => {
    asked.push(new URL(route.request().url()).search);
    // As Chromium 148, which keeps a failure for the life of the page.
    return asked.at(-1) === "" || asked.length < 3 ? offline(route) : route.fallback();
  }]] });
  await fill(element, { "/case_type": "pe" });
  await tab.waitForFunction(() => globalThis.kinds.length > 0);
  assert.deepEqual(asked, ["", "?again=1"]);
  for (const [at, answers] of cases.pe.entries()) {
    await fill(element, answers);
    await next(element);
    if (at === 0) await element.evaluate((node) => { node.id = "same"; });
  }
  await element.locator("#files-choose").waitFor();
  assert.equal(asked.at(-1), "?again=2");
  await next(element);
  await next(element);
  await element.locator(".reference", { hasText: "CASE-7" }).waitFor();
  await close();
});

test("Spanish that failed once arrives later, and a form that is Spanish begins in English and says so", async () => {
  let isThere = false;
  const { element, kinds, close } = await open("/es", { route: [["**/casegate-intake-spanish.js*", (route) => (isThere ? route.fallback() : missing(route))]] });
  await element.locator(".notice", { hasText: "A part of the form could not be loaded" }).waitFor();
  assert.deepEqual(await kinds(), ["language"]);
  isThere = true;
  await element.locator("#language").click();
  await element.locator(".intake[lang=es] h1").waitFor();
  await close();
});

test("a form that begins in Spanish judges files in Spanish", async () => {
  const { element, close } = await open("/es");
  for (const answers of cases.pe) {
    await fill(element, answers);
    await next(element);
  }
  await element.locator("#files-input").setInputFiles({ name: "notes.exe", mimeType: "application/octet-stream", buffer: Buffer.from("x") });
  await element.getByText("No se puede enviar este tipo de archivo").first().waitFor();
  await close();
});

const draftKey = "casegate-intake-draft";
const sentKey = "casegate-intake-sent";
const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

/** Records that something else has written: [key, text, is it named]. */
const records = [
  ...["null", "[]", "7", '"text"', "{", deep, '{"format":"casegate-intake-draft","vers', "\0"].map((text) => [draftKey, text, true]),
  [draftKey, "{}", false],
  [draftKey, JSON.stringify({ format: draftKey, version: 1, answers: null, step: {}, saved_at: [] }), false],
  [draftKey, JSON.stringify({ format: draftKey, version: 9, answers: { "/case_type": { a: 1 }, "/plaintiff_name": 7, "/nowhere": "x" }, errors: {}, step: "later", saved_at: "soon" }), false],
  ...["null", "[]", "7", "{", deep, '{"id":1,"answers":[],"files":[]}',
    JSON.stringify({ id: 1, reference: null, at: "x", firm: "", test: false, answers: [7], files: [] }),
    JSON.stringify({ id: 1, reference: null, at: "x", firm: "", test: false, answers: [["/case_type", { a: 1 }]], files: [] }),
    JSON.stringify({ id: {}, reference: 7, at: 7, firm: [], test: "no", answers: [], files: [null] })].map((text) => [sentKey, text, true]),
  [sentKey, JSON.stringify({ id: 1, reference: null, at: "never", firm: "", test: false, answers: [["/nowhere", "x"], ["/plaintiff_name", true]], files: [] }), false],
];

test("no stored record leaves a page blank, and none is deleted", async () => {
  for (const [key, text, isNamed] of records) {
    const what = `${key}: ${text.slice(0, 60)}`;
    const context = await it.browser.newContext();
    context.setDefaultTimeout(12_000);
    await context.addInitScript(([name, value]) => {
      globalThis.kinds = [];
      document.addEventListener("casegate-error", ({ detail }) => globalThis.kinds.push(detail.kind));
      (name.endsWith("sent") ? sessionStorage : localStorage).setItem(name, value);
    }, [key, text]);
    const tab = await context.newPage();
    const element = tab.locator("casegate-intake");
    await tab.goto(it.url);
    await element.locator("h1").waitFor();
    assert.deepEqual(await tab.evaluate(() => globalThis.kinds), isNamed ? ["settings"] : [], what);
    assert.equal(await element.locator(".notice", { hasText: "stored something" }).count(), isNamed ? 1 : 0, what);
    assert.equal(await tab.evaluate((name) => (name.endsWith("sent") ? sessionStorage : localStorage).getItem(name), key), text, what);
    await context.close();
  }
});

/** Frames without an origin of their own page: [name, the frame]. */
const frames = [
  ["sandboxed", (url) => `<iframe sandbox="allow-scripts allow-forms" src="${url}/inner"></iframe>`],
  ["srcdoc", (url) => `<iframe srcdoc="${inner(url).replaceAll('"', "&quot;")}"></iframe>`],
  ["sandboxed formless", (url) => `<iframe sandbox="allow-scripts" src="${url}/inner"></iframe>`],
  ["data", (url) => `<iframe src="data:text/html,${encodeURIComponent(inner(url))}"></iframe>`],
];
const inner = (url) => `<!doctype html><html lang="en"><head><script type="module" src="${url}/casegate-intake.js"></script></head><body><casegate-intake submit-url="${url}/cases"></casegate-intake></body></html>`;

for (const [name, frame] of frames) {
  test(`a ${name} frame sends a case`, async () => {
    const context = await it.browser.newContext({ viewport: { width: 1000, height: 900 } });
    context.setDefaultTimeout(12_000);
    const shown = answer(`<!doctype html><style>iframe { width: 960px; height: 860px }</style>${frame(it.url)}`, "text/html");
    await context.route(`${it.url}/frame`, shown);
    await context.route(`${it.url}/inner`, answer(inner(it.url), "text/html"));
    await context.route(/\.(?:js|wasm)/, (route) => {
      const { pathname } = new URL(route.request().url());
      return answer(dist(pathname.slice(1)), pathname.endsWith("wasm") ? "application/wasm" : "text/javascript")(route);
    });
    await context.route("**/cases", answer('{"case_id":7,"case_ref":"CASE-7"}', "application/json", 201));
    const tab = await context.newPage();
    await tab.goto(`${it.url}/frame`);
    const element = tab.frameLocator("iframe").locator("casegate-intake");
    await walk(element, cases.pe);
    await next(element);
    await element.locator(".reference", { hasText: "CASE-7" }).waitFor();
    await context.close();
  });
}
