// The table of figures in the README is the one that `scripts/bench --readme` writes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { aims } from "../bench/node/aims.mjs";

test("a command writes the README's figures, and none is missing", () => {
  const text = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const [, block] = /<!-- figures: scripts\/bench --readme -->\n([^]*?)<!-- \/figures -->/.exec(text) ?? [];
  assert.ok(block, "there is a block, and it names its command");
  const rows = block.trimEnd().split("\n").slice(2);
  const wanted = aims.filter((aim) => aim.readme).map(({ what }) => what);
  assert.deepEqual(rows.map((row) => wanted.find((what) => row.startsWith(`| ${what}`))), wanted);
  assert.ok(rows.length <= 18);
  for (const row of rows) assert.match(row, /^\| [^|]+ \| [\d.]+( ×| %| µs| ms| KB)? \| [^|]+, (reached|missed) \|/);
  const page = readFileSync(new URL("../../docs/figures.md", import.meta.url), "utf8");
  for (const row of rows) assert.ok(page.includes(`\n${row}\n`), row);
  // Every missed aim has a reason.
  const [table, reasons] = page.split("## Missed");
  for (const [, what] of table.matchAll(/^\| ([^|]+) \|.*, missed \|/gm)) {
    const named = [...reasons.replaceAll(/\s+/g, " ").matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name);
    assert.ok(named.some((name) => what === name || what.startsWith(`${name}, over `)), what);
  }
  assert.ok(!page.includes("no reason is known"));
});
