// The program of this folder, whose lines the tests read.
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { target } from "../support/target.mjs";

const built = ["release", "debug"]
  .map((profile) => target(`${profile}/casegate-exhaustive`))
  .filter(existsSync)
  .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
const program = process.env.CASEGATE_EXHAUSTIVE ?? built[0];

/** The lines that the program prints. */
export async function* linesOf(...words) {
  if (!program) throw new Error("there is no program: cargo build -p casegate-exhaustive");
  const child = spawn(program, words.map(String), { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done, fail) => child.on("error", fail).on("close", done));
  try {
    yield* createInterface({ input: child.stdout, crlfDelay: Infinity });
  } finally {
    child.kill();
  }
  const code = await ended;
  if (code !== 0) throw new Error(`casegate-exhaustive ${words.join(" ")}: ${code}`);
}
