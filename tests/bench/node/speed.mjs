// A verdict in Node, from a text and from an object:  node speed.mjs [--quick]
import * as casegate from "../../../pkg/dist/index.js";
import { context, measure, table, record, texts } from "./measure.mjs";
import { check as ajv } from "./peers/ajv.mjs";
import { check as arktype } from "./peers/arktype.mjs";
import { check as handwritten } from "./peers/handwritten.mjs";
import { check as joi } from "./peers/joi.mjs";
import { standalone } from "./peers/standalone.mjs";
import { check as typebox } from "./peers/typebox.mjs";
import { check as typeboxAhead } from "./peers/typebox-ahead.mjs";
import { check as valibot } from "./peers/valibot.mjs";
import { check as zod } from "./peers/zod.mjs";

const peers = [
  ["handwritten", "handwritten JavaScript", handwritten],
  ["ajv", "ajv", ajv],
  ["ajv-standalone", "ajv, standalone", standalone()],
  ["typebox", "typebox", typebox],
  ["typebox-ahead", "typebox, compiled ahead", typeboxAhead],
  ["arktype", "arktype", arktype],
  ["valibot", "valibot", valibot],
  ["zod", "zod", zod],
  ["joi", "joi", joi],
];
const bytesAreTaken = takesBytes();

for (const name of ["typical", "clients", "long", "small", "large", "mixed", "refused"]) {
  const payloads = texts(name);
  const refused = agreed(name, payloads);
  const bytes = Math.round(payloads.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / payloads.length);
  const about = `${name} (${payloads.length} payloads of ${bytes} bytes, ${refused} refused)`;
  measured("text", name, about, fromText(payloads));
  measured("object", name, about, fromObject(payloads));
}

function fromText(on) {
  const bodies = on.map((text) => Buffer.from(text));
  return [
    { id: "parse", name: "JSON.parse alone", run: (text) => JSON.parse(text) !== null, on },
    { id: "casegate", name: "casegate checkCaseText", run: (text) => casegate.checkCaseText(text, context).ok, on },
    ...(bytesAreTaken ? [{ id: "bytes", name: "casegate checkCaseText, of bytes", run: (body) => casegate.checkCaseText(body, context).ok, on: bodies }] : []),
    ...peers.map(([id, name, check]) => ({ id, name: `JSON.parse + ${name}`, run: (text) => check(JSON.parse(text)), on })),
  ];
}

function fromObject(payloads) {
  const on = payloads.map((text) => JSON.parse(text));
  const [standalone] = peers.filter(([id]) => id === "ajv-standalone");
  const others = peers.filter((peer) => peer !== standalone);
  return [
    { id: standalone[0], name: standalone[1], run: standalone[2], on },
    { id: "casegate", name: "casegate checkCase", run: (payload) => casegate.checkCase(payload, context).ok, on },
    { id: "stringify", name: "JSON.stringify alone", run: (payload) => JSON.stringify(payload) !== "", on },
    ...others.map(([id, name, run]) => ({ id, name, run, on })),
  ];
}

function measured(from, name, about, contenders) {
  const rows = measure(contenders);
  table(`Node, from ${from === "text" ? "JSON text" : "an object"}, ${about}`, rows);
  for (const row of rows) record(`node.${from}.${name}.${row.id}`, row.ratio);
  const time = (id) => rows.find((row) => row.id === id).time;
  record(`node.${from}.${name}.over-ajv`, time("casegate") / time("ajv"));
}

/**
 * The number of refused payloads, after a check that all contenders agree on each, from text as
 * from an object.
 */
function agreed(name, payloads) {
  let refused = 0;
  payloads.forEach((text, at) => {
    const { ok } = casegate.checkCaseText(text, context);
    const verdicts = [
      ["checkCase", casegate.checkCase(JSON.parse(text), context).ok],
      ...(bytesAreTaken ? [["bytes", casegate.checkCaseText(Buffer.from(text), context).ok]] : []),
      ...peers.map(([id, , check]) => [id, check(JSON.parse(text))]),
    ];
    for (const [who, verdict] of verdicts) {
      if (verdict !== ok) throw new Error(`${name} ${at}: ${who} says ${verdict}, and casegate ${ok}\n${text}`);
    }
    refused += ok ? 0 : 1;
  });
  return refused;
}

function takesBytes() {
  try {
    const [text] = texts("typical");
    return casegate.checkCaseText(Buffer.from(text), context).ok;
  } catch {
    return false;
  }
}
