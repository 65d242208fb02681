//! Replays a list of triggers from the creation of a case.

use crate::context::Context;
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::reasons::Refusal;
use crate::rulebook::tokens::{EventType, State};
use crate::service::lifecycle::apply::advance;
use crate::service::lifecycle::case::CaseState;
use crate::service::lifecycle::findings::{member_issue, not_an_object};
use crate::service::lifecycle::trigger::Trigger;
use crate::text::json::document::Document;
use serde::Serialize;

/// The outcome of a trace, which is a list of triggers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Replay {
    /// One step for each trigger, in order.
    pub steps: Vec<Step>,
    /// The issue if the input has no readable trace. Omitted from JSON if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub issues: Vec<Issue>,
}

/// The outcome of one trigger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Step {
    /// The state afterwards, or `None` before the case is created.
    pub state: Option<State>,
    /// The events that the trigger fired.
    pub events: Vec<EventType>,
    /// The reason why the trigger was refused. A refused trigger changes nothing.
    pub refused: Option<Refusal>,
}

/// Applies the triggers of `{"trace": [{"type": …}, …]}` in order, starting without a case.
///
/// A refused or unreadable trigger is a step like any other. The context provides the input limits.
///
/// ```
/// use casegate::{Date, Context};
/// use casegate::lifecycle::replay;
/// use casegate::tokens::State;
///
/// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let replay = replay(r#"{"trace": [{"type": "create"}, {"type": "pick_up"}, {"type": "create"}]}"#, &context);
/// let states: Vec<Option<State>> = replay.steps.iter().map(|step| step.state).collect();
/// assert_eq!(states, [Some(State::Received), Some(State::InProgress), Some(State::InProgress)]);
/// assert_eq!(replay.steps[2].refused.map(|refusal| refusal.name()), Some("case_exists"));
/// # Ok::<(), &str>(())
/// ```
pub fn replay(text: &str, context: &Context) -> Replay {
    let document = match Document::input(text, context) {
        Ok(document) => document,
        Err(issue) => return Replay { steps: Vec::new(), issues: vec![*issue] },
    };
    let fault = match (&document, document.get("trace")) {
        (_, Some(Document::List(trace))) => {
            let mut case = None;
            return Replay {
                steps: trace.iter().map(|trigger| step(&mut case, trigger)).collect(),
                issues: Vec::new(),
            };
        }
        (Document::Object(_), None | Some(Document::Null)) => member_issue(Code::Required, "trace"),
        (Document::Object(_), Some(_)) => member_issue(Code::WrongType, "trace"),
        _ => not_an_object(),
    };
    Replay { steps: Vec::new(), issues: vec![*fault] }
}

fn step(case: &mut Option<CaseState>, trigger: &Document) -> Step {
    let outcome = Trigger::read(trigger).and_then(|trigger| advance(case, &trigger));
    let (fired, refused) = match outcome {
        Ok(fired) => (fired, None),
        Err(refusal) => (None, Some(refusal)),
    };
    Step {
        state: case.as_ref().map(CaseState::state),
        events: fired.into_iter().map(|fired| fired.event).collect(),
        refused,
    }
}
