// docs/figures.md is what `scripts/bench --figures` writes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { aims } from "../bench/node/aims.mjs";

test("a command writes the page of figures, and none is missing", () => {
  const page = readFileSync(new URL("../../docs/figures.md", import.meta.url), "utf8");
  assert.match(page, /^`scripts\/bench --figures` writes this page/m);
  const [table, reasons] = page.split("## Where an aim was not reached");
  const rows = table.split("\n").filter((row) => /^\| [^|]/.test(row));
  for (const { what } of aims.filter((aim) => aim.main)) assert.ok(rows.some((row) => row.startsWith(`| ${what}`)), what);
  for (const row of rows) assert.match(row, /^\| [^|]+ \| [\d.]+( ×| %| µs| ms| KB)? \| [^|]+, (reached|missed) \|/);
  // Every missed aim has a reason.
  for (const [, what] of table.matchAll(/^\| ([^|]+) \|.*, missed \|/gm)) {
    const named = [...reasons.replaceAll(/\s+/g, " ").matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name);
    assert.ok(named.some((name) => what === name || what.startsWith(`${name}, over `)), what);
  }
  assert.ok(!page.includes("no reason is known"));
});

test("the README has four of them", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const [, sentence] = /<!-- figures -->\n([^]*?)<!-- \/figures -->/.exec(readme);
  assert.equal(sentence.match(/\d[\d.,]* (KB|times|µs|cases)/g)?.length, 5, sentence);
});
