// What the figures should be, and what the README says of them. One row is one aim.
//
//   figure   what the measurements call it (`record`)
//   most     the aim: it is no more than this; or `least`
//   unit     of the figure; × is a ratio
//   others   what others reach at the same, in the same run
//   reason   where the aim is missed: what was tried, and where the time goes
const own = (prefix, names) => Object.entries(names).map(([id, name]) => ({ name, figure: `${prefix}.${id}` }));
const native = { handwritten: "by hand over sonic-rs", garde: "garde", jsonschema: "jsonschema", "jsonschema-macro": "jsonschema compiled ahead", boon: "boon" };
const node = { handwritten: "by hand", typebox: "typebox", "typebox-ahead": "typebox compiled ahead", ajv: "ajv", valibot: "valibot", zod: "zod", joi: "joi" };
const quality = (what) => own("quality", { [`ajv.${what}`]: "ajv", [`joi.${what}`]: "joi", [`valibot.${what}`]: "valibot", [`zod.${what}`]: "zod" });
const counted = (name) =>
  ["handwritten", "garde", "jsonschema"].map((id) => ({ name: native[id], figure: `native.${name}.${id}.instructions` }));
const scan = "scan of the text (`IgnoredAny`)";

/**
 * For each missed aim, what was tried and what costs the time or the bytes. A name in braces is
 * replaced by that figure of the run.
 */
const reasons = {
  clean:
    "the instructions are within the aim; the time is not, and this run counts {native.typical.check.mispredicted} times as many mispredicted branches as in a scan, each of which costs the time of tens of instructions. " +
    "By callgrind {native.typical.check.reading} % of the instructions are the reading of keys and texts into their slots. " +
    "Tried: eight bytes at a time, keys by a hash, fixed slots, two allocations, asking a clause only when its fields are there.",
  refused:
    "the instructions are within the aim; the time is not, and this run counts {native.refused.check.mispredicted} times as many mispredicted branches as in a scan. " +
    "By callgrind {native.refused.check.reading} % of the instructions are reading, {native.refused.check.findings} % the words and places of the findings. " +
    "Tried: an edit distance only where letters and the best so far allow it, messages and pointers without searches.",
  text:
    "by Node's profiler {node.share.text.typical.module} % of the time are the module's; from bytes, which need not be encoded, it is {node.text.typical.bytes} times `JSON.parse`. " +
    "The module is compiled for size (`opt-level = \"s\"`): for speed it is a third larger.",
  words:
    "ajv says one thing without words; a report has for each finding its rule, its place, the fields that made it apply and a message. " +
    "By Node's profiler {node.share.text.refused.module} % of the time are the module's, {node.share.text.refused.reply} % the reading of its reply. " +
    "Tried: a part of a report crosses once, with its words, and then as a number, and so does an issue that a word or a name in the payload decides, which saves a tenth; " +
    "the numbers themselves in the buffer in place of a text, which saves 3 to 5 % more and costs 0.4 to 0.9 KB of each module.",
  object:
    "by Node's profiler {node.share.object.typical.walk} % of the time are the walk of the object, in JavaScript, {node.share.object.typical.module} % the module's. " +
    "Tried: a mark for each value in place of JSON text, only those texts that rules read, an outline that the module hands out once for a context, members in the order in which the engine has them.",
  walked:
    "ajv says one thing without words; a report has for each finding its rule, its place, the fields that made it apply and a message. " +
    "By Node's profiler {node.share.object.refused.module} % of the time are the module's, {node.share.object.refused.reply} % the reading of its reply, {node.share.object.refused.walk} % the walk of the object. " +
    "Tried: a part of a report crosses once, with its words, and then as a number, and so does an issue that a word or a name in the payload decides, which saves a tenth; " +
    "the numbers themselves in the buffer in place of a text, which saves 3 to 5 % more and costs 0.4 to 0.9 KB of each module.",
  clients:
    "a warning has a rule, a place, the fields that made it apply and a message, where others say nothing; four payloads in ten have one or two. " +
    "Tried: issues kept on both sides by their content, and issues by their findings, whose words are made once; the nearest known name only where the letters allow it, which saves an eighth of the instructions; " +
    "a guess of the next key by the one that followed last time, which takes 4 % longer with eight clients in turn.",
  long:
    "a report of a lone surrogate needs every text to be read, which peers do not look at. " +
    "Tried: texts that no rule reads are asked for lone surrogates, and not sent.",
  module:
    "{size.casegate-check.wasm.code} KB are the code of all fields and rules at `opt-level = \"z\"`, {size.casegate-check.wasm.data} KB the words of tables and messages. Tried: features that leave out all but the check, a small allocator, " +
    "one sort, own lower-casing and writing in place of the standard library's (`scripts/size` prints what each group adds); other passes of wasm-opt (`-Oz`, `--gufa`, merging of similar functions, another order of functions), of which none is smaller. Messages for two audiences added 0.7 KB.",
  entry:
    "it has every operation of a form, and messages in two languages; `casegate/check` is the small entry, `casegate/slim` leaves the module to the page.",
  cold:
    "milliseconds are this machine's: ajv's standalone code, which took 6 ms where the aim was set, is beside it. What is left is loading the text of the module, compiling it, and the first call. " +
    "Tried: a small module that reads the text of the module, in place of base64.",
  edit:
    "the same edit natively is in this table; the rest is the way into the module and the module's own time. " +
    "Tried: a record that is edited is kept in its members, and only the member is read; an edit without effects crosses as a number.",
  typing:
    "an input alone on a page takes {typing.frame.plain} ms in the same run: the browser draws without a graphics processor, on a processor slowed four times. " +
    "Script, style and layout, which the form decides, are within the aim. " +
    "An edit updates only the questions that it changes, and the draft is saved after a pause. Tried: containment of each question's layout and style, in one short run each, which took longer (16.9 against 14.3 ms of script, style and layout). " +
    "Tried: the check after the frame that shows the key, in one short run each, one after the other: 36.0 in place of 46.3 ms from the key to its frame, and 13.9 in place of 17.6 ms of script, style and layout. It was not kept, because a program that fills in a box would then read the answers of a moment ago.",
  batch: "each worker reads and judges a block, and writes in turn; where the rest goes was not measured.",
};

export const aims = [
  { figure: "native.typical.check", most: 2.0, what: "Rust, text → report, clean", over: scan, others: own("native.typical", native), reason: reasons.clean },
  { figure: "native.typical.check.instructions", most: 2.0, what: "Rust, instructions of a clean report", over: scan, others: counted("typical"), readme: true },
  { figure: "native.refused.check", most: 3.0, what: "Rust, text → report, refused", over: scan, others: own("native.refused", native), readme: true, reason: reasons.refused },
  { figure: "native.refused.check.instructions", most: 3.0, what: "Rust, instructions of a refused report", over: scan, others: counted("refused"), readme: true },
  { figure: "native.allocations.large_over_typical", most: 1.0, what: "Rust, allocations of a clean check, large payload", over: "those of a typical one" },
  { figure: "node.text.typical.casegate", most: 0.8, what: "Node, text → report, clean", over: "`JSON.parse` alone", others: own("node.text.typical", node), reason: reasons.text },
  { figure: "node.object.typical.casegate", most: 0.75, what: "Node, object → report, clean", over: "ajv standalone, all errors", others: own("node.object.typical", node), reason: reasons.object },
  { figure: "native.clients.check", most: 2.0, what: "Rust, text → report, eight clients with warnings", over: scan, others: own("native.clients", native), readme: true, reason: reasons.clients },
  { figure: "node.text.clients.casegate", most: 0.8, what: "Node, text → report, eight clients with warnings", over: "`JSON.parse` alone", others: own("node.text.clients", node), readme: true, reason: reasons.clients },
  { figure: "node.object.clients.over-ajv", most: 0.8, what: "Node, object → report, eight clients with warnings", over: "ajv", readme: true, reason: reasons.clients },
  { figure: "node.object.long.over-ajv", most: 1, what: "Node, object → report, a long text of two-byte letters", over: "ajv", reason: reasons.long },
  { figure: "node.text.refused.over-ajv", most: 0.5, what: "Node, text → report, refused", over: "`JSON.parse` and ajv", readme: true, reason: reasons.words },
  { figure: "node.object.refused.over-ajv", most: 0.5, what: "Node, object → report, refused", over: "ajv", readme: true, reason: reasons.walked },
  { figure: "quality.casegate.found", least: 1, what: "Report: violated places that are named", unit: "%", others: quality("found"), readme: true },
  { figure: "quality.casegate.both", least: 1, what: "Report: structural and conditional violations all at once", unit: "%", others: quality("both"), readme: true },
  { figure: "quality.casegate.noise", most: 1, least: 1, what: "Report: issues for each violation", unit: "", others: quality("noise"), readme: true },
  { figure: "quality.casegate.wrong", most: 0, what: "Report: payloads with other than one issue for each violation", unit: "" },
  { figure: "native.session.micros", most: 0.5, what: "Rust, an edit of a form", unit: "µs" },
  { figure: "native.session.member.micros", most: 0.5, what: "Rust, an edit in a record of a form", unit: "µs" },
  { figure: "native.session.large_over_small", most: 1.2, what: "Rust, an edit of a large form", over: "one of a small form" },
  { figure: "node.session.micros", most: 1, what: "Node, an edit of a form", unit: "µs", reason: reasons.edit },
  { figure: "node.session.member.micros", most: 1, what: "Node, an edit in a record of a form", unit: "µs", reason: reasons.edit },
  { figure: "node.session.large_over_small", most: 1.2, what: "Node, an edit of a large form", over: "one of a small form", readme: true },
  { figure: "batch.typical.over-scan", most: 3.33, what: "`casegate batch`, one core", over: "scan of the lines", readme: true },
  { figure: "batch.typical.two-over-one", least: 1.8, what: "`casegate batch`, two cores", over: "the speed of one", readme: true, reason: reasons.batch },
  { figure: "http.checks", least: 20_000, what: "`casegate api`, checks a second with keep-alive", unit: "" },
  { figure: "http.memory-growth", most: 1.1, what: "`casegate api`, memory at ten times as many requests", over: "memory" },
  { figure: "batch.memory-growth", most: 1.1, what: "`casegate batch`, memory at a file 20 (quick: 10) times as long", over: "memory" },
  { figure: "node.cold.check-over-standalone", most: 1, what: "Node, load and first verdict, `casegate/check`", over: "ajv standalone", readme: true },
  { figure: "typing.work.all", most: 16, what: "Chromium at a quarter of the speed, a key in `<casegate-intake>`: script, style and layout, 95th percentile", unit: "ms", others: own("typing.work", { plain: "an input alone" }) },
  { figure: "typing.frame.all", most: 16, what: "Chromium at a quarter of the speed, from the key to its frame, 95th percentile", unit: "ms", others: own("typing.frame", { plain: "an input alone" }), reason: reasons.typing },
  { figure: "size.casegate-check.wasm", most: 45, what: "Module of `casegate/check`, gzip", unit: "KB", readme: true, reason: reasons.module },
  { figure: "size.index.js", most: 85, what: "Main entry with its module, gzip", unit: "KB", readme: true, reason: reasons.entry },
  {
    figure: "node.cold.casegate",
    most: 6,
    what: "Node, load and first verdict",
    unit: "ms",
    others: own("node.cold", { "casegate-check": "casegate/check", valibot: "valibot", "ajv-standalone": "ajv standalone", zod: "zod", ajv: "ajv" }),
    readme: true,
    reason: reasons.cold,
  },
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
