import { sValidator } from "@hono/standard-validator";
import { type Case, caseSchema, today } from "casegate";
import { Hono } from "hono";

const schema = caseSchema({ today: () => today("America/New_York"), credential: "user" });

export function createServer(submit: (payload: Case) => Promise<void>) {
  const server = new Hono();
  const validator = sValidator("json", schema, (result, c) => {
    if (!result.success) return c.json({ errors: result.error }, 400); // the default answer repeats the values
  });
  server.post("/cases", validator, async (c) => {
    await submit(c.req.valid("json"));
    return c.body(null, 202);
  });
  return server;
}
