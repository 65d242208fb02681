//! Plays the scenarios.

use crate::backend::{Running, Start, answers};
use crate::catalogue::{always, scenarios};
use crate::certificate::{Certificate, Failure, Outcome, ScenarioOutcome};
use crate::error::CertifyError;
use crate::evidence::Evidence;
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
    /// The name of the backend in the certificate.
    pub name: Option<String>,
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
    /// The longest wait for something that the backend should do. A person waits three times as long
    /// for an answer, and six times as long is waited for the backend's port.
    pub patience: Duration,
    /// The file for the backend's output.
    pub log: Option<PathBuf>,
    /// Is told what is waited for, if it takes more than some seconds.
    pub notice: fn(&str),
}

impl Options {
    /// Creates the options of a backend that is running, with the usual waits.
    pub fn new(submit: impl Into<String>, webhook: impl Into<String>) -> Options {
        Options {
            name: None,
            start: None,
            submit: submit.into(),
            webhook: webhook.into(),
            read: None,
            actions: BTreeMap::new(),
            only: Vec::new(),
            port: 0,
            patience: Duration::from_secs(10),
            log: None,
            notice: |_| {},
        }
    }
}

/// The wait for the backend's port, as a multiple of the patience.
const START: u32 = 6;
/// After so many scenarios in a row in which the backend answered no person, or no webhook, the run ends.
const SILENT: usize = 3;

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
    let evidence = Evidence::read()?;
    let service = Service::start(options.port, &options.webhook, options.patience)?;
    let variables = variables(&service, &submit)?;
    let running = Running::default();
    service.end_with(Running::clone(&running));
    let start = options.start.as_ref().map(|command| Start {
        command: command.clone(),
        variables,
        log: options.log.clone().unwrap_or_else(|| service.folder().join("backend.log")),
        url: submit.clone(),
        patience: options.patience * START,
        notice: options.notice,
        running: Running::clone(&running),
    });
    if start.is_none() && !answers(&submit) {
        return Err(CertifyError::Backend(
            "its port does not answer; --start gives the command that starts it".to_owned(),
        ));
    }
    let urls = Urls { submit, read: options.read.clone(), actions: options.actions.clone() };
    let mut stage = Stage::new(service, start, urls, options.patience);
    let mut outcomes: Vec<ScenarioOutcome> = Vec::new();
    let (mut silent, mut ended) = ([0; 2], None);
    for scenario in &chosen {
        let outcome = match play(&mut stage, scenario, &always, &evidence) {
            Ok(outcome) => outcome,
            // Nothing was seen yet that a certificate could have.
            Err(error) if outcomes.iter().all(|outcome| outcome.lines.is_empty()) => return Err(error),
            Err(error) => {
                ended = Some(error.to_string());
                break;
            }
        };
        progress(&outcome);
        for (count, is_silent) in silent.iter_mut().zip(outcome.silence) {
            *count = if is_silent == Some(true) { *count + 1 } else { *count * usize::from(is_silent.is_none()) };
        }
        outcomes.push(outcome);
        if let Some((_, whom)) = silent.iter().zip(["person", "webhook"]).find(|(count, _)| **count == SILENT) {
            ended = Some(format!("in {SILENT} scenarios in a row, the backend answered no {whom}"));
            break;
        }
    }
    stage.stop_backend(false);
    Ok(Certificate::of(options, outcomes, scenarios()?.len(), ended))
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
        ("SETTLE_SECONDS", "0".to_owned()),
    ];
    variables.extend(submit.port_u16().map(|port| ("PORT", port.to_string())));
    Ok(variables)
}

/// Returns what a scenario needs that was not given.
fn missing(stage: &Stage, scenario: &Scenario) -> Option<String> {
    scenario.steps.iter().find_map(|step| match step {
        Step::Act(act) if !stage.urls.actions.contains_key(&act.what) => Some(format!("--{}", act.what.name())),
        Step::Stop | Step::Kill | Step::Start | Step::StartInZone(_) if stage.start.is_none() => {
            Some("--start".to_owned())
        }
        _ => None,
    })
}

fn play(
    stage: &mut Stage,
    scenario: &Scenario,
    always: &[Expect],
    evidence: &Evidence,
) -> Result<ScenarioOutcome, CertifyError> {
    let mut outcome = ScenarioOutcome::new(scenario);
    if let Some(option) = missing(stage, scenario) {
        outcome.not_tested = Some(format!("needs {option}"));
        return Ok(outcome);
    }
    stage.reset(scenario)?;
    let began = Instant::now();
    let mut waiting = Vec::new();
    let failure = |reason: String| Failure { requirements: outcome.requirements.clone(), reason };
    let mut failures = Vec::new();
    for step in &scenario.steps {
        match steps::take(stage, step, &mut waiting) {
            Ok(()) => {}
            Err(Halt::Broken(error)) => return Err(error),
            Err(Halt::Backend(reason)) => {
                failures.push(failure(reason));
                break;
            }
        }
    }
    if failures.is_empty() {
        wait_until_met(stage, scenario)?;
        std::thread::sleep(Duration::from_secs_f64(scenario.watch_seconds));
    }
    for thread in waiting {
        // A panic in it would be an answer that is missing.
        let _ = thread.join();
    }
    failures.extend(stage.ended().map(|how| failure(format!("the backend ended by itself ({how})"))));
    let sight = stage.sight();
    let shown = |expect: &Expect| -> Vec<String> {
        expect.requirements.iter().filter(|id| evidence.is_shown(id, &sight)).cloned().collect()
    };
    for expect in scenario.expect.iter().chain(always) {
        match expect::judge(stage, &expect.check)? {
            Verdict::Passed => outcome.passed.extend(shown(expect)),
            Verdict::NotTested => outcome.not_tested = Some("needs --read".to_owned()),
            Verdict::Failed(reason) => {
                let shown = shown(expect);
                let requirements = if shown.is_empty() { expect.requirements.clone() } else { shown };
                failures.push(Failure { requirements, reason });
            }
        }
    }
    outcome.failures = failures;
    let has_own = scenario.expect.iter().any(|expect| !matches!(expect.check, Check::State(_)));
    outcome.outcome = match &outcome.not_tested {
        _ if !outcome.failures.is_empty() => Outcome::Failed,
        Some(_) if stage.urls.read.is_none() && !has_own => Outcome::NotTested,
        _ => Outcome::Passed,
    };
    outcome.silence = sight.silence();
    for exchange in &sight.exchanges {
        *outcome.requests.entry(exchange.request.endpoint_name()).or_default() += 1;
    }
    outcome.lines = mask::lines(&sight, began);
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
