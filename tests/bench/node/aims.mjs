// What the figures should be. One row is one aim. docs/figures.md never lacks a `main` one.
//
//   figure   what the measurements call it (`record`)
//   most     the aim: it is no more than this; or `least`
//   unit     of the figure; × is a ratio
//   others   what others reach at the same, in the same run
//   reason   where the aim is missed: what was tried, and where the time goes
const own = (prefix, names) => Object.entries(names).map(([id, name]) => ({ name, figure: `${prefix}.${id}` }));
const native = { handwritten: "sonic-rs by hand", garde: "garde", jsonschema: "jsonschema", "jsonschema-macro": "jsonschema ahead", boon: "boon" };
const node = { handwritten: "by hand", typebox: "typebox", "typebox-ahead": "typebox ahead", ajv: "ajv", valibot: "valibot", zod: "zod", joi: "joi" };
const quality = (what) => own("quality", { [`ajv.${what}`]: "ajv", [`joi.${what}`]: "joi", [`valibot.${what}`]: "valibot", [`zod.${what}`]: "zod" });
const counted = (name) =>
  ["handwritten", "garde", "jsonschema"].map((id) => ({ name: native[id], figure: `native.${name}.${id}.instructions` }));
const scan = "a scan";

/**
 * For each missed aim, what was tried and what costs the time or the bytes. A name in braces is
 * replaced by that figure of the run.
 */
const reasons = {
  native:
    "Reading keys and strings into their slots takes {native.typical.check.reading} % of the instructions of a clean check (callgrind). " +
    "Tried: eight bytes at a time; keys by a hash; for under 2 % in all, sets of booleans and integers, one walk over addresses, and one reader of strings. " +
    "A warning has a rule, a place, the fields that made it apply and words, where the others report nothing.",
  module:
    "By Node's profiler, the module takes {node.share.text.typical.module} % of the time from text. It is compiled for size (`opt-level = \"s\"`); for speed it is a third larger. " +
    "From an object, the walk in JavaScript takes {node.share.object.typical.walk} %. " +
    "Tried: a mark for each value in place of JSON text; only strings that rules read; properties in the engine's order; one outline for each context; sending each word once. A refused json-schema-faker object takes {node.object.generated.over-ajv} times as long as with ajv.",
  small: "`casegate/check` is compiled for the smallest download (`opt-level = \"z\"`). Sending the parts of a report once, as the main entry does, took a third off. A refused json-schema-faker object takes {node.object.generated.check-over-ajv} times as long as with ajv. Backends take the main entry.",
  size: "Tried: text in place of base64; no firm rules; other wasm-opt passes; parts that load after the first view.",
  typing:
    "An input alone on a page takes {typing.frame.plain} ms in the same run, because the browser draws without a graphics processor, on a processor slowed fourfold. " +
    "Tried: containment of each question's layout; checking after the frame, but then a program that fills in a box reads outdated answers.",
  batch: "Each worker reads and judges a block, and writes in turn.",
  quality: "One place has a finding more or less than it should.",
  cold: "The time goes into loading the module's text, compiling it, and the first call. Tried: a small module that decodes the text.",
  edit: "An edit checks the payload, and lists the states of the fields again only if they may have changed. Tried: judging only what reads the edited field, for a thousand lines and 18 KB of module.",
  http: "Where the time goes was not measured.",
};

export const aims = [
  { figure: "size.one-call.index", most: 150, what: "One `checkCase` from `casegate`, gzip", unit: "KB", others: own("weight", { zod: "zod", ajv: "ajv", valibot: "valibot" }), main: true, reason: reasons.size },
  { figure: "size.one-call.check", most: 74, what: "One `checkCase` from `casegate/check`, gzip", unit: "KB", main: true, reason: reasons.size },
  { figure: "size.service.js", most: 450, what: "`casegate/service`, gzip", unit: "KB", main: true, reason: reasons.size },
  { figure: "size.first-view", most: 130, what: "First view of `<casegate-intake>`, gzip", unit: "KB", main: true, reason: reasons.size },
  { figure: "native.typical.check", most: 1.8, what: "Rust, text → report, clean", over: scan, others: own("native.typical", native), main: true, reason: reasons.native },
  { figure: "native.clients.check", most: 2.05, what: "Rust, text → report, eight clients with warnings", over: scan, others: own("native.clients", native), main: true, reason: reasons.native },
  { figure: "native.refused.check", most: 2.9, what: "Rust, text → report, refused", over: scan, others: own("native.refused", native), main: true, reason: reasons.native },
  { figure: "native.typical.check.instructions", most: 2.0, what: "Rust, instructions of a clean report", over: scan, others: counted("typical"), main: true, reason: reasons.native },
  { figure: "native.refused.check.instructions", most: 3.0, what: "Rust, instructions of a refused report", over: scan, others: counted("refused"), main: true, reason: reasons.native },
  { figure: "native.allocations.large_over_typical", most: 1.0, what: "Rust, allocations of a clean check, large payload", over: "those of a typical one", reason: reasons.native },
  { figure: "node.text.clients.casegate", most: 0.9, what: "Node, text → report, eight clients with warnings", over: "`JSON.parse` alone", others: own("node.text.clients", node), main: true, reason: reasons.module },
  { figure: "node.object.clients.over-ajv", most: 0.68, what: "Node, object → report, eight clients with warnings", over: "ajv", main: true, reason: reasons.module },
  { figure: "node.object.refused.over-ajv", most: 0.85, what: "Node, object → report, refused", over: "ajv", main: true, reason: reasons.module },
  { figure: "node.object.generated.over-ajv", most: 0.85, what: "Node, object → report, refused, payloads by json-schema-faker", over: "ajv", main: true, reason: reasons.module },
  { figure: "node.text.clients.check", most: 1.4, what: "Node, `casegate/check`, text → report, eight clients with warnings", over: "`JSON.parse` alone", main: true, reason: reasons.small },
  { figure: "node.object.refused.check-over-ajv", most: 1.15, what: "Node, `casegate/check`, object → report, refused", over: "ajv", main: true, reason: reasons.small },
  { figure: "node.object.generated.check-over-ajv", most: 1.15, what: "Node, `casegate/check`, object → report, refused, payloads by json-schema-faker", over: "ajv", main: true, reason: reasons.small },
  { figure: "node.cold.check-over-standalone", most: 1, what: "Node, load and first verdict, `casegate/check`", over: "ajv standalone", main: true, reason: reasons.cold },
  { figure: "node.session.micros", most: 20, what: "Node, a form edit", unit: "µs", main: true, reason: reasons.edit },
  { figure: "typing.work.all", most: 16, what: "Slowed Chromium, a key in `<casegate-intake>`: script, style and layout", unit: "ms", others: own("typing.work", { plain: "an input alone" }), main: true, reason: reasons.typing },
  { figure: "typing.frame.all", most: 16, what: "Slowed Chromium, from the key to its frame", unit: "ms", others: own("typing.frame", { plain: "an input alone" }), reason: reasons.typing },
  { figure: "quality.casegate.found", least: 1, what: "Report: violated places that are named", unit: "%", others: quality("found"), main: true, reason: reasons.quality },
  { figure: "quality.casegate.noise", most: 1, least: 1, what: "Report: issues for each violation", unit: "", others: quality("noise"), main: true, reason: reasons.quality },
  { figure: "batch.typical.over-scan", most: 3.33, what: "`casegate batch`, one core", over: "a scan of the lines", main: true, reason: reasons.batch },
  { figure: "batch.typical.two-over-one", least: 1.8, what: "`casegate batch`, two cores", over: "the speed of one", main: true, reason: reasons.batch },
  { figure: "batch.memory-growth", most: 1.1, what: "`casegate batch`, memory for a much longer file", over: "a short one", reason: reasons.batch },
  { figure: "http.checks", least: 20_000, what: "`casegate api`, checks a second with keep-alive", unit: "", reason: reasons.http },
];

/** The figures of a run: lines of a name and a number, the last of a name counts. */
export function figuresOf(text) {
  const pairs = text.split("\n").filter(Boolean).map((line) => line.split(" "));
  return new Map(pairs.map(([name, value]) => [name, Number(value)]));
}

/** `reached`, `missed`, or `not measured`. */
export function outcome({ figure, most, least }, figures) {
  if (!figures.has(figure)) return "not measured";
  // As it is shown: a ratio is no more exact than that.
  const value = Math.round(figures.get(figure) * 100) / 100;
  return (most === undefined || value <= most) && (least === undefined || value >= least) ? "reached" : "missed";
}

export function shown(value, { unit = "×" }) {
  if (unit === "%") return `${(100 * value).toFixed(value === 1 || value === 0 ? 0 : 1)} %`;
  return `${value.toFixed(2)}${unit && ` ${unit}`}`;
}

export function aimOf({ most, least, unit }) {
  const sign = most === least ? "" : most === undefined ? "≥ " : "≤ ";
  return `${sign}${shown(most ?? least, { unit })}`;
}
