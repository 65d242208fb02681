// Dates, amounts and sizes in the regional format of a language.

/** Returns a plain text where a browser lacks a format, or refuses it. */
function formatted(format: () => string, plain: string): string {
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

/** Returns an answer as it is typed: a day is MM/DD/YYYY. */
export function boxWords(type: string, answer: string): string {
  return type === "date" ? answer.trim().replace(day, "$2/$3/$1") : answer;
}

/**
 * Formats an amount from its digits, because a large number would be rounded. An invalid amount is
 * returned unchanged.
 */
export function money(region: string, usd: string): string {
  return /^\d+(\.\d+)?$/.test(usd) ? formatted(() => new Intl.NumberFormat(region, { style: "currency", currency: "USD" }).format(usd as `${number}`), `$${usd}`) : usd;
}

/** "PDF, PNG or JPG". */
export function anyOf(region: string, words: readonly string[]): string {
  return formatted(() => new Intl.ListFormat(region, { type: "disjunction" }).format(words), words.join(", "));
}

/** "1.4", of 10^6 bytes, beside a limit that has the unit. A little counts as 0.1. */
export function megabytes(region: string, bytes: number): string {
  const amount = bytes && Math.max(0.1, bytes / 1e6);
  return formatted(() => new Intl.NumberFormat(region, { maximumFractionDigits: 1 }).format(amount), String(Math.round(amount * 10) / 10));
}

/** "1.4 MB", of 10^6 bytes, the narrowest meaning of the limits on files. */
export function sizeWords(region: string, bytes: number): string {
  const [amount, unit] = bytes < 1000 ? [bytes, "byte"] : bytes < 999_500 ? [bytes / 1000, "kilobyte"] : [bytes / 1e6, "megabyte"];
  const digits = unit === "megabyte" && amount < 100 ? 1 : 0;
  const format = (): string => new Intl.NumberFormat(region, { style: "unit", unit, unitDisplay: unit === "byte" ? "long" : "short", maximumFractionDigits: digits }).format(amount);
  return formatted(format, `${Number(amount.toFixed(digits))} ${unit === "byte" ? "B" : unit === "kilobyte" ? "kB" : "MB"}`);
}
