//! The form of a scenario, and those that the program contains.

use serde::Deserialize;
use serde_json::Value;

/// A scenario file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scenario {
    /// The purpose, as a line.
    pub(super) about: String,
    pub(super) step: Vec<Step>,
}

/// A step. Exactly one of its members besides `with` and `expect` is given.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    #[serde(flatten)]
    pub(super) action: Action,
    #[serde(default)]
    pub(super) expect: Expectation,
}

/// The action of a step.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Action {
    /// Creates a case, which the next steps concern.
    Create(Create),
    /// An action of the operator's API.
    Operate(Operation),
    Respond(Reply),
    Append(File),
    Cancel(Cancellation),
    /// Accepts every policy of the latest offer.
    Accept(Nothing),
    AdvanceSeconds(i64),
    WaitMs(u64),
    /// Sets the rules of faults.
    Faults(Vec<Value>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Create {
    /// The product of a sample case: `pl` or `pe`.
    pub(super) base: String,
    /// A file with the case, in place of the sample.
    pub(super) file: Option<String>,
    /// Creates a test case, which fires no events.
    pub(super) test: bool,
}

impl Default for Create {
    fn default() -> Create {
        Create { base: "pl".to_owned(), file: None, test: false }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Operation {
    /// The name, such as `pick_up`.
    pub(super) action: String,
    /// The body.
    #[serde(default)]
    pub(super) with: Option<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reply {
    pub(super) interaction_id: String,
    #[serde(default)]
    pub(super) message: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) filename: String,
    #[serde(default)]
    pub(super) label: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cancellation {
    #[serde(default)]
    pub(super) reason: Option<String>,
}

/// The expected outcome of a step. Without `refused` it succeeds.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Expectation {
    /// The state of the case after the step.
    pub(super) state: Option<String>,
    /// The types of the events that the step fires, in order.
    pub(super) events: Option<Vec<String>>,
    /// The status of a refusal.
    pub(super) refused: Option<u16>,
    /// The connection breaks, and no answer arrives.
    pub(super) unanswered: bool,
}

macro_rules! scenarios {
    ($($name:literal)+) => {
        /// The scenarios of the program, by name.
        pub(super) const SCENARIOS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("scenarios/", $name, ".toml")))),+];
    };
}

scenarios! {
    "delivered"
    "existence"
    "input-needed"
    "input-twice"
    "offer-accepted"
    "offer-declined"
    "files-appended"
    "results-changed"
    "cancelled-early"
    "cancelled-late"
    "cancelled-with-open-request"
    "cancellation-held"
    "test-case"
    "lost-answer"
    "refused-out-of-order"
}

/// Reads a scenario. The error has the place in the text.
pub(super) fn read(text: &str) -> Result<Scenario, toml::de::Error> {
    toml::from_str(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_is_readable_and_has_a_purpose() {
        for (name, text) in SCENARIOS {
            let scenario = read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!scenario.about.is_empty() && !scenario.step.is_empty(), "{name}");
        }
    }
}
