/** @jest-environment jsdom */
const { checkCase } = require("casegate");
const check = require("casegate/check");
const form = require("casegate/form");
const slim = require("casegate/slim");
const { readFileSync } = require("node:fs");
const { pathToFileURL } = require("node:url");

const context = { today: "2026-03-01" };
const codes = ({ issues }) => issues.map(({ at, code }) => `${at} ${code}`);

test("jsdom lacks what browsers have", () => {
  expect([typeof TextEncoder, typeof TextDecoder, typeof fetch, typeof Response]).toEqual(Array(4).fill("undefined"));
  expect(Object.getPrototypeOf(readFileSync(__filename).buffer)).not.toBe(ArrayBuffer.prototype);
});

test("the entries with their module inside", () => {
  expect(codes(checkCase({ case_type: "pl" }, context))).toContain("/cc_emails required");
  expect(codes(check.checkCaseText(JSON.stringify({ case_type: "pl", summary: "ñ 🚗" }), context))).toContain("/cc_emails required");
});

test("the entries with their module as a file: a path, an address and bytes", async () => {
  await slim.init(require.resolve("casegate/casegate.wasm"));
  expect(codes(slim.checkCase({ case_type: "pl" }, context))).toContain("/cc_emails required");
  await form.init(pathToFileURL(require.resolve("casegate/casegate-form.wasm")));
  expect(codes(form.checkCase({ case_type: "pl" }, context))).toContain("/cc_emails required");
  await slim.init(readFileSync(require.resolve("casegate/casegate.wasm")).buffer); // changes nothing
});
