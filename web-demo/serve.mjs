// Serves dist/ on this machine only.   node serve.mjs [--port N]   (0, the default, takes a free port)
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { policy } from "./policy.mjs";

const dist = new URL("./dist/", import.meta.url);
const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml" };
const at = process.argv.indexOf("--port");
const port = at > 0 ? Number(process.argv[at + 1]) : 0;
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error("--port takes a number from 0 to 65535");
  process.exit(2);
}

const server = createServer(async (request, response) => {
  const name = new URL(request.url ?? "/", "http://localhost").pathname.slice(1) || "index.html";
  const headers = {
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  };
  // dist/ is flat: a name with a slash or without a known extension is not in it.
  const type = types[extname(name)];
  const body = type !== undefined && /^[\w-]+\.\w+$/.test(name) ? await readFile(new URL(name, dist)).catch(() => undefined) : undefined;
  if (request.method !== "GET" && request.method !== "HEAD") response.writeHead(405, { ...headers, allow: "GET, HEAD" }).end();
  else if (body === undefined) response.writeHead(404, headers).end();
  else response.writeHead(200, { ...headers, "content-type": type }).end(request.method === "HEAD" ? undefined : body);
});
server.on("error", (error) => {
  console.error(`cannot listen on port ${port}: ${error.message}`);
  process.exit(1);
});
server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
