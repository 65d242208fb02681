// A sample of the payloads of `node tests/exhaustive/digest.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compare } from "./digest.mjs";

test("20,000 generated payloads give the same bytes in Rust, Node and Chromium", async () => {
  const { digests, compared, difference } = await compare(20_000, 1);
  assert.equal(difference, undefined);
  assert.equal(compared, 20_000);
  assert.match(digests.Rust, /^[0-9a-f]{64}$/);
  assert.deepEqual(digests, { Rust: digests.Rust, Node: digests.Rust, Chromium: digests.Rust });
});
