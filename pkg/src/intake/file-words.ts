// Words about files, fetched with the pages after the questions.
import { fileExtensions, fileLimits } from "../form.js";
import { anyOf, megabytes, sizeWords } from "./amounts.js";
import type { Catalogue } from "./catalogue.js";
import { labels } from "./files.js";
import type { Locale } from "./locale.js";

/** Describes the limits in words. */
export function limitWords(locale: Locale): string {
  const { files, file_megabytes: each, total_megabytes: total } = fileLimits.create;
  return locale.sending.files.limits(files, each, total);
}

/** Returns the size of the files of a case and its limit, both in megabytes. */
export function shareOf(locale: Locale, bytes: number): [size: string, of: string] {
  const { total_megabytes: total } = fileLimits.create;
  return [megabytes(locale.region, bytes), sizeWords(locale.region, total * 1e6)];
}

export function typeWords(locale: Locale): string {
  return locale.sending.files.types(anyOf(locale.language, fileExtensions));
}

export function labelOf(catalogue: Catalogue, label: string | null): string {
  return labels(catalogue).find((word) => word.value === label)?.label ?? label ?? "";
}
