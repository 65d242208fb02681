// Builds dist/ from src/, where scripts/generate writes its part first, and from the module that
// scripts/wasm writes to wasm/. Every entry is one file and loads the module in its own way: "#module"
// is replaced by one of src/module/*.ts.
//
//   node build.mjs [--pages | --quick FOLDER]
//
//     --pages   only the entries that the demo's pages load, without types; they need two modules,
//               since the whole one does what the form's does (scripts/demo)
//     --quick   only the entry for backends, with the module of the folder, into the folder
//               (scripts/test quick)
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { manifests } from "./manifest.mjs";

process.chdir(import.meta.dirname);

const modules = {
  casegate: "wasm",
  "casegate-case": "wasm/case",
  "casegate-check": "wasm/check",
  "casegate-form": "wasm/form",
  "casegate-intake": "wasm/intake",
  "casegate-map": "wasm/map",
  "casegate-service": "wasm/service",
};
const forPages = process.argv[2] === "--pages";
if (forPages && !existsSync("wasm/form")) modules["casegate-form"] = "wasm";
const built = Object.entries(modules).filter(([name]) => !forPages || ["casegate", "casegate-form", "casegate-intake"].includes(name));

/** A script refuses the modules of another build: see src/module/slim.ts. */
let version = "";

const generate = () => execFileSync("../scripts/generate", { stdio: "inherit" });

if (process.argv[2] === "--quick") {
  if (!existsSync("src/fields.ts")) generate();
  const folder = process.argv[3];
  await bundle("service.ts", "inline.ts", "service.js", { bytes: `${folder}/casegate_wasm_bg.wasm`, into: folder });
  process.exit();
}

for (const [, folder] of built) {
  if (existsSync(`${folder}/casegate_wasm_bg.wasm`)) continue;
  console.error(`${folder} holds no module: run scripts/wasm first`);
  process.exit(1);
}

const digest = createHash("sha256");
for (const [, folder] of built) digest.update(readFileSync(`${folder}/casegate_wasm_bg.wasm`));
version = `${JSON.parse(readFileSync("package.json", "utf8")).version} ${digest.digest("hex").slice(0, 8)}`;

for (const { path, text, wanted } of manifests()) {
  if (text === wanted) continue;
  console.error(`pkg/${path} differs from Cargo.toml: run scripts/accept`);
  process.exit(1);
}

generate();
if (!forPages) rmSync("dist", { recursive: true, force: true });
mkdirSync("dist", { recursive: true });

const pages = () => [
  bundle("slim.ts", "slim.ts", "slim.js"),
  bundle("form.ts", "slim.ts", "form.js", { wasm: "casegate-form" }),
  bundle("es.ts", "inline.ts", "es.js"),
  element("intake", "esm", "dist"),
];
const others = () => [
  bundle("index.ts", "inline.ts", "index.js", { wasm: "casegate-case" }),
  bundle("index.ts", "inline.ts", "index.cjs", { wasm: "casegate-case" }),
  bundle("index.ts", "workerd.ts", "workerd.js", { wasm: "casegate-case" }),
  bundle("slim.ts", "slim.ts", "slim.cjs"),
  bundle("check.ts", "inline.ts", "check.js", { wasm: "casegate-check" }),
  bundle("check.ts", "inline.ts", "check.cjs", { wasm: "casegate-check" }),
  bundle("check.ts", "workerd.ts", "check-workerd.js", { wasm: "casegate-check" }),
  bundle("form.ts", "slim.ts", "form.cjs", { wasm: "casegate-form" }),
  bundle("es.ts", "inline.ts", "es.cjs"),
  bundle("service.ts", "inline.ts", "service.js", { wasm: "casegate-service" }),
  bundle("service.ts", "inline.ts", "service.cjs", { wasm: "casegate-service" }),
  bundle("service.ts", "workerd.ts", "service-workerd.js", { wasm: "casegate-service" }),
  bundle("map.ts", "inline.ts", "map.js", { wasm: "casegate-map" }),
  bundle("map.ts", "inline.ts", "map.cjs", { wasm: "casegate-map" }),
  bundle("map.ts", "workerd.ts", "map-workerd.js", { wasm: "casegate-map" }),
  bundle("client.ts", "inline.ts", "client.js"),
  bundle("client.ts", "inline.ts", "client.cjs"),
  bundle("client.ts", "inline.ts", "client-workerd.js"),
  bundle("stand-in.ts", "inline.ts", "stand-in.js"),
  bundle("stand-in.ts", "inline.ts", "stand-in.cjs"),
  element("intake", "cjs", "dist"),
];
await Promise.all([...pages(), ...(forPages ? [] : others())]);
// The script for a plain page contains the entries that the others import, so it is built after them.
if (!forPages) await element("casegate-intake", "esm", "dist", { isPlain: true });
for (const [name, folder] of built) {
  writeFileSync(`dist/${name}.wasm`, withVersion(readFileSync(`${folder}/casegate_wasm_bg.wasm`)));
}
if (!forPages) {
  declarations();
  stubs();
}
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) if (existsSync(`../${name}`)) copyFileSync(`../${name}`, name);

/** A section of its own at the end of a module, which engines skip. */
function withVersion(bytes) {
  const content = Buffer.from(`\x08casegate${version}`);
  return Buffer.concat([bytes, Buffer.from([0, content.length]), content]);
}

function bundle(entry, module, out, { wasm = "casegate", bytes = `./${modules[wasm]}/casegate_wasm_bg.wasm`, into = "dist" } = {}) {
  return build({
    entryPoints: [`src/${entry}`],
    outfile: `${into}/${out}`,
    alias: {
      "#module": `./src/module/${module}`,
      "#bytes": bytes,
      "#file": `./${wasm}.wasm`,
    },
    // esbuild remembers the folder in which it was loaded.
    absWorkingDir: import.meta.dirname,
    bundle: true,
    charset: "utf8",
    define: { MODULE_VERSION: JSON.stringify(version) },
    external: [`./${wasm}.wasm`, "node:*"],
    format: out.endsWith(".cjs") ? "cjs" : "esm",
    legalComments: "none",
    logLevel: "warning",
    plugins: [letters(), service(out)],
    platform: out.endsWith(".cjs") ? "node" : "neutral", // for "node", esbuild names the exports of a .cjs to import
    target: "es2020",
  });
}

/**
 * The element. It shares the other entries with the page's own imports; the script for a plain page
 * has them inside. What a first view does not need is a file of its own, fetched on demand.
 */
function element(name, format, outdir, { isPlain = false } = {}) {
  const end = format === "cjs" ? "cjs" : "js";
  return build({
    entryPoints: [{ in: "src/intake.ts", out: name }],
    outdir,
    outExtension: { ".js": `.${end}` },
    chunkNames: `${name}-[name]`,
    absWorkingDir: import.meta.dirname,
    bundle: true,
    charset: "utf8",
    define: format === "cjs" ? { "import.meta.url": "undefined" } : {},
    format,
    legalComments: "none",
    logLevel: "warning",
    minify: isPlain,
    platform: format === "cjs" ? "node" : "neutral",
    plugins: [sheets(), entries(end, isPlain)],
    splitting: format === "esm",
    target: "es2020",
  });
}

/** An import of an entry from the element: another file of the package, or its content. */
function entries(end, isPlain) {
  return {
    name: "entries",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\/(\.\.\/)?(form|slim|es)\.js$/ }, ({ path }) => {
        const [, entry] = /(form|slim|es)\.js$/.exec(path);
        return isPlain ? { path: `${import.meta.dirname}/dist/${entry}.js` } : { path: `./${entry}.${end}`, external: true };
      });
    },
  };
}

/**
 * A module is a text with one letter for each of its 90 most frequent bytes, and two for the others.
 * gzip finds repeated bytes in it, which base64 hides: it spreads three bytes over four letters.
 */
function letters() {
  const singles = 90;
  // Without the quotation mark and the backslash, which would need an escape.
  const letter = (at) => String.fromCharCode(at === 57 ? 33 : at + 35);
  return {
    name: "letters",
    setup({ onLoad }) {
      onLoad({ filter: /\.wasm$/ }, ({ path }) => {
        const bytes = readFileSync(path);
        const counts = new Array(256).fill(0);
        for (const byte of bytes) counts[byte] += 1;
        const order = counts.map((_, byte) => byte).sort((one, other) => counts[other] - counts[one] || one - other);
        const code = order.map((_, at) => (at < singles ? letter(at) : letter(singles + Math.floor((at - singles) / 92)) + letter((at - singles) % 92)));
        const of = new Map(order.map((byte, at) => [byte, code[at]]));
        const text = Array.from(bytes, (byte) => of.get(byte)).join("");
        const contents = `export const order = "${Buffer.from(order).toString("hex")}";\nexport const size = ${bytes.length};\nexport const text = ${JSON.stringify(text)};`;
        return { contents, loader: "js" };
      });
    },
  };
}

/** A style sheet is a text. Its sizes follow --casegate-unit, because a page may have another root. */
function sheets() {
  return {
    name: "sheets",
    setup({ onLoad }) {
      onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const { outputFiles } = await build({ entryPoints: [path], bundle: true, legalComments: "none", minify: true, target: "es2022", write: false });
        const contents = outputFiles[0].text.trim().replace(/@[^{]*\{|--casegate-unit,\s*1rem|(-?\d*\.?\d+)rem\b/g, (found, size) => (size === undefined ? found : `calc(${size}*var(--unit))`));
        return { contents: contents.replaceAll('"', "'"), loader: "text" };
      });
    },
  };
}

/** The client asks the module of the service entry, which the importing program has anyway. */
function service(out) {
  return {
    name: "service",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/service\.js$/ }, () => ({ path: `./${out.replace("client", "service")}`, external: true }));
    },
  };
}

/** Writes folders with the names of entries, for resolvers that do not read `exports`. */
function stubs() {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const [entry, { import: esm, require: cjs }] of Object.entries(exports)) {
    if (esm === undefined || entry === ".") continue;
    const paths = { main: cjs.default, module: esm.default, types: cjs.types };
    const stub = Object.fromEntries(Object.entries(paths).map(([kind, path]) => [kind, `.${path}`]));
    mkdirSync(entry, { recursive: true });
    writeFileSync(`${entry}/package.json`, `${JSON.stringify({ ...stub, sideEffects: entry === "./intake" }, undefined, 2)}\n`);
  }
}

/** Writes the declarations, once for import and once for require. */
function declarations() {
  const tsc = (project) => execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", project], { stdio: "inherit" });
  tsc(".");
  tsc("tsconfig.intake.json");
  rmSync("dist/intake", { recursive: true });
  for (const inner of ["bridge", "node", "plain", "text", "walk"]) rmSync(`dist/${inner}.d.ts`);
  rmSync("dist/module", { recursive: true });
  for (const file of readdirSync("dist")) {
    if (!file.endsWith(".d.ts")) continue;
    const text = readFileSync(`dist/${file}`, "utf8").replace(/"(\.\/[\w.-]+)\.js"/g, '"$1.cjs"');
    writeFileSync(`dist/${file.replace(/\.d\.ts$/, ".d.cts")}`, text);
  }
}
