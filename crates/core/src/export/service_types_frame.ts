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
  | { type: "confirm_delivery"; note?: string | null }
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
  | { by: "delivery"; note?: string }
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
  requirement_ids: string[];
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
  /** The kind of token; that of the context unless set. */
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
  /** Files that neither endpoint has room for; `losses` says why. */
  unplaced: MovedFile[];
  /** What the request does not carry over, or what is in doubt. Each `at` points into the trace. */
  losses: Issue[];
  report: Report | null;
}

