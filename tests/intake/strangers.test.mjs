// Pages and scripts of strangers: what they change in the browser, where they put the element, and
// what they do with it meanwhile. Each row sends the same case as a page that changes nothing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { cases, fill, id, next, page, script, setting, walk } from "./support.mjs";

const plain = '<casegate-intake submit-url="/cases"></casegate-intake>';
const it = setting({});
const dist = (name) => readFileSync(fileURLToPath(new URL(`../../pkg/dist/${name}`, import.meta.url)));

const expected = Object.fromEntries(Object.entries(Object.assign({}, ...cases.pe)).map(([at, value]) => [at.slice(1), at === "/base_product" ? [value] : value]));

/** Opens a page in a context of its own. Nothing may end in an error that nobody caught. */
async function open(html, { init, headers = {}, type = "text/html; charset=utf-8", path = "/strange/page" } = {}) {
  const context = await it.browser.newContext({ viewport: { width: 1024, height: 800 }, reducedMotion: "reduce", locale: "en-US", timezoneId: "UTC" });
  context.setDefaultTimeout(10_000);
  await context.addInitScript(() => {
    globalThis.kinds = [];
    document.addEventListener("casegate-error", ({ detail }) => globalThis.kinds.push(detail.kind));
  });
  if (init !== undefined) await context.addInitScript(init);
  await context.route(it.url + path, (route) => route.fulfill({ body: html, contentType: type, headers }));
  const tab = await context.newPage();
  const uncaught = [];
  tab.on("pageerror", (error) => uncaught.push(error.stack ?? String(error)));
  await tab.goto(it.url + path);
  return { tab, context, element: tab.locator("casegate-intake"), kinds: () => tab.evaluate(() => globalThis.kinds), close: async () => { await context.close(); assert.deepEqual(uncaught, []); } };
}

async function sends(element) {
  const before = it.received.length;
  await element.locator("h1").first().waitFor();
  await walk(element, cases.pe);
  await next(element);
  await element.locator(".reference", { hasText: "CASE-7" }).waitFor();
  assert.equal(it.received.length, before + 1);
  assert.deepEqual(it.received.at(-1).case, expected);
}

/** What scripts of pages change before the element's own script runs. */
const changed = {
  "arrays and texts have toJSON, as with old libraries": () => {
    Array.prototype.toJSON = function () { return `[${this.map((each) => JSON.stringify(each)).join(", ")}]`; };
    String.prototype.toJSON = function () { return String(this); };
  },
  "objects have enumerable members": () => {
    Object.prototype.extend = function () { return this; };
    Array.prototype.contains = function (one) { return this.includes(one); };
    Object.prototype.clear = undefined;
  },
  "arrays have methods of another library": () => {
    Array.prototype.entries = function () { return this.slice(); };
    Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
    Array.prototype.flatten = Array.prototype.flat;
    Array.from = (all) => Array.prototype.slice.call(all);
    Element.prototype.remove = function () { this.parentNode.removeChild(this); return this; };
    Element.prototype.show = Element.prototype.hide = Element.prototype.update = function () { return this; };
    Function.prototype.bind = function (self, ...first) { return (...rest) => this.call(self, ...first, ...rest); };
  },
  "the console has one method": () => { globalThis.console = { log() {} }; },
  "there is no console": () => { globalThis.console = undefined; },
  "promises are of an old library": () => {
    const Native = Promise;
    globalThis.Promise = class Old {
      constructor(run) { this.it = new Native(run); }
      then(...both) { return Old.resolve(this.it.then(...both)); }
      catch(none) { return this.then(undefined, none); }
      static resolve(value) { return new Old((done) => done(value)); }
      static reject(error) { return new Old((_, fails) => fails(error)); }
      static all(all) { return Old.resolve(Native.all(all)); }
      static race(all) { return Old.resolve(Native.race(all)); }
    };
  },
  "requests are measured by a script that takes addresses for texts": () => {
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (method, address, ...more) {
      this.isThird = address.indexOf("://") > 0 && !address.startsWith(location.origin);
      return open.call(this, method, address, ...more);
    };
    const { fetch } = globalThis;
    globalThis.fetch = (address, ...more) => fetch(address.replace("#", ""), ...more);
  },
  "requests are wrapped by a script that knows half of them": () => {
    const Native = XMLHttpRequest;
    globalThis.XMLHttpRequest = function () {
      const inner = new Native();
      return new Proxy(inner, {
        get: (_, name) => (name === "upload" || name === "responseURL" ? undefined : typeof inner[name] === "function" ? inner[name].bind(inner) : inner[name]),
        set: (_, name, value) => { inner[name] = value; return true; },
      });
    };
    Object.assign(globalThis.XMLHttpRequest, { HEADERS_RECEIVED: 2, DONE: 4 });
  },
  "events are made as they were": () => {
    const Old = function (type, { bubbles = false, cancelable = false, detail = null } = {}) {
      const event = document.createEvent("CustomEvent");
      event.initCustomEvent(type, bubbles, cancelable, detail);
      return event;
    };
    globalThis.CustomEvent = Old;
  },
  "listeners are wrapped": () => {
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const wrapped = typeof listener === "function" ? function (event) { return listener.call(this, event); } : listener;
      return addEventListener.call(this, type, wrapped, typeof options === "object" ? Boolean(options?.capture) : options);
    };
  },
  "elements are registered by a wrapper": () => {
    const { define } = CustomElementRegistry.prototype;
    CustomElementRegistry.prototype.define = function (name, Base, options) { return define.call(this, name, class extends Base {}, options); };
  },
  "timers are wrapped in objects": () => {
    const { setTimeout, clearTimeout } = globalThis;
    globalThis.setTimeout = (...all) => ({ id: setTimeout(...all) });
    globalThis.clearTimeout = (timer) => clearTimeout(timer?.id);
  },
  "every shadow root is open, and observed": () => {
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (options) {
      const root = attachShadow.call(this, { ...options, mode: "open" });
      new MutationObserver(() => {}).observe(root, { childList: true, subtree: true, characterData: true });
      return root;
    };
  },
  "numbers and days are written by a polyfill": () => {
    Number.prototype.toLocaleString = function () { return String(this); };
    Date.prototype.toLocaleTimeString = Date.prototype.toLocaleString = () => { throw new RangeError("locale"); };
  },
  "crypto, performance and idle time are gone": () => {
    for (const name of ["crypto", "performance", "requestIdleCallback", "requestAnimationFrame", "matchMedia", "getSelection"]) Object.defineProperty(globalThis, name, { value: undefined });
  },
};

for (const [what, init] of Object.entries(changed)) {
  test(what, async () => {
    const { element, close } = await open(page(plain), { init });
    await sends(element);
    await close();
  });
}

/** Where a page puts the element: [what, its HTML, options, what it does before]. */
const places = [
  ["trusted types", page(plain), { headers: { "content-security-policy": "require-trusted-types-for 'script'; trusted-types 'none'" } }],
  ["XHTML", page(plain).replace("<!doctype html>", "").replace("<html ", '<html xmlns="http://www.w3.org/1999/xhtml" ').replaceAll(/<meta [^>]*>/g, ""), { type: "application/xhtml+xml" }],
  ["a base elsewhere", page('<casegate-intake submit-url="cases"></casegate-intake>', '<base href="/elsewhere/" target="_blank">')],
  ["quirks and frames of tables", page(`<table><tr><td>${plain}</td></tr></table>`).replace("<!doctype html>", "")],
  ["a form of the page", page(`<form action="/outer" onsubmit="globalThis.outer = true" onreset="globalThis.outer = true"><fieldset disabled>${plain}</fieldset><button>Go</button></form>`)],
  ["a dialog", page(`<dialog id="d">${plain}</dialog>`), {}, () => document.getElementById("d").showModal()],
  ["details", page(`<details id="d"><summary>Form</summary>${plain}</details>`), {}, () => { document.getElementById("d").open = true; }],
  ["a part that is hidden at first", page(`<div id="d" style="display: none">${plain}</div>`), {}, () => { document.getElementById("d").style.display = ""; }],
  ["a popover", page(`<div id="d" popover="manual">${plain}</div>`), {}, () => document.getElementById("d").showPopover?.()],
  ["no language, and an unknown one", page(`<div lang="">${plain}</div>`).replace('lang="en"', 'lang="tlh"')],
  ["a label", page(`<label>${plain}</label>`)],
  ["a link", page(`<a href="/away">${plain}</a>`)],
  ["a template of a server", page('<casegate-intake submit-url="/cases"><template shadowrootmode="open"><p>Loading</p></template></casegate-intake>')],
  ["everything transformed", page(`<div style="transform: scale(0.5); contain: strict; width: 900px; height: 4000px; user-select: none; scroll-behavior: smooth">${plain}</div>`)],
  ["a grid that gives no width", page(`<div style="display: inline-grid; max-width: 1px">${plain}</div>`)],
  ["the script twice", page(plain, '<script type="module" src="/casegate-intake.js?again"></script>')],
];

for (const [what, html, options = {}, prepare] of places) {
  test(`inside ${what}`, async () => {
    const { tab, element, close } = await open(html, options);
    if (prepare) {
      await tab.waitForTimeout(200);
      await tab.evaluate(prepare);
    }
    await sends(element);
    assert.deepEqual([await tab.evaluate(() => globalThis.outer), tab.url(), tab.context().pages().length], [undefined, `${it.url}/strange/page`, 1]);
    await close();
  });
}
