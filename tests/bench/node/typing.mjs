// From a key to the frame that shows it, on a processor slowed four times: in each step of
// <casegate-intake>, beside an input alone on a page:
//
//   node typing.mjs [--quick]
//
// The frame itself, which a browser without a graphics processor draws, takes most of the time, in
// either page. Script, style and layout are what a page decides.
import { readdirSync } from "node:fs";
import { browser as chromium, serve } from "../../support/chromium.mjs";
import { cases, fill, next, page as pageAround } from "../../intake/support.mjs";
import { median, quick, record, table } from "./measure.mjs";

const slower = 4;
const counted = new Set(["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"]);
const dist = new URL("../../../pkg/dist/", import.meta.url);
const assets = Object.fromEntries(readdirSync(dist).map((name) => [`/${name}`, new URL(name, dist)]));
const server = await serve({ ...assets, "/plain": "<!doctype html><title>plain</title><input>", "/form": pageAround(`<casegate-intake draft="off"></casegate-intake>`) });
const browser = await chromium();
const context = await browser.newContext({ viewport: { width: 1024, height: 800 } });
const rows = [];
try {
  const plain = await context.newPage();
  await plain.goto(`${server.origin}/plain`);
  rows.push({ id: "plain", name: "an input alone on a page", ...(await typed(plain, plain.locator("input"))) });
  await plain.close();
  for (const [product, steps] of Object.entries(cases)) {
    const page = await context.newPage();
    await page.goto(`${server.origin}/form`);
    const element = page.locator("casegate-intake");
    for (const [at, answers] of steps.entries()) {
      await fill(element, answers);
      const box = element.locator("form input[type=text], form textarea").filter({ visible: true }).first();
      if (await box.count()) {
        const before = await box.inputValue();
        rows.push({ id: `${product}.${at + 1}`, name: `step ${at + 1} of ${product}: ${await box.getAttribute("name")}`, ...(await typed(page, box)) });
        await box.fill(before);
      }
      await next(element);
    }
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
const worst = rows.slice(1).flatMap(({ times }) => times);
rows.push({ id: "all", name: "all steps", times: worst, work: rows.slice(1).flatMap(({ work }) => work) });
show("script, style and layout for a key, median", rows, ({ work }) => median(work));
show("from a key to its frame, median", rows, ({ times }) => median(times));
show("from a key to its frame, 95th percentile", rows, ({ times }) => percentile(times));
show("script, style and layout for a key, 95th percentile", rows, ({ work }) => percentile(work));
for (const { id, times, work } of [rows[0], rows.at(-1)]) {
  record(`typing.frame.${id}`, percentile(times));
  record(`typing.work.${id}`, percentile(work));
}

function show(title, rows, valueOf) {
  const base = valueOf(rows[0]);
  table(`Chromium, typing, ${title}`, rows.map((row) => ({ ...row, time: valueOf(row), ratio: valueOf(row) / base })), "ms");
}
function percentile(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)];
}

/** For each key: milliseconds to the end of the frame that shows it, and of script, style and layout. */
async function typed(page, box) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.filter(({ name }) => counted.has(name)).reduce((sum, { value }) => sum + value * 1000, 0);
  };
  await box.click();
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.evaluate(() => {
    globalThis.keys = [];
    globalThis.watched ??= addEventListener("keydown", ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => globalThis.keys.push(performance.now() - timeStamp);
        port2.postMessage(undefined);
      });
    }, true) ?? true;
  });
  const work = [];
  for (let at = 0; at < (quick ? 40 : 200); at++) {
    const before = await spent();
    await page.keyboard.press("abcdefg"[at % 7]);
    await page.waitForTimeout(80 + (at % 7));
    work.push((await spent()) - before);
  }
  const times = await page.evaluate(() => globalThis.keys);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await session.detach();
  return { times, work };
}
