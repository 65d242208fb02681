import { type Case, type Context, checkCaseText, today } from "casegate";
import express from "express";

const context = { today: () => today("America/New_York"), credential: "user", audience: "form", include: ["prepared"] } satisfies Context;

export function createServer(submit: (payload: Case) => Promise<void>) {
  const server = express();
  server.post("/cases", express.raw({ type: () => true }), async ({ body }, response) => {
    const { ok, issues, prepared } = checkCaseText(body ?? "", context); // no body at all is refused too
    if (!ok) {
      response.status(400).json({ errors: issues });
      return;
    }
    await submit(prepared);
    response.status(202).end();
  });
  return server;
}
