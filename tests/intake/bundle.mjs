// The form's own modules in Node, with the entry that has the module inside and firm rules, as the element has.
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const demo = fileURLToPath(new URL("../../web-demo/", import.meta.url));
const whole = {
  name: "whole",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\/(?:\.\.\/)?(form|slim|es)\.js$/ }, () => ({ path: join(demo, "../pkg/dist/service.js") }));
  },
};

/** Returns the state behind the form: sheet, drafts, tables, and the library that they call. */
export async function intake() {
  const { build } = createRequire(`${demo}package.json`)("esbuild");
  const folder = await mkdtemp(join(tmpdir(), "casegate-intake-"));
  const outfile = join(folder, "intake.mjs");
  await build({
    stdin: {
      contents: 'export * from "./sheet.ts"; export * from "./catalogue.ts"; export * from "./english.ts"; export * from "./answers.ts"; export * from "./draft.ts"; export * from "./draft-reading.ts"; export { patience } from "./backend.ts";'
        + 'export { Session, checkCase, fieldStates } from "../../dist/service.js";',
      resolveDir: `${demo}../pkg/src/intake`, loader: "ts",
    },
    bundle: true, format: "esm", outfile, platform: "neutral", absWorkingDir: demo, plugins: [whole],
  });
  const form = await import(pathToFileURL(outfile));
  await rm(folder, { recursive: true });
  return form;
}

/** A repeatable choice; with Math.random a failure could not be repeated. */
export function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
