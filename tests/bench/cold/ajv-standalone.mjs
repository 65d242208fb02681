import { payload, start, tell } from "./payload.mjs";

const begin = start();
const { default: validate } = await import("../node_modules/.bench/ajv-standalone.cjs");
const ok = validate(payload);
tell(begin, ok);
