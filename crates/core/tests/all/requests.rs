//! Requests over generated input: paths in both directions, and endpoints that match.

use casegate::Context;
use casegate::requests::check_request;
use casegate::requests::{EndpointId, PathError, Recognition, endpoints, recognise};
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn context() -> Context {
    Context::from_json(r#"{ "today": "2026-03-01" }"#).unwrap()
}

/// A parameter: any text, and often one that resembles a part of a path.
fn parameter() -> impl Strategy<Value = String> {
    let like_paths =
        ["create", "cases", "results", "offers", "ready", "a/b", "%2F", "..", ".", "?", "#", "a b", "é", "://"];
    prop_oneof![
        3 => any::<String>().prop_filter("a segment is not empty", |text| !text.is_empty()),
        2 => prop::sample::select(like_paths.map(str::to_owned).to_vec()),
        1 => "[A-Z]{2,5}-[0-9]{1,4}",
    ]
}

/// JSON in the shapes of request descriptions, with anything in any place.
fn value() -> impl Strategy<Value = Value> {
    let words = prop::sample::select(vec![
        "respond",
        "accept",
        "append",
        "create",
        "legacy_upload",
        "GET",
        "POST",
        "PUT",
        "user",
        "master",
        "/policy_limit_searches/",
        "/upload/17/other1",
        "/tickets/17/ready",
        "/api/v1/partner/cases/",
        "{}",
        "",
        "Qzvx",
        "interaction_id",
        "file",
        "files",
        "labels",
        "case",
        "message",
        "other",
        "api",
        "o-1",
    ]);
    let scalar = prop_oneof![
        5 => words.prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
        2 => (-3_i64..30).prop_map(Value::from),
    ];
    let names = prop::sample::select(vec![
        "endpoint",
        "method",
        "path",
        "params",
        "query",
        "headers",
        "credential",
        "body",
        "parts",
        "known",
        "name",
        "value",
        "filename",
        "size",
        "steps",
        "ticket_id",
        "file",
        "response",
        "id",
        "case_type",
        "files_to_upload",
        "offers",
        "offer_id",
        "additional_policies",
        "upgrade_id",
        "selected_upgrade_ids",
        "Authorization",
        "ref",
        "open_interaction",
        "responded",
        "appended",
        "count",
        "uploaded",
        "source",
    ]);
    scalar.prop_recursive(4, 40, 8, move |inner| {
        prop_oneof![
            1 => prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            3 => prop::collection::vec((names.clone(), inner), 0..8)
                .prop_map(|members| members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(200)))]

    #[test]
    fn what_is_built_is_recognised(number in 0..endpoints().len(), values in [parameter(), parameter()]) {
        let endpoint = &endpoints()[number];
        let names: Vec<&str> = endpoint.params().collect();
        let params: Vec<(&str, &str)> = names.iter().copied().zip(values.iter().map(String::as_str)).collect();
        match endpoint.path(&params) {
            Ok(path) => {
                prop_assert!(path.is_ascii() && !path.contains([' ', '?', '#', '"']), "{}", path);
                for address in [path.clone(), format!("https://service.example{path}"), format!("{path}?source=all")] {
                    let Recognition::Known(found) = recognise(endpoint.method.name(), &address) else {
                        return Err(TestCaseError::fail(format!("{address} is not recognised")));
                    };
                    prop_assert_eq!(found.endpoint.id, endpoint.id);
                    prop_assert!(found.notes.is_empty(), "{:?} for {}", found.notes, address);
                    let found: Vec<(&str, &str)> = found.params.iter().map(|(name, value)| (*name, value.as_str())).collect();
                    prop_assert_eq!(&found, &params);
                }
            }
            Err(error) => {
                prop_assert!(matches!(error, PathError::Dots { .. }), "{}", error);
                prop_assert!(params.iter().any(|(_, value)| [".", ".."].contains(value)));
            }
        }
    }

    #[test]
    fn any_text_is_a_path(method in "(GET|post|PUT|.{0,3})", path in ".{0,40}|(/?(api|v1|partner|cases|%[0-9A-F]{2}|:|\\?|x)/?){0,9}") {
        if let Recognition::Known(found) = recognise(&method, &path) {
            prop_assert!(found.endpoint.method.name().eq_ignore_ascii_case(&method));
            prop_assert!(found.params.iter().all(|(_, value)| !value.is_empty()));
        }
    }

    #[test]
    fn any_description_is_answered(mut input in value(), endpoint in 0..endpoints().len()) {
        if let Some(members) = input.as_object_mut() {
            if !members.contains_key("path") {
                members.insert("endpoint".to_owned(), json!(endpoints()[endpoint].id.name()));
            }
        }
        let report = check_request(&input.to_string(), &context());
        let errors = report.issues.iter().any(|issue| issue.severity == casegate::Severity::Error);
        prop_assert_eq!(report.ok, !errors && report.case.as_ref().is_none_or(|case| case.ok));
        prop_assert!(!serde_json::to_string(&report).unwrap().contains("Qzvx"));
        for issue in &report.issues {
            prop_assert!(!issue.message.is_empty(), "{:?} has no words", issue.code);
            prop_assert!(!issue.message.contains(['{', '}']) || issue.message.contains("{ref}") || issue.message.contains("{ticket_id}"), "{}", issue.message);
        }
    }
}

#[test]
fn paths_are_written_exactly() {
    let path = |id: EndpointId, params: &[(&str, &str)]| id.endpoint().unwrap().path(params);
    let at = |path: &str| Ok(format!("/api/v1/partner{path}"));
    assert_eq!(path(EndpointId::List, &[]), at("/cases/"));
    assert_eq!(path(EndpointId::Accept, &[("ref", "CASE-7")]), at("/cases/CASE-7/offers/accept/"));
    assert_eq!(path(EndpointId::Detail, &[("ref", "a b/ü")]), at("/cases/a%20b%2F%C3%BC/"));
    assert_eq!(path(EndpointId::Login, &[]), Ok("/api/auth/login/".to_owned()));
    let upload = [("file_label", "other1"), ("ticket_id", "17")];
    assert_eq!(path(EndpointId::LegacyUpload, &upload), Ok("/upload/17/other1".to_owned()));
    assert_eq!(path(EndpointId::Detail, &[("ref", "")]), Err(PathError::Empty { name: "ref" }));
    assert_eq!(path(EndpointId::Detail, &[("ref", "..")]), Err(PathError::Dots { name: "ref" }));
    assert_eq!(path(EndpointId::Detail, &[("id", "7")]), Err(PathError::Unknown));
    assert_eq!(path(EndpointId::LegacyUpload, &upload[..1]), Err(PathError::Missing { name: "ticket_id" }));
}

#[test]
fn every_endpoint_has_one_row() {
    let ids: BTreeSet<EndpointId> = endpoints().iter().map(|endpoint| endpoint.id).collect();
    assert_eq!((ids.len(), endpoints().len()), (EndpointId::ALL.len(), EndpointId::ALL.len()));
    let endpoint_lines: BTreeSet<(&str, String)> =
        endpoints().iter().map(|endpoint| (endpoint.method.name(), endpoint.template())).collect();
    assert_eq!(endpoint_lines.len(), endpoints().len());
    assert_eq!(endpoints().iter().filter(|endpoint| endpoint.legacy).count(), 4);
}

/// Checks the findings, not the time: a quadratic algorithm would take minutes here.
#[test]
fn large_input_is_answered() {
    let limits = r#"{ "today": "2026-03-01", "limits": { "text_bytes": 50000000 } }"#;
    let context = Context::from_json(limits).unwrap();
    let ids: Vec<u32> = (0..40_000).collect();
    let upgrades: Vec<Value> = (20_000..60_000).map(|id| json!({"upgrade_id": id})).collect();
    let offers = json!([{"offer_id": "o-1", "additional_policies": upgrades}]);
    let body = json!({"offer_id": "o-1", "selected_upgrade_ids": ids});
    let accept = json!({"endpoint": "accept", "body": body, "known": {"offers": offers}});
    assert!(!check_request(&accept.to_string(), &context).ok);
    let slashes = "/".repeat(1_000_000);
    assert_eq!(recognise("GET", &slashes), Recognition::Unknown);
    assert_eq!(recognise("GET", &format!("https://h{slashes}")), Recognition::Unknown);
}

#[test]
fn the_table_has_the_defaults() {
    let default = |id: EndpointId, name: &str| {
        let endpoint = id.endpoint().unwrap();
        let member = endpoint.query.iter().chain(endpoint.members).find(|member| member.name == name);
        member.unwrap().default
    };
    assert_eq!(default(EndpointId::List, "source"), Some("api"));
    assert_eq!(default(EndpointId::Create, "labels"), Some("other"));
    assert_eq!(default(EndpointId::Append, "label"), Some("other"));
    assert_eq!(default(EndpointId::Results, "result_format"), None);
}

/// Findings about files are shortened with all others: the first ones stay, errors before warnings.
#[test]
fn findings_of_files_are_shortened_in_the_order_of_all() {
    let files = ["a.pdf", "a.exe", "../a", ".", "b.pdf"].into_iter().cycle().enumerate().take(15);
    let part = |(at, name)| json!({ "name": "files", "filename": name, "size": if at % 4 == 0 { json!(0) } else { json!("9") } });
    let labels = ["", "other", "none", "", ""].map(|label| json!({ "name": "labels", "value": label }));
    let other = [json!({ "name": "case", "value": "{}" }), json!({ "name": "comment", "value": "" })];
    let create: Vec<Value> = other.iter().cloned().chain(files.map(part)).chain(labels).collect();
    let append =
        json!([{ "name": "file", "filename": "a/.exe", "size": 0 }, { "name": "label", "value": "none" }, other[1]]);
    for (endpoint, parts) in [("create", json!(create)), ("append", append)] {
        let request = json!({ "endpoint": endpoint, "params": { "ref": "CASE-1" }, "parts": parts }).to_string();
        let within = |findings| {
            let settings = json!({ "today": "2026-03-01", "limits": { "findings": findings } });
            let report = check_request(&request, &Context::from_json(&settings.to_string()).unwrap());
            report.issues.into_iter().map(|issue| (issue.severity, issue.at)).collect::<Vec<_>>()
        };
        let mut all = within(1_000);
        assert!(all.len() > 3, "{all:?}");
        all.sort_by_key(|(severity, _)| *severity);
        for limit in 1..all.len() {
            assert_eq!(within(limit)[..limit], all[..limit], "{endpoint}, {limit}");
        }
    }
}
