//! The cases of the conformance kit, and the core's answers in its form.

#![allow(dead_code, unreachable_pub, clippy::unwrap_used, reason = "several programs share this module")]

use crate::support;
use serde_json::{Map, Value, json};

/// The operations of the rulebook, with the members of their answers that another implementation
/// must give as well. Members with the suffix `[]` are lists of findings.
const OPERATIONS: &[(&str, &[&str])] = &[
    ("check_case", &["ok", "issues[]", "facts"]),
    ("prepare_case", &["prepared", "omitted", "issues[]"]),
    ("judge_files", &["ok", "accepted_bytes", "files", "issues[]"]),
    ("check_request", &["ok", "issues[]", "case", "expects"]),
    ("replay", &["steps", "issues[]"]),
    ("cancellation", &["cancellation", "assumed", "issues[]"]),
    ("normalize_results", &["normalized", "notes[]"]),
    ("read_record", &["value", "notes[]"]),
    ("read_event", &["type", "event", "notes[]"]),
    ("redact_offer", &["offer", "notes[]"]),
];

/// The parts of answers that contain findings of their own.
const CASE: &[&str] = &["ok", "issues[]", "facts"];
const FILE: &[&str] = &["status", "error_code", "filename", "label", "issues[]"];

/// What a finding is compared by. Messages and remedies are an implementation's own.
const FINDING: &[&str] = &["code", "severity", "at", "rule"];

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
        let Some(answer) = answer(&vector.call.0, &vector.payload, &Value::Object(context.clone())) else { continue };
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

/// Returns the core's answer, reduced to what the kit compares; `None` for an operation or a
/// context that is not of the rulebook.
pub fn answer(name: &str, input: &str, context: &Value) -> Option<Value> {
    let (_, members) = OPERATIONS.iter().find(|(operation, _)| *operation == name)?;
    let mut operations = casegate::wire::CASE_OPERATIONS.iter().chain(casegate::wire::SERVICE_OPERATIONS);
    let operation = operations.find(|operation| operation.name == name)?;
    let reply: Value = serde_json::from_str(&operation.call(input, &context.to_string())).unwrap();
    if reply.get("error").is_some() {
        return None;
    }
    let mut answer = reduced(&reply, members);
    if let Some(case) = answer.get_mut("case").filter(|case| case.is_object()) {
        *case = reduced(case, CASE);
    }
    if let Some(Value::Array(files)) = answer.get_mut("files") {
        for file in files {
            *file = reduced(file, FILE);
        }
    }
    Some(answer)
}

fn reduced(reply: &Value, members: &[&str]) -> Value {
    let kept = members.iter().filter_map(|member| {
        let name = member.trim_end_matches("[]");
        let value = reply.get(name)?;
        let value = match value.as_array() {
            Some(findings) if member.ends_with("[]") => {
                findings.iter().map(|finding| reduced(finding, FINDING)).collect()
            }
            _ => value.clone(),
        };
        Some((name.to_owned(), value))
    });
    Value::Object(kept.collect())
}
