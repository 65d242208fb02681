// Where the time of a report goes in Node, by its sampling profiler:  node profile.mjs
import { Session } from "node:inspector";
import * as casegate from "../../../pkg/dist/index.js";
import { context, quick, record, texts } from "./measure.mjs";

const milliseconds = quick ? 500 : 3000;
/** The package's own functions; everything else is the rest. */
const parts = {
  "the reading of its reply": new Set(["answer", "reply", "report", "part", "frozen"]),
  "the walk of the object": new Set(["checkWalked", "walk", "members", "words", "passed", "kind", "enter", "isObject", "put"]),
  "the text into the module": new Set(["write", "encodeInto"]),
};
const columns = ["the module", ...Object.keys(parts), "the rest"];
/** Shares that aims.mjs quotes where an aim is missed. */
const figures = { module: "the module", reply: "the reading of its reply", walk: "the walk of the object" };

console.log(`\n${"Node, shares of the time of a report, %".padEnd(40)}${columns.map((name) => name.padStart(26)).join("")}`);
for (const name of ["typical", "refused"]) {
  const payloads = texts(name), objects = payloads.map((text) => JSON.parse(text));
  shares(`text.${name}`, `from text, ${name}`, await sampled(() => payloads.forEach((text) => casegate.checkCaseText(text, context))));
  shares(`object.${name}`, `from an object, ${name}`, await sampled(() => objects.forEach((payload) => casegate.checkCase(payload, context))));
}

function shares(figure, what, profile) {
  const times = Object.fromEntries(columns.map((name) => [name, 0]));
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  profile.samples.forEach((id, at) => (times[partOf(nodes.get(id))] += profile.timeDeltas[at]));
  const all = columns.reduce((sum, name) => sum + times[name], 0);
  const share = (name) => (100 * times[name]) / all;
  console.log(`  ${what.padEnd(38)}${columns.map((name) => share(name).toFixed(1).padStart(26)).join("")}`);
  for (const [id, name] of Object.entries(figures)) record(`node.share.${figure}.${id}`, share(name));
}

function partOf({ functionName, url }) {
  if (url.startsWith("wasm:")) return "the module";
  return Object.keys(parts).find((name) => parts[name].has(functionName)) ?? "the rest";
}

/** A profile of some work that is repeated, once it is compiled. */
async function sampled(work) {
  const session = new Session();
  session.connect();
  const post = (method, params) => new Promise((done, fail) => session.post(method, params, (error, result) => (error ? fail(error) : done(result))));
  const repeat = (time) => { for (const begun = performance.now(); performance.now() - begun < time; ) work(); };
  repeat(milliseconds / 2);
  await post("Profiler.enable");
  await post("Profiler.setSamplingInterval", { interval: 200 });
  await post("Profiler.start");
  repeat(milliseconds);
  const { profile } = await post("Profiler.stop");
  session.disconnect();
  return profile;
}
