// Every vector through a module that is not optimized, for `scripts/test quick`: it is built in
// seconds. tests/node/vectors.test.mjs has the modules of the package.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { entryPoints, replyOf } from "./parity.mjs";
import { readVectors } from "./vectors.mjs";

const casegate = await import(pathToFileURL(`${process.env.CASEGATE_TARGET}/quick/service.js`));
for (const vector of readVectors()) {
  test(`${vector.file}: ${vector.name}`, () => {
    for (const [entryPoint, call] of entryPoints(casegate, vector)) assert.equal(replyOf(call), vector.reply, entryPoint);
  });
}
