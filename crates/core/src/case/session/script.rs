//! A whole session as one operation: a payload and steps as input, the effects of each step as
//! output.

use crate::case::session::delta::Delta;
use crate::case::session::error::SessionError;
use crate::case::session::{Edit, Session};
use crate::context::Context;
use crate::report::Report;
use crate::report::issue::Issue;
use crate::text::json::document::Document;
use crate::text::json::json_text::JsonText;
use crate::text::json::writer;
use serde::Serialize;

/// The answers to a script.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
pub struct Played {
    steps: Vec<Step>,
    /// The payload after the last step; `null` if the session could not start.
    payload: Option<JsonText>,
    report: Option<Report>,
    /// The reasons why the script could not be read.
    issues: Vec<Issue>,
}

/// The outcome of a step.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Step {
    Changed(Delta),
    Refused {
        /// The reason why the step is impossible.
        refused: String,
    },
}

impl From<Result<Delta, SessionError>> for Step {
    fn from(made: Result<Delta, SessionError>) -> Step {
        match made {
            Ok(delta) => Step::Changed(delta),
            Err(error) => Step::Refused { refused: error.to_string() },
        }
    }
}

/// Plays `{"payload":{…},"steps":[{"set":"/field","value":…},{"clear":"/field"},{"touch":"/field"},{"what_if":[…]}]}`.
pub(crate) fn play(script: &str, context: &Context) -> Played {
    let nothing = |issues| Played { steps: Vec::new(), payload: None, report: None, issues };
    let script = match Document::input(script, context) {
        Ok(script) => script,
        Err(issue) => return nothing(vec![*issue]),
    };
    let payload = script.get("payload").map_or_else(|| "{}".to_owned(), Document::to_string);
    let steps = script.get("steps").and_then(Document::as_list).unwrap_or_default();
    match Session::of_text(&payload, context.clone()) {
        Err(error) => Played { steps: vec![Step::from(Err(error))], ..nothing(Vec::new()) },
        Ok(mut session) => Played {
            steps: within(&mut session, steps),
            payload: writer::raw(&session.payload()),
            report: Some(session.report()),
            issues: Vec::new(),
        },
    }
}

/// The size of the context's text limit that allows one finding, as for records of results. One
/// short step may change every finding, so the length of a script alone bounds no memory.
const BYTES_OF_A_FINDING: usize = 64;

/// The length of a payload whose check counts as much as a finding. Each step checks all of it.
const BYTES_TO_CHECK: usize = 1024;

/// Takes steps until the answers and the checks exceed the limit; the remaining steps are refused.
fn within(session: &mut Session, steps: &[Document]) -> Vec<Step> {
    let most = session.context.limits.text_bytes / BYTES_OF_A_FINDING;
    let mut used = 0;
    let step = |step| {
        if used > most {
            return Step::from(Err(SessionError::OutputLimitReached));
        }
        let step = take(session, step);
        used += session.payload().len() / BYTES_TO_CHECK;
        if let Step::Changed(delta) = &step {
            used += delta.shown.len() + delta.hidden.len() + delta.states.len() + delta.stale.len();
        }
        step
    };
    steps.iter().map(step).collect()
}

fn take(session: &mut Session, step: &Document) -> Step {
    if let Some(at) = step.get("touch").and_then(Document::as_str) {
        return Step::from(session.touch(at));
    }
    if let Some(edits) = step.get("what_if").and_then(Document::as_list) {
        let edits: Option<Vec<Edit>> = edits.iter().map(edit).collect();
        return Step::from(edits.ok_or(SessionError::NotAnEdit).and_then(|edits| session.what_if(&edits)));
    }
    Step::from(match edit(step) {
        Some(Edit::Set { at, value }) => session.set(&at, &value),
        Some(Edit::Clear { at }) => session.clear(&at),
        None => Err(SessionError::NotAnEdit),
    })
}

fn edit(step: &Document) -> Option<Edit> {
    let at = |name: &str| step.get(name).and_then(Document::as_str).map(str::to_owned);
    match (at("set"), step.get("value"), at("clear")) {
        (Some(at), Some(value), None) => Some(Edit::Set { at, value: value.to_string() }),
        (None, None, Some(at)) => Some(Edit::Clear { at }),
        _ => None,
    }
}

/// Runs a step of a session that a binding keeps: `set`, `clear`, `touch` or `what_if`.
pub(crate) fn step(session: &mut Session, word: &str, at: &str, value: &str) -> Step {
    Step::from(match word {
        "set" => session.set(at, value),
        "clear" => session.clear(at),
        "touch" => session.touch(at),
        "what_if" => {
            let edits = Document::read(value).ok();
            let edits = edits.as_ref().and_then(Document::as_list).and_then(|edits| edits.iter().map(edit).collect());
            edits.ok_or(SessionError::NotAnEdit).and_then(|edits: Vec<Edit>| session.what_if(&edits))
        }
        _ => Err(SessionError::NotAnEdit),
    })
}
