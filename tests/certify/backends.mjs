// Backends under `casegate certify`: the example, and copies of it with a fault each.
// Build first: cargo build -p casegate-cli --features service; node pkg/build.mjs; npm ci in examples/node-backend
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { freePort, target } from "../support/target.mjs";

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
export const example = path("examples/node-backend");
export const twin = target("debug/casegate-rust-backend");
const binary = target("debug/casegate");

const unescaped = (text) => text.replace(/\\(.)/g, (_, letter) => ({ n: "\n", t: "\t" })[letter] ?? letter);

/** The faults: a class, a name, the scenario that must catch it, and the changes `[file, from, to]`. */
export const faulty = readFileSync(path("tests/certify/faults.tsv"), "utf8").split("\n").filter((row) => row && !row.startsWith("#")).map((row) => {
  const [kind, name, scenario, ...cells] = row.split("\t");
  const changes = [];
  for (let at = 0; at < cells.length; at += 3) changes.push([cells[at], ...cells.slice(at + 1, at + 3).map(unescaped)]);
  return { kind, name, scenario, changes };
});

/** Plays scenarios, all of them unless some are named. Returns the exit code and the certificate. */
export async function certify(start, only = [], patience = 10) {
  const base = `http://127.0.0.1:${await freePort()}`;
  const folder = mkdtempSync(join(tmpdir(), "casegate-certify-"));
  const report = join(folder, "certificate.json");
  const args = ["certify", "--start", start, "--submit", `${base}/cases`, "--webhook", `${base}/webhooks`];
  args.push("--read", `${base}/cases/{id}`, "--report", report, "--patience", String(patience));
  const actions = { reply: "reply", accept: "accept", cancel: "cancel", append: "files" };
  for (const [name, end] of Object.entries(actions)) args.push(`--${name}`, `${base}/cases/{id}/${end}`);
  for (const name of only) args.push("--only", name);
  try {
    const { code, said } = await new Promise((resolve) => {
      execFile(binary, args, { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
        resolve({ code: error ? error.code : 0, said: stdout + stderr });
      });
    });
    const certificate = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
    return { code, said, certificate };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const started = (folder) => `exec '${process.execPath}' '${join(folder, "server.mjs")}'`;

/** The example backend. */
export const whole = (only) => certify(started(example), only);

/** A copy of the example and of its client with a fault, under the scenario that must catch it. */
export async function withFault({ name, changes, scenario }) {
  const folder = mkdtempSync(join(tmpdir(), "casegate-faulty-"));
  try {
    for (const file of readdirSync(example)) {
      if (/\.(mjs|json)$/.test(file)) cpSync(join(example, file), join(folder, file));
    }
    cpSync(path("pkg/src/client.ts"), join(folder, "client.ts"));
    symlinkSync(join(example, "node_modules"), join(folder, "node_modules"), "junction");
    for (const [file, from, to] of changes) {
      const [before, after, ...more] = readFileSync(join(folder, file), "utf8").split(from);
      if (after === undefined || more.length > 0) throw new Error(`${name}: ${file} must have this once: ${from}`);
      writeFileSync(join(folder, file), before + to + after);
    }
    // The copy has a client of its own.
    const { code } = transformSync(readFileSync(join(folder, "client.ts"), "utf8"), { loader: "ts", target: "es2022" });
    writeFileSync(join(folder, "client.mjs"), code.replace('"./service.js"', '"casegate/service"'));
    for (const file of ["server.mjs", "problems.mjs"]) {
      writeFileSync(join(folder, file), readFileSync(join(folder, file), "utf8").replace('"casegate/client"', '"./client.mjs"'));
    }
    return await certify(started(folder), [scenario], 4);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the certificate names the scenario as failed. */
export function isCaught({ code, certificate }, { scenario }) {
  const failed = certificate?.scenarios.filter(({ outcome }) => outcome === "failed").map(({ scenario: name }) => name);
  return code === 1 && failed?.includes(scenario);
}
