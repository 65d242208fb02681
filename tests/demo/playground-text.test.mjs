// The playground's operations on texts: where a pointer is, edits that leave the rest alone,
// layout, links.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { build } from "esbuild";
import { demo } from "./support.mjs";

let apply, applyAll, contentOf, difference, fragmentOf, hasOtherNumbers, hasFix, lineAt, lineStarts, locateOne, applyFix, parsed, placed, pretty, Unreadable;
before(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: ["./locate", "./places", "./edit", "./format", "./link", "../kit/share"].map((name) => `export * from "${name}.js";`).join("\n"),
      resolveDir: `${demo}src/playground`, loader: "ts",
    },
    bundle: true, format: "esm", platform: "neutral", write: false,
  });
  ({ apply, applyAll, contentOf, difference, fragmentOf, hasOtherNumbers, hasFix, lineAt, lineStarts, locateOne, applyFix, parsed, placed, pretty, Unreadable } =
    await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`));
});

const issue = (at, more = {}) => ({ at, code: "required", severity: "error", params: {}, because: [], path: [], message: "", ...more });
const lines = (payload, one) => placed(payload, lineStarts(payload), [one])[0].lines.map((line) => line + 1);
const selected = (payload, one) => {
  const { from, to } = placed(payload, lineStarts(payload), [one])[0].spot;
  return payload.slice(from, to);
};

/** Case, text, issue, its lines (from 1) and the selected text. */
const table = [
  ["a value", '{\n  "a": 1,\n  "b": "two"\n}', issue("/b"), [3], '"two"'],
  ["missing: the record around it", '{\n  "a": 1\n}', issue("/b"), [1], "{"],
  ["missing in a record", '{\n  "a": 1,\n  "r": {\n    "x": 1\n  }\n}', issue("/r/y"), [3], "{"],
  ["missing with its record", '\n\n{\n  "a": 1\n}', issue("/r/y"), [3], "{"],
  ["below a value that is no record", '{\n  "r": "text"\n}', issue("/r/y"), [2], '"text"'],
  ["nested", '{"r":\n{"x":\n[1,\n{"y": null}]}}', issue("/r/x/1/y"), [4], "null"],
  ["an element", '{\n  "list": [\n    "one",\n    "two"\n  ]\n}', issue("/list/1"), [4], '"two"'],
  ["an element that is not there", '{\n  "list": [\n    "one"\n  ]\n}', issue("/list/1"), [2], "["],
  ["a key with escapes", '{\n  "a\\u0062c": 1,\n  "q\\"\\\\": 2\n}', issue('/q"\\'), [3], "2"],
  ["a key that is escaped in another way", '{\n  "a\\u0062c": 1\n}', issue("/abc"), [2], "1"],
  ["slash and tilde in a key", '{\n  "a/b": 1,\n  "m~n": 2\n}', issue("/m~0n"), [3], "2"],
  ["a slash in a key", '{\n  "a/b": 1,\n  "m~n": 2\n}', issue("/a~1b"), [2], "1"],
  ["no key at all", '{\n  "": 1\n}', issue("/"), [2], "1"],
  ["brackets and quotes in strings", '{\n  "a": "}],\\"{",\n  "b": "\\\\",\n  "c": 3\n}', issue("/c"), [4], "3"],
  ["Windows lines", '{\r\n  "a": 1,\r\n  "b": 2\r\n}', issue("/b"), [3], "2"],
  ["tabs", '{\n\t"a":\t1,\n\t"b"\t:\t2\n}', issue("/b"), [3], "2"],
  ["emoji before it", '{\n  "a": "😀👩‍👩‍👧", "b": "é"\n}', issue("/b"), [2], '"é"'],
  ["an emoji as the key", '{\n  "a": 1,\n  "😀": 2\n}', issue("/😀"), [3], "2"],
  ["given twice: the last one", '{\n  "a": 1,\n  "a": 2\n}', issue("/a"), [3], "2"],
  ["given twice: both lines, where that is what is found", '{\n  "a": 1,\n  "b": 1,\n  "a": 2\n}', issue("/a", { code: "duplicate_key" }), [2, 4], "2"],
  ["a record given twice: in the last one only", '{\n  "r": {"x": 1},\n  "r": {\n  "y": 2}\n}', issue("/r/x"), [3], "{"],
  ["the whole payload", '\n\n{\n}', issue(""), [3], "{"],
  ["the whole payload, not a record", '\n[1,\n2]', issue(""), [2], "["],
  ["nothing at all", "", issue(""), [1], ""],
  ["broken: what the library names", '{\n  "a": 1\n  "b": 2\n}', issue("", { code: "not_json", params: { line: 3, column: 3 } }), [3], '"'],
  ["broken: columns count characters", '{"a": "😀é", b}', issue("", { code: "not_json", params: { line: 1, column: 13 } }), [1], "b"],
  ["broken: in the end", '{"a": ', issue("", { code: "not_json", params: { line: 1, column: 7 } }), [1], ""],
  ["broken after it", '{\n  "a": 1,\n  "b": 2,\n  c', issue("/b"), [3], "2"],
  ["a deep value before it", `{\n  "deep": ${"[".repeat(50_000)}${"]".repeat(50_000)},\n  "b": 2\n}`, issue("/b"), [3], "2"],
];

for (const [name, payload, one, wanted, chosen] of table) {
  test(`path: ${name}`, () => {
    assert.deepEqual(lines(payload, one), wanted);
    assert.equal(selected(payload, one), chosen);
  });
}

test("path: every value is found where JSON.parse has it", () => {
  const payload = JSON.stringify({ a: [1, { b: "x", "c/d": [null, true, -1.5e3] }], "": { e: "\n\"" }, é: "😀" }, null, 1);
  const walk = (value, at) => {
    const place = locateOne(payload, at);
    assert.equal(place.given, true, at);
    assert.deepEqual(JSON.parse(payload.slice(place.spot.from, place.spot.to)), value, at);
    if (typeof value === "object" && value !== null) for (const key of Object.keys(value)) walk(value[key], `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  };
  walk(JSON.parse(payload), "");
});

test("edits of repeated members leave valid JSON and the other text unchanged", () => {
  const twice = issue("/a", { code: "duplicate_key" });
  assert.equal(applyFix('{"a":1, "a":2 ,\r\n"a":3,"b":4}', twice, []), '{"a":3,"b":4}');
  assert.equal(applyFix('{"b":0,"a":1, "c":5,\n"a":2 ,\t"a":3}', twice, []), '{"b":0, "c":5 ,\t"a":3}');
  assert.equal(applyFix('{"\\u0061":1, "a":2,"b":"a"}', twice, []), '{"a":2,"b":"a"}');
  const gone = { op: "remove", path: "/a" };
  assert.equal(apply('{"a":1, "a":2,"b":3}', gone), '{"b":3}');
  assert.equal(apply('{ "a" : 1,\n "a" : 2 }', gone), "{}");
  assert.equal(apply('{"b":3,"a":1,"a":2}', gone), '{"b":3}');
  assert.equal(apply('{"x":1, "x":2, "b":3}', { op: "move", from: "/x", path: "/a" }), '{"a":2, "b":3}');
});

test("an edit that depends on another edit is not offered alone", () => {
  const patch = [{ op: "move", from: "/old", path: "/new" }, { op: "replace", path: "/new", value: "1" }];
  assert.equal(hasFix(issue("/new"), patch), false);
  assert.equal(hasFix(issue("/old"), patch), true);
  assert.equal(applyAll('{"old": 1}', patch), '{"new": "1"}');
});

test("a line begins after each line feed", () => {
  const starts = lineStarts("a\n\nbc\n");
  assert.deepEqual(starts, [0, 2, 3, 6]);
  assert.deepEqual([0, 1, 2, 3, 5, 6, 99].map((at) => lineAt(starts, at)), [0, 0, 1, 2, 2, 3, 3]);
});

/** Before, the operation, after: everything else is unchanged. */
const edits = [
  ["a value", '{ "a" : 1.0 ,\t"b":[1 ,2] }', { op: "replace", path: "/a", value: "x" }, '{ "a" : "x" ,\t"b":[1 ,2] }'],
  ["an element", '{"b":[1 ,\n2]}', { op: "replace", path: "/b/1", value: true }, '{"b":[1 ,\ntrue]}'],
  ["the one that counts", '{"a":1,"a":2}', { op: "replace", path: "/a", value: 3 }, '{"a":1,"a":3}'],
  ["a first member goes", '{\n  "a": 1,\n  "b": 2\n}', { op: "remove", path: "/a" }, '{\n  "b": 2\n}'],
  ["a middle member goes", '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', { op: "remove", path: "/b" }, '{\n  "a": 1,\n  "c": 3\n}'],
  ["a last member goes", '{\n  "a": 1,\n  "b": 2\n}', { op: "remove", path: "/b" }, '{\n  "a": 1\n}'],
  ["an only member goes", '{\n  "a": 1\n}', { op: "remove", path: "/a" }, "{}"],
  ["an element goes", '["x", "y",\r\n "z"]', { op: "remove", path: "/1" }, '["x",\r\n "z"]'],
  ["each time that it is given", '{"a":1,"b":2,"a":3}', { op: "remove", path: "/a" }, '{"b":2}'],
  ["a key gets its new name", '{"old" :  90071992547409930001}', { op: "move", from: "/old", path: "/new" }, '{"new" :  90071992547409930001}'],
  ["a key gets a name that another one has", '{"new":1, "old":2}', { op: "move", from: "/old", path: "/new" }, '{"new":2}'],
  ["what is not there stays so", '{"a":1}', { op: "replace", path: "/b", value: 1 }, '{"a":1}'],
];

for (const [name, before, operation, after] of edits) test(`edit: ${name}`, () => assert.equal(apply(before, operation), after));

test("successive edits build on each other", () => {
  const patch = [{ op: "remove", path: "/l/0" }, { op: "replace", path: "/l/0", value: "B" }, { op: "move", from: "/x", path: "/y" }];
  assert.equal(applyAll('{"l":["a","b"],"x":1}', patch), '{"l":["B"],"y":1}');
});

test("fixes without a repair operation", () => {
  assert.equal(applyFix('{"s": "il" }', issue("/s", { fix: { kind: "uppercase" } }), []), '{"s": "IL" }');
  assert.equal(applyFix('{"s": "a" }', issue("/s", { fix: { kind: "wrap_in_array" } }), []), '{"s": ["a"] }');
  assert.equal(applyFix('{"s":["a", "b"]}', issue("/s/1", { fix: { kind: "replace", value: "c" } }), []), '{"s":["a", "c"]}');
  assert.equal(applyFix('{"s":1,\n "t":2,\n "s":3}', issue("/s", { code: "duplicate_key" }), []), '{"t":2,\n "s":3}');
});

test("the difference of two texts is one range", () => {
  for (const [before, after] of [["abc", "abXc"], ["aaa", "aa"], ["", "x"], ["x", ""], ["same", "same"], ["abab", "ab"]]) {
    const { from, to, by } = difference(before, after);
    assert.equal(before.slice(0, from) + by + before.slice(to), after);
  }
  assert.deepEqual(difference("same", "same"), { from: 4, to: 4, by: "" });
});

test("formatting changes white space only", () => {
  const bare = (json) => json.replace(/"(?:[^"\\]|\\.)*"|\s+/gs, (found) => (found.startsWith('"') ? found : ""));
  for (const payload of ['{"a":1.0,"a":[1E+2,{},[],""],"b":{"c":"{[,:]} \\" "}}', "[]", '"x"', " 90071992547409930001 ", '{"😀":"\\ud83d\\ude00"}']) {
    const laidOut = pretty(payload);
    assert.equal(bare(laidOut), bare(payload));
    assert.equal(pretty(laidOut), laidOut);
  }
  assert.equal(pretty('{"a":[1,{"b":2}],"c":{}}'), '{\n  "a": [\n    1,\n    {\n      "b": 2\n    }\n  ],\n  "c": {}\n}');
  for (const broken of ["", "{", '{"a":1,}', "[1 2]", "'a'"]) assert.equal(pretty(broken), undefined);
});

test("numbers that JavaScript would round are detected", () => {
  for (const [payload, has] of [['{"a":1}', false], ['{"a":1.0}', true], ['{"a":"1.0"}', false], ["[90071992547409930001]", true], ["[-0.5,10]", false], ["[1e3]", true]]) {
    assert.equal(hasOtherNumbers(payload), has, payload);
  }
  assert.deepEqual(parsed('{"a":1,"b":["x",null]}'), { a: 1, b: ["x", null] });
});

test("a link restores every character and each setting", async () => {
  let every = "";
  for (let code = 0; code <= 0x10ffff; code += code < 0x3000 || (code > 0xd700 && code < 0xe010) ? 1 : 97) every += String.fromCodePoint(code);
  for (const content of [{ text: "", settings: {} }, { text: every, settings: { today: "2026-03-01", house: "😀\ud800" } }, { text: "{\n\t\"a\": \"\u2028\"\n}", settings: { words: "a: b\nc: d" } }]) {
    const fragment = await fragmentOf(content);
    assert.match(fragment, /^#c=[A-Za-z0-9_-]+$/);
    assert.deepEqual(await contentOf(fragment), content);
  }
});

test("an invalid link is reported and ignored", async () => {
  const good = await fragmentOf({ text: "{}", settings: {} });
  const others = await Promise.all([fragmentOf({ text: 1, settings: {} }), fragmentOf({ settings: {} }), fragmentOf(null), fragmentOf({ text: "x".repeat(9_000_000), settings: {} })]);
  for (const bad of ["#c=", "#c=!!", "#c=AAAA", good.slice(0, -4), ...others]) await assert.rejects(contentOf(bad), Unreadable, bad.slice(0, 40));
  assert.deepEqual(await contentOf(await fragmentOf({ text: "a", settings: { today: 1, house: "h" } })), { text: "a", settings: { house: "h" } });
});
