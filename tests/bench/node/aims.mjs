// What the figures should be. One row is one aim. tests/bench/figures.md never lacks a `main` one.
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
  clean:
    "The instructions are within the aim, and the time is not. By callgrind, {native.typical.check.reading} % of the instructions read keys and texts into their slots. " +
    "Tried: eight bytes at a time, keys by a hash, fixed slots, two allocations, clauses only when their fields are there; " +
    "a third fewer mispredicted branches, which changed nothing in the time.",
  refused:
    "The instructions are within the aim, and the time is not. " +
    "By callgrind, {native.refused.check.reading} % of the instructions read, and {native.refused.check.findings} % write the words and places of the findings. " +
    "Tried: an edit distance only where letters and the best so far allow it; messages and pointers without searches.",
  text:
    "By Node's profiler, {node.share.text.typical.module} % of the time is the module's. From bytes, which need no encoding, it is {node.text.typical.bytes} times `JSON.parse`. " +
    "The module is compiled for size (`opt-level = \"s\"`); for speed it is a third larger.",
  object:
    "By Node's profiler, the walk of the object in JavaScript takes {node.share.object.typical.walk} % of the time, and the module {node.share.object.typical.module} %. " +
    "Tried: a mark for each value in place of JSON text; only texts that rules read; an outline for each context; members in the engine's order.",
  words:
    "ajv reports one finding without words. A report has all findings, each with its rule, its place, the fields that made it apply and a message. " +
    "By Node's profiler, the module takes {node.share.text.refused.module} % of the time from text and {node.share.object.refused.module} % from an object, whose walk takes {node.share.object.refused.walk} %. " +
    "Reading the reply takes {node.share.text.refused.reply} and {node.share.object.refused.reply} %. " +
    "Tried: parts and issues that cross once with their words and then as a number, which saves a tenth; " +
    "numbers in the buffer in place of text, which save 3 to 5 % more and add 0.4 to 0.9 KB to each module.",
  clients:
    "A warning has a rule, a place, the fields that made it apply and a message, where others report nothing. Four payloads in ten have one or two. " +
    "Tried: issues that both sides keep by their content; words that are made once for a finding; the nearest known name only where the letters allow it, which saves an eighth of the instructions; " +
    "a guess of the next key, which takes 4 % longer with eight clients in turn.",
  long:
    "A report of a lone surrogate takes a look at every text, which peers do not need. " +
    "Tried: only a search for lone surrogates in texts that no rule reads.",
  module:
    "The code of all fields and rules at `opt-level = \"z\"` is {size.casegate-check.wasm.code} KB, and the words of tables and messages are {size.casegate-check.wasm.data} KB. " +
    "Tried: features that leave out all but the check, a small allocator, one sort, own lower-casing and writing (`scripts/size` prints the share of each group); other passes of wasm-opt, none of which is smaller.",
  entry:
    "It has every operation of a form, and messages in two languages. `casegate/check` is the small entry, and `casegate/slim` loads the module as a file.",
  cold:
    "Milliseconds are this machine's. ajv standalone took 6 ms where the aim was set, and is in the same row. The time goes into loading the module's text, compiling it, and the first call. " +
    "Tried: a small module that decodes the text.",
  edit:
    "An edit checks the payload and lists the state of each field, and a key in a page takes 15 ms. " +
    "Tried: only what reads the edited field is judged again, which took 0.7 µs, a thousand lines and 18 KB of a module.",
  typing:
    "An input alone on a page takes {typing.frame.plain} ms in the same run, because the browser draws without a graphics processor, on a processor slowed four times. " +
    "Script, style and layout, which the form decides, are within the aim. " +
    "Tried: containment of each question's layout, which took longer (16.9 against 14.3 ms of script, style and layout); " +
    "the check after the frame that shows the key, which took 36.0 in place of 46.3 ms. It was not kept, because a program that fills in a box would read outdated answers.",
  batch: "Each worker reads and judges a block, and writes in turn. Where the rest of the time goes was not measured.",
};

export const aims = [
  { figure: "native.typical.check", most: 2.0, what: "Rust, text → report, clean", over: scan, others: own("native.typical", native), reason: reasons.clean },
  { figure: "native.typical.check.instructions", most: 2.0, what: "Rust, instructions of a clean report", over: scan, others: counted("typical"), main: true },
  { figure: "native.refused.check", most: 3.0, what: "Rust, text → report, refused", over: scan, others: own("native.refused", native), main: true, reason: reasons.refused },
  { figure: "native.refused.check.instructions", most: 3.0, what: "Rust, instructions of a refused report", over: scan, others: counted("refused"), main: true },
  { figure: "native.allocations.large_over_typical", most: 1.0, what: "Rust, allocations of a clean check, large payload", over: "those of a typical one" },
  { figure: "node.text.typical.casegate", most: 0.8, what: "Node, text → report, clean", over: "`JSON.parse` alone", others: own("node.text.typical", node), reason: reasons.text },
  { figure: "node.object.typical.casegate", most: 0.75, what: "Node, object → report, clean", over: "ajv standalone, all errors", others: own("node.object.typical", node), reason: reasons.object },
  { figure: "native.clients.check", most: 2.0, what: "Rust, text → report, eight clients with warnings", over: scan, others: own("native.clients", native), main: true, reason: reasons.clients },
  { figure: "node.text.clients.casegate", most: 0.8, what: "Node, text → report, eight clients with warnings", over: "`JSON.parse` alone", others: own("node.text.clients", node), main: true, reason: reasons.clients },
  { figure: "node.object.clients.over-ajv", most: 0.8, what: "Node, object → report, eight clients with warnings", over: "ajv", main: true, reason: reasons.clients },
  { figure: "node.object.long.over-ajv", most: 1, what: "Node, object → report, a long text of two-byte letters", over: "ajv", reason: reasons.long },
  { figure: "node.text.refused.over-ajv", most: 0.5, what: "Node, text → report, refused", over: "`JSON.parse` and ajv", main: true, reason: reasons.words },
  { figure: "node.object.refused.over-ajv", most: 0.5, what: "Node, object → report, refused", over: "ajv", main: true, reason: reasons.words },
  { figure: "quality.casegate.found", least: 1, what: "Report: violated places that are named", unit: "%", others: quality("found"), main: true },
  { figure: "quality.casegate.both", least: 1, what: "Report: structural and conditional violations all at once", unit: "%", others: quality("both"), main: true },
  { figure: "quality.casegate.noise", most: 1, least: 1, what: "Report: issues for each violation", unit: "", others: quality("noise"), main: true },
  { figure: "quality.casegate.wrong", most: 0, what: "Report: payloads with other than one issue for each violation", unit: "" },
  { figure: "native.session.micros", most: 20, what: "Rust, an edit of a form", unit: "µs" },
  { figure: "node.session.micros", most: 20, what: "Node, an edit of a form", unit: "µs", reason: reasons.edit },
  { figure: "batch.typical.over-scan", most: 3.33, what: "`casegate batch`, one core", over: "a scan of the lines", main: true },
  { figure: "batch.typical.two-over-one", least: 1.8, what: "`casegate batch`, two cores", over: "the speed of one", main: true, reason: reasons.batch },
  { figure: "http.checks", least: 20_000, what: "`casegate api`, checks a second with keep-alive", unit: "" },
  { figure: "http.memory-growth", most: 1.1, what: "`casegate api`, memory at ten times as many requests", over: "memory" },
  { figure: "batch.memory-growth", most: 1.1, what: "`casegate batch`, memory at a file many times as long", over: "memory" },
  { figure: "node.cold.check-over-standalone", most: 1, what: "Node, load and first verdict, `casegate/check`", over: "ajv standalone", main: true },
  { figure: "typing.work.all", most: 16, what: "Slowed Chromium, a key in `<casegate-intake>`: script, style and layout", unit: "ms", others: own("typing.work", { plain: "an input alone" }) },
  { figure: "typing.frame.all", most: 16, what: "Slowed Chromium, from the key to its frame", unit: "ms", others: own("typing.frame", { plain: "an input alone" }), reason: reasons.typing },
  { figure: "size.casegate-check.wasm", most: 45, what: "Module of `casegate/check`, gzip", unit: "KB", main: true, reason: reasons.module },
  { figure: "size.index.js", most: 85, what: "Main entry with its module, gzip", unit: "KB", main: true, reason: reasons.entry },
  {
    figure: "node.cold.casegate",
    most: 6,
    what: "Node, load and first verdict",
    unit: "ms",
    others: own("node.cold", { "casegate-check": "casegate/check", valibot: "valibot", "ajv-standalone": "ajv standalone", zod: "zod", ajv: "ajv" }),
    main: true,
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
