// A sample of the payloads of `node tests/exhaustive/schema.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "./schema.mjs";

test("payloads of the whole space are judged alike by ajv", async () => {
  const { payloads, taken, refused, differences } = await judge(1_000_000);
  assert.deepEqual(differences.slice(0, 3), []);
  assert.ok(payloads > 10_000 && taken > 1_000 && refused > 1_000, `${payloads} payloads, ${taken} taken, ${refused} refused`);
});
