//! The codes of findings, a closed list.

use crate::rulebook::params::Severity;
use crate::text::name::{displayed, parsed};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal $severity:ident,)+) => {
        /// The code of a finding. A version of this library has a closed list; a later version may
        /// add codes. Programs act on the code and the rule, never on the message.
        ///
        /// ```
        /// use casegate::Code;
        ///
        /// assert_eq!("wrong_type".parse(), Ok(Code::WrongType));
        /// assert_eq!(Code::WrongType.to_string(), "wrong_type");
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)+
            /// A code of a later version, in a report that was stored. No finding has it.
            Unknown,
        }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &[Code] = &[$(Code::$variant,)+];

            /// The name in reports.
            ///
            /// ```
            /// assert_eq!(casegate::Code::WrongType.name(), "wrong_type");
            /// ```
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$variant => $name,)+
                    Code::Unknown => "unknown",
                }
            }

            /// The severity that the code has unless the context raises it.
            pub const fn severity(self) -> Severity {
                match self {
                    $(Code::$variant => Severity::$severity,)+
                    Code::Unknown => Severity::Warning,
                }
            }

            /// The meaning of the code, for documentation.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Code::$variant => concat!($($doc,)+),)+
                    Code::Unknown => "A code of a later version.",
                }
            }
        }
    };
}

codes! {
    /// The text is not JSON.
    NotJson "not_json" Error,
    /// The text contains a lone surrogate, which is not a character.
    LoneSurrogate "lone_surrogate" Error,
    /// The payload is JSON, but not an object.
    NotAnObject "not_an_object" Error,
    /// The text is longer than the context's limit.
    TooLarge "too_large" Error,
    /// The payload is nested deeper than the context's limit.
    TooDeep "too_deep" Error,
    /// The legacy endpoints have ended (D22).
    LegacySunset "legacy_sunset" Error,
    /// A field that must be set is not set (D1).
    Required "required" Error,
    /// A field has a value of a type that the specification does not allow (D2).
    WrongType "wrong_type" Error,
    /// A word is not in a list that the specification gives in full (D5).
    UnknownWord "unknown_word" Error,
    /// An array has another length than the field allows (D15).
    WrongLength "wrong_length" Error,
    /// An array mixes commercial and personal choices (D15).
    MixedFamilies "mixed_families" Error,
    /// A text is not a valid day in the form `YYYY-MM-DD` (D11).
    NotADate "not_a_date" Error,
    /// The date of loss is more than 365 days before today (D12).
    DateTooOld "date_too_old" Error,
    /// The date of loss is after today, so not within the last 365 days (D12).
    DateAfterToday "date_after_today" Error,
    /// A field is set that a rule forbids here (D1).
    Forbidden "forbidden" Error,
    /// A field that must be `true` is `false`.
    MustBeTrue "must_be_true" Error,
    /// A USDOT number does not consist of digits with at least one that is not zero (D17).
    NotAUsdotNumber "not_a_usdot_number" Error,
    /// A text is not the code of a US state (D14).
    UnknownState "unknown_state" Error,
    /// A state code is not in upper case, although the field requires it (D14).
    StateNotUpperCase "state_not_upper_case" Error,
    /// The carrier is one that the service refuses (D19).
    RefusedCarrier "refused_carrier" Error,
    /// The legacy endpoints are deprecated (D22).
    LegacyDeprecated "legacy_deprecated" Warning,
    /// A word is not in a list that the specification leaves open (D5).
    UnlistedWord "unlisted_word" Warning,
    /// The date of loss is the earliest accepted day (D12).
    DateOnLastDay "date_on_last_day" Warning,
    /// The date of loss is after today (D12).
    FutureDate "future_date" Warning,
    /// The date of loss is more than 125 years ago (D55).
    DateLongAgo "date_long_ago" Warning,
    /// A value is `null`, which the specification does not mention; it counts as not set (D3).
    NullValue "null_value" Warning,
    /// The specification has no such field (D4).
    UnknownField "unknown_field" Warning,
    /// The field belongs to the other product (D8).
    OtherProduct "other_product" Warning,
    /// The field occurs only in records that the service returns (D9).
    ReadOnly "read_only" Warning,
    /// A key occurs more than once; the last value counts (D10).
    DuplicateKey "duplicate_key" Warning,
    /// The field is deprecated and has no effect (D18).
    Deprecated "deprecated" Warning,
    /// The selected rulebook no longer has the field (D58).
    Removed "removed" Warning,
    /// The field's value is ignored (D18).
    Ignored "ignored" Warning,
    /// A field is a string, although an array of one word is recommended (D15).
    StringForm "string_form" Warning,
    /// A deprecated name is used for a current field (D16).
    Alias "alias" Warning,
    /// A deprecated name and the current one have different values; the current one counts (D16).
    AliasConflict "alias_conflict" Warning,
    /// An entry is not an email address (D13).
    NotAnEmail "not_an_email" Warning,
    /// A word occurs more than once in an array (D15).
    DuplicateWord "duplicate_word" Warning,
    /// A state code is not in upper case; the field does not require it (D14).
    StateCase "state_case" Warning,
    /// The code belongs to a territory or to the military (D14).
    UnusualState "unusual_state" Warning,
    /// The carrier resembles one that the service refuses (D19).
    SimilarCarrier "similar_carrier" Warning,
    /// The carrier resembles one that costs a fee. The code is always a warning, because a fee
    /// refuses nothing (D50).
    PossibleCarrierFee "possible_carrier_fee" Warning,
    /// Financing is requested, and the account is not known to be enrolled (D20).
    FinancingNotEnrolled "financing_not_enrolled" Warning,
    /// A master token creates a case (D21).
    MasterToken "master_token" Warning,
    /// A USDOT number is given, and no rule reads it (D17).
    UsdotNumberUnused "usdot_number_unused" Warning,
    /// The `case_type` differs from that of the legacy path (D22).
    CaseTypeDisagrees "case_type_disagrees" Warning,
    /// There are more findings than the context's limit.
    FindingsCapped "findings_capped" Warning,
    // Files.
    /// A file's label is not one of the service's (D5).
    UnknownLabel "unknown_label" Error,
    /// A file's extension is not among those that create accepts, or it has none (D24).
    ExtensionNotAllowed "extension_not_allowed" Error,
    /// A file exceeds the size limit for both meanings of MB (D23).
    FileTooLarge "file_too_large" Error,
    /// There are more files than the endpoint accepts; this file is beyond the limit (D25).
    TooManyFiles "too_many_files" Error,
    /// With this file, the total size of the accepted files exceeds the limit (D25).
    TotalTooLarge "total_too_large" Error,
    /// A file's label is blank and counts as `other` (D47).
    BlankLabel "blank_label" Warning,
    /// A file has its own label and another one by position; its own counts.
    LabelConflict "label_conflict" Warning,
    /// There are more labels than files (D26).
    SurplusLabels "surplus_labels" Warning,
    /// The extension of an appended file is not in the list of the create endpoint; append has no
    /// list.
    UnlistedExtension "unlisted_extension" Warning,
    /// A file is empty (D24).
    FileEmpty "file_empty" Warning,
    /// The content of a file is not of the kind that its name says (D57).
    FileOtherKind "file_other_kind" Warning,
    /// A file is a HEIC photo under the name of another kind (D57).
    FileHeic "file_heic" Warning,
    /// A file is encrypted or protected by a password (D57).
    FileEncrypted "file_encrypted" Warning,
    /// A file is incomplete or damaged (D57).
    FileDamaged "file_damaged" Warning,
    /// A document contains macros (D57).
    FileMacros "file_macros" Warning,
    /// A file exceeds the size limit if an MB is 10^6 bytes, but not if it is 2^20 (D23).
    FileNearLimit "file_near_limit" Warning,
    /// The total size of the accepted files exceeds the limit if an MB is 10^6 bytes, but not if it
    /// is 2^20 (D23).
    TotalNearLimit "total_near_limit" Warning,
    // Requests.
    /// No endpoint has this path.
    UnknownPath "unknown_path" Error,
    /// The path belongs to an endpoint, but with another method.
    OtherMethod "other_method" Error,
    /// The method is not in capital letters.
    MethodCase "method_case" Warning,
    /// The path lacks the prefix of the partner endpoints.
    PrefixMissing "prefix_missing" Error,
    /// The specification leaves open whether the path has the prefix.
    PrefixOpen "prefix_open" Warning,
    /// The path lacks the final slash.
    SlashMissing "slash_missing" Warning,
    /// The path has a final slash that the documented one lacks.
    SlashSurplus "slash_surplus" Warning,
    /// The named endpoint differs from that of the path.
    EndpointDisagrees "endpoint_disagrees" Error,
    /// The case reference in the path consists of digits, like the internal id.
    RefIsNumber "ref_is_number" Warning,
    /// The request has no token.
    NotAuthenticated "not_authenticated" Error,
    /// The `Authorization` header has another scheme than `Token`.
    OtherScheme "other_scheme" Error,
    /// The `Authorization` header does not have the documented form.
    SchemeForm "scheme_form" Warning,
    /// The request has a cookie, which authenticates nothing.
    CookieIgnored "cookie_ignored" Warning,
    /// The endpoint does not accept a master token (D21).
    MasterTokenRefused "master_token_refused" Error,
    /// The endpoint accepts only a master token.
    UserTokenRefused "user_token_refused" Error,
    /// The endpoint expects JSON, but the body has parts.
    JsonWanted "json_wanted" Error,
    /// The endpoint expects a multipart body, but the body is JSON.
    PartsWanted "parts_wanted" Error,
    /// The request has both a JSON body and parts.
    TwoBodies "two_bodies" Error,
    /// The encoding of the body is not published; JSON is the expected one.
    BodyFormatOpen "body_format_open" Warning,
    /// The endpoint takes no such input: no body, or no query.
    Unused "unused" Warning,
    /// A member that must be unique occurs again.
    RepeatedPart "repeated_part" Warning,
    /// The request takes one file, but has several.
    OneFileOnly "one_file_only" Error,
    /// The request creates one case, but has several.
    OneCaseOnly "one_case_only" Error,
    /// The case is sent as a file, with a file name (`CASE-json-string`).
    CaseAsFile "case_as_file" Warning,
    /// A parameter is missing whose default is not published.
    DefaultUnpublished "default_unpublished" Warning,
    /// A reply has neither visible text nor a file (D46).
    NothingSaid "nothing_said" Error,
    /// The interaction was replied to before (D46).
    AlreadyResponded "already_responded" Error,
    /// The reply names another interaction than the open one (D46).
    NotTheOpenInteraction "not_the_open_interaction" Error,
    /// No upgrade is selected (D46).
    EmptySelection "empty_selection" Error,
    /// The offer is not among those that the caller knows.
    UnknownOffer "unknown_offer" Warning,
    /// The offer has no such upgrade (D46).
    UnknownUpgrade "unknown_upgrade" Error,
    /// A legacy upload has a label that was not declared.
    UndeclaredLabel "undeclared_label" Error,
    /// A declared label was never uploaded, so legacy ready is refused.
    MissingUpload "missing_upload" Error,
    // Records, events and results.
    // Life cycle.
    /// A saved case has unknown or invalid members, or contradicts itself.
    CaseUnreadable "case_unreadable" Error,
    /// A record lacks a documented member.
    MemberMissing "member_missing" Warning,
    /// Documented members of a result were missing and were added as `null` (D35).
    MembersAdded "members_added" Warning,
    /// Results have more records than the context's limit allows.
    TooManyRecords "too_many_records" Error,
    /// A list of a result was missing or `null` and is now empty (D35, D48).
    ListAdded "list_added" Warning,
    /// A value has another type than documented, and is retained (D37).
    UnexpectedKind "unexpected_kind" Warning,
    /// A word is not in the documented list, and is retained (D37).
    UnexpectedWord "unexpected_word" Warning,
    /// A text does not have the documented form, and is retained (D37).
    UnexpectedForm "unexpected_form" Warning,
    /// A record has a member that the documentation excludes.
    UnexpectedMember "unexpected_member" Warning,
    /// Two members of a record contradict each other (D34).
    Contradiction "contradiction" Warning,
    /// A result had a status of the offers endpoint, which was mapped to the result's word (D35).
    StatusMapped "status_mapped" Warning,
    /// An offered or included entry had more members than its envelope; they were removed (D35).
    BeyondEnvelope "beyond_envelope" Warning,
    /// An included entry had an id or a price, which is now `null` (D48).
    IncludedCleared "included_cleared" Warning,
    /// There is no record with this name.
    RecordUnknown "record_unknown" Error,
    /// An event has no name.
    EventNameMissing "event_name_missing" Warning,
    /// An event is not one of the seven that the specification lists.
    EventUnknown "event_unknown" Warning,
    /// An event is about invoices or payments, which are not part of the API.
    BillingEvent "billing_event" Warning,
    /// An event lacks a member that the specification names.
    EventMemberMissing "event_member_missing" Warning,
    /// A member of an event has another type than expected.
    EventMemberKind "event_member_kind" Warning,
    /// The message of a request for input is longer than 8 KB (D23).
    MessageOverLimit "message_over_limit" Warning,
    /// The label of an appended file is not one of the four.
    EventLabelUnknown "event_label_unknown" Warning,
    /// The event of a received case has an issue key, which the case does not have yet.
    IssueKeyTooEarly "issue_key_too_early" Warning,
    /// A teaser has values of a policy that must not be shown before it is bought.
    UnboughtValue "unbought_value" Warning,
    /// A time is not RFC 3339, so it cannot order facts.
    TimeNotComparable "time_not_comparable" Warning,
    /// The input of a follower is not a fact about a case.
    FactUnknown "fact_unknown" Warning,
    /// A fact lacks a member that it cannot do without.
    FactIncomplete "fact_incomplete" Warning,
    /// A serialized follower cannot be read.
    FollowerUnreadable "follower_unreadable" Warning,
    /// A webhook event is about a test case, which fires none (D33).
    TestCaseEvent "test_case_event" Warning,
    /// Several events report that the case was closed, which happens once.
    ClosedTwice "closed_twice" Warning,
    // Firm rules.
    /// A value does not pass the test of a firm rule.
    HouseRule "house_rule" Error,
    /// A firm rule with severity `warning` is violated.
    HouseAdvice "house_advice" Warning,
    /// A firm rule or a waiver is invalid.
    HouseRefused "house_refused" Error,
    /// The last day of a waiver is before today.
    WaiverExpired "waiver_expired" Warning,
    /// The context raises the code of a waiver to an error, which cannot be waived.
    WaiverRaised "waiver_raised" Warning,
    /// A value of a firm rule looks like one of another operator.
    HouseHint "house_hint" Warning,
}

impl Code {
    /// Returns the code of a name.
    pub fn from_name(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}

/// A stored report may have codes of a later version.
impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Code, D::Error> {
        Ok(Code::from_name(&<Cow<'_, str>>::deserialize(from)?).unwrap_or(Code::Unknown))
    }
}

displayed!(Code, name);
parsed!(Code, from_name, "code");
