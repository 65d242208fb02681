// Refuses to pack a package without the files that its package.json promises.
import { existsSync, readFileSync } from "node:fs";

process.chdir(import.meta.dirname);
const { bin, exports, files, main, module, types } = JSON.parse(readFileSync("package.json", "utf8"));

/** Returns the paths at the ends of an export's conditions. */
const paths = (target) => (typeof target === "string" ? [target] : Object.values(target).flatMap(paths));

const promised = [main, module, types, ...files, ...paths(bin), ...paths(exports), "dist/cli.wasm"];
const missing = promised.filter((path) => !path.includes("*") && !existsSync(path));
if (missing.length > 0) {
  console.error(`The package is not built: ${missing[0]} is missing. Run scripts/wasm, scripts/wasm-cli and node pkg/build.mjs first.`);
  process.exit(1);
}
