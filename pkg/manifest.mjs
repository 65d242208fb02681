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
  const address = ofCargo("repository");
  const repository = `{ "type": "git", "url": "git+${address}.git", "directory": "pkg" }`;
  const places = [`"repository": ${repository}`, `"homepage": "${address}#readme"`, `"bugs": "${address}/issues"`];
  const wanted = text
    .replace(/^ {2}"version": .+$/m, `  "version": "${ofCargo("version")}",`)
    .replace(/^ {2}"(repository|homepage|bugs)": .+\n/gm, "")
    .replace(/^ {2}"license": .+\n/m, `$&${places.map((place) => `  ${place},\n`).join("")}`);
  return { text, wanted };
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, manifest().wanted);
