// The files of the pages: their headers, the files in the program, and what a visit transfers. Build
// first: node web-demo/build.mjs, cargo build -p casegate-cli --features demo
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { built, demo, program, setting } from "./support.mjs";

const it = setting();

test("every document has the security policy, in its header and in itself", async () => {
  for (const path of ["", "cases.html", built("icon.svg"), "missing.js", "policy.txt", "%2e%2e%2fpackage.json"]) {
    const response = await fetch(it.url + path);
    assert.equal(response.status, /missing|package|policy/.test(path) ? 404 : 200, path);
    if (response.status === 404) continue;
    const policy = response.headers.get("content-security-policy");
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'(;|$)/);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:/);
  }
  assert.match(await readFile(`${demo}dist/index.html`, "utf8"), /script-src 'self' 'wasm-unsafe-eval'/);
});

test("the page has no inline script or style and loads nothing from other origins", async () => {
  const html = await readFile(`${demo}dist/index.html`, "utf8");
  assert.doesNotMatch(html, /<style|style=|\son\w+=|<script(?![^>]*\bsrc=)/);
  assert.doesNotMatch(html + (await readFile(`${demo}dist/${built("first.css")}`, "utf8")), /https?:|\/\/\w|url\(/);
  assert.match(it.url, /^http:\/\/127\.0\.0\.1:\d+\/$/);
});

let folder, child, url;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "casegate-embedded-"));
  child = spawn(program, ["serve", "--demo", "--port", "0", "--data", "data", "--log", "quiet"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data) => {
        said += data;
        if (/^\s*data:/m.test(said)) resolve();
      });
    }
    child.once("exit", () => reject(new Error(`${said}Build it first: cargo build -p casegate-cli --features demo`)));
  });
  url = /^\s*demo:\s+(\S+)/m.exec(said)[1];
});

after(async () => {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

/** An answer as transferred, still compressed. */
function ask(name, encoding) {
  return new Promise((resolve, reject) => {
    get(url + name, { headers: { "Accept-Encoding": encoding } }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }));
    }).on("error", reject);
  });
}

test("every file is served byte for byte in each encoding", async () => {
  const names = await readdir(`${demo}dist`);
  const policy = await readFile(`${demo}dist/policy.txt`, "utf8");
  const served = names.filter((name) => !/\.(br|gz)$/.test(name) && name !== "policy.txt");
  assert.ok(served.length > 10 && served.includes(built("casegate.wasm")), served.join(" "));
  for (const name of served) {
    for (const [encoding, end] of [["identity", ""], ["br", ".br"], ["gzip", ".gz"]]) {
      const { status, headers, bytes } = await ask(name, encoding);
      assert.equal(status, 200, name);
      assert.equal(headers["content-encoding"] ?? "identity", encoding, name);
      assert.equal(headers["content-security-policy"], /\.(html|svg)$/.test(name) ? policy : undefined, name);
      assert.ok(bytes.equals(await readFile(`${demo}dist/${name}${end}`)), `${name} in ${encoding}`);
    }
  }
  assert.ok((await ask("", "br")).bytes.equals(await readFile(`${demo}dist/index.html.br`)));
});

test("the program embeds only built files", async () => {
  for (const name of ["policy.txt", "index.html.br", "missing.js", "part-missing.js"]) assert.equal((await ask(name, "br")).status, 404, name);
});

/** The most bytes before the first question can be answered. */
const budget = 150_000;

/** Opens a page in a tab of its own, and returns what it transferred: names and bytes, the largest first. */
async function transferred(context, path, there) {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  const names = new Map();
  const weights = [];
  await network.send("Network.enable");
  network.on("Network.requestWillBeSent", ({ requestId, request }) => names.set(requestId, new URL(request.url).pathname));
  network.on("Network.requestServedFromCache", ({ requestId }) => names.delete(requestId));
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (names.has(requestId)) weights.push([names.get(requestId), encodedDataLength]);
  });
  await page.goto(it.url + path, { waitUntil: "networkidle" });
  await page.locator(there).first().waitFor();
  await page.close();
  return weights.sort((one, other) => other[1] - one[1]);
}

const sumOf = (weights) => weights.reduce((all, [, bytes]) => all + bytes, 0);
const listed = (weights) => weights.map(([name, bytes]) => `${name} ${bytes}`).join(", ");

test("the first view weighs less than 150 KB", async (t) => {
  const context = await it.browser.newContext();
  const weights = await transferred(context, "", "input[type=radio][name=f-case_type]");
  const sum = sumOf(weights);
  t.diagnostic(listed(weights));
  t.diagnostic(`${(sum / 1000).toFixed(1)} KB of ${budget / 1000}`);
  await context.close();
  assert.ok(weights.some(([name]) => name.endsWith(".wasm")), "the module was not loaded");
  assert.ok(sum < budget, `${sum} bytes`);
});

test("a second page loads nothing that the first one already had", async () => {
  const context = await it.browser.newContext();
  const isShared = ([name]) => /-[A-Z0-9]{8}\.\w+$/.test(name);
  const had = new Set((await transferred(context, "cases.html", "h1")).filter(isShared).map(([name]) => name));
  assert.ok([...had].some((name) => name.startsWith("/part-")), [...had].join(" "));
  const again = (await transferred(context, "", "input[type=radio][name=f-case_type]")).filter(([name, bytes]) => had.has(name) && bytes > 0);
  assert.deepEqual(again, []);
  await context.close();
});

test("a second visit transfers less than 10 KB", async (t) => {
  const context = await it.browser.newContext();
  for (const [path, there] of [["", "input[type=radio][name=f-case_type]"], ["cases.html", "h1"], ["playground.html", "#text"], ["rules.html", ".rule-row"], ["legal.html", "h1"]]) {
    const first = sumOf(await transferred(context, path, there));
    const weights = await transferred(context, path, there);
    t.diagnostic(`${path || "/"}: ${sumOf(weights)} bytes after ${first}: ${listed(weights)}`);
    assert.ok(sumOf(weights) < 10_000, listed(weights));
  }
  await context.close();
});
