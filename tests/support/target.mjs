// The build folder of cargo, where tests put their files: scripts/env names the same folder. A port
// for a program.
import { once } from "node:events";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A path in the target folder. */
export const target = (path) => join(resolve(process.env.CARGO_TARGET_DIR || join(root, "target")), path);

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
