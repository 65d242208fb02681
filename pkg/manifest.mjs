// Derives the version and the repository's address in package.json from the workspace's Cargo.toml.
// `node pkg/manifest.mjs` writes package.json; build.mjs refuses one that differs.
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("package.json", import.meta.url);
const cargo = readFileSync(new URL("../Cargo.toml", import.meta.url), "utf8");

function ofCargo(key) {
  const [, value] = new RegExp(`^${key} = "(.+)"$`, "m").exec(cargo) ?? [];
  if (value === undefined) throw new Error(`Cargo.toml has no ${key}`);
  return value;
}

/** Returns `package.json` as it is, and as it should be. */
export function manifest() {
  const text = readFileSync(file, "utf8");
  const repository = `{ "type": "git", "url": "git+${ofCargo("repository")}.git", "directory": "pkg" }`;
  const wanted = text
    .replace(/^ {2}"version": .+$/m, `  "version": "${ofCargo("version")}",`)
    .replace(/^ {2}"repository": .+\n/m, "")
    .replace(/^ {2}"license": .+\n/m, `$&  "repository": ${repository},\n`);
  return { text, wanted };
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, manifest().wanted);
