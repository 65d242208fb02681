// Every answer of the vectors has the type that the package declares for it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { functionOf } from "../support/parity.mjs";
import { readVectors } from "../support/vectors.mjs";

const dist = fileURLToPath(new URL("../../pkg/dist/service.js", import.meta.url));
const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));

/** Members that are returned as they came, and have no type, by answer. */
const asItCame = {
  check_case: () => ["prepared"],
  prepare_case: () => ["prepared"],
  case_from_form: () => ["case"],
  play_session: ({ report }) => (report?.prepared ? ["report"] : []),
  check_request: (answer) => (answer.case?.prepared ? ["case"] : []),
  normalize_results: ({ notes }) => (notes.length > 0 ? ["normalized"] : []),
  read_record: ({ notes }) => (notes.length > 0 ? ["value"] : []),
  read_event: ({ notes }) => (notes.length > 0 ? ["event"] : []),
};

function typed({ call, reply }) {
  const answer = JSON.parse(reply);
  if ("error" in answer) return undefined;
  const left = Object.hasOwn(asItCame, call) ? asItCame[call](answer) : [];
  for (const name of left) delete answer[name];
  const type = answer.record ? `ReadRecord<${JSON.stringify(answer.record)}>` : `Answer<"${functionOf(call)}">`;
  const members = left.length > 0 ? `Omit<${type}, ${left.map((name) => JSON.stringify(name)).join(" | ")}>` : type;
  return `(${JSON.stringify(answer)}) satisfies ${members};`;
}

test("every result matches its declared type", () => {
  const from = JSON.stringify(dist);
  const header = `import * as casegate from ${from}; import type { ReadRecord } from ${from};
    type Answer<N extends keyof typeof casegate> = (typeof casegate)[N] extends (...of: never[]) => infer A ? A : never;
    export {};`.replaceAll("\n", "");
  const vectors = readVectors().filter((vector) => typed(vector) !== undefined);
  // An answer of a wrong type, so that the test cannot pass without checking.
  const lines = [header, ...vectors.map(typed), `({ steps: [{}] }) satisfies Answer<"replay">;`];

  const folder = mkdtempSync(join(tmpdir(), "casegate-answers-"));
  let output = "";
  try {
    writeFileSync(join(folder, "answers.mts"), lines.join("\n"));
    const compilerOptions = { target: "es2022", module: "nodenext", strict: true, noEmit: true, types: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["answers.mts"] }));
    execFileSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { maxBuffer: 1 << 28 });
  } catch (error) {
    output = String(error.stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const found = Array.from(output.matchAll(/^.*answers\.mts\((\d+),\d+\): (.*)$/gm), ([, line, message]) => {
    const vector = vectors[line - 2];
    return vector ? `${vector.file}: ${vector.name}: ${message.slice(0, 400)}` : `line ${line - vectors.length - 1}`;
  });
  assert.deepEqual(found.slice(0, 20), ["line 1"], output.slice(0, 2_000));
});
