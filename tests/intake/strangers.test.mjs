// Pages and scripts of strangers: what they change in the browser, where they put the element, and
// what they do with it meanwhile. Each row sends the same case as a page that changes nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cases, fill, id, next, page, script, setting, walk } from "./support.mjs";

const plain = '<casegate-intake submit-url="/cases"></casegate-intake>';
const it = setting({});

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
  "objects have enumerable members": () => {
    Object.prototype.extend = function () { return this; };
    Array.prototype.contains = function (one) { return this.includes(one); };
    Object.prototype.clear = undefined;
  },
  "arrays have methods of another library": () => {
    Array.prototype.entries = function () { return this.slice(); };
    Array.prototype.flatten = Array.prototype.flat;
    Array.from = (one) => (one == null ? [] : Array.isArray(one) ? one : typeof one === "object" && Symbol.iterator in one ? [...one] : [one]);
    Element.prototype.remove = function () { this.parentNode.removeChild(this); return this; };
    Element.prototype.show = Element.prototype.hide = Element.prototype.update = function () { return this; };
    Function.prototype.bind = function (self, ...first) { return (...rest) => this.call(self, ...first, ...rest); };
  },
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

test("with arrays and texts of another JSON, as old libraries made them, the form says that it cannot run", async () => {
  const { element, kinds, close } = await open(page(plain), { init: () => {
    Array.prototype.toJSON = function () { return `[${this.map((each) => JSON.stringify(each)).join(", ")}]`; };
    String.prototype.toJSON = function () { return String(this); };
  } });
  await element.locator("[role=alert] h2", { hasText: "The form did not load" }).waitFor();
  assert.deepEqual(await kinds(), ["module"]);
  await close();
});

for (const [what, init] of [["one method", () => { globalThis.console = { log() {} }; }], ["nothing", () => { globalThis.console = undefined; }]]) {
  test(`a console with ${what} does not hide what is wrong`, async () => {
    const { element, kinds, close } = await open(page('<casegate-intake submit-url="/cases" time-zone="Mars/Olympus"></casegate-intake>'), { init });
    await element.locator(".notice", { hasText: "a setting that the form can’t use" }).waitFor();
    assert.deepEqual(await kinds(), ["settings"]);
    await close();
  });
}

/** Where a page puts the element: [what, its HTML, options, what it does before]. */
const places = [
  ["trusted types", page(plain), { headers: { "content-security-policy": "require-trusted-types-for 'script'; trusted-types 'none'" } }],
  // Chromium has no module scripts there, and imports.
  ["XHTML", page(plain).replace("<!doctype html>", "").replace("<html ", '<html xmlns="http://www.w3.org/1999/xhtml" ').replaceAll(/<meta [^>]*>/g, "").replace(script, '<script>import("/casegate-intake.js")</script>'), { type: "application/xhtml+xml" }],
  ["a base elsewhere", page('<casegate-intake submit-url="cases"></casegate-intake>', '<base href="/elsewhere/" target="_blank">')],
  ["quirks and frames of tables", page(`<table><tr><td>${plain}</td></tr></table>`).replace("<!doctype html>", "")],
  ["a form of the page", page(`<form action="/outer" onsubmit="globalThis.outer = true" onreset="globalThis.outer = true"><fieldset disabled>${plain}</fieldset><button>Go</button></form>`)],
  ["a dialog", page(`<dialog id="d">${plain}</dialog>`), {}, () => document.getElementById("d").showModal()],
  ["details", page(`<details id="d"><summary>Form</summary>${plain}</details>`), {}, () => { document.getElementById("d").open = true; }],
  ["a part that is hidden at first", page(`<div id="d" style="display: none">${plain}</div>`), {}, () => { document.getElementById("d").style.display = ""; }],
  ["a popover", page(`<div id="d" popover="manual" style="width: 90vw; height: 90vh">${plain}</div>`), {}, () => document.getElementById("d").showPopover?.()],
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

test("in another document the form keeps its answers and its looks", async () => {
  const { tab, element, close } = await open(page(plain));
  await fill(element, { "/case_type": "pe" });
  await tab.evaluate(() => {
    const frame = Object.assign(document.createElement("iframe"), { id: "other", width: 900, height: 700 });
    document.body.append(frame);
    frame.contentDocument.body.append(document.querySelector("casegate-intake"));
  });
  const moved = tab.frameLocator("#other").locator("casegate-intake");
  assert.equal(await moved.locator("form > .actions button.button").evaluate((node) => getComputedStyle(node).backgroundColor), "rgb(20, 89, 95)");
  await sends(moved);
  await close();
});

test("keys of the page and rules against pasting end at a box", async () => {
  const { tab, element, close } = await open(page(plain));
  await fill(element, cases.pe[0]);
  await next(element);
  await tab.evaluate(() => {
    globalThis.keys = [];
    for (const type of ["keydown", "keypress", "paste", "copy", "cut"]) {
      document.addEventListener(type, (event) => {
        if (event.target.matches("input, textarea")) return;
        globalThis.keys.push(event.key ?? type);
        event.preventDefault();
      });
    }
  });
  const box = element.locator(`#${id("/plaintiff_name")}`);
  await box.click();
  await tab.keyboard.type("Tess s/tx");
  await tab.keyboard.press("Backspace");
  await box.evaluate((node) => node.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, composed: true, cancelable: true })));
  assert.equal(await box.inputValue(), "Tess s/t");
  assert.deepEqual(await tab.evaluate(() => globalThis.keys), []);
  await tab.keyboard.press("Escape"); // closes what is around
  assert.deepEqual(await tab.evaluate(() => globalThis.keys), ["Escape"]);
  await close();
});

test("a translation of the page neither disappears nor takes clicks away", async () => {
  const { element, close } = await open(page(plain));
  await element.locator("h1").waitFor();
  await element.evaluate((node) => {
    const translate = () => {
      const walker = document.createTreeWalker(node.shadowRoot, NodeFilter.SHOW_TEXT);
      const texts = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        if (text.data.trim() === "" || text.parentNode.closest("style, font, .reference")) continue;
        text.replaceWith(Object.assign(document.createElement("font"), { textContent: text.data.toUpperCase() }));
      }
    };
    new MutationObserver(translate).observe(node.shadowRoot, { childList: true, subtree: true });
    translate();
  });
  await sends(element);
  await element.locator("h1 font", { hasText: "TEST CASE SUBMITTED" }).waitFor();
  await close();
});

const payload = { ...expected };

/** A form before its last button, with what the page does with it. */
async function atReview(set, argument) {
  const opened = await open(page(plain));
  const { element } = opened;
  await element.locator("h1").waitFor();
  await element.evaluate((node) => {
    globalThis.heard = [];
    for (const type of ["casegate-sent", "casegate-error"]) node.addEventListener(type, ({ detail }) => globalThis.heard.push(detail.reason ?? detail.kind ?? detail.receipt.case_id));
  });
  assert.equal(await element.evaluate((node, answers) => node.open(answers), payload), true);
  await element.locator(".all-answers").waitFor();
  if (set !== undefined) await element.evaluate(set, argument);
  return { ...opened, heard: () => opened.tab.evaluate(() => globalThis.heard) };
}

/** Backends of a page: [what, text of the backend, the end of the attempt, the first heading or outcome]. */
const backends = [
  ["find resolves to null", "{ submit: async () => ({ case_id: 7 }), find: async () => null }", 7, "Test case submitted"],
  ["find resolves to an object without a case", "{ submit: async () => ({ case_id: 7 }), find: async () => ({ found: false }) }", "unreached", "Nothing was submitted"],
  ["find resolves to true", "{ submit: async () => ({ case_id: 7 }), find: async () => true }", "unreached", "Nothing was submitted"],
  ["find resolves to a case with an id alone", "{ submit: async () => ({}), find: async () => ({ id: 7 }) }", undefined, "We already have this case"],
  ["find resolves to null after a doubt", "{ submit: async () => ({}), find: async () => null }", "no_receipt", "we’ll check first"],
  ["the settings are none", '{ submit: () => Promise.reject({ status: 400, body: { errors: [{ at: "/plaintiff_name", message: "Not this name." }] } }), context: async () => ({ today: "soon" }) }', "issues", "Not this name."],
  ["the address of a case throws", "{ submit: async () => ({ case_id: 7 }), addressOf() { throw new Error('no'); } }", 7, "Test case submitted"],
  ["the reference is a number", "{ submit: async () => ({ case_id: 7 }), reference: async () => 7 }", 7, "Being assigned"],
  ["the response is of another frame", "{ submit: async () => new (document.body.appendChild(document.createElement('iframe')).contentWindow.Response)('{\"case_id\":7}', { status: 201 }) }", 7, "Test case submitted"],
  ["the progress is no number", "{ submit: async ({ progress }) => { for (const share of [NaN, -1, 7, 'x', undefined]) progress(share); return { case_id: 7 }; } }", 7, "Test case submitted"],
  ["the answer is a thenable that answers twice", "{ submit: () => ({ then(done) { done({ case_id: 7 }); done({}); throw new Error('late'); } }) }", 7, "Test case submitted"],
];

test("no backend of a page leaves anybody stuck, or a case lost", async () => {
  for (const [what, text, end, words] of backends) {
    const { element, heard, close } = await atReview((node, code) => { node.backend = new Function(`return ${code}`)(); }, text);
    await next(element);
    await element.locator(".page", { hasText: words }).waitFor().catch((error) => { throw new Error(`${what}: ${error.message}`); });
    assert.deepEqual(await heard(), end === undefined ? [] : [end], what);
    await close();
  }
});

test("an address that takes no requests is none, which is said at once", async () => {
  for (const address of ["", " ", "javascript:void 0", 'data:application/json,{"case_id":7}', "about:blank", "mailto:a@b.test", "http://", "ftp://x.test/"]) {
    const { element, tab, heard, close } = await atReview((node, url) => { node.submitUrl = url; }, address);
    await next(element);
    await element.locator("#sending-outcome", { hasText: "Nothing was submitted" }).waitFor();
    await element.locator(".notice", { hasText: "nowhere to send" }).waitFor();
    await tab.waitForFunction(() => globalThis.kinds.includes("settings") || globalThis.kinds.includes("backend"));
    assert.ok((await heard()).includes("wrong_address"), address);
    await close();
  }
});

test("respondWith counts once, and while the event is dispatched", async () => {
  for (const [what, listener] of [
    ["twice", "({ detail }) => { detail.respondWith({ case_id: 7 }); try { detail.respondWith({}); } catch (error) { globalThis.said = String(error); } }"],
    ["late", "({ detail }) => { detail.respondWith({ case_id: 7 }); setTimeout(() => { try { detail.respondWith({}); } catch (error) { globalThis.said = String(error); } }); }"],
  ]) {
    const { tab, element, heard, close } = await atReview((node, code) => node.addEventListener("casegate-submit", new Function(`return ${code}`)()), listener);
    await next(element);
    await element.locator(".sent").waitFor();
    assert.deepEqual(await heard(), [7], what);
    assert.match(await tab.waitForFunction(() => globalThis.said).then((said) => said.jsonValue()), /call it once/, what);
    await close();
  }
});

test("a page that opens, repairs, moves or removes the form while a case is being sent changes nothing", async () => {
  const { tab, element, heard, close } = await atReview((node) => { node.backend = { submit: () => new Promise((done) => { globalThis.done = done; }) }; });
  await next(element);
  await tab.waitForFunction(() => globalThis.done);
  const opened = await element.evaluate(async (node) => {
    const answer = await node.open({ case_type: "pl", plaintiff_name: "Other" });
    node.step = "product";
    node.repair();
    node.remove();
    await new Promise((resolve) => setTimeout(resolve, 50));
    document.body.append(node);
    document.body.prepend(node);
    await new Promise((resolve) => setTimeout(resolve, 50));
    globalThis.done({ case_id: 7 });
    return answer;
  });
  await element.locator(".sent", { hasText: "Sample Freight Testing LLC" }).waitFor();
  assert.deepEqual([opened, await heard()], [false, [7]]);
  await close();
});

test("a page that sets the same values at each change comes to an end", async () => {
  const { tab, element, close } = await open(page(plain));
  await element.locator("h1").waitFor();
  await element.evaluate((node) => {
    globalThis.changes = 0;
    const set = () => {
      if (globalThis.changes++ < 500) Object.assign(node, { prefill: { is_test: "yes" }, product: "pe", language: "en", hide: "is_test", timeZone: "UTC", context: { financing_enrolled: true } });
    };
    node.addEventListener("casegate-change", set);
    set();
  });
  await tab.waitForTimeout(200);
  const changes = await tab.evaluate(() => globalThis.changes);
  assert.ok(changes < 20, String(changes));
  await element.locator("h1", { hasText: "What do you need" }).waitFor();
  await close();
});

test("values that cannot be read are named, and end nothing", async () => {
  const { element, close } = await open(page(plain));
  await element.locator("h1").waitFor();
  for (const [value, lost] of [
    ["(() => { const list = []; list.push(list); return { cc_emails: list }; })()", ["/cc_emails"]],
    ["JSON.parse('{\"__proto__\": {\"a\": 1}, \"constructor\": \"x\"}')", ["/__proto__", "/constructor"]],
    ["(() => { const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return { cc_emails: proxy }; })()", ["prefill", "/cc_emails"]],
    ["new Proxy({}, { ownKeys() { throw new Error('x'); } })", ["prefill"]],
    ["({ plaintiff_name: { toString() { throw new Error('x'); } } })", ["/plaintiff_name"]],
    ["({ plaintiff_name: Symbol('x') })", ["/plaintiff_name"]],
  ]) {
    const named = await element.evaluate((node, code) => {
      const names = [];
      const hear = ({ detail }) => names.push(...detail.names);
      node.addEventListener("casegate-error", hear);
      node.prefill = null;
      node.prefill = new Function(`return ${code}`)();
      node.removeEventListener("casegate-error", hear);
      return names;
    }, value);
    assert.ok(named.length > 0 && named.every((name) => lost.includes(name)), `${value}: ${named}`);
  }
  await sends(element);
  await close();
});

test("10 MB of pasted text, a store that is emptied and one that answers later lose nothing without a word", async () => {
  const { tab, element, close } = await open(page(plain));
  await element.locator("h1").waitFor();
  await fill(element, cases.pe[0]);
  const leave = () => tab.evaluate(() => dispatchEvent(new Event("pagehide")));
  await leave();
  await tab.evaluate(() => localStorage.clear());
  await next(element);
  await leave();
  await element.locator(".draft", { hasText: "Answers in this tab are not being saved" }).waitFor();
  await element.getByRole("button", { name: "Save the answers in this tab instead" }).click();
  assert.equal(await tab.evaluate(() => localStorage.length), 1);
  await element.locator(`#${id("/plaintiff_name")}`).evaluate((box) => {
    box.value = "Terry Testcase ".repeat(700_000);
    box.dispatchEvent(new Event("change"));
  });
  await leave();
  await element.locator(".draft [role=alert]", { hasText: "could not be saved" }).waitFor();
  assert.deepEqual(await element.evaluate((node) => [node.payload.plaintiff_name.length, node.hasUnsavedAnswers]), [10_499_999, true]);
  await next(element);
  await element.locator("#summary, .summary").first().waitFor();
  await tab.evaluate(async () => {
    const node = document.createElement("casegate-intake");
    node.draftStore = { getItem: async () => null, setItem: async () => {}, removeItem: async () => {} };
    document.querySelector("casegate-intake").replaceWith(node);
  });
  await fill(element, { "/case_type": "pl" });
  await leave();
  await element.locator(".draft [role=alert]", { hasText: "could not be saved" }).waitFor();
  await close();
});

/** Opens a page whose draft was left at the review. */
async function continued(context) {
  const tab = await context.newPage();
  await tab.goto(`${it.url}/strange/page`);
  const element = tab.locator("casegate-intake");
  await element.getByRole("button", { name: "Continue with this draft" }).click();
  await element.locator(".all-answers").waitFor();
  return { tab, element };
}

const button = (element, name) => element.getByRole("button", { name, exact: true });

test("a case that may have been submitted, before the page ended or in another tab, is submitted again only if the person says so", async () => {
  const { tab, context, element, close } = await open(page(plain));
  await walk(element, cases.pe);
  await tab.evaluate(() => dispatchEvent(new Event("pagehide")));
  const other = await continued(context);
  // The page ends before the answer comes.
  let free;
  it.hold = new Promise((resolve) => { free = resolve; });
  const before = it.received.length;
  const asked = other.tab.waitForRequest("**/cases");
  await next(other.element);
  await asked;
  await other.tab.close();
  free();
  it.hold = undefined;
  const again = await continued(context);
  await next(again.element);
  await again.element.locator("dialog", { hasText: "Submit this case again?" }).waitFor();
  await button(again.element, "Don’t submit").click();
  // A refusal says nothing about the attempt before, and an answer that is none leaves both open.
  for (const answer of [{ status: 422, body: { detail: "No." } }, { status: 200, body: {} }]) {
    it.answer = answer;
    await next(again.element);
    await button(again.element, "Submit again").click();
    await again.element.locator("#sending-outcome h2").waitFor();
    await again.element.evaluate((node) => { node.shadowRoot.querySelector("#sending-outcome h2").remove(); });
  }
  it.answer = undefined;
  await next(again.element);
  await button(again.element, "Submit again").click();
  await again.element.locator(".sent").waitFor();
  // The first tab still has the answers.
  await element.locator(".notice", { hasText: "submitted or deleted in another tab" }).waitFor();
  const count = it.received.length;
  await next(element);
  await button(element, "Don’t submit").click();
  assert.equal(it.received.length, count);
  assert.ok(count - before <= 4);
  await close();
});

test("a case that was refused is submitted again without a question, also after a reload", async () => {
  const { tab, element, context, close } = await open(page(plain));
  await walk(element, cases.pe);
  it.answer = { status: 422, body: { detail: "No." } };
  await next(element);
  await element.locator("#sending-outcome", { hasText: "Nothing was submitted" }).waitFor();
  it.answer = undefined;
  await tab.evaluate(() => dispatchEvent(new Event("pagehide")));
  const again = await continued(context);
  await next(again.element);
  await again.element.locator(".sent").waitFor();
  await close();
});

test("a double click on Submit sends once, whatever comes back", async () => {
  const { tab, element, close } = await atReview();
  let count = 0;
  it.respond = async (request, response) => {
    count += 1;
    for await (const _ of request);
    response.writeHead(400, { "content-type": "application/json" }).end("{}");
  };
  const submit = element.locator("form > .actions button.button");
  // The second click meets the same button, although the answer is there.
  await submit.evaluate(async (node) => {
    for (const detail of [1, 2, 3]) {
      node.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true, detail }));
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  });
  assert.equal(count, 1);
  await tab.waitForTimeout(50);
  await submit.click();
  await tab.waitForTimeout(300);
  assert.equal(count, 2);
  it.respond = undefined;
  await close();
});
