// Notes on email addresses that are well formed and still reach nobody: a domain without a dot, and
// the usual misspellings of mail providers and endings.
import type { Issue } from "../types.js";
import type { SendingWords } from "./sending-words.en.js";

/** Providers, with the most letters by which a misspelled name may differ. Of short names, all neighbors are names of others. */
const providers: Readonly<Record<string, number>> = { gmail: 1, yahoo: 1, hotmail: 2, outlook: 2, icloud: 2, aol: 0 };
const misspelled: Readonly<Record<string, string>> = { aoll: "aol", aool: "aol", ao1: "aol", alo: "aol" };

/** Endings that nobody registers, by the one that is meant. */
const endings: Readonly<Record<string, string>> = Object.fromEntries(
  ["con", "cmo", "comm", "ocm", "vom", "xom", "cpm", "coom", "conm", "comn", "cim", "clm", "ccom", "c0m", "come", "coma"].map((ending) => [ending, "com"])
    .concat([["ogr", "org"], ["rog", "org"], ["nte", "net"], ["ent", "net"]]));
/** Real endings, which the providers do not have. */
const foreign = ["co", "cm", "om", "cam"];

/** Returns the fewest letters to insert, remove, replace or swap with a neighbor. */
export function distance(one: string, other: string): number {
  const rows = [[...Array(other.length + 1).keys()]];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const [above, before] = [rows[i - 1] as number[], rows[i - 2]];
      const least = Math.min((above[j] as number) + 1, (row[j - 1] as number) + 1, (above[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1));
      const isSwapped = before !== undefined && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(isSwapped ? Math.min(least, (before[j - 2] as number) + 1) : least);
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] as number;
}

/** Returns the provider that a name means. The first letter is rarely wrong, and `mail` or `ymail` are others. */
function providerOf(name: string): string | undefined {
  return misspelled[name] ?? Object.keys(providers).find((known) => name[0] === known[0] && distance(name, known) <= (providers[known] as number));
}

/** Returns the domain that was probably meant, if another than the one that is given. */
export function meantDomain(domain: string): string | undefined {
  const given = domain.toLowerCase();
  const dot = given.lastIndexOf(".");
  // Without a dot, it may be `gmail` or `gmailcom`.
  const [name, ending] = dot < 0 ? [given.replace(/com$/, ""), "com"] : [given.slice(0, dot), given.slice(dot + 1)];
  const provider = providerOf(name);
  if (dot < 0 && provider === undefined) return undefined;
  const right = endings[ending] ?? (provider !== undefined && foreign.includes(ending) ? "com" : ending);
  const meant = `${provider !== undefined && right === "com" ? provider : name}.${right}`;
  return meant === given ? undefined : meant;
}

/**
 * Returns the notes on a list of addresses: at most one on spelling, with its repair, and one on
 * dots. Of a list that is being typed, only the addresses that it had before count.
 */
export function emailNotes(at: string, text: string, words: SendingWords["notes"]["emails"], before = text): Issue[] {
  const [wrong, short, known] = [new Set<string>(), new Set<string>(), new Set(before.split(/\s+/))];
  const meant = text.replace(/\S+/g, (address) => {
    const end = address.indexOf("@") + 1;
    const domain = address.slice(end);
    if (end === 0 || domain === "" || !known.has(address)) return address;
    const other = meantDomain(domain);
    if (other !== undefined) wrong.add(domain);
    else if (!domain.includes(".")) short.add(domain);
    return address.slice(0, end) + (other ?? domain);
  });
  const note = (message: string): Issue => ({ code: "not_an_email", severity: "warning", at, path: [at.slice(1)], because: [], params: {}, message });
  return [
    ...(wrong.size > 0 ? [{ ...note(words.spelling([...wrong].join(", "))), fix: { kind: "replace", value: meant } } as Issue] : []),
    ...(short.size > 0 ? [note(words.noDot([...short].join(", ")))] : []),
  ];
}
