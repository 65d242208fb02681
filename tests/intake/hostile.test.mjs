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
