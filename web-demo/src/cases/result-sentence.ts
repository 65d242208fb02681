// The results in one sentence.

/** A result, as received. Undocumented members are shown under their own names. */
export type Entry = Readonly<Record<string, unknown>>;

interface Words {
  found(names: string): string;
  none(names: string): string;
  both(found: string, none: string): string;
  canceled(when: string): string;
  /** Of one person, whose policies all were canceled before the loss. */
  lapsed(name: string, count: number, policies: string): string;
  lapsedOn(when: string): string;
  readonly unnamed: string;
}

/** The service's own words about a result. */
export const verdictMembers = ["result_type", "information_found"];
/** The members that make a result found. */
export const headline = ["liability_limits", "insurance", "policy_number"];

/**
 * A canceled policy is named as such. A person for whom only policies canceled before the day of the
 * loss were found has a sentence of their own, after the others.
 */
export function resultSentence(results: readonly Entry[], loss: string | undefined, language: string, words: Words, dayWords: (day: string) => string): string {
  const list = (names: readonly string[], type: "conjunction" | "disjunction"): string => new Intl.ListFormat(language, { type }).format(names);
  const nameIn = (entry: Entry): string => nameOf(entry) ?? words.unnamed;
  const about = (entry: Entry, canceledWords: (when: string) => string): string => {
    const canceled = textOf(entry, "policy_canceled_date");
    return [textOf(entry, "insurance"), canceled === undefined ? undefined : canceledWords(dayWords(canceled))].filter((text) => text !== undefined).join(", ");
  };
  const withAbout = (entry: Entry): string => {
    const text = about(entry, words.canceled);
    return text === "" ? nameIn(entry) : `${nameIn(entry)} (${text})`;
  };
  const isDay = (text: string | undefined): text is string => text !== undefined && dayWords(text) !== text;
  const isBeforeLoss = (entry: Entry): boolean => {
    const canceled = textOf(entry, "policy_canceled_date");
    return isDay(canceled) && isDay(loss) && canceled < loss;
  };
  const withPolicy = results.filter((entry) => headline.some((member) => textOf(entry, member) !== undefined) && verdictKind(entry) !== "none");
  // Results without a name are not about one person.
  const isSame = (one: Entry, other: Entry): boolean => one === other || (nameOf(one) !== undefined && nameOf(one) === nameOf(other));
  const lapsed = withPolicy.filter((entry) => withPolicy.every((other) => !isSame(entry, other) || isBeforeLoss(other)));
  const found = withPolicy.filter((entry) => !lapsed.includes(entry)).map(withAbout);
  const none = results.filter((entry) => !withPolicy.includes(entry) && !lapsed.some((other) => isSame(entry, other))).map(nameIn);
  const first = found.length === 0 ? (none.length === 0 ? [] : [words.none(list(none, "disjunction"))])
    : [none.length === 0 ? words.found(list(found, "conjunction")) : words.both(list(found, "conjunction"), list(none, "disjunction"))];
  const sentences = lapsed.filter((entry) => lapsed.find((other) => isSame(entry, other)) === entry).map((entry) => {
    const policies = lapsed.filter((other) => isSame(entry, other)).map((other) => about(other, words.lapsedOn));
    return words.lapsed(nameIn(entry), policies.length, policies.join("; "));
  });
  return [...first, ...sentences].join(" ");
}

/** Returns the person or company of a result. */
export function nameOf(entry: Entry): string | undefined {
  return ["defendant", "subject_of_search", "policyholder"].map((member) => textOf(entry, member)).find((name) => name !== undefined);
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
