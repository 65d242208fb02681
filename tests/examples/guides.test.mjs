// The blocks of docs/guides: each JavaScript, Python and shell block runs, in order, and prints the
// text block that follows it. Build first: cargo build -p casegate-cli; node pkg/build.mjs
//
// With GUIDES=overwrite the text blocks are written anew.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { target } from "../support/target.mjs";

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const guides = path("docs/guides");
const binary = target("debug/casegate");

/** A block, and the text block directly after it. */
const blocks = /```(js|python|sh)\n([^]*?)```\n(?:\n```text\n([^]*?)```)?/g;
const end = "\f";
const commands = {
  sh: (code) => code,
  js: (code) => `node --input-type=module <<'GUIDE'\n${code}GUIDE\n`,
  python: (code) => `python3 - <<'GUIDE'\n${code}GUIDE\n`,
};

const folder = mkdtempSync(join(tmpdir(), "casegate-guides-"));
let standIn, variables;

before(async () => {
  const args = ["serve", "--data", join(folder, "stand-in"), "--port", "0", "--log", "quiet"];
  standIn = spawn(binary, args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  variables = await new Promise((resolve, reject) => {
    standIn.once("error", reject);
    standIn.once("exit", () => reject(new Error("the stand-in ended before it was ready")));
    standIn.stdout.on("data", (data) => {
      const line = (said += data).match(/^ *(BASE=.*)\n/m);
      if (line) resolve(Object.fromEntries(line[1].split(" ").map((pair) => pair.split("="))));
    });
  });
});

after(() => {
  standIn?.kill();
  rmSync(folder, { recursive: true, force: true });
});

// The blocks of the Rust guide are doctests of examples/axum-server.
for (const name of readdirSync(guides).filter((name) => name !== "rust-server.md")) {
  test(`${name}: its blocks print what follows them`, async () => {
    const file = join(guides, name);
    const text = readFileSync(file, "utf8");
    const found = Array.from(text.matchAll(blocks), ([, language, code, output]) => ({ language, code, output }));
    assert.ok(found.length > 0);

    const cwd = join(folder, name);
    mkdirSync(join(cwd, "node_modules"), { recursive: true });
    symlinkSync(path("pkg"), join(cwd, "node_modules/casegate"), "junction");
    cpSync(path("examples/cases.ndjson"), join(cwd, "cases.ndjson"));
    const script = found.map(({ language, code }) => `${commands[language](code)}printf '\\f'\n`).join("");
    const env = { ...process.env, ...variables, PATH: dirname(binary) + delimiter + process.env.PATH };
    const { stdout, stderr } = await promisify(execFile)("bash", ["-euc", script], { cwd, env });
    assert.equal(stderr, "");
    const printed = stdout.split(end);

    if (process.env.GUIDES === "overwrite") {
      let at = 0;
      const renew = (block, language, code, output) => {
        const now = printed[at++];
        return output === undefined ? block : `\`\`\`${language}\n${code}\`\`\`\n\n\`\`\`text\n${now}\`\`\``;
      };
      writeFileSync(file, text.replace(blocks, renew));
    } else {
      assert.deepEqual(printed.slice(0, -1), found.map(({ output = "" }) => output));
    }
  });
}
