// Builds the pages into dist/. The rulebook is installed from a packed tarball, as customers
// install it.
//
// node build.mjs [--pkg DIR] [--static DIR]
//
//   --pkg DIR     the folder of the npm package, ../pkg by default
//   --static DIR  writes the playground and the rules into DIR, as pages that need no service and
//                 send nothing
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { policy } from "./policy.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const { values: options } = parseArgs({ options: { pkg: { type: "string" }, static: { type: "string" } } });
const isStatic = options.static !== undefined;
const out = isStatic ? resolve(options.static) : join(here, "dist");
const pkg = resolve(options.pkg ?? join(here, "../pkg"));

const npm = (args, cwd) => execFileSync("npm", ["--loglevel=error", ...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

/**
 * Installs the dependencies of the lock file, then the packed rulebook, each only if it has
 * changed.
 */
async function install() {
  const lock = await readFile(join(here, "package-lock.json"));
  await once("tools", lock, "esbuild", () => npm(["ci", "--ignore-scripts"], here));
  const folder = await mkdtemp(join(tmpdir(), "casegate-demo-"));
  try {
    // Without the scripts, which refuse a package that is not whole: the pages need a part of it.
    const [packed] = Object.values(JSON.parse(npm(["pack", "--ignore-scripts", "--json", "--pack-destination", folder], pkg)));
    const tarball = join(folder, packed.filename);
    await once("casegate", await readFile(tarball), "casegate", () => npm(["install", "--no-save", "--no-package-lock", "--ignore-scripts", tarball], here));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Does `work` unless `name` exists and was made from the same bytes. */
async function once(stamp, bytes, name, work) {
  const digest = createHash("sha256").update(bytes).digest("hex");
  const file = join(here, `node_modules/.from-${stamp}`);
  if (existsSync(join(here, "node_modules", name)) && (await readFile(file, "utf8").catch(() => "")) === digest) return;
  work();
  await writeFile(file, digest);
}

/** The pages with their file, their module, and the style sheet of their content; the form has its own. The navigation has those with a module, in this order. Those for developers can be used alone, and the others link to them in the footer. */
const pages = Object.entries({
  intake: { file: "index.html", module: "casegate-intake.wasm" },
  cases: { file: "cases.html", sheet: "style.css", module: "casegate-form.wasm" },
  playground: { file: "playground.html", sheet: "style.css", module: "casegate.wasm", isAlone: true, isEnglish: true },
  rules: { file: "rules.html", sheet: "style.css", module: "casegate.wasm", isAlone: true },
  legal: { file: "legal.html", sheet: "style.css" },
  missing: { file: "404.html", sheet: "style.css" },
}).filter(([, { isAlone }]) => !isStatic || isAlone);

/** The built files under their plain names. */
const addresses = new Map();

/** The scripts that a page's script imports, directly or not. */
const imports = new Map();

function addressOf(name) {
  if (!addresses.has(name)) throw new Error(`${name} is not built`);
  return addresses.get(name);
}

/** Writes a file under a name with a hash of its content, so that browsers never ask for it again. */
async function place(name, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
  const [, stem, end] = /^(.*)(\.\w+)$/.exec(name);
  addresses.set(name, `${stem}-${hash}${end}`);
  await writeFile(join(out, addressOf(name)), bytes);
}

/**
 * The address of a built file, as the module "address:NAME". Each module that imports it has its
 * own, because a shared one would be a file of its own.
 */
const addressModules = {
  name: "addresses",
  setup(build) {
    build.onResolve({ filter: /^address:/ }, ({ path, importer }) => ({ path: `${path.slice("address:".length)} for ${importer}`, namespace: "address" }));
    build.onLoad({ filter: /.*/, namespace: "address" }, ({ path }) => ({ contents: JSON.stringify(addressOf(path.split(" ")[0])), loader: "json" }));
  },
};

/** Bundles entry points of one kind: scripts, or style sheets. */
async function bundle(entryPoints, { splitting = false } = {}) {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    absWorkingDir: here, entryPoints, splitting, metafile: true, entryNames: "[name]-[hash]", chunkNames: "part-[hash]", outdir: out,
    define: { WITH_SERVICE: String(!isStatic) },
    bundle: true, format: "esm", target: "es2022", minify: true, sourcemap: false, legalComments: "none", logLevel: "warning", plugins: [addressModules],
    alias: { transitions: "./src/kit/lifecycle/transitions.json" },
  });
  const { outputs } = metafile;
  const importedBy = (path) => outputs[path].imports.filter(({ kind }) => kind === "import-statement").flatMap((found) => [found.path, ...importedBy(found.path)]);
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    const [address, name] = [basename(path), basename(path).replace(/-\w{8}(?=\.\w+$)/, "")];
    if (entryPoint === undefined) continue;
    addresses.set(name, address);
    imports.set(name, [...new Set(importedBy(path).map((one) => basename(one)))]);
  }
}

async function files() {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const icon = await readFile(join(here, "src/icon.svg"));
  await place("icon.svg", icon);
  if (isStatic) await writeFile(join(out, "icon.svg"), icon); // also of the site around these pages
  const modules = isStatic ? ["casegate.wasm"] : ["casegate.wasm", "casegate-form.wasm", "casegate-intake.wasm"];
  for (const name of modules) await place(name, await readFile(join(here, "node_modules/casegate/dist", name)));
  await place("rule-cases.json", JSON.stringify(JSON.parse(await readFile(join(here, "src/rules/cases.json"), "utf8"))));
  await bundle((isStatic ? ["first", "style"] : ["first", "panel", "style"]).map((sheet) => ({ in: `src/styles/${sheet}.css`, out: sheet })));
  await bundle(pages.map(([page]) => ({ in: `src/${page}/main.ts`, out: page })), { splitting: true });
}

/** Escapes a text for HTML. */
const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/**
 * Writes the pages with their frame in English, which is seen before the scripts arrive.
 * `kit/frame.ts` sets the words of another language by the attributes `data-word` and `data-label`.
 */
async function frames() {
  const { build } = await import("esbuild");
  const { outputFiles: [{ text }] } = await build({
    stdin: { contents: `export { words } from "./words.en.js"; export { languages } from "./language.js";`, resolveDir: join(here, "src/kit"), loader: "ts" },
    bundle: true, format: "esm", write: false,
  });
  const { words: { frame: words }, languages } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  // The pages of the documentation belong to no firm.
  const firm = isStatic ? {} : JSON.parse(await readFile(join(here, "src/firm.json"), "utf8"));
  const word = (name) => `data-word="${name}">${escaped(words[name])}`;
  const item = (name, href, more = "") => `<li><a href="${escaped(href)}"${more} ${word(name)}</a></li>`;
  const linksOn = (current, isForDeveloper) => [
    isStatic && item("documentation", "../"),
    ...pages.filter(([, { module, isAlone }]) => module && (isForDeveloper || !isAlone)).map(([page, { file }]) => item(page, file === "index.html" ? "./" : file, page === current ? ' aria-current="page"' : "")),
  ];
  const phone = firm.phone && `<a class="phone" href="tel:${firm.phone.replace(/[^+\d]/g, "")}">${escaped(firm.phone)}</a>`;
  const parts = {
    // The page's own policy applies even if its server sends none. The last part is only valid in a
    // header.
    csp: policy.filter((part) => !part.startsWith("frame-ancestors")).join("; "),
    brand: [
      firm.logo && `<img src="${escaped(addressOf(firm.logo))}" alt="" width="28" height="28">`,
      firm.name && `<span class="firm">${escaped(firm.name)}</span>`, `<span ${word("site")}</span>`],
    phone,
    foot: isStatic ? `<p ${word("footerAlone")}</p>` : [
      `<p ${word("footer")}</p>`, '<ul class="plain foot-links">',
      (firm.name || phone) && `<li>${[firm.name && escaped(firm.name), phone].filter(Boolean).join(": ")}</li>`,
      ...["privacy", "terms"].filter((name) => firm[name]).map((name) => item(name, firm[name])),
      ...pages.filter(([, { isAlone }]) => isAlone).map(([page, { file }]) => item(page, file)),
      item("operator", "/operator/", ' id="operator"').replace("<li>", "<li hidden>"), "</ul>",
    ],
  };
  const template = await readFile(join(here, "src/page.html"), "utf8");
  const choice = [
    `<div class="languages" role="group" data-label="language" aria-label="${escaped(words.language)}">`,
    ...Object.entries(languages).map(([tag, name]) => `<button type="button" class="quiet" id="language-${tag}" lang="${tag}" aria-pressed="${tag === "en"}">${name}</button>`), "</div>",
  ];
  for (const [page, { file, sheet, module, isAlone, isEnglish }] of pages) {
    const all = {
      ...words, ...parts, languages: isEnglish ? "" : choice, page, title: words[page], links: linksOn(page, isAlone), icon: addressOf("icon.svg"), first: addressOf("first.css"), script: addressOf(`${page}.js`),
      sheet: sheet && `<link rel="stylesheet" href="${addressOf(sheet)}">`,
      // The style sheet and the scripts come first.
      preload: [
        ...imports.get(`${page}.js`).map((name) => `<link rel="modulepreload" href="${name}">`),
        module && `<link rel="preload" href="${addressOf(module)}" as="fetch" type="application/wasm" fetchpriority="low" crossorigin>`,
      ],
    };
    await writeFile(join(out, file), template.replace(/\{\{(\w+)\}\}/g, (_, name) => {
      if (!(name in all)) throw new Error(`page.html: ${name} is unknown`);
      return [all[name]].flat().filter(Boolean).join("");
    }));
  }
}

/** Writes what the stand-in serves beside the pages: the policy as a header, and compressed files. */
async function forServer() {
  await writeFile(join(out, "policy.txt"), policy.join("; "));
  for (const name of await readdir(out)) {
    const bytes = await readFile(join(out, name));
    await writeFile(join(out, `${name}.br`), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
    await writeFile(join(out, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

await install();
await files();
await frames();
if (!isStatic) await forServer();
