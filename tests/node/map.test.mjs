// casegate/map gives the answers of the library, byte for byte.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import * as map from "../../pkg/dist/map.js";
import { target } from "../support/target.mjs";

const file = target("maps.ndjson");
if (!existsSync(file)) throw new Error(`${file} is missing: cargo run -q -p casegate-map --example expand_maps > ${file}`);
const vectors = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));

const calls = {
  check_map: ({ map: text, input, context }) => map.checkMap(text, JSON.parse(input).headers, JSON.parse(context)),
  cases_of: ({ map: text, input, csv, context }) => map.casesOf(text, csv ? map.readCsv(Uint8Array.from(csv), text) : JSON.parse(input).table, JSON.parse(context)),
  rows_of: ({ map: text, input }) => map.rowsOf(text, JSON.parse(input).results),
  read_csv: ({ map: text, csv }) => map.readCsv(Uint8Array.from(csv), text),
};

for (const vector of vectors) {
  test(vector.name, () => assert.equal(JSON.stringify(calls[vector.call](vector)), vector.reply));
}

test("every function has a vector", () => {
  const shown = new Set(vectors.map(({ call }) => call.replace(/_./g, (letter) => letter[1].toUpperCase())));
  assert.deepEqual(Object.keys(map).filter((name) => /^[a-z]/.test(name) && !["init", "today"].includes(name)).sort(), [...shown].sort());
});

test("a map is an object or its text, and a file has bytes", () => {
  const text = readFileSync(new URL("../../examples/maps/litify.json", import.meta.url), "utf8");
  assert.deepEqual(map.checkMap(JSON.parse(text)), map.checkMap(text));
  assert.throws(() => map.readCsv("Client\n", text), { name: "TypeError", message: /takes the bytes/ });
  assert.throws(() => map.casesOf(text, [], {}), { name: "TypeError", message: /today/ });
});

test("a long file is read, and any letter of it", () => {
  const csv = `Matter: ID,Client\n${"M-1,Zoë “quoted”\n".repeat(20_000)}`;
  const table = map.readCsv(new TextEncoder().encode(csv), { name: "M", fields: { "/plaintiff_name": { column: "Client" } } });
  assert.deepEqual([table.rows.length, table.rows[19_999]], [20_000, { row: 20_001, cells: ["M-1", "Zoë “quoted”"] }]);
});

test("long tables and many results cost as much for each row as short ones", async () => {
  const long = { name: "M", row_id: "Id", fields: { "/summary": { column: "Id" } }, back: { rows: "per_result", columns: { Id: { row_id: true }, Limits: { at: "/result/limits" } } } };
  const entry = (at) => ({ id: `M-${at}`, messages: [{ by: "x".repeat(200), at }], results: [{ limits: "10/20", carrier: { name: "X" }, of: [1, 2, 3] }, {}] });
  const row = (at) => Object.fromEntries(Array.from({ length: 20 }, (_, column) => [column ? `C${column}` : "Id", `${at}${"x".repeat(column)}`]));
  const list = (count, of) => Array.from({ length: count }, (_, at) => of(at));
  const works = [
    ({ rowsOf }, count, results = list(count, entry)) => () => rowsOf(long, results),
    ({ casesOf }, count, rows = list(count, row)) => () => casesOf(long, rows, { today: "2026-03-10" }),
    ({ readCsv }, count, csv = new TextEncoder().encode(`Id\n${'"M ""1""",x\n'.repeat(count)}`)) => () => readCsv(csv, long),
  ];
  for (const [at, work] of works.entries()) {
    const spent = [];
    for (const count of [16_000, 64_000]) {
      // An instance of its own, because memory that has grown stays.
      const fresh = await import(`../../pkg/dist/map.js?${at}-${count}`);
      work(fresh, 10)();
      const run = work(fresh, count);
      const before = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(before);
      spent.push(user + system);
    }
    assert.ok(spent[1] < 12 * spent[0], `${at}: ${spent} µs`);
  }
});
