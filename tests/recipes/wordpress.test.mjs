// The plug-in for WordPress in PHP, with the functions of WordPress that it uses, and in a page with
// the styles of a theme.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { cases, next, visit, walk } from "../intake/support.mjs";
import { browser } from "../support/chromium.mjs";

const path = (to) => fileURLToPath(new URL(to, import.meta.url));
const skip = spawnSync("php", ["--version"]).error ? "PHP is not installed" : false;
const it = { url: "", browser: undefined };
const got = [];
let php;

const service = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const form = await new Response(Buffer.concat(chunks), { headers: { "content-type": request.headers["content-type"] } }).formData();
  got.push({ token: request.headers.authorization, case: JSON.parse(form.get("case")), files: form.getAll("files").map(({ name, size }) => [name, size]), labels: form.getAll("labels") });
  response.writeHead(201, { "content-type": "application/json" }).end('{"case_id":3,"case_ref":"CASE-3","attachments":[]}');
});

before(async () => {
  if (skip && process.env.CASEGATE_SKIPPED) appendFileSync(process.env.CASEGATE_SKIPPED, `plug-in for WordPress: ${skip}\n`);
  if (skip) return;
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address();
  await new Promise((done) => free.close(done));
  const env = { ...process.env, CASEGATE_SERVICE: `http://127.0.0.1:${service.address().port}`, CASEGATE_PLUGIN: path("../../examples/wordpress/casegate-intake.php") };
  php = spawn("php", ["-S", `127.0.0.1:${port}`, "-t", path("../../pkg/dist"), path("wordpress/router.php")], { env, stdio: ["ignore", "ignore", "pipe"] });
  await once(php.stderr, "data"); // it says that it has started
  it.url = `http://127.0.0.1:${port}`;
  it.browser = await browser();
});

after(async () => {
  await it.browser?.close();
  php?.kill();
  service.close();
});

test("the shortcode shows the form, and a case with two files reaches the service with the token", { skip }, async () => {
  const { page, close } = await visit(it, "/");
  const element = page.locator("casegate-intake");
  assert.deepEqual(await element.evaluate((node) => [node.product, node.language, node.timeZone, node.attributes.length]), ["pl", "en", "America/New_York", 3]);
  await walk(element, cases.pl.map(({ "/case_type": _fixed, ...rest }) => rest));
  await element.evaluate((node) => { node.step = "files"; });
  await element.locator("#files-input").setInputFiles(["a b.pdf", "c.pdf"].map((name, index) => ({ name, mimeType: "application/pdf", buffer: Buffer.alloc(10 + index) })));
  await element.locator("select").first().selectOption("incident_report");
  await next(element);
  await next(element);
  await element.locator(".reference", { hasText: "CASE-3" }).waitFor();
  const { token, case: sent, files, labels } = got.at(-1);
  assert.deepEqual([token, sent.plaintiff_name, files, labels[0], labels.length], ["Token secret", "Terry Testcase", [["a b.pdf", 10], ["c.pdf", 11]], "incident_report", 2]);
  await close();
});

test("a theme's styles do not reach the form, and a request without the page's nonce is refused", { skip }, async () => {
  const { page, close } = await visit(it, "/");
  const look = await page.locator("casegate-intake form > .actions button").evaluate((node) => {
    const { textTransform, borderRadius, letterSpacing } = getComputedStyle(node);
    const { textAlign, fontFamily } = getComputedStyle(node.getRootNode().querySelector("h1"));
    return { textTransform, isRound: borderRadius !== "0px", letterSpacing, textAlign, isImpact: fontFamily.includes("Impact") };
  });
  assert.deepEqual(look, { textTransform: "none", isRound: true, letterSpacing: "normal", textAlign: "start", isImpact: false });
  await close();
  const before = got.length;
  const answer = await fetch(`${it.url}/wp-json/casegate/v1/cases`, { method: "POST", body: new URLSearchParams({ case: "{}" }) });
  assert.equal(answer.status, 401);
  assert.equal(got.length, before);
});

test("an incomplete wp-config.php, a filter, and a WordPress without a city", { skip }, async () => {
  const page = async (query) => (await fetch(`${it.url}/?${query}`)).text();
  assert.match(await page("zone=Europe/Paris"), /<casegate-intake time-zone="Europe\/Paris"/);
  assert.match(await page("zone=%2B00:00"), /<casegate-intake product="pl"/);
  assert.match(await page("incomplete"), /<p>wp-config.php needs CASEGATE_SERVICE and CASEGATE_TOKEN.<\/p>/);
  for (const query of ["incomplete", "closed"]) assert.doesNotMatch(await page(query), /<casegate-intake/);
  const before = got.length;
  const post = async (query) => {
    const answer = await fetch(`${it.url}/wp-json/casegate/v1/cases?${query}`, { method: "POST", headers: { "X-WP-Nonce": "nonce" }, body: new URLSearchParams({ case: "{}" }) });
    return [answer.status, await answer.json()];
  };
  assert.deepEqual(await post("incomplete"), [503, { title: "wp-config.php needs CASEGATE_SERVICE and CASEGATE_TOKEN." }]);
  assert.deepEqual(await post("closed"), [403, { title: "You may not send cases" }]);
  assert.equal(got.length, before);
});
