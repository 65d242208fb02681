import { browser } from "../support/chromium.mjs";
const url = process.argv[2];
const b = await browser();
for (const [width, scheme, lang] of [[1280,"light","en"],[320,"dark","es"]]) {
  const c = await b.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, locale: lang });
  const p = await c.newPage();
  p.on("console", (m) => console.log("console", m.type(), m.text()));
  p.on("pageerror", (e) => console.log("ERR", e.stack));
  await p.goto(url + "playground.html");
  await p.locator("h1").waitFor();
  await p.screenshot({ path: `/tmp/shots/empty-${width}.png`, fullPage: true });
  await p.locator("#sample").selectOption("repairable");
  await p.waitForTimeout(1500);
  await p.screenshot({ path: `/tmp/shots/repairable-${width}.png`, fullPage: true });
  for (const t of ["ledger", "prepared", "facts", "schema", "beside"]) { await p.locator(`#tab-${t}`).click(); await p.waitForTimeout(400); await p.screenshot({ path: `/tmp/shots/${t}-${width}.png`, fullPage: true }); }
  console.log(await p.locator(".comparison").innerText());
  await p.locator("#tab-issues").click();
  await p.locator("#settings > summary").click();
  for (const g of ["carriers","more","house","json"]) await p.locator(`#settings-${g} > summary`).click();
  await p.locator("[data-example=numbers]").click();
  await p.waitForTimeout(300);
  await p.screenshot({ path: `/tmp/shots/settings-${width}.png`, fullPage: true });
  await c.close();
}
// typing speed in 900 KB
const c = await b.newContext({ viewport: { width: 1280, height: 900 } });
const p = await c.newPage();
p.on("pageerror", (e) => console.log("ERR", e.stack));
await p.goto(url + "playground.html");
await p.locator("#text").waitFor();
for (const shape of ["lines", "oneline"]) {
  await p.evaluate((shape) => {
    const box = document.getElementById("text");
    box.value = shape === "lines" ? `{\n  "case_type": "pl",\n${Array.from({ length: 20000 }, (_, i) => `  "key_number_${i}": "value ${i} of them all, long"`).join(",\n")}\n}` : JSON.stringify({ case_type: "pl", summary: "x".repeat(900000) });
    box.dispatchEvent(new Event("input"));
  }, shape);
  await p.waitForTimeout(2500);
  const len = await p.evaluate(() => document.getElementById("text").value.length);
  await p.locator("#text").focus();
  await p.keyboard.press("Control+Home");
  const times = [];
  for (let i = 0; i < 6; i++) {
    const t = await p.evaluate(() => new Promise((resolve) => {
      const box = document.getElementById("text");
      const start = performance.now();
      box.setSelectionRange(5, 5);
      document.execCommand("insertText", false, " ");
      const js = performance.now() - start;
      requestAnimationFrame(() => setTimeout(() => resolve([js.toFixed(0), (performance.now() - start).toFixed(0)]), 0));
    }));
    times.push(t.join("/"));
    await p.waitForTimeout(30);
  }
  console.log(shape, len, times.join(" "));
  await p.waitForTimeout(2500);
  console.log(await p.locator(".verdict-card").innerText());
  await p.evaluate(() => new Promise((r) => { const s = performance.now(); new PerformanceObserver((l) => l.getEntries().forEach((e) => console.log("long", e.duration))).observe({ entryTypes: ["longtask"] }); setTimeout(r, 10); }));
}
await b.close();
