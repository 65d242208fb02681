// A real Chromium, and a local server for its pages.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { chromium } from "playwright-core";
import { target } from "./target.mjs";

const settings = { executablePath: process.env.CASEGATE_CHROMIUM || "/usr/bin/chromium", args: [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
  "--no-sandbox",
] };

const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

let shared;

/** Starts the browser of all test files of this process, and returns it. */
export async function shareBrowser() {
  return (shared = await chromium.launch(settings));
}

/** A browser, whose `close` closes what was opened through it. */
export async function browser() {
  if (shared === undefined) return chromium.launch(settings);
  const contexts = [];
  const newContext = async (options) => {
    const context = await shared.newContext(options);
    contexts.push(context);
    return context;
  };
  return {
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    close: () => Promise.all(contexts.map((context) => context.close())),
  };
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

/**
 * A screenshot, where somebody wants them: nothing is compared with it, and it takes longer than
 * the tests around it.
 */
export async function screenshot(page, name) {
  if (!process.env.CASEGATE_SCREENSHOTS) return;
  await page.screenshot({ path: target(`screenshots/${name}.png`), fullPage: true });
}
