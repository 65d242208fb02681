// The package's types of results accept the output of `normalizeResults`, and nothing that deviates
// from the documented shape.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { readVectors } from "../support/vectors.mjs";

const path = (to) => fileURLToPath(new URL(`../../${to}`, import.meta.url));
// Notes after which the results are as documented. An unknown member stays, and a literal with one
// has no type.
const REPAIRED = ["list_added", "status_mapped", "beyond_envelope", "included_cleared", "members_added"];
// Differences that a type cannot express: the form of a text, whole numbers, and a null that was
// there before.
const isBeyondTypes = ({ code, at }) =>
  code === "unexpected_form" || code === "unknown_field" || /\/(upgrade_id|policy_type)$/.test(at);

test("literals of all outcomes match their types, and others match none", () => {
  const lines = [`import type { Results } from ${JSON.stringify(path("pkg/src/service-types.ts"))};`, "let is: Results;"];
  const counts = { good: 0, deviating: 0 };
  for (const { call, reply } of readVectors()) {
    if (call !== "normalize_results") continue;
    const { normalized, notes } = JSON.parse(reply);
    if (notes.some(isBeyondTypes)) continue;
    const isDeviating = notes.some(({ code, params }) => !REPAIRED.includes(code) || params?.members?.includes("case_type"));
    if (isDeviating) lines.push("// @ts-expect-error");
    lines.push(`is = ${JSON.stringify(normalized)};`);
    counts[isDeviating ? "deviating" : "good"]++;
  }
  assert.ok(counts.good > 40 && counts.deviating > 40, JSON.stringify(counts));
  lines.push(
    "declare const given: Results;",
    "if (given.cancelled) { const none: never[] = given.results; given.cancellation?.reason; none; }",
    'else if (given.case_type === "policy_limit_search") for (const policy of given.additional_policies) {',
    '  if (policy.status === "accepted") policy.rideshare?.length;',
    '  else if (policy.status === "included") { const price: null = policy.price_usd; price; }',
    "  // @ts-expect-error: an offer has no values",
    "  else policy.rideshare;",
    "}",
  );
  const folder = mkdtempSync(join(tmpdir(), "casegate-types-"));
  try {
    writeFileSync(join(folder, "fixtures.ts"), `${lines.join("\n")}\n`);
    const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--allowImportingTsExtensions"];
    const { stdout, status } = spawnSync(path("tests/node_modules/.bin/tsc"), [...options, join(folder, "fixtures.ts")], { encoding: "utf8" });
    assert.equal(status, 0, stdout.slice(0, 5000));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
