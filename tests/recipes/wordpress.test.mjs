// The plug-in for WordPress in PHP, with the functions of WordPress that it uses, and in a page with
// the styles of a theme.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { visit } from "../intake/support.mjs";
import { browser } from "../support/chromium.mjs";
import { freePort } from "../support/target.mjs";
import { sendTwoFiles, service as receiver } from "./wordpress/support.mjs";

const path = (to) => fileURLToPath(new URL(to, import.meta.url));
const skip = spawnSync("php", ["--version"]).error ? "PHP is not installed" : false;
const it = { url: "", browser: undefined };
const { server: service, got, other } = receiver();
const limits = { post_max_size: "1M", upload_max_filesize: "200K", max_file_uploads: "3" };
const transients = mkdtempSync(join(tmpdir(), "casegate-transients-"));
let php;

before(async () => {
  if (skip && process.env.CASEGATE_SKIPPED) appendFileSync(process.env.CASEGATE_SKIPPED, `plug-in for WordPress: ${skip}\n`);
  if (skip) return;
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const port = await freePort();
  const env = { ...process.env, CASEGATE_SERVICE: `http://127.0.0.1:${service.address().port}`, CASEGATE_PLUGIN: path("../../examples/wordpress/casegate-intake.php"), CASEGATE_TRANSIENTS: transients };
  php = spawn("php", [...Object.entries(limits).flatMap(([name, value]) => ["-d", `${name}=${value}`]), "-S", `127.0.0.1:${port}`, "-t", path("../../pkg/dist"), path("wordpress/router.php")], { env, stdio: ["ignore", "ignore", "pipe"] });
  await once(php.stderr, "data"); // it says that it has started
  it.url = `http://127.0.0.1:${port}`;
  it.browser = await browser();
});

after(async () => {
  await it.browser?.close();
  php?.kill();
  service.close();
  rmSync(transients, { recursive: true });
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

/** Posts parts of a form with the page's nonce. */
async function post(parts, { query = "", headers = {} } = {}) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const answer = await fetch(`${it.url}/wp-json/casegate/v1/cases?${query}`, { method: "POST", headers: { "X-WP-Nonce": "nonce", ...headers }, body: form });
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.json() };
}
const pdf = (size, name = "a.pdf") => new File([new Uint8Array(size)], name);

test("whatever shape the form has, files arrive or the answer names the reason", { skip }, async () => {
  const sent = async (parts) => {
    const { status } = await post([["case", "{}"], ...parts]);
    return [status, got.at(-1).files, got.at(-1).labels];
  };
  assert.deepEqual(await sent([]), [201, [], []]);
  assert.deepEqual(await sent([["files", pdf(10)], ["labels", "other"]]), [201, [["a.pdf", 10]], ["other"]]);
  assert.deepEqual(await sent([["files[0][]", pdf(10)], ["files[1][]", pdf(11, "b.pdf")], ["labels[]", "other"]]), [201, [["a.pdf", 10], ["b.pdf", 11]], ["other", ""]]);
  const before = got.length;
  for (const [status, words, parts, headers] of [
    [413, /^This site takes at most 1M/, [["case", "{}"], ["files[]", pdf(2e6)]]],
    [413, /^Este sitio acepta como máximo 1M/, [["case", "{}"], ["files[]", pdf(2e6)]], { "Accept-Language": "es" }],
    [413, /^File 2 is too large: .* 200K/, [["case", "{}"], ["files[]", pdf(10)], ["files[]", pdf(3e5, "b.pdf")]]],
    [413, /^Files are missing: .* 3 /, [["case", "{}"], ...[1, 2, 3, 4].flatMap((size) => [["files[]", pdf(size)], ["labels[]", "other"]])]],
    [400, /^The case did not arrive/, []],
    [400, /^The case did not arrive/, [["case[]", "{}"]]],
    [400, /^The case did not arrive/, [["case", pdf(10)]]],
    [400, /^The case did not arrive/, [["case", "{}"], ["labels[][]", "other"]]],
  ]) {
    const answer = await post(parts, { headers });
    assert.equal(answer.status, status, String(words));
    assert.match(answer.body.title, words);
  }
  assert.equal(got.length, before);
});

test("the service's answer is passed on, unless it is a redirect or no JSON", { skip }, async () => {
  const html = { "content-type": "text/html" };
  for (const [next, status, retryAfter = null] of [
    [{ status: 302, headers: { location: "/" } }, 502],
    [{ status: 301, headers: { location: "/", "content-type": "application/json" }, body: '{"case_id":7}' }, 502],
    [{ status: 200, headers: html, body: "<h1>Sign in</h1>" }, 502],
    [{ status: 200, headers: html, body: "null" }, 502],
    [{ status: 204 }, 502],
    [{ status: 500, headers: html, body: "Oops" }, 502],
    [{ status: 503, headers: { ...html, "retry-after": "60" }, body: "Later" }, 502, "60"],
    [{ status: 429, headers: { "retry-after": "30", "content-type": "application/json" }, body: '{"detail":"Slow down."}' }, 429, "30"],
    [{ status: 413, headers: html, body: "<h1>Too large</h1>" }, 413],
    [{ status: 400, headers: { "content-type": "application/json" }, body: '{"errors":[]}' }, 400],
  ]) {
    other.next = { headers: {}, body: "", ...next };
    const answer = await post([["case", "{}"]]);
    assert.deepEqual([answer.status, answer.retryAfter, typeof answer.body], [status, retryAfter, "object"], String(next.status));
    assert.notEqual(answer.body, null);
  }
});

test("visitors send cases only if the site says so, and not many", { skip }, async () => {
  const page = async (query) => (await fetch(`${it.url}/?${query}`)).text();
  assert.match(await page("visitor"), /<a href="\/wp-login\.php\?redirect_to=%2Fpage">Sign in to send a case<\/a>/);
  assert.doesNotMatch(await page("visitor"), /<casegate-intake/);
  assert.match(await page("visitor=open"), /<casegate-intake/);
  const before = got.length;
  assert.equal((await post([["case", "{}"]], { query: "visitor" })).status, 403);
  assert.equal(got.length, before);
  const answers = [];
  for (let count = 0; count < 11; count++) answers.push(await post([["case", "{}"]], { query: "visitor=open" }));
  assert.deepEqual(answers.map(({ status }) => status), [...Array(10).fill(201), 429]);
  assert.ok(Number(answers.at(-1).retryAfter) > 3500 && Number(answers.at(-1).retryAfter) <= 3600, answers.at(-1).retryAfter);
  assert.equal(got.length, before + 10);
  assert.equal((await post([["case", "{}"]])).status, 201, "people who are signed in are not counted");
});
