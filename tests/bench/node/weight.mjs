// What the same rules weigh in a page with other validators, bundled and minified, gzip:
// node weight.mjs
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { record } from "./measure.mjs";

const { build } = createRequire(new URL("../../../pkg/package.json", import.meta.url))("esbuild");

console.log(`\n${"the rules in a page, gzip".padEnd(68)}${"KB".padStart(8)}`);
for (const peer of ["handwritten", "valibot", "zod", "ajv", "joi"]) {
  const { outputFiles } = await build({
    stdin: { contents: `import { check } from "./peers/${peer}.mjs"; globalThis.check = check;`, resolveDir: import.meta.dirname },
    absWorkingDir: import.meta.dirname,
    bundle: true, format: "esm", minify: true, platform: "browser", write: false,
  });
  const size = gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000;
  console.log(`  ${peer.padEnd(66)}${size.toFixed(1).padStart(8)}`);
  record(`weight.${peer}`, size);
}
