// A verdict in Node, from a text and from an object:  node speed.mjs [--quick]
import { fileURLToPath } from "node:url";
import { contender, named, peers } from "./contenders.mjs";
import { measureApart, record, table, texts } from "./measure.mjs";

const script = fileURLToPath(new URL("speed-one.mjs", import.meta.url));
const ids = {
  text: ["parse", "casegate", "check", "bytes", ...peers],
  object: ["ajv-standalone", "casegate", "check", "stringify", ...peers.filter((id) => id !== "ajv-standalone")],
};

for (const name of ["typical", "clients", "long", "refused"]) {
  const payloads = texts(name);
  const refused = await agreed(name, payloads);
  const bytes = Math.round(payloads.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / payloads.length);
  const about = `${name} (${payloads.length} payloads of ${bytes} bytes, ${refused} refused)`;
  await measured("text", name, about);
  await measured("object", name, about);
}

async function measured(from, name, about) {
  const rows = await measureApart(script, ids[from].map((id) => ({ id, name: named(from, id), args: [from, name, id] })));
  table(`Node, from ${from === "text" ? "JSON text" : "an object"}, ${about}`, rows);
  for (const row of rows) {
    record(`node.${from}.${name}.${row.id}`, row.ratio);
    record(`node.${from}.${name}.${row.id}.micros`, row.time);
  }
  const time = (id) => rows.find((row) => row.id === id).time;
  record(`node.${from}.${name}.over-ajv`, time("casegate") / time("ajv"));
  record(`node.${from}.${name}.check-over-ajv`, time("check") / time("ajv"));
}

/** The number of refused payloads, after a check that all contenders agree on each. */
async function agreed(name, payloads) {
  const verdicts = {};
  for (const [from, all] of Object.entries(ids)) {
    for (const id of all) {
      if (id === "parse" || id === "stringify") continue;
      const { run, on } = await contender(from, id, payloads);
      verdicts[`${from} ${id}`] = on.map((payload) => run(payload));
    }
  }
  const expected = verdicts["text casegate"];
  for (const [who, each] of Object.entries(verdicts)) {
    const at = each.findIndex((verdict, at) => verdict !== expected[at]);
    if (at >= 0) throw new Error(`${name} ${at}: ${who} says ${each[at]}, and casegate ${expected[at]}\n${payloads[at]}`);
  }
  return expected.filter((ok) => !ok).length;
}
