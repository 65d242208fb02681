//! Why something is refused or asked for: the words of answers, whose texts are in the message catalogue.

use crate::rulebook::tokens::tokens;
use serde::Serialize;

tokens! {
    /// Why the service has to be asked.
    AskReason {
        /// Nothing is known about the state.
        NothingKnown "nothing_known",
        /// A test case fires no events.
        TestCase "test_case",
        /// A reply queues the case until it is picked up; nothing tells whether it has been.
        AfterReply "after_reply",
        /// Several requests for input have no known reply, and nothing tells which came last.
        RequestsUnordered "requests_unordered",
        /// Facts name several states, and nothing tells which is the last.
        OrderUnknown "order_unknown",
        /// The facts imply an event that did not come.
        EventMissing "event_missing",
        /// A cancellation was accepted, and the case is not known to be closed.
        CancellationUnderWay "cancellation_under_way",
        /// Facts name more than one case.
        SeveralCases "several_cases",
        /// There were more facts than are kept.
        TooManyFacts "too_many_facts",
        /// There are results that were not fetched.
        ResultsUnread "results_unread",
        /// There are results that were not fetched, and the address in the event has expired.
        UrlExpired "url_expired",
        /// An offer's upgrades are known without ids.
        OfferUnread "offer_unread",
        /// Facts disagree about an offer.
        OfferUnclear "offer_unclear",
    }
}

tokens! {
    /// Why a trigger is refused. The case stays as it was (D31).
    ///
    /// Contexts match on it; [`Refusal::message`] has the words.
    Refusal {
        /// The trigger is none that a case knows.
        UnknownTrigger "unknown_trigger",
        /// A member of the trigger is missing, names nothing, or is of another kind.
        MalformedTrigger "malformed_trigger",
        /// There is no case yet.
        NoCase "no_case",
        /// The case was created before.
        CaseExists "case_exists",
        /// The case is closed, and nothing leads out of that (`ST-closed-terminal`).
        CaseClosed "case_closed",
        /// The trigger has no effect in the state of the case (`ST-no-other-transitions`).
        WrongState "wrong_state",
        /// A request for input is open, and there is one at a time (`ST-one-open-request`).
        RequestOpen "request_open",
        /// The `interaction_id` names an earlier request of the case (D46).
        ReusedInteraction "reused_interaction",
        /// The message is longer than 8 KB (`LIM-action-message`).
        MessageTooLong "message_too_long",
        /// The `interaction_id` is not that of the open request (`RSP-open-interaction`).
        UnknownInteraction "unknown_interaction",
        /// The request was answered before: an earlier reply has arrived (`ERR-respond-repeat`).
        AlreadyResponded "already_responded",
        /// The reply has neither visible text nor a file (`RSP-message-or-file`).
        EmptyReply "empty_reply",
        /// The `offer_id` names an earlier offer of the case.
        ReusedOffer "reused_offer",
        /// The offer holds no policy.
        EmptyOffer "empty_offer",
        /// The case has no offer of this `offer_id`.
        UnknownOffer "unknown_offer",
        /// No policy is selected (D46).
        EmptySelection "empty_selection",
        /// A selected policy is not part of the offer (D46).
        UnknownUpgrade "unknown_upgrade",
        /// Research is complete, so that the case cannot be cancelled any more (D34).
        ResearchComplete "research_complete",
        /// A cancellation is under way (D34).
        CancellationPending "cancellation_pending",
        /// The case is being processed, so that it cannot be cancelled now (D34).
        CaseProcessing "case_processing",
        /// The label of the file is not one of the four (`FA-label-enum`).
        UnknownLabel "unknown_label",
        /// The file is larger than 25 MB (`FA-file-25MB`).
        FileTooLarge "file_too_large",
        /// 25 files were appended before (`LIM-append-count`).
        TooManyFiles "too_many_files",
        /// The file would take the appended files past 100 MB (`LIM-append-bytes`).
        FilesTooLarge "files_too_large",
    }
}

tokens! {
    /// The kind of a [`Trigger`](crate::lifecycle::Trigger).
    TriggerType {
        /// A case is submitted.
        Create "create",
        /// Research begins.
        PickUp "pick_up",
        /// A specialist needs input.
        NeedInput "need_input",
        /// The caller replies.
        Respond "respond",
        /// Results are published, or published anew.
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

/// Why a house rule or a waiver cannot be used: the parameter `reason` of [`Code::HouseRefused`](crate::Code::HouseRefused).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HouseRefusal {
    /// A set of members in curly brackets stands here.
    SetExpected,
    /// A list stands here.
    ListExpected,
    /// A text that says something stands here.
    TextExpected,
    /// `true` or `false` stands here.
    AnswerExpected,
    /// `true` stands here, and nothing else.
    OnlyTrue,
    /// A whole number within limits stands here.
    NumberExpected,
    /// A real day stands here.
    DayExpected,
    /// One of a few words stands here.
    WordExpected,
    /// There is no such member.
    UnknownMember,
    /// A member is missing.
    MissingMember,
    /// A condition or demand says not exactly one thing.
    OneTest,
    /// A list says nothing.
    Empty,
    /// There are more than are taken.
    TooMany,
    /// An id has letters that no id has.
    BadId,
    /// Two rules have one id.
    DuplicateId,
    /// A rule of the book has the id.
    BookId,
    /// There is no such field.
    UnknownField,
    /// The service does not read the field.
    UnreadField,
    /// The product is said by the rule's own member.
    CaseTypeField,
    /// Only one product has the field, and the rule is for both.
    ProductNeeded,
    /// The rule's product lacks the field.
    OtherProduct,
    /// The field cannot be tested like this.
    WrongTest,
    /// Of the field only whether it is given can be asked.
    NoTest,
    /// The test has no opposite.
    NoOpposite,
    /// No value passes.
    NonePasses,
    /// The field's list has no such word.
    UnknownWord,
    /// No file has such a label.
    UnknownLabel,
    /// A backslash stands before a letter that it cannot.
    BadPattern,
    /// A list of a first and a last stands here.
    PairExpected,
    /// The first is greater than the last.
    ReversedRange,
    /// The regular expression cannot be read.
    BadExpression,
    /// The regular expression has too many parts.
    ExpressionTooLarge,
    /// Conditions stand too deep inside each other.
    TooDeep,
    /// The field is named twice.
    SameField,
    /// The two fields hold different kinds of values.
    FieldsUnlike,
    /// Only one field is named where there must be several.
    OneField,
    /// The conditions cannot be met together.
    NeverApplies,
    /// No value can meet the demands.
    NothingPasses,
    /// The service always asks for the field.
    ServiceAsks,
    /// The rulebook says it already.
    BookSays,
    /// Another house rule says it already.
    HouseSays,
    /// Every value passes.
    AllPasses,
    /// There is no such code.
    UnknownCode,
    /// The code is no warning.
    NotAWarning,
    /// There is no such rule.
    UnknownRule,
}

impl HouseRefusal {
    /// All of them.
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

    /// The word in findings.
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
