// Payloads and settings that several tests use.
import { readFileSync } from "node:fs";

export const context = { today: "2026-03-01" };

const bases = readFileSync(new URL("../vectors/bases.json", import.meta.url), "utf8");

/** A payload of tests/vectors/bases.json, a new object at each call. */
export function base(name) {
  return JSON.parse(bases)[name];
}
