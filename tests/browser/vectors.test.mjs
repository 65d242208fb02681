// The built package in a page whose content security policy allows only wasm: every vector has the
// core's bytes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as check from "../../pkg/dist/check.js";
import * as form from "../../pkg/dist/form.js";
import * as main from "../../pkg/dist/index.js";
import { browser as chromium, serve } from "../support/chromium.mjs";
import { functionOf } from "../support/parity.mjs";
import { readVectors } from "../support/vectors.mjs";

const policy = "script-src 'self' 'wasm-unsafe-eval'";
const dist = new URL("../../pkg/dist/", import.meta.url);
const script = `
  import * as casegate from "/dist/index.js";
  import * as check from "/dist/check.js";
  import * as form from "/dist/form.js";
  import { entryPoints, replyOf } from "/parity.mjs";
  import * as service from "/dist/service.js";
  import * as slim from "/dist/slim.js";
  globalThis.casegate = { main: casegate, check, form, service, slim };
  await form.init("/dist/casegate-form.wasm");
  globalThis.run = (entry, vectors) => vectors.flatMap((vector) =>
    entryPoints(globalThis.casegate[entry], vector).map(([entryPoint, call]) => [entryPoint, vector, replyOf(call)])
      .filter(([, { reply }, got]) => got !== reply)
      .map(([entryPoint, { file, name, reply }, got]) => ({ case: file + ": " + name, entryPoint, expected: reply, got })));`;

let browser, server, page;
const problems = [];

before(async () => {
  const files = {
    "/": `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>`,
    "/main.js": script,
    ...Object.fromEntries(
      ["index.js", "check.js", "form.js", "service.js", "slim.js", "casegate.wasm", "casegate-form.wasm"].map((name) => [`/dist/${name}`, new URL(name, dist)]),
    ),
    "/parity.mjs": new URL("../support/parity.mjs", import.meta.url),
  };
  server = await serve(files, { "content-security-policy": policy });
  browser = await chromium();
  page = await browser.newPage();
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => problems.push(message.text()));
  await page.goto(server.origin);
  await page.waitForFunction(() => globalThis.run);
});

after(async () => {
  await browser?.close();
  await server?.close();
});

for (const [entry, takes] of [
  ["main", ({ call, context }) => Object.hasOwn(main, functionOf(call)) && !/"house"/.test(context)],
  ["check", ({ call, context }) => Object.hasOwn(check, functionOf(call)) && !/"house"|"language":"es"/.test(context)],
  ["form", ({ call, context }) => Object.hasOwn(form, functionOf(call)) && !/"house"/.test(context)],
  ["service", () => true],
]) {
  test(`every vector gives the core's bytes in Chromium through the entry "${entry}"`, async () => {
    const vectors = readVectors().filter(takes);
    for (let start = 0; start < vectors.length; start += 500) {
      const some = [entry, vectors.slice(start, start + 500)];
      const differing = await page.evaluate(([entry, some]) => globalThis.run(entry, some), some);
      assert.deepEqual(differing, []);
    }
    assert.deepEqual(problems, []);
  });
}

test("the slim entry loads its module from a URL", async () => {
  const [before, reports] = await page.evaluate(async () => {
    const { main, slim } = globalThis.casegate;
    const context = { today: "2026-03-01" };
    let before;
    try {
      slim.checkCase({}, context);
    } catch (error) {
      before = error.name;
    }
    await slim.init(new URL("/dist/casegate.wasm", location.href));
    return [before, [slim.checkCase({}, context), main.checkCase({}, context)]];
  });
  assert.equal(before, "TypeError");
  assert.deepEqual(reports[0], reports[1]);
  const some = ["slim", readVectors().filter(({ context, service }) => !service && /"house"/.test(context))];
  assert.deepEqual(await page.evaluate(([entry, some]) => globalThis.run(entry, some), some), []);
  assert.deepEqual(problems, []);
});
