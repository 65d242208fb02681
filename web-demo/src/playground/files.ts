// Texts from files and into files.
import { h } from "../kit/dom.js";
import { contentFrom, longestText, type Content } from "./link.js";

export function download(name: string, text: string): void {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const format = "casegate playground";

/** A file that holds what a link would hold. */
export function fileOf(content: Content): string {
  return `${JSON.stringify({ format, ...content }, null, 2)}\n`;
}

export class TooLong extends Error {}

/** What a file holds: a text as it is, or the text and the settings that were saved here. */
export async function opened(file: File): Promise<{ text: string; settings?: Content["settings"] }> {
  if (file.size > longestText) throw new TooLong("the file is too long");
  // A byte order mark is part of what somebody would send, and is found.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());
  try {
    const value = JSON.parse(text) as { format?: unknown };
    if (value.format === format) return contentFrom(value);
  } catch {
    // It is whatever it is.
  }
  return { text };
}
