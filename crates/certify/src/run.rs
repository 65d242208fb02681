//! Plays the scenarios.

use crate::backend::{Running, Start, answers};
use crate::catalogue::{always, scenarios};
use crate::certificate::{Certificate, Failure, Outcome, ScenarioOutcome};
use crate::client;
use crate::error::CertifyError;
use crate::expect::{self, Verdict};
use crate::mask;
use crate::scenario::{ActionName, Check, Expect, Scenario, Step};
use crate::service::{MASTER_TOKEN, Service, WEBHOOK_SECRET};
use crate::stage::{LOOK, Stage, Urls};
use crate::steps::{self, Halt};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use ureq::http::Uri;

/// The backend, and the scenarios to play.
#[derive(Debug, Clone)]
pub struct Options {
    /// The command that starts the backend, for the shell. Without it, the backend is running.
    pub start: Option<String>,
    /// The address that takes intake forms: `case` (JSON), `files`, `labels`.
    pub submit: String,
    /// The address that takes webhooks.
    pub webhook: String,
    /// The address that shows a case as JSON with its `state`; `{id}` stands for the case's number.
    pub read: Option<String>,
    /// The addresses of actions, with `{id}`.
    pub actions: BTreeMap<ActionName, String>,
    /// The names of the scenarios; all if there are none.
    pub only: Vec<String>,
    /// The port of the service; 0 selects a free one.
    pub port: u16,
    /// The longest wait for something that the backend should do.
    pub patience: Duration,
    /// The longest wait until the backend's port answers.
    pub start_patience: Duration,
    /// The file for the backend's output.
    pub log: Option<PathBuf>,
}

impl Options {
    /// Creates the options of a backend that is running, with the usual waits.
    pub fn new(submit: impl Into<String>, webhook: impl Into<String>) -> Options {
        Options {
            start: None,
            submit: submit.into(),
            webhook: webhook.into(),
            read: None,
            actions: BTreeMap::new(),
            only: Vec::new(),
            port: 0,
            patience: Duration::from_secs(10),
            start_patience: Duration::from_secs(60),
            log: None,
        }
    }
}

/// The longest wait for the backend's answer to a person.
const PERSON: Duration = Duration::from_secs(120);

/// Plays the scenarios, and reports each as soon as it is over.
///
/// # Errors
///
/// [`CertifyError`] if the scenarios cannot be played. A backend that fails them is no error.
pub fn run(options: &Options, mut progress: impl FnMut(&ScenarioOutcome)) -> Result<Certificate, CertifyError> {
    let chosen = chosen(options)?;
    let always = always()?;
    let submit = address("submit", &options.submit)?;
    address("webhook", &options.webhook)?;
    for url in options.read.iter().chain(options.actions.values()) {
        if !url.contains("{id}") {
            return Err(CertifyError::Address { name: "a case", needs: "an address with {id} for the case's number" });
        }
        address("a case", &url.replace("{id}", "1"))?;
    }
    let service = Service::start(options.port, &options.webhook)?;
    let variables = variables(&service, &submit)?;
    let running = Running::default();
    service.end_with(Running::clone(&running));
    let start = options.start.as_ref().map(|command| Start {
        command: command.clone(),
        variables,
        log: options.log.clone(),
        url: submit.clone(),
        patience: options.start_patience,
        running: Running::clone(&running),
    });
    if start.is_none() && !answers(&submit) {
        return Err(CertifyError::Backend(
            "its port does not answer; --start gives the command that starts it".to_owned(),
        ));
    }
    let urls = Urls { submit, read: options.read.clone(), actions: options.actions.clone() };
    let mut stage = Stage::new(service, start, urls, options.patience, client::agent(PERSON));
    let mut outcomes = Vec::new();
    for scenario in &chosen {
        let outcome = play(&mut stage, scenario, &always)?;
        progress(&outcome);
        outcomes.push(outcome);
    }
    stage.stop_backend(false);
    Ok(Certificate::of(outcomes, scenarios()?.len()))
}

fn chosen(options: &Options) -> Result<Vec<Scenario>, CertifyError> {
    let all = scenarios()?;
    if let Some(unknown) = options.only.iter().find(|name| !all.iter().any(|scenario| scenario.name == **name)) {
        return Err(CertifyError::UnknownScenario(unknown.clone()));
    }
    let is_chosen = |scenario: &Scenario| options.only.is_empty() || options.only.contains(&scenario.name);
    Ok(all.into_iter().filter(is_chosen).collect())
}

fn address(name: &'static str, url: &str) -> Result<Uri, CertifyError> {
    let uri = url.parse::<Uri>().ok();
    let uri = uri.filter(|uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some());
    uri.ok_or(CertifyError::Address { name, needs: "an absolute address, such as http://127.0.0.1:3000/cases" })
}

/// The variables that the backend is started with. `docs/certify.md` lists them.
fn variables(service: &Service, submit: &Uri) -> Result<Vec<(&'static str, String)>, CertifyError> {
    let mut variables = vec![
        ("SERVICE_URL", service.base_url.clone()),
        ("MASTER_TOKEN", MASTER_TOKEN.to_owned()),
        ("WEBHOOK_SECRET", WEBHOOK_SECRET.to_owned()),
        ("DATA", service.backend_folder()?.display().to_string()),
        ("POLL_SECONDS", "1".to_owned()),
    ];
    variables.extend(submit.port_u16().map(|port| ("PORT", port.to_string())));
    Ok(variables)
}

/// Returns what a scenario needs that was not given.
fn missing(stage: &Stage, scenario: &Scenario) -> Option<String> {
    scenario.steps.iter().find_map(|step| match step {
        Step::Act(act) if !stage.urls.actions.contains_key(&act.what) => Some(format!("--{}", act.what.name())),
        Step::Stop | Step::Kill | Step::Start if stage.start.is_none() => Some("--start".to_owned()),
        _ => None,
    })
}

fn play(stage: &mut Stage, scenario: &Scenario, always: &[Expect]) -> Result<ScenarioOutcome, CertifyError> {
    let mut outcome = ScenarioOutcome::new(scenario);
    if let Some(option) = missing(stage, scenario) {
        outcome.not_tested = Some(format!("needs {option}"));
        return Ok(outcome);
    }
    stage.reset(scenario)?;
    let began = Instant::now();
    let mut waiting = Vec::new();
    for step in &scenario.steps {
        match steps::take(stage, step, &mut waiting) {
            Ok(()) => {}
            Err(Halt::Broken(error)) => return Err(error),
            Err(Halt::Backend(reason)) => {
                let requirements = scenario.requirements().into_iter().map(str::to_owned).collect();
                outcome.failures.push(Failure { requirements, reason });
                break;
            }
        }
    }
    wait_until_met(stage, scenario)?;
    std::thread::sleep(Duration::from_secs_f64(scenario.watch_seconds));
    for thread in waiting {
        // A panic in it would be an answer that is missing.
        let _ = thread.join();
    }
    for expect in scenario.expect.iter().chain(always) {
        match expect::judge(stage, &expect.check)? {
            Verdict::Passed => outcome.passed.extend(expect.requirements.iter().cloned()),
            Verdict::NotTested => outcome.not_tested = Some("needs --read".to_owned()),
            Verdict::Failed(reason) => {
                outcome.failures.push(Failure { requirements: expect.requirements.clone(), reason });
            }
        }
    }
    let has_own = scenario.expect.iter().any(|expect| !matches!(expect.check, Check::State(_)));
    outcome.outcome = match &outcome.not_tested {
        _ if !outcome.failures.is_empty() => Outcome::Failed,
        Some(_) if stage.urls.read.is_none() && !has_own => Outcome::NotTested,
        _ => Outcome::Passed,
    };
    outcome.lines = mask::lines(&stage.sight(), began);
    Ok(outcome)
}

/// Waits until all expectations are met, but not longer than the patience.
fn wait_until_met(stage: &Stage, scenario: &Scenario) -> Result<(), CertifyError> {
    let last = Instant::now() + stage.patience;
    while Instant::now() < last {
        let mut is_met = true;
        for expect in &scenario.expect {
            is_met = is_met && !matches!(expect::judge(stage, &expect.check)?, Verdict::Failed(_));
        }
        if is_met {
            break;
        }
        std::thread::sleep(LOOK);
    }
    Ok(())
}
