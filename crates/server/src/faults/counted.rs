//! The rules in force. Each counts the requests or events that it is about.

use super::kind::FaultKind;
use super::rule::{FaultRule, FaultTarget};
use casegate::requests::EndpointId;
use casegate::tokens::EventType;
use serde::Serialize;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A rule with its counts since it was set.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct CountedRule {
    #[serde(flatten)]
    rule: FaultRule,
    /// The number of requests or events that the rule is about.
    seen: u64,
    /// The number of those that met the fault.
    hit: u64,
}

impl CountedRule {
    /// Counts a request or an event. Returns `true` if the rule takes it.
    fn sees(&mut self) -> bool {
        self.seen = self.seen.saturating_add(1);
        self.rule.takes.takes(self.seen)
    }

    fn hits(&mut self) -> RequestFault {
        self.hit = self.hit.saturating_add(1);
        RequestFault { kind: self.rule.kind, amount: self.rule.amount }
    }

    fn is_of(&self, organization: &str) -> bool {
        self.rule.organization().is_none_or(|name| name == organization)
    }
}

/// The fault of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RequestFault {
    pub(crate) kind: FaultKind,
    pub(crate) amount: u32,
}

/// The faults of the deliveries of an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct DeliveryFaults {
    /// The delay in milliseconds of real time.
    pub(crate) late_ms: u32,
    /// Sends each delivery twice.
    pub(crate) doubled: bool,
    /// Sends deliveries in any order, also within a case.
    pub(crate) shuffled: bool,
    /// The first attempt that is sent; 0 for all.
    pub(crate) dropped_until: u32,
    /// The first attempt with a right signature; 0 for all.
    pub(crate) wrongly_signed_until: u32,
}

/// The greatest additional delay of a shuffled delivery, unless `late` is longer.
const SHUFFLE_MS: u32 = 500;

impl DeliveryFaults {
    /// Returns the number of deliveries of an event to a subscription.
    pub(crate) fn copies(self) -> usize {
        if self.doubled { 2 } else { 1 }
    }

    /// Returns the delay of a delivery. `chance` returns a number below a limit.
    pub(crate) fn delay_ms(self, chance: impl FnOnce(u64) -> u64) -> i64 {
        let shuffled = if self.shuffled { chance(self.late_ms.max(SHUFFLE_MS).into()) } else { 0 };
        i64::from(self.late_ms).saturating_add(i64::try_from(shuffled).unwrap_or_default())
    }
}

/// The rules in force.
#[derive(Debug, Default)]
pub(crate) struct Faults(Mutex<Vec<CountedRule>>);

impl Faults {
    pub(crate) fn new(rules: Vec<FaultRule>) -> Faults {
        let faults = Faults::default();
        faults.set(rules, None);
        faults
    }

    fn rules(&self) -> MutexGuard<'_, Vec<CountedRule>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the rules, or only those of an organization. Their counts start from zero; other rules
    /// keep theirs.
    pub(crate) fn set(&self, rules: Vec<FaultRule>, organization: Option<&str>) {
        let new = rules.into_iter().map(|rule| CountedRule { rule, seen: 0, hit: 0 });
        let mut known = self.rules();
        match organization {
            None => *known = new.collect(),
            Some(name) => {
                known.retain(|known| known.rule.organization() != Some(name));
                known.extend(new);
            }
        }
    }

    /// Returns the rules, or only those of an organization.
    pub(crate) fn all(&self, organization: Option<&str>) -> Vec<CountedRule> {
        let is_asked = |known: &&CountedRule| organization.is_none() || known.rule.organization() == organization;
        self.rules().iter().filter(is_asked).cloned().collect()
    }

    /// Counts a request, and returns its fault. If several rules take it, the first one decides.
    pub(crate) fn of_request(&self, endpoint: EndpointId, organization: &str) -> Option<RequestFault> {
        let mut fault = None;
        for rule in self.rules().iter_mut() {
            let FaultTarget::Endpoint(id) = rule.rule.target else { continue };
            let is_about = id.is_none_or(|id| id == endpoint) && rule.is_of(organization);
            if is_about && rule.sees() && fault.is_none() {
                fault = Some(rule.hits());
            }
        }
        fault
    }

    /// Counts an event, and returns the faults of its deliveries. All rules that take it apply.
    pub(crate) fn of_event(&self, event: EventType, organization: &str) -> DeliveryFaults {
        let mut faults = DeliveryFaults::default();
        for rule in self.rules().iter_mut() {
            let FaultTarget::Event(kind) = rule.rule.target else { continue };
            let is_about = kind.is_none_or(|kind| kind == event) && rule.is_of(organization);
            if !is_about || !rule.sees() {
                continue;
            }
            let RequestFault { kind, amount } = rule.hits();
            match kind {
                FaultKind::Late => faults.late_ms = faults.late_ms.max(amount),
                FaultKind::Doubled => faults.doubled = true,
                FaultKind::Shuffled => faults.shuffled = true,
                FaultKind::Dropped => faults.dropped_until = faults.dropped_until.max(amount),
                FaultKind::WronglySigned => faults.wrongly_signed_until = faults.wrongly_signed_until.max(amount),
                _ => {}
            }
        }
        faults
    }

    /// Returns the longest delay that a rule causes in milliseconds.
    pub(crate) fn longest_delay_ms(&self) -> i64 {
        let late = |rule: &CountedRule| if rule.rule.kind == FaultKind::Late { rule.rule.amount } else { 0 };
        let late = self.rules().iter().map(late).max().unwrap_or_default();
        let worst = DeliveryFaults { late_ms: late, shuffled: true, ..DeliveryFaults::default() };
        worst.delay_ms(|limit| limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::Takes;

    fn hits(takes: Takes) -> Vec<u64> {
        let faults = Faults::new(vec![FaultRule::on_any_endpoint(FaultKind::Reset).taking(takes)]);
        (1..=6).filter(|_| faults.of_request(EndpointId::List, "A").is_some()).collect()
    }

    #[test]
    fn a_rule_takes_the_requests_that_it_names() {
        assert_eq!(hits(Takes::All), [1, 2, 3, 4, 5, 6]);
        assert_eq!(hits(Takes::Nth(2)), [2]);
        assert_eq!(hits(Takes::From(5)), [5, 6]);
        assert_eq!(hits(Takes::Every(3)), [3, 6]);
        assert_eq!(hits(Takes::First(2)), [1, 2]);
    }

    #[test]
    fn the_first_rule_that_takes_a_request_decides_and_all_count_it() {
        let faults = Faults::new(vec![
            FaultRule::on_endpoint(EndpointId::List, FaultKind::Reset).taking(Takes::Nth(2)),
            FaultRule::on_any_endpoint(FaultKind::InternalError).of_organization("A"),
            FaultRule::on_any_endpoint(FaultKind::Unavailable).of_organization("B"),
        ]);
        let kinds = |organization| faults.of_request(EndpointId::List, organization).map(|fault| fault.kind);
        assert_eq!(kinds("A"), Some(FaultKind::InternalError));
        assert_eq!(kinds("A"), Some(FaultKind::Reset));
        assert_eq!(kinds("C"), None);
        let counts: Vec<(u64, u64)> = faults.all(None).iter().map(|rule| (rule.seen, rule.hit)).collect();
        assert_eq!(counts, [(3, 1), (2, 1), (0, 0)]);
    }

    #[test]
    fn rules_of_an_organization_are_set_alone() {
        let of = |name: &str| FaultRule::on_any_event(FaultKind::Doubled).of_organization(name);
        let faults = Faults::new(vec![of("A"), of("B")]);
        assert!(faults.of_event(EventType::Closed, "A").doubled);
        faults.set(vec![of("B")], Some("B"));
        let known = faults.all(None);
        assert_eq!(known.iter().map(|rule| rule.seen).collect::<Vec<_>>(), [1, 0]);
        assert_eq!(faults.all(Some("A")).len(), 1);
        faults.set(Vec::new(), Some("A"));
        assert_eq!(faults.all(Some("A")).len(), 0);
    }

    #[test]
    fn faults_of_one_event_add_up() {
        let faults = Faults::new(vec![
            FaultRule::on_any_event(FaultKind::Late).amount(700),
            FaultRule::on_any_event(FaultKind::Doubled),
            FaultRule::on_event(EventType::Closed, FaultKind::Dropped).amount(3),
            FaultRule::on_any_event(FaultKind::Shuffled).taking(Takes::From(2)),
        ]);
        let first = faults.of_event(EventType::Closed, "A");
        assert_eq!((first.late_ms, first.copies(), first.dropped_until, first.shuffled), (700, 2, 3, false));
        let second = faults.of_event(EventType::Received, "A");
        assert_eq!((second.dropped_until, second.shuffled), (0, true));
        assert_eq!(second.delay_ms(|limit| limit - 1), 700 + 699);
        assert_eq!(faults.longest_delay_ms(), 1400);
    }
}
