//! Reads the input of the lifecycle operations from JSON text.

use crate::context::Context;
use crate::messages::parts::{LIFECYCLE, LIFECYCLE_FEE};
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::reasons::Refusal;
use crate::rulebook::tokens::{CancellationReason, EventType};
use crate::service::lifecycle::actions::{Action, actions};
use crate::service::lifecycle::apply::{Applied, Fired, apply};
use crate::service::lifecycle::cancellation::{CancellationBlock, cancellation, is_assumed};
use crate::service::lifecycle::case::CaseState;
use crate::service::lifecycle::findings::member_finding;
use crate::service::lifecycle::findings::member_issue;
use crate::service::lifecycle::findings::not_an_object;
use crate::service::lifecycle::table::{Transition, transitions};
use crate::service::lifecycle::trigger::Trigger;
use crate::text::json::document::Document;
use crate::text::usd::Usd;
use serde::Serialize;

/// An answer, or the issues of input that could not be read.
#[derive(Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged)]
pub(crate) enum Answer<T> {
    Usable(T),
    Unusable(Unusable),
}

/// The issues of input that could not be read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
pub struct Unusable {
    issues: Vec<Issue>,
}

/// The effect of a trigger.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
pub struct AfterTrigger {
    /// The resulting case. A refused trigger does not change it.
    case: Option<CaseState>,
    events: Vec<EventType>,
    fired: Vec<Fired>,
    refused: Option<Refusal>,
    /// The message for `refused`.
    message: Option<String>,
}

/// Every trigger, and its availability.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
pub struct AllowedActions {
    actions: Vec<Action>,
}

/// The eligibility of a case for cancellation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
pub struct AssumedCancellation {
    cancellation: CancellationBlock,
    /// `true` if the reason is the default, because none was given.
    assumed: bool,
}

/// The table of transitions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
pub struct AllTransitions {
    transitions: &'static [Transition],
}

/// `{"case", "trigger"}` → `{"case", "events", "fired", "refused", "message"}`.
pub(crate) fn apply_trigger(input: &str, context: &Context) -> Answer<AfterTrigger> {
    answer(input, context, |document| {
        let case = case(document)?;
        let applied = Trigger::read(document.get("trigger").unwrap_or(&Document::Null))
            .and_then(|trigger| apply(case.as_ref(), &trigger));
        let (case, fired, refused) = match applied {
            Ok(Applied { case, events }) => (Some(case), events, None),
            Err(refusal) => (case, Vec::new(), Some(refusal)),
        };
        let events = fired.iter().map(|fired| fired.event).collect();
        let message = refused.map(|refusal| refusal.to_string());
        Ok(AfterTrigger { case, events, fired, refused, message })
    })
}

/// `{"case", "eligibility"?, "fee_usd"?}` → `{"actions"}`.
pub(crate) fn allowed_actions(input: &str, context: &Context) -> Answer<AllowedActions> {
    answer(input, context, |document| {
        let case = case(document)?;
        let (eligibility, fee_usd) = cancellation_terms(document)?;
        Ok(AllowedActions { actions: actions(case.as_ref(), eligibility, fee_usd, context.message_language()) })
    })
}

/// `{"case", "eligibility"?, "fee_usd"?}` → `{"cancellation", "assumed"}`.
pub(crate) fn cancellation_block(input: &str, context: &Context) -> Answer<AssumedCancellation> {
    answer(input, context, |document| {
        let case = case(document)?.ok_or_else(|| member_issue(Code::Required, "case"))?;
        let (eligibility, fee_usd) = cancellation_terms(document)?;
        let assumed = is_assumed(&case, eligibility);
        Ok(AssumedCancellation { cancellation: cancellation(&case, eligibility, fee_usd), assumed })
    })
}

/// Returns `{"transitions"}`.
pub(crate) fn all_transitions(_: &str, _: &Context) -> AllTransitions {
    AllTransitions { transitions: transitions() }
}

/// Reads the input and passes it to `carry_out`. Invalid input is answered with its issue.
fn answer<T>(input: &str, context: &Context, carry_out: impl FnOnce(&Document) -> Result<T, Box<Issue>>) -> Answer<T> {
    let answer = Document::input(input, context).and_then(|document| {
        document.as_object().ok_or_else(not_an_object)?;
        carry_out(&document)
    });
    answer.map_or_else(|issue| Answer::Unusable(Unusable { issues: vec![*issue] }), Answer::Usable)
}

/// Reads the case from the input. An absent or `null` case means that it was not created yet.
fn case(document: &Document) -> Result<Option<CaseState>, Box<Issue>> {
    match document.get("case") {
        None | Some(Document::Null) => Ok(None),
        Some(written) => match serde_json::from_str(&written.to_string()) {
            Ok(case) => Ok(Some(case)),
            Err(_) => Err(member_issue(Code::CaseUnreadable, "case")),
        },
    }
}

/// Reads the eligibility and the fee that the caller's context gives for a cancellation.
fn cancellation_terms(document: &Document) -> Result<(Option<CancellationReason>, Option<Usd>), Box<Issue>> {
    let member = |name: &str| document.get(name).filter(|value| !value.is_null());
    let eligibility = member("eligibility").map(|value| {
        let word = value.as_str().and_then(CancellationReason::from_name);
        word.ok_or_else(|| {
            Box::new(member_finding(&LIFECYCLE, Code::UnknownWord, "eligibility").breaks("CB-reason-enum"))
        })
    });
    let fee_usd = member("fee_usd").map(|value| {
        let amount = value.as_str().and_then(Usd::parse);
        amount.ok_or_else(|| {
            Box::new(member_finding(&LIFECYCLE_FEE, Code::WrongType, "fee_usd").breaks("CB-fee_usd-type"))
        })
    });
    Ok((eligibility.transpose()?, fee_usd.transpose()?))
}
