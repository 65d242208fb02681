//! The conformance kit.

use crate::kit_cases::{committed, wrong};
use std::collections::BTreeSet;

/// The core answers each committed case as the kit expects.
#[test]
fn each_case_has_its_answer() {
    assert!(committed().len() > 3_000);
    assert_eq!(wrong(), None);
}

#[test]
fn each_case_has_an_id_of_its_own() {
    let cases = committed();
    let ids: BTreeSet<&str> = cases.iter().filter_map(|case| case["id"].as_str()).collect();
    assert_eq!(ids.len(), cases.len());
}
