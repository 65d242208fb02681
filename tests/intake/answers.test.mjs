// The answers of servers that are not ours: sign-in pages, proxies, frameworks and broken connections.
// A case counts as sent only if the answer names it.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { intake } from "./bundle.mjs";
import { cases, next, page, setting, visit } from "./support.mjs";

const it = setting({ "/blank": page('<casegate-intake id="first"></casegate-intake>'), "/signin": "<!doctype html><title>Sign in</title><h1>Sign in</h1>" });

const payload = Object.fromEntries(Object.entries(Object.assign({}, ...cases.pe)).map(([at, value]) => [at.slice(1), value]));
payload.base_product = [payload.base_product];

/** An answer in its bytes. */
const raw = (status, headers, body = "") => `HTTP/1.1 ${status} X\r\n${headers.map((line) => `${line}\r\n`).join("")}Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const json = (status, body, ...headers) => raw(status, ["Content-Type: application/json", ...headers], typeof body === "string" ? body : JSON.stringify(body));
const html = (status, body = "<h1>Sign in</h1>", ...headers) => raw(status, ["Content-Type: text/html", ...headers], body);
const receipt = { case_id: 7, case_ref: "CASE-7" };
/** Ends the connection before the last bytes, and after the browser has the rest. */
const cut = (text) => (socket) => {
  socket.write(text.slice(0, -5));
  setTimeout(() => socket.end(), 100);
};

const unsure = "Contact us before you try again";
const nothing = "Nothing was submitted";
const elsewhere = "Another page answered instead";
const unconfirmed = "The service didn’t confirm the case";
const refused = "The case wasn’t accepted";
const failed = "The service had a problem";
const between = "Something between this page and the service";
const address = "This page’s address for cases";
const silent = "The service did not answer";
const busy = "The service is busy";

/** The answer, the outcome, the reason, and what a person reads. An answer that is a function uses the socket. */
const table = [
  ["302 to a sign-in page", html(302, "", "Location: /signin"), "unsure", "redirected", elsewhere, unsure],
  ["302 to a page that does not exist", html(302, "", "Location: /nowhere"), "unsure", "redirected", elsewhere, unsure],
  ["301 with a slash, and a list of cases there", html(301, "", "Location: /cases/"), "unsure", "redirected", elsewhere, unsure],
  ["303 to a receipt at another address", html(303, "", "Location: /receipt"), "unsure", "redirected", elsewhere, unsure],
  ["307 to another path", html(307, "", "Location: /answer/receipt"), "unsure", "redirected", elsewhere, unsure],
  ["308 in a circle", html(308, "", "Location: /answer/308"), "unsure", "no_answer", silent, unsure],
  ["302 to another site", html(302, "", "Location: http://localhost:1/"), "unsure", "no_answer", silent, unsure],
  ["302 without an address", html(302), "unsure", "redirected", elsewhere, unsure],
  ["304", raw(304, []), "unsure", "redirected", elsewhere, unsure],
  ["200 with a page", html(200), "unsure", "no_receipt", unconfirmed, unsure],
  ["200 with nothing", raw(200, []), "unsure", "no_receipt", unconfirmed, unsure],
  ["200 null", json(200, "null"), "unsure", "no_receipt", unconfirmed, unsure],
  ["200 {}", json(200, {}), "unsure", "no_receipt", unconfirmed, unsure],
  ["200 []", json(200, []), "unsure", "no_receipt", unconfirmed, unsure],
  ["200 success: false", json(200, { success: false, message: "Try later." }), "unsure", "no_receipt", "Try later.", unsure],
  ["200 with an id that is text", json(200, { case_id: "12" }), "unsure", "no_receipt", unconfirmed, unsure],
  ["200 within another member", json(200, { data: receipt }), "unsure", "no_receipt", unconfirmed, unsure],
  ["200 after a warning of PHP", html(200, `<b>Warning</b>: x\n${JSON.stringify(receipt)}`), "unsure", "no_receipt", unconfirmed, unsure],
  ["201 with text", raw(201, ["Content-Type: text/plain"], "created"), "unsure", "no_receipt", "“created”", unsure],
  ["202", json(202, receipt), "unsure", "no_receipt", unconfirmed, unsure],
  ["204", raw(204, []), "unsure", "no_receipt", unconfirmed, unsure],
  ["205", raw(205, []), "unsure", "no_receipt", unconfirmed, unsure],
  ["206 with a receipt", json(206, receipt, "Content-Range: bytes 0-9/99"), "unsure", "no_receipt", unconfirmed, unsure],
  ["226 with a receipt", json(226, receipt), "unsure", "no_receipt", unconfirmed, unsure],
  ["200 with JSON in a text of JSON", json(200, JSON.stringify(JSON.stringify(receipt))), "unsure", "no_receipt", unconfirmed, unsure],
  ["200 with a call of a script", json(200, `done(${JSON.stringify(receipt)});`), "unsure", "no_receipt", unconfirmed, unsure],
  ["200 before a warning of PHP", json(200, `${JSON.stringify(receipt)}\n<b>Warning</b>: x`), "unsure", "no_receipt", unconfirmed, unsure],
  ["200 behind a guard against scripts", json(200, `)]}',\n${JSON.stringify(receipt)}`), "unsure", "no_receipt", unconfirmed, unsure],
  ["200 in a list", json(200, [receipt]), "unsure", "no_receipt", unconfirmed, unsure],
  ...[-1, 7.5, "1e400", "9007199254740993", "true", "[7]", '" "'].map((number) => [`200 with the id ${number}`, json(200, `{"case_id":${number},"case_ref":" "}`), "unsure", "no_receipt", unconfirmed, unsure]),
  ["201 in UTF-16 without a word", raw(201, ["Content-Type: application/json"], Buffer.from(JSON.stringify(receipt), "utf16le").toString("latin1")), "unsure", "no_receipt", unconfirmed, unsure],
  ["201 that is said to be compressed", json(201, receipt, "Content-Encoding: gzip"), "unsure", "no_answer", silent, unsure],
  ["201 in parts that stop", (socket) => { socket.write('HTTP/1.1 201 X\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n8\r\n{"case_i\r\n'); setTimeout(() => socket.end(), 100); }, "unsure", "incomplete", "was cut off", unsure],
  ["hints, and then an end", (socket) => socket.end("HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"), "unsure", "no_answer", silent, unsure],
  ["200 with a page of 3 MB", (socket) => socket.end(html(200, "x".repeat(3e6))), "unsure", "no_receipt", unconfirmed, unsure],
  ["421", html(421), "refused", "refused", refused, nothing],
  ["425", html(425), "refused", "busy", busy, nothing],
  ["451", html(451), "refused", "refused", refused, nothing],
  ["half of a receipt", cut(json(201, receipt)), "unsure", "incomplete", "The service’s answer was cut off", unsure],
  ["half of a refusal", cut(json(400, { errors: [] })), "refused", "refused", refused, nothing],
  ["JSON that is cut off", json(201, JSON.stringify(receipt).slice(0, -1)), "unsure", "no_receipt", unconfirmed, unsure],
  ["a reset after the body", (socket) => socket.resetAndDestroy(), "unsure", "no_answer", silent, unsure],
  ["a reset before the body", { early: (socket) => socket.resetAndDestroy() }, "unsure", "no_answer", silent, unsure],
  ["an end without an answer", (socket) => socket.end(), "unsure", "no_answer", silent, unsure],
  ["no HTTP", (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"), "unsure", "no_answer", silent, unsure],
  ["never", () => {}, "unsure", "no_answer", silent, unsure],
  ["100 and nothing else", (socket) => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), "unsure", "no_answer", silent, unsure],
  ["headers, and no end", (socket) => socket.write(json(201, receipt).slice(0, -9)), "unsure", "incomplete", "was cut off", unsure],
  ["500 with a page", html(500, "<h1>Oops</h1>"), "unsure", "failed", failed, unsure],
  ["502 of a proxy", html(502), "unsure", "failed", failed, unsure],
  ["503 with a time", html(503, "", "Retry-After: 3600"), "unsure", "busy", "You can try again after", unsure],
  ["504", html(504), "unsure", "failed", failed, unsure],
  ["600", json(600, receipt), "unsure", "failed", failed, unsure],
  ["429 in seconds", json(429, { detail: "Slow down." }, "Retry-After: 90"), "refused", "busy", "You can try again after", nothing],
  ["429 as a date", json(429, {}, "Date: Sun, 01 Nov 2026 08:00:00 GMT", "Retry-After: Sun, 01 Nov 2026 08:01:30 GMT"), "refused", "busy", "You can try again after", nothing],
  ["429 in a thousand years", json(429, {}, "Retry-After: 99999999999999"), "refused", "busy", "Wait a few minutes", nothing],
  ["429 with another word", json(429, {}, "Retry-After: soon"), "refused", "busy", "Wait a few minutes", nothing],
  ["408", html(408, "", "Retry-After: 5"), "refused", "busy", busy, nothing],
  ["401", json(401, { detail: "Invalid token." }), "refused", "sign_in", "The service asks for a sign-in", nothing],
  ["403 with a page", html(403, "<h1>Forbidden</h1>"), "refused", "between", between, nothing],
  ["403 of a backend", json(403, { title: "Not yours" }), "refused", "not_allowed", "This account can’t submit cases", nothing],
  ["404 with a page", html(404), "refused", "wrong_address", address, nothing],
  ["405", html(405, "", "Allow: GET"), "refused", "wrong_address", address, nothing],
  ["407", html(407, "", 'Proxy-Authenticate: Basic realm="x"'), "unsure", "no_answer", silent, unsure], // Chromium shows it to no page
  ["413 with a page", html(413, "<h1>Request Entity Too Large</h1>"), "refused", "too_large", "The files are too large", nothing],
  ["511", html(511), "refused", "between", between, nothing],
  ["400 as a problem", raw(400, ["Content-Type: application/problem+json"], '{"title":"Refused","detail":"Not on Sundays."}'), "refused", "refused", "“Not on Sundays.”", nothing],
  ["400 as text", raw(400, ["Content-Type: text/plain"], "No case."), "refused", "refused", "“No case.”", nothing],
  ["400 with a page", html(400, "<h1>Bad Request</h1>"), "refused", "refused", refused, nothing],
  ["400 of WordPress", json(400, { code: "rest_missing", message: "Missing parameter(s): case", data: { status: 400 } }), "refused", "refused", "Missing parameter", nothing],
  ["422 of Laravel", json(422, { message: "The case field is required.", errors: { case: ["The case field is required."] } }), "refused", "refused", "The case field is required.", nothing],
  ["400 of Django REST framework", json(400, { case: ["This field is required."] }), "refused", "refused", refused, nothing],
  ["422 of FastAPI", json(422, { detail: [{ loc: ["body", "case"], msg: "field required" }] }), "refused", "refused", refused, nothing],
];

/** Answers POST with the bytes, and what a redirect asks for with what is there. */
function answerWith(answer) {
  it.respond = async (request, response) => {
    if (request.url === "/answer/receipt") return response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(receipt));
    if (answer.early) return answer.early(request.socket);
    try {
      for await (const _ of request);
    } catch {
      return; // the browser gave up
    }
    if (typeof answer === "function") answer(request.socket);
    else request.socket.end(answer);
  };
}

/** A new form of its own, before its last button. */
async function atReview(tab, name, { language = "en", set } = {}) {
  await tab.evaluate(async ({ name, language, payload }) => {
    const node = Object.assign(document.createElement("casegate-intake"), { id: name, language, submitUrl: `/answer/${name}` });
    globalThis.heard = [];
    for (const type of ["casegate-sent", "casegate-error"]) node.addEventListener(type, ({ detail }) => globalThis.heard.push({ type, kind: detail.kind, outcome: detail.outcome, reason: detail.reason, error: String(detail.error), receipt: detail.receipt }));
    document.querySelector("casegate-intake").replaceWith(node);
    while (!(await node.open(payload))) await new Promise((resolve) => setTimeout(resolve, 20));
  }, { name, language, payload });
  const element = tab.locator("casegate-intake");
  await element.locator(".all-answers").waitFor();
  if (set) await element.evaluate(set);
  return element;
}

const heard = (tab) => tab.evaluate(() => globalThis.heard);

/** The case was not taken for sent: the draft is there, the page is told, and there is a way on. */
async function stays(tab, element, name, outcome, reason, ...words) {
  const box = element.locator("#sending-outcome h2");
  await box.waitFor({ timeout: 30_000 });
  const [{ error, ...event }, ...more] = await heard(tab);
  assert.deepEqual([event, more], [{ type: "casegate-error", kind: "sending", outcome, reason, receipt: undefined }, []], name);
  assert.doesNotMatch(error, /Terry|Testcase/, name);
  const text = await element.locator("#sending-outcome").innerText();
  for (const word of words) assert.ok(text.includes(word), `${name}: ${text}`);
  await tab.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.match(await tab.evaluate((key) => localStorage.getItem(key), `casegate-intake-draft-${name}`), /Terry Testcase/, name);
  assert.match(await element.locator("form > .actions button").innerText(), /Try again|Intentar de nuevo/, name);
  assert.equal(await element.evaluate((node) => node.shadowRoot.querySelector("form > .actions button").getAttribute("aria-disabled")), null, name);
}

/** Long waits of the page are shorter by this factor from now on. */
const hurry = (tab, factor) => tab.evaluate((by) => {
  globalThis.unhurried ??= globalThis.setTimeout;
  globalThis.setTimeout = (work, pause, ...more) => globalThis.unhurried(work, pause >= 60_000 ? pause / by : pause, ...more);
}, factor);
/** Answers that never end. The others are waited for as long as in a page, because this machine may be slow. */
const endless = new Set(["never", "100 and nothing else", "headers, and no end"]);

const loading = /Failed to load resource|net::ERR|localhost:1\//;

test("no answer of a server that is not ours is taken for a receipt", async () => {
  const { page: tab, close } = await visit(it, "/blank", { expected: loading });
  for (const [index, [name, answer, outcome, reason, ...words]] of table.entries()) {
    answerWith(answer);
    await hurry(tab, endless.has(name) ? 60 : 1);
    const element = await atReview(tab, `n${index}`);
    await next(element);
    await stays(tab, element, `n${index}`, outcome, reason, ...words).catch((error) => { throw new Error(`${name}: ${error.message}`, { cause: error }); });
  }
  await close();
  it.respond = undefined;
});

test("the sentences are there in Spanish", async () => {
  const { page: tab, close } = await visit(it, "/blank", { expected: loading });
  for (const [name, answer, ...words] of [
    ["es1", html(302, "", "Location: /signin"), "unsure", "redirected", "La respuesta vino de otra dirección", "Comuníquese con nosotros"],
    ["es2", json(429, {}, "Retry-After: 90"), "refused", "busy", "puede intentar de nuevo.", "No se envió nada"],
  ]) {
    answerWith(answer);
    const element = await atReview(tab, name, { language: "es" });
    await next(element);
    await stays(tab, element, name, ...words);
  }
  await close();
  it.respond = undefined;
});

test("what a page hands over, or rejects with, is read by the same rule", async () => {
  const { page: tab, close } = await visit(it, "/blank", { expected: loading });
  // Each is the text of a function, because it runs in the page.
  const rows = [
    ["() => ({})", "unsure", "no_receipt"],
    ["() => null", "unsure", "no_receipt"],
    ["() => undefined", "unsure", "no_receipt"],
    ["() => ({ success: false })", "unsure", "no_receipt"],
    ['() => ({ case_id: "12" })', "unsure", "no_receipt"],
    ["() => ({ case_id: NaN })", "unsure", "no_receipt"],
    ['() => ({ case_ref: "" })', "unsure", "no_receipt"],
    ["() => true", "unsure", "no_receipt"],
    ["() => [{ case_id: 1 }]", "unsure", "no_receipt"],
    ["() => { const one = { case_id: 1 }; one.self = one; return one; }", "unsure", "no_receipt"],
    ['() => new Response("<h1>Sign in</h1>")', "unsure", "no_receipt"],
    ['() => new Response(JSON.stringify({ detail: "No." }), { status: 409 })', "refused", "refused"],
    ['() => fetch("/signin")', "unsure", "no_receipt"],
    ['() => fetch("/answer/away", { method: "POST" })', "unsure", "redirected"],
    ['() => fetch("/answer/away", { method: "POST", redirect: "manual" })', "unsure", "redirected"],
    ['() => Promise.reject(new Response("", { status: 429 }))', "refused", "busy"],
    ["() => Promise.reject()", "unsure", "no_answer"],
    ["() => Promise.reject(new TypeError('Failed to fetch'))", "unsure", "no_answer"],
    ["() => { throw new Error('broken'); }", "unsure", "no_answer"],
    ["() => Promise.reject({ status: 422, body: { detail: 'No.' } })", "refused", "refused"],
    ["() => Promise.reject(Object.assign(new Error('x'), { status: 413 }))", "refused", "too_large"],
    ["() => Promise.reject(Object.assign(new Error('x'), { status: 503, retry_after: '90' }))", "unsure", "busy"],
    ["() => Promise.reject(Object.assign(new Error('x'), { status: 200, body: '{}' }))", "unsure", "no_receipt"],
  ];
  answerWith(html(302, "", "Location: /signin"));
  for (const way of ["backend", "event"]) {
    for (const [index, [answer, ...expected]] of rows.entries()) {
      if (way === "event" && answer.includes("throw")) continue; // the page's own error, before it has responded
      const name = `${way}${index}`;
      const element = await atReview(tab, name);
      await element.evaluate((node, [way, text]) => {
        const answer = new Function(`return ${text}`)();
        if (way === "backend") node.backend = { submit: answer };
        else node.addEventListener("casegate-submit", ({ detail }) => detail.respondWith(answer()));
      }, [way, answer]);
      await next(element);
      await stays(tab, element, name, ...expected).catch((error) => { throw new Error(`${way} ${answer}: ${error.message}`, { cause: error }); });
    }
  }
  await close();
  it.respond = undefined;
});

test("a receipt is shown whatever its other members are", async () => {
  const { page: tab, close } = await visit(it, "/blank", { expected: loading });
  const files = [null, 7, { filename: "a.pdf", label: 3, status: "accepted" }, { filename: "b.exe", status: "rejected", error: "No." }];
  for (const [name, body, reference] of [
    ["r1", "\uFEFF{\"case_id\":7}", "Not assigned yet"],
    ["r2", JSON.stringify({ case_ref: "CASE-9", attachments: files }), "CASE-9"],
    ["r3", JSON.stringify({ case_id: 7, case_ref: 12, attachments: "none" }), "Not assigned yet"],
    ["r4", ` \n${JSON.stringify(receipt)}\r\n`, "CASE-7"],
  ]) {
    answerWith(json(201, body));
    const element = await atReview(tab, name);
    await next(element);
    await element.locator(".sent .title-block", { hasText: reference }).waitFor();
    const [sent, ...more] = await heard(tab);
    assert.deepEqual([sent.type, more], ["casegate-sent", []]);
    if (name === "r2") assert.match(await element.locator(".sent table").innerText(), /a\.pdf[^]*Attached[^]*b\.exe[^]*No\.[^]*Not attached/);
    assert.equal(await tab.evaluate((key) => localStorage.getItem(key), `casegate-intake-draft-${name}`), null);
  }
  await close();
  it.respond = undefined;
});

test("a device that is offline has sent nothing, and another attempt may be made", async () => {
  const { page: tab, context, close } = await visit(it, "/blank", { expected: loading });
  const element = await atReview(tab, "offline");
  await context.setOffline(true);
  await next(element);
  await stays(tab, element, "offline", "not_sent", "unreached", "The service cannot be reached", nothing, "Check your connection");
  await context.setOffline(false);
  await next(element);
  await element.locator(".sent .reference", { hasText: "CASE-7" }).waitFor();
  await close();
});

test("without the module that reads the answer, the review is not reached, and the form says so", async () => {
  const { page: tab, close } = await visit(it, "/blank", { expected: loading });
  await tab.route("**/casegate.wasm", (route) => route.abort());
  await tab.evaluate((payload) => void document.querySelector("casegate-intake").open(payload), payload);
  await tab.locator("casegate-intake .notice").waitFor();
  assert.equal(await tab.locator("casegate-intake .all-answers").count(), 0);
  await close();
});

test("the longest wait grows with the size, where no progress is seen, and for the answer", async () => {
  const { patience } = await intake();
  const minutes = (phase, bytes) => Math.round(patience(phase, bytes) / 6000) / 10;
  for (const [phase, bytes, expected] of [
    ["uploading", 0, 3], ["uploading", 100e6, 3],
    ["unseen", 0, 3], ["unseen", 16e6, 16.3], ["unseen", 100e6, 86.3],
    ["answering", 0, 3], ["answering", 16e6, 4.1], ["answering", 100e6, 9.7],
  ]) assert.equal(minutes(phase, bytes), expected, `${phase} ${bytes}`);
  // At 80 KB/s, a case of 100 MB takes 21 minutes.
  assert.ok(patience("unseen", 100e6) > 2 * (100e6 / 80));
});

/** Reads a request slowly, then answers. The first bytes may be all that is read. */
async function readSlowly(request, response, { rate = 3e6, most = Infinity, headers = {} } = {}) {
  let bytes = 0;
  const start = Date.now();
  try {
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes > most) await new Promise((resolve) => request.socket.once("close", resolve));
      const ahead = (bytes / rate) * 1000 - (Date.now() - start);
      if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
    }
  } catch {
    return;
  }
  response.writeHead(201, { "content-type": "application/json", ...headers }).end(JSON.stringify(receipt));
}

const addFile = (node, size) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(size)], "scan.pdf"));
  const input = node.shadowRoot.querySelector("#files-input");
  input.files = data.files;
  input.dispatchEvent(new Event("change"));
};

async function withFile(tab, name, size) {
  const element = await atReview(tab, name);
  await element.evaluate((node) => { node.step = "files"; });
  await element.evaluate(addFile, size);
  await next(element);
  await element.locator(".all-answers").waitFor();
  return element;
}

test("a slow upload arrives, with and without visible progress, and one that stops is given up", async () => {
  const { page: tab, close } = await visit(it, "/blank", { expected: loading, bypassCSP: true });
  await hurry(tab, 45); // a silence of 4 s
  const size = 20e6; // 7 s at 3 MB/s
  it.respond = (request, response) => void readSlowly(request, response);
  const element = await withFile(tab, "slow", size);
  await next(element);
  await element.locator(".sent .reference", { hasText: "CASE-7" }).waitFor();

  const methods = [];
  const other = createServer((request, response) => {
    methods.push(request.method);
    void readSlowly(request, response, { headers: { "access-control-allow-origin": "*" } });
  });
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
  const blind = await withFile(tab, "blind", size);
  await blind.evaluate((node, url) => { node.submitUrl = url; }, `http://127.0.0.1:${other.address().port}/`);
  await next(blind);
  await blind.locator(".sent .reference", { hasText: "CASE-7" }).waitFor();
  assert.deepEqual(methods, ["POST"]);
  other.close();

  it.respond = (request, response) => void readSlowly(request, response, { most: 1e6 });
  const stopped = await withFile(tab, "stopped", size);
  await next(stopped);
  await stays(tab, stopped, "stopped", "unsure", "no_answer", silent, unsure);
  it.respond = undefined;
  await close();
});

/** A server that others wrote, which answers for the page's own origin. */
async function realServer(command, args) {
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address();
  await new Promise((done) => free.close(done));
  const child = spawn(command, args(port), { stdio: "ignore" });
  for (const until = Date.now() + 10_000; Date.now() < until;) {
    if (await fetch(`http://127.0.0.1:${port}/`).then(() => true, () => false)) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  it.respond = (request, response) => {
    const passed = httpRequest({ port, host: "127.0.0.1", path: request.url, method: request.method, headers: { ...request.headers, connection: "close" } }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  };
  return { close: () => { it.respond = undefined; child.kill(); } };
}

const unpacked = join(process.env.CASEGATE_TOOLS ?? join(homedir(), ".cache/casegate"), "nginx/usr/sbin/nginx");
const nginx = existsSync(unpacked) ? unpacked : "nginx";

/** Writes the settings of an nginx in one process, and returns its arguments. */
function nginxIn(folder, port) {
  writeFileSync(join(folder, "nginx.conf"), `daemon off; master_process off; pid nginx.pid; error_log /dev/null; events {}
    http {
      access_log off;
      ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`).join(" ")}
      server {
        listen 127.0.0.1:${port}; absolute_redirect off;
        root ${folder};
        location / { return 200 here; }
        location /answer/large { client_max_body_size 100; proxy_pass http://127.0.0.1:1; }
        location /answer/slash/ { proxy_pass http://127.0.0.1:1; }
        location /answer/away { proxy_pass http://127.0.0.1:1; }
        location /answer/file { try_files /nginx.conf =404; }
        location /answer/missing { return 404; }
        location /answer/denied { deny all; }
        location /answer/signin { return 302 /signin; }
        location /answer/closed { return 444; }
        location /answer/often { return 429; }
      }
    }`);
  return ["-p", folder, "-c", "nginx.conf"];
}

test("Python's file server, PHP and nginx take no cases, and the form sees it", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "casegate-answers-"));
  writeFileSync(join(folder, "index.php"), `<?php
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') exit('here');
    switch (basename($_SERVER['REQUEST_URI'])) {
      case 'fatal': missing();
      case 'login': header('Location: /signin'); exit;
      case 'warning': echo $missing; header('Content-Type: application/json'); exit('{"case_id":7}');
      case 'posted': exit(json_encode(['case_id' => isset($_POST['case']) ? 7 : null]));
    }`);
  const php = (port) => ["-d", "display_errors=1", "-d", "html_errors=1", "-d", "output_buffering=0", "-d", "post_max_size=100", "-S", `127.0.0.1:${port}`, join(folder, "index.php")];
  const { page: tab, close } = await visit(it, "/blank", { expected: loading });
  for (const [command, args, rows] of [
    ["python3", (port) => ["-m", "http.server", String(port), "--bind", "127.0.0.1", "--directory", folder], [["python", "unsure", "failed"]]],
    [nginx, (port) => nginxIn(folder, port), [
      ["large", "refused", "too_large"], ["slash", "unsure", "redirected"], ["away", "unsure", "failed"],
      ["file", "refused", "wrong_address"], ["missing", "refused", "wrong_address"], ["denied", "refused", "between"],
      ["signin", "unsure", "redirected"], ["closed", "unsure", "no_answer"], ["often", "refused", "busy"],
    ]],
    ["php", php, [["fatal", "unsure", "no_receipt"], ["login", "unsure", "redirected"], ["warning", "unsure", "no_receipt"], ["posted", "unsure", "no_receipt"]]],
  ]) {
    if (spawnSync(command, [command === nginx ? "-v" : "--version"]).error) {
      const words = `answers of ${command}: it is not installed`;
      if (process.env.CASEGATE_SKIPPED) appendFileSync(process.env.CASEGATE_SKIPPED, `${words}\n`);
      t.diagnostic(words);
      continue;
    }
    const server = await realServer(command, args);
    try {
      for (const [name, outcome, reason] of rows) {
        const element = await atReview(tab, name);
        await next(element);
        await stays(tab, element, name, outcome, reason, outcome === "unsure" ? unsure : nothing).catch((error) => { throw new Error(`${command} ${name}: ${error.message}`, { cause: error }); });
      }
    } finally {
      server.close();
    }
  }
  await close();
  rmSync(folder, { recursive: true });
});

test("a page that never answers leaves nobody stuck", async () => {
  const { page: tab, close } = await visit(it, "/blank", { expected: loading });
  await hurry(tab, 60);
  // Its questions have a limit of their own.
  for (const question of ["ready", "find"]) {
    const element = await atReview(tab, question);
    await element.evaluate((node, name) => { node.backend = { submit: () => Promise.reject(new Error("not reached")), [name]: () => new Promise(() => {}) }; }, question);
    await next(element);
    await stays(tab, element, question, "not_sent", "unreached", "The service cannot be reached", nothing);
  }
  // A page may ask something itself before it sends, so only the person ends that.
  const element = await atReview(tab, "stuck");
  await element.evaluate((node) => {
    node.addEventListener("casegate-submit", ({ detail }) => detail.respondWith(new Promise(() => {})));
  });
  await next(element);
  await element.getByRole("button", { name: "Cancel", exact: true }).click({ timeout: 15_000 });
  await stays(tab, element, "stuck", "unsure", "no_answer", "The case may have arrived before you canceled", unsure);
  await close();
});
