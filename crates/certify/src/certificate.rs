//! The outcome of all scenarios.

use crate::scenario::Scenario;
use casegate::export::requirement;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The outcome of a scenario, of a requirement, or of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Something that is needed was not given.
    NotTested,
    /// Every expectation was met.
    Passed,
    /// An expectation was not met.
    Failed,
}

impl Outcome {
    /// The outcome in words.
    pub fn words(self) -> &'static str {
        match self {
            Outcome::NotTested => "not tested",
            Outcome::Passed => "passed",
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
    /// What was seen, a line each, without values.
    pub lines: Vec<String>,
    #[serde(skip)]
    pub(crate) passed: Vec<String>,
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
            lines: Vec::new(),
            passed: Vec::new(),
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

/// The outcome of all scenarios that were played.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Certificate {
    /// The version of casegate.
    pub casegate: &'static str,
    /// The worst outcome of the scenarios that were tested.
    pub outcome: Outcome,
    /// The number of scenarios that this version has. Fewer may have been played.
    pub all_scenarios: usize,
    /// The outcome of each scenario that was played.
    pub scenarios: Vec<ScenarioOutcome>,
    /// The outcome of each requirement.
    pub requirements: Vec<RequirementOutcome>,
}

impl Certificate {
    pub(crate) fn of(scenarios: Vec<ScenarioOutcome>, all_scenarios: usize) -> Certificate {
        let outcome = scenarios.iter().map(|scenario| scenario.outcome).max().unwrap_or(Outcome::NotTested);
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
        Certificate { casegate: env!("CARGO_PKG_VERSION"), outcome, all_scenarios, scenarios, requirements }
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
