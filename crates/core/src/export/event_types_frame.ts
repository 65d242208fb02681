/** The part of a policy that is shown before it is bought, without values. */
export interface Teaser {
  upgrade_id?: number;
  type: string | null;
  price_usd: string | null;
  [member: string]: unknown;
}

/**
 * An event in one form. In the first four types a member is `null` if it arrived as `null`; in the
 * others, also if it is missing. Numbers become digits where a text is expected. Unusable values of
 * any type are kept as they arrived, with a note.
 */
export type CaseEvent = {
  event_id?: string | null;
  case_id?: number | null;
  issue_key?: string | null;
  occurred_at?: string | null;
  /** Unknown members of an event are kept. */
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
  /** `null` unless it is one of the seven events. */
  event: CaseEvent | null;
  type: EventType | null;
  /** Deviations from the specification. */
  notes: Issue[];
}

export interface Redaction {
  /** `null` if the record cannot be read. */
  offer: { offer_id: string | null; teasers: Teaser[] } | null;
  notes: Issue[];
}

/**
 * A fact about a case, in one member: a webhook event, the answer to a GET with the `basis` of the
 * view before the request was sent, or the answer to one of your own requests.
 */
export type CaseFact =
  /** `received_at`, an RFC 3339 time, limits the lifetime of the event's address. */
  | { event: unknown; received_at?: string | Date | null }
  | { case_detail: unknown; basis?: readonly string[] }
  | { results: unknown; basis?: readonly string[] }
  /** The body may be `null`. */
  | { offers: unknown; basis?: readonly string[] }
  | { created: unknown }
  | { file: unknown }
  /** The answer to a reply, or `{ interaction_id }` if a repeat was refused as known. */
  | { responded: unknown }
  /** The request that accepted an offer. */
  | { accepted: { readonly offer_id: string; readonly selected_upgrade_ids: readonly number[] } }
  | { cancel_accepted: unknown };

/** A stored follower. Its members are private. */
export interface SavedFollower {
  format: 1;
  is_test: boolean;
  marks: string[];
  facts: { [key: string]: unknown };
  older: { [endpoint: string]: { [key: string]: boolean } };
}

export interface FollowInput {
  /** The follower of the last answer; a new one by default. */
  follower?: SavedFollower | null;
  /** For a new one: `true` for a test case. */
  is_test?: boolean;
  facts?: readonly CaseFact[];
  /** An RFC 3339 time, to decide if an address has expired. */
  now?: string | Date | null;
}

export interface Followed {
  /** Store it until the next facts arrive; `null` if the input could not be read. */
  follower: SavedFollower | null;
  view: CaseView | null;
  /** Omitted facts, and deviations from the specification. */
  notes: Issue[];
}

/** A request to make: GET below `/cases/{ref}`. */
export interface Ask {
  endpoint: AskSource;
  reason: AskReason;
  message: string;
}

/** The view of a case. It is correct if nothing has happened that the facts do not report. */
export interface CaseView {
  /** A test case fires no events. */
  must_poll: boolean;
  case_id: number | null;
  issue_key: string | null;
  /** The state, if the facts permit only one. */
  state: State | null;
  possible: State[];
  open_interaction: { interaction_id: string; message: string | null } | null;
  offers: {
    offer_id: string;
    /** `true` if the id of each upgrade is known, so that it can be accepted. */
    complete: boolean;
    upgrades: { upgrade_id: number | null; type: string | null; price_usd: string | null; selected: boolean }[];
  }[];
  results: {
    available: boolean;
    /** The address of the latest event, if it is known which one is the latest. */
    url: string | null;
    expires_at: string | null;
    /** `null` without `now`, or if the expiry is unknown. */
    expired: boolean | null;
    completed_at: string | null;
  };
  files: { file_id: string; label: string | null; sync: SyncState | null }[];
  /** `null` unless the case is known to be closed. */
  closed: { reason: string | null } | null;
  cancelled: boolean;
  /** The block of the newest case detail. */
  cancellation: { eligible: boolean | null; fee_usd: string | null; reason: CancellationReason | null } | null;
  ask: Ask[];
  /** Pass it with the answers to requests that are sent from now on. */
  basis: string[];
}

