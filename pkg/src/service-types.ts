// Written by "casegate export service-types"; do not edit.

import type { Code, Issue, Product, Report } from "./types.js";

/** The issues of input that could not be read. */
export interface Unusable {
  issues: Issue[];
}

/** A trigger with the data that the lifecycle rules need. */
export type Trigger =
  /** A case is submitted through any intake channel. Its JSON has passed `check_case`. */
  | {
      type: "create";
      /** `true` for a test case, which never fires an event (D33). */
      is_test?: boolean;
    }
  /** Research begins. */
  | { type: "pick_up" }
  /** A specialist needs input. */
  | {
      type: "need_input";
      /** The id of the request, which is unique within the case. */
      interaction_id: string;
      /** The input that the specialist needs, at most 8 × 1024 bytes of UTF-8 (D23). */
      message?: string;
    }
  /** The caller replies. */
  | {
      type: "respond";
      /** The id of the open request. */
      interaction_id: string;
      /** The text of the reply. It may be empty if the reply has a file. */
      message?: string;
      /** The number of files in the reply. Its JSON may have the files themselves. */
      files?: number | readonly unknown[];
    }
  /** Results are published for the first time, or again. */
  | {
      type: "publish_results";
      /** A digest of the results. It is equal for equal results and differs otherwise (D30). */
      digest: string;
    }
  /** Additional policies are located and offered. */
  | {
      type: "find_policies";
      /** The id of the offer, which is unique within the case. */
      offer_id: string;
      /** The offered policies. */
      upgrade_ids: readonly number[];
    }
  /** The caller accepts offered policies. */
  | {
      type: "accept_offers";
      /** The id of the offer. An earlier offer of the case may still be accepted (D46). */
      offer_id: string;
      /** The accepted policies. */
      selected_upgrade_ids: readonly number[];
      /**
       * The digest of the regenerated results (D45). If it is `null`, the results count as changed.
       */
      digest?: string | null;
    }
  /** Delivery is confirmed, after payment if one is due. */
  | {
      type: "confirm_delivery";
      /**
       * A closing note, which becomes the reason of `case.closed` verbatim. A blank note counts as
       * absent (D1).
       */
      note?: string | null;
    }
  /** The caller cancels. */
  | {
      type: "cancel";
      /** The caller's reason, delivered verbatim with `case.closed`. */
      reason?: string | null;
      /**
       * The eligibility of the case for cancellation. If it is `null`, the default of
       * `cancellation` applies (D34).
       */
      eligibility?: CancellationReason | null;
      /** The fee, or `null` if no fee applies or the context does not know it. */
      fee_usd?: string | null;
    }
  /** The caller appends a file. */
  | {
      type: "append_file";
      /** The file name. */
      filename: string;
      /** The label. An absent or blank label means `other` (D47). */
      label?: string | null;
      /** The size in bytes. */
      size: number;
    };

/**
 * A case as the lifecycle sees it: its state, and the history that the rules need.
 *
 * A case is serialized to JSON for storage and read back. Reading fails on contradictory members.
 * It also fails on unknown members, because a later version may give them a meaning. Only `state`
 * is required. An absent member means that the event did not happen.
 */
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
  offers: Record<string, number[]>;
  latest_offer: string | null;
  selected_upgrades: number[];
  appended_files: number;
  appended_bytes: number;
  closing: Closing | null;
}

/**
 * A case as the lifecycle sees it: its state, and the history that the rules need.
 *
 * A case is serialized to JSON for storage and read back. Reading fails on contradictory members.
 * It also fails on unknown members, because a later version may give them a meaning. Only `state`
 * is required. An absent member means that the event did not happen.
 */
export interface SavedCase {
  state: State;
  is_test?: boolean;
  /** `true` if research has ever started, even if the case is queued again. */
  picked_up?: boolean | null;
  open_interaction?: string | null;
  answered_interactions?: readonly string[];
  last_event?: EventType | null;
  published_digest?: string | null;
  /** The ids of the offered policies, by `offer_id`. */
  offers?: Record<string, readonly number[]>;
  latest_offer?: string | null;
  selected_upgrades?: readonly number[];
  appended_files?: number;
  appended_bytes?: number;
  closing?: Closing | null;
}

/** The way in which a case was closed. */
export type Closing =
  /** The results were delivered. */
  | {
      by: "delivery";
      /** The closing note, verbatim. */
      note?: string;
    }
  /** The case was canceled. */
  | {
      by: "cancellation";
      /** The caller's reason, verbatim (`CQ-reason-verbatim`). */
      reason: string | null;
      /** The reason why the case was eligible. */
      eligibility: CancellationReason;
      /** `true` if `eligibility` was the default of D34, because the context gave none. */
      assumed: boolean;
      /**
       * The locked fee: `0.00` if the cancellation was free, `null` if the context did not give it.
       */
      fee_usd: string | null;
    };

/**
 * An event that a case fired, with the payload members that the trigger provides. Absent members
 * are omitted from JSON.
 */
export interface Fired {
  /** The type of the event. */
  event: EventType;
  /** In `case.action_required`: the input that is needed. */
  message?: string;
  /** In `case.action_required`: the id that a reply refers to. */
  interaction_id?: string;
  /** In `case.files_updated`: the file's label, `other` if the file has none. */
  label?: Label;
  /** In `case.additional_policies_found`: the id of the offer. */
  offer_id?: string;
  /** In `case.additional_policies_found`: the offered policies. */
  upgrade_ids?: number[];
  /**
   * In `case.closed`: after delivery, the closing note or `results_delivered`. After a
   * cancellation, the caller's reason verbatim or `cancelled`.
   */
  reason?: string;
}

/** The effect of a trigger. */
export interface Applied {
  /** The resulting case. A refused trigger does not change it. */
  case: CaseState | null;
  events: EventType[];
  fired: Fired[];
  refused: Refusal | null;
  /** The message for `refused`. */
  message: string | null;
  issues?: undefined;
}

/** The outcome of a trace, which is a list of triggers. */
export interface Replay {
  /** One step for each trigger, in order. */
  steps: {
    /** The state afterwards, or `null` before the case is created. */
    state: State | null;
    /** The events that the trigger fired. */
    events: EventType[];
    /** The reason why the trigger was refused. A refused trigger changes nothing. */
    refused: Refusal | null;
  }[];
  /** The issue if the input has no readable trace. Omitted from JSON if empty. */
  issues?: Issue[];
}

/** A trigger, and its availability in the current state. */
export interface Action {
  /** The trigger. */
  trigger: TriggerType;
  /** The actor that performs the trigger. */
  by: Actor;
  /** The label for a button. */
  label: string;
  /**
   * `true` if the trigger is possible in this state. The trigger's data may still be refused, for
   * example a file with an unknown label.
   */
  allowed: boolean;
  /** The state that the trigger leads to, if it is allowed. */
  to: State | null;
  /** The reason why the trigger is not allowed. */
  reason: Refusal | null;
  /** The message for `reason`. */
  message: string | null;
  /** The specification statements behind the action. */
  requirement_ids: string[];
  /** The decisions behind the action. */
  decisions: string[];
}

/** Every trigger, and its availability. */
export interface Actions {
  actions: Action[];
  issues?: undefined;
}

/** The eligibility of a case for cancellation. */
export interface Cancellation {
  cancellation: {
    /** `true` if the case may be canceled. */
    eligible: boolean;
    /**
     * The fee: `0.00` if the cancellation is free, `null` if no fee applies or the context did not
     * give it.
     */
    fee_usd: string | null;
    /** The reason why the case is eligible or not. */
    reason: CancellationReason;
  };
  /** `true` if the reason is the default, because none was given. */
  assumed: boolean;
  issues?: undefined;
}

/** A row of the table: the effect of a trigger in some states. */
export interface Transition {
  /** The states in which the row applies. The list is empty for a trigger that needs no case. */
  from: State[];
  /** The trigger. */
  trigger: TriggerType;
  /** The actor that performs the trigger. */
  by: Actor;
  /** The conditions that must be met besides the state. */
  conditions: Condition[];
  /** The state afterwards, or `null` if the state does not change. */
  to: State | null;
  /** The event that the transition fires, if any. */
  event: EventType | null;
  /** The circumstances in which the event fires. */
  fires: Firing;
  /** The specification statements behind the row, by id (`docs/requirements.md`). */
  requirement_ids: string[];
  /**
   * The decisions behind the row, for questions that the specification leaves open, by number
   * (`docs/requirements.md`).
   */
  decisions: string[];
}

/** The table of transitions. */
export interface Transitions {
  transitions: Transition[];
}

/** The result of checking a request. */
export interface RequestReport {
  /** The endpoint, or `null` if it was not recognized. */
  endpoint: EndpointId | null;
  /** `true` if neither the request nor its case has an error. Warnings do not count. */
  ok: boolean;
  /** The issues of the request. Each `at` is a path in the input. */
  issues: Issue[];
  /** The description of the endpoint, or `null` if it was not recognized. */
  expects: {
    /** The HTTP method. */
    method: Method;
    /** The path with parameters in braces. */
    path: string;
    /** The type of the body. */
    body: BodyKind;
    /** The names of the query parameters. */
    query: string[];
    /** The names of the body's members or parts. */
    members: string[];
    /** The HTTP status of success, or `null` if it is not published. */
    status: number | null;
    /** The name of the response record, or `null` if it is not published. */
    response: ResponseName | null;
    /** The effect of repeating the request. */
    retry: Retry;
    /** The first day on which a deprecated endpoint is no longer available. */
    sunset: string | null;
  } | null;
  /** The report on the case, if the endpoint creates a case and the request contains one. */
  case?: Report;
}

/** A file of the trace. A trace does not contain the content of files. */
export interface MovedFile {
  /** The name, as it was uploaded. */
  name: string;
  /** The size in bytes, in its original spelling. `null` if the trace does not contain it. */
  size: number | null;
  /** The label in the current API. */
  label: Label;
}

/** The migration of a legacy trace. */
export interface Migration {
  /**
   * The replacement request. `null` if the trace contains no case, or if it is ambiguous which case
   * to migrate.
   */
  request: {
    /** The HTTP method. */
    method: Method;
    /** The path. */
    path: string;
    /** The part `case`, with the original spelling of numbers. */
    case: Record<string, unknown>;
    /** The parts `files`, in the order of the uploads. */
    files: MovedFile[];
    /** The parts `labels`, one for each file. */
    labels: Label[];
  } | null;
  /**
   * Files beyond the limits of one create request. Each is sent to the append endpoint afterwards,
   * in this order.
   */
  append: MovedFile[];
  /** Files that exceed the limits of both endpoints. The losses contain the reasons. */
  unplaced: MovedFile[];
  /**
   * Data that the request does not carry over, and uncertain decisions. Each `at` is a path in the
   * trace.
   */
  losses: Issue[];
  /** The report on the new case, or `null` if there is no request. */
  report: Report | null;
}

/** An error of a receipt. */
export interface ReceiptIssue {
  /** The code. */
  code: Code;
  /** The place: a JSON Pointer, empty for the whole payload. It contains no submitted key. */
  at: string;
}

/** The outcome of a rule, with the classes of the fields that it reads. */
export interface ReceiptRule {
  /** The rule. */
  id: string;
  /** The outcome. */
  outcome: "satisfied" | "violated" | "not_applicable" | "blocked" | "not_checked";
  /** The class of each field that the rule reads. */
  read: Record<string, string>;
}

/**
 * What casegate decided about a payload, and why.
 *
 * A receipt is about the service's own rules: firm rules and severities of the context do not
 * change it. A verifier compares its JSON text byte by byte.
 */
export interface Receipt {
  /** The version of the receipt's JSON form. */
  receipt: 1;
  /** The rulebook behind the decision. */
  rulebook: {
    /** The version of this library. */
    version: string;
    /** A digest of the tables, which changes with them. */
    digest: string;
  };
  /** The SHA-256 digest of `kit/rules.json`, the tables that decide a case. */
  tables: string;
  /** The SHA-256 digest of the payload's bytes. A text has those of its UTF-8. */
  payload: string;
  /** The SHA-256 digest of the settings on which the decision depends. */
  context: string;
  /** The day that counted as today. */
  today: string;
  /** The surface on which the case is submitted. */
  surface: "create" | "legacy";
  /** The kind of token. */
  credential: "user" | "master";
  /** The product, if it is known. */
  product: Product | null;
  /** The errors in catalogue order, up to the context's limit of findings. */
  errors: ReceiptIssue[];
  /** The rules in effect for the product and the surface, in the order of the tables. */
  rules: ReceiptRule[];
}

/** The examination of a context's rules. */
export interface Analysis {
  /** `true` if there are no findings. */
  ok: boolean;
  /** The faults of rules. */
  findings: RuleFinding[];
  /** The rules that a setting of the context turns off. */
  inactive: InactiveRule[];
  /** The fields whose value changes no verdict. */
  unread: UnreadField[];
  /** The questions that remain open. */
  not_examined: NotExamined[];
  /** The extent of the examination. */
  examined: {
    /** The rules, of the rulebook and of the firm. */
    rules: number;
    /** The combinations of values of conditions. */
    combinations: number;
    /** The payloads that were judged. */
    payloads: number;
    /** `true` if no question remains open. */
    is_exhaustive: boolean;
  };
}

/** A fault of rules. */
export interface RuleFinding {
  /** The fault. */
  fault: RuleFault;
  /** The ids of the rules. Each of them is necessary for the fault. */
  rules: string[];
  /** The product of the cases. */
  product: Product;
  /** The pointers of the fields that the rules judge. */
  at: string[];
  /** The values with which the fault occurs. Without any, it occurs in every case. */
  when: ValueAt[];
  /** The smallest payload that was found with the fault; `null` if no payload can show it. */
  witness: Record<string, unknown> | null;
  /** The message in the context's language. */
  message: string;
}

/** A value of a field. */
export interface ValueAt {
  /** The pointer of the field. */
  at: string;
  /** A value of the class; `null` if the field is not set. */
  value: unknown;
}

/** A rule that a setting turns off. */
export interface InactiveRule {
  /** The id of the rule. */
  rule: string;
  /** The setting. */
  setting: string;
}

/** A field whose value changes no verdict. */
export interface UnreadField {
  /** The pointer of the field. */
  at: string;
  /** The reason. */
  reason: UnreadReason;
}

/** An open question about rules. */
export interface NotExamined {
  /** The ids of the rules; none if the question is about all of them together. */
  rules: string[];
  /** The faults that were not excluded. */
  faults: RuleFault[];
  /** The reason. */
  reason: NotExaminedReason;
  /** The pointer of the field that the reason is about. */
  at: string | null;
}

/** The difference between two contexts. */
export interface Difference {
  /** `true` if no accepted payload is refused now. */
  ok: boolean;
  /** The changes of verdicts, then those of errors, then those of warnings. */
  changes: Change[];
  /** Settings that differ, and whose difference no payload showed. */
  unseen: {
    /**
     * The name of the setting, such as `severity.file_empty`; of a firm rule `house` and its id.
     */
    setting: string;
  }[];
  /** The number of payloads that both contexts judged. */
  payloads: number;
  /** The error in the settings to compare with, if they cannot be used. */
  unusable?: string;
}

/** A finding that only one of two contexts has, or that has another severity. */
export interface Change {
  /** The effect on payloads. */
  effect: ChangeEffect;
  /** The code of the finding. */
  code: Code;
  /** The rule, if it is one of the rulebook or of the firm. */
  rule: string | null;
  /** The places, each with the smallest payload that was found. */
  places: Changed[];
  /** What changes, and what to do, in the language of the first context. */
  message: string;
}

/** A place at which a finding changes. */
export interface Changed {
  /** The pointer of the field, without the position in an array. */
  at: string;
  /** A payload that shows the change. */
  witness: Record<string, unknown>;
  /**
   * The payload as a text, if a key occurs twice in it. A JSON reader retains only one of the two
   * from `witness`.
   */
  text?: string;
  /** The message of the finding for this payload. */
  finding: string;
}

/** The fault of a rule, or of several rules together, that an analysis finds. */
export type RuleFault =
  /** No acceptable case meets the conditions. */
  | "never_applies"
  /** The rule applies, and no case violates it. */
  | "never_violated"
  /** Every case that violates the rule has another error as well. */
  | "redundant"
  /** Every case violates the rule. */
  | "always_violated"
  /** Rules require opposite values of one field, under conditions that a case can meet at once. */
  | "conflict"
  /** With these values, no other values make the case acceptable. */
  | "no_repair";

/** The reason why an analysis does not decide about rules. */
export type NotExaminedReason =
  /** The rule is about the files of a case. */
  | "files"
  /**
   * The field is compared with a pattern or with another field, and the examined values may not
   * show everything that its tests can distinguish.
   */
  | "values"
  /** The fields have too many combinations of values. */
  | "combinations"
  /** The bound on the number of judged payloads was reached. */
  | "steps";

/** The reason why the value of a field changes no verdict. */
export type UnreadReason =
  /** The service ignores the value. */
  | "ignored"
  /** The field is deprecated and has no effect. */
  | "deprecated"
  /** Any value of the type is accepted. People read it. */
  | "any_value";

/** The effect of a change of the context on a payload. */
export type ChangeEffect =
  /** A payload that was accepted is refused. */
  | "refused"
  /** A payload that was refused is accepted. */
  | "accepted"
  /** A refused payload has another error. */
  | "error_added"
  /** A refused payload has an error less, and stays refused. */
  | "error_removed"
  /** A payload gets another warning. */
  | "warned"
  /** A payload gets a warning less. */
  | "warning_removed";

/**
 * The data of a policy that may be disclosed before it is bought: its type, its price and ids, but
 * no policy values (`EVT-additional-redacted`).
 *
 * The JSON form is `{"upgrade_id","type","price_usd"}`. An unknown `upgrade_id` is omitted.
 */
export interface Teaser {
  /**
   * The id with which the policy is accepted. The specification does not list it in the event, but
   * the offers endpoint returns it.
   */
  upgrade_id?: number;
  /** The type of policy. */
  type: string | null;
  /** The price, a decimal string. */
  price_usd: string | null;
  [member: string]: unknown;
}

/**
 * An event in one form. Members of the envelope are absent if they did not arrive; those of the
 * payload are `null`. Numbers become digits where a text is expected. Unknown members and unusable
 * values are kept as they arrived, with a note.
 */
export type CaseEvent = {
  event_id?: string | null;
  case_id?: number | null;
  issue_key?: string | null;
  occurred_at?: string | null;
  [member: string]: unknown;
} & (
  | { event: "case.received" }
  | { event: "case.files_updated"; file_id: string | null; label: string | null }
  | { event: "case.in_progress" }
  | { event: "case.action_required"; message: string | null; interaction_id: string | null }
  | { event: "case.additional_policies_found"; offer_id: string | null; teasers: Teaser[] }
  | { event: "case.results_ready"; results_url: string | null }
  | { event: "case.closed"; reason: string | null }
);

/** Results in their documented shape. */
export interface NormalizedResults {
  /** The results, or `Null` if the text is not JSON or exceeds the context's limits. */
  normalized: Results | null;
  /**
   * Changes, and deviations from the documentation. Their paths are valid in the input and the
   * output, because no element moves.
   */
  notes: Issue[];
}

/** The result of reading an event. */
export interface EventReading {
  /** The event in its normal form, or `null` if it is not one of the seven events. */
  event: CaseEvent | null;
  /** The type of the event, or `null` if it is not one of the seven events. */
  type: EventType | null;
  /**
   * Deviations from the specification. They are warnings, unless the text cannot be read at all.
   */
  notes: Issue[];
}

/** The result of redacting an offer. */
export interface Redaction {
  /** The redacted offer, or `null` if the record cannot be read. */
  offer: {
    /** The id of the offer. */
    offer_id: string | null;
    /** One teaser for each found policy. */
    teasers: Teaser[];
  } | null;
  /** Missing or invalid members of the record. */
  notes: Issue[];
}

/** The knowledge of a caller about one case. */
export interface SavedFollower {
  /** The version of the serialized form, 1. */
  format: 1;
  is_test: boolean;
  /** Observations that remain when the facts that showed them are dropped. */
  marks: string[];
  facts: Record<string, unknown>;
  /**
   * For each endpoint, the facts that are older than one of its answers. The value is `true` if
   * such an answer reported a state other than `action_required`.
   */
  older: Record<string, Record<string, boolean>>;
}

/** The result of `follow`. */
export interface Followed {
  /**
   * The follower, which the caller stores until the next facts arrive. `null` if the input cannot
   * be read.
   */
  follower: SavedFollower | null;
  /** The view of the case. */
  view: CaseView | null;
  /** Notes about ignored input and about deviations from the specification. */
  notes: Issue[];
}

/** A GET request that the caller should make. */
export interface Ask {
  /** The endpoint. Its name is that of the fact which takes the answer. */
  endpoint: AskSource;
  /** The HTTP method, `GET`. */
  method: Method;
  /**
   * The path below the service's address, with its query. `null` while the facts do not have one
   * reference of the case: the list of cases has it.
   */
  path: string | null;
  /** The reason for the request. */
  reason: AskReason;
  /** The reason as a message. */
  message: string;
}

/** The view of a case. It is correct if nothing has happened that the facts do not report. */
export interface CaseView {
  /** `true` for a test case, whose state can only be polled. */
  must_poll: boolean;
  /** The case's number. */
  case_id: number | null;
  /** The case's reference. */
  issue_key: string | null;
  /** The state, if the facts allow only one. */
  state: State | null;
  /** The states that the facts allow, in the order of the lifecycle. */
  possible: State[];
  /** The open request for input. */
  open_interaction: {
    /** The id that the reply refers to. */
    interaction_id: string;
    /** The message to the caller. `null` if it is unknown or longer than 8 KB. */
    message: string | null;
  } | null;
  /** Offers of additional policies, by id. */
  offers: {
    /** The id of the item. */
    offer_id: string;
    /** `true` if every upgrade has a known id, so that the offer can be accepted. */
    complete: boolean;
    /** The offered policies. */
    upgrades: {
      /** The id of the upgrade, if it is known. */
      upgrade_id: number | null;
      /** The type of policy. */
      type: string | null;
      /** The price, a decimal string. */
      price_usd: string | null;
      /** `true` if the policy was accepted, which is final. */
      selected: boolean;
    }[];
  }[];
  /** The results. */
  results: {
    /** `true` if the results are known to be available. */
    available: boolean;
    /** The URL of the latest event, if it is known which event is the latest. */
    url: string | null;
    /**
     * The time at which the URL expires, 12 hours after the event fired. If the firing time is
     * unknown, this is the latest possible time: 12 hours after the event was received.
     */
    expires_at: string | null;
    /** `true` if the URL has expired. `null` without `now` or `expires_at`. */
    expired: boolean | null;
    /**
     * The completion time of the fetched results in the service's own format. `null` if the known
     * answers disagree.
     */
    completed_at: string | null;
  };
  /** Files, by id. */
  files: {
    /** The id of the item. */
    file_id: string;
    /** The label. `null` if it is unknown or the facts disagree. */
    label: string | null;
    /** The state of the file's synchronization with the tracker. */
    sync: SyncState | null;
  }[];
  /** The closing of the case, or `null` if the case is not known to be closed. */
  closed: {
    /** The reason. `null` if it is unknown or the facts disagree. */
    reason: string | null;
  } | null;
  /** `true` if the case was canceled, or its cancellation was accepted. */
  cancelled: boolean;
  /** The cancellation block of the newest case detail. */
  cancellation: {
    /** `true` if the case can be canceled. */
    eligible: boolean | null;
    /** The fee, a decimal string. */
    fee_usd: string | null;
    /** The reason why the case is eligible or not. */
    reason: CancellationReason | null;
  } | null;
  /** The requests that the caller should make, each with a reason. */
  ask: Ask[];
  /**
   * The keys of the facts behind this view. Pass them with the answers to requests that are sent
   * from now on.
   */
  basis: string[];
}

/** The state of a case (`ST-list`). */
export type State =
  /** Queued, not yet in active research. */
  | "received"
  /** In active research. */
  | "in_progress"
  /** The caller must supply information or documents. */
  | "action_required"
  /** Results are published. */
  | "results_ready"
  /** Done or canceled; no transition leaves it. */
  | "closed";

/** The type of a webhook event (`EVT-list`). */
export type EventType =
  /** The case was submitted. */
  | "case.received"
  /** A file was appended. */
  | "case.files_updated"
  /** The case entered active research. */
  | "case.in_progress"
  /** Information or documents are needed. */
  | "case.action_required"
  /** Additional policies were located. */
  | "case.additional_policies_found"
  /** Results were published for the first time or again. */
  | "case.results_ready"
  /** The case is completed or canceled. */
  | "case.closed";

/** The label of a file (`EP-create-labels-enum`). */
export type Label =
  /** A police report, crash report or exchange-of-information card. */
  | "incident_report"
  /** A letter of an insurance company. */
  | "insurance_letter"
  /** A driver's licence or another identity document. */
  | "driver_license_or_other_id"
  /** Anything else, and files without a label. */
  | "other";

/** The reason why a case can or cannot be canceled (`CB-reason-enum`). */
export type CancellationReason =
  /** Research has not been dispatched; canceling is free. */
  | "not_yet_dispatched"
  /** Research was dispatched; canceling costs a fee. */
  | "dispatched_fee_applies"
  /** Research is complete. */
  | "research_complete"
  /** The case is closed. */
  | "case_closed"
  /** A cancellation is in progress. */
  | "cancellation_pending"
  /** The case is being processed. */
  | "case_processing";

/** The kind of a `Trigger`. */
export type TriggerType =
  /** A case is submitted. */
  | "create"
  /** Research begins. */
  | "pick_up"
  /** A specialist needs input. */
  | "need_input"
  /** The caller replies. */
  | "respond"
  /** Results are published for the first time or again. */
  | "publish_results"
  /** Additional policies are located. */
  | "find_policies"
  /** The caller accepts offered policies. */
  | "accept_offers"
  /** Delivery is confirmed. */
  | "confirm_delivery"
  /** The caller cancels. */
  | "cancel"
  /** The caller appends a file. */
  | "append_file";

/** The actor that performs a trigger. */
export type Actor =
  /** The law firm, or its software. */
  | "caller"
  /** The service and its staff. */
  | "service";

/**
 * The reason of a refused trigger. The case is unchanged (D31). Programs act on the reason;
 * `message` has a text for people.
 */
export type Refusal =
  /** No case has such a trigger. */
  | "unknown_trigger"
  /** A member of the trigger is missing, empty, or of a wrong type. */
  | "malformed_trigger"
  /** There is no case yet. */
  | "no_case"
  /** The case was created already. */
  | "case_exists"
  /** The case is closed, which is final (`ST-closed-terminal`). */
  | "case_closed"
  /** The trigger has no effect in the state of the case (`ST-no-other-transitions`). */
  | "wrong_state"
  /** A request for input is open, and only one can be open at a time (`ST-one-open-request`). */
  | "request_open"
  /** The `interaction_id` names an earlier request of the case (D46). */
  | "reused_interaction"
  /** The message is longer than 8 KB (`LIM-action-message`). */
  | "message_too_long"
  /** The `interaction_id` is not that of the open request (`RSP-open-interaction`). */
  | "unknown_interaction"
  /** An earlier reply answered the request (`ERR-respond-repeat`). */
  | "already_responded"
  /** The reply has neither visible text nor a file (`RSP-message-or-file`). */
  | "empty_reply"
  /** The `offer_id` names an earlier offer of the case. */
  | "reused_offer"
  /** The offer has no policy. */
  | "empty_offer"
  /** The case has no offer with this `offer_id`. */
  | "unknown_offer"
  /** No policy is selected (D46). */
  | "empty_selection"
  /** A selected policy is not part of the offer (D46). */
  | "unknown_upgrade"
  /** Research is complete, so the case cannot be canceled (D34). */
  | "research_complete"
  /** A cancellation is in progress (D34). */
  | "cancellation_pending"
  /** The case is being processed, so it cannot be canceled now (D34). */
  | "case_processing"
  /** The label of the file is not one of the four (`FA-label-enum`). */
  | "unknown_label"
  /** The file is larger than 25 MB (`FA-file-25MB`). */
  | "file_too_large"
  /** 25 files were appended already (`LIM-append-count`). */
  | "too_many_files"
  /** With this file, the appended files exceed 100 MB (`LIM-append-bytes`). */
  | "files_too_large";

/**
 * A condition that a trigger must meet besides the state. A row's conditions are checked in order.
 */
export type Condition =
  /** The request for input has an id that is not blank. */
  | "interaction_named"
  /** No answered request of the case has the same id. */
  | "interaction_new"
  /** The message is at most 8 × 1024 bytes of UTF-8. */
  | "message_within_limit"
  /** The reply refers to the open request. */
  | "interaction_open"
  /** The reply has visible text or a file. */
  | "reply_says_something"
  /** The offer has an id that is not blank. */
  | "offer_named"
  /** No earlier offer of the case has the same id. */
  | "offer_new"
  /** The offer contains at least one policy. */
  | "offer_not_empty"
  /** The case has an offer with this id. */
  | "offer_known"
  /** At least one policy is selected. */
  | "selection_not_empty"
  /** Every selected policy is part of the offer. */
  | "selection_offered"
  /**
   * At least one policy is selected, and each selected policy is part of the offer and already
   * accepted.
   */
  | "selection_accepted"
  /** The case may be canceled according to the context, or to the default of D34. */
  | "cancellation_eligible"
  /** The case was closed by a cancellation. */
  | "closed_by_cancellation"
  /** The file's label is one of the four known labels, or absent. */
  | "label_known"
  /** The file is at most 25 MB. */
  | "size_within_limit"
  /** The case has fewer than 25 appended files. */
  | "count_within_limit"
  /** The appended files stay within 100 MB. */
  | "total_within_limit";

/** The circumstances in which a transition fires its event. A test case fires none (D33). */
export type Firing =
  /** Always. */
  | "always"
  /** Unless the case fired the same event last (D29). */
  | "unless_repeated"
  /** If the results differ from those published last (D30). */
  | "when_results_differ";

/** An endpoint. */
export type EndpointId =
  /** Lists cases. */
  | "list"
  /** Creates a case and submits it with its files. */
  | "create"
  /** Returns the detail of a case. */
  | "detail"
  /** Returns the results of a case. */
  | "results"
  /** Returns the latest offer of additional policies. */
  | "offers"
  /** Accepts upgrades of an offer. */
  | "accept"
  /** Replies to the open request for information. */
  | "respond"
  /** Appends a file to a case. */
  | "append"
  /** Cancels a case. */
  | "cancel"
  /** Exchanges the master token for a user token. */
  | "login"
  /** Revokes the token of the request. */
  | "logout"
  /** Verifies the authentication. */
  | "ping"
  /** Step 1 of the legacy flow for Policy Existence. */
  | "legacy_create_pe"
  /** Step 1 of the legacy flow for Policy Limit. */
  | "legacy_create_pl"
  /** Step 2 of the legacy flow. */
  | "legacy_upload"
  /** Step 3 of the legacy flow. */
  | "legacy_ready";

/** An HTTP method that an endpoint uses. */
export type Method =
  /** Reads a resource. */
  | "GET"
  /** Submits data. */
  | "POST"
  /** Replaces a resource. */
  | "PUT";

/** The type of a request's body. */
export type BodyKind =
  /** No body. */
  | "none"
  /** A JSON object with the members. */
  | "json"
  /** `multipart/form-data` with the members as parts. */
  | "multipart"
  /** A JSON object with the case fields. */
  | "case_fields"
  /** The members are published, but their encoding is not. This library writes JSON. */
  | "unstated";

/** The effect of repeating a request. */
export type Retry =
  /** A repeat is safe. */
  | "safe"
  /** A repeat is refused. The refusal means that the first request arrived. */
  | "refused"
  /** The specification does not define the effect. */
  | "unpublished";

/** The service's GET endpoints below `/cases/{ref}`, by the names of their `EndpointId`. */
export type AskSource =
  /** The case's state: `GET /cases/{ref}/`. */
  | "detail"
  /** The results: `GET /cases/{ref}/results/`. */
  | "results"
  /** The latest offer: `GET /cases/{ref}/offers/`. */
  | "offers";

/** The reason for a request to the service. */
export type AskReason =
  /** Nothing is known about the state. */
  | "nothing_known"
  /** A test case fires no events. */
  | "test_case"
  /** A reply queues the case until its pick-up, and no fact shows whether it was picked up. */
  | "after_reply"
  /** Several requests for input have no known reply, and no fact shows which was last. */
  | "requests_unordered"
  /** Facts name several states, and no fact shows which is the last. */
  | "order_unknown"
  /** The facts imply an event that has not arrived. */
  | "event_missing"
  /** A cancellation was accepted, and no fact shows that the case is closed. */
  | "cancellation_under_way"
  /** Facts name more than one case. */
  | "several_cases"
  /** There were more facts than a follower retains. */
  | "too_many_facts"
  /** Results exist that were not fetched. */
  | "results_unread"
  /** Results exist that were not fetched, and the address in the event has expired. */
  | "url_expired"
  /** The upgrades of an offer are known without their ids. */
  | "offer_unread"
  /** Facts disagree about an offer. */
  | "offer_unclear";

/** The progress of an appended file towards the tracker (`FAR-tracker_sync_state`). */
export type SyncState =
  /** The tracker does not have the file yet. */
  | "pending"
  /** The tracker has the file. */
  | "synced";

/** The name of an endpoint's response record. */
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

/** A policy that was canceled before. */
export interface CancelledPolicy {
  insurance: string | null;
  limits: string | null;
  policy: string | null;
  note: string | null;
  information: string | null;
  dol: string | null;
  defendant: string | null;
}

/** How a case was canceled. */
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

/** `results_data` of a case that was not canceled, in its documented shape. */
export interface ResultsOf<T extends string, R> {
  case_type: T;
  results: R[];
  additional_policies: AdditionalPolicy<R>[];
  cancelled?: false;
  cancellation?: undefined;
}

/** `results_data` of a canceled case, in its documented shape. */
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

/** Whether a case can be canceled, and at what cost: US dollars with two places. */
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
