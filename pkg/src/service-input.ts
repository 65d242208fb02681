// Input of the operations around a case. The Rust library reads it from JSON without types.
import type { CancellationReason, EndpointId, SavedCase, SavedFollower } from "./service-types.js";

/** A case whose actions or cancellation are requested. */
export interface CaseAndFee {
  /** `null` if there is no case yet. */
  case: SavedCase | null;
  /**
   * Whether the case can be cancelled. The state alone does not decide it; without it a default
   * applies.
   */
  eligibility?: CancellationReason | null;
  /** The fee of a cancellation: US dollars with two places. */
  fee_usd?: string | null;
}

/** A part of a multipart request: a text, or a file without its content. */
export type RequestPart = { name: string; value: string } | { name: string; filename: string; size?: number };

/** A request to check, given by the endpoint's name, or by method and path. */
export interface RequestToCheck {
  endpoint?: EndpointId;
  method?: string;
  path?: string;
  /** With `endpoint`: the parameters of the path. */
  params?: { readonly [name: string]: string | number };
  query?: { readonly [name: string]: unknown };
  headers?: { readonly [name: string]: string };
  /** The kind of token; that of the context by default. */
  credential?: "user" | "master" | "none";
  body?: unknown;
  parts?: readonly RequestPart[];
  /** Facts about the case that the caller knows. */
  known?: {
    offers?: readonly unknown[];
    /** The open request for input; `null` if there is none. */
    open_interaction?: string | null;
    responded?: readonly string[];
    appended?: { count: number };
    files_to_upload?: readonly string[];
    uploaded?: readonly string[];
  };
}

/**
 * A fact about a case, in one member: a webhook event, the answer to a GET with the `basis` of the
 * view before the request was sent, or the answer to one of your own requests.
 */
export type CaseFact =
  /** `received_at`, an RFC 3339 time, limits the lifetime of the event's address. */
  | { event: unknown; received_at?: string | Date | null }
  | { detail: unknown; basis?: readonly string[] }
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

/** The options of a new follower. */
export interface FollowerOptions {
  /**
   * `true` if the case was created with `is_test: true`. Such a case fires no events: its view asks
   * for the detail until the case is closed, and events about it, such as a synthetic webhook, are
   * passed over with a note. The default is `false`.
   */
  is_test?: boolean;
}

export interface FollowInput extends FollowerOptions {
  /** The follower of the last answer; a new one, with these options, by default. */
  follower?: SavedFollower | null;
  facts?: readonly CaseFact[];
  /** An RFC 3339 time, to decide if an address has expired. */
  now?: string | Date | null;
}
