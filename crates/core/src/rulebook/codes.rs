//! What can be found: the closed list of codes.

use crate::rulebook::params::Severity;
use serde::Serialize;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal $severity:ident,)+) => {
        /// What was found. The list is closed; contexts match on it and on the rule, never on the message.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)+
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
                }
            }

            /// The severity that the code has unless the context raises it.
            pub const fn severity(self) -> Severity {
                match self {
                    $(Code::$variant => Severity::$severity,)+
                }
            }

            /// What the code means, for documentation.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Code::$variant => concat!($($doc,)+),)+
                }
            }
        }
    };
}

codes! {
    /// The text is not JSON.
    NotJson "not_json" Error,
    /// The text holds half of a surrogate pair, which no text can hold.
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
    /// A field holds another kind of value than the specification names (D2).
    WrongType "wrong_type" Error,
    /// A word is not in a list that the specification gives whole (D5).
    UnknownWord "unknown_word" Error,
    /// An array has another length than the field allows (D15).
    WrongLength "wrong_length" Error,
    /// Commercial and personal choices stand in one array (D15).
    MixedFamilies "mixed_families" Error,
    /// A text is not a real day written `YYYY-MM-DD` (D11).
    NotADate "not_a_date" Error,
    /// The date of loss lies more than 365 days back (D12).
    DateTooOld "date_too_old" Error,
    /// The date of loss lies after today, which is not within the last 365 days (D12).
    DateAfterToday "date_after_today" Error,
    /// A field is set that a rule does not allow here (D1).
    Forbidden "forbidden" Error,
    /// A field that must be `true` is `false`.
    MustBeTrue "must_be_true" Error,
    /// A USDOT number is not made of digits with one that is not zero (D17).
    NotAUsdotNumber "not_a_usdot_number" Error,
    /// A text is no US state code (D14).
    UnknownState "unknown_state" Error,
    /// A state code is not in upper case where upper case is demanded (D14).
    StateNotUpperCase "state_not_upper_case" Error,
    /// The carrier is one that the service refuses (D19).
    RefusedCarrier "refused_carrier" Error,
    /// The legacy endpoints are deprecated (D22).
    LegacyDeprecated "legacy_deprecated" Warning,
    /// A word is not among those that the specification shows; there are more (D5).
    UnlistedWord "unlisted_word" Warning,
    /// The date of loss is on the last day that is accepted (D12).
    DateOnLastDay "date_on_last_day" Warning,
    /// The date of loss lies after today (D12).
    FutureDate "future_date" Warning,
    /// `null` stands where the specification does not mention it; it counts as not set (D3).
    NullValue "null_value" Warning,
    /// The specification knows no such field (D4).
    UnknownField "unknown_field" Warning,
    /// The field belongs to the other product (D8).
    OtherProduct "other_product" Warning,
    /// The field is only present on records that are read (D9).
    ReadOnly "read_only" Warning,
    /// A key came more than once; the last value counts (D10).
    DuplicateKey "duplicate_key" Warning,
    /// The field is deprecated and has no effect (D18).
    Deprecated "deprecated" Warning,
    /// The field's value is ignored (D18).
    Ignored "ignored" Warning,
    /// One string stands where an array of one is recommended (D15).
    StringForm "string_form" Warning,
    /// A deprecated name is used for a current field (D16).
    Alias "alias" Warning,
    /// A deprecated name and the current one hold different values; the current one counts (D16).
    AliasConflict "alias_conflict" Warning,
    /// An entry is no email address (D13).
    NotAnEmail "not_an_email" Warning,
    /// A word stands in an array more than once (D15).
    DuplicateWord "duplicate_word" Warning,
    /// A state code is not in upper case where that is not demanded (D14).
    StateCase "state_case" Warning,
    /// A code of a territory or of the military (D14).
    UnusualState "unusual_state" Warning,
    /// The carrier resembles one that the service refuses (D19).
    SimilarCarrier "similar_carrier" Warning,
    /// The carrier resembles one that costs a fee; this stays a warning, since a fee refuses nothing (D50).
    PossibleCarrierFee "possible_carrier_fee" Warning,
    /// Financing is asked for, and the account is not known to be enrolled (D20).
    FinancingNotEnrolled "financing_not_enrolled" Warning,
    /// A case is created with a master token (D21).
    MasterToken "master_token" Warning,
    /// A USDOT number is given where nothing reads it (D17).
    UsdotNumberUnused "usdot_number_unused" Warning,
    /// The `case_type` is another than the legacy path's (D22).
    CaseTypeDisagrees "case_type_disagrees" Warning,
    /// There are more findings than the context's limit lets through.
    FindingsCapped "findings_capped" Warning,
    // Files.
    /// A file's label is not one of the service's (D5).
    UnknownLabel "unknown_label" Error,
    /// A file's extension is not among those that create accepts, or it has none (D24).
    ExtensionNotAllowed "extension_not_allowed" Error,
    /// A file is over the size limit, whichever MB is meant (D23).
    FileTooLarge "file_too_large" Error,
    /// There are more files than the endpoint takes; this one is past the limit (D25).
    TooManyFiles "too_many_files" Error,
    /// A file would bring the accepted files over the limit of their total (D25).
    TotalTooLarge "total_too_large" Error,
    /// A file's label is blank and counts as `other` (D47).
    BlankLabel "blank_label" Warning,
    /// A file has a label of its own and another one by position; its own counts.
    LabelConflict "label_conflict" Warning,
    /// There are more labels than files (D26).
    SurplusLabels "surplus_labels" Warning,
    /// An appended file's extension is not among those that create accepts; append names none.
    UnlistedExtension "unlisted_extension" Warning,
    /// A file is without bytes (D24).
    FileEmpty "file_empty" Warning,
    /// A file is over the size limit if an MB is 10^6 bytes, and not if it is 2^20 (D23).
    FileNearLimit "file_near_limit" Warning,
    /// The same of the accepted files' total (D23).
    TotalNearLimit "total_near_limit" Warning,
    // Requests.
    /// No endpoint has this path.
    UnknownPath "unknown_path" Error,
    /// The path is an endpoint's, the method is not.
    OtherMethod "other_method" Error,
    /// The method is not in capital letters.
    MethodCase "method_case" Warning,
    /// The path lacks the prefix of the partner endpoints.
    PrefixMissing "prefix_missing" Error,
    /// The specification leaves open whether the path has the prefix.
    PrefixOpen "prefix_open" Warning,
    /// The path lacks the slash at its end.
    SlashMissing "slash_missing" Warning,
    /// The path has a slash at its end that the documented one has not.
    SlashSurplus "slash_surplus" Warning,
    /// The endpoint that is named is another than the one of the path.
    EndpointDisagrees "endpoint_disagrees" Error,
    /// The case reference in the path is made of digits only, as the internal id is.
    RefIsNumber "ref_is_number" Warning,
    /// The request carries no token.
    NotAuthenticated "not_authenticated" Error,
    /// The `Authorization` header has another scheme than `Token`.
    OtherScheme "other_scheme" Error,
    /// The `Authorization` header is written otherwise than documented.
    SchemeForm "scheme_form" Warning,
    /// A cookie is sent, which authenticates nothing.
    CookieIgnored "cookie_ignored" Warning,
    /// The endpoint does not take a master token (D21).
    MasterTokenRefused "master_token_refused" Error,
    /// The endpoint takes a master token only.
    UserTokenRefused "user_token_refused" Error,
    /// JSON is wanted, and parts are given.
    JsonWanted "json_wanted" Error,
    /// A multipart body is wanted, and JSON is given.
    PartsWanted "parts_wanted" Error,
    /// A JSON body and parts are given at once.
    TwoBodies "two_bodies" Error,
    /// How the body is encoded is not published; JSON is what is expected.
    BodyFormatOpen "body_format_open" Warning,
    /// The request takes no such part at all: no body, no query.
    Unused "unused" Warning,
    /// A member that is single comes again.
    RepeatedPart "repeated_part" Warning,
    /// The request takes one file, and there are more.
    OneFileOnly "one_file_only" Error,
    /// The request creates one case, and there are more.
    OneCaseOnly "one_case_only" Error,
    /// The case is sent as a file, with a file name (`CASE-json-string`).
    CaseAsFile "case_as_file" Warning,
    /// The default of a parameter is not published, and the parameter is not given.
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
    /// A legacy upload names a label that was not declared.
    UndeclaredLabel "undeclared_label" Error,
    /// A declared label was never uploaded, so that legacy ready is refused.
    MissingUpload "missing_upload" Error,
    // Records, events and results.
    // Life cycle.
    /// A saved case has unknown or unsuitable members, or contradicts itself.
    CaseUnreadable "case_unreadable" Error,
    /// A record lacks a member that is documented to be there.
    MemberMissing "member_missing" Warning,
    /// Documented members of a result were missing and were added as `null` (D35).
    MembersAdded "members_added" Warning,
    /// Results hold more records than the context's limit lets be completed.
    TooManyRecords "too_many_records" Error,
    /// A list of a result was missing or `null` and is now empty (D35, D48).
    ListAdded "list_added" Warning,
    /// What was read is of another kind than documented, and is kept (D37).
    UnexpectedKind "unexpected_kind" Warning,
    /// A word that was read is not in the documented list, and is kept (D37).
    UnexpectedWord "unexpected_word" Warning,
    /// A text that was read has not the documented form, and is kept (D37).
    UnexpectedForm "unexpected_form" Warning,
    /// A record has a member that is documented not to be there.
    UnexpectedMember "unexpected_member" Warning,
    /// Two members of a record do not agree (D34).
    Contradiction "contradiction" Warning,
    /// A status of the offers endpoint stood in a result and is now the result's word for it (D35).
    StatusMapped "status_mapped" Warning,
    /// An entry that is offered or included held more than its envelope, which was removed (D35).
    BeyondEnvelope "beyond_envelope" Warning,
    /// An included entry had an id or a price, which is now `null` (D48).
    IncludedCleared "included_cleared" Warning,
    /// There is no record of the name that was given.
    RecordUnknown "record_unknown" Error,
    /// An event does not say what it is.
    EventNameMissing "event_name_missing" Warning,
    /// An event is none of the seven that the specification lists.
    EventUnknown "event_unknown" Warning,
    /// An event is about invoices or payments, which are outside the API.
    BillingEvent "billing_event" Warning,
    /// An event lacks a member that the specification names for its payload.
    EventMemberMissing "event_member_missing" Warning,
    /// A member of an event is another kind of value than expected.
    EventMemberKind "event_member_kind" Warning,
    /// The message of a request for input is longer than 8 KB (D23).
    MessageOverLimit "message_over_limit" Warning,
    /// The label of an appended file is none of the four.
    EventLabelUnknown "event_label_unknown" Warning,
    /// The event of a received case names an issue key, which it has not yet.
    IssueKeyTooEarly "issue_key_too_early" Warning,
    /// A teaser tells more of a policy than may be told before it is bought.
    UnboughtValue "unbought_value" Warning,
    /// A time is not RFC 3339, so that nothing can be put in order by it.
    TimeNotComparable "time_not_comparable" Warning,
    /// What was handed to a follower is no fact about a case.
    FactUnknown "fact_unknown" Warning,
    /// A fact lacks the member without which it tells nothing.
    FactIncomplete "fact_incomplete" Warning,
    /// A serialized follower cannot be read.
    FollowerUnreadable "follower_unreadable" Warning,
    /// A webhook event of a test case, which fires none (D33).
    TestCaseEvent "test_case_event" Warning,
    /// Different events say that the case was closed, which happens once.
    ClosedTwice "closed_twice" Warning,
    // Legacy traces.
    /// A step of the trace is no step of the legacy flow.
    ForeignStep "foreign_step" Warning,
    /// A step of the trace belongs to another ticket.
    OtherTicket "other_ticket" Warning,
    /// The trace has no step that creates the ticket.
    NoCreateStep "no_create_step" Error,
    /// It cannot be told which ticket the steps of the trace belong to.
    TicketUnclear "ticket_unclear" Error,
    /// A field is left out of the migrated case.
    FieldLeftOut "field_left_out" Warning,
    /// A label of the legacy flow becomes `other`, and its number is lost.
    LabelMerged "label_merged" Warning,
    /// A label that the create endpoint does not know becomes `other`.
    LabelReplaced "label_replaced" Warning,
    /// A file was declared and never uploaded.
    NeverUploaded "never_uploaded" Warning,
    /// A file was uploaded and never declared.
    NeverDeclared "never_declared" Warning,
    /// A label was uploaded more than once; all files are kept.
    UploadedTwice "uploaded_twice" Warning,
    /// The create request has no room for a file: it goes through the append endpoint.
    MovedToAppend "moved_to_append" Warning,
    /// The ticket was never declared ready, and the migrated request submits the case.
    NeverReady "never_ready" Warning,
    // House rules.
    /// A value does not pass a test that a house rule asks of it.
    HouseRule "house_rule" Error,
    /// A house rule that advises is not kept.
    HouseAdvice "house_advice" Warning,
    /// A house rule or a waiver cannot be used.
    HouseRefused "house_refused" Error,
    /// The last day of a waiver lies before today.
    WaiverExpired "waiver_expired" Warning,
    /// The context raises the code of a waiver to an error, which cannot be set aside.
    WaiverRaised "waiver_raised" Warning,
    /// A value of a house rule looks like one of another operator.
    HouseHint "house_hint" Warning,
}

impl Code {
    /// The code of a name.
    pub fn from_name(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}
