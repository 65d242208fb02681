//! HAR files of eight programs: what each leaves out is unknown, and unknown contradicts nothing.
//!
//! `tests/har` has a file in the form of each program with the same session: a login, a case with two
//! files, its detail, a cancel with a reason, and what else a program writes.

use casegate_drift::{
    DriftReport, Key, Line, Reason, Recorder, Settings, Source, SourceError, drift, read_lines, read_source,
};
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The name of the program, its file, and what the file has of the form: all of it, or its parts.
const FILES: [(&str, &str, bool, bool); 9] = [
    ("Chrome", include_str!("../har/chrome.har"), true, true),
    ("Chromium by Playwright", include_str!("../har/playwright.har"), false, false),
    ("Firefox", include_str!("../har/firefox.har"), true, true),
    ("Safari", include_str!("../har/safari.har"), true, true),
    ("Charles", include_str!("../har/charles.har"), false, true),
    ("Fiddler", include_str!("../har/fiddler.har"), true, true),
    ("Insomnia", include_str!("../har/insomnia.har"), false, true),
    ("mitmproxy", include_str!("../har/mitmproxy.har"), true, true),
    ("mitmproxy, binary", include_str!("../har/mitmproxy-binary.har"), false, false),
];

fn recorded(source: &Source) -> (String, DriftReport) {
    let mut recorder = Recorder::new(Key::from_bytes([3; 32]), BTreeSet::new());
    let lines: Vec<String> = source.exchanges.iter().map(|raw| recorder.line(raw).to_json()).collect();
    let text = lines.join("\n");
    let read: Vec<Line> = read_lines(&text).unwrap();
    let report = drift(&read, &Settings::read("{}").unwrap());
    (text, report)
}

fn reasons(source: &Source) -> Vec<(usize, Reason)> {
    source.left_out.iter().map(|left_out| (left_out.entry, left_out.reason)).collect()
}

#[test]
fn files_of_eight_programs_are_read_and_contradict_nothing() {
    for (program, text, is_complete, has_parts) in FILES {
        let source = read_source(text, None).unwrap_or_else(|error| panic!("{program}: {error}"));
        let (recording, report) = recorded(&source);
        assert_eq!(report.findings, [], "{program}");
        for endpoint in ["login", "create", "detail", "cancel"] {
            assert!(recording.contains(&format!(r#""endpoint":"{endpoint}""#)), "{program}: {endpoint}");
        }
        let create = recording.lines().find(|line| line.contains(r#""endpoint":"create""#)).unwrap();
        assert_eq!(!create.contains(r#""incomplete":true"#), is_complete, "{program}: {create}");
        assert_eq!(create.contains(r#""extension":"pdf""#), has_parts, "{program}: {create}");
        assert!(create.contains(r#""files":["accepted","extension_not_allowed"]"#), "{program}: {create}");
        for value in ["Zq9", "CASE-7", "secret"] {
            assert!(!recording.contains(value), "{program}: {value}");
        }
        let others =
            source.left_out.iter().all(|left_out| matches!(left_out.reason, Reason::OtherHost | Reason::OtherPath));
        assert!(others || program.starts_with("mitmproxy") || program == "Charles", "{program}: {:?}", source.left_out);
    }
}

#[test]
fn a_deviation_in_a_file_of_each_program_is_found() {
    for (program, text, ..) in FILES {
        let mut har: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap();
        let entries = har.pointer_mut("/log/entries").unwrap().as_array_mut().unwrap();
        for entry in entries.iter_mut().filter(|entry| entry["response"]["status"] == 201) {
            entry["response"]["status"] = json!(200);
        }
        let (_, report) = recorded(&read_source(&har.to_string(), None).unwrap());
        assert_eq!(report.findings.len(), 1, "{program}: {:?}", report.findings);
    }
}

/// An entry as most programs write it.
fn entry(method: &str, url: &str, request: &Value, status: u16, answer: &str) -> Value {
    let mut entry = json!({
        "startedDateTime": "2026-03-01T10:00:00.000Z", "time": 5,
        "request": { "method": method, "url": url, "httpVersion": "HTTP/1.1", "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": -1 },
        "response": {
            "status": status, "statusText": "", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [], "redirectURL": "", "headersSize": -1,
            "bodySize": answer.len(), "content": { "size": answer.len(), "mimeType": "application/json", "text": answer },
        },
        "cache": {}, "timings": { "send": 0, "wait": 5, "receive": 0 },
    });
    for (name, value) in request.as_object().unwrap() {
        entry["request"][name] = value.clone();
    }
    entry
}

const BASE: &str = "https://service.example/api/v1/partner";

fn har(entries: &[Value]) -> String {
    json!({ "log": { "version": "1.2", "creator": { "name": "test", "version": "1" }, "entries": entries } })
        .to_string()
}

const CASE: &str = r#"{"case_type":"pl","cc_emails":"a@b.example","plaintiff_name":"T","date_of_loss":"2026-01-15","is_incident_report_provided":false,"base_product":["personal_auto_policy_limits"],"insurance_company":"E"}"#;

fn form() -> String {
    format!(
        "--b\r\nContent-Disposition: form-data; name=\"case\"\r\n\r\n{CASE}\r\n--b\r\nContent-Disposition: form-data; name=\"files\"; \
         filename=\"a.pdf\"\r\nContent-Type: application/pdf\r\n\r\nx\r\n--b--\r\n"
    )
}

fn create(request: &Value) -> Value {
    let answer = json!({
        "case_id": 7, "case_ref": null, "case_type": "pl", "submitted": true,
        "attachments": [{ "filename": "a.pdf", "label": "other", "status": "accepted", "file_id": "123e4567-e89b-12d3-a456-426614174000" }],
    });
    entry("POST", &format!("{BASE}/cases/create/"), request, 201, &answer.to_string())
}

/// The forms in which programs write the body of a form, and whether it is complete.
#[test]
fn a_body_that_is_not_there_is_unknown() {
    let kind = "multipart/form-data; boundary=b";
    let (form, length) = (form(), form().len());
    let base64 = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, &form);
    let header = |value: &str| json!([{ "name": "content-type", "value": value }]);
    let case = json!({ "name": "case", "value": CASE });
    let file = |value: Value| json!({ "name": "files", "fileName": "a.pdf", "contentType": "application/pdf", "value": value });
    let cases = [
        (json!({ "bodySize": 0 }), false),
        (json!({ "bodySize": -1 }), false),
        (json!({ "bodySize": 300, "postData": null }), false),
        (json!({ "bodySize": 300, "postData": { "mimeType": kind, "text": "", "params": [] } }), false),
        (json!({ "postData": { "mimeType": kind, "text": null } }), false),
        (json!({ "bodySize": length, "postData": { "mimeType": kind, "text": form } }), true),
        (
            json!({ "postData": { "mimeType": kind, "text": form, "params": [case, { "name": "files", "value": "(binary)" }] } }),
            true,
        ),
        (json!({ "postData": { "mimeType": "multipart/form-data", "text": form }, "headers": header(kind) }), true),
        (json!({ "postData": { "mimeType": "", "text": form }, "headers": header(kind) }), true),
        (json!({ "postData": { "mimeType": "multipart/form-data", "text": form } }), true),
        (json!({ "postData": { "mimeType": kind, "text": form.replace("\r\n", "\n") } }), true),
        (json!({ "postData": { "mimeType": kind, "text": base64, "encoding": "base64" } }), true),
        (
            json!({ "postData": { "mimeType": kind, "text": format!("Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{form}") } }),
            true,
        ),
        (json!({ "postData": { "mimeType": kind, "text": base64, "encoding": "zip" } }), false),
        (json!({ "postData": { "mimeType": kind, "text": "?", "encoding": "base64" } }), false),
        (json!({ "bodySize": length, "postData": { "mimeType": kind, "text": &form[..length / 2] } }), false),
        (
            json!({ "postData": { "mimeType": "multipart/form-data; boundary=other", "text": form.replace("--b", "--x") } }),
            true,
        ),
        (
            json!({ "postData": { "mimeType": kind, "text": form.replacen("filename", "x", 0).replace(CASE, "") .replace("name=\"case\"", "name=\"case\"; filename=\"blob\"") } }),
            false,
        ),
        (json!({ "postData": { "mimeType": kind, "params": [case, file(json!("(binary)"))] } }), false),
        (json!({ "postData": { "mimeType": kind, "params": [case, file(json!(""))] } }), false),
        (json!({ "postData": { "mimeType": kind, "params": [case, file(Value::Null)] } }), false),
        (
            json!({ "postData": { "mimeType": kind, "params": [case, { "name": "files", "value": "(binary)" }] } }),
            false,
        ),
        (json!({ "postData": { "mimeType": kind, "params": [{ "name": "case", "value": "(binary)" }] } }), false),
        (json!({ "postData": { "mimeType": kind, "params": [case, null] } }), false),
        (json!({ "postData": { "mimeType": "text/plain", "text": "anything" } }), false),
        (json!({ "postData": { "mimeType": kind, "text": "{}" } }), false),
        (json!({ "bodySize": 900, "postData": { "mimeType": "application/json", "text": "{}" } }), false),
    ];
    for (request, is_complete) in cases {
        let (recording, report) = recorded(&read_source(&har(&[create(&request)]), None).unwrap());
        assert_eq!(report.findings, [], "{request}");
        assert_eq!(report.compared == 1, is_complete, "{request}\n{recording}");
    }
}

#[test]
fn a_request_that_has_no_body_has_none() {
    let logout = |request: Value| entry("POST", "https://service.example/api/auth/logout/", &request, 204, "");
    let ping = entry("GET", &format!("{BASE}/ping_with_auth/"), &json!({}), 200, "{}");
    let (_, report) = recorded(
        &read_source(&har(&[logout(json!({ "headers": [{ "name": "Content-Length", "value": "0" }] })), ping]), None)
            .unwrap(),
    );
    assert!(report.findings.is_empty() && report.compared == 2, "{report:?}");
}

/// Each odd entry, and the reason for which it is left out; `None` if it is recorded.
#[test]
fn an_odd_entry_refuses_no_file() {
    let whole = || create(&json!({ "postData": { "mimeType": "multipart/form-data; boundary=b", "text": form() } }));
    let with = |at: &str, value: Value| {
        let mut entry = whole();
        *entry.pointer_mut(at).unwrap() = value;
        entry
    };
    let and = |name: &str, value: Value| {
        let mut entry = whole();
        entry[name] = value;
        entry
    };
    let entries = [
        (json!(null), Some(Reason::NoObject)),
        (json!([1]), Some(Reason::NoObject)),
        (json!({}), Some(Reason::NoRequest)),
        (with("/request", json!("GET /")), Some(Reason::NoRequest)),
        (with("/request/method", json!(7)), Some(Reason::NoRequest)),
        (with("/request/url", json!(null)), Some(Reason::NoRequest)),
        (with("/request/url", json!("https://other.example/api/auth/login/")), Some(Reason::OtherHost)),
        (with("/request/url", json!("https://service.example/index.html")), Some(Reason::OtherPath)),
        (with("/request/method", json!("OPTIONS")), Some(Reason::OtherPath)),
        (with("/startedDateTime", json!(1_772_359_200)), Some(Reason::NoDay)),
        (with("/startedDateTime", json!("today")), Some(Reason::NoDay)),
        (with("/response", json!(null)), Some(Reason::NoAnswer)),
        (with("/response/status", json!(0)), Some(Reason::NoAnswer)),
        (with("/response/status", json!(-1)), Some(Reason::NoAnswer)),
        (with("/response/status", json!("201")), Some(Reason::NoAnswer)),
        (and("_fromCache", json!("disk")), Some(Reason::NotOfTheService)),
        (and("_fetchType", json!("Memory Cache")), Some(Reason::NotOfTheService)),
        (and("_wasFulfilled", json!(true)), Some(Reason::NotOfTheService)),
        (and("_fetchType", json!("Network Load")), None),
        (with("/request/headers", json!(null)), None),
        (with("/request/headers", json!([null, {}, { "name": 1 }])), None),
        (with("/response/content", json!(null)), None),
        (with("/response/content/text", json!(null)), None),
        (with("/response/headers", json!({})), None),
    ];
    let all: Vec<Value> = entries.iter().map(|(entry, _)| entry.clone()).collect();
    let source = read_source(&format!("\u{feff}{}", har(&all)), None).unwrap();
    let expected = entries.iter().enumerate().filter_map(|(at, (_, reason))| Some((at + 1, (*reason)?)));
    assert_eq!(reasons(&source), expected.collect::<Vec<_>>());
    assert_eq!(source.exchanges.len() + source.left_out.len(), all.len());
    assert_eq!(source.left_out_by_reason()[0], "left out 2 entries, 1-2: no entry with a request and an answer");
    for sentence in source.left_out_by_reason() {
        assert!(!sentence.contains("example") && !sentence.contains("today"), "{sentence}");
    }
    for text in ["", "[]", "{}", r#"{"log":{}}"#, r#"{"log":{"entries":{}}}"#] {
        let nothing = read_source(text, None);
        assert!(nothing.is_ok_and(|source| source.exchanges.is_empty()) == text.is_empty(), "{text}");
    }
}

#[test]
fn the_host_of_the_service_is_known_or_asked_for() {
    let of = |url: &str| entry("GET", url, &json!({}), 200, "{}");
    let login = entry("POST", "https://other.example/api/auth/login/", &json!({}), 200, r#"{"key":1}"#);
    let here = of("https://Service.example:443/api/v1/partner/ping_with_auth/");
    let elsewhere = of("http://user@staging.example:8000/api/v1/partner/ping_with_auth/");
    let count = |entries: &[&Value], host| {
        let entries: Vec<Value> = entries.iter().map(|entry| (*entry).clone()).collect();
        read_source(&har(&entries), host).map(|source| source.exchanges.len())
    };
    assert_eq!(count(&[&here, &login], None), Ok(1));
    assert_eq!(count(&[&login], None), Ok(1));
    let hosts = BTreeSet::from(["service.example".to_owned(), "staging.example:8000".to_owned()]);
    assert_eq!(count(&[&here, &login, &elsewhere], None), Err(SourceError::SeveralHosts(hosts)));
    for host in ["service.example", "SERVICE.example", "staging.example", "staging.example:8000", "other.example"] {
        assert_eq!(count(&[&here, &login, &elsewhere], Some(host)), Ok(1), "{host}");
    }
    assert_eq!(count(&[&here], Some("example")), Ok(0));
}

/// The values that the property puts into an entry. A number is no status, and a text no day.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_filter("no status", |number| !(100..600).contains(number)).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,20}".prop_map(Value::from),
        prop_oneof![
            Just("base64"),
            Just("(binary)"),
            Just("{}"),
            Just("[]"),
            Just("null"),
            Just("multipart/form-data")
        ]
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a-z]{1,3}|name|value|fileName", inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// All places of an entry, itself included.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| places(value, &format!("{at}/{name}"), found));
        }
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(number, value)| places(value, &format!("{at}/{number}"), found));
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(512)))]

    #[test]
    fn any_value_in_any_place_of_an_entry_contradicts_nothing(program in 0..FILES.len(), number in any::<prop::sample::Index>(), place in any::<prop::sample::Index>(), value in any_json()) {
        let mut har: Value = serde_json::from_str(FILES[program].1.trim_start_matches('\u{feff}')).unwrap();
        let entries = har.pointer_mut("/log/entries").unwrap().as_array_mut().unwrap();
        let number = number.index(entries.len());
        let mut all = Vec::new();
        places(&entries[number], "", &mut all);
        let at = &all[place.index(all.len())];
        *entries[number].pointer_mut(at).unwrap() = value;
        let source = read_source(&har.to_string(), None).unwrap();
        let (_, report) = recorded(&source);
        prop_assert_eq!(report.findings, []);
    }
}
