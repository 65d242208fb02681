// The package as its users get it: packed, installed elsewhere, and loaded by whatever loads packages.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build as esbuild } from "esbuild";
import { Miniflare } from "miniflare";
import { build as vite } from "vite";
import webpack from "webpack";
import { checkCase } from "../../pkg/dist/index.js";
import { base, host } from "../support/cases.mjs";

const run = promisify(execFile);
const pkg = fileURLToPath(new URL("../../pkg/", import.meta.url));
const modules = fileURLToPath(new URL("../node_modules/", import.meta.url));

const payload = { ...base("pl-minimal"), cc_emails: " " };
const expected = JSON.stringify(checkCase(payload, host));
const check = `JSON.stringify(checkCase(${JSON.stringify(payload)}, ${JSON.stringify(host)}))`;
const program = `import { checkCase } from "casegate";\nconsole.log(${check});\n`;

let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "casegate-package-"));
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: pkg });
  write("package.json", `{ "private": true }`);
  const install = ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", join(folder, stdout.trim())];
  await run("npm", install, { cwd: folder });
});

after(() => rmSync(folder, { recursive: true, force: true }));

function write(name, text) {
  const file = join(folder, name);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
  return file;
}

async function outputOf(file) {
  const { stdout } = await run(process.execPath, [file], { cwd: folder });
  return stdout.trim();
}

test("it brings the licences, the readme and nothing else but dist and the schemas", async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json"], { cwd: pkg });
  const files = JSON.parse(stdout)[0].files.map(({ path }) => path);
  const beside = files.filter((path) => !/^(dist|schema)\//.test(path)).sort();
  assert.deepEqual(beside, ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json"]);
});

test("Node, import", async () => {
  assert.equal(await outputOf(write("esm.mjs", program)), expected);
});

test("the readme's first example runs", async () => {
  const [, example] = readFileSync(join(pkg, "README.md"), "utf8").match(/```js\n([^]*?)```/);
  assert.match(await outputOf(write("readme.mjs", example)), /^\/policyholder_name pl\.policyholder_named ./m);
});

test("Node, require", async () => {
  assert.equal(
    await outputOf(write("cjs.cjs", `const { checkCase } = require("casegate");\nconsole.log(${check});\n`)),
    expected,
  );
});

test("Node, slim with the module's bytes", async () => {
  const load = `import { readFileSync } from "node:fs";
    import { checkCase, init } from "casegate/slim";
    const path = new URL(import.meta.resolve("casegate/casegate.wasm"));
    try { checkCase({}, {}); } catch (error) { console.log(error.name); }
    await init(readFileSync(path));
    console.log(${check});`;
  assert.equal(await outputOf(write("slim.mjs", load)), `TypeError\n${expected}`);
  const cjs = `const { readFileSync } = require("node:fs");
    const { checkCase, init } = require("casegate/slim");
    init(readFileSync(require.resolve("casegate/casegate.wasm"))).then(() => console.log(${check}));`;
  assert.equal(await outputOf(write("slim.cjs", cjs)), expected);
});

test("esbuild", async () => {
  const outfile = join(folder, "esbuild/out.mjs");
  await esbuild({
    entryPoints: [write("esbuild/main.js", program)],
    bundle: true,
    format: "esm",
    minify: true,
    outfile,
  });
  assert.equal(await outputOf(outfile), expected);
});

test("Vite", async () => {
  const output = await viteBuild("vite", program);
  const chunks = output.filter(({ type }) => type === "chunk");
  assert.equal(chunks.length, 1);
  assert.equal(await outputOf(write("vite/out.mjs", chunks[0].code)), expected);
});

test("Vite, slim with the module's address", async () => {
  const load = `import { checkCase, init } from "casegate/slim";
    import address from "casegate/casegate.wasm?url";
    init(address).then(() => console.log(${check}));`;
  const output = await viteBuild("vite-slim", load);
  const module = output.find(({ fileName }) => fileName.endsWith(".wasm"));
  const [chunk] = output.filter(({ type }) => type === "chunk");
  assert.ok(chunk.code.includes(module.fileName));
});

async function viteBuild(root, text) {
  write(`${root}/index.html`, `<script type="module" src="/main.js"></script>`);
  write(`${root}/main.js`, text);
  const modulePreload = { polyfill: false }; // it wants a page; the rest runs in Node too
  const { output } = await vite({
    root: join(folder, root),
    configFile: false,
    logLevel: "silent",
    build: { modulePreload },
  });
  return output;
}

test("webpack, without options", async () => {
  assert.deepEqual(await webpackBuild("webpack", program), ["main.js"]);
  assert.equal(await outputOf(join(folder, "webpack/dist/main.js")), expected);
});

test("webpack, slim with the module's address", async () => {
  const load = `import { checkCase, init } from "casegate/slim";
    init(new URL("casegate/casegate.wasm", import.meta.url)).then(() => console.log(${check}));`;
  const files = await webpackBuild("webpack-slim", load);
  assert.ok(
    files.some((name) => name.endsWith(".wasm")),
    files.join(),
  );
});

async function webpackBuild(root, text) {
  write(`${root}/src/index.js`, text);
  const compiler = webpack({ context: join(folder, root), output: { path: join(folder, root, "dist") } });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  const { assets, errors } = stats.toJson({ all: false, assets: true, errors: true });
  assert.deepEqual(errors, []);
  return assets.map(({ name }) => name);
}

test("a worker under Miniflare", async () => {
  const worker = `import { checkCase } from "casegate";\nexport default { fetch: () => new Response(${check}) };\n`;
  const bundle = await esbuild({
    entryPoints: [write("worker/main.js", worker)],
    bundle: true,
    conditions: ["workerd"],
    external: ["*.wasm"],
    format: "esm",
    outfile: join(folder, "worker/out.mjs"),
  });
  assert.deepEqual(bundle.errors, []);
  cpSync(join(folder, "node_modules/casegate/dist/casegate.wasm"), join(folder, "worker/casegate.wasm"));
  const miniflare = new Miniflare({
    compatibilityDate: "2025-01-01",
    modulesRoot: join(folder, "worker"),
    modules: [
      { type: "ESModule", path: join(folder, "worker/out.mjs") },
      { type: "CompiledWasm", path: join(folder, "worker/casegate.wasm") },
    ],
  });
  try {
    const response = await miniflare.dispatchFetch("http://localhost/");
    assert.equal(await response.text(), expected);
  } finally {
    await miniflare.dispose();
  }
});

test("unused parts are left out of a bundle", async () => {
  const contents = `import { fields } from "casegate";\nconsole.log(fields.length);\n`;
  const { outputFiles } = await esbuild({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: "esm",
    write: false,
  });
  assert.ok(!outputFiles[0].text.includes("WebAssembly"));
});

for (const [kind, options] of [
  ["import", { module: "nodenext" }],
  ["a bundler", { module: "esnext", moduleResolution: "bundler" }],
]) {
  test(`types, for ${kind}`, async () => {
    await typecheck(kind, options, "types.mts");
  });
}

test("types, for require", async () => {
  const text = `import casegate = require("casegate");\nexport = casegate.checkCase({}, { today: "" }).ok;\n`;
  write("types-require/types.cts", text);
  await typecheck("require", { module: "nodenext" }, "types.cts");
});

async function typecheck(kind, options, file) {
  const root = `types-${kind.replaceAll(" ", "-")}`;
  if (file === "types.mts")
    write(`${root}/${file}`, readFileSync(new URL("consumer/types.ts", import.meta.url), "utf8"));
  const paths = { "@standard-schema/spec": [join(modules, "@standard-schema/spec/dist/index.d.ts")] };
  const compilerOptions = { target: "es2022", strict: true, noEmit: true, types: [], paths, ...options };
  const config = write(`${root}/tsconfig.json`, JSON.stringify({ compilerOptions, files: [file] }));
  const result = await run(process.execPath, [join(modules, "typescript/bin/tsc"), "-p", config], {
    cwd: folder,
  }).catch((error) => error);
  assert.equal(result.stdout, "");
}

test("publint and attw have nothing to say", { timeout: 120_000 }, async () => {
  await run("npm", ["run", "--silent", "lint"], { cwd: pkg });
});
