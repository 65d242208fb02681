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

