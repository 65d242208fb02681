// As much of Rust's grammar as the mutators need: where a token ends, and what a bracket encloses.

/** The end of what begins at `at` and is no code: white space, a comment, a text or a character. `at` itself where it is code. */
export function pastQuiet(text, at) {
  const rest = (pattern) => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : at;
  };
  switch (text[at]) {
    case "/":
      if (text[at + 1] === "/") return rest(/[^\n]*/y);
      if (text[at + 1] !== "*") return at;
      return rest(/\/\*[\s\S]*?\*\//y); // nested ones are not written here
    case '"':
      return rest(/"(?:[^"\\]|\\[\s\S])*"/y);
    case "'":
      return rest(/'(?:[^'\\]|\\(?:u\{[^}]*\}|x..|.))'/y); // else a lifetime
    case "r":
    case "b":
      if (/\w/.test(text[at - 1] ?? "")) return at;
      return Math.max(rest(/b?r(#*)"[\s\S]*?"\1/y), rest(/b"(?:[^"\\]|\\[\s\S])*"/y), rest(/b'(?:[^'\\]|\\(?:x..|.))'/y));
    default:
      return rest(/\s+/y);
  }
}

const CLOSES = { "(": ")", "[": "]", "{": "}" };

/** Calls `visit(index, character, depth)` for each character of code from `start` to `end`, inside brackets too. */
export function walk(text, start, end, visit) {
  let depth = 0;
  for (let at = start; at < end; ) {
    const past = pastQuiet(text, at);
    if (past > at) {
      at = past;
      continue;
    }
    const character = text[at];
    if (")]}".includes(character)) depth -= 1;
    if (visit(at, character, depth) === false) return;
    if (character in CLOSES) depth += 1;
    at += 1;
  }
}

/** The index after the bracket that closes the one at `open`. */
export function closing(text, open) {
  let found = -1;
  walk(text, open, text.length, (at, character, depth) => {
    if (depth !== 0 || character !== CLOSES[text[open]]) return true;
    found = at + 1;
    return false;
  });
  return found;
}

/** Where the body of the function that fills `start` to `end` begins: its last `{` outside of other brackets. */
export function bodyOf(text, start, end) {
  let body = -1;
  walk(text, start, end, (at, character, depth) => {
    if (character === "{" && depth === 0) body = at;
  });
  return body;
}
