//! The operator's JSON API.

mod cases;
mod clock;
mod organizations;
mod staff;
mod synthetic;

use crate::service::support::{Answer, Service};
use serde_json::{Value, json as value};

const MARCH: &str = "2026-03-01T09:00:00.000Z";

fn limit() -> Value {
    value!({
        "case_type": "pl", "cc_emails": "paralegal@example.com", "plaintiff_name": "Test Plaintiff",
        "date_of_loss": "2026-01-15", "is_incident_report_provided": false,
        "base_product": ["personal_auto_policy_limits"], "insurance_company": "Example Insurance"
    })
}

fn existence() -> Value {
    value!({
        "case_type": "pe", "cc_emails": "paralegal@example.com", "plaintiff_name": "Test Plaintiff",
        "date_of_loss": "2025-03-05", "is_incident_report_provided": false,
        "base_product": ["personal_auto_policy_existence"], "should_exclude_other_insurance_from_search": false,
        "search_reason": ["no_insurance_on_report"]
    })
}

fn test_case() -> Value {
    let mut case = limit();
    case["is_test"] = true.into();
    case
}

/// A call that may be refused.
fn call(service: &Service, method: &str, path: &str, body: &str) -> Answer {
    let path = format!("/operator/api{path}");
    service.send(method, &service.operator(), &path, "application/json", body.as_bytes())
}

/// The status and the code of a refusal.
#[track_caller]
fn refusal(answer: &Answer) -> (u16, String) {
    assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{}", answer.status);
    (answer.status, answer.json()["code"].as_str().unwrap_or_default().to_owned())
}

/// Submits a case, and returns its path.
#[track_caller]
fn submit(service: &Service, case: &Value) -> String {
    let made = service.operate("POST", "/cases", &value!({ "case": case }));
    format!("/cases/{}", made["id"])
}

#[track_caller]
fn detail(service: &Service, case: &str) -> Value {
    service.operate("GET", case, &value!({}))
}

/// A member of each entry of a list.
fn each<'l>(list: &'l Value, member: &str) -> Vec<&'l str> {
    list.as_array().expect("a list").iter().map(|entry| entry[member].as_str().unwrap_or_default()).collect()
}

const ROUTES: &[(&str, &str)] = &[
    ("GET", "/overview"),
    ("GET", "/cases"),
    ("POST", "/cases"),
    ("GET", "/cases/1"),
    ("POST", "/cases/1/pick_up"),
    ("POST", "/cases/1/need_input"),
    ("POST", "/cases/1/publish_results"),
    ("POST", "/cases/1/find_policies"),
    ("POST", "/cases/1/confirm_delivery"),
    ("PUT", "/cases/1/cancellation"),
    ("POST", "/cases/1/synthetic_event"),
    ("POST", "/cases/1/sample_results"),
    ("GET", "/files/5f0c1c1c-6f5e-4b8f-9d27-1f3a1c0f8a11"),
    ("GET", "/clock"),
    ("PUT", "/clock"),
    ("POST", "/organizations"),
    ("GET", "/tokens"),
    ("DELETE", "/tokens/1"),
];

#[test]
fn only_the_operators_token_opens_it() {
    let service = Service::start("{}");
    let (master, user) = (service.master(), service.login("a"));
    for (method, path) in ROUTES.iter().copied().chain([("GET", "/nothing")]) {
        let path = format!("/operator/api{path}");
        for token in ["", "wrong", &master, &user] {
            let answer = service.send(method, token, &path, "application/json", b"{}");
            assert_eq!(refusal(&answer), (401, "not_authenticated".to_owned()), "{method} {path}");
            assert_eq!(answer.header("www-authenticate"), Some("Token"));
        }
    }
    assert_eq!(refusal(&call(&service, "GET", "/nothing", "")), (404, "unknown_path".into()));
    assert_eq!(refusal(&call(&service, "DELETE", "/overview", "")), (405, "other_method".into()));
    // The token opens nothing else.
    assert_eq!(service.get(&service.operator(), "/api/v1/partner/cases/").status, 401);
}

#[test]
fn a_body_of_another_form_is_refused_and_not_repeated() {
    let service = Service::start("{}");
    submit(&service, &limit());
    let before = service.operate("GET", "/cases/1", &value!({}));
    let takes_a_body = |(method, _): &&(&str, &str)| matches!(*method, "POST" | "PUT");
    let refused = |method: &str, path: &str, body: &str| {
        let answer = call(&service, method, path, body);
        assert!(!String::from_utf8_lossy(&answer.body).contains("Zebulon"), "{method} {path}");
        let (status, code) = refusal(&answer);
        assert_eq!(status, 400, "{method} {path} {body}");
        code
    };
    for (method, path) in ROUTES.iter().filter(takes_a_body) {
        assert_eq!(refused(method, path, r#"{"Zebulon"#), "not_json");
        for body in [r#"{"Zebulon": 1}"#, r#""Zebulon""#, r#"["Zebulon"]"#, "null"] {
            assert_eq!(refused(method, path, body), "other_form", "{method} {path} {body}");
        }
    }
    for (method, path, body) in [
        ("PUT", "/cases/1/cancellation", r#"{"eligibility": "Zebulon"}"#),
        ("PUT", "/cases/1/cancellation", r#"{"fee_usd": "150.00"}"#),
        ("PUT", "/cases/1/cancellation", r#"{"eligibility": null, "fee_usd": 150.0}"#),
        ("PUT", "/cases/1/cancellation", r#"{"eligibility": null, "fee_usd": "Zebulon"}"#),
        ("POST", "/cases/1/synthetic_event", r#"{"type": "case.Zebulon"}"#),
        ("POST", "/cases/1/publish_results", r#"{"results_data": "Zebulon"}"#),
        ("POST", "/cases/1/find_policies", r#"{"additional_policies": [{"type": "a", "price_usd": "Zebulon"}]}"#),
        ("PUT", "/clock", r#"{"now": "Zebulon"}"#),
        ("PUT", "/clock", r#"{"now": "2026-03-01T09:00:00Z", "reset": true}"#),
        ("PUT", "/clock", r#"{"reset": false}"#),
        ("PUT", "/clock", "{}"),
    ] {
        assert_eq!(refused(method, path, body), "other_form", "{method} {path} {body}");
    }
    let long = format!(r#"{{"message": "{}"}}"#, "a".repeat(5 << 20));
    let answer = call(&service, "POST", "/cases/1/need_input", &long);
    assert_eq!(refusal(&answer), (413, "body_too_long".into()));
    assert_eq!(service.operate("GET", "/cases/1", &value!({})), before);
}

#[test]
fn what_there_is_not_is_not_found() {
    let service = Service::start("{}");
    let bodies = [
        ("GET", "", "{}"),
        ("POST", "/pick_up", "{}"),
        ("POST", "/need_input", r#"{"message": "a"}"#),
        ("POST", "/publish_results", "{}"),
        ("POST", "/find_policies", "{}"),
        ("POST", "/confirm_delivery", "{}"),
        ("PUT", "/cancellation", r#"{"eligibility": null}"#),
        ("POST", "/synthetic_event", r#"{"type": "case.closed"}"#),
        ("POST", "/sample_results", "{}"),
    ];
    for (method, path, body) in bodies {
        for id in ["1", "0", "-1", "CASE-1", "99999999999999999999", "%FF"] {
            let answer = call(&service, method, &format!("/cases/{id}{path}"), body);
            assert_eq!(refusal(&answer), (404, "unknown_case".into()), "{method} {path} {id}");
        }
    }
    for id in ["5f0c1c1c-6f5e-4b8f-9d27-1f3a1c0f8a11", "..%2F..%2Fconfig.json", "%FF"] {
        assert_eq!(refusal(&call(&service, "GET", &format!("/files/{id}"), "")), (404, "unknown_file".into()));
    }
    assert_eq!(refusal(&call(&service, "DELETE", "/tokens/77", "")), (404, "unknown_token".into()));
    assert_eq!(refusal(&call(&service, "GET", "/cases?organization=Nobody", "")), (404, "unknown_organization".into()));
}
