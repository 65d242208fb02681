//! The table of transitions. A trigger without a row for the current state is refused (D31).

use crate::rulebook::reasons::TriggerType;
use crate::rulebook::tokens::{EventType, State};
use crate::service::lifecycle::trigger::Actor;
use serde::Serialize;

/// A condition that a trigger must meet besides the state. A row's conditions are checked in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The request for input has an id that is not blank.
    InteractionNamed,
    /// No answered request of the case has the same id.
    InteractionNew,
    /// The message is at most 8 × 1024 bytes of UTF-8.
    MessageWithinLimit,
    /// The reply refers to the open request.
    InteractionOpen,
    /// The reply has visible text or a file.
    ReplySaysSomething,
    /// The offer has an id that is not blank.
    OfferNamed,
    /// No earlier offer of the case has the same id.
    OfferNew,
    /// The offer contains at least one policy.
    OfferNotEmpty,
    /// The case has an offer with this id.
    OfferKnown,
    /// At least one policy is selected.
    SelectionNotEmpty,
    /// Every selected policy is part of the offer.
    SelectionOffered,
    /// At least one policy is selected, and each selected policy is part of the offer and already
    /// accepted.
    SelectionAccepted,
    /// The case may be canceled according to the context, or to the default of D34.
    CancellationEligible,
    /// The case was closed by a cancellation.
    ClosedByCancellation,
    /// The file's label is one of the four known labels, or absent.
    LabelKnown,
    /// The file is at most 25 MB.
    SizeWithinLimit,
    /// The case has fewer than 25 appended files.
    CountWithinLimit,
    /// The appended files stay within 100 MB.
    TotalWithinLimit,
}

/// The circumstances in which a transition fires its event. A test case fires none (D33).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Firing {
    /// Always.
    Always,
    /// Unless the case fired the same event last (D29).
    UnlessRepeated,
    /// If the results differ from those published last (D30).
    WhenResultsDiffer,
}

/// A row of the table: the effect of a trigger in some states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Transition {
    /// The states in which the row applies. The list is empty for a trigger that needs no case.
    pub from: &'static [State],
    /// The trigger.
    pub trigger: TriggerType,
    /// The actor that performs the trigger.
    pub by: Actor,
    /// The conditions that must be met besides the state.
    pub conditions: &'static [Condition],
    /// The state afterwards, or `None` if the state does not change.
    pub to: Option<State>,
    /// The event that the transition fires, if any.
    pub event: Option<EventType>,
    /// The circumstances in which the event fires.
    pub fires: Firing,
    /// The specification statements behind the row, by id (`casegate explain`).
    pub requirement_ids: &'static [&'static str],
    /// The decisions behind the row, for questions that the specification leaves open, by number
    /// (`casegate explain`).
    pub decisions: &'static [&'static str],
}

impl Transition {
    /// Returns `true` if the row applies in `state`. `None` means that the case was not created
    /// yet.
    pub fn starts_from(&self, state: Option<State>) -> bool {
        state.map_or(self.from.is_empty(), |state| self.from.contains(&state))
    }

    /// Returns the state of the case after this transition.
    pub fn leads_to(&self, state: State) -> State {
        self.to.unwrap_or(state)
    }
}

/// Returns the transition table, for example to draw diagrams, pages and buttons.
///
/// ```
/// use casegate::lifecycle::{TriggerType, transitions};
/// use casegate::tokens::State;
///
/// let from_queue = transitions().iter().filter(|row| row.starts_from(Some(State::Received)));
/// assert!(from_queue.map(|row| row.trigger).eq([TriggerType::PickUp, TriggerType::Cancel, TriggerType::AppendFile]));
/// ```
pub fn transitions() -> &'static [Transition] {
    TRANSITIONS
}

/// Returns the row for a state and a trigger.
pub(crate) fn find(state: Option<State>, trigger: TriggerType) -> Option<&'static Transition> {
    TRANSITIONS.iter().find(|row| row.trigger == trigger && row.starts_from(state))
}

const NOT_CLOSED: &[State] = &[State::Received, State::InProgress, State::ActionRequired, State::ResultsReady];

/// Each pair of a state and a trigger occurs in at most one row.
static TRANSITIONS: &[Transition] = &[
    Transition {
        from: &[],
        trigger: TriggerType::Create,
        by: Actor::Caller,
        conditions: &[],
        to: Some(State::Received),
        event: Some(EventType::Received),
        fires: Firing::Always,
        requirement_ids: &["ST-create-received", "ST-create-event", "EVT-received"],
        decisions: &[],
    },
    Transition {
        from: &[State::Received],
        trigger: TriggerType::PickUp,
        by: Actor::Service,
        conditions: &[],
        to: Some(State::InProgress),
        event: Some(EventType::InProgress),
        fires: Firing::UnlessRepeated,
        requirement_ids: &["ST-received-in_progress", "ST-in_progress-event", "ST-respond-event", "EVT-in_progress"],
        decisions: &["D28", "D29"],
    },
    Transition {
        from: &[State::InProgress],
        trigger: TriggerType::PickUp,
        by: Actor::Service,
        conditions: &[],
        to: None,
        event: None,
        fires: Firing::Always,
        requirement_ids: &["ST-in_progress-collapse"],
        decisions: &["D45", "D60"],
    },
    Transition {
        from: &[State::InProgress],
        trigger: TriggerType::NeedInput,
        by: Actor::Service,
        conditions: &[Condition::InteractionNamed, Condition::InteractionNew, Condition::MessageWithinLimit],
        to: Some(State::ActionRequired),
        event: Some(EventType::ActionRequired),
        fires: Firing::Always,
        requirement_ids: &[
            "ST-in_progress-action_required",
            "ST-one-open-request",
            "ST-action_required-event",
            "EVT-action_required",
            "LIM-action-message",
        ],
        decisions: &["D23", "D46"],
    },
    Transition {
        from: &[State::ActionRequired],
        trigger: TriggerType::Respond,
        by: Actor::Caller,
        conditions: &[Condition::InteractionOpen, Condition::ReplySaysSomething],
        to: Some(State::Received),
        event: None,
        fires: Firing::Always,
        requirement_ids: &["ST-respond-received", "ST-respond-loop", "RSP-open-interaction", "RSP-message-or-file"],
        decisions: &["D28", "D46"],
    },
    Transition {
        from: &[State::InProgress],
        trigger: TriggerType::PublishResults,
        by: Actor::Service,
        conditions: &[],
        to: Some(State::ResultsReady),
        event: Some(EventType::ResultsReady),
        fires: Firing::WhenResultsDiffer,
        requirement_ids: &["ST-in_progress-results_ready", "ST-results_ready-event", "EVT-results_ready"],
        decisions: &["D30"],
    },
    Transition {
        from: &[State::ResultsReady],
        trigger: TriggerType::PublishResults,
        by: Actor::Service,
        conditions: &[],
        to: None,
        event: Some(EventType::ResultsReady),
        fires: Firing::WhenResultsDiffer,
        requirement_ids: &["EVT-results_ready", "EVT-results_ready-on-change"],
        decisions: &["D30", "D45"],
    },
    Transition {
        from: &[State::InProgress, State::ResultsReady],
        trigger: TriggerType::FindPolicies,
        by: Actor::Service,
        conditions: &[Condition::OfferNamed, Condition::OfferNew, Condition::OfferNotEmpty],
        to: None,
        event: Some(EventType::AdditionalPoliciesFound),
        fires: Firing::Always,
        requirement_ids: &["OFR-found-and-offered", "EVT-additional_policies_found"],
        decisions: &["D32"],
    },
    Transition {
        from: &[State::ResultsReady],
        trigger: TriggerType::AcceptOffers,
        by: Actor::Caller,
        conditions: &[Condition::OfferKnown, Condition::SelectionNotEmpty, Condition::SelectionOffered],
        to: None,
        event: Some(EventType::ResultsReady),
        fires: Firing::WhenResultsDiffer,
        requirement_ids: &["ST-accept-stays", "ST-accept-refire", "ST-upgrade-selected", "EP-accept-retry"],
        decisions: &["D30", "D32", "D45", "D46"],
    },
    Transition {
        from: &[State::Closed],
        trigger: TriggerType::AcceptOffers,
        by: Actor::Caller,
        conditions: &[Condition::SelectionAccepted],
        to: None,
        event: None,
        fires: Firing::Always,
        requirement_ids: &["EP-accept-retry", "ST-closed-terminal"],
        decisions: &["D51"],
    },
    Transition {
        from: &[State::ResultsReady],
        trigger: TriggerType::ConfirmDelivery,
        by: Actor::Service,
        conditions: &[],
        to: Some(State::Closed),
        event: Some(EventType::Closed),
        fires: Firing::Always,
        requirement_ids: &["ST-delivered-closed", "ST-delivered-event", "EVT-closed", "EVT-closed-once"],
        decisions: &["D31"],
    },
    Transition {
        from: NOT_CLOSED,
        trigger: TriggerType::Cancel,
        by: Actor::Caller,
        conditions: &[Condition::CancellationEligible],
        to: Some(State::Closed),
        event: Some(EventType::Closed),
        fires: Firing::Always,
        requirement_ids: &[
            "ST-cancel-closed",
            "ST-cancel-event",
            "ST-cancel-eligibility",
            "EP-cancel-closes",
            "EVT-closed",
        ],
        decisions: &["D31", "D34"],
    },
    Transition {
        from: &[State::Closed],
        trigger: TriggerType::Cancel,
        by: Actor::Caller,
        conditions: &[Condition::ClosedByCancellation],
        to: None,
        event: None,
        fires: Firing::Always,
        requirement_ids: &["EP-cancel-retry", "EVT-closed-once"],
        decisions: &["D31"],
    },
    Transition {
        from: NOT_CLOSED,
        trigger: TriggerType::AppendFile,
        by: Actor::Caller,
        // The file itself is checked before the limits, and the count before the total (D24, D47).
        conditions: &[
            Condition::LabelKnown,
            Condition::SizeWithinLimit,
            Condition::CountWithinLimit,
            Condition::TotalWithinLimit,
        ],
        to: None,
        event: Some(EventType::FilesUpdated),
        fires: Firing::Always,
        requirement_ids: &[
            "EVT-files_updated",
            "FA-label-enum",
            "FA-file-25MB",
            "LIM-append-count",
            "LIM-append-bytes",
        ],
        decisions: &["D24", "D32", "D46", "D47"],
    },
];
