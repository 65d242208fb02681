// The vectors as the core expands them: one JSON line per case, with the reply that every binding
// must give, byte for byte.
import { existsSync, readFileSync } from "node:fs";
import { target } from "./target.mjs";

const file = process.env.CASEGATE_VECTORS ?? target("vectors.ndjson");

export function readVectors() {
  if (!existsSync(file)) {
    throw new Error(`${file} is missing: cargo run -q -p casegate --example expand_vectors > ${file}`);
  }
  const vectors = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  if (vectors.length === 0) throw new Error(`${file} is empty`);
  return vectors;
}
