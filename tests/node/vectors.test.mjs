// Every vector gives the core's bytes, whichever door it comes in by.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as casegate from "../../pkg/dist/index.js";
import { doors, replyOf } from "../support/parity.mjs";
import { readVectors } from "../support/vectors.mjs";

for (const vector of readVectors()) {
  test(`${vector.file}: ${vector.name}`, () => {
    for (const [door, call] of doors(casegate, vector))
      assert.equal(replyOf(call), vector.reply, `by the door "${door}"`);
  });
}
