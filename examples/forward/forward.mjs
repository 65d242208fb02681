// A backend for `<casegate-intake>`: adds the token and passes a case on to the service.
import { createServer } from "node:http";

/** The service takes at most 100 MB of files with a case. */
const most = 110e6;

export const forward = ({ service, token }) => createServer(async (request, response) => {
  const reply = (status, body, headers = { "content-type": "application/json" }) => response.writeHead(status, headers).end(body);
  const type = request.headers["content-type"] ?? "";
  if (request.method !== "POST" || !type.startsWith("multipart/form-data")) return reply(404, '{"title":"Not found"}');
  if (!(Number(request.headers["content-length"]) <= most)) return reply(413, '{"title":"Too large"}');
  try {
    const headers = { Authorization: `Token ${token}`, "Content-Type": type, Accept: "application/json" };
    // A POST that is redirected becomes a GET, whose answer says nothing about the case.
    const answer = await fetch(`${service}/api/v1/partner/cases/create/`, { method: "POST", headers, body: request, duplex: "half", redirect: "manual" });
    const body = await answer.text();
    // Neither is a receipt: the case may exist, or not.
    if (answer.status < 400 && !(answer.ok && body.trimStart().startsWith("{"))) return reply(502, '{"title":"The service does not answer as it should"}');
    const kept = ["content-type", "retry-after"].filter((name) => answer.headers.has(name));
    reply(answer.status, body, Object.fromEntries(kept.map((name) => [name, answer.headers.get(name)])));
  } catch {
    reply(502, '{"title":"The service does not answer"}');
  }
});
