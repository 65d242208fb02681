//! What must have been seen for a requirement to count as tested.

use crate::error::CertifyError;
use crate::record::Sight;
use std::collections::BTreeMap;

const TABLE: &str = include_str!("evidence.toml");

const WEBHOOK: &str = "webhook";
const PERSON: &str = "person";

/// The evidence by the beginning of a requirement's id.
pub(crate) struct Evidence(BTreeMap<String, Vec<String>>);

impl Evidence {
    pub(crate) fn read() -> Result<Evidence, CertifyError> {
        let wrong =
            |error: toml::de::Error| CertifyError::Scenario { name: "evidence".to_owned(), why: error.to_string() };
        toml::from_str(TABLE).map(Evidence).map_err(wrong)
    }

    /// Returns the endpoints, events and people of which one shows a requirement.
    pub(crate) fn of(&self, requirement: &str) -> &[String] {
        let known = self.0.iter().filter(|(beginning, _)| requirement.starts_with(beginning.as_str()));
        known.max_by_key(|(beginning, _)| beginning.len()).map_or(&[], |(_, evidence)| evidence)
    }

    /// Returns `true` if a request, an event or an answer showed the requirement.
    pub(crate) fn is_shown(&self, requirement: &str, sight: &Sight) -> bool {
        self.of(requirement).iter().any(|evidence| match evidence.as_str() {
            WEBHOOK => sight.deliveries.iter().any(|delivered| delivered.status.is_some()),
            PERSON => sight.given.iter().any(|given| given.status.is_some()),
            name if name.starts_with("case.") => {
                sight.deliveries.iter().any(|delivered| delivered.event == name && delivered.status.is_some())
            }
            name => sight.exchanges.iter().any(|exchange| exchange.request.endpoint_name() == name),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{always, scenarios};
    use casegate::requests::EndpointId;
    use casegate::tokens::EventType;

    #[test]
    fn every_requirement_of_a_scenario_has_evidence_that_exists() {
        let evidence = Evidence::read().unwrap();
        let own = scenarios().unwrap().into_iter().flat_map(|scenario| scenario.expect);
        for id in own.chain(always().unwrap()).flat_map(|expect| expect.requirements) {
            assert!(!evidence.of(&id).is_empty(), "{id}");
        }
        let is_known = |name: &str| {
            [WEBHOOK, PERSON].contains(&name)
                || EndpointId::from_name(name).is_some()
                || EventType::from_name(name).is_some()
        };
        assert!(evidence.0.values().flatten().all(|name| is_known(name)));
    }

    #[test]
    fn what_was_not_seen_shows_nothing() {
        let evidence = Evidence::read().unwrap();
        assert!(!evidence.is_shown("EP-accept-retry", &Sight::default()));
        assert_eq!(evidence.of("EP-accept-retry"), ["accept"]);
        assert_eq!(evidence.of("CREATE-retry-append"), ["append"]);
    }
}
