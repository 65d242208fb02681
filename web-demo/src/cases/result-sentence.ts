// The results in one sentence.

/** A result, as received. Undocumented members are shown under their own names. */
export type Entry = Readonly<Record<string, unknown>>;

/** The sentence and its parts, with places such as `{name}`. */
type Words = Readonly<Record<"found" | "none" | "both" | "bought" | "only" | "also" | "limits" | "partial" | "canceled" | "ended" | "began" | "unnamed", string>>;

/** The service's own words about a result. */
export const verdictMembers = ["result_type", "information_found"];
/** The members with the person or company of a result, the first one counts. */
const people = ["defendant", "subject_of_search", "policyholder"];
/** The members that make a result found. */
export const headline = ["liability_limits", "insurance", "policy_number"];

/** Returns `true` for a day that exists. */
export const isDay = (text: unknown): text is string => {
  const time = typeof text === "string" && /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : undefined;
  return time !== undefined && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(String(text));
};

/** Returns the first and the last day of a policy, as far as they are known. */
export function periodOf(entry: Entry): { from: string | undefined; until: string | undefined; isCanceled: boolean } {
  const [canceled, start] = [textOf(entry, "policy_canceled_date"), textOf(entry, "policy_start_date")];
  // The add-on service answers in the words of its staff, such as "2025-10-01 to 2026-04-01".
  const [first, last] = (textOf((entry["add_on_services"] ?? {}) as Entry, "policy_period") ?? "").split(/[^\d-]+/).filter(isDay);
  return { from: isDay(start) ? start : first, until: isDay(canceled) ? canceled : last, isCanceled: isDay(canceled) };
}

const endedBefore = (entry: Entry, loss: unknown): boolean => isDay(loss) && (periodOf(entry).until ?? loss) < loss;
const beganAfter = (entry: Entry, loss: unknown): boolean => isDay(loss) && (periodOf(entry).from ?? loss) > loss;
/** Returns `true` for a policy that was not in force on the date of loss. */
export const isLapsed = (entry: Entry, loss: unknown): boolean => endedBefore(entry, loss) || beganAfter(entry, loss);
const isFound = (entry: Entry): boolean => headline.some((member) => textOf(entry, member) !== undefined) && verdictKind(entry) !== "none";

/**
 * A canceled policy is named as such. Policies that were not in force on the date of loss have a
 * sentence of their own for each person, after the others. The bought policies that name a person
 * and were found have a sentence, too, because they are beyond what was asked.
 */
export function resultSentence(results: readonly Entry[], bought: readonly Entry[], loss: unknown, language: string, words: Words, dayWords: (day: string) => string): string {
  const filled = (text: string, values: Readonly<Record<string, string>>): string => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const list = (names: readonly string[], type: "conjunction" | "disjunction"): string => new Intl.ListFormat(language, { type }).format(names);
  const nameIn = (entry: Entry): string => nameOf(entry) ?? words.unnamed;
  const about = (entry: Entry): string => {
    const [{ from = "", until = "" }, canceled] = [periodOf(entry), textOf(entry, "policy_canceled_date")];
    const [text, day] = canceled !== undefined ? [words.canceled, canceled] : endedBefore(entry, loss) ? [words.ended, until] : beganAfter(entry, loss) ? [words.began, from] : ["", ""];
    // Limits that were not in force would only mislead.
    const limits = isLapsed(entry, loss) ? undefined : textOf(entry, "liability_limits");
    return [textOf(entry, "policy_type"), textOf(entry, "insurance"), limits === undefined ? "" : filled(words.limits, { limits }), verdictKind(entry) === "part" ? words.partial : "", filled(text, { day: dayWords(day) })].filter(Boolean).join(", ");
  };
  const policies = [...results.filter(isFound), ...bought.filter((entry) => isFound(entry) && nameOf(entry) !== undefined)];
  const lapsed = policies.filter((entry) => isLapsed(entry, loss));
  const inForce = policies.filter((entry) => !lapsed.includes(entry));
  /** Names the person of another result, perhaps as its policyholder. */
  const names = (entry: Entry, other: Entry): boolean => isSame(entry, other) || people.some((member) => textOf(entry, member) !== undefined && textOf(entry, member) === nameOf(other));
  // Results without a name are not about one person.
  const isSame = (one: Entry, other: Entry): boolean => one === other || (nameOf(one) !== undefined && nameOf(one) === nameOf(other));
  /** All policies of one person, at the first of them. */
  const ofEach = (entries: readonly Entry[]) => entries.filter((entry) => entries.find((other) => isSame(entry, other)) === entry)
    .map((entry) => [entry, entries.filter((other) => isSame(entry, other)).map(about).filter(Boolean).join("; ")] as const);
  const listed = (entries: readonly Entry[]) => list(ofEach(entries).map(([entry, texts]) => (texts === "" ? nameIn(entry) : `${nameIn(entry)} (${texts})`)), "conjunction");
  const [found, added] = [listed(inForce.filter((entry) => results.includes(entry))), listed(inForce.filter((entry) => !results.includes(entry)))];
  const none = list(results.filter((entry) => !policies.some((other) => isSame(entry, other)) && !inForce.some((other) => names(other, entry))).map(nameIn), "disjunction");
  const first = found === "" ? (none === "" ? "" : words.none) : none === "" ? words.found : words.both;
  const sentences = ofEach(lapsed).map(([entry, texts]) =>
    filled(inForce.some((other) => names(other, entry)) ? words.also : words.only, { name: nameIn(entry), policies: texts }));
  return [filled(first, { found, none }), ...sentences, added === "" ? "" : filled(words.bought, { found: added })].filter(Boolean).join(" ");
}

/** Returns the person or company of a result. */
export function nameOf(entry: Entry): string | undefined {
  return people.map((member) => textOf(entry, member)).find((name) => name !== undefined);
}

/** Returns the kind of a result by the service's words about it, such as "Policy Existence: No-Hit", which count only as a whole. A canceled policy is a doubt. */
export function verdictKind(entry: Entry): "none" | "part" | "doubt" | "hit" {
  const verdict = verdictMembers.map((member) => textOf(entry, member)).find((text) => text !== undefined) ?? "";
  return /(^|:)\s*(no[- ]hit|not found)\s*$/i.test(verdict) ? "none" : /partial/i.test(verdict) ? "part" : /cancel/i.test(verdict) ? "doubt" : "hit";
}

export function textOf(entry: Entry, member: string): string | undefined {
  const value = entry[member];
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
