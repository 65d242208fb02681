// scripts/release in a copy of the checkout: what it refuses, and the commit and the tag that it makes.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
const identity = { GIT_AUTHOR_NAME: "Test", GIT_AUTHOR_EMAIL: "test@example.com", GIT_COMMITTER_NAME: "Test", GIT_COMMITTER_EMAIL: "test@example.com" };
const address = "https://git.example.com/firm/casegate";

let folder, first;

const git = (...args) => execFileSync("git", [...author, ...args], { cwd: folder, encoding: "utf8" }).trim();
const read = (file) => readFileSync(join(folder, file), "utf8");
const edit = (file, from, to) => {
  assert.ok(read(file).includes(from), `${file} lacks ${from}`);
  writeFileSync(join(folder, file), read(file).replace(from, to));
};
const release = (...args) => spawnSync(join(folder, "scripts/release"), args, { cwd: folder, encoding: "utf8", env: { ...process.env, ...identity, CASEGATE_CODEGEN: ".git/codegen" } });

/** Asserts that the script refuses for this reason, and changes nothing. */
function refuses(args, reason, code = 1) {
  const status = git("status", "--porcelain");
  const head = git("rev-parse", "HEAD");
  const { status: exit, stderr } = release(...args);
  assert.match(stderr, reason);
  assert.equal(exit, code, stderr);
  assert.equal(git("status", "--porcelain"), status);
  assert.equal(git("rev-parse", "HEAD"), head);
  assert.equal(git("tag"), "");
}

before(() => {
  // The files as they are, committed or not.
  folder = mkdtempSync(join(tmpdir(), "casegate-release-"));
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"], { cwd: root, encoding: "utf8" });
  for (const file of files.split("\0").filter(Boolean)) {
    cpSync(join(root, file), join(folder, file), { recursive: true, verbatimSymlinks: true });
  }
  git("init", "--quiet", "--initial-branch", "main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "all files");
  edit("Cargo.toml", /^repository = "(.+)"$/m.exec(read("Cargo.toml"))[1], address);
  execFileSync(process.execPath, ["pkg/manifest.mjs"], { cwd: folder });
  git("commit", "--quiet", "--all", "--message", "an address");
  first = git("rev-parse", "HEAD");
  // In the place of the program that writes generated files, which takes a build.
  writeFileSync(join(folder, ".git/codegen"), '#!/bin/sh\necho "$@" >tests/generated.txt\n', { mode: 0o755 });
});

beforeEach(() => {
  git("switch", "--quiet", "main");
  git("reset", "--quiet", "--hard", first);
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** The current version, and a version after it. */
const versions = () => {
  const old = /^version = "(.+)"$/m.exec(read("Cargo.toml"))[1];
  const [major, minor] = old.split(".").map(Number);
  return { old, next: `${major}.${minor + 1}.0` };
};

test("the placeholder of the repository's address is refused", () => {
  edit("Cargo.toml", address, "https://example.invalid/casegate");
  git("commit", "--quiet", "--all", "--message", "a placeholder");
  refuses([versions().next], /no address yet/);
});

test("a change that is not committed is refused", () => {
  writeFileSync(join(folder, "note.txt"), "");
  refuses([versions().next], /has changes/);
  rmSync(join(folder, "note.txt"));
  writeFileSync(join(folder, "README.md"), "changed\n");
  refuses([versions().next], /has changes/);
});

test("another branch than main is refused", () => {
  git("switch", "--quiet", "--force-create", "other");
  refuses([versions().next], /on the branch main/);
});

test("a version before the current one is refused", () => {
  const { old } = versions();
  edit("Cargo.toml", `version = "${old}"`, 'version = "0.10.0"');
  git("commit", "--quiet", "--all", "--message", "0.10.0");
  for (const version of ["0.9.9", "0.2.0"]) refuses([version], /comes before 0\.10\.0/);
});

test("what is no version is refused", () => {
  for (const version of ["v1.0.0", "1.0", "01.0.0", "1.0.0-rc.1", "1.0.0\n"]) refuses([version], /usage/, 2);
  refuses([], /usage/, 2);
});

test("a version that is tagged is refused", () => {
  const { old } = versions();
  git("tag", `v${old}`);
  const { status, stderr } = release(old);
  git("tag", "--delete", `v${old}`);
  assert.equal(status, 1);
  assert.match(stderr, /the tag v.+ exists/);
});

test("a release without entries in the changelog is refused", () => {
  const { next } = versions();
  for (const text of ["# Changelog\n\n## 0.0.1\n\n- An entry.\n", `# Changelog\n\n## ${next}, unreleased\n\n## 0.0.1\n\n- An entry.\n`]) {
    writeFileSync(join(folder, "CHANGELOG.md"), text);
    git("commit", "--quiet", "--all", "--message", "nothing new");
    refuses([next], /nothing under `## .+, unreleased`/);
  }
});

/** Adds the part of a version to the changelog, and returns its text. */
function note(version) {
  const entries = "\n- An entry.\n\n";
  edit("CHANGELOG.md", "\n## ", `\n## ${version}, unreleased\n${entries}## `);
  git("commit", "--quiet", "--all", "--message", "an entry");
  return entries;
}

test("a release that fails on the way leaves everything as it was", () => {
  note(versions().next);
  const hook = join(folder, ".git/hooks/pre-commit");
  writeFileSync(hook, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  refuses([versions().next, "--no-checks"], /the work tree is as it was/);
  rmSync(hook);
});

test("a release is one commit with the version everywhere, and an annotated tag", () => {
  const { old, next } = versions();
  const entries = note(next);
  const before = git("rev-parse", "HEAD");
  const { status, stdout, stderr } = release(next, "--no-checks");
  assert.equal(status, 0, stderr);
  assert.match(stdout, new RegExp(`git push --atomic origin main v${next.replaceAll(".", "\\.")}\n$`));

  assert.equal(git("status", "--porcelain"), "");
  assert.equal(git("rev-parse", "HEAD~1"), before);
  assert.equal(git("log", "-1", "--format=%s"), `release: ${next}`);
  assert.equal(git("cat-file", "-t", `v${next}`), "tag");
  assert.equal(git("rev-parse", `v${next}^{commit}`), git("rev-parse", "HEAD"));

  assert.equal(read("CHANGELOG.md").split(/^## .+\n/m)[1], entries);
  assert.match(read("CHANGELOG.md"), new RegExp(`^## ${next} - \\d{4}-\\d\\d-\\d\\d$`, "m"));

  assert.equal(read("tests/generated.txt"), "--accept\n");

  // cargo itself finds the lock files complete.
  for (const manifest of ["Cargo.toml", "fuzz/Cargo.toml"]) {
    const args = ["metadata", "--locked", "--format-version", "1", "--manifest-path", manifest];
    const { packages } = JSON.parse(execFileSync("cargo", args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 }));
    for (const { name, version, dependencies } of packages.filter(({ source }) => source === null)) {
      if (name !== "casegate-fuzz") assert.equal(version, next, name);
      for (const { name: of, req } of dependencies) {
        if (of.startsWith("casegate")) assert.ok(["*", `^${next}`].includes(req), `${name} depends on ${of} ${req}`);
      }
    }
    const lock = read(manifest.replace(/toml$/, "lock"));
    for (const [, name, version] of lock.matchAll(/^name = "(casegate.*)"\nversion = "(.+)"$/gm)) {
      if (name !== "casegate-fuzz") assert.equal(version, next, `${manifest}: ${name}`);
    }
  }
  for (const manifest of ["pkg/package.json", "pkg/cli/package.json"]) assert.equal(JSON.parse(read(manifest)).version, next);
  for (const file of git("ls-files", "*package-lock.json").split("\n")) {
    for (const [path, { name, version }] of Object.entries(JSON.parse(read(file)).packages)) {
      if (name === "casegate") assert.equal(version, next, `${file}: ${path}`);
    }
  }
  // Snapshots name the version in three ways.
  for (const file of git("ls-files", "crates/cli/tests/cmd").split("\n")) {
    for (const words of [`casegate ${old}`, `"version":"${old}"`, `"semanticVersion":"${old}"`]) assert.ok(!read(file).includes(words), `${file}: ${words}`);
  }
});

test("the first release has the version of the manifests", () => {
  const { old } = versions();
  writeFileSync(join(folder, "CHANGELOG.md"), `# Changelog\n\n## ${old}, unreleased\n\n- An entry.\n`);
  git("commit", "--quiet", "--all", "--message", "the first entry");
  const { status, stderr } = release(old, "--no-checks");
  assert.equal(status, 0, stderr);
  assert.equal(git("rev-parse", `v${old}^{commit}`), git("rev-parse", "HEAD"));
  assert.match(read("CHANGELOG.md"), new RegExp(`^# Changelog\n\n## ${old} - \\d{4}-\\d\\d-\\d\\d\n\n- An entry\\.\n$`));
});
