//! `casegate trigger`: brings a case of a running stand-in to where an event is sent.

use crate::Outcome;
use crate::args::servers::Trigger;
use crate::error::{CliError, Waiting};
use crate::output::Output;
use casegate::tokens::{EventType, State};
use casegate_server::{Client, ClientError};
use serde_json::{Value, json};

/// The operator's actions that lead to an event, from each state in which one is missing. The last
/// one sends it.
const WAYS: &[(EventType, State, &[&str])] = &[
    (EventType::InProgress, State::Received, &["pick_up"]),
    (EventType::ActionRequired, State::Received, &["pick_up", "need_input"]),
    (EventType::ActionRequired, State::InProgress, &["need_input"]),
    (EventType::AdditionalPoliciesFound, State::Received, &["pick_up", "find_policies"]),
    (EventType::AdditionalPoliciesFound, State::InProgress, &["find_policies"]),
    (EventType::AdditionalPoliciesFound, State::ResultsReady, &["find_policies"]),
    (EventType::ResultsReady, State::Received, &["pick_up", "publish_results"]),
    (EventType::ResultsReady, State::InProgress, &["publish_results"]),
    (EventType::Closed, State::Received, &["pick_up", "publish_results", "confirm_delivery"]),
    (EventType::Closed, State::InProgress, &["publish_results", "confirm_delivery"]),
    (EventType::Closed, State::ResultsReady, &["confirm_delivery"]),
];

pub(crate) fn run(args: &Trigger) -> Result<Outcome, CliError> {
    let client = client(args)?;
    let _waiting = Waiting::new("waiting for the answer of the stand-in");
    drive(args, &client).map_err(|error| match error {
        Failure::Client(error) => CliError::new(error.to_string()),
        Failure::Cli(error) => error,
    })?;
    Ok(Outcome::Success)
}

/// Returns the client of the running stand-in that the options or the environment name.
fn client(args: &Trigger) -> Result<Client, CliError> {
    let given = |option: &Option<String>, variable: &str| option.clone().or_else(|| std::env::var(variable).ok());
    let base = given(&args.base, "CASEGATE_BASE").unwrap_or_else(|| "http://127.0.0.1:8787".to_owned());
    let operator = given(&args.operator, "CASEGATE_OPERATOR");
    let operator = operator.ok_or_else(|| {
        CliError::new(
            "the operator's token is missing: give --operator or CASEGATE_OPERATOR, as `casegate serve` prints it",
        )
    })?;
    Ok(Client::new(&base, &operator))
}

/// Returns a sample case.
fn sample() -> Value {
    json!({
        "case_type": "pl", "cc_emails": "sample@example.com", "plaintiff_name": "Test Plaintiff",
        "date_of_loss": "2026-02-01", "is_incident_report_provided": false,
        "base_product": ["personal_auto_policy_limits"], "insurance_company": "Example Mutual",
    })
}

enum Failure {
    Client(ClientError),
    Cli(CliError),
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Failure {
        Failure::Client(error)
    }
}

impl From<CliError> for Failure {
    fn from(error: CliError) -> Failure {
        Failure::Cli(error)
    }
}

fn drive(args: &Trigger, client: &Client) -> Result<(), Failure> {
    let event = EventType::from_name(&args.event);
    let case = match (args.case, event) {
        (Some(_), Some(EventType::Received)) => {
            let why = "case.received is sent when a case is created; without --case a sample case is created";
            return Err(CliError::new(why).into());
        }
        (Some(case), _) => case,
        (None, _) => {
            let made: Value = client.operate("POST", "/cases", &json!({ "case": sample() }))?;
            let case = made.get("id").and_then(Value::as_i64).unwrap_or_default();
            report(case, "created", &json!({ "state": "received", "events": [EventType::Received] }))?;
            case
        }
    };
    let words: &[&str] = match event {
        None => &[args.event.as_str()],
        Some(EventType::Received) => &[],
        // Only a partner appends files, so the event is sent without one.
        Some(EventType::FilesUpdated) => {
            let body = json!({ "type": EventType::FilesUpdated });
            let sent: Value = client.operate("POST", &format!("/cases/{case}/synthetic_event"), &body)?;
            let sent = json!({ "events": [EventType::FilesUpdated], "event_id": sent.get("event_id") });
            return Ok(report(case, "synthetic_event", &sent)?);
        }
        Some(event) => {
            let detail: Value = client.operate("GET", &format!("/cases/{case}"), &Value::Null)?;
            let state = detail.pointer("/case/state").and_then(Value::as_str).and_then(State::from_name);
            let way = WAYS.iter().find(|(to, from, _)| *to == event && Some(*from) == state);
            let missing = || {
                let state = state.map_or("unknown", State::name);
                CliError::new(format!("no action of the operator leads from {state} to {}", event.name()))
            };
            way.map(|(_, _, words)| *words).ok_or_else(missing)?
        }
    };
    for action in words {
        let body = if *action == "need_input" { json!({ "message": "Which vehicle was it?" }) } else { json!({}) };
        let done: Value = client.operate("POST", &format!("/cases/{case}/{action}"), &body)?;
        report(case, action, &done)?;
    }
    Ok(())
}

/// Prints `case 1 pick_up: in_progress, case.in_progress`.
fn report(case: i64, action: &str, done: &Value) -> Result<(), CliError> {
    let state = done.get("state").and_then(Value::as_str);
    let events = done.get("events").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let words = state.into_iter().chain(events).collect::<Vec<_>>().join(", ");
    Output::plain().print(&format!("case {case} {action}: {words}\n"))
}
