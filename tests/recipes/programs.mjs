// The programs of a guide: each block whose first line names its file, and the folders of examples/ that it names.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const blocks = /```\w+\n(?:\/\/|<!--|#) (\S+\.\w+)(?: -->)?\n[^]*?```/g;
/** One library of each kind runs at each change. `scripts/prove recipes` runs all, and installs the packages under `devDependencies`. */
export const withAll = process.env.CASEGATE_RECIPES === "all";
/** The options of a test of another library. */
export const inProve = { skip: !withAll && "scripts/prove recipes" };
export const built = join(import.meta.dirname, "node_modules/.programs");

/** Writes the programs of a guide into `built`, and returns their names. */
export function programsOf(guide) {
  const text = readFileSync(new URL(`../../docs/guides/${guide}`, import.meta.url), "utf8");
  mkdirSync(built, { recursive: true });
  return Array.from(text.matchAll(blocks), ([block, name]) => {
    mkdirSync(dirname(join(built, name)), { recursive: true });
    writeFileSync(join(built, name), block.split("\n").slice(1, -1).join("\n"));
    return name;
  });
}

/** Copies a folder of examples/ into `built`, and returns the names of its files. */
export function exampleOf(name) {
  const folder = join(import.meta.dirname, "../../examples", name);
  cpSync(folder, built, { recursive: true });
  return readdirSync(folder, { recursive: true }).filter((path) => /\.\w+$/.test(path));
}

/** Single-file components of Vue, as its plugins for bundlers compile them. */
export const vue = {
  name: "vue",
  setup: ({ onLoad }) => onLoad({ filter: /\.vue$/ }, async ({ path }) => {
    const { compileScript, parse } = await import("vue/compiler-sfc");
    const { descriptor } = parse(readFileSync(path, "utf8"), { filename: path });
    return { contents: compileScript(descriptor, { id: path, inlineTemplate: true, templateOptions: { compilerOptions: { isCustomElement: (tag) => tag.includes("-") } } }).content, loader: "ts" };
  }),
};

/** Loads a program that `programsOf` has written. */
export async function load(name) {
  const outfile = join(built, `${name}.built.mjs`);
  await build({
    entryPoints: [join(built, name)],
    outfile,
    absWorkingDir: import.meta.dirname,
    bundle: true,
    format: "esm",
    jsx: "automatic",
    logLevel: "warning",
    packages: "external",
    platform: "node",
    plugins: [vue],
  });
  return import(pathToFileURL(outfile));
}
