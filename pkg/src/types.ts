// Written by "casegate export types"; do not edit.

export type Product = "pl" | "pe";

/** What only the caller knows. The same JSON is the command line's `--host` file. */
export interface Host {
  /** The caller's calendar day, `YYYY-MM-DD`. */
  today: string;
  /** The way the case is submitted; `create` unless set. */
  surface?: "create" | "legacy";
  /** With `surface: "legacy"`: the product of the path. */
  product?: Product;
  /** The kind of token; `user` unless set. */
  credential?: "user" | "master";
  /** The name of the token: the reporter where `cc_emails` names none. */
  token_name?: string;
  /** Whether the account is enrolled with the financing partner; `false` unless set. */
  financing_enrolled?: boolean;
  /** The carriers of rules 4 and 5, which are not published. */
  carriers?: { refused?: readonly Carrier[]; specialty?: readonly Carrier[] };
  /** Words that the service takes besides the published ones. */
  words?: { readonly [list in Exclude<ListId, "case_type">]?: readonly string[] };
  /** Warnings to turn into errors; only `legacy_sunset` may be lowered. */
  severity?: { readonly [code in Code]?: Severity };
  /** 1 MiB of text, 64 levels and 1,000 findings unless set. */
  limits?: { text_bytes?: number; depth?: number; findings?: number };
  /** What a report holds besides the verdict. */
  include?: readonly ("prepared" | "ledger")[];
  /** The language of messages; `en` unless set. */
  language?: "en" | "es";
  /** The firm's own rules, and warnings that it sets aside. */
  house?: House;
}

/** What a house rule asks of a value. */
export type HouseTest =
  | { is: boolean }
  | { equals: string }
  | { one_of: readonly string[] }
  | { starts_with: readonly string[] }
  | { contains: string }
  /** `*` any letters, `?` any one, `#` a digit. */
  | { like: string }
  | { at_most_characters: number }
  | { not_before: string }
  | { not_after: string }
  | { within_days: number }
  | { not_after_today: true }
  | { not: HouseTest };

/** A rule of the firm's own; all `when` are met before any `then` is asked. */
export interface HouseRule {
  id: string;
  title?: string;
  /** For both unless set. */
  product?: Product;
  when?: readonly ({ field: string } & (HouseTest | { set: boolean }))[];
  then: readonly ({ required: string } | { forbidden: string } | ({ field: string } & HouseTest))[];
  message: { en: string; es?: string } | { en?: string; es: string };
  /** `error` unless set. */
  severity?: Severity;
}

/** A warning that is set aside until a day. */
export interface Waiver {
  code: Code;
  /** A place, with what lies below it. */
  at?: string;
  rule?: string;
  reason: string;
  /** The last day. */
  until: string;
}

/** The firm's own rules, which only narrow; see `docs/house-rules.md`. */
export interface House {
  rules?: readonly HouseRule[];
  waivers?: readonly Waiver[];
}

export interface HouseReport {
  /** The rules can be used. */
  ok: boolean;
  issues: Issue[];
  /** The rules in words, where they can be used. */
  rules: Explanation[];
}

/** A warning that a waiver took out of the issues. */
export interface Waived {
  code: Code;
  at: string;
  rule?: string;
  reason: string;
  until: string;
}

export interface Carrier {
  name: string;
  spellings?: readonly string[];
  /** `*` stands for any letters of the name in lower case without spaces: `"acme*"`. */
  patterns?: readonly string[];
}

/** An error is what the service refuses; a warning is what the specification leaves open. */
export type Severity = "error" | "warning";

/** An edit that mends an issue without inventing anything. */
export type Fix =
  | { kind: "remove" }
  | { kind: "uppercase" }
  | { kind: "rename"; to: string }
  | { kind: "wrap_in_array" }
  | { kind: "replace"; value: string };

export interface Issue {
  code: Code;
  severity: Severity;
  /** JSON Pointer of the field at fault, also when it is missing; `""` for the whole payload. */
  at: string;
  /** The same as an array: numbers for array positions, `[]` for the whole payload. */
  path: (string | number)[];
  rule?: string;
  /** The statement of the specification that was broken. */
  atom?: string;
  /** Pointers of the values that made the rule apply. */
  because: string[];
  /** What a message in another language needs; never a submitted value. */
  params: Record<string, string | number | string[] | number[]>;
  message: string;
  fix?: Fix;
}

/** What follows from a payload; `null` where it cannot be known. */
export interface Facts {
  case_type: Product | null;
  test: boolean;
  /** Where the reporting requester's address comes from. */
  reporter: "cc_emails" | "token_name" | "none" | null;
  family: "commercial" | "personal" | "neither" | null;
  refused_carriers: "checked" | "inactive";
  specialty_carriers: "checked" | "inactive";
  /** US dollars with two places. */
  carrier_fee_usd: string | null;
}

export interface LedgerEntry {
  rule: string;
  state: "held" | "broken" | "not_applicable" | "blocked" | "inactive";
  /** For a blocked rule, the field that it waits for. */
  by: string[];
}

export interface Report {
  format: 1;
  rulebook: { version: string; digest: string };
  /** No errors; warnings do not count. */
  ok: boolean;
  issues: Issue[];
  facts: Facts;
  /** Asked for by `include`; `null` for a payload that could not be read. */
  prepared?: Case | null;
  /** Asked for by `include`. */
  ledger?: LedgerEntry[];
  /** With `house.waivers`: what they took out of the issues. */
  waived?: Waived[];
}

export interface PreparedCase {
  /** The payload as it should be sent; `null` when it could not be read. */
  prepared: Case | null;
  omitted: { at: string; reason: "not_set" | "deprecated" | "ignored" | "read_only" | "renamed" | "duplicate" }[];
}

/** An operation of a JSON Patch (RFC 6902). */
export type PatchOperation =
  | { op: "remove"; path: string }
  | { op: "replace"; path: string; value: unknown }
  | { op: "move"; from: string; path: string };

/** Something that only a person can say. */
export interface Question {
  /** The JSON Pointer where the answer goes. */
  at: string;
  path: (string | number)[];
  code: Code;
  rule?: string;
  answer: "text" | "emails" | "date" | "boolean" | "integer" | "state" | "word" | "words" | "one_word" | "record";
  /** Only `true` is accepted: where that is not so, the case cannot be sent like this. */
  must_be: boolean;
  /** The words to choose from. */
  choices?: string[];
  /** The word that may have been meant. */
  suggestion?: string;
  message: string;
  because: string[];
}

/** How to make a payload acceptable. */
export interface Repair {
  /** Whether the patch alone makes it acceptable. */
  ok: boolean;
  patch: PatchOperation[];
  /** An answer may lead to further questions. */
  questions: Question[];
  /** Errors that no edit of the payload can mend. */
  beyond: Issue[];
  /** The payload after the patch. */
  payload: Record<string, unknown> | null;
}

/** An edit of a form. */
export type Edit = { set: string; value: unknown } | { clear: string };

/** What an edit changed. */
export interface Delta {
  /** Whether the payload has no error now, touched or not. */
  ok: boolean;
  /** Findings at touched places that are new, or say something else than before. */
  shown: Issue[];
  /** Findings at touched places that are gone, or say something else now. */
  hidden: { at: string; code: Code; rule?: string }[];
  /** The new states of the fields whose state changed. */
  states: FieldState[];
  /** Answers that were asked for before the edit, and are not any more. */
  stale: { at: string; state: "forbidden" | "irrelevant"; rule?: string; because: string[] }[];
}

/** Steps of a session, at once. */
export interface SessionScript {
  payload?: unknown;
  steps: (Edit | { touch: string } | { what_if: Edit[] })[];
}

/** What each step changed, and what it came to. */
export interface PlayedSession {
  steps: (Delta | { refused: string })[];
  payload: Record<string, unknown> | null;
  report: Report | null;
  issues: Issue[];
}

export interface FieldState {
  at: string;
  path: (string | number)[];
/** `forbidden` and `irrelevant` fields are not asked. */
  state: "required" | "optional" | "forbidden" | "irrelevant";
  rule?: string;
  /** Only `true` is accepted. */
  must_be?: true;
  because: string[];
  /** The fields whose values may change the state. */
  depends_on: string[];
  /** Still to be filled in. */
  needed: boolean;
  choices?: string[];
}

export interface Explanation {
  id: string;
  /** Among the specification's conditional rules. */
  number?: number;
  product?: Product;
  title: string;
  text: string;
  /** How the surface ends that it is for, where that is so. */
  until?: Until;
  /** Pointers of the fields that decide whether it applies. */
  reads: string[];
  /** Pointers of the fields at fault when it is broken. */
  targets: string[];
  atoms: string[];
  decisions: string[];
}

export interface FieldInfo {
  at: string;
  name: string;
  type: "text" | "emails" | "date" | "boolean" | "integer" | "state" | "word" | "words" | "record" | "object";
  products: readonly Product[];
  need: "required" | "optional" | "conditional";
  status?: "deprecated" | "ignored" | "read_only" | "alias";
  label: string;
  hint?: string;
  list?: { readonly pl?: ListId; readonly pe?: ListId };
  /** The version of the service that it came with. */
  since?: string;
  /** How it ends; what has an end is deprecated. */
  until?: Until;
  /** How the old form of the value ends: one string in place of a list of one. */
  string_until?: Until;
}

/** How something that is deprecated ends: in a version, on a day, in a version that is not named, or not announced. */
export type Until = { readonly version: string } | { readonly date: string } | "unnamed" | "unannounced";

/** The words of `fields`, `lists` and `rules` in another language, by the same names. */
export interface FieldWords {
  /** The tag of the language. */
  language: string;
  /** By `FieldInfo.name`. */
  fields: { readonly [name: string]: { readonly label: string; readonly hint?: string } };
  /** Labels of the lists' words. */
  words: { readonly [value: string]: string };
  /** By `RuleInfo.id`. */
  rules: { readonly [id: string]: { readonly title: string; readonly text: string } };
}

export interface WordList {
  /** The service knows more words than these. */
  open: boolean;
  words: readonly { value: string; label: string }[];
}

export interface RuleInfo {
  id: string;
  number?: number;
  title: string;
  text: string;
}

/** What a finding is about; the list is closed. */
export type Code =
  | "not_json"
  | "lone_surrogate"
  | "not_an_object"
  | "too_large"
  | "too_deep"
  | "legacy_sunset"
  | "required"
  | "wrong_type"
  | "unknown_word"
  | "wrong_length"
  | "mixed_families"
  | "not_a_date"
  | "date_too_old"
  | "date_after_today"
  | "forbidden"
  | "must_be_true"
  | "not_a_usdot_number"
  | "unknown_state"
  | "state_not_upper_case"
  | "refused_carrier"
  | "legacy_deprecated"
  | "unlisted_word"
  | "date_on_last_day"
  | "future_date"
  | "null_value"
  | "unknown_field"
  | "other_product"
  | "read_only"
  | "duplicate_key"
  | "deprecated"
  | "ignored"
  | "string_form"
  | "alias"
  | "alias_conflict"
  | "not_an_email"
  | "duplicate_word"
  | "state_case"
  | "unusual_state"
  | "similar_carrier"
  | "financing_not_enrolled"
  | "master_token"
  | "usdot_number_unused"
  | "case_type_disagrees"
  | "findings_capped"
  | "unknown_label"
  | "extension_not_allowed"
  | "file_too_large"
  | "too_many_files"
  | "total_too_large"
  | "blank_label"
  | "label_conflict"
  | "surplus_labels"
  | "unlisted_extension"
  | "file_empty"
  | "file_near_limit"
  | "total_near_limit"
  | "unknown_path"
  | "other_method"
  | "method_case"
  | "prefix_missing"
  | "prefix_open"
  | "slash_missing"
  | "slash_surplus"
  | "endpoint_disagrees"
  | "ref_is_number"
  | "not_authenticated"
  | "other_scheme"
  | "scheme_form"
  | "cookie_ignored"
  | "master_token_refused"
  | "user_token_refused"
  | "json_wanted"
  | "parts_wanted"
  | "two_bodies"
  | "body_format_open"
  | "unused"
  | "repeated_part"
  | "one_file_only"
  | "default_unpublished"
  | "nothing_said"
  | "already_responded"
  | "not_the_open_interaction"
  | "empty_selection"
  | "unknown_offer"
  | "unknown_upgrade"
  | "undeclared_label"
  | "missing_upload"
  | "case_unreadable"
  | "member_missing"
  | "members_added"
  | "list_added"
  | "unexpected_kind"
  | "unexpected_word"
  | "unexpected_form"
  | "unexpected_member"
  | "contradiction"
  | "status_mapped"
  | "beyond_envelope"
  | "included_cleared"
  | "record_unknown"
  | "event_name_missing"
  | "event_unknown"
  | "billing_event"
  | "event_member_missing"
  | "event_member_kind"
  | "message_over_limit"
  | "event_label_unknown"
  | "issue_key_too_early"
  | "unbought_value"
  | "time_not_comparable"
  | "fact_unknown"
  | "fact_incomplete"
  | "follower_unreadable"
  | "test_case_event"
  | "closed_twice"
  | "foreign_step"
  | "other_ticket"
  | "no_create_step"
  | "ticket_unclear"
  | "field_left_out"
  | "label_merged"
  | "label_replaced"
  | "never_uploaded"
  | "never_declared"
  | "uploaded_twice"
  | "never_ready"
  | "house_rule"
  | "house_advice"
  | "house_refused"
  | "waiver_expired"
  | "waiver_raised";

/** The lists of words. */
export type ListId =
  | "case_type"
  | "pl.expedited_request"
  | "pe.expedited_request"
  | "add_on_services"
  | "files_to_upload"
  | "pl.base_product"
  | "pe.base_product"
  | "search_reason"
  | "file_label";

/** PersonalInformation, as it is sent. */
export interface PersonalInformation {
  /** First name. */
  first_name: string;
  /** Last name. */
  last_name: string;
  /** Address. */
  address: string;
  /** Date of birth. */
  date_of_birth?: string;
  /** Middle name. */
  middle_name?: string;
  /** Phone number. */
  phone_number?: string;
  /** Phone extension. */
  phone_extension?: string;
  /** Driver license number. */
  license_number?: string;
  /** Apartment or suite. */
  apt_or_suite_number?: string;
  /** City. */
  city?: string;
  /** ZIP code. */
  postal_or_zip_code?: string;
  /** Driver license state. */
  license_state?: string;
  /** State. */
  state_or_province?: string;
}

/** VehicleInformation, as it is sent. */
export interface VehicleInformation {
  /** Description. */
  description?: string;
  /** Year. */
  vehicle_year?: number;
  /** Make. */
  vehicle_make?: string;
  /** Model. */
  vehicle_model?: string;
  /** VIN. */
  vin?: string;
  /** License plate. */
  license_plate?: string;
}

/** AddressInformation, as it is sent. */
export interface AddressInformation {
  /** Address. */
  address: string;
  /** City. */
  city: string;
  /** State. */
  state_or_province: string;
  /** ZIP code. */
  postal_or_zip_code: string;
  /** Apartment or suite. */
  apt_or_suite_number?: string;
}

/** Fields of both products. */
export interface CommonFields {
  /** Email addresses to copy. */
  cc_emails: string;
  /** Summary. */
  summary?: string;
  /** Plaintiff's name. */
  plaintiff_name: string;
  /** Your case number. */
  office_case_number?: string;
  /** Date of loss. */
  date_of_loss: string;
  /** Is there an incident report? */
  is_incident_report_provided: boolean;
  /** Do you agree to the terms and conditions? */
  is_user_agreeing_to_all_terms_and_conditions?: boolean;
  /** Black card. @deprecated Removed in version 2.0.0. */
  is_black_card?: boolean;
  /** Pay through the financing partner? */
  is_payment_via_financing?: boolean;
  /** Is this a test case? */
  is_test?: boolean;
  /** Rush. */
  expedited_request?: "three_hour_rush_request" | "one_day_rush_request" | "three_day_rush_request" | "five_day_rush_request" | null;
  /** Add-on services. */
  add_on_services?: ("policy_number" | "policy_period" | "property_damage_limits" | "skip_trace" | "um_uim_limits" | "umbrella_policy_limits")[];
  /** Defendant's business name. */
  defendant_business_name?: string;
  /** Defendant. */
  defendant_information?: PersonalInformation;
  /** Vehicle. */
  vehicle_information?: VehicleInformation;
  /** Type of incident. */
  nature_of_the_injury?: string;
  /** More about the crash report. */
  crash_report_additional_info?: string;
  /** Requester's name. */
  requester_name?: string;
  /** Requester's phone number. */
  requester_phone?: string;
  /** Files to upload. @deprecated Read by the legacy endpoints only. Ends on November 11, 2026. */
  files_to_upload?: ("incident_report" | "insurance_letter" | "driver_license_or_other_id" | "other1" | "other2" | "other3" | (string & {}))[];
  /** Address of the incident. */
  crash_address?: string;
  /** City of the incident. */
  crash_city?: string;
  /** ZIP code of the incident. */
  crash_zip?: string;
  /** State of the incident. */
  crash_state?: string;
}

/** A case as it is submitted. */
export interface PolicyLimitCase extends CommonFields {
  case_type: "pl";
  /** Coverage to research. */
  base_product: ("commercial_auto_policy_limits" | "commercial_general_liability_policy_limits" | "international_commercial_policy_limits" | "commercial_other_policy_limits" | "personal_auto_policy_limits" | "personal_homeowner_or_renters_policy_limits" | (string & {}))[];
  /** Insurance company. */
  insurance_company: string;
  /** Insurance company (old name of the field). @deprecated To be removed in a later version, which is not named. */
  insurance_company_name?: string;
  /** Policy number. */
  policy_number?: string;
  /** Claim number. */
  claim_number?: string;
  /** Adjuster's name. */
  adjuster_name?: string;
  /** Adjuster's phone number. */
  adjuster_phone_number?: string;
  /** Adjuster's phone extension. */
  adjuster_phone_extension?: string;
  /** Is the policyholder the defendant? */
  are_policyholder_and_defendant_the_same?: boolean;
  /** Policyholder's name. */
  policyholder_name?: string;
  /** Policyholder's relationship to the defendant. */
  policyholder_relationship?: string;
  /** Driver. */
  commercial_driver_information?: PersonalInformation;
  /** Prediction identifiers. */
  ml_prediction_ids?: Record<string, unknown>;
}

/** A case as it is submitted. */
export interface PolicyExistenceCase extends CommonFields {
  case_type: "pe";
  /** Coverage to research. One string in its place is also taken. It is old, and nothing says that it will be removed. */
  base_product: ["commercial_auto_policy_existence" | "personal_auto_policy_existence" | "personal_homeowners_policy_existence" | (string & {})];
  /** Defendant's name (old field). @deprecated Removed in version 2.0.0. */
  defendant_name?: string;
  /** Is the defendant a transportation company? */
  is_defendant_transportation_company?: boolean;
  /** USDOT number. */
  usdot_number?: string;
  /** Insured property. */
  insured_property_information?: AddressInformation;
  /** Does the defendant own and live in the property? */
  is_defendant_property_owner_and_occupant?: boolean;
  /** Is there insurance to leave out of the search? */
  should_exclude_other_insurance_from_search: boolean;
  /** Insurance to leave out. */
  excluded_insurance_policy_information?: string;
  /** Other properties owned. */
  other_properties_owned?: string;
  /** Vehicles owned. */
  vehicles_owned?: string;
  /** Reasons for the search. */
  search_reason: ("no_insurance_on_report" | "defendant_provided_no_insurance" | "defendant_insurance_unknown" | "insurance_cancelled_pre_dol" | "insurance_denied_coverage" | "insurance_doesnt_cover_incident" | "incorrect_insurance_info_on_report" | "additional_at_fault_party" | "minor_at_fault" | "other_reason" | (string & {}))[];
  /** Other reason. */
  other_search_reason?: string;
}

/** A case of either product. */
export type Case = PolicyLimitCase | PolicyExistenceCase;

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

/** `results_data` in its documented shape. */
export interface ResultsOf<T extends string, R> {
  case_type: T;
  results: R[];
  additional_policies: AdditionalPolicy<R>[];
  cancelled?: boolean;
  cancellation?: ResultsCancellation | null;
}

/** Results of any product. */
export type Results =
  | ResultsOf<"policy_limit_search", PolicyLimitResult>
  | ResultsOf<"policy_existence_search", PolicyExistenceResult>
  | ResultsOf<"unknown", SharedResult>;

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
  attachments?: Attachment[];
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
