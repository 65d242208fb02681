//! The conformance kit.

use crate::kit_cases::cases;
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn each_case_has_an_id_of_its_own() {
    let cases = cases();
    let ids: BTreeSet<String> = cases
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned())
        .collect();
    assert!(ids.len() > 3_000);
    assert_eq!(ids.len(), cases.lines().count());
}
