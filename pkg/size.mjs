// Prints the downloads of a user, and fails if one exceeds budget.json (KB of 1,000 bytes, gzip).
// With --cli, also the module of the package casegate-cli.
// The table of entries in README.md has the last lines; tests/packaging/package.test.mjs compares it.
// `scripts/size` prints the share of each group of operations.
import { appendFileSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

process.chdir(import.meta.dirname);

const budget = JSON.parse(readFileSync("budget.json", "utf8"));
const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length / 1000;
const brotli = (bytes) => brotliCompressSync(bytes).length / 1000;

const files = [
  "dist/casegate-check.wasm",
  "dist/check.js",
  "dist/casegate-form.wasm",
  "dist/casegate-intake.wasm",
  "dist/form.js",
  "dist/casegate-case.wasm",
  "dist/index.js",
  "dist/casegate.wasm",
  "dist/workerd.js",
  "dist/slim.js",
  "dist/casegate-map.wasm",
  "dist/map.js",
  "dist/casegate-service.wasm",
  "dist/service.js",
  "cli/cli.wasm", // the package casegate-cli, which no page downloads
];
/** Adds to the figures of scripts/bench. */
function figure(name, size) {
  if (process.env.CASEGATE_FIGURES) appendFileSync(process.env.CASEGATE_FIGURES, `size.${name} ${size.toFixed(4)}\n`);
}

/** The code and the data of a module: each section is a number, its length in LEB128, and its content. */
function sections(bytes) {
  const found = {};
  for (let at = 8; at < bytes.length;) {
    const id = bytes[at++];
    let length = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = bytes[at++];
      length += (byte & 0x7f) * 2 ** shift;
      more = byte > 0x7f;
    }
    found[id] = bytes.subarray(at, at + length);
    at += length;
  }
  return { code: found[10], data: found[11] };
}

for (const name of files) {
  // The tests build it without optimization, and not every machine can build it.
  if (name === "cli/cli.wasm" && process.argv[2] !== "--cli") continue;
  const size = report(name, readFileSync(name), budget[name]);
  figure(basename(name), size);
  if (name !== "dist/casegate-check.wasm") continue;
  const { code, data } = sections(readFileSync(name));
  console.log(`         of which ${gzip(code).toFixed(1)} KB are code, ${gzip(data).toFixed(1)} KB the words and tables`);
  figure(`${basename(name)}.code`, gzip(code));
  figure(`${basename(name)}.data`, gzip(data));
}
for (const name of Object.keys(budget).filter((name) => !files.includes(name))) {
  throw new Error(`budget.json has ${name}, which is not measured`);
}
for (const [entry, name] of [["index", "the main entry"], ["check", "the check alone"], ["service", "the service"]]) {
  const script = await bundled(`import { checkCase } from "./${entry}.js"; checkCase({}, {});`);
  figure(`one-call.${entry}`, report(`one call from ${name}, minified`, script));
}
report("the field table alone, minified", await bundled(`import { fields } from "./index.js"; console.log(fields);`));

// Each entry with all its functions, minified, and the module that it loads as a file.
const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
const separate = { form: "casegate-form.wasm", slim: "casegate.wasm", intake: "casegate-intake.wasm" };
for (const [path, { import: esm }] of Object.entries(exports)) {
  if (!esm || path === "./stand-in" || path === "./client") continue; // which are for servers alone
  const entry = path.replace("./", "");
  // The element fetches the rest after the first view, so its parts are those of the script for a page.
  const parts = entry === "intake" ? staticParts("casegate-intake.js") : [await bundled(`export * from "../${esm.default}";`)];
  if (separate[entry]) parts.push(readFileSync(`dist/${separate[entry]}`));
  if (entry === "intake") figure("first-view", parts.reduce((sum, part) => sum + gzip(part), 0));
  const [gzipped, brotlied] = [gzip, brotli].map((compress) => parts.reduce((sum, part) => sum + compress(part), 0));
  console.log(`${gzipped.toFixed(1)} KB gzip, ${brotlied.toFixed(1)} KB brotli: ${entry === "." ? "casegate" : `casegate/${entry}`}`);
}

function report(name, bytes, limit) {
  const size = gzip(bytes);
  const over = limit !== undefined && size > limit;
  console.log(`${size.toFixed(1).padStart(6)} KB  ${name}${limit === undefined ? "" : ` (budget ${limit} KB)`}`);
  if (!over) return size;
  console.error(`${name} is over its budget: make it smaller, because budgets are only lowered`);
  process.exitCode = 1;
  return size;
}

/** Returns a script and the scripts that it imports at once. */
function staticParts(name) {
  const text = readFileSync(`dist/${name}`, "utf8");
  const imported = [...text.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)].map(([, other]) => other);
  return [Buffer.from(text), ...[...new Set(imported)].flatMap(staticParts)];
}

async function bundled(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${import.meta.dirname}/dist` },
    // esbuild remembers the folder in which it was loaded.
    absWorkingDir: import.meta.dirname,
    bundle: true,
    format: "esm",
    logLevel: "warning",
    minify: true,
    platform: "browser",
    write: false,
  });
  return outputFiles[0].contents;
}
