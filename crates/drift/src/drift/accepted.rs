//! Requests that the service accepted though the rulebook refuses them.

use crate::drift::decisions;
use crate::drift::judged::{Judged, in_order, unique};
use crate::drift::minimize::smallest;
use crate::drift::predict::{Fault, case};
use crate::drift::report::{FieldClass, Finding, FindingKind};
use casegate::Settings;
use std::collections::{BTreeMap, BTreeSet};

/// The number of exchanges of a group whose smallest cases are compared.
const MINIMIZED: usize = 8;

/// Groups the requests by the errors that the service lacks.
///
/// An error that stands alone in an accepted request is one that the service lacks. It explains the
/// requests with several errors too, as far as it can.
pub(crate) fn findings(all: &[Judged<'_>], settings: &Settings) -> Vec<Finding> {
    let errors = |judged: &Judged<'_>| judged.prediction.errors.iter().cloned().collect::<BTreeSet<Fault>>();
    let alone: BTreeSet<Fault> = all.iter().map(errors).filter(|set| set.len() == 1).flatten().collect();
    let mut groups: BTreeMap<(&str, BTreeSet<Fault>), Vec<&Judged<'_>>> = BTreeMap::new();
    for judged in all {
        let set = errors(judged);
        let rest: BTreeSet<Fault> = set.difference(&alone).cloned().collect();
        // Either the errors that the service lacks anyhow, or what these do not explain.
        let sets: Vec<BTreeSet<Fault>> =
            if rest.is_empty() { set.into_iter().map(|fault| BTreeSet::from([fault])).collect() } else { vec![rest] };
        for set in sets {
            groups.entry((judged.endpoint.name(), set)).or_default().push(judged);
        }
    }
    groups.into_iter().map(|((of, set), members)| finding(of, &set, &members, settings)).collect()
}

fn finding(of: &str, set: &BTreeSet<Fault>, members: &[&Judged<'_>], settings: &Settings) -> Finding {
    let line = members.first().map_or(0, |judged| judged.line);
    let shown: Vec<String> = set.iter().map(described).collect();
    let message = format!("accepted, and the rulebook refuses: {}", shown.join(", "));
    let mut finding = Finding::once(FindingKind::AcceptedThoughRefused, of, message, line);
    finding.count = members.len();
    finding.codes = unique(set.iter().map(|fault| fault.code.name().to_owned()));
    finding.rules = unique(set.iter().filter_map(|fault| fault.rule.clone()));
    let few = || members.iter().take(MINIMIZED);
    let numbers =
        few().flat_map(|judged| set.iter().flat_map(|fault| decisions::of_fault(fault, case(judged.exchange))));
    finding.decisions = in_order(numbers.collect());
    finding.fields = few()
        .filter_map(|judged| places(judged, set, settings))
        .reduce(|one, other| shared(one, &other))
        .unwrap_or_default();
    for fault in set {
        let is_inside = |field: &FieldClass| {
            fault.at.strip_prefix(&field.at).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if !finding.fields.iter().any(is_inside) && !fault.at.is_empty() {
            finding.fields.push(FieldClass { at: fault.at.clone(), is: "not set".to_owned() });
        }
    }
    finding
}

fn described(fault: &Fault) -> String {
    let rule = fault.rule.as_deref().map(|rule| format!(" ({rule})")).unwrap_or_default();
    let at = if fault.at.is_empty() { "the whole" } else { &fault.at };
    format!("{} at {at}{rule}", fault.code)
}

/// Returns the smallest values of a case that still get these errors.
fn places(judged: &Judged<'_>, set: &BTreeSet<Fault>, settings: &Settings) -> Option<Vec<FieldClass>> {
    let profile = case(judged.exchange)?;
    let smallest = set.iter().flat_map(|fault| smallest(profile, fault, judged.endpoint, judged.exchange, settings));
    let places: BTreeMap<String, String> = smallest.map(|(at, class)| (at, class.words())).collect();
    Some(places.into_iter().map(|(at, is)| FieldClass { at, is }).collect())
}

/// Returns the places that two cases share.
fn shared(one: Vec<FieldClass>, other: &[FieldClass]) -> Vec<FieldClass> {
    let both = one.into_iter().filter_map(|field| {
        let same = other.iter().find(|known| known.at == field.at)?;
        Some(if same.is == field.is { field } else { FieldClass { is: "different values".to_owned(), ..field } })
    });
    both.collect()
}
