//! A sample of the space, and checks that it is complete.

use casegate_exhaustive::enumerate::{at_random, enumerate};
use casegate_exhaustive::forecast::compare;
use casegate_exhaustive::payloads::Payloads;
use casegate_exhaustive::space::{DEPENDS_ON, fields_of, pairs, parts};
use std::collections::BTreeSet;

fn ids<'r>(rules: impl IntoIterator<Item = &'r str>) -> BTreeSet<String> {
    rules.into_iter().map(str::to_owned).collect()
}

#[test]
fn every_rule_has_its_classes() {
    let rules = casegate::explain::rules();
    let known = ids(rules.iter().map(|rule| &*rule.id));
    let placed = ids(DEPENDS_ON.iter().map(|(id, _)| *id));
    assert_eq!(placed, known, "say in tests/exhaustive/src/space.rs which settings the rule depends on");
    for rule in &rules {
        let names_none = rule.id == "legacy.sunset";
        assert_eq!(fields_of(rule).is_empty(), names_none, "{}: no field has classes for it", rule.id);
    }
    assert!(pairs().len() > 20, "{}", pairs().len());
}

#[test]
fn a_share_of_the_space_is_judged_alike() {
    let mut seen = at_random(5_000);
    for (_, regions) in parts() {
        for region in regions {
            // The least number of combinations of each region.
            seen.add(enumerate(&region, usize::MAX));
        }
    }
    assert!(seen.differences.is_empty(), "{}", seen.differences.join("\n"));
    assert!(seen.judged > 40_000 && seen.by_schemas > 40_000, "{} {}", seen.judged, seen.by_schemas);
    assert_eq!(seen.one_sided(), Vec::<String>::new(), "no class of their fields breaks them, or none keeps them");
}

#[test]
fn a_forecast_is_a_check_on_each_day() {
    let seen = compare(400, 11);
    assert!(seen.differences.is_empty(), "{}", seen.differences.join("\n"));
    assert!(seen.changes > 10 && seen.verdicts > 0, "{seen:?}");
}

#[test]
fn payloads_depend_on_their_number_alone() {
    let (one, other) = (Payloads::new(7), Payloads::new(7));
    let backwards: Vec<(String, usize)> = (0..2_000).rev().map(|index| other.at(index)).collect();
    let mut accepted = 0;
    for index in 0..2_000 {
        let (payload, context) = one.at(index);
        assert_eq!((&payload, context), (&backwards[1_999 - index].0, backwards[1_999 - index].1));
        let reply = one.reply(&payload, context);
        assert!(reply.starts_with('{') && !reply.contains('\n'), "{reply}");
        accepted += usize::from(reply.contains("\"ok\":true"));
    }
    assert_ne!(one.at(0), Payloads::new(8).at(0));
    assert!((100..1_900).contains(&accepted), "{accepted}");
}
