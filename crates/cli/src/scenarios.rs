//! The scenarios of `certify`, which only a program with the feature `service` has.

/// Returns the names of all scenarios.
pub(crate) fn names() -> Vec<String> {
    #[cfg(feature = "service")]
    let names = casegate_certify::scenarios().unwrap_or_default().into_iter().map(|scenario| scenario.name).collect();
    #[cfg(not(feature = "service"))]
    let names = Vec::new();
    names
}

/// Returns the sentence of a scenario, and the requirements that it tests.
#[cfg(feature = "service")]
pub(crate) fn described(name: &str) -> Option<(String, String)> {
    let scenario = casegate_certify::scenarios().ok()?.into_iter().find(|scenario| scenario.name == name)?;
    let requirements = scenario.requirements().join(", ");
    Some((scenario.sentence, requirements))
}

#[cfg(not(feature = "service"))]
pub(crate) fn described(_: &str) -> Option<(String, String)> {
    None
}
