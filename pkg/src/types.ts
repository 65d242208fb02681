// Written by "casegate export types"; do not edit.

export type Product = "pl" | "pe";

/** Everything that only the caller knows. The command line reads the same JSON with `--context`. */
export interface Context {
  /** The caller's calendar day, `YYYY-MM-DD`. */
  today: string;
  /** How the case is submitted; `create` by default. */
  surface?: "create" | "legacy";
  /** With `surface: "legacy"`: the product of the path. */
  product?: Product;
  /** The kind of token; `user` by default. */
  credential?: "user" | "master";
  /** The name of the token. It is the reporter if `cc_emails` names none. */
  token_name?: string;
  /** `true` if the account is enrolled with the financing partner; `false` by default. */
  financing_enrolled?: boolean;
  /** The carriers of rules 4 and 5, which are not published. */
  carriers?: { refused?: readonly Carrier[]; specialty?: readonly Carrier[] };
  /** Words that the service accepts in addition to the published ones. */
  words?: { readonly [list in Exclude<ListId, "case_type">]?: readonly string[] };
  /** Warnings to turn into errors. Only `legacy_sunset` can be lowered. */
  severity?: { readonly [code in Code]?: Severity };
  /** By default 1 MiB of text, 64 levels and 1,000 findings. */
  limits?: { text_bytes?: number; depth?: number; findings?: number };
  /** The optional parts of a report. */
  include?: readonly ("prepared" | "trace")[];
  /** The language of messages; `en` by default. */
  language?: Language;
  /** The tolerance in seconds between the times of different clocks; 300 by default. */
  clock_tolerance_seconds?: number;
  /** The firm's own rules, and suppressed warnings. */
  house?: House;
}

/** The settings of operations that do not depend on the day. */
export type Settings = Partial<Context>;

/** A language of messages. */
export type Language = "en" | "es";

/** A range of whole numbers: at least, at most, or between two limits. */
export type HouseRange = { at_least: number } | { at_most: number } | { between: readonly [number, number] };

/** A day of the week. */
export type Weekday = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";

/** The test of a firm rule. */
export type HouseTest =
  | { is: boolean }
  | { equals: string }
  | { one_of: readonly string[] }
  | { starts_with: readonly string[] }
  | { contains: string }
  /** `*` stands for any characters, `?` for one, `#` for a digit. */
  | { like: string }
  /** A regular expression for the whole text. */
  | { matches: string }
  | { at_most_characters: number }
  /** The number, or the number in a text of digits. */
  | HouseRange
  /** The number of entries. */
  | { count: HouseRange }
  | { not_before: string }
  | { not_after: string }
  /** Between two days, both included. */
  | { between: readonly [string, string] }
  | { within_days: number }
  | { not_after_today: true }
  | { weekday: readonly Weekday[] }
  /** A comparison with another field, given by its pointer. */
  | { equals_field: string }
  | { at_least_field: string }
  | { at_most_field: string }
  | { not_before_field: string }
  | { not_after_field: string }
  /** The number of days after the other day; 0 or more without a range. */
  | { days_after: { field: string } | ({ field: string } & HouseRange) }
  | { not: HouseTest };

/** A test of a field, or combined conditions. */
export type HouseCondition =
  | ({ field: string } & (HouseTest | { set: boolean }))
  | { any: readonly HouseCondition[] }
  | { all: readonly HouseCondition[] }
  | { not: HouseCondition };

/** The number of files of a case, with a label or in total; a label alone requires one file. */
export type HouseFiles = { label: string; count?: HouseRange } | { count: HouseRange };

/** A requirement of a rule. */
export type HouseRequirement =
  | { required: string }
  | { forbidden: string }
  /** One of these fields is given. */
  | { one_of: readonly string[] }
  /** Evaluated by `judgeFiles` and `checkRequest`. */
  | { files: HouseFiles }
  | ({ field: string } & HouseTest)
  | { any: readonly HouseCondition[] }
  | { all: readonly HouseCondition[] }
  | { not: HouseCondition };

/** A firm rule. If all conditions of `when` are met, the requirements of `then` apply. */
export interface HouseRule {
  id: string;
  title?: string;
  /** Both by default. */
  product?: Product;
  when?: readonly HouseCondition[];
  then: readonly HouseRequirement[];
  message: { en: string; es?: string } | { en?: string; es: string };
  /** `error` by default. */
  severity?: Severity;
}

/** A warning that is suppressed until a day. */
export interface Waiver {
  code: Code;
  /** A place, including everything below it. */
  at?: string;
  rule?: string;
  reason: string;
  /** The last day. */
  until: string;
}

/** The firm's own rules, which only narrow; see `docs/firm-rules.md`. */
export interface House {
  rules?: readonly HouseRule[];
  waivers?: readonly Waiver[];
}

export interface HouseReport {
  /** `true` if the rules can be used. */
  ok: boolean;
  issues: Issue[];
  /** The descriptions of valid rules. */
  rules: Explanation[];
}

/** A warning that a waiver removed from the issues. */
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
  /** `*` stands for any characters of the name in lower case without spaces: `"acme*"`. */
  patterns?: readonly string[];
}

/**
 * The service refuses errors. Warnings are about matters that the specification leaves open, or
 * that have no effect.
 */
export type Severity = "error" | "warning";

/** An edit that corrects an issue and invents nothing. */
export type Fix =
  | { kind: "remove" }
  | { kind: "uppercase" }
  | { kind: "rename"; to: string }
  | { kind: "wrap_in_array" }
  | { kind: "replace"; value: string };

export interface Issue {
  code: Code;
  severity: Severity;
  /** The JSON Pointer of the field, even if it is missing; `""` for the whole payload. */
  at: string;
  /** The same place as an array, with numbers for array positions; `[]` for the whole payload. */
  path: (string | number)[];
  rule?: string;
  /** The id of the violated statement of the specification. */
  requirement_id?: string;
  /** Pointers of the values that made the rule apply. */
  because: string[];
  /** The parameters of the message, for translations; never a submitted value. */
  params: Record<string, string | number | string[] | number[]>;
  message: string;
  fix?: Fix;
}

/** Facts that follow from a payload; `null` if they cannot be known. */
export interface Facts {
  case_type: Product | null;
  test: boolean;
  /** The source of the reporting requester's address. */
  reporter: "cc_emails" | "token_name" | "none" | null;
  family: "commercial" | "personal" | "neither" | null;
  refused_carriers: "checked" | "not_checked";
  specialty_carriers: "checked" | "not_checked";
  /**
   * `null` if no list was checked or no company is named. `possible` means that the company only
   * resembles one of the list.
   */
  carrier_fee: "none" | "applies" | "possible" | null;
  /** The fee that applies, in US dollars with two places; `null` if a fee is only possible. */
  carrier_fee_usd: string | null;
}

export interface RuleResult {
  rule: string;
  /**
   * `not_checked` means that the context has no list to check against, or that the rule requires
   * files, which a case alone does not show.
   */
  state: "satisfied" | "violated" | "not_applicable" | "blocked" | "not_checked";
  /** The field that a blocked rule waits for. */
  by: string[];
}

export interface Report {
  format: 1;
  rulebook: { version: string; digest: string };
  /** `true` if no issue is an error. */
  ok: boolean;
  /**
   * In catalogue order. Beyond `limits.findings`: the errors in this order, then warnings up to the
   * limit, and finally `findings_capped`.
   */
  issues: Issue[];
  facts: Facts;
  /** Present if `include` has it; `null` for a payload that could not be read. */
  prepared?: Case | null;
  /** Present if `include` has it. */
  trace?: RuleResult[];
  /** Present with `house.waivers`: the findings that they removed from the issues. */
  waived?: Waived[];
}

export interface PreparedCase {
  /** The payload as it should be sent; `null` if it could not be read. */
  prepared: Case | null;
  omitted: { at: string; reason: "not_set" | "deprecated" | "ignored" | "read_only" | "renamed" | "duplicate" }[];
}

/** An operation of a JSON Patch (RFC 6902). */
export type PatchOperation =
  | { op: "remove"; path: string }
  | { op: "replace"; path: string; value: unknown }
  | { op: "move"; from: string; path: string };

/** A question that only a person can answer. */
export interface Question {
  /** The JSON Pointer of the answer's place. */
  at: string;
  path: (string | number)[];
  code: Code;
  rule?: string;
  answer: "text" | "emails" | "date" | "boolean" | "integer" | "state" | "word" | "words" | "one_word" | "record";
  /** `true` if only `true` is accepted. Otherwise the case cannot be sent like this. */
  must_be_true: boolean;
  /** The choices. */
  choices?: string[];
  /** The word that may have been meant. */
  suggestion?: string;
  message: string;
  because: string[];
}

/** The repair of a payload. */
export interface Repair {
  /** `true` if the patch alone makes the payload acceptable. */
  ok: boolean;
  patch: PatchOperation[];
  /** An answer may lead to further questions. */
  questions: Question[];
  /** Errors that no edit of the payload can correct. */
  beyond: Issue[];
  /** The payload after the patch. */
  payload: Record<string, unknown> | null;
}

/** An edit of a form. */
export type Edit = { set: string; value: unknown } | { clear: string };

/** The effects of an edit. */
export interface Delta {
  /** `true` if the payload has no error now, at touched or other places. */
  ok: boolean;
  /** Findings at touched places that are new or have changed. */
  shown: Issue[];
  /**
   * Findings at touched places that are gone or have changed. Findings with one code at one place
   * change together; the remaining ones are shown again.
   */
  hidden: { at: string; code: Code; rule?: string }[];
  /** The new states of the fields whose state changed. */
  states: FieldState[];
  /** Answers that were asked for before the edit, and are no longer. */
  stale: { at: string; state: "forbidden" | "irrelevant"; rule?: string; because: string[] }[];
}

/** The steps of a session, in one call. */
export interface SessionScript {
  payload?: unknown;
  steps: (Edit | { touch: string } | { what_if: Edit[] })[];
}

/** The effects of each step, and the final state. */
export interface PlayedSession {
  steps: (Delta | { refused: string })[];
  payload: Record<string, unknown> | null;
  report: Report | null;
  issues: Issue[];
}

export interface FieldState {
  at: string;
  path: (string | number)[];
/**
 * `forbidden` and `irrelevant` fields are not asked; an `irrelevant` one causes a warning if it is
 * given.
 */
  state: "required" | "optional" | "forbidden" | "irrelevant";
  /**
   * The field is optional, and no rule asks for it now; a form may show it after the others. A
   * member has the value of its record.
   */
  unprompted?: true;
  rule?: string;
  /** Only `true` is accepted. */
  must_be_true?: true;
  because: string[];
  /** The fields whose values may change the state. */
  depends_on: string[];
  /** `true` if the field still has to be filled in. */
  needed: boolean;
  /**
   * The fields of which one must be given, including this one; each is needed until one is given.
   */
  one_of?: string[];
  choices?: string[];
}

export interface Explanation {
  id: string;
  /** The number among the specification's conditional rules. */
  number?: number;
  product?: Product;
  title: string;
  text: string;
  /** For a firm rule: a sentence for each condition. */
  conditions?: string[];
  /** For a firm rule: a sentence for each requirement. */
  requirements?: string[];
  /** The end of the rule's surface, if it has one. */
  until?: Until;
  /** Pointers of the fields that decide if the rule applies. */
  reads: string[];
  /** Pointers of the fields of its findings. */
  targets: string[];
  requirement_ids: string[];
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
  /** The version of the service that introduced it. */
  since?: string;
  /** The end of something deprecated. */
  until?: Until;
  /** The end of the old form of the value: one string instead of a list of one. */
  string_until?: Until;
}

/**
 * The end of something deprecated: in a version, on a day, in an unnamed version, or not announced.
 */
export type Until = { readonly version: string } | { readonly date: string } | "unnamed" | "unannounced";

/** The texts of `fields`, `lists` and `rules` in another language, by the same names. */
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

/** Files before they are sent. The content is not looked at. */
export interface FileRequest {
  /** Where they are sent, in this order; `create` unless set. */
  endpoint?: FileEndpoint;
  files: readonly FileToSend[];
  /** The parts `labels` of a create request: the first belongs to the first file. A file's own label goes before. */
  labels?: readonly (string | null)[];
  /** What was appended to the case before; for `append` only. */
  sent?: readonly FileToSend[] | { count: number; bytes: number };
  /** The case that `create` sends them with: only the firm's own rules on files depend on it. */
  case?: object | null;
}

export interface FileToSend {
  /** Its name, also with folders before it. */
  name: string;
  /** In bytes. */
  size: number;
  /** One of `lists.file_label`; without one it counts as `other`. */
  label?: string | null;
}

export interface FileVerdicts {
  /** One for each file, in order. */
  files: FileVerdict[];
  /** The bytes of the accepted files together, without those sent before. */
  accepted_bytes: number;
  /** No file is rejected, and no issue is an error. */
  ok: boolean;
  /** What concerns no single file. */
  issues: Issue[];
}

/** A rejected file never keeps a case from being created. */
export interface FileVerdict {
  status: FileStatus;
  /** Of the first error. */
  error_code: FileErrorCode | null;
  /** The name that the service keeps; `null` where none can be read. */
  filename: string | null;
  /** The label that counts. */
  label: string | null;
  /** The words of the first error. */
  error: string | null;
  /** `null` for an accepted file, and for one that the case has no room for. */
  retry: FileRetry | null;
  issues: Issue[];
}

/** How a rejected file gets to the case after all. */
export interface FileRetry {
  through: FileEndpoint;
  /** What must change before; empty where it can be sent as it is. */
  change: FileChange[];
}

/** What an endpoint takes. An MB may be counted as 10^6 or as 2^20 bytes; `judgeFiles` tells where that matters. */
export interface FileLimits {
  files: number;
  file_megabytes: number;
  total_megabytes: number;
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
  | "possible_carrier_fee"
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
  | "one_case_only"
  | "case_as_file"
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
  | "too_many_records"
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
  | "moved_to_append"
  | "never_ready"
  | "house_rule"
  | "house_advice"
  | "house_refused"
  | "waiver_expired"
  | "waiver_raised"
  | "house_hint";

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

/** Where files are sent: with the case, or to one that is there. */
export type FileEndpoint =
  | "create"
  | "append";

/** Whether the service takes a file. */
export type FileStatus =
  | "accepted"
  | "rejected";

/** Why a file is rejected. */
export type FileErrorCode =
  | "file_too_large"
  | "extension_not_allowed"
  | "unknown_label"
  | "internal_error";

/** What must change before a file is sent again. */
export type FileChange =
  | "known_label"
  | "other_extension"
  | "smaller_file"
  | "file_with_content"
  | "repaired_entry";

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
  /** Insurance company (old name of the field). @deprecated Use `insurance_company`. To be removed in a later version, which is not named. */
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
  /** Defendant's name (old field). @deprecated Use `defendant_information.first_name` and `defendant_information.last_name`. Removed in version 2.0.0. */
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
