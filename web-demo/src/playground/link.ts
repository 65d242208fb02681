// Links with the text and the settings.
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
