// The possible changes in a table of the source: a missing row, a changed word, a boundary moved by
// one, another kind. It knows Rust's brackets and nothing of the rulebook; the changes come from
// the tables themselves.

import { closing, pastQuiet, walk } from "./rust.mjs";

/** Calls that only say where a row comes from. */
const CITES = new Set(["decisions", "form", "typed_by_form"]);
/** Members that only describe. */
const DESCRIBES = /\b(?:about|fires_when|\w*requirement_ids?|decisions)\s*:\s*(?:&\s*)?$/;

/**
 * The mutants of a file: for each its table, start, end, replacement and name. `cited` has the ids
 * of requirements.
 */
export function mutantsOf(source, cited) {
  const found = [];
  const words = wordsOf(source);
  for (const { name: within, start, end, type } of tablesOf(source)) {
    const quiet = [...quietOf(source, start, end), ...describedOf(source, start, end)];
    const silent = (at) => quiet.some(([from, to]) => from <= at && at < to);
    const add = (from, to, replacement, mutation, besides) => {
      if (!silent(from) && source.slice(from, to) !== replacement) found.push({ within, start: from, end: to, replacement, mutation, besides });
    };
    const rows = rowsOf(source, start, end);
    const outer = outerList(source, start, end);
    const dropped = [];
    for (const row of rows) {
      const text = source.slice(row.start, row.end);
      if (isCitation(text, cited)) continue;
      dropped.push(row);
      add(row.start, row.past, "", `leave out ${brief(text)}`, row.list === outer ? counted(source, type) : undefined);
    }
    literals(source, start, end, (from, to) => {
      const text = source.slice(from, to);
      const named = dropped.some((row) => row.start === from || new RegExp(`^[\\w:!]+\\(\\s*$`).test(source.slice(row.start, from)));
      // The name of a type is ours, and is in the exported files.
      if (isCitation(text, cited) || (/\bname:\s*$/.test(source.slice(0, from)) && /^"[A-Z]\w*"$/.test(text))) return;
      const isKey = words.keys.length > 1 && /\bkey\($/.test(source.slice(0, from));
      // One of the accented letters is left out, because the plain letter is not in the list.
      const other = isKey ? next(words.keys, text) : /^"[^ -~]+"$/.test(text) ? `${text.slice(0, -2)}"` : `${text.slice(0, -1)}x"`;
      if (!named || other.at(-2) !== "x") add(from, to, other, `${text} becomes ${other}`);
    });
    const code = mask(source, start, end);
    for (const [from, to] of matches(code, start, /(?<![\w.])\d[\d_]*(?![\w.])/g)) {
      const number = Number(source.slice(from, to).replaceAll("_", ""));
      if (number > 0) add(from, to, String(number - 1), `${number} becomes ${number - 1}`);
      add(from, to, String(number + 1), `${number} becomes ${number + 1}`);
    }
    for (const [from, to] of matches(code, start, /\b(?:true|false)\b/g)) {
      const other = source.slice(from, to) === "true" ? "false" : "true";
      add(from, to, other, `${source.slice(from, to)} becomes ${other}`);
    }
    for (const [from, to] of matches(code, start, /\bSome\(/g)) {
      const past = closing(source, to - 1);
      if (!isCitation(source.slice(to, past - 1), cited)) add(from, past, "None", `${brief(source.slice(from, past))} becomes None`);
    }
    for (const [from, to] of matches(code, start, /(?<![\w:])[A-Z]\w*(?:::[A-Z]\w*)?(?![\w:({!]|\s*\{)/g)) {
      const text = source.slice(from, to);
      const kinds = words.variants.get(text);
      if (kinds?.length > 1) add(from, to, next(kinds, text), `${text} becomes ${next(kinds, text)}`);
    }
    for (const [from, to] of matches(code, start, /\b(?:Error|Warning)(?=,)/g)) {
      const other = source.slice(from, to) === "Error" ? "Warning" : "Error";
      add(from, to, other, `${source.slice(from, to)} becomes ${other}`);
    }
    for (const [from, to] of matches(code, start, /\.\s*([a-z]\w*)\(/g)) {
      const name = /[a-z]\w*/.exec(source.slice(from, to))[0];
      const past = closing(source, to - 1);
      if (!CITES.has(name) && name !== "name") add(from, past, "", `leave out .${brief(source.slice(from + 1, past).trim())}`);
    }
  }
  const seen = new Set();
  return found.filter((mutant) => {
    const id = `${mutant.start} ${mutant.end} ${mutant.replacement}`;
    return !mutant.mutation.includes("$") && !seen.has(id) && seen.add(id);
  });
}

/** The source with a mutant. */
export function changed(source, { start, end, replacement, besides }) {
  const edits = [{ start, end, replacement }, ...(besides ? [besides] : [])].sort((a, b) => b.start - a.start);
  return edits.reduce((text, edit) => text.slice(0, edit.start) + edit.replacement + text.slice(edit.end), source);
}

/**
 * The constants and statics of a file outside of functions, with the positions of their values and
 * types.
 */
function tablesOf(source) {
  const functions = [];
  const code = mask(source, 0, source.length);
  for (const [from] of matches(code, 0, /\bfn\s+\w+/g)) {
    const open = code.indexOf("{", from), none = code.indexOf(";", from);
    if (open >= 0 && (none < 0 || open < none)) functions.push([from, closing(source, open)]);
  }
  const tables = [];
  for (const [from, to] of matches(code, 0, /\b(?:const|static)\s+[A-Z]\w*\s*:/g)) {
    const name = /[A-Z]\w*/.exec(source.slice(from, to))[0];
    if (functions.some(([start, end]) => start <= from && from < end)) continue;
    let equals = -1, end = -1;
    walk(source, to, source.length, (at, character, depth) => {
      if (depth === 0 && character === "=" && equals < 0) equals = at;
      if (depth === 0 && character === ";") end = at;
      return end < 0;
    });
    if (equals < 0) continue;
    let start = equals + 1;
    for (let past; start < end && ((past = pastQuiet(source, start)) > start || source[start] === "&"); ) start = Math.max(past, start + 1);
    tables.push({ name, start, end, type: [to, equals] });
  }
  // Lists of tokens and of codes: `Variant "word",`, `Variant "word" Severity,`.
  for (const [from, to] of matches(code, 0, /\b(?:tokens|codes)!\s*\{/g)) {
    tables.push({ name: source.slice(from, to).split("!")[0], start: to, end: closing(source, to - 1) - 1, type: [to, to] });
  }
  return tables;
}

/** The elements of all lists between two places, each with the comma after it. */
function rowsOf(source, start, end) {
  const rows = [];
  const opens = [];
  walk(source, start, end, (at, character) => {
    if (character === "[") opens.push(at);
  });
  for (const open of opens) {
    const close = closing(source, open) - 1;
    let from = open + 1;
    const take = (to) => {
      let first = from;
      for (let past; (past = pastQuiet(source, first)) > first && !'"rb'.includes(source[first]); ) first = past;
      const last = source[to] === "," ? to + 1 : to;
      if (first < to && source.slice(first, to).trim()) rows.push({ start: first, end: to, past: last, list: open });
      from = to + 1;
    };
    walk(source, open + 1, close, (at, character, depth) => {
      if (character === "," && depth === 0) take(at);
    });
    take(close);
    // A list of one row needs no comma and may be empty.
  }
  return rows;
}

/** The list that a constant is, also where it is at the end of a block. */
function outerList(source, start, end) {
  let list = start;
  if (source[start] === "{") walk(source, start + 1, end, (at, character, depth) => {
    if (character === "[" && depth === 0) list = at;
  });
  return list;
}

/** The number in the type of a list, less one. */
function counted(source, [from, to]) {
  const number = /;\s*(\d+)\s*\]\s*$/.exec(source.slice(from, to));
  if (!number) return undefined;
  const start = from + number.index + number[0].indexOf(number[1]);
  return { start, end: start + number[1].length, replacement: String(Number(number[1]) - 1) };
}

/** The words that can replace a key or a kind in this file. */
function wordsOf(source) {
  const code = mask(source, 0, source.length);
  const keys = [...new Set([...source.matchAll(/\bkey\(("\w+")\)/g)].map((match) => match[1]))];
  const variants = new Map();
  const group = (list) => { for (const word of list) variants.set(word, list); };
  const paths = new Map();
  for (const match of code.matchAll(/(?<![\w:])([A-Z]\w*)::([A-Z]\w*)(?![\w:({!]|\s*\{)/g)) {
    paths.set(match[1], (paths.get(match[1]) ?? new Set()).add(match[0]));
  }
  for (const set of paths.values()) group([...set].sort());
  for (const match of code.matchAll(/\buse\s+[\w:]*\b[A-Z]\w*(?:::\{|\s*::\s*\{)([^}]*)\}/g)) {
    const names = match[1].split(",").map((name) => name.trim()).filter((name) => /^[A-Z]\w*$/.test(name));
    group(names.filter((name) => new RegExp(`(?<![\\w:])${name}(?![\\w:({]|\\s*\\{)`).test(code.slice(match.index + match[0].length))));
  }
  return { keys, variants };
}

function next(list, text) {
  return list[(list.indexOf(text) + 1) % list.length];
}

/** A statement's or a decision's id, or a list or a pair that has nothing else. */
function isCitation(text, cited) {
  const strings = [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1]);
  return strings.length > 0 && /^[\s"&[\],\w+\-*.]*$/.test(text) && !/\w\s*[(!]/.test(text.replace(/"[^"]*"/g, ""))
    && strings.every((id) => /^D\d+$/.test(id) || cited.has(id));
}

function quietOf(source, start, end) {
  const quiet = [];
  for (const [from, to] of matches(mask(source, start, end), start, /#\[/g)) quiet.push([from, closing(source, to - 1)]);
  for (const [from, to] of matches(mask(source, start, end), start, /\.\s*([a-z]\w*)\(/g)) {
    if (CITES.has(/[a-z]\w*/.exec(source.slice(from, to))[0])) quiet.push([from, closing(source, to - 1)]);
  }
  return quiet;
}

function describedOf(source, start, end) {
  const quiet = [];
  walk(source, start, end, (at, character) => {
    if (character !== "," && character !== "{") return;
    const rest = source.slice(at + 1, at + 200);
    const name = /^(?:\s|\/\/[^\n]*\n)*\w+\s*:\s*&?\s*/.exec(rest);
    if (!name || !DESCRIBES.test(name[0])) return;
    const from = at + 1 + name[0].length;
    quiet.push([from, source[from] === "[" ? closing(source, from) : Math.max(pastQuiet(source, from), from + 1)]);
  });
  return quiet;
}

function literals(source, start, end, visit) {
  for (let at = start; at < end; ) {
    const past = pastQuiet(source, at);
    if (past > at && source[at] === '"') visit(at, past);
    at = Math.max(past, at + 1);
  }
}

/** The code between two places, with blanks for texts and comments, so that indices stay. */
function mask(source, start, end) {
  let code = "";
  for (let at = start; at < end; ) {
    const past = pastQuiet(source, at);
    code += past > at ? source.slice(at, past).replace(/[^\n]/g, " ") : source[at];
    at = Math.max(past, at + 1);
  }
  return code;
}

function* matches(code, offset, pattern) {
  for (const match of code.matchAll(pattern)) yield [match.index + offset, match.index + match[0].length + offset];
}

function brief(text) {
  const line = text.replace(/\s+/g, " ");
  return line.length > 70 ? `${line.slice(0, 67)}...` : line;
}
