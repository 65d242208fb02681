// A link that holds the text and the settings.
import type { Context } from "casegate/slim";
import { contentOfFragment } from "../kit/share.js";
import { settingsOf } from "./settings.js";

export interface Content {
  readonly text: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** What no mail program or chat cuts off, with room to spare. */
export const longestLink = 32 * 1024;
/** A text far beyond the limit of the service, so that such texts can be looked at too. */
export const longestText = 4 * 1024 * 1024;

export class Unreadable extends Error {}

/** What a link holds. */
export async function contentOf(hash: string): Promise<Content> {
  try {
    return contentFrom(await contentOfFragment(hash, 2 * longestText));
  } catch {
    throw new Unreadable("this link cannot be read");
  }
}

/** Anything may stand in a link, in a file or in the storage: only strings are taken from it. Another page gives a context. */
export function contentFrom(value: unknown): Content {
  const { text, settings, context } = (value ?? {}) as { text?: unknown; settings?: unknown; context?: unknown };
  const given = settings ?? (typeof context === "object" && context !== null ? settingsOf(context as Context) : undefined);
  if (typeof text !== "string" || text.length > longestText || typeof given !== "object" || given === null) throw new Unreadable("no content");
  const strings = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { text, settings: Object.fromEntries(strings) };
}
