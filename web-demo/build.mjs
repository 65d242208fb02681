// Builds the form into dist/. The rulebook comes as its customers get it: packed, then installed from the tarball.
//   node build.mjs [--pkg DIR]     DIR: the folder of the npm package, ../pkg by default
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { policy } from "./policy.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const at = process.argv.indexOf("--pkg");
const pkg = at > 0 ? resolve(process.argv[at + 1]) : resolve(here, "../pkg");

const npm = (args, cwd) => execFileSync("npm", ["--loglevel=error", ...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

/** Installs what the lock file names, then the packed rulebook; each only when it is another one than before. */
async function install() {
  const lock = await readFile(join(here, "package-lock.json"));
  await once("tools", lock, "esbuild", () => npm(["ci", "--ignore-scripts"], here));
  const folder = await mkdtemp(join(tmpdir(), "casegate-demo-"));
  try {
    const [packed] = Object.values(JSON.parse(npm(["pack", "--json", "--pack-destination", folder], pkg)));
    const tarball = join(folder, packed.filename);
    await once("casegate", await readFile(tarball), "casegate", () => npm(["install", "--no-save", "--no-package-lock", "--ignore-scripts", tarball], here));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Does `work` unless `name` is there and came from the same bytes. */
async function once(stamp, bytes, name, work) {
  const digest = createHash("sha256").update(bytes).digest("hex");
  const file = join(here, `node_modules/.from-${stamp}`);
  if (existsSync(join(here, "node_modules", name)) && (await readFile(file, "utf8").catch(() => "")) === digest) return;
  work();
  await writeFile(file, digest);
}

async function bundle() {
  const { build } = await import("esbuild");
  const out = join(here, "dist");
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await build({
    absWorkingDir: here,
    entryPoints: { main: "src/main.ts", style: "src/styles/main.css" },
    entryNames: "[name]",
    outdir: "dist", bundle: true, format: "esm", target: "es2022", minify: true, sourcemap: false, legalComments: "none", logLevel: "warning",
  });
  const page = await readFile(join(here, "src/index.html"), "utf8");
  await writeFile(join(out, "index.html"), page.replace("{{csp}}", policy.filter((part) => !part.startsWith("frame-ancestors")).join("; ")));
  await copyFile(join(here, "src/icon.svg"), join(out, "icon.svg"));
}

await install();
await bundle();
