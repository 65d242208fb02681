// Written by "casegate export types"; do not edit.

/** One of the two products. */
export type Product =
  /** Policy Limit: the insurer and the policy or claim are known. */
  | "pl"
  /** Policy Existence: research whether there is coverage. */
  | "pe";

/** What the rulebook cannot know from a payload: the day, the token, carriers, a firm's rules. */
export interface Context {
  /** The caller's calendar day, YYYY-MM-DD. Operations that judge a case need it. */
  today: Today;
  /**
   * The day or the version of the service whose rulebook counts; that of `today` unless set. Ages
   * of dates are counted to `today`.
   */
  as_of?: string;
  /** The way cases are submitted; `create` unless set. */
  surface?: "create" | "legacy";
  /** The product of the path. Only the surface `legacy` uses it. */
  product?: "pl" | "pe";
  /** The kind of token that cases are sent with; `user` unless set. */
  credential?: "user" | "master";
  /** The name of the token: the reporter if `cc_emails` names none. */
  token_name?: string;
  /** The account is enrolled with the financing partner; `false` unless set. */
  financing_enrolled?: boolean;
  /** The service does not publish its lists. */
  carriers?: { refused?: readonly Carrier[]; specialty?: readonly Carrier[] };
  /** Words that the service takes besides the published ones, by list. */
  words?: {
    "pl.expedited_request"?: readonly string[];
    "pe.expedited_request"?: readonly string[];
    add_on_services?: readonly string[];
    files_to_upload?: readonly string[];
    "pl.base_product"?: readonly string[];
    "pe.base_product"?: readonly string[];
    search_reason?: readonly string[];
    file_label?: readonly string[];
  };
  /** Warnings that count as errors, by code. Only `legacy_sunset` can become a warning. */
  severity?: { readonly [key in Code]?: Severity };
  /** Larger payloads are refused unread. */
  limits?: {
    /** Bytes of a payload; 1048576 unless set. */
    text_bytes?: number;
    /** Levels of objects and arrays; 64 unless set. */
    depth?: number;
    /** Findings of a report; 1000 unless set. */
    findings?: number;
  };
  /**
   * Parts of a report besides the verdict: the payload as it should be sent, and the result of each
   * rule.
   */
  include?: readonly ("prepared" | "trace")[];
  /** The language of messages; `en` unless set. */
  language?: "en" | "es";
  /**
   * The readers of messages: people who fill in a form, or people who write programs. The verdict
   * does not depend on it.
   */
  audience?: "developer" | "form";
  /**
   * Times of different clocks order facts about a case only beyond this distance; 300 unless set.
   */
  clock_tolerance_seconds?: number;
  /** The firm's own rules, which only narrow, and its waivers. */
  house?: House;
}

/** A range of whole numbers. */
export type HouseRange =
  | { at_least: number }
  | { at_most: number }
  | { between: readonly [number, number] };

/** A day of the week. */
export type Weekday =
  | "monday"
  | "tuesday"
  | "wednesday"
  | "thursday"
  | "friday"
  | "saturday"
  | "sunday";

/** A test of a field. */
export type HouseTest =
  /** The answer is this one. */
  | { is: boolean }
  /** The value is this one. */
  | { equals: string }
  /** The value is one of these. */
  | { one_of: readonly string[] }
  /** The value starts with one of these. */
  | { starts_with: readonly string[] }
  /** One of the entries is this one. */
  | { contains: string }
  /** The whole text fits: `*` is any characters, `?` any one, `#` a digit. */
  | { like: string }
  /** The whole text fits the regular expression. */
  | { matches: string }
  /** The text has no more characters. */
  | { at_most_characters: number }
  /** The number is in the range. */
  | { at_least: number }
  /** The number is in the range. */
  | { at_most: number }
  | { between: readonly [number, number] | readonly [string, string] }
  /** This number of entries is given. */
  | { count: HouseRange }
  /** The day is this one or later. */
  | { not_before: string }
  /** The day is this one or earlier. */
  | { not_after: string }
  /** The day is today, or at most this number of days ago. */
  | { within_days: number }
  /** The day is today or earlier. */
  | { not_after_today: true }
  /** The day is one of these days of the week. */
  | { weekday: readonly Weekday[] }
  /** The other field has the same value. */
  | { equals_field: string }
  /** The number is at least that of the other field. */
  | { at_least_field: string }
  /** The number is at most that of the other field. */
  | { at_most_field: string }
  /** The day is not before that of the other field. */
  | { not_before_field: string }
  /** The day is not after that of the other field. */
  | { not_after_field: string }
  /** The day is this number of days after that of the other field. */
  | {
      days_after: { field: string; at_least?: number; at_most?: number; between?: readonly [number, number] };
    }
  /** The value is given and does not pass. */
  | { not: HouseTest };

/** A test of a field, or combined conditions. */
export type HouseCondition =
  | { field: string } & (HouseTest | { set: boolean })
  /** One of these conditions is met. */
  | { any: readonly HouseCondition[] }
  /** Each of these conditions is met. */
  | { all: readonly HouseCondition[] }
  /** This condition is not met. */
  | { not: HouseCondition };

/** The number of files that are sent with a case. */
export interface HouseFiles {
  /** The label of the files that count; all files unless set. */
  label?: string;
  /** How many files are sent; at least one unless set. */
  count?: HouseRange;
}

/** A requirement of a rule. */
export type HouseRequirement =
  | { field: string } & HouseTest
  /** The field is given; a record's member, where the record is. */
  | { required: string }
  /** The field is not given. */
  | { forbidden: string }
  /** One of these fields is given. */
  | { one_of: readonly string[] }
  /** This number of files is sent with the case. */
  | { files: HouseFiles }
  /** One of these conditions is met. */
  | { any: readonly HouseCondition[] }
  /** Each of these conditions is met. */
  | { all: readonly HouseCondition[] }
  /** This condition is not met. */
  | { not: HouseCondition };

/** A firm rule. */
export interface HouseRule {
  /** Small letters, digits, `.`, `-`, `_`; unlike the id of any other rule. */
  id: string;
  /** A few words for a list of rules; the id unless set. */
  title?: string;
  /** The product that the rule is for; both unless set. */
  product?: "pl" | "pe";
  /** Conditions, all of which must be met; the rule always applies without them. */
  when?: readonly HouseCondition[];
  /** What must hold. Each requirement is judged by itself. */
  then: readonly HouseRequirement[];
  /** The firm's words, in one language or both. */
  message: { en?: string; es?: string };
  /** An error, unless set, refuses the case. A warning advises. */
  severity?: "error" | "warning";
}

/** A warning that is suppressed until a day. */
export interface Waiver {
  /** The code of the warning. */
  code: Code;
  /** A JSON Pointer: this place and what lies below it. */
  at?: string;
  /** The rule that found it. */
  rule?: string;
  /** Why the firm sets the warning aside. */
  reason: string;
  /** The last day on which it does. */
  until: string;
}

/** The firm's own rules, which only narrow, and its waivers. */
export interface House {
  /** All rules apply, in this order. */
  rules?: readonly HouseRule[];
  /** Warnings that the firm sets aside. */
  waivers?: readonly Waiver[];
}

/** A carrier of a list. */
export interface Carrier {
  /** The carrier's name. */
  name: string;
  /** Other names of the carrier. */
  spellings?: readonly string[];
  /** `*` stands for any letters of the name in lower case without spaces, such as `acme*`. */
  patterns?: readonly string[];
}

/** The language of messages. */
export type Language =
  /** English, `en`. */
  | "en"
  /** Spanish, `es`. */
  | "es";

/** The errors of firm rules and waivers. */
export interface HouseReport {
  /** `true` if no issue is an error, so that the rules can be used. */
  ok: boolean;
  /**
   * The errors at their places in the rules: first those of reading, then those of the comparison.
   */
  issues: Issue[];
  /** The descriptions of valid rules. */
  rules: Explanation[];
}

/** A warning that a waiver removed from a report's issues. */
export interface Waived {
  /** The code of the finding. */
  readonly code: Code;
  /** The place: a JSON Pointer. */
  readonly at: string;
  /** The rule of the finding, if there is one. */
  readonly rule?: string;
  /** The firm's reason. */
  readonly reason: string;
  /** The last day of the waiver. */
  readonly until: string;
}

/** The severity of a finding. */
export type Severity =
  /** The service refuses the request. */
  | "error"
  /** The request may be sent: the specification leaves the matter open, or it has no effect. */
  | "warning";

/** An edit that corrects an issue. An issue has a fix only if it invents nothing. */
export type Fix =
  /** Remove the value. */
  | { readonly kind: "remove" }
  /** Convert the text to upper case. */
  | { readonly kind: "uppercase" }
  /**
   * Write the same value in the form of the field, such as `2026-03-15` for `March 15, 2026` (D56).
   * The case of `case_from_form` has the new value, and the patch of `repair_case` unless the value
   * has another error then, so that no report repeats what was submitted.
   */
  | { readonly kind: "rewrite" }
  /** Move the value to another field. */
  | {
      readonly kind: "rename";
      /** The pointer of that field. */
      readonly to: string;
    }
  /** Wrap the value in an array of one element. */
  | { readonly kind: "wrap_in_array" }
  /** Replace the value by a known word. */
  | {
      readonly kind: "replace";
      /** The word. */
      readonly value: string;
    };

/** One finding. */
export interface Issue {
  /** The code for programs. */
  readonly code: Code;
  /** The severity. */
  readonly severity: Severity;
  /**
   * The place: a JSON Pointer (RFC 6901), empty for the whole payload. A missing field has its own
   * place (D10).
   */
  readonly at: Pointer;
  /** The same place as a list of keys and positions. */
  readonly path: readonly (string | number)[];
  /** The violated rule, if it is one of `rules` or a firm rule. */
  readonly rule?: AnyRuleId;
  /**
   * The id of the violated statement of the specification. `docs/requirements.md` lists the ids
   * with their meaning, and `casegate explain` prints it.
   */
  readonly requirement_id?: string;
  /** Pointers of the values that made the rule apply. */
  readonly because: readonly string[];
  /** The parameters of the message, for translations. */
  readonly params: Readonly<Record<string, number | string | readonly string[] | readonly number[]>>;
  /** The message in the context's language: what is wrong, why, and what to do. */
  readonly message: string;
  /** An edit that corrects the issue. */
  readonly fix?: Fix;
}

/** The facts about a payload. A fact is `null` if it cannot be known. */
export interface Facts {
  /** The product that was judged. */
  readonly case_type: Product | null;
  /** `true` for a test case. */
  readonly test: boolean;
  /** The reporting requester (D13). */
  readonly reporter: "cc_emails" | "token_name" | "none" | null;
  /** The family of coverage (D15). */
  readonly family: "commercial" | "personal" | "neither" | null;
  /** Whether the context gave a list of refused carriers (D19). */
  readonly refused_carriers: "checked" | "not_checked";
  /** Whether the context gave a list of specialty carriers (D19). */
  readonly specialty_carriers: "checked" | "not_checked";
  /**
   * The fee for specialty carriers (rule 5, D50). `null` if no list was checked or no company is
   * named.
   */
  readonly carrier_fee: "none" | "applies" | "possible" | null;
  /** The fee that applies, in US dollars with two places. `null` if a fee is only possible. */
  readonly carrier_fee_usd: string | null;
}

/** The outcome of a rule. */
export interface RuleResult {
  /** The rule. */
  readonly rule: string;
  /** The outcome. */
  readonly state: "satisfied" | "violated" | "not_applicable" | "blocked" | "not_checked";
  /** The pointer of the field that a blocked rule waits for. */
  readonly by: readonly string[];
}

/** The report on a payload. */
export interface ReportParts {
  /** The version of the report's JSON form. */
  readonly format: 1;
  /** The rulebook behind the verdict. */
  readonly rulebook: {
    /** The version of this library. */
    readonly version: string;
    /** A digest of the tables, which changes with them. */
    readonly digest: string;
  };
  /** `true` if no issue is an error. */
  readonly ok: boolean;
  /**
   * The findings in catalogue order. If there are more than the context's limit: the errors in this
   * order, then warnings up to the limit, and finally `findings_capped`.
   */
  readonly issues: readonly Issue[];
  /** Facts that follow from the payload. */
  readonly facts: Facts;
  /**
   * The payload as it should be sent, if the context includes it; `null` if it could not be read.
   */
  readonly prepared?: Case | null;
  /** The outcome of each rule, if the context includes it. */
  readonly trace?: readonly RuleResult[];
  /** Warnings that waivers removed from the issues, if the context has waivers. */
  readonly waived?: readonly Waived[];
}

/** A prepared payload. */
export interface PreparedCase {
  /** The payload; `null` if it could not be read. */
  prepared: Case | null;
  /** The values that were omitted or moved. */
  omitted: {
    /** Its JSON Pointer. */
    at: string;
    /** The reason. */
    reason: "not_set" | "deprecated" | "ignored" | "removed" | "read_only" | "renamed" | "duplicate";
  }[];
}

/** An operation of a JSON Patch. */
export type PatchOperation =
  /** Removes a value. */
  | {
      op: "remove";
      /** The pointer of the value. */
      path: string;
    }
  /** Replaces a value. */
  | {
      op: "replace";
      /** The pointer. */
      path: string;
      /** The value. */
      value: unknown;
    }
  /** Moves a value to another name. */
  | {
      op: "move";
      /** The old pointer. */
      from: string;
      /** The new pointer. */
      path: string;
    };

/** A question that only a person can answer. */
export interface Question {
  /** The place of the answer. */
  at: string;
  /** The same as a list of keys and positions. */
  path: (string | number)[];
  /** The code of the finding. */
  code: Code;
  /** The rule behind the question, if there is one. */
  rule?: string;
  /** The kind of answer. */
  answer: "text" | "emails" | "date" | "boolean" | "integer" | "state" | "word" | "words" | "one_word" | "record";
  /** `true` if only `true` is accepted. Otherwise the case cannot be sent like this. */
  must_be_true: boolean;
  /** The choices, if there is a list. */
  choices?: string[];
  /** The word of the list that may have been meant. */
  suggestion?: string;
  /** The question for people. */
  message: string;
  /** Pointers of the values that made the rule apply. */
  because: string[];
}

/** The repair of a payload. */
export interface Repair {
  /** `true` if the patch alone makes the payload acceptable. */
  ok: boolean;
  /** The edits in order, as a JSON Patch (RFC 6902). */
  patch: PatchOperation[];
  /** Questions to a person, in the order of the report. An answer may lead to further questions. */
  questions: Question[];
  /** Errors that no edit of the payload can correct. */
  beyond: Issue[];
  /** The payload after the patch; `null` if it could not be read. */
  payload: Record<string, unknown> | null;
}

/** An edit of a form, at the JSON Pointer of a field or of a record's member. */
export type Edit =
  /** Sets a value. */
  | {
      /** The pointer. */
      set: string;
      /** The value. In Rust it is JSON text. */
      value: unknown;
    }
  /** Clears the value. */
  | {
      /** The pointer. */
      clear: string;
    };

/** The effects of an edit. */
export interface Delta {
  /** `true` if the payload has no error now, at touched or other places. */
  ok: boolean;
  /** Findings at touched places that are new or have changed. */
  shown: Issue[];
  /** Findings at touched places that are gone or have changed. */
  hidden: {
    /** The place of the finding. */
    at: string;
    /** The code of the finding. */
    code: Code;
    /** The violated rule, if there is one. */
    rule?: string;
  }[];
  /** The new states of the fields whose state changed. */
  states: FieldState[];
  /**
   * Answers whose field was required or optional before the edit, and is forbidden or irrelevant
   * now. A form offers to remove them.
   */
  stale: {
    /** The field of the answer. */
    at: string;
    /** The new state of the field: forbidden or irrelevant. */
    state: "forbidden" | "irrelevant";
    /** The rule that forbids the field, if there is one. */
    rule?: string;
    /** Pointers of the values behind the decision. */
    because: string[];
  }[];
}

/** The answers to a script. */
export interface PlayedSession {
  steps: (Delta | {
    /** The reason why the step is impossible. */
    refused: string;
  })[];
  /** The payload after the last step; `null` if the session could not start. */
  payload: Record<string, unknown> | null;
  report: Report | null;
  /** The reasons why the script could not be read. */
  issues: Issue[];
}

/** The state of one field. */
export interface FieldState {
  /** The JSON Pointer. */
  at: FieldPath;
  /** The same as a list of keys. */
  path: (string | number)[];
  /** What a form does with the field. */
  state: "required" | "optional" | "forbidden" | "irrelevant";
  /** The rule that decides the state, if there is one. */
  rule?: AnyRuleId;
  /** `true` if the field is optional and no rule asks for it now. A form hides it. */
  unprompted?: true;
  /** Only `true` is accepted. */
  must_be_true?: true;
  /** Pointers of the values that made the rule apply. */
  because: string[];
  /**
   * Pointers of the fields, besides `case_type`, that rules read to decide the state. A member
   * includes those of its record.
   */
  depends_on: string[];
  /** `true` if the field still has to be filled in. */
  needed: boolean;
  /**
   * Pointers of the fields of which a firm rule requires one, including this field. Until one is
   * given, each is required and needed.
   */
  one_of?: string[];
  /**
   * The choices of fields with a word list, including additional words of the context, and of state
   * codes. Territories, which cause a warning, are not among the codes.
   */
  choices?: string[];
}

/** The description of a rule. */
export interface Explanation {
  /** The id of the rule. */
  id: string;
  /** The number among the specification's conditional rules, if it is one of them. */
  number?: number;
  /** The product that the rule applies to; absent for both. */
  product?: Product;
  /** A short statement of what holds if the rule is satisfied. */
  title: string;
  /** The full description. */
  text: string;
  /** For a firm rule, a sentence for each condition. */
  conditions?: string[];
  /** For a firm rule, a sentence for each requirement. */
  requirements?: string[];
  /** The end of the rule's surface, if it has one. */
  until?: Moment;
  /** Pointers of the fields that decide if the rule applies. */
  reads: string[];
  /** Pointers of the fields of its findings. */
  targets: string[];
  /** The statements of the specification that the rule encodes, by id (`docs/requirements.md`). */
  requirement_ids: string[];
  /**
   * The decisions that settle what the specification leaves open, by number
   * (`docs/requirements.md`).
   */
  decisions: string[];
}

/** A field, or a member of a record, for forms. */
export interface FieldInfo {
  /** The JSON Pointer. */
  at: FieldPath;
  name: string;
  type: "text" | "emails" | "date" | "boolean" | "integer" | "state" | "word" | "words" | "record" | "object";
  products: readonly Product[];
  need: "required" | "optional" | "conditional";
  status?: "deprecated" | "ignored" | "read_only" | "alias";
  label: string;
  hint?: string;
  /** The end was announced. */
  announced?: Moment;
  /** Use causes a warning from here on. Without it, use causes a warning since the announcement. */
  warns_from?: Moment;
  /** Use is refused from here on. */
  refuses_from?: Moment;
  /** The row no longer exists. */
  until?: Moment;
  /** The end of the old form of the value, one string instead of a list of one. */
  string_until?: Moment;
  list?: { pl?: ListId; pe?: ListId };
}

/** A day, a version, or the part of either that the specification gives. */
export type Moment =
  /** This version of the service. */
  | { version: string }
  /** This day. */
  | { date: string }
  /** A later version, which is not named. */
  | "unnamed"
  /** It is to come, and neither day nor version is announced. */
  | "unannounced";

/** The files of one create request, or files for an existing case. */
export interface FileRequest {
  /** The endpoint. */
  endpoint?: FileEndpoint;
  /** The files, in the order of sending. */
  files: readonly FileToSend[];
  /**
   * The parts `labels` of a create request: the first belongs to the first file. A file's own label
   * takes precedence.
   */
  labels?: readonly (string | null)[];
  /** The files that were appended to the case before; ignored for create. */
  sent?: readonly FileToSend[] | { count: number; bytes: number };
  /** The case of the create request. Only firm rules on files depend on it. */
  case?: object | null;
}

/**
 * The properties of a file that its verdict depends on. Its content causes warnings at most (D57).
 */
export interface FileToSend {
  /** The name, which may include folders. */
  name: string;
  /** The size in bytes. */
  size: number;
  /** The label; `null` and blank count as `other`. */
  label?: string | null;
  /**
   * The first `EDGE_BYTES` bytes, or the whole file if it is shorter; base64 in JSON. Without them
   * the content is not examined.
   */
  head?: string | null;
  /**
   * The last `EDGE_BYTES` bytes, which a file that `head` contains as a whole does not need; base64
   * in JSON.
   */
  tail?: string | null;
}

/** The verdict on each file, and the findings about no single file. */
export interface FileVerdicts {
  /** The verdicts, in the order of the files. */
  files: FileVerdict[];
  /** The total size of the accepted files in bytes, without those sent before. */
  accepted_bytes: number;
  /** `true` if no file is rejected and no issue is an error. */
  ok: boolean;
  /** Findings about no single file: surplus labels, unreadable input, firm rules on files. */
  issues: Issue[];
}

/** The verdict on one file. Its first members are those of the service's attachment result. */
export interface FileVerdict {
  /** Whether the service accepts the file. */
  status: FileStatus;
  /** The code of the first error. */
  error_code: FileErrorCode | null;
  /** The sanitized name; `null` if the input has no readable name. */
  filename: string | null;
  /**
   * The label that counts, as sent, or `other`; `null` if the label in the input is not a string.
   */
  label: string | null;
  /** The message of the first error. */
  error: string | null;
  /**
   * How the file can be sent again, and what must change before; `null` for an accepted file, and
   * for one that the case has no room for.
   */
  retry: FileRetry | null;
  /**
   * All findings: on the label, the name, the size and the content, then the number and the total
   * size of the files.
   */
  issues: Issue[];
}

/** How a rejected file can still reach the case. */
export interface FileRetry {
  /**
   * The endpoint: always append, because another create would create another case
   * (`CREATE-retry-append`).
   */
  through: FileEndpoint;
  /** What must change before; empty if the file can be sent unchanged. */
  change: FileChange[];
}

/** What was found. */
export type Code =
  /** The text is not JSON. */
  | "not_json"
  /** The text contains a lone surrogate, which is not a character. */
  | "lone_surrogate"
  /** The payload is JSON, but not an object. */
  | "not_an_object"
  /** The text is longer than the context's limit. */
  | "too_large"
  /** The payload is nested deeper than the context's limit. */
  | "too_deep"
  /** The legacy endpoints have ended (D22). */
  | "legacy_sunset"
  /** A field that must be set is not set (D1). */
  | "required"
  /** A field has a value of a type that the specification does not allow (D2). */
  | "wrong_type"
  /** A word is not in a list that the specification gives in full (D5). */
  | "unknown_word"
  /** An array has another length than the field allows (D15). */
  | "wrong_length"
  /** An array mixes commercial and personal choices (D15). */
  | "mixed_families"
  /** A text is not a valid day in the form `YYYY-MM-DD` (D11). */
  | "not_a_date"
  /** The date of loss is more than 365 days before today (D12). */
  | "date_too_old"
  /** The date of loss is after today, so not within the last 365 days (D12). */
  | "date_after_today"
  /** A field is set that a rule forbids here (D1). */
  | "forbidden"
  /** A field that must be `true` is `false`. */
  | "must_be_true"
  /** A USDOT number does not consist of digits with at least one that is not zero (D17). */
  | "not_a_usdot_number"
  /** A text is not the code of a US state (D14). */
  | "unknown_state"
  /** A state code is not in upper case, although the field requires it (D14). */
  | "state_not_upper_case"
  /** The carrier is one that the service refuses (D19). */
  | "refused_carrier"
  /** The legacy endpoints are deprecated (D22). */
  | "legacy_deprecated"
  /** A word is not in a list that the specification leaves open (D5). */
  | "unlisted_word"
  /** The date of loss is the earliest accepted day (D12). */
  | "date_on_last_day"
  /** The date of loss is after today (D12). */
  | "future_date"
  /** The date of loss is more than 125 years ago (D55). */
  | "date_long_ago"
  /** A value is `null`, which the specification does not mention; it counts as not set (D3). */
  | "null_value"
  /** The specification has no such field (D4). */
  | "unknown_field"
  /** The field belongs to the other product (D8). */
  | "other_product"
  /** The field occurs only in records that the service returns (D9). */
  | "read_only"
  /** A key occurs more than once; the last value counts (D10). */
  | "duplicate_key"
  /** The field is deprecated and has no effect (D18). */
  | "deprecated"
  /** The selected rulebook no longer has the field (D58). */
  | "removed"
  /** The field's value is ignored (D18). */
  | "ignored"
  /** A field is a string, although an array of one word is recommended (D15). */
  | "string_form"
  /** A deprecated name is used for a current field (D16). */
  | "alias"
  /** A deprecated name and the current one have different values; the current one counts (D16). */
  | "alias_conflict"
  /** An entry is not an email address (D13). */
  | "not_an_email"
  /** A word occurs more than once in an array (D15). */
  | "duplicate_word"
  /** A state code is not in upper case; the field does not require it (D14). */
  | "state_case"
  /** The code belongs to a territory or to the military (D14). */
  | "unusual_state"
  /** The carrier resembles one that the service refuses (D19). */
  | "similar_carrier"
  /**
   * The carrier resembles one that costs a fee. The code is always a warning, because a fee refuses
   * nothing (D50).
   */
  | "possible_carrier_fee"
  /** Financing is requested, and the account is not known to be enrolled (D20). */
  | "financing_not_enrolled"
  /** A master token creates a case (D21). */
  | "master_token"
  /** A USDOT number is given, and no rule reads it (D17). */
  | "usdot_number_unused"
  /** The `case_type` differs from that of the legacy path (D22). */
  | "case_type_disagrees"
  /** There are more findings than the context's limit. */
  | "findings_capped"
  /** A file's label is not one of the service's (D5). */
  | "unknown_label"
  /** A file's extension is not among those that create accepts, or it has none (D24). */
  | "extension_not_allowed"
  /** A file exceeds the size limit for both meanings of MB (D23). */
  | "file_too_large"
  /** There are more files than the endpoint accepts; this file is beyond the limit (D25). */
  | "too_many_files"
  /** With this file, the total size of the accepted files exceeds the limit (D25). */
  | "total_too_large"
  /** A file's label is blank and counts as `other` (D47). */
  | "blank_label"
  /** A file has its own label and another one by position; its own counts. */
  | "label_conflict"
  /** There are more labels than files (D26). */
  | "surplus_labels"
  /**
   * The extension of an appended file is not in the list of the create endpoint; append has no
   * list.
   */
  | "unlisted_extension"
  /** A file is empty (D24). */
  | "file_empty"
  /** The content of a file is not of the kind that its name says (D57). */
  | "file_other_kind"
  /** A file is a HEIC photo under the name of another kind (D57). */
  | "file_heic"
  /** A file is encrypted or protected by a password (D57). */
  | "file_encrypted"
  /** A file is incomplete or damaged (D57). */
  | "file_damaged"
  /** A document contains macros (D57). */
  | "file_macros"
  /** A file exceeds the size limit if an MB is 10^6 bytes, but not if it is 2^20 (D23). */
  | "file_near_limit"
  /**
   * The total size of the accepted files exceeds the limit if an MB is 10^6 bytes, but not if it is
   * 2^20 (D23).
   */
  | "total_near_limit"
  /** No endpoint has this path. */
  | "unknown_path"
  /** The path belongs to an endpoint, but with another method. */
  | "other_method"
  /** The method is not in capital letters. */
  | "method_case"
  /** The path lacks the prefix of the partner endpoints. */
  | "prefix_missing"
  /** The specification leaves open whether the path has the prefix. */
  | "prefix_open"
  /** The path lacks the final slash. */
  | "slash_missing"
  /** The path has a final slash that the documented one lacks. */
  | "slash_surplus"
  /** The named endpoint differs from that of the path. */
  | "endpoint_disagrees"
  /** The case reference in the path consists of digits, like the internal id. */
  | "ref_is_number"
  /** The request has no token. */
  | "not_authenticated"
  /** The `Authorization` header has another scheme than `Token`. */
  | "other_scheme"
  /** The `Authorization` header does not have the documented form. */
  | "scheme_form"
  /** The request has a cookie, which authenticates nothing. */
  | "cookie_ignored"
  /** The endpoint does not accept a master token (D21). */
  | "master_token_refused"
  /** The endpoint accepts only a master token. */
  | "user_token_refused"
  /** The endpoint expects JSON, but the body has parts. */
  | "json_wanted"
  /** The endpoint expects a multipart body, but the body is JSON. */
  | "parts_wanted"
  /** The request has both a JSON body and parts. */
  | "two_bodies"
  /** The encoding of the body is not published; JSON is the expected one. */
  | "body_format_open"
  /** The endpoint takes no such input: no body, or no query. */
  | "unused"
  /** A member that must be unique occurs again. */
  | "repeated_part"
  /** The request takes one file, but has several. */
  | "one_file_only"
  /** The request creates one case, but has several. */
  | "one_case_only"
  /** The case is sent as a file, with a file name (`CASE-json-string`). */
  | "case_as_file"
  /** A parameter is missing whose default is not published. */
  | "default_unpublished"
  /** A reply has neither visible text nor a file (D46). */
  | "nothing_said"
  /** The interaction was replied to before (D46). */
  | "already_responded"
  /** The reply names another interaction than the open one (D46). */
  | "not_the_open_interaction"
  /** No upgrade is selected (D46). */
  | "empty_selection"
  /** The offer is not among those that the caller knows. */
  | "unknown_offer"
  /** The offer has no such upgrade (D46). */
  | "unknown_upgrade"
  /** A legacy upload has a label that was not declared. */
  | "undeclared_label"
  /** A declared label was never uploaded, so legacy ready is refused. */
  | "missing_upload"
  /** A saved case has unknown or invalid members, or contradicts itself. */
  | "case_unreadable"
  /** A record lacks a documented member. */
  | "member_missing"
  /** Documented members of a result were missing and were added as `null` (D35). */
  | "members_added"
  /** Results have more records than the context's limit allows. */
  | "too_many_records"
  /** A list of a result was missing or `null` and is now empty (D35, D48). */
  | "list_added"
  /** A value has another type than documented, and is retained (D37). */
  | "unexpected_kind"
  /** A word is not in the documented list, and is retained (D37). */
  | "unexpected_word"
  /** A text does not have the documented form, and is retained (D37). */
  | "unexpected_form"
  /** A record has a member that the documentation excludes. */
  | "unexpected_member"
  /** Two members of a record contradict each other (D34). */
  | "contradiction"
  /** A result had a status of the offers endpoint, which was mapped to the result's word (D35). */
  | "status_mapped"
  /** An offered or included entry had more members than its envelope; they were removed (D35). */
  | "beyond_envelope"
  /** An included entry had an id or a price, which is now `null` (D48). */
  | "included_cleared"
  /** There is no record of this name. */
  | "record_unknown"
  /** An event has no name. */
  | "event_name_missing"
  /** An event is not one of the seven that the specification lists. */
  | "event_unknown"
  /** An event is about invoices or payments, which are not part of the API. */
  | "billing_event"
  /** An event lacks a member that the specification names. */
  | "event_member_missing"
  /** A member of an event has another type than expected. */
  | "event_member_kind"
  /** The message of a request for input is longer than 8 KB (D23). */
  | "message_over_limit"
  /** The label of an appended file is not one of the four. */
  | "event_label_unknown"
  /** The event of a received case has an issue key, which the case does not have yet. */
  | "issue_key_too_early"
  /** A teaser has values of a policy that must not be shown before it is bought. */
  | "unbought_value"
  /** A time is not RFC 3339, so it cannot order facts. */
  | "time_not_comparable"
  /** The input of a follower is not a fact about a case. */
  | "fact_unknown"
  /** A fact lacks a member that it cannot do without. */
  | "fact_incomplete"
  /** A serialized follower cannot be read. */
  | "follower_unreadable"
  /** A webhook event is about a test case, which fires none (D33). */
  | "test_case_event"
  /** Several events report that the case was closed, which happens once. */
  | "closed_twice"
  /** A step of the trace is not part of the legacy flow. */
  | "foreign_step"
  /** A step of the trace belongs to another ticket. */
  | "other_ticket"
  /** The trace has no step that creates the ticket. */
  | "no_create_step"
  /** The ticket of the steps cannot be determined. */
  | "ticket_unclear"
  /** A field is omitted from the migrated case. */
  | "field_left_out"
  /** A label of the legacy flow becomes `other`, and its number is lost. */
  | "label_merged"
  /** A label that the create endpoint does not know becomes `other`. */
  | "label_replaced"
  /** A file was declared and never uploaded. */
  | "never_uploaded"
  /** A file was uploaded and never declared. */
  | "never_declared"
  /** A label was uploaded more than once; all files are kept. */
  | "uploaded_twice"
  /** The create request has no room for a file, which moves to the append endpoint. */
  | "moved_to_append"
  /** The ticket was never declared ready; the migrated request submits the case. */
  | "never_ready"
  /** A value does not pass the test of a firm rule. */
  | "house_rule"
  /** A firm rule with severity `warning` is violated. */
  | "house_advice"
  /** A firm rule or a waiver is invalid. */
  | "house_refused"
  /** The last day of a waiver is before today. */
  | "waiver_expired"
  /** The context raises the code of a waiver to an error, which cannot be waived. */
  | "waiver_raised"
  /** A value of a firm rule looks like one of another operator. */
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

/** The JSON Pointers of all fields and members. */
export type FieldPath =
  | "/case_type"
  | "/cc_emails"
  | "/summary"
  | "/plaintiff_name"
  | "/office_case_number"
  | "/date_of_loss"
  | "/is_incident_report_provided"
  | "/is_user_agreeing_to_all_terms_and_conditions"
  | "/is_black_card"
  | "/is_payment_via_financing"
  | "/is_test"
  | "/expedited_request"
  | "/add_on_services"
  | "/defendant_business_name"
  | "/defendant_information"
  | "/defendant_information/id"
  | "/defendant_information/first_name"
  | "/defendant_information/last_name"
  | "/defendant_information/address"
  | "/defendant_information/date_of_birth"
  | "/defendant_information/middle_name"
  | "/defendant_information/phone_number"
  | "/defendant_information/phone_extension"
  | "/defendant_information/license_number"
  | "/defendant_information/apt_or_suite_number"
  | "/defendant_information/city"
  | "/defendant_information/postal_or_zip_code"
  | "/defendant_information/license_state"
  | "/defendant_information/state_or_province"
  | "/vehicle_information"
  | "/vehicle_information/id"
  | "/vehicle_information/description"
  | "/vehicle_information/vehicle_year"
  | "/vehicle_information/vehicle_make"
  | "/vehicle_information/vehicle_model"
  | "/vehicle_information/vin"
  | "/vehicle_information/license_plate"
  | "/nature_of_the_injury"
  | "/crash_report_additional_info"
  | "/requester_name"
  | "/requester_phone"
  | "/files_to_upload"
  | "/crash_address"
  | "/crash_city"
  | "/crash_zip"
  | "/crash_state"
  | "/base_product"
  | "/insurance_company"
  | "/insurance_company_name"
  | "/policy_number"
  | "/claim_number"
  | "/adjuster_name"
  | "/adjuster_phone_number"
  | "/adjuster_phone_extension"
  | "/are_policyholder_and_defendant_the_same"
  | "/policyholder_name"
  | "/policyholder_relationship"
  | "/commercial_driver_information"
  | "/commercial_driver_information/id"
  | "/commercial_driver_information/first_name"
  | "/commercial_driver_information/last_name"
  | "/commercial_driver_information/address"
  | "/commercial_driver_information/date_of_birth"
  | "/commercial_driver_information/middle_name"
  | "/commercial_driver_information/phone_number"
  | "/commercial_driver_information/phone_extension"
  | "/commercial_driver_information/license_number"
  | "/commercial_driver_information/apt_or_suite_number"
  | "/commercial_driver_information/city"
  | "/commercial_driver_information/postal_or_zip_code"
  | "/commercial_driver_information/license_state"
  | "/commercial_driver_information/state_or_province"
  | "/ml_prediction_ids"
  | "/defendant_name"
  | "/is_defendant_transportation_company"
  | "/usdot_number"
  | "/insured_property_information"
  | "/insured_property_information/id"
  | "/insured_property_information/address"
  | "/insured_property_information/city"
  | "/insured_property_information/state_or_province"
  | "/insured_property_information/postal_or_zip_code"
  | "/insured_property_information/apt_or_suite_number"
  | "/is_defendant_property_owner_and_occupant"
  | "/should_exclude_other_insurance_from_search"
  | "/excluded_insurance_policy_information"
  | "/other_properties_owned"
  | "/vehicles_owned"
  | "/search_reason"
  | "/other_search_reason";

/** The ids of the rules. */
export type RuleId =
  | "case.requester_named"
  | "case.financing_enrolled"
  | "legacy.sunset"
  | "legacy.product_agrees"
  | "legacy.files_declared"
  | "pl.loss_not_in_future"
  | "pl.loss_not_long_ago"
  | "pl.one_family"
  | "pl.company_named_once"
  | "pl.defendant_business_named"
  | "pl.driver_of_commercial_vehicle"
  | "pl.policyholder_named"
  | "pl.carrier_accepted"
  | "pl.specialty_carrier_fee"
  | "pe.loss_within_365_days"
  | "pe.defendant_business_named"
  | "pe.transportation_company_declared"
  | "pe.usdot_number_given"
  | "pe.usdot_number_used"
  | "pe.transportation_only_for_commercial_auto"
  | "pe.property_owner_occupied"
  | "pe.excluded_insurance_described"
  | "pe.other_reason_chosen";

/** The endpoint that files are sent to. */
export type FileEndpoint =
  /** With the case, in the request that creates it. */
  | "create"
  /** To an existing case, one file per request. */
  | "append";

/** Whether a file is accepted (`ATT-status`). */
export type FileStatus =
  /** The file is accepted. */
  | "accepted"
  /** The file is rejected; the case is created all the same. */
  | "rejected";

/** The reason of a rejected file (`ATT-error_code-enum`). */
export type FileErrorCode =
  /** The file exceeds a size limit. */
  | "file_too_large"
  /** The extension is not accepted. */
  | "extension_not_allowed"
  /** The label is not one of the four. */
  | "unknown_label"
  /** Another reason of the service, including the number of files (D25). */
  | "internal_error";

/** A change that is needed before a file is sent again. */
export type FileChange =
  /** The file needs a label that the service knows. */
  | "known_label"
  /** The file must have a type that the service accepts. */
  | "other_extension"
  /** The file must be smaller. */
  | "smaller_file"
  /** The file must not be empty. */
  | "file_with_content"
  /** The file must be replaced by a copy without encryption, damage or macros. */
  | "readable_copy"
  /** The entry in the input must be repaired: its name or its size is missing or unreadable. */
  | "repaired_entry";

/** PersonalInformation, as it is sent. */
export interface PersonalInformation {
  /** First name. */
  first_name: string;
  /** Last name. */
  last_name: string;
  /** Street address. */
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
  /** Street address. */
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
  /** Email addresses for updates. */
  cc_emails: string;
  /** Matter name. */
  summary?: string;
  /** Plaintiff's full name. */
  plaintiff_name: string;
  /** Your file number. */
  office_case_number?: string;
  /** Date of loss. */
  date_of_loss: string;
  /** Is there an incident report? */
  is_incident_report_provided: boolean;
  /** Do you agree to the terms and conditions? */
  is_user_agreeing_to_all_terms_and_conditions?: boolean;
  /** Black card. @deprecated Removed in version 2.0.0. */
  is_black_card?: boolean;
  /** Bill through our financing partner? */
  is_payment_via_financing?: boolean;
  /** Is this a test case? */
  is_test?: boolean;
  /** Rush service. */
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
  /** Notes about the report. */
  crash_report_additional_info?: string;
  /** Your name. */
  requester_name?: string;
  /** Your phone number. */
  requester_phone?: string;
  /** Files to upload. @deprecated Read by the legacy endpoints only. */
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
  /** Type of coverage. */
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
  /** Type of coverage. One string in its place is also taken. It is old, and nothing says that it will be removed. */
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
  /** Should we exclude any insurance you already know about? */
  should_exclude_other_insurance_from_search: boolean;
  /** Insurance to exclude. */
  excluded_insurance_policy_information?: string;
  /** Other properties the defendant owns. */
  other_properties_owned?: string;
  /** Vehicles the defendant owns. */
  vehicles_owned?: string;
  /** Reasons for the search. */
  search_reason: ("no_insurance_on_report" | "defendant_provided_no_insurance" | "defendant_insurance_unknown" | "insurance_cancelled_pre_dol" | "insurance_denied_coverage" | "insurance_doesnt_cover_incident" | "incorrect_insurance_info_on_report" | "additional_at_fault_party" | "minor_at_fault" | "other_reason" | (string & {}))[];
  /** Describe the other reason. */
  other_search_reason?: string;
}

/** A case of either product. */
export type Case = PolicyLimitCase | PolicyExistenceCase;

/** A day, YYYY-MM-DD, or a function that returns it, which is called at each use of the context. */
export type Today = string | (() => string);

/** The JSON Pointer of a finding: of a field, a member, an entry of a list, or an unknown field. */
export type Pointer = FieldPath | (string & {});

/** The id of a rule, or of a firm rule. */
export type AnyRuleId = RuleId | (string & {});

/** The report on a case that the service takes. */
export interface AcceptedReport extends Omit<ReportParts, "ok" | "prepared"> {
  readonly ok: true;
  /** The payload as it should be sent, if the context includes it. */
  readonly prepared?: Case;
}

/** The report on a case that the service refuses. */
export interface RefusedReport extends Omit<ReportParts, "ok" | "prepared"> {
  readonly ok: false;
  /** The payload without what is left out, if the context includes it; `null` if it could not be read. */
  readonly prepared?: Record<string, unknown> | null;
}

/** The report on a payload. */
export type Report = AcceptedReport | RefusedReport;

type Members<Value> = Value extends readonly unknown[] ? Value : Value extends object ? Partial<Value> : Value;
type Draft<Value> = { [Key in keyof Value]?: Members<Value[Key]> };

/** A case that is being filled in: some fields of either product, and some members of records. */
export type CaseDraft = Draft<Omit<PolicyLimitCase, "case_type" | "base_product">> &
  Draft<Omit<PolicyExistenceCase, "case_type" | "base_product">> & {
    case_type?: Product;
    base_product?: PolicyLimitCase["base_product"] | PolicyExistenceCase["base_product"];
  };
