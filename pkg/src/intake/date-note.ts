// Names the part of a date that does not exist, such as the month of 13/45/1980.
import { withSlashes } from "./formats.js";
import type { Locale } from "./locale.js";

/** Returns "" for a text with another shape, which the finding describes. */
export function dateNote(locale: Locale, text: string): string {
  if (/^\d{1,2}([/.-])\d{1,2}\1\d{2}$/.test(text)) return locale.sending.dates.year;
  const [, first, second, year] = (/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(withSlashes(text)) ?? []).map(Number);
  if (first === undefined || second === undefined || year === undefined) return "";
  // A day that can be no month may stand first.
  const [month, day] = first > 12 && first <= 31 && second <= 12 ? [second, first] : [first, second];
  if (month < 1 || month > 12) return locale.sending.dates.month(month);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const name = new Intl.DateTimeFormat(locale.region, { month: "long", year: "numeric", timeZone: "UTC" }).format(Date.UTC(year, month - 1, 1));
  return day < 1 || day > last ? locale.sending.dates.day(name, last) : "";
}
