/** What is told of a policy before it is bought: never a value. */
export interface Teaser {
  upgrade_id?: number;
  type: string | null;
  price_usd: string | null;
  [member: string]: unknown;
}

/**
 * An event in one form. Of the first four a member is `null` where it came so, any other where it is missing. A number
 * is its digits where a text belongs, and what cannot be used is as it came, of whatever kind: a note says so.
 */
export type CaseEvent = {
  event_id?: string | null;
  case_id?: number | null;
  issue_key?: string | null;
  occurred_at?: string | null;
  /** What is not known of an event is kept. */
  [member: string]: unknown;
} & (
  | { event: "case.received" | "case.in_progress" }
  | { event: "case.files_updated"; file_id: string | null; label: string | null }
  | { event: "case.action_required"; message: string | null; interaction_id: string | null }
  | { event: "case.additional_policies_found"; offer_id: string | null; teasers: Teaser[] }
  | { event: "case.results_ready"; results_url: string | null }
  | { event: "case.closed"; reason: string | null }
);

export interface EventReading {
  /** `null` where it is none of the seven. */
  event: CaseEvent | null;
  type: EventType | null;
  /** What does not fit the specification. */
  notes: Issue[];
}

export interface Redaction {
  /** `null` where the record cannot be read. */
  offer: { offer_id: string | null; teasers: Teaser[] } | null;
  notes: Issue[];
}

/**
 * A fact about a case, in one member: a webhook event, the answer to a GET with the `basis` that the view had before
 * the request was sent, or what came of a request of one's own.
 */
export type CaseFact =
  /** `received_at`, an RFC 3339 time, bounds how long the event's address lasts. */
  | { event: unknown; received_at?: string | Date | null }
  | { case_detail: unknown; basis?: readonly string[] }
  | { results: unknown; basis?: readonly string[] }
  /** The body may be `null`. */
  | { offers: unknown; basis?: readonly string[] }
  | { created: unknown }
  | { file: unknown }
  /** The answer to a reply, or `{ interaction_id }` where a repeat was refused as known. */
  | { responded: unknown }
  /** The request that accepted an offer. */
  | { accepted: { readonly offer_id: string; readonly selected_upgrade_ids: readonly number[] } }
  | { cancel_accepted: unknown };

/** A follower as it is kept. Its content is nobody's concern. */
export interface SavedFollower {
  format: 1;
  is_test: boolean;
  marks: string[];
  facts: { [key: string]: unknown };
  older: { [endpoint: string]: { [key: string]: boolean } };
}

export interface FollowInput {
  /** That of the last answer; a new one unless set. */
  follower?: SavedFollower | null;
  /** For a new one: whether the case is a test case. */
  is_test?: boolean;
  facts?: readonly CaseFact[];
  /** An RFC 3339 time, to tell whether an address has expired. */
  now?: string | Date | null;
}

export interface Followed {
  /** To be kept until the next facts come; `null` where the input could not be read. */
  follower: SavedFollower | null;
  view: CaseView | null;
  /** What was left out, and what does not fit the specification. */
  notes: Issue[];
}

/** A request to make: GET below `/cases/{ref}`. */
export interface Ask {
  endpoint: AskSource;
  reason: AskReason;
  message: string;
}

/** A case, as far as the facts tell: what holds if nothing has happened but what they tell. */
export interface CaseView {
  /** A test case fires no events. */
  must_poll: boolean;
  case_id: number | null;
  issue_key: string | null;
  /** The state, where the facts admit one only. */
  state: State | null;
  possible: State[];
  open_interaction: { interaction_id: string; message: string | null } | null;
  offers: {
    offer_id: string;
    /** Whether each upgrade's id is known, so that it can be accepted. */
    complete: boolean;
    upgrades: { upgrade_id: number | null; type: string | null; price_usd: string | null; selected: boolean }[];
  }[];
  results: {
    available: boolean;
    /** The address of the latest event, where it is known which is the latest. */
    url: string | null;
    expires_at: string | null;
    /** `null` where `now` was not given, or it is not known when the address expires. */
    expired: boolean | null;
    completed_at: string | null;
  };
  files: { file_id: string; label: string | null; sync: SyncState | null }[];
  /** `null` while the case is not known to be closed. */
  closed: { reason: string | null } | null;
  cancelled: boolean;
  /** That of the newest case detail. */
  cancellation: { eligible: boolean | null; fee_usd: string | null; reason: CancellationReason | null } | null;
  ask: Ask[];
  /** Give it with the answers to requests that are sent from now on. */
  basis: string[];
}

