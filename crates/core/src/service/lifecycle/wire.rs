//! The lifecycle operations with JSON text as input and output.

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
use crate::text::json::writer::text;
use crate::text::usd::Usd;
use serde::Serialize;

/// The answer to invalid input.
#[derive(Serialize)]
struct Unusable {
    issues: Vec<Issue>,
}

/// The answer to `apply_trigger`.
#[derive(Serialize)]
struct Answer<'a> {
    case: Option<&'a CaseState>,
    events: Vec<EventType>,
    fired: &'a [Fired],
    refused: Option<Refusal>,
    message: Option<String>,
}

#[derive(Serialize)]
struct Actions {
    actions: Vec<Action>,
}

#[derive(Serialize)]
struct Cancellation {
    cancellation: CancellationBlock,
    assumed: bool,
}

#[derive(Serialize)]
struct Transitions {
    transitions: &'static [Transition],
}

pub(crate) fn replay_with(input: &str, context: &Context) -> String {
    text(&crate::service::lifecycle::replay(input, context))
}

/// `{"case", "trigger"}` → `{"case", "events", "fired", "refused", "message"}`.
pub(crate) fn apply_trigger_with(input: &str, context: &Context) -> String {
    answer(input, context, |document| {
        let case = case(document, context)?;
        let applied = Trigger::read(document.get("trigger").unwrap_or(&Document::Null))
            .and_then(|trigger| apply(case.as_ref(), &trigger));
        Ok(match applied {
            Ok(Applied { case, events }) => text(&Answer {
                case: Some(&case),
                events: events.iter().map(|fired| fired.event).collect(),
                fired: &events,
                refused: None,
                message: None,
            }),
            Err(refusal) => text(&Answer {
                case: case.as_ref(),
                events: Vec::new(),
                fired: &[],
                refused: Some(refusal),
                message: Some(refusal.message(context.language)),
            }),
        })
    })
}

/// `{"case", "eligibility"?, "fee_usd"?}` → `{"actions"}`.
pub(crate) fn actions_with(input: &str, context: &Context) -> String {
    answer(input, context, |document| {
        let case = case(document, context)?;
        let (eligibility, fee_usd) = cancellation_terms(document, context)?;
        Ok(text(&Actions { actions: actions(case.as_ref(), eligibility, fee_usd, context.language) }))
    })
}

/// `{"case", "eligibility"?, "fee_usd"?}` → `{"cancellation", "assumed"}`.
pub(crate) fn cancellation_with(input: &str, context: &Context) -> String {
    answer(input, context, |document| {
        let case = case(document, context)?.ok_or_else(|| member_issue(Code::Required, "case", context))?;
        let (eligibility, fee_usd) = cancellation_terms(document, context)?;
        let assumed = is_assumed(&case, eligibility);
        Ok(text(&Cancellation { cancellation: cancellation(&case, eligibility, fee_usd), assumed }))
    })
}

/// Returns `{"transitions"}` for any input.
pub(crate) fn transitions_with(_: &str, _: &Context) -> String {
    text(&Transitions { transitions: transitions() })
}

/// Reads the input and passes it to `carry_out`. Invalid input is answered with its issue.
fn answer(input: &str, context: &Context, carry_out: impl FnOnce(&Document) -> Result<String, Box<Issue>>) -> String {
    let answer = Document::input(input, context).and_then(|document| {
        document.as_object().ok_or_else(|| not_an_object(context))?;
        carry_out(&document)
    });
    answer.unwrap_or_else(|issue| text(&Unusable { issues: vec![*issue] }))
}

/// Reads the case from the input. An absent or `null` case means that it was not created yet.
fn case(document: &Document, context: &Context) -> Result<Option<CaseState>, Box<Issue>> {
    match document.get("case") {
        None | Some(Document::Null) => Ok(None),
        Some(written) => match serde_json::from_str(&written.to_string()) {
            Ok(case) => Ok(Some(case)),
            Err(_) => Err(member_issue(Code::CaseUnreadable, "case", context)),
        },
    }
}

/// Reads the eligibility and the fee that the caller's context gives for a cancellation.
fn cancellation_terms(
    document: &Document,
    context: &Context,
) -> Result<(Option<CancellationReason>, Option<Usd>), Box<Issue>> {
    let member = |name: &str| document.get(name).filter(|value| !value.is_null());
    let eligibility = member("eligibility").map(|value| {
        let word = value.as_str().and_then(CancellationReason::from_name);
        word.ok_or_else(|| {
            Box::new(member_finding(&LIFECYCLE, Code::UnknownWord, "eligibility", context).breaks("CB-reason-enum"))
        })
    });
    let fee_usd = member("fee_usd").map(|value| {
        let amount = value.as_str().and_then(Usd::parse);
        amount.ok_or_else(|| {
            Box::new(member_finding(&LIFECYCLE_FEE, Code::WrongType, "fee_usd", context).breaks("CB-fee_usd-type"))
        })
    });
    Ok((eligibility.transpose()?, fee_usd.transpose()?))
}
