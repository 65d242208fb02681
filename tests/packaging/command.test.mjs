// The npm package casegate-cli, beside the tests of the binary that scripts/test runs on it.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { base, context } from "../support/cases.mjs";

const pkg = fileURLToPath(new URL("../../pkg/cli/", import.meta.url));
const command = join(pkg, "bin/casegate.mjs");
const skip = existsSync(join(pkg, "cli.wasm")) ? false : "this machine cannot build the command (scripts/setup wasi)";
const run = promisify(execFile);
const today = ["--today", context.today];
const good = JSON.stringify(base("pl-minimal"));

let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), "casegate-command-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

function casegate(args, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8", ...options });
  return { status, stdout, stderr };
}

test("servers name the program that has them", { skip }, () => {
  for (const args of [["api"], ["serve"], ["serve", "--webhook", "http://127.0.0.1:8788/"], ["listen"], ["certify", "--list"]]) {
    const { status, stdout, stderr } = casegate(args);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, new RegExp(`^casegate: this program has no \`${args[0]}\`; .*cargo install casegate-cli --features service.*\\n$`));
  }
});

test("a path reaches Node and the output as it was written", { skip }, () => {
  // Node resolves paths of Windows, with drives and backslashes. Here they are names of files.
  for (const path of ["C:\\cases\\a.json", "..\\a.json", "a b.json", "é.json", join(folder, "absolute.json")]) {
    writeFileSync(join(folder, path.startsWith("/") ? "absolute.json" : path), "{");
    const { status, stdout, stderr } = casegate(["check", ...today, path]);
    assert.equal(status, 1, stderr);
    assert.ok(stdout.includes(` --> ${path}:1:2\n`), stdout);
    assert.equal(stderr, `1 error in ${path}\n`);
  }
});

test("paths lead out of the working directory", { skip }, () => {
  mkdirSync(join(folder, "inner/folder"), { recursive: true });
  writeFileSync(join(folder, "outer.json"), good);
  for (const path of ["../../outer.json", "./../../outer.json", join(folder, "inner/../outer.json")]) {
    const { status, stderr } = casegate(["check", ...today, path], { cwd: join(folder, "inner/folder") });
    assert.equal(status, 0, stderr);
    assert.ok(stderr.includes(`in ${path};`), stderr);
  }
});

test("pipes are files, as in a shell's <(…)", { skip: skip || process.platform === "win32" }, () => {
  const shell = (line) => spawnSync("bash", ["-c", line, command, ...today], { cwd: folder, encoding: "utf8", input: good });
  for (const line of [`cat | "$0" check "$@" /dev/stdin`, `"$0" check "$@" <(cat)`, `cat | "$0" check "$@"`]) {
    const { status, stderr } = shell(line);
    assert.equal(status, 0, `${line}: ${stderr}`);
  }
});

test("the day is that of the caller's time zone", { skip }, () => {
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const env = { ...process.env, TZ: zone };
    const day = () => execFileSync(process.execPath, ["-p", "new Date().toLocaleDateString('sv')"], { env, encoding: "utf8" }).trim();
    const before = day();
    const { stderr } = casegate(["check"], { env, input: good });
    assert.ok([before, day()].some((day) => stderr.startsWith(`casegate: today is ${day},`)), stderr);
  }
});

test("a file that is protected against writing is not repaired", { skip }, () => {
  const file = join(folder, "protected.json");
  const odd = good.replace(`"pl"`, `"PL"`);
  assert.notEqual(odd, good);
  writeFileSync(file, odd, { mode: 0o444 });
  const { status, stderr } = casegate(["check", ...today, "--fix", file]);
  assert.equal(status, 2, stderr);
  assert.match(stderr, /cannot be written: permission denied/);
  assert.equal(readFileSync(file, "utf8"), odd);
});

test("a module that fails is no refused case", () => {
  mkdirSync(join(folder, "broken/bin"), { recursive: true });
  for (const name of ["casegate.mjs", "host.mjs"]) copyFileSync(join(pkg, "bin", name), join(folder, "broken/bin", name));
  const run = () => spawnSync(process.execPath, [join(folder, "broken/bin/casegate.mjs")], { encoding: "utf8" });
  const absent = run();
  assert.deepEqual([absent.status, absent.stdout], [2, ""]);
  assert.match(absent.stderr, /^casegate: cli\.wasm is missing/);
  writeFileSync(join(folder, "broken/cli.wasm"), "not a module");
  assert.equal(run().status, 101);
});

test("the package contains the licences, the readme, the command and its module only", { skip }, async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json"], { cwd: pkg });
  const files = JSON.parse(stdout)[0].files.map(({ path }) => path);
  assert.deepEqual(files.sort(), ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "bin/casegate.mjs", "bin/host.mjs", "cli.wasm", "package.json"]);
});

test("npx runs the packed package", { skip, timeout: 120_000 }, async () => {
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: pkg });
  const home = join(folder, "npx");
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), `{ "private": true }`);
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, stdout.trim())], { cwd: home });
  const { version } = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
  assert.equal((await run("npx", ["--offline", "casegate-cli", "--version"], { cwd: home })).stdout, `casegate ${version}\n`);
  writeFileSync(join(home, "case.json"), "{");
  const refused = await run("npx", ["--offline", "casegate-cli", "check", ...today, "case.json"], { cwd: home }).catch((error) => error);
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, / --> case\.json:1:2\n/);
});
