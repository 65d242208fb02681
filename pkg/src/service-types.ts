// Written by "casegate export service-types"; do not edit.
import type { Issue, Report } from "./types.js";

/** The issues of input that could not be read at all. */
export interface Unusable {
  issues: Issue[];
}

/** An event in the life of a case. Other members are ignored. */
export type Trigger =
  | { type: "create"; is_test?: boolean }
  | { type: "pick_up" }
  | { type: "need_input"; interaction_id: string; message?: string }
  /** `files` is the number of files of the reply, or the files themselves. */
  | { type: "respond"; interaction_id: string; message?: string; files?: number | readonly unknown[] }
  /** `digest` identifies results: equal results have equal digests. */
  | { type: "publish_results"; digest: string }
  | { type: "find_policies"; offer_id: string; upgrade_ids: readonly number[] }
  /** `digest` is that of the regenerated results; without it they count as changed. */
  | { type: "accept_offers"; offer_id: string; selected_upgrade_ids: readonly number[]; digest?: string }
  | { type: "confirm_delivery"; note?: string | null }
  | { type: "cancel"; reason?: string; eligibility?: CancellationReason; fee_usd?: string }
  /** `size` is in bytes. */
  | { type: "append_file"; filename: string; label?: string; size: number };

/** The state of a case. Store it as JSON; it contains only what the rules need. */
export interface CaseState {
  state: State;
  is_test: boolean;
  /** `true` if research has ever started, even if the case is queued again. */
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

/** A stored case; absent members have not happened. */
export type SavedCase = Pick<CaseState, "state"> & Partial<CaseState>;

/** The end of a case. */
export type Closing =
  | { by: "delivery"; note?: string }
  | {
      by: "cancellation";
      /** The caller's words, verbatim. */
      reason: string | null;
      eligibility: CancellationReason;
      /** `true` if it was the default, because no reason was given. */
      assumed: boolean;
      fee_usd: string | null;
    };

/** An event, with the content of its payload. */
export interface Fired {
  event: EventType;
  message?: string;
  interaction_id?: string;
  label?: Label;
  offer_id?: string;
  upgrade_ids?: number[];
  reason?: string;
}

/** The effect of a trigger. */
export interface Applied {
  /** The resulting case; unchanged if the trigger is refused. */
  case: CaseState | null;
  events: EventType[];
  fired: Fired[];
  refused: Refusal | null;
  /** The refusal for people. */
  message: string | null;
  issues?: undefined;
}

/** The effects of a trace: one step for each trigger. */
export interface Replay {
  steps: { state: State | null; events: EventType[]; refused: Refusal | null }[];
  /** The reasons why the trace cannot be read. */
  issues?: Issue[];
}

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

/** A trigger, and whether it is possible now. A page draws its buttons from it. */
export interface Action {
  trigger: TriggerType;
  by: Actor;
  /** The text of a button. */
  label: string;
  allowed: boolean;
  /** The resulting state, if the trigger is allowed. */
  to: State | null;
  reason: Refusal | null;
  /** The reason for people. */
  message: string | null;
  requirement_ids: string[];
  decisions: string[];
}

export interface Actions {
  actions: Action[];
  issues?: undefined;
}

export interface Cancellation {
  cancellation: {
    eligible: boolean;
    /** `0.00` if it is free; `null` if there is no fee to name. */
    fee_usd: string | null;
    reason: CancellationReason;
  };
  /** `true` if the reason is the default, because none was given. */
  assumed: boolean;
  issues?: undefined;
}

/** A row of the table of transitions: the effect of a trigger in these states. */
export interface Transition {
  /** Empty if there is no case yet. */
  from: State[];
  trigger: TriggerType;
  by: Actor;
  conditions: Condition[];
  /** `null` if the state does not change. */
  to: State | null;
  event: EventType | null;
  fires: Firing;
  requirement_ids: string[];
  decisions: string[];
}

export interface Transitions {
  transitions: Transition[];
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

export interface RequestReport {
  /** `null` if it was not recognized. */
  endpoint: EndpointId | null;
  /** `true` if neither the request nor the case has an error. */
  ok: boolean;
  /** Each `at` is a place in the request. */
  issues: Issue[];
  expects: {
    method: Method;
    /** With parameters in braces. */
    path: string;
    body: BodyKind;
    query: string[];
    /** The members of the body, or its parts. */
    members: string[];
    /** The status of success; `null` if it is not published. */
    status: number | null;
    response: ResponseName | null;
    retry: Retry;
    /** The first day without the endpoint. */
    sunset: string | null;
  } | null;
  /** For an endpoint that creates a case: the report on the case. */
  case?: Report;
}

/** Requests of the legacy flow, for one ticket or several. */
export interface LegacyTrace {
  /** The ticket to migrate, if there are several. */
  ticket_id?: string | number | null;
  steps: readonly LegacyStep[];
}

export interface LegacyStep {
  method: string;
  path: string;
  /** For the first step: the case. */
  body?: unknown;
  /** For the first step: the ticket that it returned, also as `response.id`. */
  ticket_id?: string | number | null;
  response?: unknown;
  /** For an upload. */
  file?: { readonly name: string; readonly size?: number | null } | null;
}

/** A file of a trace, without its content. */
export interface MovedFile {
  name: string;
  /** `null` if the trace does not contain it. */
  size: number | null;
  label: Label;
}

export interface Migration {
  /** The one request to make instead; `null` if the trace has no case, or the case is ambiguous. */
  request: {
    method: Method;
    path: string;
    /** The part `case`; `report` is about it. */
    case: { [field: string]: unknown };
    files: MovedFile[];
    labels: Label[];
  } | null;
  /** Files beyond those of one request. Append them afterwards, in this order. */
  append: MovedFile[];
  /** Files that neither endpoint has room for; `losses` has the reasons. */
  unplaced: MovedFile[];
  /** Lost or doubtful parts. Each `at` is a place in the trace. */
  losses: Issue[];
  report: Report | null;
}

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

/** The state of a case. */
export type State =
  | "received"
  | "in_progress"
  | "action_required"
  | "results_ready"
  | "closed";

/** The type of a webhook event. */
export type EventType =
  | "case.received"
  | "case.files_updated"
  | "case.in_progress"
  | "case.action_required"
  | "case.additional_policies_found"
  | "case.results_ready"
  | "case.closed";

/** The label of a file. */
export type Label =
  | "incident_report"
  | "insurance_letter"
  | "driver_license_or_other_id"
  | "other";

/** Why a case may be cancelled, or not. */
export type CancellationReason =
  | "not_yet_dispatched"
  | "dispatched_fee_applies"
  | "research_complete"
  | "case_closed"
  | "cancellation_pending"
  | "case_processing";

/** What happens to a case. */
export type TriggerType =
  | "create"
  | "pick_up"
  | "need_input"
  | "respond"
  | "publish_results"
  | "find_policies"
  | "accept_offers"
  | "confirm_delivery"
  | "cancel"
  | "append_file";

/** Who pulls a trigger. */
export type Actor =
  | "caller"
  | "service";

/** Why a trigger is refused; the list is closed. */
export type Refusal =
  | "unknown_trigger"
  | "malformed_trigger"
  | "no_case"
  | "case_exists"
  | "case_closed"
  | "wrong_state"
  | "request_open"
  | "reused_interaction"
  | "message_too_long"
  | "unknown_interaction"
  | "already_responded"
  | "empty_reply"
  | "reused_offer"
  | "empty_offer"
  | "unknown_offer"
  | "empty_selection"
  | "unknown_upgrade"
  | "research_complete"
  | "cancellation_pending"
  | "case_processing"
  | "unknown_label"
  | "file_too_large"
  | "too_many_files"
  | "files_too_large";

/** What must be so, besides the state, for a trigger to have an effect. */
export type Condition =
  | "interaction_named"
  | "interaction_new"
  | "message_within_limit"
  | "interaction_open"
  | "reply_says_something"
  | "offer_named"
  | "offer_new"
  | "offer_not_empty"
  | "offer_known"
  | "selection_not_empty"
  | "selection_offered"
  | "selection_accepted"
  | "cancellation_eligible"
  | "closed_by_cancellation"
  | "label_known"
  | "size_within_limit"
  | "count_within_limit"
  | "total_within_limit";

/** When a transition's event is fired. */
export type Firing =
  | "always"
  | "unless_repeated"
  | "when_results_differ";

/** An endpoint of the service. */
export type EndpointId =
  | "list"
  | "create"
  | "detail"
  | "results"
  | "offers"
  | "accept"
  | "respond"
  | "append"
  | "cancel"
  | "login"
  | "logout"
  | "ping"
  | "legacy_create_pe"
  | "legacy_create_pl"
  | "legacy_upload"
  | "legacy_ready";

/** The method of a request. */
export type Method =
  | "GET"
  | "POST"
  | "PUT";

/** The kind of body that a request has; where it is `unstated`, JSON is a guess. */
export type BodyKind =
  | "none"
  | "multipart"
  | "unstated"
  | "json"
  | "case_fields";

/** What the same request does when it comes again. */
export type Retry =
  | "unpublished"
  | "safe"
  | "refused";

/** What an endpoint answers with, in the specification's names. */
export type ResponseName =
  | "CaseListItem"
  | "PartnerCaseCreateResponse"
  | "CaseDetail"
  | "Results"
  | "Offer"
  | "RespondResponse"
  | "FileAppendResponse"
  | "CancellationAccepted"
  | "UserToken"
  | "LegacyTicket";

/** What a follower asks of the service: a GET below the case. */
export type AskSource =
  | "case_detail"
  | "results"
  | "offers";

/** Why the service has to be asked. */
export type AskReason =
  | "nothing_known"
  | "test_case"
  | "after_reply"
  | "requests_unordered"
  | "order_unknown"
  | "event_missing"
  | "cancellation_under_way"
  | "several_cases"
  | "too_many_facts"
  | "results_unread"
  | "url_expired"
  | "offer_unread"
  | "offer_unclear";

/** Whether a file has reached the tracker. */
export type SyncState =
  | "pending"
  | "synced";

/** The fields of every result. `null`: no value was found. */
export interface SharedResult {
  defendant: string | null;
  date_of_loss: string | null;
  insurance: string | null;
  policy_number: string | null;
  claim_number: string | null;
  liability_limits: string | null;
  other_commercial_policy: string | null;
  notes: string | null;
  add_on_services: Record<string, unknown> | null;
}

/** A result of a Policy Limit case. */
export interface PolicyLimitResult extends SharedResult {
  base_product: string | null;
  information_found: string | null;
  policyholder: string | null;
  policy_number_secondary: string | null;
  policy_start_date: string | null;
  policy_canceled_date: string | null;
  policy_limits_when_active: string | null;
  compulsory_liability_limits: string | null;
  optional_liability_limits: string | null;
  pip_limits: string | null;
  self_insured_retention: string | null;
  underlying_insurance_co: string | null;
  vehicle_type: string | null;
  rental_car_co: string | null;
  rideshare: string | null;
  upsell_abbreviation: string | null;
}

/** A result of a Policy Existence case. */
export interface PolicyExistenceResult extends SharedResult {
  result_type: string | null;
  subject_of_search: string | null;
  cancelled_policies: CancelledPolicy[] | null;
}

/** A policy that was cancelled before. */
export interface CancelledPolicy {
  insurance: string | null;
  limits: string | null;
  policy: string | null;
  note: string | null;
  information: string | null;
  dol: string | null;
  defendant: string | null;
}

/** How a case was cancelled. */
export interface ResultsCancellation {
  cancelled_at: string | null;
  fee_usd: string | null;
  reason: string | null;
}

/** A policy that may be bought: its values are not there yet. */
export interface OfferedPolicy {
  status: "offered";
  policy_type: string | null;
  notes: string | null;
  upgrade_id: number | null;
  offer_id: string | null;
  price_usd: string | null;
}

/** A policy that was bought, with its values. */
export type AcceptedPolicy<R> = R & {
  status: "accepted";
  policy_type: string | null;
  upgrade_id: number | null;
  offer_id: string | null;
  price_usd: string | null;
};

/** A free note. */
export interface IncludedPolicy {
  status: "included";
  policy_type: string | null;
  notes: string | null;
  upgrade_id: null;
  offer_id: null;
  price_usd: null;
}

/** A policy beyond the scope of the request. */
export type AdditionalPolicy<R> = OfferedPolicy | AcceptedPolicy<R> | IncludedPolicy;

/** `results_data` of a case that was not cancelled, in its documented shape. */
export interface ResultsOf<T extends string, R> {
  case_type: T;
  results: R[];
  additional_policies: AdditionalPolicy<R>[];
  cancelled?: false;
  cancellation?: undefined;
}

/** `results_data` of a cancelled case, in its documented shape. */
export interface CancelledResults {
  case_type: "policy_limit_search" | "policy_existence_search" | "unknown";
  results: never[];
  additional_policies: never[];
  cancelled: true;
  cancellation: ResultsCancellation | null;
}

/** Results of any product. */
export type Results =
  | ResultsOf<"policy_limit_search", PolicyLimitResult>
  | ResultsOf<"policy_existence_search", PolicyExistenceResult>
  | ResultsOf<"unknown", SharedResult>
  | CancelledResults;

export interface NormalizedResults {
  /** `null` where the text could not be read; where a note says so, a part is as it came and not as typed. */
  normalized: Results | null;
  /** What was changed, and what is not as documented. */
  notes: Issue[];
}

/** What became of one file of a create request. */
export interface Attachment {
  filename: string;
  label: string;
  status: "accepted" | "rejected" | (string & {});
  file_id?: string | null;
  error?: string | null;
  error_code?: "file_too_large" | "extension_not_allowed" | "unknown_label" | "internal_error" | (string & {}) | null;
}

/** The answer to a create request. */
export interface CreateResponse {
  case_id: number;
  case_ref: string | null;
  case_type: "pe" | "pl" | (string & {});
  submitted: boolean;
  attachments: Attachment[];
}

/** Whether a case can be cancelled, and at what cost: US dollars with two places. */
export interface CancellationBlock {
  eligible: boolean;
  fee_usd: string | null;
  reason: "not_yet_dispatched" | "dispatched_fee_applies" | "research_complete" | "case_closed" | "cancellation_pending" | "case_processing" | (string & {});
}

/** A case. */
export interface CaseDetail {
  id: number;
  issue_key: string | null;
  status: "received" | "in_progress" | "action_required" | "results_ready" | "closed" | (string & {});
  case_type: string;
  created_at: string;
  updated_at: string;
  results_ready: boolean;
  cancellation: CancellationBlock;
}

/** A case in a list. */
export interface CaseListItem {
  id: number;
  issue_key: string | null;
  created_at: string;
}

/** The list of cases; the other members of its envelope are not published. */
export interface CaseList {
  results: CaseListItem[];
  [member: string]: unknown;
}

/** What a cancellation costs, in US dollars with two places. */
export interface CancellationFee {
  amount_usd: string | null;
  description: string | null;
}

/** The answer to an accepted cancellation. */
export interface CancellationAccepted {
  case_ref: string;
  status: "cancellation_accepted" | (string & {});
  tier: string;
  fee: CancellationFee | null;
}

/** The answer to a cancellation that was refused. */
export interface CancelError {
  error: string;
  detail: string;
}

/** The answer to an appended file. */
export interface FileAppended {
  file_id: string;
  filename: string;
  label: string;
  tracker_sync_state: "pending" | "synced" | (string & {});
}

/** The answer to a reply. */
export interface Responded {
  interaction_id: string;
  status: "responded" | (string & {});
  message: string;
}

/** A policy of an offer; its price is in US dollars with two places. */
export interface OfferedUpgrade {
  upgrade_id: number;
  type: string;
  researcher_note: string | null;
  price_usd: string;
  status: "created" | "selected" | (string & {});
}

/** An offer of additional policies. */
export interface Offer {
  offer_id: string;
  additional_policies: OfferedUpgrade[];
}

/** Results as JSON; `normalizeResults` reads `results_data`. */
export interface ResultsRecord {
  id: string | number;
  issue_key: string | null;
  status: string;
  results_data: Record<string, unknown>;
  completed_at: string | null;
}

/** Results as a PDF. */
export interface ResultsPdf {
  id: string | number;
  issue_key: string | null;
  status: string;
  results_url: string;
  file_name: string;
  completed_at: string | null;
  results_data?: never;
}

/** The answer to a login; the name of the member that carries the token is not published. */
export interface LoginResponse {
  expiry: null;
  [member: string]: unknown;
}

/** A ticket of the legacy flow; its other members are the fields of a case. */
export interface Ticket {
  id: number;
  owner: string;
  created_at: string;
  updated_at: string;
  tracker_url: string | null;
  creating_token_name: string | null;
  [member: string]: unknown;
}

/** The records that the service answers with. */
export interface Records {
  create_response: CreateResponse;
  attachment: Attachment;
  case_detail: CaseDetail;
  case_list: CaseList | CaseListItem[];
  case_list_item: CaseListItem;
  cancellation_block: CancellationBlock;
  cancellation_accepted: CancellationAccepted;
  cancel_error: CancelError;
  file_appended: FileAppended;
  responded: Responded;
  offer: Offer;
  offered_upgrade: OfferedUpgrade;
  results: ResultsRecord;
  results_pdf: ResultsPdf;
  login_response: LoginResponse;
  ticket: Ticket;
}

export interface ReadRecord<N extends keyof Records = keyof Records> {
  /** `null` where there is no record of the name that was given. */
  record: N | null;
  /** As it came; where a note says so, a part is not as typed. */
  value: Records[N];
  /** What is not as documented. Places are places in `value`. */
  notes: Issue[];
}
