// The language of the page. Words are modules: English is part of the page, and other languages are
// fetched on demand.
import * as amounts from "../../../pkg/src/intake/amounts.js";
import * as formats from "../../../pkg/src/intake/formats.js";
import { part } from "../../../pkg/src/intake/parts.js";

export const languages = { en: "English", es: "Español" } as const;
export type Language = keyof typeof languages;

const key = "casegate-language";
const loaders: ((language: Language) => Promise<void>)[] = [];
const listeners: (() => void)[] = [];

/**
 * The regional formats of dates, amounts and sizes. Cases and dollars are of the United States in
 * both languages.
 */
const regions: Record<Language, string> = { en: "en-US", es: "es-US" };

let current: Language = "en";
/** The last choice, whose words may be on their way. */
let wanted: Language = "en";

export function language(): Language {
  return current;
}

/** Returns the region for `Intl`. */
export function region(): string {
  return regions[current];
}

/**
 * Returns a function for the words of one part of the site in the page's language.
 *
 * ```ts
 * const words = vocabulary(en, { es: () => import("./words.es.js") });
 * words().title;
 * ```
 */
export function vocabulary<W>(english: W, others: { readonly [other in Exclude<Language, "en">]: () => Promise<{ readonly words: W }> }): () => W {
  const known = new Map<Language, W>([["en", english]]);
  loaders.push(async (next) => {
    if (next !== "en" && !known.has(next)) known.set(next, (await part(others[next])).words);
  });
  return () => known.get(current) ?? english;
}

/** Loads the texts of parts of the page that were fetched after the language was set. */
export async function loadWords(next = current): Promise<void> {
  for (const load of loaders) await load(next);
}

/** Adds texts of a package that must be loaded before the language changes. */
export function alsoLoad(load: (language: Language) => Promise<void>): void {
  loaders.push(load);
}

/** Registers a listener for changes of the language, called when all words are loaded. */
export function onLanguage(listener: () => void): void {
  listeners.push(listener);
}

/**
 * Changes the language, and stores the choice on this device. If the words cannot be loaded, the
 * page stays in its language.
 */
export async function setLanguage(next: Language): Promise<void> {
  try {
    localStorage.setItem(key, next); // before the words are there: the next page must know, however soon it is opened
  } catch {
    // The choice applies to this page only.
  }
  // Until all words are there, a page that draws itself stays in its language.
  wanted = next;
  await loadWords(next);
  if (wanted !== next) return;
  current = next;
  document.documentElement.lang = current;
  for (const listener of listeners) listener();
}

/**
 * Returns the language that was chosen on this device, or else the first supported one of the
 * browser.
 */
export async function restoreLanguage(): Promise<void> {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(key);
  } catch {
    // Nothing is stored here; the browser's languages count.
  }
  const wanted = [chosen ?? "", ...navigator.languages.map((tag) => tag.slice(0, 2))].find((tag): tag is Language => Object.hasOwn(languages, tag)) ?? "en";
  if (wanted === current) return;
  await setLanguage(wanted).catch(() => {}); // English is always there
}

/** Formats a date and a time; an invalid one is returned unchanged. */
export const timeWords = (at: string | Date, style?: "long" | "short"): string => formats.timeWords(region(), at, style);

/** Formats an amount from its digits. An invalid amount is returned unchanged. */
export const money = (usd: string): string => amounts.money(region(), usd);

/** "1.4 MB", of 10^6 bytes. */
export const sizeWords = (bytes: number): string => amounts.sizeWords(region(), bytes);

/** Formats a day; an invalid one is returned unchanged. */
export const dayWords = (day: string): string => formats.dayWords(region(), day);
