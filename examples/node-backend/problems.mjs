// Why a request is refused, as the answer says it: application/problem+json, with the library's issues as they are.
import { ServiceError } from "casegate/client";

export class Refusal extends Error {
  constructor(status, message, issues, retryAfter = null) {
    super(message);
    this.status = status;
    this.issues = issues;
    this.retryAfter = retryAfter; // in seconds
  }
}

/** What of the service's refusal helps the person: what it said, where the case or the request was at fault. */
function fromService({ kind, status, body, until, issues }) {
  const said = body?.detail ?? body?.title;
  if (issues) return new Refusal(400, "The service would refuse this.", issues);
  if (kind === "refused" && status === 400) return new Refusal(400, said ?? "The service refused this.", body?.errors);
  if (kind === "refused" && (status === 404 || status === 409)) return new Refusal(409, said ?? "The case does not allow this now.");
  if (kind === "refused" && status === 413) return new Refusal(413, "The files are too large for the service.");
  const retryAfter = until && (until - Date.now()) / 1000;
  if (status === 429) return new Refusal(429, "The service is busy. Try again later.", undefined, retryAfter); // nothing was done
  return new Refusal(502, "The research service does not answer as it should. Try again later.", undefined, retryAfter);
}

/** What Fastify refuses is a request's fault; all else is ours. */
function fromHere({ statusCode, message }) {
  return statusCode < 500 ? new Refusal(statusCode, message) : new Refusal(500, "Something broke here.");
}

export function answerProblem(error, request, reply) {
  let refusal = error;
  if (error instanceof ServiceError) refusal = fromService(error);
  else if (!(error instanceof Refusal)) refusal = fromHere(error);
  const { status, message, issues, retryAfter } = refusal;
  if (status >= 500) request.log.error(error);
  if (retryAfter) reply.header("retry-after", Math.ceil(retryAfter));
  reply.code(status).type("application/problem+json").send({ title: message, status, errors: issues });
}
