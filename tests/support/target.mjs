// The build folder of cargo, where tests put their files: scripts/env names the same folder.
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A path in the target folder. */
export const target = (path) => join(resolve(process.env.CARGO_TARGET_DIR || join(root, "target")), path);
