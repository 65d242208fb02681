// The programs of the playground's tab "Code": each runs and finds what the page finds. Build first:
// node pkg/build.mjs, cargo build --bins --examples --features casegate-cli/demo, scripts/wheel
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkCaseText } from "../../pkg/dist/index.js";
import { target } from "../support/target.mjs";
import { open, openSettings, tab, write } from "./playground-support.mjs";
import { copied, program, setting } from "./support.mjs";

const it = setting();
const python = target("python/venv/bin/python3");
const run = (command, args, cwd = folder) => promisify(execFile)(command, args, { cwd });
let folder, api, address;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "casegate-code-"));
  await mkdir(join(folder, "node_modules"));
  await symlink(fileURLToPath(new URL("../../pkg", import.meta.url)), join(folder, "node_modules/casegate"));
  api = spawn(program, ["api", "--port", "0", "--log", "quiet"], { stdio: ["ignore", "pipe", "inherit"] });
  address = await new Promise((resolve) => api.stdout.on("data", (data) => resolve(/ answers at (\S+)/.exec(String(data))[1])));
});

after(async () => {
  api?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** The libraries that cargo has built, the newest first. */
function libraries(name) {
  const deps = target("debug/deps");
  const found = readdirSync(deps).filter((file) => file.startsWith(`lib${name}-`) && file.endsWith(".rlib")).map((file) => join(deps, file));
  return found.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
}

/** Several builds of a library may exist; the two that belong together compile. */
async function compiled(source) {
  let last;
  for (const casegate of libraries("casegate")) {
    for (const json of libraries("serde_json")) {
      try {
        await run("rustc", ["--edition=2024", "-L", `dependency=${target("debug/deps")}`, "--extern", `casegate=${casegate}`, "--extern", `serde_json=${json}`, "-o", "program", source]);
        return join(folder, "program");
      } catch (error) {
        last = error;
      }
    }
  }
  throw last;
}

/** The verdict of the program and the findings: place, code and message. */
const programs = {
  async curl(code) {
    const { stdout } = await run("bash", ["-c", code.replace("http://127.0.0.1:8789", address)]);
    const { ok, issues } = JSON.parse(stdout);
    return [String(ok), ...issues.map(({ at, code, message }) => `${at} ${code} ${message}`)];
  },
  async javascript(code) {
    await writeFile(join(folder, "program.mjs"), code);
    return lines((await run(process.execPath, ["program.mjs"])).stdout);
  },
  async python(code) {
    await writeFile(join(folder, "program.py"), code);
    return lines((await run(python, ["program.py"])).stdout.replace(/^True|^False/, (word) => word.toLowerCase()));
  },
  async rust(code) {
    await writeFile(join(folder, "program.rs"), code);
    return lines((await run(await compiled("program.rs"), [])).stdout);
  },
};
const lines = (text) => text.trimEnd().split("\n");

const tricky = [
  '{\n  "case_type": "pl",\n  "summary": "It\'s `$HOME` ${1} \\\\ \\"quoted\\" \\"#\\" \'\'\' é😀",\n  "is_test": "true"\n}',
  '{"case_type": """, JSON\nJSON\n\\u0041 \\x \\',
  '{\n\t"case_type": "pe",\r\n  "zz": 1.50, "crash_state": "il"}',
  '{"case_type":"pl"}"',
];

for (const [id, execute] of Object.entries(programs)) {
  test(`${id}: the copied program finds what the page finds`, { skip: id === "python" && !existsSync(python) && "scripts/wheel builds the Python package" }, async () => {
    const { page, close } = await open(it);
    await openSettings(page, "carriers");
    await page.locator("#setting-today").fill("2026-02-03");
    await page.locator("#setting-refused").fill("O'Example \"Mutual\"");
    const context = JSON.parse(await page.locator('[aria-label="The settings in force, as JSON"]').textContent());
    await tab(page, "code");
    await page.locator(`#panel-code [data-choice="${id}"]`).click();
    for (const text of tricky) {
      await write(page, text);
      const code = await copied(page, async () => {
        await page.locator("#copy-code").click();
        await page.locator("#panel-code", { hasText: "The code is copied." }).waitFor();
      });
      assert.equal(code, await page.locator("#panel-code pre").textContent());
      // Text boxes have no carriage returns.
      const { ok, issues } = checkCaseText(text.replaceAll("\r\n", "\n"), context);
      assert.deepEqual(await execute(code), [String(ok), ...issues.map(({ at, code: name, message }) => `${at} ${name} ${message}`)], text);
    }
    await close();
  });
}
