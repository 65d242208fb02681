// What happens around a case, for backends. As in api.ts, nothing is decided here.
import { ask } from "./bridge.js";
import { payloadText } from "./text.js";
import type {
  Actions,
  Applied,
  Cancellation,
  CaseAndFee,
  EventReading,
  Followed,
  FollowInput,
  LegacyTrace,
  Migration,
  NormalizedResults,
  ReadRecord,
  Records,
  Redaction,
  Replay,
  RequestReport,
  RequestToCheck,
  SavedCase,
  Transitions,
  Trigger,
  Unusable,
} from "./service-types.js";
import type { Context, Settings } from "./types.js";

/** Carries out triggers one after the other, from no case on. One that is refused is a step like any other. */
export function replay(input: { trace: readonly Trigger[] }, settings: Settings = {}): Replay {
  return answer("replay", input, settings) as Replay;
}

/**
 * What a trigger does to a case: the case afterwards, to be kept, and the events to send; or why it is refused.
 *
 * ```ts
 * const { case: created } = applyTrigger({ case: null, trigger: { type: "create" } });
 * const { case: begun, events } = applyTrigger({ case: created, trigger: { type: "pick_up" } });
 * ```
 *
 * An answer with `issues` says why the case could not be read.
 */
export function applyTrigger(
  input: { case: SavedCase | null | undefined; trigger: Trigger },
  settings: Settings = {},
): Applied | Unusable {
  return answer("apply_trigger", input, settings) as Applied | Unusable;
}

/** Every trigger, with whether it can be pulled now, and why not: what buttons are drawn from. */
export function actions(input: CaseAndFee, settings: Settings = {}): Actions | Unusable {
  return answer("actions", input, settings) as Actions | Unusable;
}

/** Whether a case may be cancelled, why, and for what fee. */
export function cancellation(
  input: CaseAndFee & { case: SavedCase },
  settings: Settings = {},
): Cancellation | Unusable {
  return answer("cancellation", input, settings) as Cancellation | Unusable;
}

/** The table of transitions: whatever is not in it is refused. The input is passed over. */
export function transitions(input: unknown = null, settings: Settings = {}): Transitions {
  return answer("transitions", input, settings) as Transitions;
}

/**
 * Brings `results_data` into its documented shape, also that of a cancelled case or from before version 2.3.0. Every
 * documented field is there afterwards, `null` where no value was found; what was changed is noted.
 */
export function normalizeResults(resultsData: unknown, settings: Settings = {}): NormalizedResults {
  return answer("normalize_results", resultsData, settings) as NormalizedResults;
}

/** Reads a record that the service answered with: nothing is refused, and what is not as documented is noted. */
export function readRecord<N extends keyof Records>(
  input: { record: N; value: unknown },
  settings: Settings = {},
): ReadRecord<N> {
  return answer("read_record", input, settings) as ReadRecord<N>;
}

/** Judges a request before it is made: the endpoint, the token, what is carried, and the case where it creates one. */
export function checkRequest(request: RequestToCheck, context: Context): RequestReport {
  return answer("check_request", request, context) as RequestReport;
}

/** Requests of the legacy flow as the one request that takes their place, and what that one does not carry over. */
export function migrateLegacy(trace: LegacyTrace, context: Context): Migration {
  return answer("migrate_legacy", trace, context) as Migration;
}

/** Reads one webhook event, in whatever envelope it comes. Nothing is refused; what does not fit is noted. */
export function readEvent(event: unknown, settings: Settings = {}): EventReading {
  return answer("read_event", event, settings) as EventReading;
}

/** What may be told of an offer before it is bought: types and prices, and nothing else of the record. */
export function redactOffer(record: unknown, settings: Settings = {}): Redaction {
  return answer("redact_offer", record, settings) as Redaction;
}

/** Takes facts about a case into a follower that the caller keeps. `Follower` is the same with the keeping done. */
export function follow(input: FollowInput, settings: Settings = {}): Followed {
  return answer("follow", input, settings) as Followed;
}

function answer(operation: string, input: unknown, settings: unknown): unknown {
  return ask(operation, payloadText(input), settings);
}
