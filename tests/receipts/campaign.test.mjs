// A sample of `node tests/receipts/campaign.mjs`.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { campaign } from "./campaign.mjs";

const verifier = new URL("../../kit/verify.py", import.meta.url);

test("500 true receipts are accepted and 500 tampered ones refused", { skip: !existsSync(verifier) && "no verifier" }, async () => {
  assert.deepEqual(await campaign(500, 1), { accepted: 500, refused: 500, wrong: [] });
});
