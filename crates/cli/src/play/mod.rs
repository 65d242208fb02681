//! `casegate play`: plays a scenario against a stand-in, its own or a running one.

mod driver;
mod scenario;

use crate::Outcome as Exit;
use crate::args::servers::{Play, Running};
use crate::error::CliError;
use crate::input::shown;
use crate::output::Output;
use casegate_server::test::StandIn;
use casegate_server::{Client, ClientError};
pub(crate) use driver::sample;
use driver::{Driver, Outcome, StepError};
use scenario::{Action, Expectation, SCENARIOS, Scenario, Step};
use serde_json::{Value, json};
use std::path::Path;

pub(crate) fn run(args: &Play) -> Result<Exit, CliError> {
    let Some(name) = args.scenario.as_deref().filter(|_| !args.list) else { return list() };
    let scenario = find(name)?;
    let folder = Path::new(name).parent().unwrap_or(Path::new("."));
    if args.running.base.is_none() && std::env::var_os(BASE).is_none() {
        let stand_in = StandIn::start().map_err(|error| CliError::new(error.to_string()))?;
        return play(&scenario, stand_in.client(), stand_in.master_token(), folder);
    }
    let client = client(&args.running)?;
    // Each run has an organization of its own, so that it finds no cases of others.
    let name = json!({ "name": format!("Scenario Law {}", std::process::id()) });
    let made: Value =
        client.operate("POST", "/organizations", &name).map_err(|error| CliError::new(error.to_string()))?;
    let master_token = made.get("master_token").and_then(Value::as_str).unwrap_or_default();
    play(&scenario, &client, master_token, folder)
}

/// The variable with the address of a running stand-in.
const BASE: &str = "CASEGATE_BASE";

/// Returns the client of the running stand-in that the options or the environment name.
pub(crate) fn client(running: &Running) -> Result<Client, CliError> {
    let given = |option: &Option<String>, variable: &str| option.clone().or_else(|| std::env::var(variable).ok());
    let base = given(&running.base, BASE).unwrap_or_else(|| "http://127.0.0.1:8787".to_owned());
    let operator = given(&running.operator, "CASEGATE_OPERATOR");
    let operator = operator.ok_or_else(|| {
        CliError::new(
            "the operator's token is missing: give --operator or CASEGATE_OPERATOR, as `casegate serve` prints it",
        )
    })?;
    Ok(Client::new(&base, &operator))
}

fn list() -> Result<Exit, CliError> {
    let mut text = String::new();
    for (name, content) in SCENARIOS {
        let about = scenario::read(content).map(|scenario| scenario.about).unwrap_or_default();
        text.push_str(&format_row(name, &about));
    }
    Output::plain().print(&text)?;
    Ok(Exit::Success)
}

fn format_row(name: &str, about: &str) -> String {
    format!("{name:<28} {about}\n")
}

/// Returns a scenario of the program, or of a file.
fn find(name: &str) -> Result<Scenario, CliError> {
    let known = SCENARIOS.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned());
    let text = match known {
        Some(text) => text,
        None if !Path::new(name).exists() => {
            return Err(CliError::new(
                "there is no such scenario or file; `casegate play --list` prints the scenarios",
            ));
        }
        None => std::fs::read_to_string(name).map_err(|error| CliError::unreadable(shown(Path::new(name)), &error))?,
    };
    scenario::read(&text).map_err(|error| {
        let line =
            error.span().and_then(|span| text.get(..span.start)).map_or(1, |before| before.lines().count().max(1));
        CliError::new(format!("{}:{line}: {}", shown(Path::new(name)), error.message()))
    })
}

fn play(scenario: &Scenario, client: &Client, master_token: &str, folder: &Path) -> Result<Exit, CliError> {
    let mut driver = Driver::new(client, master_token, folder).map_err(|error| CliError::new(error.to_string()))?;
    let mut out = Output::plain();
    for (number, step) in (1..).zip(&scenario.step) {
        let differs = |what: String| CliError::new(format!("step {number}: {what}"));
        let refused = outcome(driver.carry_out(&step.action), &step.expect).map_err(differs)?;
        let seen = driver.look().map_err(|error| differs(error.to_string()))?;
        out.print(&line(number, step, &seen, refused.as_deref()))?;
        if let Some(difference) = difference(&step.expect, &seen) {
            differs(difference).print();
            return Ok(Exit::Refused);
        }
    }
    Ok(Exit::Success)
}

/// Compares the outcome of a step with the expected one. Returns the refusal, if there was one.
fn outcome(done: Result<(), StepError>, expect: &Expectation) -> Result<Option<String>, String> {
    match done {
        Ok(()) if expect.refused.is_some() || expect.unanswered => Err("it succeeds, unlike expected".to_owned()),
        Ok(()) => Ok(None),
        Err(StepError::Client(ClientError::Refused { status, code, .. })) if expect.refused == Some(status) => {
            Ok(Some(format!("refused with {status} {code}")))
        }
        Err(StepError::Client(ClientError::Unanswered(_))) if expect.unanswered => Ok(Some("no answer".to_owned())),
        Err(StepError::Client(error)) => Err(error.to_string()),
        Err(StepError::Other(error)) => Err(error.to_string()),
    }
}

fn difference(expect: &Expectation, seen: &Outcome) -> Option<String> {
    if let Some(state) = expect.state.as_deref().filter(|state| *state != seen.state) {
        return Some(format!("the case is {}, and {state} was expected", seen.state));
    }
    let events = expect.events.as_ref().filter(|events| **events != seen.events)?;
    let list = |events: &[String]| if events.is_empty() { "no event".to_owned() } else { events.join(", ") };
    Some(format!("it fires {}, and {} was expected", list(&seen.events), list(events)))
}

/// `3 operate pick_up: case 1 in_progress, case.in_progress`.
fn line(number: usize, step: &Step, seen: &Outcome, refused: Option<&str>) -> String {
    let action = match &step.action {
        Action::Create(_) => "create".to_owned(),
        Action::Operate(operation) => format!("operate {}", operation.action),
        Action::Respond(_) => "respond".to_owned(),
        Action::Append(_) => "append".to_owned(),
        Action::Cancel(_) => "cancel".to_owned(),
        Action::Accept(_) => "accept".to_owned(),
        Action::AdvanceSeconds(seconds) => format!("advance {seconds} s"),
        Action::WaitMs(ms) => format!("wait {ms} ms"),
        Action::Faults(_) => "faults".to_owned(),
    };
    let case = seen.case.map(|case| format!("case {case} {}", seen.state));
    let rest = case.into_iter().chain(seen.events.iter().cloned()).chain(refused.map(str::to_owned));
    let rest = rest.collect::<Vec<_>>().join(", ");
    if rest.is_empty() { format!("{number} {action}\n") } else { format!("{number} {action}: {rest}\n") }
}
