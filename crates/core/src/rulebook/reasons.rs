//! The reasons of refusals and of questions. Their texts are in the message catalogue.

use crate::rulebook::tokens::tokens;
use serde::Serialize;

tokens! {
    /// The reason for a request to the service.
    AskReason, "reason for a request" {
        /// Nothing is known about the state.
        NothingKnown "nothing_known",
        /// A test case fires no events.
        TestCase "test_case",
        /// A reply queues the case until its pick-up, and no fact shows whether it was picked up.
        AfterReply "after_reply",
        /// Several requests for input have no known reply, and no fact shows which was last.
        RequestsUnordered "requests_unordered",
        /// Facts name several states, and no fact shows which is the last.
        OrderUnknown "order_unknown",
        /// The facts imply an event that has not arrived.
        EventMissing "event_missing",
        /// A cancellation was accepted, and no fact shows that the case is closed.
        CancellationUnderWay "cancellation_under_way",
        /// Facts name more than one case.
        SeveralCases "several_cases",
        /// There were more facts than a follower retains.
        TooManyFacts "too_many_facts",
        /// Results exist that were not fetched.
        ResultsUnread "results_unread",
        /// Results exist that were not fetched, and the address in the event has expired.
        UrlExpired "url_expired",
        /// The upgrades of an offer are known without their ids.
        OfferUnread "offer_unread",
        /// Facts disagree about an offer.
        OfferUnclear "offer_unclear",
    }
}

tokens! {
    error
    /// The reason of a refused trigger. The case is unchanged (D31). Programs act on the reason;
    /// `Display` has a text for people.
    Refusal, "reason of a refusal" {
        /// No case has such a trigger.
        UnknownTrigger "unknown_trigger",
        /// A member of the trigger is missing, empty, or of a wrong type.
        MalformedTrigger "malformed_trigger",
        /// There is no case yet.
        NoCase "no_case",
        /// The case was created already.
        CaseExists "case_exists",
        /// The case is closed, which is final (`ST-closed-terminal`).
        CaseClosed "case_closed",
        /// The trigger has no effect in the state of the case (`ST-no-other-transitions`).
        WrongState "wrong_state",
        /// A request for input is open, and only one can be open at a time (`ST-one-open-request`).
        RequestOpen "request_open",
        /// The `interaction_id` names an earlier request of the case (D46).
        ReusedInteraction "reused_interaction",
        /// The message is longer than 8 KB (`LIM-action-message`).
        MessageTooLong "message_too_long",
        /// The `interaction_id` is not that of the open request (`RSP-open-interaction`).
        UnknownInteraction "unknown_interaction",
        /// An earlier reply answered the request (`ERR-respond-repeat`).
        AlreadyResponded "already_responded",
        /// The reply has neither visible text nor a file (`RSP-message-or-file`).
        EmptyReply "empty_reply",
        /// The `offer_id` names an earlier offer of the case.
        ReusedOffer "reused_offer",
        /// The offer has no policy.
        EmptyOffer "empty_offer",
        /// The case has no offer with this `offer_id`.
        UnknownOffer "unknown_offer",
        /// No policy is selected (D46).
        EmptySelection "empty_selection",
        /// A selected policy is not part of the offer (D46).
        UnknownUpgrade "unknown_upgrade",
        /// Research is complete, so the case cannot be canceled (D34).
        ResearchComplete "research_complete",
        /// A cancellation is in progress (D34).
        CancellationPending "cancellation_pending",
        /// The case is being processed, so it cannot be canceled now (D34).
        CaseProcessing "case_processing",
        /// The label of the file is not one of the four (`FA-label-enum`).
        UnknownLabel "unknown_label",
        /// The file is larger than 25 MB (`FA-file-25MB`).
        FileTooLarge "file_too_large",
        /// 25 files were appended already (`LIM-append-count`).
        TooManyFiles "too_many_files",
        /// With this file, the appended files exceed 100 MB (`LIM-append-bytes`).
        FilesTooLarge "files_too_large",
    }
}

tokens! {
    /// The kind of a [`Trigger`](crate::lifecycle::Trigger).
    TriggerType, "type of trigger" {
        /// A case is submitted.
        Create "create",
        /// Research begins.
        PickUp "pick_up",
        /// A specialist needs input.
        NeedInput "need_input",
        /// The caller replies.
        Respond "respond",
        /// Results are published for the first time or again.
        PublishResults "publish_results",
        /// Additional policies are located.
        FindPolicies "find_policies",
        /// The caller accepts offered policies.
        AcceptOffers "accept_offers",
        /// Delivery is confirmed.
        ConfirmDelivery "confirm_delivery",
        /// The caller cancels.
        Cancel "cancel",
        /// The caller appends a file.
        AppendFile "append_file",
    }
}

/// The reason of an invalid firm rule or waiver: the parameter `reason` of
/// [`Code::HouseRefused`](crate::Code::HouseRefused).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum HouseRefusal {
    /// A JSON object is expected here.
    SetExpected,
    /// A list is expected here.
    ListExpected,
    /// A non-blank string is expected here.
    TextExpected,
    /// `true` or `false` is expected here.
    AnswerExpected,
    /// Only `true` is allowed here.
    OnlyTrue,
    /// A whole number within limits is expected here.
    NumberExpected,
    /// A valid day is expected here.
    DayExpected,
    /// One of a few words is expected here.
    WordExpected,
    /// The member is unknown.
    UnknownMember,
    /// A member is missing.
    MissingMember,
    /// A condition or requirement does not have exactly one test.
    OneTest,
    /// A list is empty.
    Empty,
    /// There are more entries than the limit.
    TooMany,
    /// An id has characters that ids cannot have.
    BadId,
    /// Two rules have the same id.
    DuplicateId,
    /// A rule of the rulebook has the id.
    BookId,
    /// The field is unknown.
    UnknownField,
    /// The service does not read the field.
    UnreadField,
    /// Only the rule's own member `product` names the product.
    CaseTypeField,
    /// Only one product has the field, but the rule applies to both.
    ProductNeeded,
    /// The rule's product lacks the field.
    OtherProduct,
    /// The test does not apply to this field.
    WrongTest,
    /// The only tests of this field are whether it is given.
    NoTest,
    /// The test has no opposite.
    NoOpposite,
    /// No value passes.
    NonePasses,
    /// The field's word list does not contain the word.
    UnknownWord,
    /// No file can have the label.
    UnknownLabel,
    /// A backslash precedes a character that needs none.
    BadPattern,
    /// A list of two limits is expected here.
    PairExpected,
    /// The first limit is greater than the second.
    ReversedRange,
    /// The regular expression is invalid.
    BadExpression,
    /// The regular expression has too many parts.
    ExpressionTooLarge,
    /// Conditions are nested too deeply.
    TooDeep,
    /// The field is named twice.
    SameField,
    /// The two fields have different types.
    FieldsUnlike,
    /// Only one field is named, but several are needed.
    OneField,
    /// The conditions cannot be met together.
    NeverApplies,
    /// No value can satisfy the requirements.
    NothingPasses,
    /// The service always requires the field.
    ServiceAsks,
    /// The rulebook has the same requirement.
    BookSays,
    /// Another firm rule has the same requirement.
    HouseSays,
    /// Every value passes.
    AllPasses,
    /// The code is unknown.
    UnknownCode,
    /// The code is not a warning.
    NotAWarning,
    /// The rule is unknown.
    UnknownRule,
}

impl HouseRefusal {
    /// All reasons.
    pub const ALL: [HouseRefusal; 45] = [
        HouseRefusal::SetExpected,
        HouseRefusal::ListExpected,
        HouseRefusal::TextExpected,
        HouseRefusal::AnswerExpected,
        HouseRefusal::OnlyTrue,
        HouseRefusal::NumberExpected,
        HouseRefusal::DayExpected,
        HouseRefusal::WordExpected,
        HouseRefusal::UnknownMember,
        HouseRefusal::MissingMember,
        HouseRefusal::OneTest,
        HouseRefusal::Empty,
        HouseRefusal::TooMany,
        HouseRefusal::BadId,
        HouseRefusal::DuplicateId,
        HouseRefusal::BookId,
        HouseRefusal::UnknownField,
        HouseRefusal::UnreadField,
        HouseRefusal::CaseTypeField,
        HouseRefusal::ProductNeeded,
        HouseRefusal::OtherProduct,
        HouseRefusal::WrongTest,
        HouseRefusal::NoTest,
        HouseRefusal::NoOpposite,
        HouseRefusal::NonePasses,
        HouseRefusal::UnknownWord,
        HouseRefusal::UnknownLabel,
        HouseRefusal::BadPattern,
        HouseRefusal::PairExpected,
        HouseRefusal::ReversedRange,
        HouseRefusal::BadExpression,
        HouseRefusal::ExpressionTooLarge,
        HouseRefusal::TooDeep,
        HouseRefusal::SameField,
        HouseRefusal::FieldsUnlike,
        HouseRefusal::OneField,
        HouseRefusal::NeverApplies,
        HouseRefusal::NothingPasses,
        HouseRefusal::ServiceAsks,
        HouseRefusal::BookSays,
        HouseRefusal::HouseSays,
        HouseRefusal::AllPasses,
        HouseRefusal::UnknownCode,
        HouseRefusal::NotAWarning,
        HouseRefusal::UnknownRule,
    ];

    /// The name in findings.
    ///
    /// ```
    /// assert_eq!(casegate::firm_rules::HouseRefusal::BookId.name(), "book_id");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            HouseRefusal::SetExpected => "set_expected",
            HouseRefusal::ListExpected => "list_expected",
            HouseRefusal::TextExpected => "text_expected",
            HouseRefusal::AnswerExpected => "answer_expected",
            HouseRefusal::OnlyTrue => "only_true",
            HouseRefusal::NumberExpected => "number_expected",
            HouseRefusal::DayExpected => "day_expected",
            HouseRefusal::WordExpected => "word_expected",
            HouseRefusal::UnknownMember => "unknown_member",
            HouseRefusal::MissingMember => "missing_member",
            HouseRefusal::OneTest => "one_test",
            HouseRefusal::Empty => "empty",
            HouseRefusal::TooMany => "too_many",
            HouseRefusal::BadId => "bad_id",
            HouseRefusal::DuplicateId => "duplicate_id",
            HouseRefusal::BookId => "book_id",
            HouseRefusal::UnknownField => "unknown_field",
            HouseRefusal::UnreadField => "unread_field",
            HouseRefusal::CaseTypeField => "case_type_field",
            HouseRefusal::ProductNeeded => "product_needed",
            HouseRefusal::OtherProduct => "other_product",
            HouseRefusal::WrongTest => "wrong_test",
            HouseRefusal::NoTest => "no_test",
            HouseRefusal::NoOpposite => "no_opposite",
            HouseRefusal::NonePasses => "none_passes",
            HouseRefusal::UnknownWord => "unknown_word",
            HouseRefusal::UnknownLabel => "unknown_label",
            HouseRefusal::BadPattern => "bad_pattern",
            HouseRefusal::PairExpected => "pair_expected",
            HouseRefusal::ReversedRange => "reversed_range",
            HouseRefusal::BadExpression => "bad_expression",
            HouseRefusal::ExpressionTooLarge => "expression_too_large",
            HouseRefusal::TooDeep => "too_deep",
            HouseRefusal::SameField => "same_field",
            HouseRefusal::FieldsUnlike => "fields_unlike",
            HouseRefusal::OneField => "one_field",
            HouseRefusal::NeverApplies => "never_applies",
            HouseRefusal::NothingPasses => "nothing_passes",
            HouseRefusal::ServiceAsks => "service_asks",
            HouseRefusal::BookSays => "book_says",
            HouseRefusal::HouseSays => "house_says",
            HouseRefusal::AllPasses => "all_passes",
            HouseRefusal::UnknownCode => "unknown_code",
            HouseRefusal::NotAWarning => "not_a_warning",
            HouseRefusal::UnknownRule => "unknown_rule",
        }
    }
}

#[cfg(feature = "firm-rules")]
tokens! {
    /// The fault of a rule, or of several rules together, that an analysis finds.
    RuleFault, "fault of a rule" {
        /// No acceptable case meets the conditions.
        NeverApplies "never_applies",
        /// The rule applies, and no case violates it.
        NeverViolated "never_violated",
        /// Every case that violates the rule has another error as well.
        Redundant "redundant",
        /// Every case violates the rule.
        AlwaysViolated "always_violated",
        /// Rules require opposite values of one field, under conditions that a case can meet at
        /// once.
        Conflict "conflict",
        /// With these values, no other values make the case acceptable.
        NoRepair "no_repair",
    }
}

#[cfg(feature = "firm-rules")]
tokens! {
    /// The reason why an analysis does not decide about rules.
    NotExaminedReason, "reason of an open question" {
        /// The rule is about the files of a case.
        Files "files",
        /// The field is compared with a pattern or with another field, and the examined values may
        /// not show everything that its tests can distinguish.
        Values "values",
        /// The fields have too many combinations of values.
        Combinations "combinations",
        /// The bound on the number of judged payloads was reached.
        Steps "steps",
    }
}
