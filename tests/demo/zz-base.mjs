import { browser } from "../support/chromium.mjs";
const url = process.argv[2];
const b = await browser();
async function run(p, label, sel) {
  for (const shape of ["lines", "oneline"]) {
  await p.evaluate(([shape, sel]) => {
    const box = document.querySelector(sel);
    box.value = shape === "lines" ? `{\n  "case_type": "pl",\n${Array.from({ length: 16000 }, (_, i) => `  "key_number_${i}": "value ${i} of them all, long"`).join(",\n")}\n}` : JSON.stringify({ case_type: "pl", summary: "x".repeat(900000) });
    box.dispatchEvent(new Event("input"));
  }, [shape, sel]);
  await p.waitForTimeout(3000);
  await p.locator(sel).focus();
  const times = [];
  for (let i = 0; i < 6; i++) {
    const t = await p.evaluate((sel) => new Promise((resolve) => {
      const box = document.querySelector(sel);
      const start = performance.now();
      box.setSelectionRange(5, 5);
      document.execCommand("insertText", false, " ");
      const js = performance.now() - start;
      requestAnimationFrame(() => setTimeout(() => resolve([js.toFixed(0), (performance.now() - start).toFixed(0)]), 0));
    }), sel);
    times.push(t.join("/"));
    await p.waitForTimeout(30);
  }
  console.log(label, shape, times.join(" "));
  }
}
const c = await b.newContext({ viewport: { width: 1280, height: 900 } });
const p = await c.newPage();
await p.setContent('<textarea id=text wrap=off style="width:600px;height:500px;white-space:pre;font:14px/24px monospace"></textarea>');
await run(p, "plain", "#text");
await p.goto(url + "playground.html");
await p.locator("#text").waitFor();
await run(p, "ours", "#text");
await b.close();
