// Files in JavaScript: verdicts without a day, the tables beside them, and usage errors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkCase, fileEdgeBytes, fileExtensions, fileLimits, judgeFiles, lists, readEdges } from "../../pkg/dist/index.js";
import { base, context } from "../support/cases.mjs";

const megabyte = 1 << 20;
const codes = (verdicts) => verdicts.files.map((file) => file.error_code);

test("the context is optional, and a current one stays in force", () => {
  const before = checkCase(base("pl-minimal"), context);
  const verdicts = judgeFiles({ files: [{ name: "scans/report.PDF", size: 1024, label: "incident_report" }] });
  assert.deepEqual(verdicts, {
    files: [{
      status: "accepted", error_code: null, filename: "report.PDF", label: "incident_report", error: null, retry: null, issues: [],
    }],
    accepted_bytes: 1024,
    ok: true,
    issues: [],
  });
  assert.deepEqual(checkCase(base("pl-minimal"), context), before);
});

test("each file has its verdict and its position in the request", () => {
  const verdicts = judgeFiles({
    files: [
      { name: "notes.odt", size: 10 },
      { name: "scan.pdf", size: 25 * megabyte + 1 },
      { name: "letter.pdf", size: 10, label: "letter" },
      { name: "photo.jpg", size: 10 },
    ],
  });
  assert.deepEqual(codes(verdicts), ["extension_not_allowed", "file_too_large", "unknown_label", null]);
  assert.deepEqual(verdicts.files.map((file) => file.retry?.change[0]), ["other_extension", "smaller_file", "known_label", undefined]);
  assert.deepEqual([verdicts.ok, verdicts.accepted_bytes, verdicts.files[3].label], [false, 10, "other"]);
});

test("the verdicts follow the table of limits", () => {
  for (const [endpoint, { files, file_megabytes, total_megabytes }] of Object.entries(fileLimits)) {
    const small = (count) => Array.from({ length: count }, (_, at) => ({ name: `${at}.pdf`, size: 1 }));
    const judged = (list, sent) => judgeFiles({ endpoint, files: list, ...(endpoint === "append" ? { sent } : {}) });
    assert.deepEqual(judged(small(files)).files.filter((file) => file.status === "rejected"), [], endpoint);
    assert.equal(judged(small(files + 1)).files.at(-1).issues[0].code, "too_many_files", endpoint);
    const one = (size) => judged([{ name: "a.pdf", size }]).files[0];
    assert.deepEqual(one(file_megabytes * 1_000_000).issues, []);
    assert.equal(one(file_megabytes * megabyte + 1).error_code, "file_too_large");
    const each = { size: file_megabytes * 1_000_000 };
    const full = Array.from({ length: total_megabytes / file_megabytes }, (_, at) => ({ name: `${at}.pdf`, ...each }));
    assert.equal(judged(full).ok, true);
    assert.equal(judged([...full, { name: "a.pdf", size: 5 * megabyte }]).files.at(-1).issues[0].code, "total_too_large");
  }
});

test("the tables of types and labels match the accepted ones", () => {
  const files = fileExtensions.map((extension) => ({ name: `a.${extension.toLowerCase()}`, size: 1 }));
  // More than one request takes, so one by one.
  for (const file of files) assert.equal(judgeFiles({ files: [file] }).ok, true, file.name);
  for (const { value } of lists.file_label.words) {
    const [file] = judgeFiles({ files: [{ name: "a.pdf", size: 1, label: value }] }).files;
    assert.deepEqual([file.status, file.label, file.issues], ["accepted", value, []]);
  }
});

test("append counts earlier files, given as a number or as a list", () => {
  const ask = (sent) => judgeFiles({ endpoint: "append", files: [{ name: "a.pdf", size: 10 }], sent }).files[0];
  assert.equal(ask({ count: fileLimits.append.files - 1, bytes: 10 }).status, "accepted");
  const full = ask({ count: fileLimits.append.files, bytes: 10 });
  assert.deepEqual([full.status, full.retry], ["rejected", null]);
  assert.deepEqual(ask(Array.from({ length: fileLimits.append.files }, () => ({ name: "a.pdf", size: 1 }))), full);
});

test("the context sets language and severities", () => {
  const files = [{ name: "a.pdf", size: 0 }];
  assert.deepEqual([judgeFiles({ files }).ok, judgeFiles({ files }, { severity: { file_empty: "error" } }).ok], [true, false]);
  const [english, spanish] = [undefined, { language: "es" }].map((settings) => judgeFiles({ files }, settings).files[0].issues[0]);
  assert.equal(english.code, spanish.code);
  assert.notEqual(english.message, spanish.message);
});

test("a bad request throws nothing, and a bad context throws", () => {
  for (const request of [undefined, null, 1, "", [], {}, { files: {} }, { files: [null, 1, {}] }, { files: [{ name: 1, size: -1 }] }]) {
    assert.equal(judgeFiles(request).ok, false, JSON.stringify(request));
  }
  for (const bad of [1, [], { language: "de" }, { today: "tomorrow" }]) {
    assert.throws(() => judgeFiles({ files: [] }, bad), TypeError, JSON.stringify(bad));
  }
});

test("the bytes of a File are examined, and say nothing of other files", async () => {
  const scan = new File(["This is no PDF."], "scan.pdf");
  const text = new File(["a".repeat(3 * fileEdgeBytes)], "notes.txt");
  const files = [await readEdges(scan), await readEdges(text, "incident_report"), { name: "report.pdf", size: 4 }];
  assert.deepEqual([files[0].head.length, files[0].tail, files[1].head.length, files[1].tail.length], [15, undefined, fileEdgeBytes, fileEdgeBytes]);
  const verdicts = judgeFiles({ files });
  assert.deepEqual(verdicts.files.map(({ issues }) => issues.map(({ code }) => code)), [["file_other_kind"], [], []]);
  assert.deepEqual([verdicts.ok, verdicts.files[1].label], [true, "incident_report"]);
  const base64 = { ...files[0], head: btoa("This is no PDF.") };
  assert.deepEqual(judgeFiles({ files: [base64, ...files.slice(1)] }), verdicts);
  // Without its bytes, a file is judged by its name and size.
  assert.deepEqual(judgeFiles({ files: [scan] }).files[0].issues, []);
});

test("as many files as a case can have are examined at once", async () => {
  const large = new Uint8Array(2 * fileEdgeBytes).fill(32);
  const files = Array.from({ length: fileLimits.append.files }, (_, at) => ({ name: `${at}.png`, size: large.length, head: large.subarray(0, fileEdgeBytes), tail: large.subarray(fileEdgeBytes) }));
  const verdicts = judgeFiles({ endpoint: "append", files });
  assert.equal(verdicts.files.length, 25);
  assert.ok(verdicts.files.every(({ issues }) => issues[0].code === "file_other_kind"));
});
