import { payload, start, tell } from "./payload.mjs";

const begin = start();
const { compiled } = await import("../schema/ajv.mjs");
const ok = compiled()(payload);
tell(begin, ok);
