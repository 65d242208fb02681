// The package in frameworks and bundlers that are too large for the dependencies of the other tests:
// installed from npm, in a temporary folder. `scripts/prove frameworks` runs them.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const pkg = fileURLToPath(new URL("../../../pkg/", import.meta.url));
const bin = (name) => join(folder, "node_modules/.bin", name);
const firstMessage = "Enter the email addresses for updates.";

let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "casegate-frameworks-"));
  cpSync(import.meta.dirname, folder, { recursive: true });
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: pkg });
  await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
  // As npm unpacks it; `npm install` would read all the other packages again.
  const casegate = join(folder, "node_modules/casegate");
  mkdirSync(casegate);
  await run("tar", ["-xzf", join(folder, stdout.trim()), "-C", casegate, "--strip-components=1"]);
});

after(() => rmSync(folder, { recursive: true, force: true }));

const options = { timeout: 120_000 };

test("Jest with jsdom", options, async () => {
  const { stderr } = await run(process.execPath, [bin("jest"), "--rootDir", join(folder, "jest"), "--ci"], { cwd: folder });
  assert.match(stderr, /^Tests: +3 passed, 3 total$/m);
});

test("Vitest with jsdom", options, async () => {
  const { stdout } = await run(bin("vitest"), ["run", "--root", join(folder, "vitest")], { cwd: folder, env: { ...process.env, NO_COLOR: "1" } });
  assert.match(stdout, /^ +Tests +2 passed \(2\)$/m);
});

test("Parcel, without options", options, async () => {
  const dist = join(folder, "parcel/dist");
  await run(bin("parcel"), ["build", "index.html", "--dist-dir", dist, "--no-cache"], { cwd: join(folder, "parcel") });
  const [script] = readdirSync(dist).filter((name) => name.endsWith(".js"));
  renameSync(join(dist, script), join(dist, "main.mjs"));
  const { stdout } = await run(process.execPath, [join(dist, "main.mjs")]);
  assert.equal(stdout, `/cc_emails {"case_type":"pl"}\n`);
});

/** A part of the module's text that no bundler writes in another way. */
const [partOfModule] = /[\w()}]{40}/.exec(readFileSync(join(pkg, "dist/index.js"), "utf8").split('"').toSorted((one, other) => other.length - one.length)[0]);

test("Next.js with Turbopack", options, async () => {
  const cwd = join(folder, "next");
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  await run(bin("next"), ["build"], { cwd, env });
  const server = spawn(process.execPath, [join(folder, "node_modules/next/dist/bin/next"), "start", "--port", "0", "--hostname", "127.0.0.1"], { cwd, env });
  try {
    const address = await new Promise((resolve, reject) => {
      let said = "";
      server.once("exit", () => reject(new Error(`the server ended: ${said}`)));
      server.stdout.on("data", (data) => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec((said += data));
        if (found) resolve(found[0]);
      });
    });
    const page = await (await fetch(address)).text();
    assert.ok(page.includes(firstMessage), page);
    // The browser gets the module too.
    const scripts = Array.from(page.matchAll(/src="(\/_next\/[^"]+\.js[^"]*)"/g), ([, path]) => path);
    const texts = await Promise.all(scripts.map(async (path) => (await fetch(address + path)).text()));
    assert.ok(texts.some((text) => text.includes(partOfModule)), scripts.join());

    const response = await fetch(`${address}/cases`, { method: "POST", body: "{}" });
    assert.equal(response.status, 400);
    assert.equal((await response.json()).issues[0].at, "/case_type");
  } finally {
    server.kill();
  }
});
