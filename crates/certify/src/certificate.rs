//! The outcome of all scenarios.

use crate::run::Options;
use crate::scenario::Scenario;
use casegate::export::requirement;
use casegate::report::{RULEBOOK, Rulebook};
use chrono::{SecondsFormat, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The outcome of a scenario, of a requirement, or of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Something that is needed was not given, or nothing showed it.
    NotTested,
    /// Every expectation was met.
    Passed,
    /// Of a certificate: no scenario failed, but not all were played to their end.
    Incomplete,
    /// An expectation was not met.
    Failed,
}

impl Outcome {
    /// The outcome in words.
    pub fn words(self) -> &'static str {
        match self {
            Outcome::NotTested => "not tested",
            Outcome::Passed => "passed",
            Outcome::Incomplete => "incomplete",
            Outcome::Failed => "failed",
        }
    }
}

/// An expectation that was not met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The requirements that it tests.
    pub requirements: Vec<String>,
    /// What was seen instead, without values.
    pub reason: String,
}

/// The outcome of a scenario.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct ScenarioOutcome {
    /// The name of the scenario.
    pub scenario: String,
    /// What it tests.
    pub sentence: String,
    /// The outcome.
    pub outcome: Outcome,
    /// The requirements that it tests.
    pub requirements: Vec<String>,
    /// The expectations that were not met.
    pub failures: Vec<Failure>,
    /// What was not given, if a part was not tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_tested: Option<String>,
    /// The number of requests to each endpoint.
    pub requests: BTreeMap<&'static str, usize>,
    /// What was seen, a line each, without values.
    pub lines: Vec<String>,
    #[serde(skip)]
    pub(crate) passed: Vec<String>,
    /// For people and for webhooks: `true` if the backend answered none of them.
    #[serde(skip)]
    pub(crate) silence: [Option<bool>; 2],
}

impl ScenarioOutcome {
    pub(crate) fn new(scenario: &Scenario) -> ScenarioOutcome {
        ScenarioOutcome {
            scenario: scenario.name.clone(),
            sentence: scenario.sentence.clone(),
            outcome: Outcome::NotTested,
            requirements: scenario.requirements().into_iter().map(str::to_owned).collect(),
            failures: Vec::new(),
            not_tested: None,
            requests: BTreeMap::new(),
            lines: Vec::new(),
            passed: Vec::new(),
            silence: [None; 2],
        }
    }
}

/// The outcome of a requirement.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct RequirementOutcome {
    /// The id.
    pub requirement: String,
    /// The requirement in words.
    pub sentence: String,
    /// The worst outcome of its expectations.
    pub outcome: Outcome,
    /// The scenarios that test it.
    pub scenarios: Vec<String>,
}

/// A backend as it was named, with its addresses as they were given.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Backend {
    /// The name; the address that takes intake forms unless one was given.
    pub name: String,
    /// The addresses by their options.
    pub addresses: BTreeMap<&'static str, String>,
}

impl Backend {
    fn of(options: &Options) -> Backend {
        let mut addresses = BTreeMap::from([("submit", shown(&options.submit)), ("webhook", shown(&options.webhook))]);
        addresses.extend(options.read.iter().map(|url| ("read", shown(url))));
        addresses.extend(options.actions.iter().map(|(action, url)| (action.name(), shown(url))));
        Backend { name: options.name.clone().unwrap_or_else(|| shown(&options.submit)), addresses }
    }
}

/// An address without a user, a password and a query, which may be secrets.
fn shown(url: &str) -> String {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    format!("{scheme}://{}{path}", authority.rsplit('@').next().unwrap_or_default())
}

/// The outcome of all scenarios that were played.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Certificate {
    /// The version of casegate, and the digest of its rulebook.
    pub rulebook: Rulebook,
    /// The moment at which the run ended (RFC 3339, UTC).
    pub date: String,
    /// The backend.
    pub backend: Backend,
    /// Failed if a scenario failed, passed if every scenario of this version was played in full and
    /// passed, and otherwise incomplete.
    pub outcome: Outcome,
    /// `true` if every scenario was played in full.
    pub is_complete: bool,
    /// The reason why the run ended before its last scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// The number of scenarios that this version has.
    pub all_scenarios: usize,
    /// The outcome of each scenario that was played.
    pub scenarios: Vec<ScenarioOutcome>,
    /// The outcome of each requirement of these scenarios.
    pub requirements: Vec<RequirementOutcome>,
}

impl Certificate {
    pub(crate) fn of(
        options: &Options,
        scenarios: Vec<ScenarioOutcome>,
        all_scenarios: usize,
        ended: Option<String>,
    ) -> Certificate {
        let is_whole = |scenario: &ScenarioOutcome| scenario.not_tested.is_none();
        let is_complete = ended.is_none() && scenarios.len() == all_scenarios && scenarios.iter().all(is_whole);
        let outcome = if scenarios.iter().any(|scenario| scenario.outcome == Outcome::Failed) {
            Outcome::Failed
        } else if is_complete {
            Outcome::Passed
        } else {
            Outcome::Incomplete
        };
        let mut known: BTreeMap<&str, (Outcome, Vec<String>)> = BTreeMap::new();
        let mut add = |id, outcome: Outcome, scenario: &ScenarioOutcome| {
            let (worst, scenarios) = known.entry(id).or_insert((Outcome::NotTested, Vec::new()));
            *worst = outcome.max(*worst);
            if scenarios.last() != Some(&scenario.scenario) {
                scenarios.push(scenario.scenario.clone());
            }
        };
        for scenario in &scenarios {
            scenario.requirements.iter().for_each(|id| add(id.as_str(), Outcome::NotTested, scenario));
            scenario.passed.iter().for_each(|id| add(id.as_str(), Outcome::Passed, scenario));
            let failed = scenario.failures.iter().flat_map(|failure| &failure.requirements);
            failed.for_each(|id| add(id.as_str(), Outcome::Failed, scenario));
        }
        let requirements = known
            .into_iter()
            .map(|(id, (outcome, scenarios))| RequirementOutcome {
                requirement: id.to_owned(),
                sentence: requirement(id).unwrap_or_default(),
                outcome,
                scenarios,
            })
            .collect();
        let date = Utc::now().to_rfc3339_opts(SecondsFormat::Secs, true);
        let backend = Backend::of(options);
        Certificate {
            rulebook: RULEBOOK,
            date,
            backend,
            outcome,
            is_complete,
            ended,
            all_scenarios,
            scenarios,
            requirements,
        }
    }

    /// The outcome in words, with that of a part called one.
    pub fn heading(&self) -> String {
        let part = if self.outcome == Outcome::Failed && !self.is_complete { ", incomplete" } else { "" };
        format!("{}{part}", self.outcome.words())
    }

    /// Returns the number of scenarios with an outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.scenarios.iter().filter(|scenario| scenario.outcome == outcome).count()
    }

    /// Returns the certificate as JSON.
    pub fn to_json(&self) -> Value {
        json!(self)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_password_is_in_an_address() {
        let shown = super::shown("http://user:pass@localhost:3000/cases/{id}?key=1");
        assert_eq!(shown, "http://localhost:3000/cases/{id}");
        assert_eq!(super::shown("http://localhost"), "http://localhost");
    }
}
