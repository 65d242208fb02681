// Every vector gives the core's bytes, by whichever entry and door it comes in.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as main from "../../pkg/dist/index.js";
import * as service from "../../pkg/dist/service.js";
import { doors, functionOf, replyOf } from "../support/parity.mjs";
import { readVectors } from "../support/vectors.mjs";

const vectors = readVectors();

for (const [entry, casegate, some] of [
  ["casegate", main, vectors.filter((vector) => !vector.service)],
  ["casegate/service", service, vectors],
]) {
  for (const vector of some) {
    test(`${entry}: ${vector.file}: ${vector.name}`, () => {
      for (const [door, call] of doors(casegate, vector))
        assert.equal(replyOf(call), vector.reply, `by the door "${door}"`);
    });
  }
}

test("every function for backends has a vector", () => {
  const shown = new Set(vectors.filter((vector) => vector.service).map(({ call }) => functionOf(call)));
  // A class is shown by service.test.mjs.
  const functions = Object.keys(service).filter((name) => /^[a-z]/.test(name) && !Object.hasOwn(main, name));
  assert.deepEqual(functions.sort(), [...shown].sort());
});
