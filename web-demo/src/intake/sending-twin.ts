// Searches the service for a case with the same payload, because an answer may have been lost, or
// another tab may have sent it.
import { own } from "../kit/service.js";
import { isObject, type Payload } from "./answers.js";

export interface Twin {
  readonly id: number;
  readonly reference: string | null;
  /** When the service received it. */
  readonly at: string;
  readonly files: readonly { readonly filename: string; readonly label: string }[];
}

interface Listed {
  readonly id: number;
  readonly issue_key: string | null;
  readonly case_type: string;
  readonly created_at: string;
  readonly plaintiff_name: string;
  readonly office_case_number: string | null;
}

/** The most cases of the same person and number that are opened for a comparison. */
const looks = 10;

/** Returns the newest case with this payload after a known one, among the newest in the list. */
export async function lookFor(payload: Payload, after: number): Promise<Twin | undefined> {
  const { cases } = await own<{ cases: readonly Listed[] }>("/cases");
  const alike = cases.filter((listed) => listed.id > after && listed.case_type === payload["case_type"]
    && listed.plaintiff_name === payload["plaintiff_name"] && listed.office_case_number === (payload["office_case_number"] ?? null));
  for (const { id, issue_key: reference, created_at: at } of alike.slice(0, looks)) {
    const { payload: other, files } = await own<{ payload: unknown; files: Twin["files"] }>(`/cases/${id}`);
    if (isSame(other, payload)) return { id, reference, at, files };
  }
  return undefined;
}

/** Returns `true` if two values are the same JSON, in any order of members. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((value, index) => isSame(value, other[index]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && isSame(one[key], other[key]));
}
