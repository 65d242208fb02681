// Generated payloads in Rust, Node and Chromium by one digest.
//
//   node tests/exhaustive/digest.mjs [COUNT] [SEED]
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import * as main from "../../pkg/dist/index.js";
import * as service from "../../pkg/dist/service.js";
import { browser as chromium, serve } from "../support/chromium.mjs";
import { digest, replies } from "./binding.mjs";
import { linesOf } from "./program.mjs";

const script = `
  import * as main from "/dist/index.js";
  import * as service from "/dist/service.js";
  import { digest, replies } from "/exhaustive/binding.mjs";
  const contexts = JSON.parse(await (await fetch("/contexts")).text());
  const read = async () => (await (await fetch("/chunk", { cache: "no-store" })).text()).split("\\n");
  globalThis.run = async () => digest(replies({ main, service }, contexts, await read()));
  globalThis.replies = async () => replies({ main, service }, contexts, await read());`;

/** The page in Chromium, which gets one chunk after the other. */
async function open(contexts) {
  const at = (path) => new URL(path, import.meta.url);
  const files = {
    "/": `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>`,
    "/main.js": script,
    "/contexts": JSON.stringify(contexts),
    "/dist/index.js": at("../../pkg/dist/index.js"),
    "/dist/service.js": at("../../pkg/dist/service.js"),
    "/exhaustive/binding.mjs": at("binding.mjs"),
    "/support/parity.mjs": at("../support/parity.mjs"),
  };
  const server = await serve(files);
  const browser = await chromium();
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.waitForFunction(() => globalThis.run);
  return {
    digest: (lines) => ((files["/chunk"] = lines.join("\n")), page.evaluate(() => globalThis.run())),
    replies: () => page.evaluate(() => globalThis.replies()),
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/**
 * The digest of all digests for each binding, the number of payloads that all of them replied to,
 * and the first payload with different replies.
 */
export async function compare(count, seed) {
  const digests = { Rust: [], Node: [], Chromium: [] };
  let contexts, page, difference;
  let compared = 0;
  let lines = [];
  try {
    for await (const line of linesOf("payloads", count, seed, "--lines")) {
      if (line.startsWith("[")) {
        contexts = JSON.parse(line);
        page = await open(contexts);
      } else if (line.startsWith("#")) {
        const inChromium = page.digest(lines); // at the same time as Node
        const inNode = replies({ main, service }, contexts, lines);
        digests.Node.push(await digest(inNode));
        digests.Chromium.push(await inChromium);
        digests.Rust.push(line.slice(2));
        const chunk = digests.Rust.length - 1;
        if (!Object.values(digests).every((of) => of[chunk] === digests.Rust[chunk])) {
          difference = await firstDifference(chunk, seed, contexts, lines, page);
          break;
        }
        compared += inNode.length;
        lines = [];
      } else lines.push(line);
    }
  } finally {
    await page?.close();
  }
  const all = {};
  for (const [binding, some] of Object.entries(digests)) all[binding] = await digest(some);
  return { digests: all, compared, difference };
}

async function firstDifference(chunk, seed, contexts, lines, page) {
  const all = { Rust: [], Node: replies({ main, service }, contexts, lines), Chromium: await page.replies() };
  for await (const reply of linesOf("replies", chunk, lines.length, seed)) all.Rust.push(JSON.parse(reply));
  const at = lines.findIndex((_, at) => Object.values(all).some((replies) => replies[at] !== all.Rust[at]));
  const context = contexts[lines[at]?.split(" ", 1)[0]];
  return { chunk, at, line: lines[at], context, Rust: all.Rust[at], Node: all.Node[at], Chromium: all.Chromium[at] };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [count, seed] = [Number(argv[2] ?? 1_000_000), Number(argv[3] ?? 1)];
  const started = Date.now();
  const { digests, compared, difference } = await compare(count, seed);
  if (difference) console.log(difference);
  for (const [binding, digest] of Object.entries(digests)) console.log(`${binding.padEnd(8)} ${compared} payloads, seed ${seed}: ${digest}`);
  const same = new Set(Object.values(digests)).size === 1 && !difference;
  // Without any payload the digests would be equal, too.
  const whole = compared > 0 && compared === count;
  if (same && !whole) console.log(`${compared} replies, and ${count} were asked for`);
  console.log(`${same && whole ? "equal bytes" : same ? "INCOMPLETE" : "DIFFERENT"}; ${((Date.now() - started) / 1000).toFixed(0)} s`);
  process.exitCode = same && whole ? 0 : 1;
}
