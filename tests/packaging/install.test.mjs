// The archive of the command line, the files of a release around it, and the installer that takes them
// from a server.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { target } from "../support/target.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const program = target("debug/casegate");
const triple = "x86_64-unknown-linux-musl"; // only a name here
const archive = `casegate-${triple}.tar.gz`;
const cargo = readFileSync(join(root, "Cargo.toml"), "utf8");
const [, version] = /^version = "(.+)"$/m.exec(cargo);
const [, repository] = /^repository = "(.+)"$/m.exec(cargo);

let work, assets, server, address, asked;

before(async () => {
  work = mkdtempSync(join(tmpdir(), "casegate-install-"));
  assets = join(work, "assets");
  execFileSync(join(root, "scripts/package-binary"), [triple, "--to", assets, "--program", program]);
  // The changelog has a part for each version that was released, and `Unreleased` before the next.
  execFileSync(join(root, "scripts/release-assets"), [assets]);

  // A machine of this name, whatever the tests run on.
  const bin = join(work, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "uname"), '#!/bin/sh\ncase $1 in -s) echo "${SYSTEM:-Linux}" ;; -m) echo "${PROCESSOR:-x86_64}" ;; esac\n');
  chmodSync(join(bin, "uname"), 0o755);

  server = createServer((request, response) => {
    asked.push(request.url);
    const file = join(assets, request.url.replace("/release/", ""));
    response.statusCode = existsSync(file) ? 200 : 404;
    response.end(existsSync(file) ? readFileSync(file) : "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${server.address().port}/release`;
});

after(() => {
  server?.close();
  rmSync(work, { recursive: true, force: true });
});

/** Runs install.sh of the release, or another, and returns its exit code and output. */
function install(args, { env = {}, script = join(assets, "install.sh") } = {}) {
  asked = [];
  const variables = { ...process.env, PATH: `${join(work, "bin")}:${process.env.PATH}`, HOME: join(work, "home"), ...env };
  return new Promise((done) => {
    execFile("sh", [script, ...args], { env: variables }, (error, stdout, stderr) => done({ code: error?.code ?? 0, stdout, stderr }));
  });
}

/** Makes an empty folder for a program. */
const folder = () => mkdtempSync(join(work, "to-"));

test("the archive has the program, a manual page for each command, completions, README and licences", () => {
  const files = execFileSync("tar", ["-tzf", join(assets, archive)], { encoding: "utf8" }).trim().split("\n");
  const top = `casegate-${triple}`;
  for (const file of ["casegate", "README.md", "LICENSE-MIT", "LICENSE-APACHE", "man/casegate.1", "completions/casegate.bash", "completions/_casegate", "completions/casegate.fish", "completions/_casegate.ps1"]) {
    assert.ok(files.includes(`${top}/${file}`), file);
  }
  execFileSync("tar", ["-xzf", join(assets, archive), "-C", work]);
  const commands = execFileSync(program, ["--help"], { encoding: "utf8" }).split("Options:\n")[0];
  const names = [...commands.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name).filter((name) => name !== "help");
  assert.ok(names.length > 10, commands);
  const pages = ["casegate.1", ...names.map((name) => `casegate-${name}.1`)].sort();
  assert.deepEqual(readdirSync(join(work, top, "man")).sort(), pages);
  for (const page of pages) assert.match(readFileSync(join(work, top, "man", page), "utf8"), /^\.TH casegate/m, page);
  for (const name of readdirSync(join(work, top, "completions"))) {
    assert.match(readFileSync(join(work, top, "completions", name), "utf8"), /explain/, name);
  }
});

test("cargo binstall finds the archive and the program in it by its metadata", () => {
  const { packages } = JSON.parse(execFileSync("cargo", ["metadata", "--no-deps", "--format-version", "1"], { cwd: root, encoding: "utf8" }));
  const { metadata, repository: repo } = packages.find(({ name }) => name === "casegate-cli");
  const { "pkg-url": url, "bin-dir": dir, "pkg-fmt": format } = metadata.binstall;
  const values = { repo, version, target: triple, bin: "casegate", "binary-ext": "" };
  const filled = (template) => template.replace(/\{ ([a-z-]+) \}/g, (_, name) => values[name]);
  assert.equal(filled(url), `${repository}/releases/download/v${version}/${archive}`);
  assert.equal(format, "tgz");
  const files = execFileSync("tar", ["-tzf", join(assets, archive)], { encoding: "utf8" }).split("\n");
  assert.ok(files.includes(filled(dir)), filled(dir));
});

test("the installer of a release has its address, and the notes are the version's part of the changelog", () => {
  assert.ok(readFileSync(join(assets, "install.sh"), "utf8").includes(`\nrelease='${repository}/releases/download/v${version}'\n`));
  const notes = readFileSync(join(assets, "NOTES.md"), "utf8");
  assert.ok(readFileSync(join(root, "CHANGELOG.md"), "utf8").includes(notes));
  assert.doesNotMatch(notes, /^## /m);
});

test("the installer downloads, compares and copies the program", async () => {
  const to = join(folder(), "deep/bin");
  const { code, stdout, stderr } = await install(["--to", to, "--from", address]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, new RegExp(`^installed casegate ${version} in ${to}\n.* is not in PATH\n$`));
  assert.deepEqual(asked, ["/release/SHA256SUMS", `/release/${archive}`]);
  assert.deepEqual(readdirSync(to), ["casegate"]);
  assert.equal(execFileSync(join(to, "casegate"), ["--version"], { encoding: "utf8" }), `casegate ${version}\n`);
});

test("a program that is there is replaced, and the folder is ~/.local/bin by default", async () => {
  const to = join(work, "home/.local/bin");
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, "casegate"), "an old one");
  const { code, stdout } = await install(["--from", address], { env: { PATH: `${join(work, "bin")}:${process.env.PATH}:${to}` } });
  assert.equal(code, 0);
  assert.equal(stdout, `installed casegate ${version} in ${to}\n`);
  assert.deepEqual(readdirSync(to), ["casegate"]);
});

test("an archive that differs from its checksum is not installed", async () => {
  const file = join(assets, archive);
  const good = readFileSync(file);
  writeFileSync(file, Buffer.concat([good, Buffer.from("x")]));
  const to = folder();
  const { code, stderr } = await install(["--to", to, "--from", address]);
  writeFileSync(file, good);
  assert.equal(code, 1);
  assert.match(stderr, /differs from its checksum: nothing is installed/);
  assert.deepEqual(readdirSync(to), []);
});

test("what the release lacks is refused before anything is written", async () => {
  const to = folder();
  for (const [env, reason] of [
    [{ SYSTEM: "Darwin", PROCESSOR: "arm64" }, /no archive casegate-aarch64-apple-darwin\.tar\.gz/],
    [{ PROCESSOR: "aarch64" }, /no archive casegate-aarch64-unknown-linux-musl\.tar\.gz/],
    [{ PROCESSOR: "riscv64" }, /processor riscv64.*cargo install casegate-cli/],
    [{ SYSTEM: "Plan9" }, /no archive for Plan9/],
  ]) {
    const { code, stderr } = await install(["--to", to, "--from", address], { env });
    assert.equal(code, 1);
    assert.match(stderr, reason);
  }
  const { code, stderr } = await install(["--to", to, "--from", `${address}/elsewhere`]);
  assert.equal(code, 1);
  assert.match(stderr, /cannot be downloaded/);
  assert.deepEqual(readdirSync(to), []);
});

test("wrong usage, and the script of a checkout, which has no address", async () => {
  for (const wrong of [["--into", "x"], ["--to"]]) assert.equal((await install(wrong)).code, 2, wrong[0]);
  const { code, stderr } = await install([], { script: join(root, "scripts/install.sh") });
  assert.equal(code, 1);
  assert.match(stderr, /no address/);
});
