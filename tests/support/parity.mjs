// Vectors through the package, and the bytes of the module's answers. Runs in Node and in the
// browser.

/** The entry points for this vector, each as a name and a call of the package. */
export function entryPoints(casegate, { call, payload, context, reply }) {
  // What is no form stays as it is: see tests/node/form.test.mjs.
  if (call === "case_from_form" && JSON.parse(reply).case === null) return [];
  const name = functionOf(call);
  const operation = (input, ofIt) => casegate[name](input, ofIt);
  if (typeof casegate[name] !== "function") throw new Error(`there is no function ${name}`);
  // Functions that take objects write for people who fill in a form, unless the context says otherwise.
  const ofObjects = context.replace(/^\s*\{(?=\s*(.))/, (_, next) => `{"audience":"developer"${next === "}" ? "" : ","}`);
  const ways = [["text", () => operation(new Raw(payload), new Raw(ofObjects))]];
  if (call === "check_case") {
    ways.push(["checkCaseText", () => casegate.checkCaseText(payload, new Raw(context))]);
    ways.push(["bytes", () => casegate.checkCaseText(new TextEncoder().encode(payload), new Raw(context))]);
  }
  if (survivesParsing(payload)) ways.push(["object", () => operation(JSON.parse(payload), new Raw(ofObjects))]);
  return ways;
}

/** The name of an operation's function. */
export function functionOf(operation) {
  return operation.replace(/_./g, (letter) => letter[1].toUpperCase());
}

/** Text that reaches the module unchanged. */
class Raw {
  constructor(text) {
    this.text = text;
  }
  // An object with a `toJSON` is not walked.
  toJSON() {}
}

let lastReply;
/** A repeated reply is decoded once. */
const decoded = new Map();
/** A repeated usage error is decoded once too, whatever other reports came in between. */
const usageErrors = new Map();

/**
 * The reply's own text, as the package decodes it. If it decodes nothing, the module said that its
 * reply is the last one again. A report may also come in parts, of which nothing is lost by
 * parsing: then its text is that of the package's object. A usage error, which the package throws,
 * is a reply too.
 */
export function replyOf(call) {
  const { parse, stringify } = JSON;
  const { decode } = TextDecoder.prototype;
  let isNew = false;
  TextDecoder.prototype.decode = function (bytes) {
    const text = decode.call(this, bytes);
    // The module also returns the outline for walking payloads, which is no reply.
    if (/^[{[]/.test(text)) [lastReply, isNew] = [text, true];
    return text;
  };
  JSON.stringify = (value) => (value instanceof Raw ? value.text : stringify(value));
  JSON.parse = (text) => parsed(text, parse); // of a context that is no JSON, as the package never sends one
  try {
    const text = stringify(call());
    const isWhole = isNew && stringify(parse(lastReply)) === text;
    if (isWhole) decoded.set(text, lastReply);
    else lastReply = decoded.get(text) ?? text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    if (isNew) usageErrors.set(error.message, lastReply);
    else lastReply = usageErrors.get(error.message) ?? lastReply;
  } finally {
    Object.assign(JSON, { parse, stringify });
    TextDecoder.prototype.decode = decode;
  }
  return lastReply;
}

function survivesParsing(text) {
  const value = parsed(text, JSON.parse);
  return value !== undefined && JSON.stringify(value) === text;
}

function parsed(text, parse) {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
