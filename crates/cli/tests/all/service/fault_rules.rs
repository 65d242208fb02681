//! Rules of faults over HTTP: each fault of a request, and the operator's API.

use crate::service::support::{Answer, Service, multipart};
use crate::service::walk::LIMIT;
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const LIST: &str = "/api/v1/partner/cases/";
const CREATE: &str = "/api/v1/partner/cases/create/";

fn set(service: &Service, rules: &Value) -> Value {
    service.operate("PUT", "/faults", &json!({ "faults": rules }))
}

/// The counts `seen` and `hit` of each rule.
fn counts(service: &Service) -> Vec<(u64, u64)> {
    let shown = service.operate("GET", "/faults", &Value::Null);
    let rules = shown["faults"].as_array().unwrap().iter();
    rules.map(|rule| (rule["seen"].as_u64().unwrap(), rule["hit"].as_u64().unwrap())).collect()
}

/// Sends a request and reads until the connection ends: the bytes, and the kind of error.
fn exchange(service: &Service, head: &str, body: &[u8]) -> (Vec<u8>, Option<ErrorKind>) {
    let mut stream = TcpStream::connect(("127.0.0.1", service.port())).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let head = format!("{head}Host: a\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(&[head.as_bytes(), body].concat()).unwrap();
    let mut bytes = Vec::new();
    let error = stream.read_to_end(&mut bytes).err().map(|error| error.kind());
    (bytes, error)
}

fn list(service: &Service, token: &str) -> (Vec<u8>, Option<ErrorKind>) {
    exchange(service, &format!("GET {LIST} HTTP/1.1\r\nAuthorization: Token {token}\r\n"), b"")
}

fn create(service: &Service, token: &str) -> (Vec<u8>, Option<ErrorKind>) {
    let (content_type, body) = multipart(&[("case", None, LIMIT.as_bytes())]);
    let head = format!("POST {CREATE} HTTP/1.1\r\nAuthorization: Token {token}\r\nContent-Type: {content_type}\r\n");
    exchange(service, &head, &body)
}

fn number_of_cases(service: &Service) -> usize {
    service.operate("GET", "/cases", &Value::Null)["cases"].as_array().unwrap().len()
}

#[test]
fn an_answer_takes_the_place_of_the_requests_that_a_rule_names() {
    let service = Service::start("{}");
    let user = service.login("clerk");
    set(
        &service,
        &json!([
            { "endpoint": "list", "nth": 2, "fault": "too_many_requests", "retry_after_seconds": 7 },
            { "endpoint": "list", "from": 4, "fault": "unavailable" },
            { "endpoint": "ping", "fault": "internal_error" },
        ]),
    );
    let answers: Vec<Answer> = (0..4).map(|_| service.get(&user, LIST)).collect();
    assert_eq!(answers.iter().map(|answer| answer.status).collect::<Vec<_>>(), [200, 429, 200, 503]);
    assert_eq!(answers[1].header("retry-after"), Some("7"));
    assert_eq!(answers[1].json()["code"], "too_many_requests");
    assert_eq!(answers[3].json()["code"], "unavailable");
    let ping = service.get(&user, "/api/v1/partner/ping_with_auth/");
    assert_eq!((ping.status, &ping.json()["code"]), (500, &json!("internal_error")));
    assert_eq!(counts(&service), [(4, 1), (4, 1), (1, 1)]);
    // The operator's API meets no fault, and neither does an unknown caller.
    assert_eq!(service.get("unknown-token", LIST).status, 401);
    assert_eq!(counts(&service)[0], (4, 1));
    service.operate("DELETE", "/faults", &Value::Null);
    assert_eq!(service.get(&user, LIST).status, 200);
    assert_eq!(counts(&service), []);
}

#[test]
fn a_cancel_that_meets_a_fault_has_the_body_of_its_errors() {
    let service = Service::start("{}");
    let user = service.login("clerk");
    service.create(&user, LIMIT);
    set(&service, &json!([{ "endpoint": "cancel", "fault": "too_many_requests", "nth": 1 }]));
    let path = "/api/v1/partner/cases/CASE-1/cancel/";
    let answer = service.post_json(&user, path, "");
    assert_eq!((answer.status, &answer.json()["error"]), (429, &json!("too_many_requests")));
    assert_eq!(answer.header("retry-after"), Some("1"));
    assert_eq!(service.post_json(&user, path, "").status, 202);
}

#[test]
fn a_reset_request_is_not_carried_out() {
    let service = Service::start("{}");
    let user = service.login("clerk");
    set(&service, &json!([{ "endpoint": "create", "first": 2, "fault": "reset" }]));
    for _ in 0..2 {
        assert_eq!(create(&service, &user), (Vec::new(), Some(ErrorKind::ConnectionReset)));
    }
    assert_eq!(number_of_cases(&service), 0);
    assert!(create(&service, &user).0.starts_with(b"HTTP/1.1 201 "));
    assert_eq!(counts(&service), [(3, 2)]);
}

#[test]
fn a_case_exists_although_its_create_was_not_answered() {
    let service = Service::start("{}");
    let user = service.login("clerk");
    set(&service, &json!([{ "endpoint": "create", "nth": 1, "fault": "done_unanswered" }]));
    assert_eq!(create(&service, &user), (Vec::new(), Some(ErrorKind::ConnectionReset)));
    assert_eq!(number_of_cases(&service), 1);
    assert_eq!(service.get(&user, LIST).json()["results"].as_array().unwrap().len(), 1);
}

#[test]
fn half_a_body_is_the_first_half_of_the_whole_one() {
    let service = Service::start("{}");
    let user = service.login("clerk");
    service.create(&user, LIMIT);
    let whole = service.get(&user, LIST).body;
    set(&service, &json!([{ "endpoint": "list", "nth": 1, "fault": "half_body" }]));
    let (bytes, _) = list(&service, &user);
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    assert!(head.contains(&format!("content-length: {}", whole.len())), "{head}");
    assert_eq!(body.as_bytes(), &whole[..whole.len() / 2]);
    assert_eq!(service.get(&user, LIST).body, whole);
}

#[test]
fn a_slow_body_is_whole() {
    let service = Service::start("{}");
    let user = service.login("clerk");
    let whole = service.get(&user, LIST).body;
    set(&service, &json!([{ "endpoint": "any", "every": 2, "fault": "slow_body", "ms": 700 }]));
    assert_eq!(service.get(&user, LIST).body, whole);
    let started = Instant::now();
    let slow = service.get(&user, LIST);
    assert!(started.elapsed() >= Duration::from_millis(690), "{:?}", started.elapsed());
    assert_eq!((slow.status, slow.body), (200, whole));
}

#[test]
fn rules_of_one_organization_leave_others_alone() {
    let service = Service::start(r#"{ "faults": [{ "endpoint": "list", "fault": "unavailable", "nth": 9 }] }"#);
    let other = service.operate("POST", "/organizations", &json!({ "name": "Other Law" }));
    let body = r#"{ "token_name": "clerk" }"#;
    let other = service.post_json(other["master_token"].as_str().unwrap(), "/api/auth/login/", body);
    let (other, user) = (other.json()["token"].as_str().unwrap().to_owned(), service.login("clerk"));
    let rules = json!({ "faults": [{ "endpoint": "list", "fault": "internal_error" }] });
    let shown = service.operate("PUT", "/faults?organization=Other%20Law", &rules);
    assert_eq!(shown["faults"][0]["organization"], "Other Law");
    assert_eq!((service.get(&user, LIST).status, service.get(&other, LIST).status), (200, 500));
    assert_eq!(counts(&service), [(2, 0), (1, 1)]);
    // Setting the rules of one organization resets their counts only.
    service.operate("PUT", "/faults?organization=Other%20Law", &rules);
    assert_eq!(counts(&service), [(2, 0), (0, 0)]);
    service.operate("DELETE", "/faults?organization=Other%20Law", &Value::Null);
    assert_eq!(counts(&service), [(2, 0)]);
    assert_eq!(service.get(&other, LIST).status, 200);
}

#[test]
fn wrong_rules_are_refused_and_change_nothing() {
    let service = Service::start(r#"{ "faults": [{ "endpoint": "list", "fault": "reset", "nth": 9 }] }"#);
    let refused = |rules: &Value| {
        let body = json!({ "faults": rules }).to_string();
        let request = format!(
            "PUT /operator/api/faults HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Token {}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            service.operator(),
            body.len()
        );
        let answer = service.raw(request.as_bytes()).unwrap();
        (answer.status, answer.json()["code"].clone(), answer.json()["detail"].as_str().unwrap_or_default().to_owned())
    };
    let rules = json!([{ "endpoint": "any", "fault": "reset" }, { "endpoint": "any", "fault": "Jane Doe" }]);
    let (status, code, detail) = refused(&rules);
    assert_eq!((status, code), (400, json!("bad_fault")));
    assert!(detail.starts_with("`fault` of rule 2 must be one of `too_many_requests`,"), "{detail}");
    let (status, code, _) = refused(&json!([{ "endpoint": "any", "fault": "reset", "nth": -1 }]));
    assert_eq!((status, code), (400, json!("other_form")));
    let (status, code, _) = refused(&json!([{ "endpoint": "any", "fault": "reset", "organization": "Nobody" }]));
    assert_eq!((status, code), (404, json!("unknown_organization")));
    assert_eq!(counts(&service), [(0, 0)]);
}

#[test]
fn simultaneous_requests_are_each_counted_once() {
    let service = Service::start(r#"{ "faults": [{ "endpoint": "list", "every": 4, "fault": "unavailable" }] }"#);
    let user = service.login("clerk");
    let failed = std::sync::atomic::AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..10 {
                    if service.get(&user, LIST).status == 503 {
                        failed.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    }
                }
            });
        }
    });
    assert_eq!(failed.into_inner(), 20);
    assert_eq!(counts(&service), [(80, 20)]);
}
