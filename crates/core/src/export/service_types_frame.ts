import type { Issue, Report } from "./types.js";

/** What there is to say where the input could not be read at all. */
export interface Unusable {
  issues: Issue[];
}

/** What happens to a case. Members that are not named here are passed over. */
export type Trigger =
  | { type: "create"; is_test?: boolean }
  | { type: "pick_up" }
  | { type: "need_input"; interaction_id: string; message?: string }
  /** `files` is how many come with the reply, or the files themselves. */
  | { type: "respond"; interaction_id: string; message?: string; files?: number | readonly unknown[] }
  /** `digest` tells results apart: equal for equal results. */
  | { type: "publish_results"; digest: string }
  | { type: "find_policies"; offer_id: string; upgrade_ids: readonly number[] }
  /** `digest` is that of the regenerated results; without it they count as changed. */
  | { type: "accept_offers"; offer_id: string; selected_upgrade_ids: readonly number[]; digest?: string }
  | { type: "confirm_delivery" }
  | { type: "cancel"; reason?: string; eligibility?: CancellationReason; fee_usd?: string }
  /** `size` is in bytes. */
  | { type: "append_file"; filename: string; label?: string; size: number };

/** A case, as far as its life goes. Keep it as JSON: it holds nothing but what the rules have to remember. */
export interface CaseState {
  state: State;
  is_test: boolean;
  /** Whether research has ever begun, also where the case is queued again. */
  picked_up: boolean;
  open_interaction: string | null;
  answered_interactions: string[];
  last_event: EventType | null;
  published_digest: string | null;
  /** The ids of the offered policies, by `offer_id`. */
  offers: { [offer_id: string]: number[] };
  latest_offer: string | null;
  selected_upgrades: number[];
  appended_files: number;
  appended_bytes: number;
  closing: Closing | null;
}

/** A case as it was kept; what is not there has not happened. */
export type SavedCase = Pick<CaseState, "state"> & Partial<CaseState>;

/** How a case was closed. */
export type Closing =
  | { by: "delivery" }
  | {
      by: "cancellation";
      /** The caller's words, verbatim. */
      reason: string | null;
      eligibility: CancellationReason;
      /** Whether that was a default, as nobody named it. */
      assumed: boolean;
      fee_usd: string | null;
    };

/** An event, with what its payload has to tell. */
export interface Fired {
  event: EventType;
  message?: string;
  interaction_id?: string;
  label?: Label;
  offer_id?: string;
  upgrade_ids?: number[];
  reason?: string;
}

/** What a trigger did. */
export interface Applied {
  /** The case afterwards; as it was, where the trigger is refused. */
  case: CaseState | null;
  events: EventType[];
  fired: Fired[];
  refused: Refusal | null;
  /** The refusal in words. */
  message: string | null;
  issues?: undefined;
}

/** What became of a trace: one step for each trigger. */
export interface Replay {
  steps: { state: State | null; events: EventType[]; refused: Refusal | null }[];
  /** Why there is no trace to read. */
  issues?: Issue[];
}

/** What is known of a case where it is asked for its actions, or its cancellation. */
export interface CaseAndFee {
  /** `null`: there is no case yet. */
  case: SavedCase | null;
  /** Whether the case may be cancelled. It never follows from the state alone; without it a default applies. */
  eligibility?: CancellationReason | null;
  /** The fee of a cancellation: US dollars with two places. */
  fee_usd?: string | null;
}

/** A trigger, and whether it can be pulled now: what a button is drawn from. */
export interface Action {
  trigger: TriggerType;
  by: Actor;
  /** What a button says. */
  label: string;
  allowed: boolean;
  /** The state that it leads to, where it is allowed. */
  to: State | null;
  reason: Refusal | null;
  /** The reason in words. */
  message: string | null;
  atoms: string[];
  decisions: string[];
}

export interface Actions {
  actions: Action[];
  issues?: undefined;
}

export interface Cancellation {
  cancellation: {
    eligible: boolean;
    /** `0.00` where it is free; `null` where there is none to name. */
    fee_usd: string | null;
    reason: CancellationReason;
  };
  /** Whether the reason is the default, as nobody named it. */
  assumed: boolean;
  issues?: undefined;
}

/** A row of the table of transitions: in these states this trigger has this effect. */
export interface Transition {
  /** None where there is no case yet. */
  from: State[];
  trigger: TriggerType;
  by: Actor;
  conditions: Condition[];
  /** `null` where the case stays in its state. */
  to: State | null;
  event: EventType | null;
  fires: Firing;
  atoms: string[];
  decisions: string[];
}

export interface Transitions {
  transitions: Transition[];
}

/** A part of a multipart request: text, or a file without its content. */
export type RequestPart = { name: string; value: string } | { name: string; filename: string; size?: number };

/** A request to judge, by the endpoint's name, or by method and path. */
export interface RequestToCheck {
  endpoint?: EndpointId;
  method?: string;
  path?: string;
  /** With `endpoint`: what the path's parameters are. */
  params?: { readonly [name: string]: string | number };
  query?: { readonly [name: string]: unknown };
  headers?: { readonly [name: string]: string };
  /** The kind of token; that of the host unless set. */
  credential?: "user" | "master" | "none";
  body?: unknown;
  parts?: readonly RequestPart[];
  /** What the caller knows of the case. */
  known?: {
    offers?: readonly unknown[];
    /** The open request for input; `null` where there is none. */
    open_interaction?: string | null;
    responded?: readonly string[];
    appended?: { count: number };
    files_to_upload?: readonly string[];
    uploaded?: readonly string[];
  };
}

export interface RequestReport {
  /** `null` where it was not recognised. */
  endpoint: EndpointId | null;
  /** No error here, nor in the case; warnings do not count. */
  ok: boolean;
  /** Each `at` points into the request. */
  issues: Issue[];
  expects: {
    method: Method;
    /** With parameters in braces. */
    path: string;
    body: BodyKind;
    query: string[];
    /** The members of the body, or its parts. */
    members: string[];
    /** The status of success; `null` where it is not published. */
    status: number | null;
    response: ResponseName | null;
    retry: Retry;
    /** The day from which it is gone. */
    sunset: string | null;
  } | null;
  /** For an endpoint that creates a case: the verdict on the case. */
  case?: Report;
}

/** Requests of the legacy flow, of one ticket or of several. */
export interface LegacyTrace {
  /** The ticket to migrate, where there are several. */
  ticket_id?: string | number | null;
  steps: readonly LegacyStep[];
}

export interface LegacyStep {
  method: string;
  path: string;
  /** Of the first step: the case. */
  body?: unknown;
  /** Of the first step: the ticket that it returned, also as `response.id`. */
  ticket_id?: string | number | null;
  response?: unknown;
  /** Of an upload. */
  file?: { readonly name: string; readonly size?: number | null } | null;
}

/** A file of a trace, without its content. */
export interface MovedFile {
  name: string;
  /** `null` where the trace does not tell it. */
  size: number | null;
  label: Label;
}

export interface Migration {
  /** The one request to make instead; `null` where the trace holds no case, or it cannot be told which. */
  request: {
    method: Method;
    path: string;
    /** The part `case`; `report` has the verdict on it. */
    case: { [field: string]: unknown };
    files: MovedFile[];
    labels: Label[];
  } | null;
  /** Files beyond those of one request: append them afterwards, in this order. */
  append: MovedFile[];
  /** What the request does not carry over, or what is in doubt. Each `at` points into the trace. */
  losses: Issue[];
  report: Report | null;
}

/** What is told of a policy before it is bought: never a value. */
export interface Teaser {
  upgrade_id?: number;
  type: string | null;
  price_usd: string | null;
  [member: string]: unknown;
}

/** An event in one form. A member is `null` where it is missing; where a note says so, it is as it came. */
export type CaseEvent = {
  event_id?: string;
  case_id?: number;
  /** `null` where it came so. */
  issue_key?: string | null;
  occurred_at?: string;
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
 * A fact about a case, in one member: a webhook event, the answer to a GET with the `basis` that the picture had before
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
  picture: Picture | null;
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
export interface Picture {
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

