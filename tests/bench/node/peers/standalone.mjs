// schema/case.json for ajv, compiled beforehand to a module of its own.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import standaloneCode from "ajv/dist/standalone/index.js";
import { compiled } from "./ajv.mjs";

// A folder in which its `require` finds ajv's helpers, and which git ignores.
const folder = new URL("../../node_modules/.bench/", import.meta.url);

/** Writes the module, and returns its check. */
export function standalone() {
  const { ajv, validate } = compiled({ code: { source: true } });
  const file = new URL("ajv-standalone.cjs", folder);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, standaloneCode.default(ajv, validate));
  return createRequire(import.meta.url)(file.pathname);
}
