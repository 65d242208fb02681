// A real Chromium, and a local server for its pages.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const flags = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
  "--no-sandbox",
];

const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** A browser, for tests that open contexts themselves. */
export function browser() {
  return chromium.launch({ executablePath: process.env.CASEGATE_CHROMIUM || "/usr/bin/chromium", args: flags });
}

/** A browser context of its own; `close` ends the browser and removes its files. */
export async function launch(options = {}) {
  const profile = mkdtempSync(join(tmpdir(), "casegate-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CASEGATE_CHROMIUM || "/usr/bin/chromium",
    args: flags,
    headless: true,
    ...options,
  });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}

/**
 * Serves `files`, a map from path to text or to the URL of a file, with `headers` on every answer.
 */
export async function serve(files, headers = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = Object.hasOwn(files, pathname) ? files[pathname] : undefined;
    if (file === undefined) return response.writeHead(404).end();
    const type = types[extname(pathname)] ?? types[".html"];
    response.writeHead(200, { "content-type": type, ...headers });
    response.end(file instanceof URL ? readFileSync(file) : file);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((done) => server.close(done)),
  };
}
