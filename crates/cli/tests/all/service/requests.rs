//! Edge cases of requests: paths, contexts, names, and bodies with several encodings.

use crate::service::support::{Answer, Service, multipart};
use crate::service::uploads::{create, policy_limit};
use casegate::requests::check_request;
use casegate::requests::{EndpointId, endpoints};
use casegate::{Context, Date};
use serde_json::{Value, json};

const FORM: &str = "application/x-www-form-urlencoded";

#[test]
fn a_path_is_answered_where_the_library_lets_it() {
    let service = Service::start(r#"{ "legacy": "on" }"#);
    let user = service.login("a");
    create(&service, &user, &policy_limit(), &[]);
    let context = Context::new(Date::parse("2026-03-01").unwrap());
    let gets = endpoints().iter().filter(|endpoint| endpoint.method.name() == "GET");
    let mut refused = 0;
    for endpoint in gets.filter(|endpoint| endpoint.id != EndpointId::Results && endpoint.id != EndpointId::Offers) {
        let path = endpoint.template().replace("{ref}", "CASE-1");
        let bare = path.trim_end_matches('/');
        let short = path.trim_start_matches("/api/v1/partner");
        for path in [path.as_str(), bare, &format!("{path}/"), short, short.trim_end_matches('/')] {
            let described = json!({ "method": "GET", "path": path, "credential": "user" });
            let is_let = check_request(&described.to_string(), &context).ok;
            let answer = service.get(&user, path);
            assert_eq!(answer.status, if is_let { 200 } else { 404 }, "{path}");
            refused += usize::from(!is_let);
        }
    }
    assert!(refused > 3, "{refused}");
    let listed = service.get(&user, "/api/v1/partner/cases?source=all");
    assert_eq!((listed.status, &listed.json()["results"][0]["issue_key"]), (200, &json!("CASE-1")));
    let short = service.get(&user, "/cases/").json();
    assert_eq!(short["code"], "prefix_missing");
    assert!(short["detail"].as_str().unwrap().contains("/api/v1/partner/cases/"), "{short}");
}

#[test]
fn a_request_has_one_host() {
    let service = Service::start("{}");
    let send = |version: &str, hosts: &str| {
        let request = format!("GET /healthz HTTP/{version}\r\n{hosts}Connection: close\r\n\r\n");
        let answer = service.raw(request.as_bytes()).expect("an answer");
        (answer.status, answer.json()["code"].as_str().map(str::to_owned))
    };
    let refused = (400, Some("bad_host".to_owned()));
    assert_eq!(send("1.1", "Host: casegate\r\n"), (200, None));
    assert_eq!(send("1.1", ""), refused);
    assert_eq!(send("1.1", "Host: casegate\r\nHost: casegate\r\n"), refused);
    assert_eq!(send("1.1", "host: a\r\nHOST: b\r\n"), refused);
    // A version of HTTP without hosts.
    assert_eq!(send("1.0", ""), (200, None));
    assert_eq!(send("1.0", "Host: a\r\nHost: b\r\n"), refused);
}

#[test]
fn a_token_name_has_a_limit() {
    let service = Service::start("{}");
    let login = |name: &str| {
        let body = json!({ "token_name": name }).to_string();
        let answer = service.post_json(&service.master(), "/api/auth/login/", &body);
        (answer.status, answer.json()["code"].as_str().map(str::to_owned))
    };
    assert_eq!(login(&"\u{e9}".repeat(150)), (200, None));
    assert_eq!(login(&"\u{e9}".repeat(151)), (400, Some("token_name_too_long".to_owned())));
    assert_eq!(login(&"a".repeat(100_000)), (400, Some("token_name_too_long".to_owned())));
}

/// Cancels a case with this body, and returns the reason in its results and in its event.
fn cancelled(service: &Service, user: &str, content_type: &str, body: &[u8]) -> (Value, Value) {
    let case = create(service, user, &policy_limit(), &[]).json();
    let path = format!("/api/v1/partner/cases/{}", case["case_ref"].as_str().unwrap());
    let answer: Answer = service.send("POST", user, &format!("{path}/cancel/"), content_type, body);
    assert_eq!(answer.status, 202, "{}", answer.json());
    let results = service.get(user, &format!("{path}/results/")).json();
    let detail = service.operate("GET", &format!("/cases/{}", case["case_id"]), &Value::Null);
    let closed = detail["events"].as_array().unwrap().last().unwrap()["body"]["reason"].clone();
    (results["results_data"]["cancellation"]["reason"].clone(), closed)
}

#[test]
fn no_cancel_loses_a_reason_without_a_word() {
    let service = Service::start("{}");
    let user = service.login("a");
    let (parts, other) = multipart(&[("comment", None, b"Settled.")]);
    for (content_type, body, expected) in [
        (FORM, r#"{"reason": "Settled."}"#, "not_a_form"),
        (FORM, r#" {"reason": "a=b"}"#, "not_a_form"),
        (FORM, r#"["reason=Settled."]"#, "not_a_form"),
        (FORM, "Settled.", "not_a_form"),
        ("text/plain", "reason=Settled.", "not_json"),
        ("application/json", "reason=Settled.", "not_json"),
        ("", "Settled.", "not_json"),
        ("application/json", r#"["Settled."]"#, "wrong_type"),
        ("application/json", r#""Settled.""#, "wrong_type"),
        ("application/json", r#"{"reason": 5}"#, "wrong_type"),
        ("application/json", r#"{"reason": ["Settled."]}"#, "wrong_type"),
        (FORM, "comment=Settled.", "/parts/0/value"),
        ("application/json", r#"{"Reason": "Settled."}"#, "/body/Reason"),
        (&parts, std::str::from_utf8(&other).unwrap(), "/parts/0/value"),
    ] {
        let case = create(&service, &user, &policy_limit(), &[]).json();
        let path = format!("/api/v1/partner/cases/{}/cancel/", case["case_ref"].as_str().unwrap());
        let answer = service.send("POST", &user, &path, content_type, body.as_bytes());
        let found = answer.json();
        let found = if answer.status == 202 { &found["warnings"][0]["at"] } else { &found["error"] };
        assert_eq!(found, expected, "{content_type} {body}: {} {}", answer.status, answer.json());
    }
}

#[test]
fn a_body_with_an_encoding_is_refused() {
    let service = Service::start("{}");
    let (user, operator) = (service.login("a"), service.operator());
    let case = create(&service, &user, &policy_limit(), &[]).json()["case_ref"].as_str().unwrap().to_owned();
    for (token, path) in [
        (&user, "/api/v1/partner/cases/create/".to_owned()),
        (&user, format!("/api/v1/partner/cases/{case}/cancel/")),
        (&service.master(), "/api/auth/login/".to_owned()),
        (&operator, "/operator/api/cases/1/pick_up".to_owned()),
        (&operator, "/casegate/check_case".to_owned()),
    ] {
        for (coding, is_refused) in [("gzip", true), ("identity, br", true), ("", false), ("Identity", false)] {
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: casegate\r\nConnection: close\r\nAuthorization: Token {token}\r\n\
                 Content-Type: application/json\r\nContent-Encoding: {coding}\r\nContent-Length: 1\r\n\r\n!"
            );
            let answer = service.raw(head.as_bytes()).expect("an answer");
            assert_eq!(answer.status == 415, is_refused, "{path} {coding}: {}", answer.json());
        }
    }
}

#[test]
fn a_reason_is_kept_verbatim_however_it_is_sent() {
    let service = Service::start("{}");
    let user = service.login("a");
    for reason in ["Settled.", "  two  blanks ", "a+b & c=d? #7 100%\r\n\tñ“x” \u{1f600}", " \t", "%41"] {
        let expected = (json!(reason), json!(reason));
        let encoded = reason.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
        let plus = encoded.replace("%20", "+");
        for form in [encoded, plus] {
            let body = format!("x=1&reason={form}");
            assert_eq!(cancelled(&service, &user, FORM, body.as_bytes()), expected, "{body}");
        }
        let charset = format!("{FORM}; charset=UTF-8");
        let body = format!("reason={}", reason.replace('%', "%25").replace('&', "%26").replace('+', "%2B"));
        assert_eq!(cancelled(&service, &user, &charset, body.as_bytes()), expected, "{body}");
        let (parts, body) = multipart(&[("reason", None, reason.as_bytes())]);
        assert_eq!(cancelled(&service, &user, &parts, &body), expected);
        let body = json!({ "reason": reason }).to_string();
        assert_eq!(cancelled(&service, &user, "application/json", body.as_bytes()), expected);
        assert_eq!(cancelled(&service, &user, "", body.as_bytes()), expected);
    }
    let none = (Value::Null, json!("cancelled"));
    for (content_type, body) in [(FORM, ""), (FORM, "reason="), ("", ""), ("application/json", r#"{"reason":""}"#)] {
        assert_eq!(cancelled(&service, &user, content_type, body.as_bytes()), none, "{content_type} {body}");
    }
}
