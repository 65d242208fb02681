// Receipts under the verifier of the kit: a sample of `node tests/receipts/campaign.mjs`, and the
// vectors, which show every outcome of every rule.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { receipt } from "../../pkg/dist/service.js";
import { readVectors } from "../support/vectors.mjs";
import { campaign } from "./campaign.mjs";

const verifier = fileURLToPath(new URL("../../kit/verify.py", import.meta.url));

test("500 true receipts are accepted and 500 tampered ones refused", async () => {
  assert.deepEqual(await campaign(500, 1), { accepted: 500, refused: 500, wrong: [] });
});

test("the receipts of all vectors are accepted", () => {
  const lines = readVectors().flatMap(({ call, payload, context, reply }) => {
    if (call === "receipt" && reply.startsWith('{"receipt"')) return { payload, context: JSON.parse(context), receipt: reply };
    if (call !== "check_case" || !reply.startsWith('{"format"')) return [];
    const settings = JSON.parse(context);
    return { payload, context: settings, receipt: JSON.stringify(receipt(payload, settings)) };
  });
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const answers = execFileSync("python3", [verifier, "--lines"], { input, encoding: "utf8" }).trimEnd().split("\n");
  const wrong = lines.filter((_, at) => !JSON.parse(answers[at]).ok);
  assert.deepEqual(wrong, []);
  assert.ok(lines.length > 2_000);
});
