// A copy of the checkout to change, its builds, and the runs of its tests.

import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { target } from "../support/target.mjs";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The differences to the cargo profile of the tests: many short builds, and quick runs. */
const SETTINGS = {
  CARGO_PROFILE_DEV_DEBUG: "0",
  CARGO_TERM_COLOR: "never",
  // No warnings; an error stays one, such as a constant that never ends.
  RUSTFLAGS: "-Awarnings",
};

export class Tree {
  /**
   * A copy of the checkout, in `mutants/NAME` of the target folder; unchanged files keep their
   * date.
   */
  constructor(name, level) {
    this.folder = target(`mutants/${name}/tree`);
    this.environment = {
      ...process.env,
      ...SETTINGS,
      CARGO_PROFILE_DEV_OPT_LEVEL: String(level),
      // With optimisation, the parts of an interrupted build may not link.
      CARGO_INCREMENTAL: level === 0 ? "1" : "0",
      CARGO_TARGET_DIR: target(`mutants/${name}/build`),
    };
    const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
    const files = new Set(listed.toString().split("\0").filter((file) => file && existsSync(join(ROOT, file))));
    for (const file of files) this.restore(file);
    for (const file of this.#held("")) if (!files.has(file)) rmSync(join(this.folder, file));
  }

  #held(folder) {
    return readdirSync(join(this.folder, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? this.#held(path) : [path];
    });
  }

  /** Restores a file from the checkout. */
  restore(file) {
    const from = join(ROOT, file), to = join(this.folder, file);
    if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }

  write(file, text) {
    const to = join(this.folder, file);
    if (existsSync(to) && readFileSync(to, "utf8") === text) return;
    writeFileSync(to, text);
  }

  /**
   * Builds, and returns the test programs by name, or the errors: of each the message, the file and
   * the line; `limit` seconds end it.
   */
  async build(command, limit) {
    const { output, code } = await run("cargo", [...command, "--quiet", "--message-format=json"], {
      cwd: this.folder,
      env: this.environment,
      limit,
    });
    const programs = {}, errors = code === null ? [{ message: `no end in ${limit} s`, places: [] }] : [];
    for (const line of output.split("\n").filter((line) => line.startsWith("{"))) {
      const listed = JSON.parse(line);
      if (listed.executable) programs[listed.target.kind.includes("lib") ? "lib" : listed.target.name] = listed.executable;
      if (listed.reason === "compiler-message" && listed.message.level === "error") {
        const spans = listed.message.spans.filter((span) => span.is_primary).map(outermost);
        errors.push({ message: listed.message.message, places: spans.map((span) => [span.file_name, span.line_start]) });
      }
    }
    if (code !== 0 && errors.length === 0) throw new Error(`cargo ${command.join(" ")} failed:\n${output.slice(-4000)}`);
    return { programs, errors, built: code === 0 };
  }

  /** The names of the modules with tests in a test program. */
  async modules(program) {
    const { code, output } = await this.#run(program, ["--list", "--format=terse"], {});
    if (code !== 0) throw new Error(`${program} lists no tests:\n${output}`);
    return [...new Set(Array.from(output.matchAll(/^(\w+)::.*: test$/gm), ([, module]) => module))];
  }

  /**
   * Runs a test program, or only one of its modules, or a program with other arguments: returns its output if it fails (`timeout` if
   * it took longer than `limit` seconds), else null.
   */
  async fails(program, { limit, set = {}, module, list = ["--quiet", ...(module ? [`${module}::`] : [])] }) {
    const { code, output } = await this.#run(program, list, { limit, set });
    return code === 0 ? null : code === null ? "timeout" : output;
  }

  #run(program, list, { limit, set = {} }) {
    const cwd = join(this.folder, "crates/core");
    const env = { ...this.environment, CARGO_MANIFEST_DIR: cwd, RUST_BACKTRACE: "0", ...set };
    return run(program, list, { cwd, env, limit });
  }
}

/** The place in the file of code from a macro. */
function outermost(span) {
  return span.expansion ? outermost(span.expansion.span) : span;
}

/** Runs a program at low priority, in a group of its own so that the whole of it can be ended. */
function run(program, list, { cwd, env, limit }) {
  return new Promise((done, fail) => {
    const child = spawn("nice", ["-n", "15", program, ...list], { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let output = "", late = false;
    const keep = (part) => { if (output.length < 5e7) output += part; };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const timer = limit && setTimeout(() => {
      late = true;
      try { process.kill(-child.pid, "SIGKILL"); } catch { /* it ended by itself */ }
    }, limit * 1000);
    child.on("error", fail);
    child.on("close", (code) => {
      clearTimeout(timer);
      done({ code: late ? null : (code ?? 1), output });
    });
  });
}

/** Calls `work` for each item, as many at once as `lanes`. */
export async function each(items, lanes, work) {
  const left = items.slice();
  await Promise.all(Array.from({ length: lanes }, async () => {
    while (left.length) await work(left.shift());
  }));
}
