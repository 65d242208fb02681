// The firm's backend, as the form sees it. This site has none, so the page itself asks the service
// with its own account. Before a case is sent, the service is searched for one with the same
// payload, because an answer may have been lost, or another tab may have sent it.
import type { IntakeBackend, IntakeFound, IntakeReceipt, IntakeSubmission } from "casegate/intake";
import { account, forgetAccount, own } from "../kit/service.js";

type Payload = Readonly<Record<string, unknown>>;

interface Listed {
  readonly id: number;
  readonly issue_key: string | null;
  readonly case_type: string;
  readonly created_at: string;
  readonly plaintiff_name: string;
  readonly office_case_number: string | null;
}

export const backend: IntakeBackend = {
  ready: async () => ({ firm: (await account()).organization }),
  submit,
  find,
  reference: async (id) => (await own<{ case: { issue_key: string | null } }>(`/cases/${id}`)).case.issue_key,
  context: async () => {
    forgetAccount();
    return (await account()).context;
  },
  addressOf: (id) => `cases.html#/${id}`,
};

/**
 * A refused request had no effect, so it may be repeated if the account has changed since this page
 * asked for it.
 */
async function submit(submission: IntakeSubmission): Promise<IntakeReceipt> {
  const [{ upload }, { readAnswer }] = await Promise.all([import("../../../pkg/src/intake/backend.js"), import("casegate/slim")]);
  const once = async () => {
    const { token } = await account();
    return upload("/api/v1/partner/cases/create/", submission, { Authorization: `Token ${token}` });
  };
  let answer = await once();
  if (answer.status === 401 || answer.status === 403) {
    forgetAccount();
    answer = await once();
  }
  if (readAnswer(answer).outcome !== "created") throw Object.assign(new Error("no receipt"), answer);
  return JSON.parse(answer.body ?? "");
}

/** The most cases of the same person and number that are opened for a comparison. */
const looks = 10;

/** Returns the newest case with this payload after a known one, among the newest in the list. */
async function find(payload: Payload, after: number): Promise<IntakeFound | undefined> {
  const { cases } = await own<{ cases: readonly Listed[] }>("/cases");
  const alike = cases.filter((listed) => listed.id > after && listed.case_type === payload["case_type"]
    && listed.plaintiff_name === payload["plaintiff_name"] && listed.office_case_number === (payload["office_case_number"] ?? null));
  for (const { id, issue_key: reference, created_at: at } of alike.slice(0, looks)) {
    const { payload: other, files } = await own<{ payload: unknown; files: IntakeFound["files"] }>(`/cases/${id}`);
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

function isObject(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
