// The plug-in in WordPress itself, with its default theme. Run by hand or by `scripts/prove
// wordpress`, which unpack WordPress and MariaDB from Debian's packages (`scripts/setup wordpress`).
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { next, visit, walk } from "../intake/support.mjs";
import { browser } from "../support/chromium.mjs";
import { freePort } from "../support/target.mjs";
import { answers, sendTwoFiles, service as receiver } from "./wordpress/support.mjs";

const repository = join(import.meta.dirname, "../..");
const packages = join(process.env.CASEGATE_TOOLS ?? join(homedir(), ".cache/casegate"), "wordpress");
const skip = existsSync(packages) ? false : "WordPress is not there: scripts/setup wordpress";
const php = ["mysqlnd", "mysqli"].flatMap((name) => ["-d", `extension=${packages}/php/${name}.so`]);
const it = { url: "", page: "", browser: undefined };
const { server: service, got } = receiver();
const children = [];
let folder;

/** Starts a program that runs until the tests end. */
function start(program, args) {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  child.stderr.setEncoding("utf8").on("data", (text) => { child.said = (child.said ?? "") + text; });
  children.push(child);
  return child;
}

/** Waits until a program has written a text. */
async function says(child, text) {
  for (const until = Date.now() + 60_000; !child.said?.includes(text); await wait(50)) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(child.said);
  }
}

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "casegate-wordpress-"));
  const [root, data, socket] = ["root", "data", "socket"].map((name) => join(folder, name));
  mkdirSync(data);
  // A database without accounts, which listens on a socket in this folder only.
  const database = start(join(packages, "mariadbd"), ["--no-defaults", `--datadir=${data}`, `--socket=${socket}`, "--skip-networking", "--skip-grant-tables",
    "--skip-innodb", "--default-storage-engine=Aria", `--lc-messages-dir=${packages}/mysql/english`, ...(process.getuid() === 0 ? ["--user=root"] : [])]);
  await says(database, "ready for connections");

  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const port = await freePort();
  it.url = `http://127.0.0.1:${port}`;

  cpSync(join(packages, "root"), root, { recursive: true });
  writeFileSync(join(root, "favicon.ico"), ""); // the server of PHP does not ask WordPress for it
  const plugin = join(root, "wp-content/plugins/casegate-intake");
  cpSync(join(repository, "pkg/dist"), plugin, { recursive: true });
  cpSync(join(repository, "examples/wordpress/casegate-intake.php"), join(plugin, "casegate-intake.php"));
  writeFileSync(join(root, "wp-config.php"), `<?php
    define('DB_NAME', 'wordpress');
    define('DB_USER', 'root');
    define('DB_PASSWORD', '');
    define('DB_HOST', 'localhost:${socket}');
    define('DB_CHARSET', 'utf8mb4');
    define('WP_SITEURL', '${it.url}');
    define('WP_HOME', '${it.url}');
    define('WP_HTTP_BLOCK_EXTERNAL', true); // WordPress looks for updates
    define('WP_ACCESSIBLE_HOSTS', '127.0.0.1');
    define('DISABLE_WP_CRON', true);
    define('CASEGATE_SERVICE', 'http://127.0.0.1:${service.address().port}');
    define('CASEGATE_TOKEN', 'secret');
    define('CASEGATE_VISITORS', true);
    $table_prefix = 'wp_';
    if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
    require ABSPATH . 'wp-settings.php';
  `);
  const installed = spawnSync("php", [...php, join(import.meta.dirname, "wordpress/install.php")], {
    encoding: "utf8", env: { ...process.env, WORDPRESS_ROOT: root, WORDPRESS_SOCKET: socket, WORDPRESS_HOST: `127.0.0.1:${port}` },
  });
  assert.equal(installed.status, 0, installed.stderr);
  it.page = new URL(installed.stdout.trim().split("\n").at(-1));
  const limits = { upload_max_filesize: "26M", post_max_size: "110M", memory_limit: "512M" };
  await says(start("php", [...php, ...Object.entries(limits).flatMap(([name, value]) => ["-d", `${name}=${value}`]), "-S", `127.0.0.1:${port}`, "-t", root]), "started");
  it.browser = await browser();
});

after(async () => {
  await it.browser?.close();
  service.close();
  for (const child of children) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test("the shortcode in the default theme shows the form, and a case with two files reaches the service with the token", { skip }, async (t) => {
  const { page, close } = await visit(it, it.page.pathname + it.page.search);
  const element = page.locator("casegate-intake");
  assert.deepEqual(await element.evaluate((node) => [node.product, node.timeZone]), ["pl", "America/New_York"]);
  t.diagnostic(`${await page.locator('meta[name="generator"]').getAttribute("content")}, ${await page.evaluate(() => document.styleSheets.length)} style sheets around the form`);
  await sendTwoFiles(element, got);
  await close();
});

test("an answer with backslashes and quotation marks arrives as it was typed", { skip }, async () => {
  const { page, close } = await visit(it, it.page.pathname + it.page.search);
  const element = page.locator("casegate-intake");
  const name = String.raw`Terry "T" O'Testcase \ 1`;
  await walk(element, answers.map((step) => ("/plaintiff_name" in step ? { ...step, "/plaintiff_name": name } : step)));
  await next(element);
  await element.locator(".reference", { hasText: "CASE-3" }).waitFor();
  assert.equal(got.at(-1).case.plaintiff_name, name);
  await close();
});

test("a theme's styles do not reach the form, and a request without the page's nonce is refused", { skip }, async () => {
  const { page, close } = await visit(it, it.page.pathname + it.page.search);
  const [form, theme] = await page.evaluate(() => {
    const size = (node) => getComputedStyle(node).fontFamily;
    return [size(document.querySelector("casegate-intake").shadowRoot.querySelector("h1")), size(document.querySelector("h1, h2"))];
  });
  assert.notEqual(form, theme);
  assert.equal(await page.locator("casegate-intake").evaluate((node) => node.getBoundingClientRect().width > 300), true);
  await close();
  const before = got.length;
  const answer = await fetch(`${it.url}/?rest_route=/casegate/v1/cases`, { method: "POST", body: new URLSearchParams({ case: "{}" }) });
  assert.equal(answer.status, 401);
  assert.equal(got.length, before);
});
