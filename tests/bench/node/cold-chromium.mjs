// Module load to first verdict in Chromium, each in a context of its own, from a server on this
// machine:
//
//   node cold-chromium.mjs [--quick]
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { browser as chromium, serve } from "../../support/chromium.mjs";
import { context, median, quick, table, record, texts } from "./measure.mjs";
import { standalone } from "./peers/standalone.mjs";
import { starts } from "./starts.mjs";

const { build } = createRequire(new URL("../../../pkg/package.json", import.meta.url))("esbuild");

standalone(); // is written
const bundled = starts.filter(({ entry }) => entry !== undefined);
const files = { "/": "<!doctype html><title>cold</title>", "/payload.json": texts("typical")[0] };
for (const { id, entry } of bundled) files[`/${id}.mjs`] = await bundle(entry);

const server = await serve(files);
const browser = await chromium();
const visitor = await browser.newContext();
const times = new Map(bundled.map(({ id }) => [id, []]));
try {
  for (let round = 0; round < (quick ? 5 : 15); round++) {
    for (const { id } of bundled) times.get(id).push(await started(id));
  }
} finally {
  await browser.close();
  await server.close();
}
const empty = median(times.get("nothing"));
const rows = bundled.slice(1).map(({ id, name }) => ({ id, name, time: median(times.get(id)) - empty }));
for (const row of rows) row.ratio = row.time / rows[0].time;
table("Chromium, cold: load and first verdict, over an empty module", rows, "ms");
for (const { id, time } of rows) record(`chromium.cold.${id}`, time);

/** Milliseconds in a page that has loaded nothing yet. */
async function started(id) {
  const page = await visitor.newPage();
  try {
    await page.goto(server.origin);
    const { ok, took } = await page.evaluate(
      async ([id, settings]) => {
        const payload = await (await fetch("/payload.json")).json();
        const begin = performance.now();
        const { check } = await import(`/${id}.mjs?${Math.random()}`);
        const ok = check(payload, settings);
        return { ok, took: performance.now() - begin };
      },
      [id, context],
    );
    if (ok !== true) throw new Error(`${id}: the first payload is clean`);
    return took;
  } finally {
    await page.close();
  }
}

/** One module, as a page would have it. */
async function bundle(contents) {
  const resolveDir = fileURLToPath(new URL(".", import.meta.url));
  const built = await build({ stdin: { contents, resolveDir }, bundle: true, minify: true, format: "esm", target: "es2022", write: false });
  return built.outputFiles[0].text;
}
