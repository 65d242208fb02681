//! The scenarios of this version, read from their files.

use crate::error::CertifyError;
use crate::scenario::{Expect, Scenario};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The scenarios by subject; a table each, with the name of the scenario.
const FILES: [&str; 13] = [
    include_str!("../scenarios/cancel.toml"),
    include_str!("../scenarios/create.toml"),
    include_str!("../scenarios/events.toml"),
    include_str!("../scenarios/files.toml"),
    include_str!("../scenarios/list.toml"),
    include_str!("../scenarios/login.toml"),
    include_str!("../scenarios/offer.toml"),
    include_str!("../scenarios/refused.toml"),
    include_str!("../scenarios/reply.toml"),
    include_str!("../scenarios/restart.toml"),
    include_str!("../scenarios/results.toml"),
    include_str!("../scenarios/signature.toml"),
    include_str!("../scenarios/test-case.toml"),
];

/// The expectations that hold in every scenario.
const ALWAYS: &str = include_str!("always.toml");

/// Returns every scenario, in the order of their names.
///
/// # Errors
///
/// [`CertifyError::Scenario`] if a file of this crate is no scenario, which its tests exclude.
///
/// ```
/// let scenarios = casegate_certify::scenarios()?;
/// assert!(scenarios.iter().any(|scenario| scenario.name == "create-answer-lost"));
/// # Ok::<(), casegate_certify::CertifyError>(())
/// ```
pub fn scenarios() -> Result<Vec<Scenario>, CertifyError> {
    let mut all = BTreeMap::<String, Scenario>::new();
    for text in FILES {
        all.extend(toml::from_str::<BTreeMap<_, _>>(text).map_err(|error| wrong("scenarios", &error))?);
    }
    Ok(all.into_iter().map(|(name, scenario)| Scenario { name, ..scenario }).collect())
}

fn wrong(name: &str, error: &toml::de::Error) -> CertifyError {
    CertifyError::Scenario { name: name.to_owned(), why: error.to_string() }
}

/// Returns the expectations that hold in every scenario.
pub(crate) fn always() -> Result<Vec<Expect>, CertifyError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Always {
        expect: Vec<Expect>,
    }
    toml::from_str(ALWAYS).map(|always: Always| always.expect).map_err(|error| wrong("always", &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Check;
    use casegate::requests::EndpointId;
    use std::collections::BTreeSet;

    fn all() -> Vec<Expect> {
        let own = scenarios().unwrap().into_iter().flat_map(|scenario| scenario.expect);
        own.chain(always().unwrap()).collect()
    }

    #[test]
    fn there_are_forty_scenarios_over_sixty_requirements() {
        let ids: BTreeSet<String> = all().into_iter().flat_map(|expect| expect.requirements).collect();
        assert!(scenarios().unwrap().len() >= 40, "{}", scenarios().unwrap().len());
        assert!(ids.len() >= 60, "{}", ids.len());
    }

    #[test]
    fn the_page_has_their_number() {
        let page = include_str!("../../../docs/certify.md");
        let number = scenarios().unwrap().len();
        assert!(page.contains(&format!("of {number} scenarios were played")), "{number}");
    }

    #[test]
    fn every_requirement_is_one_of_the_specification() {
        for id in all().iter().flat_map(|expect| &expect.requirements) {
            assert!(casegate::export::requirement(id).is_some(), "{id}");
        }
    }

    #[test]
    fn every_expectation_tests_a_requirement() {
        assert!(all().iter().all(|expect| !expect.requirements.is_empty()));
    }

    #[test]
    fn every_endpoint_of_an_expectation_exists() {
        for expect in all() {
            let names = match expect.check {
                Check::Requests(requests) => requests.to,
                Check::Order(names) => names,
                _ => continue,
            };
            assert!(names.iter().all(|name| EndpointId::from_name(name).is_some()), "{names:?}");
        }
    }

    #[test]
    fn sentences_are_sentences() {
        for scenario in scenarios().unwrap() {
            let sentence = &scenario.sentence;
            assert!(sentence.ends_with('.') && sentence.len() < 120, "{}: {sentence}", scenario.name);
        }
    }
}
