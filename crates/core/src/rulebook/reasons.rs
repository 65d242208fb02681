//! The reasons of refusals and of questions. Their texts are in the message catalogue.

use crate::rulebook::tokens::tokens;

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

tokens! {
    /// The reason of an invalid firm rule or waiver: the parameter `reason` of
    /// [`Code::HouseRefused`](crate::Code::HouseRefused).
    #[non_exhaustive]
    HouseRefusal, "reason of an invalid firm rule" {
        /// A JSON object is expected here.
        SetExpected "set_expected",
        /// A list is expected here.
        ListExpected "list_expected",
        /// A non-blank string is expected here.
        TextExpected "text_expected",
        /// `true` or `false` is expected here.
        AnswerExpected "answer_expected",
        /// Only `true` is allowed here.
        OnlyTrue "only_true",
        /// A whole number within limits is expected here.
        NumberExpected "number_expected",
        /// A valid day is expected here.
        DayExpected "day_expected",
        /// One of a few words is expected here.
        WordExpected "word_expected",
        /// The member is unknown.
        UnknownMember "unknown_member",
        /// A member is missing.
        MissingMember "missing_member",
        /// A condition or requirement does not have exactly one test.
        OneTest "one_test",
        /// A list is empty.
        Empty "empty",
        /// There are more entries than the limit.
        TooMany "too_many",
        /// An id has characters that ids cannot have.
        BadId "bad_id",
        /// Two rules have the same id.
        DuplicateId "duplicate_id",
        /// A rule of the rulebook has the id.
        BookId "book_id",
        /// The field is unknown.
        UnknownField "unknown_field",
        /// The service does not read the field.
        UnreadField "unread_field",
        /// Only the rule's own member `product` names the product.
        CaseTypeField "case_type_field",
        /// Only one product has the field, but the rule applies to both.
        ProductNeeded "product_needed",
        /// The rule's product lacks the field.
        OtherProduct "other_product",
        /// The test does not apply to this field.
        WrongTest "wrong_test",
        /// The only tests of this field are whether it is given.
        NoTest "no_test",
        /// The test has no opposite.
        NoOpposite "no_opposite",
        /// No value passes.
        NonePasses "none_passes",
        /// The field's word list does not contain the word.
        UnknownWord "unknown_word",
        /// No file can have the label.
        UnknownLabel "unknown_label",
        /// A backslash precedes a character that needs none.
        BadPattern "bad_pattern",
        /// A list of two limits is expected here.
        PairExpected "pair_expected",
        /// The first limit is greater than the second.
        ReversedRange "reversed_range",
        /// The regular expression is invalid.
        BadExpression "bad_expression",
        /// The regular expression has too many parts.
        ExpressionTooLarge "expression_too_large",
        /// Conditions are nested too deeply.
        TooDeep "too_deep",
        /// The field is named twice.
        SameField "same_field",
        /// The two fields have different types.
        FieldsUnlike "fields_unlike",
        /// Only one field is named, but several are needed.
        OneField "one_field",
        /// The conditions cannot be met together.
        NeverApplies "never_applies",
        /// No value can satisfy the requirements.
        NothingPasses "nothing_passes",
        /// The service always requires the field.
        ServiceAsks "service_asks",
        /// The rulebook has the same requirement.
        BookSays "book_says",
        /// Another firm rule has the same requirement.
        HouseSays "house_says",
        /// Every value passes.
        AllPasses "all_passes",
        /// The code is unknown.
        UnknownCode "unknown_code",
        /// The code is not a warning.
        NotAWarning "not_a_warning",
        /// The rule is unknown.
        UnknownRule "unknown_rule",
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
