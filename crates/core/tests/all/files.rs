//! Properties of every list of files, and of every name.

use casegate::files::{
    FileEndpoint, FileLimits, FileRequest, FileStatus, FileToSend, FileVerdicts, FilesSent, judge_files,
    sanitized_file_name,
};
use casegate::tokens::{FileErrorCode, Label};
use casegate::{Code, Context, Date, Language, Severity};
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;
use serde_json::{Value, json};

fn context() -> Context {
    Context::new(Date::parse("2026-03-01").unwrap())
}

/// Any characters, and often those that are removed from a name.
fn name() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        prop::sample::select(vec![".", "..", "/", "\\", "\0", "\u{85}", "\u{9f}", "\u{7f}", ".pdf", "é", "😀", "a"])
            .prop_map(str::to_owned),
        "[a-z]{60}",
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn extension(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, extension)| extension)
}

proptest! {
    #[test]
    fn a_sanitized_name_is_what_it_should_be(name in name()) {
        let clean = sanitized_file_name(&name);
        prop_assert!(!clean.is_empty() && clean.len() <= 255, "{clean:?}");
        prop_assert!(!clean.starts_with('.'), "{clean:?}");
        prop_assert!(!clean.chars().any(|letter| matches!(letter, '/' | '\\') || letter.is_control()), "{clean:?}");
        prop_assert_eq!(sanitized_file_name(&clean), clean);
    }

    #[test]
    fn a_sanitized_name_keeps_its_extension(stem in "[a-zé😀][a-zé😀.]{0,300}", extension_given in "[a-zA-Zé]{1,200}") {
        let clean = sanitized_file_name(&format!("scans/{stem}.{extension_given}"));
        // If an extension takes all but a byte or two, there may be no room for a letter before it.
        if extension_given.len() <= 250 {
            prop_assert_eq!(extension(&clean), Some(extension_given.as_str()), "{}", clean);
        }
    }

    #[test]
    fn what_needs_no_change_is_not_changed(name in "[a-zé報 ()_-]{1,40}\\.[a-z]{3,4}") {
        prop_assert_eq!(sanitized_file_name(&name), name);
    }
}

fn file() -> impl Strategy<Value = FileToSend> {
    let size = prop_oneof![
        prop::sample::select(vec![0, 1, 25_000_000, 25_000_001, 26_214_400, 26_214_401, u64::MAX]),
        0..30_000_000_u64,
    ];
    let name = prop::sample::select(vec!["a.pdf", "b.JPEG", "c.exe", "d", ".pdf", "x/y.doc"]);
    let label = prop::sample::select(vec![None, Some("other"), Some("incident_report"), Some(""), Some("photo")]);
    (name, size, label)
        .prop_map(|(name, size, label)| FileToSend { label: label.map(str::to_owned), ..FileToSend::new(name, size) })
}

fn request() -> impl Strategy<Value = FileRequest> {
    let labels = prop::collection::vec(prop::sample::select(vec![None, Some("other"), Some("x"), Some(" ")]), 0..5);
    let endpoint = prop::sample::select(FileEndpoint::ALL);
    let sent = (0..30_u64, prop_oneof![Just(0), 0..110_000_000_u64]);
    (endpoint, prop::collection::vec(file(), 0..32), labels, sent).prop_map(|(endpoint, files, labels, sent)| {
        FileRequest {
            endpoint,
            files,
            labels: labels.into_iter().map(|label| label.map(str::to_owned)).collect(),
            sent: FilesSent { count: sent.0, bytes: sent.1 },
            case: None,
        }
    })
}

fn as_json(request: &FileRequest) -> Value {
    let file = |file: &FileToSend| json!({ "name": file.name, "size": file.size, "label": file.label });
    json!({
        "files": request.files.iter().map(file).collect::<Vec<_>>(),
        "endpoint": request.endpoint.name(),
        "labels": request.labels,
        "sent": { "count": request.sent.count, "bytes": request.sent.bytes },
    })
}

/// The verdicts from the decisions alone, as a second opinion: own fault, then count, then total.
fn expected(request: &FileRequest) -> (Vec<Option<&'static str>>, u64) {
    let limits = FileLimits::of(request.endpoint);
    let is_create = request.endpoint == FileEndpoint::Create;
    let (mut count, mut bytes) = if is_create { (0, 0) } else { (request.sent.count, request.sent.bytes) };
    let before = bytes;
    let mut codes = Vec::new();
    for (at, file) in request.files.iter().enumerate() {
        let paired = if is_create { request.labels.get(at).cloned().flatten() } else { None };
        let label = file.label.clone().or(paired).unwrap_or_default();
        let is_known = label.trim().is_empty() || Label::from_name(&label).is_some();
        let is_listed = ["a.pdf", "b.JPEG", "x/y.doc"].contains(&file.name.as_str());
        let code = if !is_known {
            Some("unknown_label")
        } else if is_create && !is_listed {
            Some("extension_not_allowed")
        } else if file.size > 26_214_400 {
            Some("file_too_large")
        } else if (if is_create { at as u64 } else { count }) >= limits.files {
            Some("internal_error")
        } else if file.size > 0 && bytes + file.size > 104_857_600 {
            Some("file_too_large")
        } else {
            count += 1;
            bytes += file.size;
            None
        };
        codes.push(code);
    }
    (codes, bytes - before)
}

fn coherent(verdicts: &FileVerdicts) {
    for file in &verdicts.files {
        let first = file.issues.iter().find(|issue| issue.severity == Severity::Error);
        assert_eq!(file.status == FileStatus::Rejected, first.is_some());
        assert_eq!(file.error.as_ref(), first.map(|issue| &issue.message));
        assert_eq!(file.error_code.is_some(), first.is_some());
        assert!(file.retry.is_none() || first.is_some());
    }
    let is_refused = verdicts.issues.iter().any(|issue| issue.severity == Severity::Error);
    let all = verdicts.files.iter().all(|file| file.status == FileStatus::Accepted);
    assert_eq!(verdicts.ok, all && !is_refused);
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(100)))]

    #[test]
    fn verdicts_follow_from_the_decisions(request in request()) {
        let verdicts = judge_files(&request, &context());
        coherent(&verdicts);
        let codes: Vec<Option<&str>> = verdicts.files.iter().map(|file| file.error_code.map(FileErrorCode::name)).collect();
        let (expected, bytes) = expected(&request);
        prop_assert_eq!(codes, expected);
        prop_assert_eq!(verdicts.accepted_bytes, bytes);
    }

    #[test]
    fn typed_and_text_give_the_same(request in request()) {
        let typed = serde_json::to_string(&judge_files(&request, &context())).unwrap();
        prop_assert_eq!(casegate::wire::JUDGE_FILES.call(&as_json(&request).to_string(), ""), typed);
    }

    /// Any input gets an answer with an entry for each file.
    #[test]
    fn any_input_is_answered(files in prop::collection::vec(value(), 0..6), endpoint in value(), labels in value(), sent in value()) {
        let input = json!({ "files": files, "endpoint": endpoint, "labels": labels, "sent": sent });
        let answer: Value = serde_json::from_str(&casegate::wire::JUDGE_FILES.call(&input.to_string(), "")).unwrap();
        prop_assert_eq!(answer["files"].as_array().unwrap().len(), files.len());
        for (at, file) in answer["files"].as_array().unwrap().iter().enumerate() {
            let place = format!("/files/{at}");
            for issue in file["issues"].as_array().unwrap() {
                let is_paired = issue["at"] == format!("/labels/{at}");
                prop_assert!(is_paired || issue["at"].as_str().unwrap().starts_with(&place), "{issue}");
                prop_assert!(!issue["message"].as_str().unwrap().is_empty(), "{issue}");
            }
        }
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        prop::sample::select(vec!["", "append", "create", "a.pdf", "other", "Qzvx"]).prop_map(Value::from),
    ];
    let key = prop::sample::select(vec!["name", "size", "label", "count", "bytes", "mime"]).prop_map(str::to_owned);
    leaf.prop_recursive(2, 12, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(key.clone(), inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Names and labels are returned in their members; no message, fix or parameter repeats them.
#[test]
fn no_message_repeats_a_name_or_a_label() {
    const MARK: &str = "Qzvx";
    let input = json!({
        "files": [
            { "name": format!("{MARK}.{MARK}"), "size": 26_214_401, "label": MARK, },
            { "name": format!("{MARK}.pdf"), "size": 0, "label": "other" },
            MARK,
        ],
        "labels": ["other", MARK, MARK, MARK],
        "endpoint": MARK,
        "sent": MARK,
    });
    for language in Language::ALL {
        let tag = if language == Language::English { "en" } else { "es" };
        let context = json!({ "language": tag, "audience": "form" }).to_string();
        let answer = casegate::wire::JUDGE_FILES.call(&input.to_string(), &context);
        let mut answer: Value = serde_json::from_str(&answer).unwrap();
        for file in answer["files"].as_array_mut().unwrap() {
            let file = file.as_object_mut().unwrap();
            file.remove("filename");
            file.remove("label");
        }
        assert!(!answer.to_string().contains(MARK), "{answer}");
    }
}

/// Both languages have a message for each finding, which fits its parameters.
#[test]
fn a_message_has_no_gap() {
    for tag in ["en", "es"] {
        for endpoint in ["create", "append"] {
            let input = json!({
                "files": (0..30).map(|number| json!({ "name": "a.exe", "size": 26_000_000 + number * 100_000, "label": "x" })).collect::<Vec<_>>(),
                "endpoint": endpoint,
            });
            let context = json!({ "language": tag, "audience": "form" }).to_string();
            let answer = casegate::wire::JUDGE_FILES.call(&input.to_string(), &context);
            let answer: Value = serde_json::from_str(&answer).unwrap();
            for issue in answer["files"].as_array().unwrap().iter().flat_map(|file| file["issues"].as_array().unwrap())
            {
                let message = issue["message"].as_str().unwrap();
                assert!(
                    message.ends_with('.') && !message.contains(['{', '}']) && !message.contains("  "),
                    "{message}"
                );
            }
        }
    }
}

/// With a quadratic cost this test would not end.
#[test]
fn many_files_are_judged_in_linear_time() {
    let files: Vec<FileToSend> =
        (0..50_000).map(|_| FileToSend::new("a.exe", 26_214_401).label("incident_reprot")).collect();
    let labels = vec![Some("photo".to_owned()); 50_001];
    let verdicts = judge_files(&FileRequest { files, labels, ..FileRequest::default() }, &context());
    assert_eq!(verdicts.files.len(), 50_000);
    let reply: usize = verdicts.files.iter().map(|file| file.issues.len()).sum();
    assert_eq!(reply + verdicts.issues.len(), 1_001, "capped at 1,000, and a word about it");
    assert_eq!(verdicts.issues.last().unwrap().code, Code::FindingsCapped);
}
