//! Each refusal has its code, and texts.

use crate::service::support::{Answer, Service, multipart};
use crate::service::uploads::{create, policy_limit};

const JSON: &str = "application/json";

fn ask(service: &Service, [method, token, path, kind]: [&str; 4], body: &[u8]) -> Answer {
    let mut request = format!(
        "{method} {path} HTTP/1.1\r\nHost: casegate\r\nConnection: close\r\nAuthorization: Token {token}\r\n\
         Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    )
    .into_bytes();
    request.extend_from_slice(body);
    service.raw(&request).expect("an answer")
}

#[test]
fn each_refusal_has_its_code_and_texts() {
    let service = Service::start(r#"{ "page_size": 1 }"#);
    let (master, operator, user) = (service.master(), service.operator(), service.login("a"));
    create(&service, &user, &policy_limit(), &[]);
    create(&service, &user, &policy_limit(), &[]);
    assert_eq!(service.post_json(&user, "/api/v1/partner/cases/CASE-1/cancel/", "{}").status, 202);
    let (form, half) = multipart(&[("case", None, br#"{"case_type": "pe"}"#), ("labels", None, b"\xff")]);
    let (_, refused) = multipart(&[("case", None, br#"{"case_type": "pl", "vehicle_infomation": {}}"#)]);
    let (_, many) = multipart(&vec![("x", None, &b""[..]); 201]);
    let (_, long) = multipart(&[("x", None, &vec![b'x'; 300 << 10])]);
    let (_, reply) = multipart(&[("interaction_id", None, b"i-1"), ("message", None, b"x")]);
    let p = "/api/v1/partner";
    let o = "/operator/api";
    let requests: Vec<([&str; 3], String, &str, &[u8])> = vec![
        // Authentication and paths.
        (["GET", "nobody", JSON], format!("{p}/cases/"), "unknown_token", b""),
        (["GET", "", JSON], format!("{p}/cases/"), "not_authenticated", b""),
        (["GET", &master, JSON], format!("{p}/cases/"), "master_token_refused", b""),
        (["GET", &user, JSON], "/nowhere".to_owned(), "unknown_path", b""),
        (["GET", &user, JSON], "/cases/".to_owned(), "prefix_missing", b""),
        (["DELETE", &user, JSON], format!("{p}/cases/"), "other_method", b""),
        (["GET", &user, JSON], format!("{p}/cases/?before=x"), "bad_page", b""),
        (["GET", &user, JSON], format!("{p}/cases/?page_size=0"), "bad_page", b""),
        (["PUT", &user, JSON], format!("{p}/tickets/1/ready"), "legacy_sunset", b""),
        // Bodies.
        (["POST", &user, &form], format!("{p}/cases/create/"), "not_utf8", &half),
        (["POST", &user, &form], format!("{p}/cases/create/"), "", &refused),
        (["POST", &user, &form], format!("{p}/cases/create/"), "body_too_long", &many),
        (["POST", &user, &form], format!("{p}/cases/create/"), "body_too_long", &long),
        (["POST", &user, &form], format!("{p}/cases/create/"), "bad_multipart", b"x"),
        (["POST", &user, JSON], format!("{p}/cases/create/"), "parts_wanted", b"{}"),
        (["POST", &user, JSON], format!("{p}/cases/CASE-2/offers/accept/"), "not_json", b"{"),
        (["POST", &user, JSON], format!("{p}/cases/CASE-2/offers/accept/"), "not_json", b"\xff"),
        (["POST", &user, JSON], format!("{p}/cases/CASE-2/offers/accept/"), "", b"{}"),
        (["POST", &master, JSON], "/api/auth/login/".to_owned(), "", b"{}"),
        // Cases.
        (["GET", &user, JSON], format!("{p}/cases/CASE-9/"), "unknown_case", b""),
        (["GET", &user, JSON], format!("{p}/cases/CASE-2/offers/"), "no_offer", b""),
        (["GET", &user, JSON], format!("{p}/cases/CASE-2/results/"), "results_not_ready", b""),
        (["GET", &user, JSON], format!("{p}/cases/CASE-2/results/?result_format=x"), "unknown_result_format", b""),
        (["POST", &user, &form], format!("{p}/cases/CASE-2/respond/"), "", &reply),
        (["GET", &user, JSON], "/downloads/results/1".to_owned(), "wrong_signature", b""),
        // The operator's side, and the library over HTTP.
        (["GET", &user, JSON], format!("{o}/cases"), "not_authenticated", b""),
        (["GET", &operator, JSON], format!("{o}/nowhere"), "unknown_path", b""),
        (["GET", &operator, JSON], "/operator/nowhere".to_owned(), "unknown_path", b""),
        (["GET", &operator, JSON], format!("{o}/cases/9"), "unknown_case", b""),
        (["POST", &operator, JSON], format!("{o}/cases"), "other_form", br#"{"case": 1, "x": 2}"#),
        (["POST", &operator, JSON], format!("{o}/cases"), "", br#"{"case": {}}"#),
        (["POST", &operator, JSON], format!("{o}/cases"), "bad_source", br#"{"case": {}, "source": "api"}"#),
        (["POST", &operator, JSON], format!("{o}/cases/1/pick_up"), "case_closed", b"{}"),
        (["POST", &operator, JSON], format!("{o}/cases/2/confirm_delivery"), "wrong_state", b"{}"),
        (["POST", &operator, JSON], format!("{o}/cases/2/need_input"), "empty_message", br#"{"message": ""}"#),
        (["POST", &operator, JSON], format!("{o}/organizations"), "bad_name", br#"{"name": ""}"#),
        (["POST", &operator, JSON], format!("{o}/subscriptions"), "bad_subscription", br#"{"url": "x"}"#),
        (["GET", &operator, JSON], format!("{o}/deliveries?state=x"), "bad_state", b""),
        (["POST", &user, JSON], "/casegate/nothing".to_owned(), "unknown_operation", b""),
        (["POST", &user, JSON], "/casegate/check_case".to_owned(), "not_a_call", b"{}"),
    ];
    for ([method, token, kind], path, code, body) in requests {
        let answer = ask(&service, [method, token, &path, kind], body).json();
        assert!(code.is_empty() || answer["code"] == code, "{method} {path}: {answer}");
        let texts = ["title", "detail"].map(|name| answer[name].as_str().unwrap_or_default());
        let has_issues = answer["errors"].as_array().is_some_and(|errors| !errors.is_empty());
        assert!(!texts[0].is_empty() && (has_issues || !texts[1].is_empty()), "{method} {path}: {answer}");
    }
}
