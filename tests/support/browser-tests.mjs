// Runs test files in one browser, two files at a time, because pages wait for timers and for the server:
//
//   node tests/support/browser-tests.mjs FILE...
//
// A file alone, with `node --test`, starts a browser of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chromium } from "playwright-core";
import { settings } from "./chromium.mjs";

const browser = await chromium.launchServer(settings);
const env = { ...process.env, CASEGATE_BROWSER: browser.wsEndpoint() };
const child = spawn(process.execPath, ["--test", "--test-concurrency=2", ...process.argv.slice(2)], { env, stdio: "inherit" });
const [code] = await once(child, "exit");
await browser.close();
process.exit(code ?? 1);
