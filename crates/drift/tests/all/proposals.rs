//! What a report proposes makes the rulebook agree with the service.

use casegate::{Context, check_case};
use casegate_drift::{
    Key, Recorder, Settings, drift, propose_context, propose_vectors, read_lines, read_source, reveal,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A service that takes an unlisted word and refuses `null`.
const LOG: &str = include_str!("../../../cli/tests/cmd/service/drift.in/log.ndjson");

#[test]
fn a_proposed_context_and_its_vectors_are_the_verdicts_of_the_service() {
    let key = Key::from_bytes([3; 32]);
    let mut recorder = Recorder::new(key.clone(), BTreeSet::new());
    let recording: Vec<String> =
        read_source(LOG, None).unwrap().exchanges.iter().map(|raw| recorder.line(raw).to_json()).collect();
    let (recording, revealed) = reveal(&recording.join("\n"), &key, "rental_limits").unwrap();
    assert_eq!(revealed, 1);
    let lines = read_lines(&recording).unwrap();
    let settings = Settings::read("{}").unwrap();
    let report = drift(&lines, &settings);

    let proposed = propose_context(&lines, &report, &settings);
    let vectors: Value = serde_json::from_str(&propose_vectors(&lines, &report, &settings)).unwrap();
    let cases = vectors["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 2);
    for case in cases {
        let text = case["text"].as_str().unwrap();
        let day = case["context"]["today"].as_str().unwrap().parse().unwrap();
        let expected = case["expect"]["/ok"].as_bool().unwrap();
        assert_eq!(check_case(text, &Context::new(day)).ok, !expected, "{}", case["name"]);
        let agreeing = casegate::Settings::from_json(&proposed).unwrap().on(day);
        assert_eq!(check_case(text, &agreeing).ok, expected, "{}", case["name"]);
    }

    let settings = Settings::read(&proposed).unwrap();
    let codes: Vec<Value> = drift(&lines, &settings).findings.iter().map(|finding| json!(finding.codes)).collect();
    assert_eq!(codes, [json!(["unexpected_word"])]);
}
