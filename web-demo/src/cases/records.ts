// The service's answers about the organization's cases.
import type { Action, CancellationAccepted, CaseDetail, Closing, Offer, State, SyncState, TriggerType } from "casegate/service";

export interface ListedCase {
  readonly id: number;
  readonly issue_key: string | null;
  readonly case_type: string;
  readonly status: string;
  readonly is_test: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly plaintiff_name: string | null;
  readonly subject: string | null;
  readonly person: string | null;
  readonly office_case_number: string | null;
  readonly summary: string | null;
  readonly is_cancelled: boolean;
  readonly waits_for_you: boolean;
  readonly is_answered: boolean;
}

export interface ListedCases {
  readonly cases: readonly ListedCase[];
  readonly next_before: number | null;
}

/** A request for input, and its reply. */
export interface Input {
  readonly interaction_id: string;
  readonly message: string;
  readonly opened_at: string;
  readonly reply: string | null;
  readonly replied_at: string | null;
}

export interface SentFile {
  readonly id: string;
  readonly through: "create" | "append" | "respond";
  readonly filename: string;
  readonly label: string;
  readonly size: number;
  readonly created_at: string;
  readonly sync_state: SyncState | null;
}

export interface Step {
  readonly at: string;
  readonly trigger: TriggerType;
  readonly from: State | null;
  readonly to: State;
  readonly event: string | null;
}

export interface FiredEvent {
  readonly event_id: string;
  readonly type: string;
  readonly synthetic: boolean;
  readonly created_at: string;
}

export interface CaseRecord {
  readonly case: CaseDetail;
  readonly is_test: boolean;
  readonly payload: { readonly [field: string]: unknown };
  readonly actions: readonly Action[];
  readonly inputs: readonly Input[];
  readonly files: readonly SentFile[];
  readonly offers: readonly Offer[];
  readonly events: readonly FiredEvent[];
  /** The newest steps. */
  readonly timeline: readonly Step[];
  /** The number of times that each trigger was applied. */
  readonly done: { readonly [trigger in TriggerType]?: number };
  /** The states that the case has had. */
  readonly been: readonly State[];
  readonly published_at: string | null;
  readonly closed_at: string | null;
  readonly closing: Closing | null;
  /** Grows with every change of the case. */
  readonly version: number;
}

export type { Action, CancellationAccepted, Offer, State, TriggerType };

/** Returns the open request for input. */
export function openInput(record: CaseRecord): Input | undefined {
  return record.inputs.find((input) => input.replied_at === null && record.case.status === "action_required");
}

export function actionOf(record: CaseRecord, trigger: TriggerType): Action | undefined {
  return record.actions.find((action) => action.trigger === trigger);
}

/** Returns the number of steps of the case; `timeline` has the newest of them. */
export function stepsOf(record: CaseRecord): number {
  return Object.values(record.done).reduce((sum, count) => sum + count, 0);
}

/** A state as the firm sees it. After a reply, the service has the case in `received` once more. */
export type ShownState = State | "answered" | "canceled";

export function shownState(status: string, isAnswered: boolean, isCanceled: boolean): string {
  return isCanceled ? "canceled" : status === "received" && isAnswered ? "answered" : status;
}

export function stateOf(record: CaseRecord): string {
  return shownState(record.case.status, (record.done.respond ?? 0) > 0, record.closing?.by === "cancellation");
}
