// Runs test files in one process and one browser, two files at a time, because pages wait for timers
// and for the server:
//
//   node tests/support/browser-tests.mjs FILE...
//
// A file alone, with `node --test`, starts a browser of its own. A file that waits at its top level
// would leave its suite, so it waits in `before`.
import { resolve } from "node:path";
import { after, describe } from "node:test";
import { pathToFileURL } from "node:url";
import { shareBrowser } from "./chromium.mjs";

const browser = await shareBrowser();
after(() => browser.close());

describe("in one browser", { concurrency: 2 }, () => {
  for (const file of process.argv.slice(2)) describe(file, { concurrency: 1 }, () => import(pathToFileURL(resolve(file))));
});
