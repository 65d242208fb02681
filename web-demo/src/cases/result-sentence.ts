// The results in one sentence. The stand-in's PDF has the same sentence in English:
// tests/demo/result-sentences.json has the cases that both must answer alike.

/** A result, as received. Undocumented members are shown under their own names. */
export type Entry = Readonly<Record<string, unknown>>;

interface Words {
  found(names: string): string;
  none(names: string): string;
  both(found: string, none: string): string;
  canceled(when: string): string;
  readonly unnamed: string;
}

/** The service's own words about a result. */
export const verdictMembers = ["result_type", "information_found"];
/** The members that make a result found. */
export const headline = ["insurance", "policy_number", "liability_limits"];

/** A canceled policy is named as such. */
export function resultSentence(results: readonly Entry[], language: string, words: Words, dayWords: (day: string) => string): string {
  const list = (names: readonly string[], type: "conjunction" | "disjunction"): string => new Intl.ListFormat(language, { type }).format(names);
  const nameIn = (entry: Entry): string => nameOf(entry) ?? words.unnamed;
  const found = results.filter((entry) => headline.some((member) => textOf(entry, member) !== undefined) && verdictKind(entry) !== "none");
  const none = results.filter((entry) => !found.includes(entry)).map(nameIn);
  const names = found.map((entry) => {
    const canceled = textOf(entry, "policy_canceled_date");
    const about = [textOf(entry, "insurance"), canceled === undefined ? undefined : words.canceled(dayWords(canceled))].filter((text) => text !== undefined).join(", ");
    return about === "" ? nameIn(entry) : `${nameIn(entry)} (${about})`;
  });
  if (none.length === 0) return words.found(list(names, "conjunction"));
  return names.length === 0 ? words.none(list(none, "disjunction")) : words.both(list(names, "conjunction"), list(none, "disjunction"));
}

/** Returns the person or company of a result. */
export function nameOf(entry: Entry): string | undefined {
  return ["defendant", "subject_of_search", "policyholder"].map((member) => textOf(entry, member)).find((name) => name !== undefined);
}

/** Returns the kind of a result by the service's words about it, such as "Policy Existence: No-Hit", which count only as a whole. */
export function verdictKind(entry: Entry): "none" | "part" | "hit" {
  const verdict = verdictMembers.map((member) => textOf(entry, member)).find((text) => text !== undefined) ?? "";
  return /(^|:)\s*(no[- ]hit|not found)\s*$/i.test(verdict) ? "none" : /partial/i.test(verdict) ? "part" : "hit";
}

function textOf(entry: Entry, member: string): string | undefined {
  const value = entry[member];
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
