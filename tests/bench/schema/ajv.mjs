// schema/case.json for ajv: compiled at run time, and as a module written beforehand.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import Ajv from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";

const schema = JSON.parse(readFileSync(new URL("case.json", import.meta.url), "utf8"));

function compile(options) {
  // Not strict: it would complain of unions of types and of tuples without a length, which the schema means.
  const ajv = new Ajv.default({ allErrors: true, strict: false, ...options });
  addFormats.default(ajv);
  return { ajv, validate: ajv.compile(schema) };
}

export const compiled = () => compile().validate;

// Where its `require` of ajv's own helpers finds them, and git does not look.
const folder = new URL("../node_modules/.bench/", import.meta.url);
export const standaloneFile = new URL("ajv-standalone.cjs", folder);

export function standalone() {
  const { ajv, validate } = compile({ code: { source: true } });
  mkdirSync(folder, { recursive: true });
  writeFileSync(standaloneFile, standaloneCode.default(ajv, validate));
  return createRequire(import.meta.url)(standaloneFile.pathname);
}
