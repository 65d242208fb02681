// Receipts of generated payloads, true ones and tampered ones, through the verifier of the kit. The
// last line has the counts.
//
//   node tests/receipts/campaign.mjs [COUNT] [SEED]
//
// CASEGATE_VERIFIER names another verifier: a command that reads `--lines` of docs/receipts.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { argv, env } from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { linesOf } from "../exhaustive/program.mjs";

/** A wrong answer is printed with its line; more would show the same. */
const mostShown = 10;

/**
 * Sends COUNT true receipts, each before a tampered one, and returns how many were accepted and
 * refused, with the lines that were answered wrongly.
 */
export async function campaign(count, seed, [program, ...words] = verifier()) {
  const child = spawn(program, [...words, "--lines"], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((done, fail) => child.on("error", fail).on("close", done));
  const sent = [];
  const result = { accepted: 0, refused: 0, wrong: [] };
  const reading = (async () => {
    let number = 0;
    for await (const text of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
      const isTrue = number++ % 2 === 0;
      const line = sent.shift();
      const { ok, why } = JSON.parse(text);
      if (ok === isTrue) result[isTrue ? "accepted" : "refused"] += 1;
      else if (result.wrong.length < mostShown) result.wrong.push(`${isTrue ? `refused (${why})` : "accepted"}: ${line}`);
    }
  })();
  // A verifier that ends early closes its input; its exit code is the error.
  child.stdin.on("error", () => {});
  try {
    for await (const line of linesOf("receipts", count, seed)) {
      if (child.exitCode !== null) break;
      sent.push(line);
      if (!child.stdin.write(`${line}\n`)) await Promise.race([once(child.stdin, "drain"), ended]);
    }
  } finally {
    child.stdin.end(); // Otherwise the verifier waits for ever if the lines cannot be made.
  }
  const code = await ended;
  await reading;
  if (code !== 0) throw new Error(`the verifier ended with ${code}`);
  return result;
}

function verifier() {
  const command = env.CASEGATE_VERIFIER;
  return command ? command.split(" ") : ["python3", fileURLToPath(new URL("../../kit/verify.py", import.meta.url))];
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const count = Number(argv[2] ?? 100_000);
  const { accepted, refused, wrong } = await campaign(count, Number(argv[3] ?? 1));
  for (const line of wrong) console.log(line);
  console.log(`receipts: ${accepted} of ${count} true ones accepted, ${refused} of ${count} tampered ones refused`);
  process.exitCode = accepted === count && refused === count ? 0 : 1;
}
