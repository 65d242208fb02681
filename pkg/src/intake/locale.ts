// Everything that depends on the language of one element. English is part of the element, and other
// languages are fetched on demand.
import type { IntakeLanguage } from "../intake-types.js";
import type { Context, Issue } from "../types.js";
import { Catalogue, lowerFirst, recordOf, type Field, type Product } from "./catalogue.js";
import { english, tables } from "./english.js";
import { dayWords, timeWords } from "./formats.js";
import { part } from "./parts.js";
import type { SendingWords } from "./sending-words.en.js";
import { words as intakeWords, type IntakeWords } from "./words.en.js";

/**
 * The regional formats of dates, amounts and sizes. Cases and dollars are of the United States in
 * both languages.
 */
const regions: Record<IntakeLanguage, string> = { en: "en-US", es: "es-US" };

/** The name of each language in itself. */
export const languageNames: Readonly<Record<IntakeLanguage, string>> = { en: "English", es: "Español" };

export class Locale {
  readonly language: IntakeLanguage;
  readonly region: string;
  readonly words: IntakeWords;
  /** The texts of the pages after the questions; in English, they come with these pages. */
  sending!: SendingWords;
  readonly catalogue: Catalogue;

  constructor(language: IntakeLanguage, words: IntakeWords, catalogue: Catalogue) {
    this.language = language;
    this.region = regions[language];
    this.words = words;
    this.catalogue = catalogue;
  }

  /** The language that the form offers beside this one. */
  get other(): IntakeLanguage {
    return this.language === "en" ? "es" : "en";
  }

  fieldAt(at: string, product?: Product): Field | undefined {
    return this.catalogue.fieldAt(at, product);
  }

  /** Returns a question's label, preceded by its record's. */
  labelOf(at: string): string {
    const record = this.fieldAt(recordOf(at) ?? "");
    return `${record ? `${record.label}: ` : ""}${this.fieldAt(at)?.label ?? at}`;
  }

  /**
   * Returns the form's own text in place of a library message: about JSON, because nobody types
   * quotation marks into a form, and about an old loss, because the first possible day helps more
   * than a number of days.
   */
  readonly messageOf = (issue: Issue, today: Context["today"]): string | undefined => {
    if (issue.code === "date_too_old") {
      const first = new Date(Date.parse(typeof today === "function" ? today() : today) - Number(issue.params["days"]) * 86_400_000);
      return Number.isNaN(first.getTime()) ? undefined : this.words.findings.tooOld(dayWords(this.region, first.toISOString().slice(0, 10)));
    }
    if (issue.code !== "wrong_type" || issue.params["expected"] !== "integer") return undefined;
    const record = this.fieldAt(recordOf(issue.at) ?? "");
    const field = this.fieldAt(issue.at);
    return field && this.words.form.digits(record && lowerFirst(record.label), lowerFirst(field.label));
  };

  time(at: string | Date): string {
    return timeWords(this.region, at);
  }

  /** A text answer, as people write it. */
  answer(type: string, text: string): string {
    return type === "date" ? dayWords(this.region, text) : text;
  }
}

export const inEnglish = new Locale("en", intakeWords, english);

const known = new Map<IntakeLanguage, Locale>([["en", inEnglish]]);

/** Returns the texts of a language that were loaded before. */
export function loadedLocale(language: IntakeLanguage): Locale | undefined {
  return known.get(language);
}

/** Loads the texts of a language; rejects if they cannot be fetched. */
export async function loadLocale(language: IntakeLanguage): Promise<Locale> {
  const before = known.get(language);
  if (before !== undefined) return before;
  const [own, table] = await Promise.all([part(() => import("./spanish.js")), part(() => import("../es.js"))]);
  const locale = new Locale(language, own.words, new Catalogue(tables, table.es));
  locale.sending = own.sendingWords;
  known.set(language, locale);
  return locale;
}
