// The built package in a page whose content security policy forbids WebAssembly: every way to the
// module ends with an error that says what the policy lacks.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser as chromium, serve } from "../support/chromium.mjs";

const dist = new URL("../../pkg/dist/", import.meta.url);
const names = ["index.js", "check.js", "form.js", "service.js", "slim.js", "casegate.wasm", "casegate-form.wasm"];
const script = `
  import * as main from "/dist/index.js";
  import * as check from "/dist/check.js";
  import * as form from "/dist/form.js";
  import * as service from "/dist/service.js";
  import * as slim from "/dist/slim.js";
  const wasm = async () => (await fetch("/dist/casegate.wasm")).arrayBuffer();
  const ways = {
    "the first call": () => main.checkCase({}, { today: "2026-03-01" }),
    "init": () => main.init(),
    "casegate/check": () => check.checkCase({}, { today: "2026-03-01" }),
    "init of casegate/check": () => check.init(),
    "casegate/service": () => service.transitions(),
    "init of casegate/slim with an address": () => slim.init("/dist/casegate.wasm"),
    "init of casegate/slim with bytes": async () => slim.init(await wasm()),
    "init of casegate/form": () => form.init(fetch("/dist/casegate-form.wasm")),
  };
  globalThis.outcomes = async () => {
    const outcomes = [];
    for (const [way, call] of Object.entries(ways)) {
      try {
        await call();
        outcomes.push([way, "worked"]);
      } catch ({ name, message, cause }) {
        outcomes.push([way, name, message, String(cause)]);
      }
    }
    return outcomes;
  };`;

let browser, server;

before(async () => {
  const files = {
    "/": `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>`,
    "/main.js": script,
    ...Object.fromEntries(names.map((name) => [`/dist/${name}`, new URL(name, dist)])),
  };
  server = await serve(files, { "content-security-policy": "script-src 'self'" });
  browser = await chromium();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

test("a policy without 'wasm-unsafe-eval' gets an error that names it, with the browser's as its cause", async () => {
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.waitForFunction(() => globalThis.outcomes);
  const outcomes = await page.evaluate(() => globalThis.outcomes());
  assert.equal(outcomes.length, 8);
  for (const [way, name, message, cause] of outcomes) {
    assert.equal(name, "TypeError", way);
    assert.equal(message, "The content security policy forbids WebAssembly. Add 'wasm-unsafe-eval' to script-src.", way);
    assert.match(cause, /^CompileError: .*unsafe-eval/, way);
  }
});
