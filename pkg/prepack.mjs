// Refuses to pack the package of the working directory without the files that its package.json
// promises.
import { existsSync, readFileSync } from "node:fs";

const { bin = {}, exports = {}, files, main = [], module = [], types = [] } = JSON.parse(readFileSync("package.json", "utf8"));

/** Returns the paths at the ends of an export's conditions. */
const paths = (target) => (typeof target === "string" ? [target] : Object.values(target).flatMap(paths));

const missing = paths([main, module, types, files, bin, exports]).filter((path) => !path.includes("*") && !existsSync(path));
if (missing.length > 0) {
  console.error(`The package is not built: ${missing[0]} is missing. Run scripts/package-npm.`);
  process.exit(1);
}
