//! What a recording has of a request beside the classes of its case.

use casegate_drift::{DriftReport, FindingKind, Key, Line, Recorder, Settings, drift, read_source};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Records log lines, and returns the recording and its report.
fn recorded(lines: &[Value]) -> (String, DriftReport) {
    let log: Vec<String> = lines.iter().map(Value::to_string).collect();
    let mut recorder = Recorder::new(Key::from_bytes([3; 32]), BTreeSet::new());
    let read: Vec<Line> =
        read_source(&log.join("\n"), None).unwrap().exchanges.iter().map(|raw| recorder.line(raw)).collect();
    let text: Vec<String> = read.iter().map(Line::to_json).collect();
    (text.join("\n"), drift(&read, &Settings::read("{}").unwrap()))
}

fn get(path: &str) -> Value {
    json!({ "at": "2026-03-01", "method": "GET", "path": format!("/api/v1/partner{path}"), "status": 200, "answer": [] })
}

/// A create of a case that the rulebook accepts. `change` changes its line.
fn create(change: impl Fn(&mut Value)) -> Value {
    let case = json!({
        "case_type": "pl", "cc_emails": "a@b.example", "plaintiff_name": "T", "date_of_loss": "2025-12-24",
        "is_incident_report_provided": false, "base_product": ["personal_auto_policy_limits"], "insurance_company": "E",
    });
    let mut line = json!({
        "at": "2026-03-01", "method": "POST", "path": "/api/v1/partner/cases/create/", "status": 201,
        "parts": [{ "name": "case", "value": case }],
        "answer": { "case_id": 1, "case_ref": null, "case_type": "pl", "submitted": true, "attachments": [] },
    });
    change(&mut line);
    line
}

fn observes(report: &DriftReport, message: &str) -> bool {
    report.observations.iter().any(|seen| seen.message.contains(message))
}

#[test]
fn a_query_has_published_names_and_words_and_hashes_of_others() {
    let (text, report) = recorded(&[get("/cases/CASE-7/results/?result_format=document&secret=abc")]);
    assert!(text.contains("result_format") && !text.contains("document") && !text.contains("secret"), "{text}");
    assert!(!text.contains("abc") && !text.contains("CASE-7"), "{text}");
    assert!(observes(&report, "`results` accepts result_format with `#"), "{report:?}");
    let (text, report) = recorded(&[get("/cases/?source=all"), get("/cases/?source=everything")]);
    assert!(text.contains(r#""word":"all""#) && !text.contains("everything"), "{text}");
    let [finding] = report.findings.as_slice() else { panic!("{report:?}") };
    assert_eq!((finding.kind, finding.line), (FindingKind::AcceptedThoughRefused, 2));
    assert_eq!(finding.fields[0].at, "/query/source");
}

#[test]
fn a_case_that_is_sent_as_a_file_explains_a_refusal() {
    let refused = create(|line| {
        line["parts"][0]["filename"] = json!("blob");
        line["parts"][0]["size"] = json!(300);
        line["status"] = json!(400);
        line["answer"] = json!({ "case": ["Invalid."] });
    });
    let (text, report) = recorded(&[create(|_| {}), refused]);
    assert!(!text.contains("blob"), "{text}");
    let [finding] = report.findings.as_slice() else { panic!("{report:?}") };
    assert_eq!(
        (finding.kind, finding.codes.as_slice()),
        (FindingKind::RefusedThoughAccepted, &["case_as_file".to_owned()][..])
    );
}

#[test]
fn a_body_that_the_source_lacks_is_not_predicted() {
    let (_, report) = recorded(&[create(|line| line["parts"] = json!([{ "name": "case" }]))]);
    assert!(report.agrees() && report.compared == 0, "{report:?}");
    assert!(observes(&report, "recorded without its whole body"), "{report:?}");
}

#[test]
fn the_warnings_of_the_stand_in_contradict_nothing() {
    let (_, report) = recorded(&[create(|line| line["answer"]["warnings"] = json!([{ "code": "null_value" }]))]);
    assert!(report.agrees() && observes(&report, "`create` answers with /warnings"), "{report:?}");
    let (_, report) = recorded(&[create(|line| line["answer"]["cautions"] = json!([]))]);
    assert_eq!(report.findings.len(), 1, "{report:?}");
}
