// Ways to a verdict in Node. A peer is loaded only where it runs.
import { context } from "./measure.mjs";

const checks = {
  handwritten: ["handwritten JavaScript", async () => (await import("./peers/handwritten.mjs")).check],
  ajv: ["ajv", async () => (await import("./peers/ajv.mjs")).check],
  "ajv-standalone": ["ajv, standalone", async () => (await import("./peers/standalone.mjs")).standalone()],
  typebox: ["typebox", async () => (await import("./peers/typebox.mjs")).check],
  "typebox-ahead": ["typebox, compiled ahead", async () => (await import("./peers/typebox-ahead.mjs")).check],
  valibot: ["valibot", async () => (await import("./peers/valibot.mjs")).check],
  zod: ["zod", async () => (await import("./peers/zod.mjs")).check],
  joi: ["joi", async () => (await import("./peers/joi.mjs")).check],
};
export const peers = Object.keys(checks);

const casegate = () => import("../../../pkg/dist/index.js");
const small = () => import("../../../pkg/dist/check.js");
const ways = {
  text: {
    parse: ["JSON.parse alone", async () => (text) => JSON.parse(text) !== null],
    casegate: ["casegate checkCaseText", async () => by((await casegate()).checkCaseText)],
    check: ["casegate/check checkCaseText", async () => by((await small()).checkCaseText)],
    bytes: ["casegate checkCaseText, of bytes", async () => by((await casegate()).checkCaseText)],
  },
  object: {
    casegate: ["casegate checkCase", async () => by((await casegate()).checkCase)],
    check: ["casegate/check checkCase", async () => by((await small()).checkCase)],
    stringify: ["JSON.stringify alone", async () => (payload) => JSON.stringify(payload) !== ""],
  },
};
const by = (check) => (payload) => check(payload, context).ok;

/** The name of a contender in a table. */
export function named(from, id) {
  const [name] = ways[from][id] ?? checks[id];
  return from === "text" && id in checks ? `JSON.parse + ${name}` : name;
}

/** Returns `{ run, on }`: a contender, and what it is called with. */
export async function contender(from, id, payloads) {
  const [, load] = ways[from][id] ?? checks[id];
  const check = await load();
  const run = from === "text" && id in checks ? (text) => check(JSON.parse(text)) : check;
  const on = from === "object" ? payloads.map((text) => JSON.parse(text)) : id === "bytes" ? payloads.map((text) => Buffer.from(text)) : payloads;
  return { run, on };
}
