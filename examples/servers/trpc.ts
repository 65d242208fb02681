import { initTRPC } from "@trpc/server";
import { type Case, type Issue, caseSchema, today } from "casegate";

const schema = caseSchema({ today: () => today("America/New_York"), credential: "user" });

const t = initTRPC.create({
  errorFormatter({ shape, error }) {
    if (error.code !== "BAD_REQUEST") return shape;
    // The default message and its stack may quote a body that is not JSON.
    const { issues } = (error.cause ?? {}) as { issues?: readonly Issue[] };
    const data = { code: error.code, httpStatus: 400, path: shape.data.path, issues };
    return { code: shape.code, message: "The request is refused.", data };
  },
});

export function createRouter(submit: (payload: Case) => Promise<void>) {
  return t.router({
    cases: t.procedure.input(schema).mutation(async ({ input }) => {
      await submit(input);
    }),
  });
}
