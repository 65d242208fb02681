// The plug-in for WordPress in PHP, with the functions of WordPress that it uses, and in a page with
// the styles of a theme.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { visit } from "../intake/support.mjs";
import { browser } from "../support/chromium.mjs";
import { sendTwoFiles, service as receiver } from "./wordpress/support.mjs";

const path = (to) => fileURLToPath(new URL(to, import.meta.url));
const skip = spawnSync("php", ["--version"]).error ? "PHP is not installed" : false;
const it = { url: "", browser: undefined };
const { server: service, got } = receiver();
let php;

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
  await sendTwoFiles(element, got);
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
