// The verdicts on chosen files. Types that the form does not send with a case are not added to it
// either, and the bytes of a file are judged as soon as they are read.
import { fileExtensions, fileLimits, judgeFiles, readEdges, type FileVerdict, type Issue } from "casegate/form";
import { language } from "../kit/language.js";
import { h } from "./dom.js";
import { nextId, type Chosen } from "./life.js";
import type { SentFile } from "./records.js";
import { words } from "./words.js";

const severity = { unlisted_extension: "error" } as const;

interface Known {
  readonly key: string;
  readonly verdicts: readonly FileVerdict[];
}

const known = new WeakMap<readonly Chosen[], Known>();

/** Returns the verdict on each chosen file, counting files that were sent before. */
export function verdictsOn(chosen: readonly Chosen[], before: readonly SentFile[] = []): readonly FileVerdict[] {
  const sent = { count: before.length, bytes: before.reduce((sum, file) => sum + file.size, 0) };
  const key = JSON.stringify([language(), sent, chosen.map(({ id, label, edges }) => [id, label, edges !== undefined])]);
  const last = known.get(chosen);
  if (last?.key === key) return last.verdicts;
  // More files are rejected in any case, and the library limits the text that it reads.
  const files = chosen.map(({ file, label, edges }, index) => ({ name: file.name, size: file.size, label, ...(index < fileLimits.append.files ? edges : {}) }));
  const { files: judged } = judgeFiles({ endpoint: "append", files, sent }, { language: language(), severity });
  const verdicts = judged.map((verdict) => ({ ...verdict, issues: verdict.issues.map(inOwnWords) }));
  known.set(chosen, { key, verdicts });
  return verdicts;
}

/** The library's words are those of a warning. */
function inOwnWords(issue: Issue): Issue {
  if (issue.code !== "unlisted_extension") return issue;
  return { ...issue, message: words().append.otherType(new Intl.ListFormat(language(), { type: "disjunction" }).format(fileExtensions)) };
}

/** Returns entries for files. Each is shown again when its bytes are read. */
export function chosenFiles(files: readonly File[], label: string, show: () => void): Chosen[] {
  return files.map((file) => {
    const entry: Chosen = { id: nextId(), file, label, state: "chosen", edges: undefined };
    // A file that cannot be read is judged by its name and size.
    readEdges(file).then(({ head = null, tail = null }) => { entry.edges = { head, tail }; show(); }, () => {});
    return entry;
  });
}

const alone = new WeakMap<Chosen, readonly Chosen[]>();

/** Returns the verdict on a file by itself, for requests whose limits on all files are unknown. */
export function verdictOn(entry: Chosen): FileVerdict | undefined {
  const list = alone.get(entry) ?? [entry];
  alone.set(entry, list);
  return verdictsOn(list)[0];
}

/** Returns the findings of a verdict. */
export function findingsOf(verdict: FileVerdict | undefined): HTMLElement[] {
  return (verdict?.issues ?? []).map((issue) =>
    h("div", { class: `finding ${issue.severity === "error" ? "is-error" : "is-warning"}` }, h("p", { class: "finding-words" }, issue.message)));
}

/** Returns the reasons of a rejection. */
export const errorsOf = (verdict: FileVerdict | undefined): string[] => (verdict?.issues ?? []).flatMap(({ severity: kind, message }) => (kind === "error" ? message : []));

export const isRejected = (verdict: FileVerdict | undefined): boolean => verdict?.status === "rejected";
