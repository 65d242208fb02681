import { payload, start, tell } from "./payload.mjs";

const begin = start();
const { checkCase } = await import("../../../pkg/dist/check.js");
const { ok } = checkCase(payload, { today: "2026-03-01" });
tell(begin, ok);
