// Derives the version and the repository's address in package.json and cli/package.json from the
// workspace's Cargo.toml. `node pkg/manifest.mjs` writes the two; build.mjs refuses files that differ.
import { readFileSync, writeFileSync } from "node:fs";

const cargo = readFileSync(new URL("../Cargo.toml", import.meta.url), "utf8");

function ofCargo(key) {
  const [, value] = new RegExp(`^${key} = "(.+)"$`, "m").exec(cargo) ?? [];
  if (value === undefined) throw new Error(`Cargo.toml has no ${key}`);
  return value;
}

/** Returns the path of each `package.json`, its text as it is, and as it should be. */
export const manifests = () => [manifest("package.json", "pkg"), manifest("cli/package.json", "pkg/cli")];

function manifest(path, directory) {
  const text = readFileSync(new URL(path, import.meta.url), "utf8");
  const address = ofCargo("repository");
  const repository = `{ "type": "git", "url": "git+${address}.git", "directory": "${directory}" }`;
  const places = [`"repository": ${repository}`, `"homepage": "${address}#readme"`, `"bugs": "${address}/issues"`];
  const wanted = text
    .replace(/^ {2}"version": .+$/m, `  "version": "${ofCargo("version")}",`)
    .replace(/^ {2}"(repository|homepage|bugs)": .+\n/gm, "")
    .replace(/^ {2}"license": .+\n/m, `$&${places.map((place) => `  ${place},\n`).join("")}`);
  return { path, text, wanted };
}

if (process.argv[1] === import.meta.filename) {
  for (const { path, wanted } of manifests()) writeFileSync(new URL(path, import.meta.url), wanted);
}
