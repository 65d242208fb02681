// Measures in Node, on the payloads that casegate-bench wrote to target/bench:  node time.mjs [--quick]
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { checkCase, checkCaseText } from "../../pkg/dist/index.js";
import { compiled, standalone } from "./schema/ajv.mjs";
import { caseSchema } from "./schema/zod.mjs";

const quick = process.argv.includes("--quick");
const rounds = quick ? 15 : 101;
const batchMs = quick ? 4 : 8;
const host = { today: "2026-03-01" };
const here = (path) => new URL(path, import.meta.url);

const ajv = compiled();
const ajvStandalone = standalone();
let sink = 0; // keeps what is computed from being passed over

const fromText = {
  "JSON.parse alone": (text) => JSON.parse(text) !== null,
  "casegate checkCaseText": (text) => checkCaseText(text, host).ok,
  "JSON.parse + ajv": (text) => ajv(JSON.parse(text)),
  "JSON.parse + ajv, standalone": (text) => ajvStandalone(JSON.parse(text)),
  "JSON.parse + zod": (text) => caseSchema.safeParse(JSON.parse(text)).success,
};
const fromObject = {
  "JSON.parse alone": fromText["JSON.parse alone"],
  "casegate checkCase": (payload) => checkCase(payload, host).ok,
  "ajv": (payload) => ajv(payload),
  "ajv, standalone": (payload) => ajvStandalone(payload),
  "zod": (payload) => caseSchema.safeParse(payload).success,
};

for (const name of ["typical", "small", "large", "mixed"]) {
  // Each text on its own: parts of one long string are slower to read.
  const lines = readFileSync(here(`../../target/bench/${name}.ndjson`), "utf8").trimEnd().split("\n");
  const texts = lines.map((line) => Buffer.from(line).toString());
  const refused = agreed(name, texts);
  const bytes = Math.round(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / texts.length);
  const about = `${name} (${texts.length} payloads of ${bytes} bytes, ${refused} refused)`;
  table(`Node, from JSON text, ${about}`, measure(fromText, texts, texts));
  const objects = texts.map((text) => JSON.parse(text));
  if (name === "typical" || name === "mixed") table(`Node, from an object, ${about}`, measure(fromObject, objects, texts));
}
coldStarts();
sizes();
if (sink < 0) console.log(sink);

/** How many are refused, after making sure that all say the same about each. */
function agreed(name, texts) {
  let refused = 0;
  texts.forEach((text, at) => {
    const { ok } = checkCaseText(text, host);
    const contenders = Object.entries(fromText).slice(1);
    for (const [who, verdict] of contenders) {
      if (verdict(text) !== ok) throw new Error(`${name} ${at}: ${who} differs from casegate, which says ${ok}\n${text}`);
    }
    refused += ok ? 0 : 1;
  });
  return refused;
}

/** All contenders in turn, round after round, each round beginning with another; the ratio is over the first of them. */
function measure(contenders, payloads, texts) {
  const entries = Object.entries(contenders).map(([name, run], at) => ({ name, run, on: at === 0 ? texts : payloads, times: [] }));
  for (const entry of entries) entry.passes = passes(entry);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < entries.length; turn++) {
      const entry = entries[(round + turn) % entries.length];
      entry.times.push(batch(entry, entry.passes));
    }
  }
  const base = entries[0].times;
  return entries.map(({ name, times }) => ({
    name,
    micros: median(times),
    ratio: median(times.map((time, round) => time / base[round])),
  }));
}

function passes(entry) {
  for (let warm = 0; warm < 20; warm++) batch(entry, 1); // until it is compiled
  let count = 1;
  while (batch(entry, count) * count * entry.on.length < batchMs * 1000) count *= 2;
  return count;
}

/** Microseconds for a payload. */
function batch({ run, on }, passes) {
  const begin = performance.now();
  for (let pass = 0; pass < passes; pass++) for (let at = 0; at < on.length; at++) sink += run(on[at]) ? 1 : 0;
  return ((performance.now() - begin) * 1000) / (passes * on.length);
}

function coldStarts() {
  const names = ["casegate", "zod", "ajv", "ajv-standalone"];
  const times = new Map(names.map((name) => [name, []]));
  for (let round = 0; round < 9; round++) {
    for (const name of names) {
      const printed = execFileSync(process.execPath, [here(`cold/${name}.mjs`).pathname], { encoding: "utf8" });
      times.get(name).push(Number(printed));
    }
  }
  const base = times.get("casegate");
  table(
    "Node, cold: load and first verdict, each in a process of its own",
    names.map((name) => ({
      name: name === "ajv" ? "ajv, compiling its schema" : name,
      micros: median(times.get(name)),
      ratio: median(times.get(name).map((time, round) => time / base[round])),
    })),
    "ms",
  );
}

function sizes() {
  console.log(`\n${"sizes".padEnd(68)}${"KB".padStart(8)}${"gzip".padStart(9)}`);
  for (const file of ["casegate.wasm", "index.js", "slim.js"]) {
    const path = here(`../../pkg/dist/${file}`);
    if (!existsSync(path)) continue;
    const bytes = readFileSync(path);
    const kb = (length) => (length / 1024).toFixed(1);
    console.log(`  ${`pkg/dist/${file}`.padEnd(66)}${kb(bytes.length).padStart(8)}${kb(gzipSync(bytes, { level: 9 }).length).padStart(9)}`);
  }
}

function table(title, rows, unit = "µs") {
  console.log(`\n${title.padEnd(68)}${unit.padStart(8)}${"×".padStart(9)}`);
  for (const { name, micros, ratio } of rows) {
    console.log(`  ${name.padEnd(66)}${micros.toFixed(2).padStart(8)}${ratio.toFixed(2).padStart(9)}`);
  }
}

function median(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}
