// The contenders of the cold start: `load` gives the check.
import { existsSync, readFileSync } from "node:fs";

const dist = new URL("../../../pkg/dist/", import.meta.url);
const standalone = "../node_modules/.bench/ajv-standalone.cjs";

function own(id, name, file) {
  const at = `../../../pkg/dist/${file}`;
  return {
    id,
    name,
    load: async () => {
      const { checkCase } = await import(at);
      return (payload, context) => checkCase(payload, context).ok;
    },
  };
}

function peer(id, name) {
  const at = `./peers/${id}.mjs`;
  return { id, name, load: async () => (await import(at)).check };
}

export const starts = [
  peer("nothing", "an empty module"),
  own("casegate", "casegate", "index.js"),
  ...(existsSync(new URL("check.js", dist)) ? [own("casegate-check", "casegate/check", "check.js")] : []),
  {
    id: "casegate-slim",
    name: "casegate/slim, its module from a file",
    load: async () => {
      const { init, checkCase } = await import(new URL("slim.js", dist));
      await init(readFileSync(new URL("casegate.wasm", dist)));
      return (payload, context) => checkCase(payload, context).ok;
    },
  },
  peer("valibot", "valibot"),
  {
    id: "ajv-standalone",
    name: "ajv, standalone",
    load: async () => (await import(standalone)).default,
  },
  peer("zod", "zod"),
  peer("ajv", "ajv, compiling its schema"),
];
