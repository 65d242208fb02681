//! The conformance kit. `scripts/mutants tables --kit` runs this module alone: each change of a table
//! is seen by the committed cases, without the vectors.

use crate::{kit, support};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

fn cases() -> Vec<Value> {
    let text = fs::read_to_string(support::folder().join("../../kit/cases.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The core answers each committed case as the kit expects.
#[test]
fn each_case_has_its_answer() {
    let cases = cases();
    assert!(cases.len() > 3_000, "{}", cases.len());
    for case in cases {
        let operation = case["operation"].as_str().unwrap();
        let answer = kit::answer(operation, case["input"].as_str().unwrap(), &case["context"]);
        assert_eq!(answer.as_ref(), Some(&case["answer"]), "{}", case["id"]);
    }
}

#[test]
fn each_case_has_an_id_of_its_own() {
    let cases = cases();
    let ids: BTreeSet<&str> = cases.iter().filter_map(|case| case["id"].as_str()).collect();
    assert_eq!(ids.len(), cases.len());
}
