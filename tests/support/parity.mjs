// Vectors through the package, and the bytes with which the module answers. Runs in Node and in the browser.

/** The ways in that this vector can take, each as a name and a call of the package. */
export function entryPoints(casegate, { call, payload, context }) {
  const name = functionOf(call);
  const operation = casegate[name];
  if (typeof operation !== "function") throw new Error(`there is no function ${name}`);
  const ways = [["text", () => operation(new Raw(payload), new Raw(context))]];
  if (call === "check_case") {
    ways.push(["checkCaseText", () => casegate.checkCaseText(payload, new Raw(context))]);
    ways.push(["bytes", () => casegate.checkCaseText(new TextEncoder().encode(payload), new Raw(context))]);
  }
  if (survivesParsing(payload)) ways.push(["object", () => operation(JSON.parse(payload), new Raw(context))]);
  return ways;
}

/** The name of an operation's function. */
export function functionOf(operation) {
  return operation.replace(/_./g, (letter) => letter[1].toUpperCase());
}

/** Text that reaches the module as it is. */
class Raw {
  constructor(text) {
    this.text = text;
  }
  // An object with a say in its JSON is not walked.
  toJSON() {}
}

let lastReply;
/** A reply that comes again is decoded once. */
const decoded = new Map();
/** A usage error that comes again is decoded once too, whatever reports the package gave from what it keeps in between. */
const misuses = new Map();

/**
 * The reply's own text, as the package decodes it. Where it decodes nothing, the module said that its reply is the last one once
 * more. A report may also come in parts, of which nothing is lost by parsing: then its text is that of what the package put
 * together. A usage error, which the package throws, is a reply too.
 */
export function replyOf(call) {
  const { parse, stringify } = JSON;
  const { decode } = TextDecoder.prototype;
  let isNew = false;
  TextDecoder.prototype.decode = function (bytes) {
    const text = decode.call(this, bytes);
    // The module also hands out the outline by which payloads are walked, which is no reply.
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
    if (isNew) misuses.set(error.message, lastReply);
    else lastReply = misuses.get(error.message) ?? lastReply;
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
