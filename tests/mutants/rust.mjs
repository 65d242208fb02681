// The part of Rust's grammar that the mutators need: the ends of tokens, the contents of brackets,
// and the names of functions.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./tree.mjs";

/**
 * The end of the white space, comment, string or character that begins at `at`. Returns `at` if it
 * is code.
 */
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

/**
 * Calls `visit(index, character, depth)` for each character of code from `start` to `end`, inside
 * brackets too.
 */
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

/**
 * The start of the body of the function at `start` to `end`: its last `{` outside of other
 * brackets.
 */
export function bodyOf(text, start, end) {
  let body = -1;
  walk(text, start, end, (at, character, depth) => {
    if (character === "{" && depth === 0) body = at;
  });
  return body;
}

const SOURCE = "crates/core/src/";

/** The path of a function or table of a core's file: `service::events::table::EVENTS`. */
export function ownerOf(file, name) {
  const module = file.replace(SOURCE, "").replace(/(\/mod)?\.rs$/, "").replaceAll("/", "::");
  return name ? `${module}::${name}` : module;
}

/** The file that holds such an owner; `undefined` if no module has this path. */
export function fileOf(owner) {
  const parts = owner.split("::");
  for (let count = parts.length; count > 0; count -= 1) {
    const folder = SOURCE + parts.slice(0, count).join("/");
    const file = [`${folder}.rs`, `${folder}/mod.rs`].find((path) => existsSync(join(ROOT, path)));
    if (file) return file;
  }
  return undefined;
}

/**
 * The functions of a file in source order, each with its first and last line. Names of methods
 * start with their type.
 */
export function functionsOf(source) {
  const lineOf = (at) => source.slice(0, at).split("\n").length;
  const blockAfter = (from) => {
    let open = -1;
    walk(source, from, source.length, (at, character, depth) => {
      if (depth === 0 && character === "{") open = at;
      return open < 0 && !(depth === 0 && (character === ";" || character === "}"));
    });
    return open < 0 ? undefined : { open, end: closing(source, open) };
  };
  const types = [];
  for (const match of source.matchAll(/^ *(?:unsafe )?(?:impl\b|(?:pub(?:\([a-z]+\))? )?trait (?=\w))/gm)) {
    const block = blockAfter(match.index + match[0].length);
    if (block) types.push({ ...block, name: typeName(source.slice(match.index + match[0].length, block.open)) });
  }
  const found = [];
  for (const match of source.matchAll(/(?<!\/\/.*)\bfn (\w+)/g)) {
    const block = blockAfter(match.index + match[0].length);
    if (!block) continue;
    const type = types.findLast(({ open, end }) => open < match.index && match.index < end)?.name;
    found.push({ name: type ? `${type}::${match[1]}` : match[1], first: lineOf(match.index), last: lineOf(block.end) });
  }
  return found;
}

/**
 * The type of an `impl` without its parameters: `Reader` for `<'t> Source for Reader<'_, 't> where
 * …`.
 */
function typeName(head) {
  const own = plain(head).replace(/\bwhere\b[\s\S]*/, "").replace(/^[\s\S]*\bfor\b/, "");
  return own.trim().replace(/^&\s*(?:mut )?/, "").replace(/:[\s\S]*$/, "").trim().split("::").pop();
}

/** A text without its parameters in angle brackets. */
function plain(head) {
  let text = head;
  for (let before; before !== text; ) [before, text] = [text, text.replace(/<[^<>]*>/g, "")];
  return text;
}
