// The submitted case: the answers by the names of their questions, and the files.
import { fieldAt, fields, labelOfWord, listById, recordOf, type Field, type Product } from "../kit/catalogue.js";
import { layout } from "../../../pkg/src/intake/layout.js";
import { h, setChildren, type Child } from "./dom.js";
import { dayWords, sizeWords, timeWords } from "../kit/language.js";
import { foldedSection, spokenWord, wordOf, type Life, type Part } from "./life.js";
import type { SentFile } from "./records.js";
import { words } from "./words.js";

export function submittedPart(life: Life): Part {
  const w = words().submitted;
  const list = h("dl", { class: "facts" });
  const root = foldedSection(life, "submitted", w.title, list);
  return {
    root,
    show() {
      setChildren(list, JSON.stringify(life.record.payload), () => answerRows(life.record.payload));
    },
  };
}

export function filesPart(life: Life): Part {
  const w = words().files;
  const list = h("ul", { class: "plain sent-files" });
  const root = h("section", { class: "card not-on-paper", id: "files", "aria-labelledby": "files-title" }, h("h2", { id: "files-title" }, w.title), list);
  return {
    root,
    show() {
      const { files } = life.record;
      root.hidden = files.length === 0;
      setChildren(list, JSON.stringify(files), () => files.map(fileLine));
    },
  };
}

function fileLine(file: SentFile): HTMLElement {
  const w = words().files;
  const label = listById("file_label")?.words.find((word) => word.value === file.label)?.label ?? spokenWord(file.label);
  return h("li", { class: "sent-file" },
    h("span", { class: "file-name" }, file.filename),
    h("span", { class: "hint" }, [label, sizeWords(file.size), wordOf(w.through, file.through), timeWords(file.created_at, "short")].join(" · ")),
    file.sync_state !== null && h("span", { class: `sync is-${file.sync_state}` }, file.sync_state === "pending" ? w.pending : w.synced));
}

function answerRows(payload: Readonly<Record<string, unknown>>): HTMLElement[] {
  const product: Product | undefined = payload["case_type"] === "pl" || payload["case_type"] === "pe" ? payload["case_type"] : undefined;
  // As the form asks, and then what it does not ask.
  const order = [...new Set([...layout.flatMap(({ groups }) => groups.flatMap(({ at }) => at)), ...fields.map((field) => field.at)])];
  const values = new Map<string, unknown>();
  for (const [key, value] of Object.entries(payload)) {
    const at = `/${key}`;
    if (fieldAt(at, product)?.type !== "record" || typeof value !== "object" || value === null) values.set(at, value);
    else for (const [member, part] of Object.entries(value)) values.set(`${at}/${member}`, part);
  }
  const place = (at: string): number => (order.includes(at) ? order.indexOf(at) : order.length);
  return [...values].filter(([, value]) => value !== null && value !== undefined && value !== "").sort(([a], [b]) => place(a) - place(b)).map(([at, value]) => {
    const field = fieldAt(at, product);
    const record = fieldAt(recordOf(at) ?? "", product);
    const label = field?.label ?? spokenWord(at.slice(at.lastIndexOf("/") + 1));
    return h("div", {}, h("dt", {}, record ? `${record.label}: ${label}` : label), h("dd", { class: "given" }, answerWords(field, product, value)));
  });
}

function answerWords(field: Field | undefined, product: Product | undefined, value: unknown): Child {
  if (typeof value === "boolean") return value ? words().submitted.yes : words().submitted.no;
  if (Array.isArray(value)) return value.map((part) => String(answerWords(field, product, part))).join(", ");
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value);
  if (field?.type === "date") return dayWords(text);
  return field?.type === "word" || field?.type === "words" ? labelOfWord(field, product, text) : text;
}
