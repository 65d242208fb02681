// Texts from files and into files.
import { contentFrom, longestText, type Content } from "./link.js";

const format = "casegate playground";

/** Returns a file with the content of a link. */
export function fileOf(content: Content): string {
  return `${JSON.stringify({ format, ...content }, null, 2)}\n`;
}

export class TooLong extends Error {}

/** Returns the content of a file: a text, or the text and the settings that were saved here. */
export async function opened(file: File): Promise<{ text: string; settings?: Content["settings"] }> {
  if (file.size > longestText) throw new TooLong("the file is too long");
  // A byte order mark would be sent as well, so it is kept and found.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());
  try {
    const value = JSON.parse(text) as { format?: unknown };
    if (value.format === format) return contentFrom(value);
  } catch {
    // Another kind of text.
  }
  return { text };
}
