//! Applies a trigger to a case.

use crate::rulebook::reasons::Refusal;
use crate::rulebook::reasons::TriggerType;
use crate::rulebook::tokens::{CancellationReason, EventType, Label, State};
use crate::service::events::table::MESSAGE_BYTES;
use crate::service::lifecycle::cancellation::{cancellation, is_assumed};
use crate::service::lifecycle::case::{CaseState, Closing};
use crate::service::lifecycle::limits::APPEND;
use crate::service::lifecycle::table::{Condition, Firing, Transition, find};
use crate::service::lifecycle::trigger::Trigger;
use crate::text::usd::Usd;
use serde::Serialize;

/// An event that a case fired, with the payload members that the trigger provides. Absent members
/// are omitted from JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Fired {
    /// The type of the event.
    pub event: EventType,
    /// In `case.action_required`: the input that is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// In `case.action_required`: the id that a reply refers to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interaction_id: Option<String>,
    /// In `case.files_updated`: the file's label, `other` if the file has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    /// In `case.additional_policies_found`: the id of the offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer_id: Option<String>,
    /// In `case.additional_policies_found`: the offered policies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upgrade_ids: Option<Vec<i64>>,
    /// In `case.closed`: after delivery, the closing note or `results_delivered`. After a
    /// cancellation, the caller's reason verbatim or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Fired {
    fn new(event: EventType, trigger: &Trigger) -> Fired {
        let bare = Fired {
            event,
            message: None,
            interaction_id: None,
            label: None,
            offer_id: None,
            upgrade_ids: None,
            reason: None,
        };
        match trigger {
            Trigger::NeedInput { interaction_id, message } => {
                Fired { message: Some(message.clone()), interaction_id: Some(interaction_id.clone()), ..bare }
            }
            Trigger::FindPolicies { offer_id, upgrade_ids } => {
                Fired { offer_id: Some(offer_id.clone()), upgrade_ids: Some(upgrade_ids.clone()), ..bare }
            }
            Trigger::ConfirmDelivery { note } => {
                let note = note.as_deref().filter(|note| !is_blank(note));
                Fired { reason: Some(note.unwrap_or(DELIVERED).to_owned()), ..bare }
            }
            Trigger::Cancel { reason, .. } => {
                Fired { reason: Some(words(reason.as_deref()).unwrap_or(CANCELLED).to_owned()), ..bare }
            }
            Trigger::AppendFile { label, .. } => Fired { label: read_label(label.as_deref()), ..bare },
            Trigger::Create { .. }
            | Trigger::PickUp
            | Trigger::Respond { .. }
            | Trigger::PublishResults { .. }
            | Trigger::AcceptOffers { .. } => bare,
        }
    }
}

/// The reason of `case.closed` after delivery without a closing note (`ST-delivered-event`).
const DELIVERED: &str = "results_delivered";
/// The reason of `case.closed` if the caller canceled without a reason. The specification does not
/// define this value.
const CANCELLED: &str = "cancelled";

/// The result of an applied trigger.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    /// The case after the trigger.
    pub case: CaseState,
    /// The events that the trigger fired. The list is empty for a test case, and if nothing new
    /// happened.
    pub events: Vec<Fired>,
}

/// Applies a trigger to a case. A `case` of `None` means that it was not created yet.
///
/// ```
/// use casegate::lifecycle::{Refusal, Trigger, apply};
/// use casegate::tokens::{EventType, State};
///
/// let created = apply(None, &Trigger::Create { is_test: false })?;
/// assert_eq!(created.events[0].event, EventType::Received);
/// let begun = apply(Some(&created.case), &Trigger::PickUp)?;
/// assert_eq!(begun.case.state(), State::InProgress);
/// let delivered = Trigger::ConfirmDelivery { note: None };
/// assert_eq!(apply(Some(&begun.case), &delivered), Err(Refusal::WrongState));
/// # Ok::<(), Refusal>(())
/// ```
///
/// # Errors
///
/// Returns the [`Refusal`] if the trigger is not allowed.
pub fn apply(case: Option<&CaseState>, trigger: &Trigger) -> Result<Applied, Refusal> {
    let mut after = case.cloned();
    let fired = advance(&mut after, trigger)?;
    // Only `create` is allowed without a case, and it creates one.
    let case = after.ok_or(Refusal::NoCase)?;
    Ok(Applied { case, events: fired.into_iter().collect() })
}

/// Applies a trigger in place, so that a long trace does not copy the case at each step. A refused
/// trigger leaves the case unchanged.
pub(crate) fn advance(case: &mut Option<CaseState>, trigger: &Trigger) -> Result<Option<Fired>, Refusal> {
    let kind = trigger.kind();
    let Some(row) = find(case.as_ref().map(CaseState::state), kind) else {
        return Err(match (case.as_ref(), trigger) {
            // This refusal applies in every state: after a timeout it shows the caller that the
            // first attempt arrived.
            (Some(case), Trigger::Respond { interaction_id, .. })
                if case.answered_interactions.contains(interaction_id) =>
            {
                Refusal::AlreadyResponded
            }
            (case, _) => outside(case, kind),
        });
    };
    if let Some(known) = case.as_ref() {
        for condition in row.conditions {
            check(*condition, known, trigger)?;
        }
    }
    let case = match (case, trigger) {
        (Some(case), _) => case,
        (none, Trigger::Create { is_test }) => none.insert(CaseState::new(*is_test)),
        (None, _) => return Err(Refusal::NoCase),
    };
    let event = row.event.filter(|event| match row.fires {
        Firing::Always => true,
        Firing::UnlessRepeated => case.last_event != Some(*event),
        Firing::WhenResultsDiffer => results_differ(case, trigger),
    });
    remember(case, row, trigger);
    case.state = row.leads_to(case.state);
    if case.is_test {
        return Ok(None);
    }
    case.last_event = event.or(case.last_event);
    Ok(event.map(|event| Fired::new(event, trigger)))
}

/// Returns the refusal for a trigger that has no row in the current state.
pub(crate) fn outside(case: Option<&CaseState>, trigger: TriggerType) -> Refusal {
    match (case, trigger) {
        (None, _) => Refusal::NoCase,
        (Some(_), TriggerType::Create) => Refusal::CaseExists,
        (Some(case), _) if case.state == State::Closed => Refusal::CaseClosed,
        (Some(case), TriggerType::NeedInput) if case.open_interaction.is_some() => Refusal::RequestOpen,
        _ => Refusal::WrongState,
    }
}

/// Checks that the case may be canceled according to the context, or to the default.
pub(crate) fn check_eligible(
    case: &CaseState,
    eligibility: Option<CancellationReason>,
    fee_usd: Option<Usd>,
) -> Result<(), Refusal> {
    let block = cancellation(case, eligibility, fee_usd);
    if block.eligible {
        return Ok(());
    }
    Err(match block.reason {
        CancellationReason::CancellationPending => Refusal::CancellationPending,
        CancellationReason::CaseProcessing => Refusal::CaseProcessing,
        CancellationReason::ResearchComplete => Refusal::ResearchComplete,
        CancellationReason::CaseClosed
        | CancellationReason::NotYetDispatched
        | CancellationReason::DispatchedFeeApplies => Refusal::CaseClosed,
    })
}

/// Checks one condition of a row. A condition that does not belong to the trigger fails, although
/// no row has one.
fn check(condition: Condition, case: &CaseState, trigger: &Trigger) -> Result<(), Refusal> {
    let (held, refusal) = match (condition, trigger) {
        (Condition::InteractionNamed, Trigger::NeedInput { interaction_id: id, .. })
        | (Condition::OfferNamed, Trigger::FindPolicies { offer_id: id, .. }) => {
            (!is_blank(id), Refusal::MalformedTrigger)
        }
        (Condition::InteractionNew, Trigger::NeedInput { interaction_id, .. }) => {
            (!case.answered_interactions.contains(interaction_id), Refusal::ReusedInteraction)
        }
        (Condition::MessageWithinLimit, Trigger::NeedInput { message, .. }) => {
            (message.len() <= MESSAGE_BYTES, Refusal::MessageTooLong)
        }
        (Condition::InteractionOpen, Trigger::Respond { interaction_id, .. }) => {
            let answered = case.answered_interactions.contains(interaction_id);
            let refusal = if answered { Refusal::AlreadyResponded } else { Refusal::UnknownInteraction };
            (case.open_interaction.as_ref() == Some(interaction_id), refusal)
        }
        (Condition::ReplySaysSomething, Trigger::Respond { message, files, .. }) => {
            (*files > 0 || !is_blank(message), Refusal::EmptyReply)
        }
        (Condition::OfferNew, Trigger::FindPolicies { offer_id, .. }) => {
            (!case.offers.contains_key(offer_id), Refusal::ReusedOffer)
        }
        (Condition::OfferNotEmpty, Trigger::FindPolicies { upgrade_ids, .. }) => {
            (!upgrade_ids.is_empty(), Refusal::EmptyOffer)
        }
        (Condition::OfferKnown, Trigger::AcceptOffers { offer_id, .. }) => {
            (case.offers.contains_key(offer_id), Refusal::UnknownOffer)
        }
        (Condition::SelectionNotEmpty, Trigger::AcceptOffers { selected_upgrade_ids, .. }) => {
            (!selected_upgrade_ids.is_empty(), Refusal::EmptySelection)
        }
        (Condition::SelectionOffered, Trigger::AcceptOffers { offer_id, selected_upgrade_ids, .. }) => {
            let offer = case.offers.get(offer_id);
            let known = |id| offer.is_some_and(|upgrades| upgrades.contains(id));
            (selected_upgrade_ids.iter().all(known), Refusal::UnknownUpgrade)
        }
        (Condition::SelectionAccepted, Trigger::AcceptOffers { offer_id, selected_upgrade_ids, .. }) => {
            let offer = case.offers.get(offer_id);
            let accepted =
                |id| case.selected_upgrades.contains(id) && offer.is_some_and(|upgrades| upgrades.contains(id));
            (!selected_upgrade_ids.is_empty() && selected_upgrade_ids.iter().all(accepted), Refusal::CaseClosed)
        }
        (Condition::CancellationEligible, Trigger::Cancel { eligibility, fee_usd, .. }) => {
            return check_eligible(case, *eligibility, *fee_usd);
        }
        (Condition::ClosedByCancellation, _) => (case.is_cancelled(), Refusal::CaseClosed),
        (Condition::LabelKnown, Trigger::AppendFile { label, .. }) => {
            (read_label(label.as_deref()).is_some(), Refusal::UnknownLabel)
        }
        (Condition::SizeWithinLimit, Trigger::AppendFile { size, .. }) => {
            (*size <= APPEND.file.binary(), Refusal::FileTooLarge)
        }
        (Condition::CountWithinLimit, _) => (case.takes_more_files(), Refusal::TooManyFiles),
        (Condition::TotalWithinLimit, Trigger::AppendFile { size, .. }) => {
            (case.appended_bytes.saturating_add(*size) <= APPEND.total.binary(), Refusal::FilesTooLarge)
        }
        _ => (false, Refusal::MalformedTrigger),
    };
    if held { Ok(()) } else { Err(refusal) }
}

/// Returns `true` if the trigger brings results that differ from those published last. Results
/// without a digest count as different.
fn results_differ(case: &CaseState, trigger: &Trigger) -> bool {
    let differs = |digest: Option<&String>| digest.is_none() || digest != case.published_digest.as_ref();
    match trigger {
        Trigger::PublishResults { digest } => differs(Some(digest)),
        Trigger::AcceptOffers { selected_upgrade_ids, digest, .. } => {
            selects_more(case, selected_upgrade_ids) && differs(digest.as_ref())
        }
        _ => false,
    }
}

/// Returns `true` if the selection contains a policy that was not selected before (D32).
fn selects_more(case: &CaseState, selection: &[i64]) -> bool {
    !selection.iter().all(|upgrade| case.selected_upgrades.contains(upgrade))
}

/// Records the facts that later rules need. The caller updates the state afterwards.
fn remember(case: &mut CaseState, row: &Transition, trigger: &Trigger) {
    match trigger {
        Trigger::Create { .. } => {}
        Trigger::PickUp => case.picked_up = true,
        Trigger::NeedInput { interaction_id, .. } => case.open_interaction = Some(interaction_id.clone()),
        Trigger::Respond { .. } => case.answered_interactions.extend(case.open_interaction.take()),
        Trigger::PublishResults { digest } => case.published_digest = Some(digest.clone()),
        Trigger::FindPolicies { offer_id, upgrade_ids } => {
            case.offers.insert(offer_id.clone(), upgrade_ids.iter().copied().collect());
            case.latest_offer = Some(offer_id.clone());
        }
        Trigger::AcceptOffers { selected_upgrade_ids, digest, .. } => {
            if selects_more(case, selected_upgrade_ids) {
                case.selected_upgrades.extend(selected_upgrade_ids);
                case.published_digest.clone_from(digest);
            }
        }
        Trigger::ConfirmDelivery { note } => {
            let note = note.clone().filter(|note| !is_blank(note));
            case.closing = Some(Closing::Delivery { note });
        }
        // A repeated cancellation does not change the first (D31).
        Trigger::Cancel { .. } if row.to.is_none() => {}
        Trigger::Cancel { reason, eligibility, fee_usd } => {
            let block = cancellation(case, *eligibility, *fee_usd);
            case.closing = Some(Closing::Cancellation {
                reason: words(reason.as_deref()).map(str::to_owned),
                eligibility: block.reason,
                assumed: is_assumed(case, *eligibility),
                fee_usd: block.fee_usd,
            });
            case.open_interaction = None;
        }
        Trigger::AppendFile { size, .. } => {
            case.appended_files = case.appended_files.saturating_add(1);
            case.appended_bytes = case.appended_bytes.saturating_add(*size);
        }
    }
}

/// Returns the caller's reason verbatim. A blank reason is retained (`CQ-reason-verbatim`), but an
/// empty string counts as absent (D1).
fn words(reason: Option<&str>) -> Option<&str> {
    reason.filter(|reason| !reason.is_empty())
}

/// Reads a label. An absent or blank label is `other` (D26, D47).
fn read_label(label: Option<&str>) -> Option<Label> {
    match label {
        Some(word) if !is_blank(word) => Label::from_name(word),
        _ => Some(Label::Other),
    }
}

/// Returns `true` if the text contains only white space (D38).
fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}
