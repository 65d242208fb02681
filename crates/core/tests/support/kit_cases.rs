//! The cases of the conformance kit.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "several programs share this module"
)]

use crate::{kit, support};
use serde_json::{Map, Value, json};

/// Settings of the rulebook. Others, such as a firm's own rules, are the library's.
const SETTINGS: &[&str] = &[
    "today",
    "as_of",
    "product",
    "surface",
    "credential",
    "token_name",
    "carriers",
    "financing_enrolled",
    "severity",
    "words",
];

/// Decisions about conveniences of the library, which other implementations need not have: forms,
/// values as people write them, the content of files.
const OF_THE_LIBRARY: &[&str] = &["D54", "D56", "D57"];

/// Returns the lines of `kit/cases.jsonl`: each vector that shows a requirement or a decision.
pub fn cases() -> String {
    let mut out = String::new();
    for vector in support::all() {
        let mut context: Map<String, Value> = match serde_json::from_str(&vector.context) {
            Ok(Value::Object(context)) => context,
            _ => continue,
        };
        context.shift_remove("include");
        let shows_something = !vector.case.requirement_ids.is_empty() || !vector.case.decisions.is_empty();
        let is_of_the_rulebook = context.keys().all(|key| SETTINGS.contains(&key.as_str()));
        let is_of_the_library = vector.case.decisions.iter().any(|id| OF_THE_LIBRARY.contains(&id.as_str()));
        if !shows_something || !is_of_the_rulebook || is_of_the_library {
            continue;
        }
        let Some(answer) = kit::answer(&vector.call.0, &vector.payload, &Value::Object(context.clone())) else {
            continue;
        };
        let line = json!({
                "id": format!("{}: {}", vector.file.trim_end_matches(".json"), vector.case.name),
                "operation": vector.call.0,
                "input": vector.payload,
                "context": context,
                "answer": answer,
                "requirements": vector.case.requirement_ids,
                "decisions": vector.case.decisions,
        });
        out.push_str(&line.to_string());
        out.push('\n');
    }
    out
}

/// Returns the id of a case of `kit/cases.jsonl` that the core answers otherwise.
pub fn wrong() -> Option<String> {
    let text = std::fs::read_to_string(support::folder().join("../../kit/cases.jsonl")).unwrap();
    let is_right = |case: &Value| {
        let operation = case["operation"].as_str().unwrap();
        kit::answer(operation, case["input"].as_str().unwrap(), &case["context"]).as_ref() == Some(&case["answer"])
    };
    let mut cases = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    cases.find(|case| !is_right(case)).map(|case| case["id"].to_string())
}
