// Offers typed values where they may apply again: an address at another place, a name for another
// person.
import { recordOf } from "./catalogue.js";
import { fields } from "./english.js";
import type { Answers } from "./answers.js";
import type { Entry, Sheet } from "./sheet.js";

export interface Known {
  readonly kind: "address" | "name";
  /** The owner: a record's place, or that of the incident's address. */
  readonly owner: string;
  readonly text: string;
  readonly entries: readonly Entry[];
}

/**
 * The parts of an address in reading order: as members of a record, and as fields of the incident.
 */
const parts: readonly (readonly [member: string, ofIncident: string | undefined])[] = [
  ["address", "/crash_address"], ["apt_or_suite_number", undefined], ["city", "/crash_city"], ["state_or_province", "/crash_state"],
  ["postal_or_zip_code", "/crash_zip"],
];
const nameParts = ["first_name", "middle_name", "last_name"];

/** An address: the pointers of its parts, and the place of the offer. */
interface Place {
  readonly anchor: string;
  readonly at: readonly (string | undefined)[];
}

const known = new Set(fields.map((field) => field.at));
const memberOf = (record: string, member: string): string | undefined => (known.has(`${record}/${member}`) ? `${record}/${member}` : undefined);
const records = fields.filter((field) => field.type === "record" && known.has(`${field.at}/address`)).map((field) => field.at);

const places: readonly Place[] = [
  ...records.map((record) => ({ anchor: record, at: parts.map(([member]) => memberOf(record, member)) })),
  { anchor: "/crash_address", at: parts.map(([, field]) => field) },
];

/**
 * Names in one line, and the people that they may be. The policyholder is asked for if it is not
 * the defendant.
 */
const names: Readonly<Record<string, readonly string[]>> = { "/policyholder_name": ["/commercial_driver_information"] };

/** Returns the values that a place may take while it is empty. */
export function knownFor(at: string, answers: Answers, sheet: Sheet): Known[] {
  const text = (pointer: string | undefined): string => {
    const answer = pointer === undefined || sheet.isHidden(pointer) ? undefined : answers.get(pointer);
    return typeof answer === "string" ? answer.trim() : "";
  };
  const target = places.find((place) => place.anchor === at);
  const found: Known[] = [];
  if (target?.at.every((pointer) => text(pointer) === "")) {
    for (const place of places) {
      if (place === target || text(place.at[0]) === "") continue;
      const values = place.at.map(text);
      const entries = target.at.flatMap((pointer, index): Entry[] => (pointer && values[index] ? [[pointer, values[index]]] : []));
      found.push({ kind: "address", owner: place.anchor, text: values.filter((value) => value !== "").join(", "), entries });
    }
  }
  for (const record of text(at) === "" ? (names[at] ?? []) : []) {
    const name = nameParts.map((member) => text(memberOf(record, member))).filter((part) => part !== "").join(" ");
    if (name !== "") found.push({ kind: "name", owner: record, text: name, entries: [[at, name]] });
  }
  return found.filter((one, index) => found.findIndex((other) => other.text === one.text) === index);
}

/** Returns the places whose offers change with these. */
export function offeredAt(changed: readonly string[]): readonly string[] {
  const isAddress = changed.some((at) => places.some((place) => place.at.includes(at)));
  const people = Object.entries(names).filter(([, owners]) => changed.some((at) => owners.includes(recordOf(at) ?? ""))).map(([at]) => at);
  return [...(isAddress ? places.map((place) => place.anchor) : []), ...people];
}
