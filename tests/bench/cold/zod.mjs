import { payload, start, tell } from "./payload.mjs";

const begin = start();
const { caseSchema } = await import("../schema/zod.mjs");
const { success } = caseSchema.safeParse(payload);
tell(begin, success);
