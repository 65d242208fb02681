// Amounts and sizes in the regional format of a language, for the pages after the questions.
import { formatted } from "./formats.js";

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
