// Dates in the regional format of a language.

/** Returns a plain text where a browser lacks a format, or refuses it. */
export function formatted(format: () => string, plain: string): string {
  try {
    return format();
  } catch {
    return plain;
  }
}

/** Formats a date and a time; an invalid one is returned unchanged. */
export function timeWords(region: string, at: string | Date, style: "long" | "short" = "long"): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return String(at);
  return formatted(() => time.toLocaleString(region, { dateStyle: style === "long" ? "long" : "medium", timeStyle: "short" }), time.toISOString().slice(0, 16).replace("T", " "));
}

const day = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Formats a day as people write it; an invalid one is returned unchanged. */
export function dayWords(region: string, text: string): string {
  const time = new Date(text);
  // V8 reads February 30 as March 2.
  const isDay = day.test(text) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
  return isDay ? formatted(() => time.toLocaleDateString(region, { dateStyle: "long", timeZone: "UTC" }), text) : text;
}

/** Writes digits alone as a date: month, day and year, as the form's hint has them. */
export const withSlashes = (text: string): string => text.trim().replace(/^(\d\d)(\d\d)((?:19|20)\d\d)$/, "$1/$2/$3");

/** Returns an answer as it is typed: a day is MM/DD/YYYY. */
export function boxWords(type: string, answer: string): string {
  return type === "date" ? answer.trim().replace(day, "$2/$3/$1") : answer;
}
