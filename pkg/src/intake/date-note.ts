// Names the part of a date that does not exist, such as the month of 13/45/1980.
import type { Locale } from "./locale.js";

/** Returns "" for a text with another shape, which the finding describes. */
export function dateNote(locale: Locale, text: string): string {
  const [, month, day, year] = (/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []).map(Number);
  if (month === undefined || day === undefined || year === undefined) return "";
  if (month < 1 || month > 12) return locale.sending.dates.month(month);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const name = new Intl.DateTimeFormat(locale.region, { month: "long", year: "numeric", timeZone: "UTC" }).format(Date.UTC(year, month - 1, 1));
  return day < 1 || day > last ? locale.sending.dates.day(name, last) : "";
}
