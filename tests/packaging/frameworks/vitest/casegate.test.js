// @vitest-environment jsdom
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { checkCase } from "casegate";
import * as form from "casegate/form";
import * as slim from "casegate/slim";
import address from "casegate/casegate.wasm?url";
import { expect, test } from "vitest";

const context = { today: "2026-03-01" };
const codes = ({ issues }) => issues.map(({ at, code }) => `${at} ${code}`);
const require = createRequire(import.meta.url);

test("the module inside", () => {
  expect(codes(checkCase({ case_type: "pl" }, context))).toContain("/cc_emails required");
});

test("a file: address, and a path before the address that the page uses", async () => {
  await form.init(pathToFileURL(require.resolve("casegate/casegate-form.wasm")));
  expect(codes(form.checkCase({ case_type: "pl" }, context))).toContain("/cc_emails required");
  await slim.init(require.resolve("casegate/casegate.wasm"));
  await slim.init(address);
  expect(codes(slim.checkCase({ case_type: "pl" }, context))).toContain("/cc_emails required");
});
