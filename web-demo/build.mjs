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
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
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
    // Without the scripts, which refuse a package without its command: the demo does not use that.
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

/**
 * The table of transitions with the labels of its triggers, as the module "transitions". It is read
 * once, when the pages are built.
 */
const transitions = {
  name: "transitions",
  setup(build) {
    build.onResolve({ filter: /^transitions$/ }, ({ path }) => ({ path, namespace: "transitions" }));
    build.onLoad({ filter: /.*/, namespace: "transitions" }, async () => {
      const service = await import("casegate/service");
      const labels = (language) => service.actions({ case: null }, { language }).actions.map(({ trigger, label }) => [trigger, label]);
      const table = service.transitions().transitions;
      const triggers = { en: Object.fromEntries(labels("en")), es: Object.fromEntries(labels("es")) };
      return { contents: JSON.stringify({ table, triggers }), loader: "json" };
    });
  },
};

const pages = isStatic ? ["playground", "rules"] : ["intake", "cases", "playground", "rules"];

/** For pages with forms the small module suffices. */
const forms = ["intake", "cases"];

/** The first page is the folder's index. */
const fileOf = (page) => (page === "intake" ? "index.html" : `${page}.html`);

async function bundle() {
  const { build } = await import("esbuild");
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await build({
    absWorkingDir: here,
    entryPoints: [
      ...pages.map((page) => ({ in: `src/${page}/main.ts`, out: page })),
      ...(isStatic ? ["style"] : ["intake", "panel", "style"]).map((sheet) => ({ in: `src/styles/${sheet}.css`, out: sheet })),
    ],
    entryNames: "[name]", chunkNames: "part-[hash]",
    define: { WITH_SERVICE: String(!isStatic) },
    outdir: out, bundle: true, splitting: true, format: "esm", target: "es2022", minify: true, sourcemap: false, legalComments: "none", logLevel: "warning", plugins: [transitions],
  });
  const template = await readFile(join(here, "src/page.html"), "utf8");
  // The page's own policy applies even if its server sends none. The last part is only valid in a
  // header.
  const csp = policy.filter((part) => !part.startsWith("frame-ancestors")).join("; ");
  for (const page of pages) await writeFile(join(out, fileOf(page)), template.replaceAll("{{csp}}", csp).replaceAll("{{page}}", page).replaceAll("{{sheet}}", page === "intake" ? page : "style").replaceAll("{{module}}", page === "intake" ? "casegate-intake" : forms.includes(page) ? "casegate-form" : "casegate"));
  await copyFile(join(here, "src/icon.svg"), join(out, "icon.svg"));
  // Only the rules page fetches this file.
  await writeFile(join(out, "rule-cases.json"), JSON.stringify(JSON.parse(await readFile(join(here, "src/rules/cases.json"), "utf8"))));
  for (const name of isStatic ? ["casegate.wasm"] : ["casegate.wasm", "casegate-form.wasm", "casegate-intake.wasm"]) await copyFile(join(here, "node_modules/casegate/dist", name), join(out, name));
  const schemas = join(here, "node_modules/casegate/schema");
  for (const name of await readdir(schemas)) if (name.startsWith("case.")) await copyFile(join(schemas, name), join(out, `schema-${name}`));
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
await bundle();
if (!isStatic) await forServer();
