// The blocks of README.md, docs/guides, docs/certify.md and docs/field-map.md: each block of a program or of the shell runs, in order, and prints the
// text block that follows it. Build first: cargo build -p casegate-cli --features service; node pkg/build.mjs;
// npm ci in tests/recipes
//
// With GUIDES=overwrite the text blocks are written anew. A block whose language is not installed is
// skipped and listed: scripts/setup languages installs all of them, and scripts/wheel the Python package.
import assert from "node:assert/strict";
import { execFile, spawn, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { pictures } from "../support/pictures.mjs";
import { target } from "../support/target.mjs";

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const docs = path("docs");
const binary = target("debug/casegate");

const wheel = target("python/venv/bin");

/** A block, and the text block directly after it. */
const blocks = /```(js|python|sh)\n([^]*?)```\n(?:\n```text\n([^]*?)```)?/g;
const end = "\f";
const commands = {
  sh: (code) => code,
  js: (code) => `node --input-type=module <<'GUIDE'\n${code}GUIDE\n`,
  python: (code) => `python3 - <<'GUIDE'\n${code}GUIDE\n`,
};
/** The command that a block of the shell begins with, and its compiler. */
const compilers = { java: "javac", go: "go", mcs: "mcs" };

/** What a block needs and this machine lacks. */
function lacks({ language, code }) {
  if (language === "python" && /^import casegate$/m.test(code)) return existsSync(join(wheel, "python3")) ? undefined : "scripts/wheel";
  const compiler = language === "sh" && compilers[code.split(" ", 1)];
  return compiler && spawnSync(compiler, ["--version"]).error ? "scripts/setup languages" : undefined;
}

/** The packages that the blocks import. */
const packages = [
  ["casegate", "pkg"],
  ...["@electric-sql/pglite", "fastify", "standardwebhooks"].map((name) => [name, `tests/recipes/node_modules/${name}`]),
];

const folder = mkdtempSync(join(tmpdir(), "casegate-guides-"));
const servers = [];
let variables;

/** Starts a server of the program, and returns what its output says once it is ready. */
function start(args, ready) {
  const server = spawn(binary, [...args, "--port", "0", "--log", "quiet"], { stdio: ["ignore", "pipe", "inherit"] });
  servers.push(server);
  let said = "";
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`casegate ${args[0]} ended before it was ready`)));
    server.stdout.on("data", (data) => {
      const found = (said += data).match(ready);
      if (found) resolve(found[1]);
    });
  });
}

before(async () => {
  variables = { CASEGATE_API: await start(["api"], / answers at (.*)\n/) };
});

/** The variables of a stand-in, which belongs to one guide, so that its cases have the numbers of the guide. */
async function standIn(name) {
  const line = await start(["serve", "--data", join(folder, "data", name)], /^ *export (BASE=.*)\n *export CASEGATE_BASE=\$BASE CASEGATE_OPERATOR=\$OPERATOR\n/m);
  return Object.fromEntries(line.split(" ").map((pair) => pair.split("=")));
}

after(() => {
  for (const server of servers) server.kill();
  rmSync(folder, { recursive: true, force: true });
});

// The blocks of the Rust guide are doctests of examples/axum-server, and those of the libraries are run
// by tests/recipes.
const elsewhere = ["rust-server.md", "form-libraries.md", "server-frameworks.md", "intake-element.md"];
const guides = readdirSync(join(docs, "guides")).filter((name) => !elsewhere.includes(name));
for (const place of ["../README.md", ...guides.map((name) => `guides/${name}`), "certify.md", "field-map.md"]) {
  const name = basename(place);
  test(`${name}: its blocks print what follows them`, async (t) => {
    const file = join(docs, place);
    const text = readFileSync(file, "utf8");
    const found = Array.from(text.matchAll(blocks), ([, language, code, output]) => ({ language, code, output }));
    assert.ok(found.length > 0);
    for (const block of found) {
      block.lacks = lacks(block);
      if (block.lacks === undefined) continue;
      const skipped = `docs/${place}, ${block.language}: it takes ${block.lacks}`;
      t.diagnostic(`skipped: ${skipped}`);
      if (process.env.CASEGATE_SKIPPED) appendFileSync(process.env.CASEGATE_SKIPPED, `${skipped}\n`);
    }
    const run = found.filter((block) => block.lacks === undefined);

    const cwd = join(folder, name);
    for (const [name, place] of packages) {
      mkdirSync(dirname(join(cwd, "node_modules", name)), { recursive: true });
      symlinkSync(path(place), join(cwd, "node_modules", name), "junction");
    }
    cpSync(path("examples/cases.ndjson"), join(cwd, "cases.ndjson"));
    const script = run.map(({ language, code }) => `${commands[language](code)}printf '\\f'\n`).join("");
    const started = /\bBASE\b/.test(text) ? await standIn(name) : {};
    const clone = { CLONE: path(".").replace(/\/$/, "") };
    const env = { ...process.env, ...variables, ...clone, ...started, PATH: [dirname(binary), wheel, process.env.PATH].join(delimiter) };
    // Without --norc, bash reads the settings of people if its input is a socket, as for a remote shell.
    const { stdout, stderr } = await promisify(execFile)("bash", ["--norc", "-euc", script], { cwd, env });
    assert.equal(stderr, "");
    const printed = stdout.split(end);

    if (process.env.GUIDES === "overwrite") {
      const texts = new Map(run.map((block, at) => [block.code, printed[at]]));
      const renew = (block, language, code, output) => {
        const now = texts.get(code) ?? output;
        return output === undefined ? block : `\`\`\`${language}\n${code}\`\`\`\n\n\`\`\`text\n${now}\`\`\``;
      };
      writeFileSync(file, text.replace(blocks, renew));
    } else {
      assert.deepEqual(printed.slice(0, -1), run.map(({ output = "" }) => output));
    }
  });
}

for (const [name, draw] of Object.entries(pictures)) {
  test(`${name} shows what the program prints`, async () => {
    const picture = join(docs, "images", name);
    if (process.env.GUIDES === "overwrite") writeFileSync(picture, await draw());
    else assert.equal(readFileSync(picture, "utf8"), await draw());
  });
}
