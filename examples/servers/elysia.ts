import { type Case, caseSchema, today } from "casegate";
import { Elysia } from "elysia";

const schema = caseSchema({ today: () => today("America/New_York"), credential: "user" });

export function createServer(submit: (payload: Case) => Promise<void>) {
  return new Elysia()
    .onError(({ code, error, status }) => {
      // The default answer repeats the values, and so does `error.all`.
      if (code === "VALIDATION") return status(400, { errors: schema["~standard"].validate(error.value).issues });
    })
    .post(
      "/cases",
      async ({ body, status }) => {
        await submit(body);
        return status(202);
      },
      { body: schema },
    );
}
