// The package as its users get it: packed, installed elsewhere, and loaded by every kind of loader.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parse } from "acorn";
import { build as esbuild } from "esbuild";
import { Miniflare } from "miniflare";
import { build as vite } from "vite";
import webpack from "webpack";
import { checkCase } from "../../pkg/dist/index.js";
import { replay } from "../../pkg/dist/service.js";
import { base, context } from "../support/cases.mjs";

const run = promisify(execFile);
const pkg = fileURLToPath(new URL("../../pkg/", import.meta.url));
const modules = fileURLToPath(new URL("../node_modules/", import.meta.url));

const payload = { ...base("pl-minimal"), cc_emails: " " };
const expected = JSON.stringify(checkCase(payload, context));
const check = `JSON.stringify(checkCase(${JSON.stringify(payload)}, ${JSON.stringify(context)}))`;

const trace = { trace: [{ type: "create" }, { type: "pick_up" }, { type: "create" }] };
/** The entries that contain their module: its file, and a program's imports, expression and output. */
const complete = [
  ["casegate", "casegate-case.wasm", "checkCase", check, expected],
  ["casegate/check", "casegate-check.wasm", "checkCase", check, expected],
  ["casegate/service", "casegate-service.wasm", "checkCase, replay", `${check} + JSON.stringify(replay(${JSON.stringify(trace)}))`, expected + JSON.stringify(replay(trace))],
];

/** The entries beside the main one. */
const entries = ["check", "es", "form", "intake", "map", "service", "slim"];
/** The entry that starts a program, and runs in Node only. */
const standIn = "stand-in";

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

test("the package contains the licences, the readme, dist and the schemas only", async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json"], { cwd: pkg });
  const files = JSON.parse(stdout)[0].files.map(({ path }) => path);
  const beside = files.filter((path) => !/^(dist|schema)\//.test(path)).sort();
  const stubs = [...entries, standIn, "client"].map((entry) => `${entry}/package.json`);
  assert.deepEqual(beside, ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json", ...stubs].sort());
});

test("the package may be published", async () => {
  const publish = ["publish", "--dry-run", "--offline", "--tag", "next"];
  const { stderr } = await run("npm", publish, { cwd: pkg });
  // Nobody is logged in here. Any other warning is about the package, such as a corrected field.
  const warnings = stderr.split("\n").filter((line) => /^npm (warn|error)/i.test(line) && !line.includes("to be logged in"));
  assert.deepEqual(warnings, []);
});

test("a package that is not built is not packed", async () => {
  for (const name of ["package.json", "prepack.mjs", "README.md"]) cpSync(join(pkg, name), join(folder, "unbuilt", name));
  const packed = await run("npm", ["pack"], { cwd: join(folder, "unbuilt") }).catch((error) => error);
  assert.equal(packed.code, 1);
  assert.match(packed.stderr, /The package is not built: \S+ is missing\. Run scripts\/package-npm/);
});

test("the package names the repository of the workspace", () => {
  const { repository, homepage, bugs } = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
  const address = /^git\+(https:.+)\.git$/.exec(repository.url)[1];
  assert.deepEqual([homepage, bugs], [`${address}#readme`, `${address}/issues`]);
  const cargo = readFileSync(join(pkg, "../Cargo.toml"), "utf8");
  assert.equal(/^repository = "(.+)"$/m.exec(cargo)?.[1], address);
});

test("the published code is ES2020, and readable", () => {
  const scripts = readdirSync(join(pkg, "dist")).filter((name) => /\.c?js$/.test(name));
  assert.ok(scripts.length >= 10);
  for (const name of scripts) {
    const text = readFileSync(join(pkg, "dist", name), "utf8");
    parse(text, { ecmaVersion: 2020, sourceType: name.endsWith(".cjs") ? "script" : "module" });
    // A plain page has no build that would make its script smaller.
    if (name.startsWith("casegate-intake")) continue;
    // A long line is one string: a module as text, or a pattern; or the names of private members.
    const long = text.split("\n").filter((line) => line.length > 500 && !/^[\w\s=:([]*"[^"]*"[\])]*[,;]?$/.test(line) && !/^var [\w, ]+;$/.test(line));
    assert.deepEqual(long.map((line) => line.slice(0, 100)), [], name);
  }
});

test("the readme's table of entries has the sizes that `npm run size` prints", async () => {
  const { stdout } = await run(process.execPath, ["size.mjs"], { cwd: pkg });
  const printed = Array.from(stdout.matchAll(/^(\S+) KB gzip, (\S+) KB brotli: (\S+)$/gm), ([, ...sizes]) => sizes);
  assert.deepEqual(printed.map(([, , entry]) => entry).sort(), ["casegate", ...entries.map((entry) => `casegate/${entry}`)].sort());
  const readme = readFileSync(join(pkg, "README.md"), "utf8");
  const guide = readFileSync(join(pkg, "../docs/guides/intake-element.md"), "utf8");
  assert.ok(guide.includes(`A first view transfers ${/^\| `casegate\/intake` .*\| (\d+) \| [^|]+\|$/m.exec(readme)[1]} KB (brotli)`), "the guide has another size");
  for (const [gzip, brotli, entry] of printed) {
    const [, ...shown] = new RegExp(`^\\| \`${entry}\` \\|[^|]+\\| (\\d+) \\| (\\d+) \\|`, "m").exec(readme) ?? assert.fail(entry);
    // Another compiler makes a module of another size.
    for (const [at, size] of [gzip, brotli].entries()) assert.ok(Math.abs(shown[at] - size) <= 0.5 + 0.02 * size, `${entry}: ${shown[at]}, ${size}`);
  }
});

test("esbuild for older browsers", async () => {
  const target = ["es2020", "chrome80", "edge88", "firefox78", "safari14"];
  // The element needs constructed style sheets and container queries.
  const forElement = ["es2022", "chrome111", "edge111", "firefox119", "safari16.4"];
  for (const entry of ["casegate", ...entries.map((entry) => `casegate/${entry}`)]) {
    const contents = `import * as all from "${entry}";\nconsole.log(all);\n`;
    await esbuild({ stdin: { contents, resolveDir: folder }, bundle: true, format: "esm", target: entry === "casegate/intake" ? forElement : target, write: false });
  }
});

test("webpack without exports, as resolvers before them", async () => {
  write("webpack-stubs/src/index.js", `import { checkCase } from "casegate/check";\nconsole.log(${check});\n`);
  assert.deepEqual(await webpackRun("webpack-stubs", { resolve: { exportsFields: [] } }), ["main.js"]);
  assert.equal(await outputOf(join(folder, "webpack-stubs/dist/main.js")), expected);
});

test("the readme's examples run", async () => {
  const readme = readFileSync(join(pkg, "README.md"), "utf8");
  const examples = Array.from(readme.matchAll(/```js\n([^]*?)```/g), ([, example]) => example);
  const outputs = new Map([
    ["import { checkCase, today } from \"casegate\"", /^\/policyholder_name pl\.policyholder_named ./m],
    ["import { checkCaseText", /^refused \/case_type/],
    ["import { Session }", /^required\n\/policyholder_name required\n[^]*\/policyholder_name irrelevant$/],
    ["import { applyTrigger", /^received case\.received\nwrong_state .*\nin_progress case\.in_progress\n\(.*\.\)\n/],
    ["import { es }", /^Correos electrónicos/],
  ]);
  for (const [start, output] of outputs) {
    const [example, other] = examples.filter((example) => example.startsWith(start));
    assert.ok(example && !other, start);
    assert.match(await outputOf(write("readme.mjs", example)), output);
  }
});

test("Node, the Spanish words", async () => {
  const print = `console.log(es.language, es.fields.cc_emails.label);\n`;
  const expected = /^es .*Correos/;
  assert.match(await outputOf(write("es.mjs", `import { es } from "casegate/es";\n${print}`)), expected);
  assert.match(await outputOf(write("es.cjs", `const { es } = require("casegate/es");\n${print}`)), expected);
  assert.ok(!readFileSync(join(folder, "node_modules/casegate/dist/es.js"), "utf8").includes("WebAssembly"));
});

test("Node, the element, which a server imports but cannot show", async () => {
  const program = `console.log(typeof CasegateIntake, typeof modules.form);\n`;
  assert.equal(await outputOf(write("intake.mjs", `import { CasegateIntake, modules } from "casegate/intake";\n${program}`)), "function string");
  assert.equal(await outputOf(write("intake.cjs", `const { CasegateIntake, modules } = require("casegate/intake");\n${program}`)), "function string");
});

for (const [entry, module] of [["casegate/slim", "casegate.wasm"], ["casegate/form", "casegate-form.wasm"]]) {
  test(`${entry} in Node, with the module's bytes`, async () => {
    const name = entry.slice("casegate/".length);
    const load = `import { readFileSync } from "node:fs";
    import { checkCase, init } from "${entry}";
    const path = new URL(import.meta.resolve("casegate/${module}"));
    try { checkCase({}, {}); } catch (error) { console.log(error.name); }
    await init(readFileSync(path));
    console.log(${check});`;
    assert.equal(await outputOf(write(`${name}.mjs`, load)), `TypeError\n${expected}`);
    const cjs = `const { readFileSync } = require("node:fs");
    const { checkCase, init } = require("${entry}");
    init(readFileSync(require.resolve("casegate/${module}"))).then(() => console.log(${check}));`;
    assert.equal(await outputOf(write(`${name}.cjs`, cjs)), expected);
  });
}

for (const [entry, module, names, answer, output] of complete) {
  const root = entry.replace("/", "-");
  const program = `import { ${names} } from "${entry}";\nconsole.log(${answer});\n`;
  test(`${entry} in Node, by import and require`, async () => {
    assert.equal(await outputOf(write(`${root}/main.mjs`, program)), output);
    assert.equal(await outputOf(write(`${root}/main.cjs`, `const { ${names} } = require("${entry}");\nconsole.log(${answer});\n`)), output);
  });

  test(`${entry} under esbuild`, async () => {
    const outfile = join(folder, root, "esbuild.mjs");
    await esbuild({ entryPoints: [write(`${root}/main.js`, program)], bundle: true, format: "esm", minify: true, outfile });
    assert.equal(await outputOf(outfile), output);
  });

  test(`${entry} under Vite, in one chunk`, async () => {
    const [chunk, ...more] = (await viteBuild(`${root}/vite`, program)).filter(({ type }) => type === "chunk");
    assert.equal(more.length, 0);
    assert.equal(await outputOf(write(`${root}/vite.mjs`, chunk.code)), output);
  });

  test(`${entry} under webpack, without options`, async () => {
    assert.deepEqual(await webpackBuild(`${root}/webpack`, program), ["main.js"]);
    assert.equal(await outputOf(join(folder, root, "webpack/dist/main.js")), output);
  });

  test(`${entry} in a worker under Miniflare`, async () => {
    const worker = `import { ${names} } from "${entry}";\nexport default { fetch: () => new Response(${answer}) };\n`;
    const modulesRoot = join(folder, root, "worker");
    const bundle = await esbuild({
      entryPoints: [write(`${root}/worker/main.js`, worker)], bundle: true, conditions: ["workerd"], external: ["*.wasm"], format: "esm", outfile: join(modulesRoot, "out.mjs"),
    });
    assert.deepEqual(bundle.errors, []);
    cpSync(join(folder, "node_modules/casegate/dist", module), join(modulesRoot, module));
    const modules = [{ type: "ESModule", path: join(modulesRoot, "out.mjs") }, { type: "CompiledWasm", path: join(modulesRoot, module) }];
    const miniflare = new Miniflare({ compatibilityDate: "2025-01-01", modulesRoot, modules });
    try {
      assert.equal(await (await miniflare.dispatchFetch("http://localhost/")).text(), output);
    } finally {
      await miniflare.dispose();
    }
  });
}

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
  return webpackRun(root);
}

async function webpackRun(root, options = {}) {
  const compiler = webpack({ context: join(folder, root), output: { path: join(folder, root, "dist") }, ...options });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  const { assets, errors } = stats.toJson({ all: false, assets: true, errors: true });
  assert.deepEqual(errors, []);
  return assets.map(({ name }) => name);
}

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
  test(`types for ${kind}`, async () => {
    await typecheck(kind, options, "types.mts");
  });
  test(`types of the entry for backends for ${kind}`, async () => {
    await typecheck(`service ${kind}`, options, "service.mts");
  });
}

test("types for require", async () => {
  const text = `import casegate = require("casegate");
import service = require("casegate/service");
import check = require("casegate/check");
import intake = require("casegate/intake");
import { es } from "casegate/es";
export = [casegate.checkCase({}, { today: "" }).ok, check.prepareCase({}, { today: "" }).omitted, service.transitions().transitions, es.language, intake.modules.form];
`;
  write("types-require/types.cts", text);
  await typecheck("require", { module: "nodenext" }, "types.cts");
});

async function typecheck(kind, options, file) {
  const root = `types-${kind.replaceAll(" ", "-")}`;
  if (file.endsWith(".mts")) {
    const source = new URL(`consumer/${file.replace(/mts$/, "ts")}`, import.meta.url);
    write(`${root}/${file}`, readFileSync(source, "utf8"));
  }
  const paths = { "@standard-schema/spec": [join(modules, "@standard-schema/spec/dist/index.d.ts")] };
  const compilerOptions = { target: "es2022", strict: true, noEmit: true, types: [], paths, ...options };
  const config = write(`${root}/tsconfig.json`, JSON.stringify({ compilerOptions, files: [file] }));
  const result = await run(process.execPath, [join(modules, "typescript/bin/tsc"), "-p", config], {
    cwd: folder,
  }).catch((error) => error);
  assert.equal(result.stdout, "");
}

test("publint and attw report nothing", { timeout: 120_000 }, async () => {
  await run("npm", ["run", "--silent", "lint"], { cwd: pkg });
});
