// A share of what `scripts/prove drafts` compares.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compare } from "./drafts.mjs";

test("a draft that meets other rules is told what was lost, what is new and what is no longer asked for", async () => {
  const { drafts, ...changes } = await compare(1000, 7);
  assert.equal(drafts, 1000);
  for (const [what, times] of Object.entries(changes)) assert.ok(times > 0, `${what} was never seen`);
});
