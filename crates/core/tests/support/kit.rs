//! The core's answers in the form of the conformance kit.

#![allow(dead_code, unreachable_pub, clippy::unwrap_used, reason = "several programs share this module")]

use serde_json::Value;

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

/// Returns the kit's answer for a report on a case.
pub fn of_report(report: &Value) -> Value {
    reduced(report, CASE)
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
