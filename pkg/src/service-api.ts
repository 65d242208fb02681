// Operations around a case, for backends. As in api.ts, no decision is made here.
import { ask } from "./bridge.js";
import { payloadText } from "./text.js";
import type { CaseAndFee, FollowInput, RequestToCheck } from "./service-input.js";
import type {
  Actions,
  Applied,
  Cancellation,
  EventReading,
  Followed,
  NormalizedResults,
  Receipt,
  Records,
  Redaction,
  Replay,
  RequestReport,
  SavedCase,
  Transitions,
  Trigger,
  Unusable,
} from "./service-types.js";
import type { Settings } from "./input.js";
import type { Context, Issue } from "./types.js";

/**
 * Applies triggers one after the other, starting without a case. A refused trigger is a step as
 * well.
 */
export function replay(input: { trace: readonly Trigger[] }, settings: Settings = {}): Replay {
  return answer("replay", input, settings) as Replay;
}

/**
 * Applies a trigger to a case. Returns the case to store and the events to send, or the reason of a
 * refusal.
 *
 * ```ts
 * const { case: created } = applyTrigger({ case: null, trigger: { type: "create" } });
 * const { case: begun, events } = applyTrigger({ case: created, trigger: { type: "pick_up" } });
 * ```
 *
 * An answer with `issues` has the reasons why the case could not be read.
 */
export function applyTrigger(
  input: { case: SavedCase | null | undefined; trigger: Trigger },
  settings: Settings = {},
): Applied | Unusable {
  return answer("apply_trigger", input, settings) as Applied | Unusable;
}

/**
 * Returns every trigger, with whether it is possible now, and why not. A page draws its buttons
 * from it.
 */
export function actions(input: CaseAndFee, settings: Settings = {}): Actions | Unusable {
  return answer("actions", input, settings) as Actions | Unusable;
}

/** Returns whether a case can be cancelled, the reason, and the fee. */
export function cancellation(
  input: CaseAndFee & { case: SavedCase },
  settings: Settings = {},
): Cancellation | Unusable {
  return answer("cancellation", input, settings) as Cancellation | Unusable;
}

/** Returns the table of transitions; everything else is refused. The input is ignored. */
export function transitions(input: unknown = null, settings: Settings = {}): Transitions {
  return answer("transitions", input, settings) as Transitions;
}

/**
 * Converts `results_data` to its documented shape, including that of a cancelled case or from
 * before version 2.3.0. Every documented field is present afterwards, `null` if it has no value.
 * Changes are noted.
 */
export function normalizeResults(resultsData: unknown, settings: Settings = {}): NormalizedResults {
  return answer("normalize_results", resultsData, settings) as NormalizedResults;
}

export interface ReadRecord<N extends keyof Records = keyof Records> {
  /** `null` if no record has the given name. */
  record: N | null;
  /** The record as it arrived. A part with a note may have another type. */
  value: Records[N];
  /** Deviations from the documentation. Their places are places in `value`. */
  notes: Issue[];
}

/**
 * Reads a record from an answer of the service. Nothing is refused; deviations from the
 * documentation are noted.
 */
export function readRecord<N extends keyof Records>(
  input: { record: N; value: unknown },
  settings: Settings = {},
): ReadRecord<N> {
  return answer("read_record", input, settings) as ReadRecord<N>;
}

/**
 * Checks a request before it is made: the endpoint, the token, the content, and the case of a
 * create request.
 */
export function checkRequest(request: RequestToCheck, context: Context): RequestReport {
  return answer("check_request", request, context) as RequestReport;
}

/**
 * Returns the receipt of a case: the decision and its reasons, without a submitted value. It depends
 * on every character of a text; an object is written as JSON text first. Keep a receipt as
 * confidential as the case.
 *
 * ```ts
 * const { errors, rules } = receipt('{"case_type":"pl"}', { today: "2026-03-01" });
 * ```
 */
export function receipt(payload: string | object, context: Context): Receipt {
  // The digest is of the whole text, also of one that is too long to be judged.
  return ask("receipt", typeof payload === "string" ? payload : payloadText(payload), context, "developer", Infinity) as Receipt;
}

/** Reads one webhook event in any envelope. Nothing is refused; deviations are noted. */
export function readEvent(event: unknown, settings: Settings = {}): EventReading {
  return answer("read_event", event, settings) as EventReading;
}

/**
 * Returns the part of an offer that may be shown before it is bought: types and prices, and nothing
 * else of the record.
 */
export function redactOffer(record: unknown, settings: Settings = {}): Redaction {
  return answer("redact_offer", record, settings) as Redaction;
}

/**
 * Ingests facts about a case into a follower that the caller stores. The class `Follower` also
 * stores it.
 */
export function follow(input: FollowInput, settings: Settings = {}): Followed {
  return answer("follow", input, settings) as Followed;
}

/** The facts about an answer, as an HTTP client reports them. */
export interface Answered {
  status?: number | null;
  body?: string | null;
  content_type?: string | null;
  retry_after?: string | null;
  date?: string | null;
  /** `false` if no byte of the request has left. */
  sent?: boolean;
  /** `false` if the connection ended within the answer. */
  complete?: boolean;
}

/** What a transport does next. With `all`, no request of the client may be sent before `until`. */
export interface CallStep {
  do: "send" | "wait" | "done";
  /** The token of the last attempt was refused. */
  renew: boolean;
  until: number | null;
  all: boolean;
  outcome: "answer" | "landed" | "refused" | "unavailable" | "unknown" | null;
}

export interface CallReply {
  call: unknown;
  step: CallStep | null;
  method: string | null;
  path: string | null;
  /** The milliseconds by which the service's clock was ahead in its latest answers, for the next call. */
  clock: readonly number[];
}

/**
 * Decides what to do about one request: may it be sent again, after what, and how did it end.
 * `casegate/client` does it; this is for other transports. Times are milliseconds since 1970.
 */
export function callStep(
  input:
    | { endpoint: string; params?: Record<string, string>; spread?: number }
    | { call: unknown; answer: Answered; limits?: { retries?: number; requests?: number; repeats?: number }; clock?: readonly number[]; now: number },
  settings: Settings = {},
): CallReply {
  return answer("call_step", input, settings) as CallReply;
}

/** Decides what became of a create that got no answer. */
export function settleCreate(
  input: {
    /** With `clock` as it was when the create was sent. */
    intent: { first: number; last: number; since: number; creates: number; clock: readonly number[] };
    /** The pages of the list of cases, in their order. */
    pages: readonly unknown[];
    /** Cases that belong to other creates of this client. */
    taken?: readonly number[];
    only_writer?: boolean;
    others_open?: boolean;
    ask_after?: number;
    skew?: number;
    /** As it was when the list was read. */
    clock: readonly number[];
    now: number;
  },
  settings: Settings = {},
): { settled: "wait" | "absent" | "found" | "person"; candidates: number[]; until: number } {
  return answer("settle_create", input, settings) as { settled: "wait" | "absent" | "found" | "person"; candidates: number[]; until: number };
}

function answer(operation: string, input: unknown, settings: unknown): unknown {
  return ask(operation, payloadText(input), settings, "developer");
}
