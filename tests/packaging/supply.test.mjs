// The supply chain: complete lock files, no dependencies at run time, and no `unsafe`. The folders of the
// tests, and the scripts.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trimEnd().split("\n");
const named = (name) => files.filter((file) => file === name || file.endsWith(`/${name}`));

test("every npm package is in a lock file with its digest", () => {
  const manifests = named("package.json").filter((file) => {
    const { dependencies, devDependencies } = JSON.parse(read(file));
    return dependencies || devDependencies;
  });
  assert.ok(manifests.length > 3, "no manifests found");
  for (const manifest of manifests) {
    const lock = JSON.parse(read(`${dirname(manifest)}/package-lock.json`));
    const wanted = JSON.parse(read(manifest));
    for (const kind of ["dependencies", "devDependencies"]) {
      for (const [name, version] of Object.entries(wanted[kind] ?? {})) {
        assert.match(version, /^(\d+\.\d+\.\d+|file:.+)$/, `${manifest}: ${name} is not one version`);
        assert.equal(lock.packages[""][kind][name], version, `${manifest}: the lock file has another ${name}`);
      }
    }
    for (const [path, entry] of Object.entries(lock.packages)) {
      if (!path.includes("node_modules/") || entry.link) continue;
      assert.match(entry.integrity ?? "", /^sha512-/, `${manifest}: ${path} has no digest`);
      assert.equal(entry.resolved, undefined, `${manifest}: ${path} names a download address`);
    }
  }
});

test("every crate is in a lock file with its digest", () => {
  const locks = named("Cargo.lock");
  assert.ok(locks.length >= 2, "no lock files found");
  for (const lock of locks) {
    execFileSync("cargo", ["metadata", "--locked", "--format-version", "1", "--manifest-path", lock.replace(/lock$/, "toml")], {
      cwd: root,
      maxBuffer: 1 << 28,
      stdio: ["ignore", "ignore", "pipe"], // fails where the lock file does not say everything
    });
    for (const entry of read(lock).split("[[package]]").slice(1)) {
      const [, name] = /^name = "(.+)"$/m.exec(entry);
      const isOurs = name.startsWith("casegate");
      assert.equal(/^checksum = "[0-9a-f]{64}"$/m.test(entry), !isOurs, `${lock}: ${name}`);
    }
  }
});

test("Dependabot watches every manifest with dependencies", () => {
  const watched = {};
  for (const update of read(".github/dependabot.yml").split("package-ecosystem: ").slice(1)) {
    const [ecosystem] = update.split("\n");
    watched[ecosystem] = Array.from(/^ +director(?:y|ies): (.+)$/m.exec(update)[1].matchAll(/\/[\w/-]*/g), ([path]) => path).sort();
  }
  const folders = (names) => names.map((file) => `/${dirname(file)}`.replace(/\.$/, "")).sort();
  const { cargo, docker, npm, pip } = watched;
  assert.deepEqual({ cargo, docker, npm, pip }, {
    cargo: folders(named("Cargo.lock")),
    docker: folders(named("Dockerfile")),
    npm: folders(named("package-lock.json")),
    pip: folders(named("requirements.txt")),
  });
});

test("installing a package installs nothing else", () => {
  for (const manifest of ["pkg/package.json", "pkg/cli/package.json"]) {
    const { dependencies, optionalDependencies, peerDependencies, scripts = {} } = JSON.parse(read(manifest));
    assert.deepEqual([dependencies, optionalDependencies, peerDependencies], [undefined, undefined, undefined]);
    for (const when of ["preinstall", "install", "postinstall"]) assert.equal(scripts[when], undefined);
  }
});

/** An allocator that counts needs `unsafe`; neither of these is shipped. */
const counters = ["fuzz/src/memory.rs", "tests/bench/src/bin/allocations.rs"];

test("no source uses unsafe code, and every shipped crate forbids it", () => {
  const unsafe = /\bunsafe\s*(\{|fn|impl|extern|trait)|allow\(unsafe_code\)|allow\(unsafe_op/;
  for (const file of files.filter((file) => file.endsWith(".rs"))) {
    assert.equal(unsafe.test(read(file)), counters.includes(file), file);
  }
  assert.match(read("Cargo.toml"), /^\[workspace\.lints\.rust\]\nunsafe_code = "forbid"$/m);
  for (const manifest of named("Cargo.toml").filter((file) => file.startsWith("crates/"))) {
    assert.match(read(manifest), /^\[lints\]\nworkspace = true$/m, `${manifest} does not take the workspace's lints`);
  }
});

test("the crates go to the registry in order, with what it asks for", () => {
  const { packages } = JSON.parse(
    execFileSync("cargo", ["metadata", "--no-deps", "--format-version", "1"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 }),
  );
  const published = packages.filter(({ publish }) => publish === null);
  const [, order] = /^ +CRATES: (.+)$/m.exec(read(".github/workflows/release.yml"));
  const ordered = order.split(" ");
  assert.deepEqual(ordered.toSorted(), published.map(({ name }) => name).sort());
  for (const { name, dependencies } of published) {
    const before = dependencies.filter(({ kind, name }) => kind !== "dev" && name.startsWith("casegate"));
    for (const dependency of before) assert.ok(ordered.indexOf(dependency.name) < ordered.indexOf(name), `${name} before ${dependency.name}`);
  }
  const page = read("docs/releasing.md").replaceAll(/\s+/g, " ");
  assert.ok(page.includes(ordered.map((name) => `\`${name}\``).join(", ")), "docs/releasing.md has another order");
  const [, repository] = /^repository = "(.+)"$/m.exec(read("Cargo.toml"));
  for (const { name, targets, ...crate } of published) {
    assert.equal(crate.repository, repository, name);
    assert.equal(crate.license, "MIT OR Apache-2.0", name);
    assert.equal(crate.readme, "README.md", name);
    assert.ok(crate.description.length > 50 && crate.categories.length > 0 && crate.rust_version, name);
    assert.ok(crate.keywords.length > 0 && crate.keywords.length <= 5, name);
    const isLibrary = targets.some(({ kind }) => kind.includes("lib"));
    assert.equal(crate.documentation, isLibrary ? `https://docs.rs/${name}` : null, name);
    const listed = execFileSync("cargo", ["package", "--list", "--allow-dirty", "-p", name], { cwd: root, encoding: "utf8" }).split("\n");
    for (const file of ["README.md", "LICENSE-MIT", "LICENSE-APACHE"]) assert.ok(listed.includes(file), `${name} lacks ${file}`);
    assert.deepEqual(listed.filter((file) => /^(tests|examples)\//.test(file)), [], name);
  }
});

test("the tables of tests/README.md have a row for each folder", () => {
  const folders = new Set(files.flatMap((file) => /^tests\/(\w+)\//.exec(file)?.slice(1) ?? []));
  const rows = read("tests/README.md").matchAll(/^\| `(\w+)` \| [^\n|]+ \|$/gm);
  assert.deepEqual(Array.from(rows, ([, folder]) => folder).sort(), [...folders].sort());
});

test("every script answers an unknown argument with its usage", () => {
  // Sourced, or they pass their arguments to the program.
  const others = new Set(["demo", "env", "pre-commit", "skeleton"]);
  for (const script of files.filter((file) => /^scripts\/[^/]+$/.test(file) && !others.has(file.slice(8)))) {
    const { status, stdout, stderr } = spawnSync(new URL(script, root).pathname, ["--no-such-argument"], { encoding: "utf8", timeout: 10_000 });
    assert.deepEqual([status, stdout], [2, ""], script);
    assert.match(stderr, new RegExp(`^usage: .*${script.slice(8)}`), script);
  }
});
