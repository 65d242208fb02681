//! The actions that a case allows now, and the reasons why the others are not allowed. User
//! interfaces build their buttons from this list.

use crate::messages::Language;
use crate::messages::parts::{ONLY_WHILE, TRIGGERS};
use crate::rulebook::params::{Param, Params};
use crate::rulebook::reasons::Refusal;
use crate::rulebook::reasons::TriggerType;
use crate::rulebook::tokens::{CancellationReason, State};
use crate::service::lifecycle::apply::{check_eligible, outside};
use crate::service::lifecycle::case::CaseState;
use crate::service::lifecycle::table::{Condition, find, transitions};
use crate::service::lifecycle::trigger::Actor;
use crate::text::usd::Usd;
use serde::Serialize;

/// A trigger, and its availability in the current state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Action {
    /// The trigger.
    pub trigger: TriggerType,
    /// The actor that performs the trigger.
    pub by: Actor,
    /// The label for a button.
    pub label: &'static str,
    /// `true` if the trigger is possible in this state. The trigger's data may still be refused,
    /// for example a file with an unknown label.
    pub allowed: bool,
    /// The state that the trigger leads to, if it is allowed.
    pub to: Option<State>,
    /// The reason why the trigger is not allowed.
    pub reason: Option<Refusal>,
    /// The message for `reason`.
    pub message: Option<String>,
    /// The specification statements behind the action.
    pub requirement_ids: &'static [&'static str],
    /// The decisions behind the action.
    pub decisions: &'static [&'static str],
}

/// The statements and decisions behind a trigger that has no row for the current state.
const NO_ROW: (&[&str], &[&str]) = (&["ST-no-other-transitions"], &["D31"]);

/// Returns every trigger and its availability. A `case` of `None` means that the case was not
/// created yet.
///
/// `eligibility` and `fee_usd` have the same meaning and default as in
/// [`crate::service::lifecycle::cancellation`].
///
/// ```
/// use casegate::Language;
/// use casegate::lifecycle::{Refusal, TriggerType, actions};
///
/// let actions = actions(None, None, None, Language::English);
/// let allowed: Vec<TriggerType> = actions.iter().filter(|action| action.allowed).map(|action| action.trigger).collect();
/// assert_eq!(allowed, [TriggerType::Create]);
/// assert_eq!(actions[1].reason, Some(Refusal::NoCase));
/// ```
pub fn actions(
    case: Option<&CaseState>,
    eligibility: Option<CancellationReason>,
    fee_usd: Option<Usd>,
    language: Language,
) -> Vec<Action> {
    let action = |trigger: TriggerType| {
        let row = find(case.map(CaseState::state), trigger);
        let reason = match row {
            None => Some(outside(case, trigger)),
            Some(row) => case.and_then(|case| {
                row.conditions.iter().find_map(|condition| barred(*condition, case, eligibility, fee_usd))
            }),
        };
        let (requirement_ids, decisions) = row.map_or(NO_ROW, |row| (row.requirement_ids, row.decisions));
        // The row of a trigger that needs no case always has a `to` state.
        let to = row.and_then(|row| case.map_or(row.to, |case| Some(row.leads_to(case.state))));
        Action {
            trigger,
            by: by(trigger),
            label: TRIGGERS.text(language, trigger),
            allowed: reason.is_none(),
            to: to.filter(|_| reason.is_none()),
            reason,
            message: reason.map(|reason| match reason {
                Refusal::WrongState => only_while(trigger, language),
                reason => reason.message(language),
            }),
            requirement_ids,
            decisions,
        }
    };
    TriggerType::ALL.iter().copied().map(action).collect()
}

/// Returns a message that lists the states in which a trigger is possible.
fn only_while(trigger: TriggerType, language: Language) -> String {
    let starts =
        |state: &State| transitions().iter().any(|row| row.trigger == trigger && row.starts_from(Some(*state)));
    let words = State::ALL.iter().filter(|state| starts(state)).map(|state| ONLY_WHILE.text(language, state.name()));
    let states: Vec<&str> = words.filter(|words| !words.is_empty()).collect();
    let states = states.join(language.catalogue().grammar.or);
    ONLY_WHILE.message(language, "only_while", &Params::default().with("states", Param::Word(states)))
}

/// Returns the actor of a trigger. All rows of one trigger have the same actor.
fn by(trigger: TriggerType) -> Actor {
    transitions().iter().find(|row| row.trigger == trigger).map_or(Actor::Service, |row| row.by)
}

/// Returns the refusal if no data that accompanies the trigger can satisfy the condition.
fn barred(
    condition: Condition,
    case: &CaseState,
    eligibility: Option<CancellationReason>,
    fee_usd: Option<Usd>,
) -> Option<Refusal> {
    match condition {
        Condition::OfferKnown => case.offers.is_empty().then_some(Refusal::UnknownOffer),
        Condition::SelectionAccepted => case.selected_upgrades.is_empty().then_some(Refusal::CaseClosed),
        Condition::CancellationEligible => check_eligible(case, eligibility, fee_usd).err(),
        Condition::ClosedByCancellation => (!case.is_cancelled()).then_some(Refusal::CaseClosed),
        Condition::CountWithinLimit => (!case.takes_more_files()).then_some(Refusal::TooManyFiles),
        Condition::InteractionNamed
        | Condition::InteractionNew
        | Condition::MessageWithinLimit
        | Condition::InteractionOpen
        | Condition::ReplySaysSomething
        | Condition::OfferNamed
        | Condition::OfferNew
        | Condition::OfferNotEmpty
        | Condition::SelectionNotEmpty
        | Condition::SelectionOffered
        | Condition::LabelKnown
        | Condition::SizeWithinLimit
        | Condition::TotalWithinLimit => None,
    }
}
