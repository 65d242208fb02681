// The text and the settings in links and files.
import type { Context } from "casegate/slim";
import { contentOfFragment } from "../kit/share.js";
import { settingsOf } from "./settings.js";

export interface Content {
  readonly text: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** A length that mail programs and chats do not truncate. */
export const longestLink = 32 * 1024;
/** A length far beyond the service's limit, so that such texts can be tried as well. */
export const longestText = 4 * 1024 * 1024;

export class Unreadable extends Error {}

/** Returns the content of a link. */
export async function contentOf(hash: string): Promise<Content> {
  try {
    return contentFrom(await contentOfFragment(hash, 2 * longestText));
  } catch {
    throw new Unreadable("this link cannot be read");
  }
}

/**
 * Links, files and storage may contain anything, so only strings are taken. Another page may pass a
 * context.
 */
export function contentFrom(value: unknown): Content {
  const { text, settings, context } = (value ?? {}) as { text?: unknown; settings?: unknown; context?: unknown };
  const given = settings ?? (typeof context === "object" && context !== null ? settingsOf(context as Context) : undefined);
  if (typeof text !== "string" || text.length > longestText || typeof given !== "object" || given === null) throw new Unreadable("no content");
  const strings = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { text, settings: Object.fromEntries(strings) };
}

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
