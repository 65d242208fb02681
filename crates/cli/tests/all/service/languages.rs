//! Answers in the language that the request prefers.

use crate::service::support::{Answer, Service, multipart};
use crate::service::uploads::{create, policy_limit};
use serde_json::{Value, json};

const JSON: &str = "application/json";

/// Sends a request with lines of `Accept-Language`.
fn ask(service: &Service, languages: &[&[u8]], [method, token, path, kind]: [&str; 4], body: &[u8]) -> Answer {
    let mut request = format!(
        "{method} {path} HTTP/1.1\r\nHost: casegate\r\nConnection: close\r\nAuthorization: Token {token}\r\n\
         Content-Type: {kind}\r\nContent-Length: {}\r\n",
        body.len()
    )
    .into_bytes();
    for language in languages {
        request.extend_from_slice(b"Accept-Language: ");
        request.extend_from_slice(language);
        request.extend_from_slice(b"\r\n");
    }
    request.extend_from_slice(b"\r\n");
    request.extend_from_slice(body);
    service.raw(&request).expect("an answer")
}

#[track_caller]
fn is_in(answer: &Answer, language: &str) {
    assert_eq!(answer.header("content-language"), Some(language), "{}", answer.json());
    assert_eq!(answer.header("vary"), Some("Accept-Language"), "{}", answer.json());
}

/// Every text for people in an answer.
fn prose(answer: &Value) -> Vec<String> {
    let text = |of: &Value| of.as_str().map(str::to_owned);
    let issues = ["errors", "warnings"].iter().filter_map(|name| answer[name].as_array()).flatten();
    // A cancel's `error` is a code.
    issues
        .map(|issue| &issue["message"])
        .chain([&answer["title"], &answer["detail"], &answer["message"], &answer["fee"]["description"]])
        .chain(answer["attachments"].as_array().into_iter().flatten().map(|attachment| &attachment["error"]))
        .filter_map(text)
        .collect()
}

/// The same answer without its texts.
fn data(answer: &Value) -> Value {
    let mut answer = answer.clone();
    for name in ["errors", "warnings"] {
        for issue in answer[name].as_array_mut().into_iter().flatten() {
            for prose in ["message", "fix"] {
                issue.as_object_mut().unwrap().remove(prose);
            }
        }
    }
    for prose in ["title", "detail", "message", "fee"] {
        answer.as_object_mut().unwrap().remove(prose);
    }
    answer
}

#[test]
fn every_refusal_is_in_the_language_that_is_preferred() {
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
        let of = |languages: &[&[u8]]| ask(&service, languages, [method, token, &path, kind], body);
        let (plain, english, spanish) = (of(&[]), of(&[b"en-GB, es;q=0.9"]), of(&[b"fr", b"es-MX, en;q=0.9"]));
        is_in(&plain, "en");
        is_in(&english, "en");
        is_in(&spanish, "es");
        let (plain, english, seen) = (plain.json(), english.json(), spanish.json());
        assert!(code.is_empty() || english["code"] == code, "{method} {path}: {english}");
        assert_eq!(english, plain, "{method} {path}");
        assert_eq!(data(&seen), data(&english), "{method} {path}");
        let (english, seen) = (prose(&english), prose(&seen));
        assert_eq!(english.len(), seen.len(), "{method} {path}");
        assert!(!seen.is_empty(), "{method} {path}");
        for text in &seen {
            assert!(!english.contains(text), "{method} {path}: {text}");
        }
    }
}

#[test]
fn answers_that_succeed_have_their_prose_in_it_too() {
    let service = Service::start("{}");
    let user = service.login("a");
    let p = "/api/v1/partner/cases";
    let case =
        br#"{"case_type": "pl", "cc_emails": "a@example.com", "plaintiff_name": "Test", "date_of_loss": "2026-01-01",
        "is_incident_report_provided": true, "base_product": ["personal_auto_policy_limits"],
        "insurance_company": "Example", "summry": "x"}"#;
    let (form, body) = multipart(&[("case", None, case), ("files", Some("a.exe"), b"x")]);
    let all = [("en", 1), ("es", 2)].map(|(language, number)| {
        let of = |path: &str, kind: &str, body: &[u8]| {
            let answer = ask(&service, &[language.as_bytes()], ["POST", &user, path, kind], body);
            assert!(answer.status < 300, "{}", answer.json());
            is_in(&answer, language);
            prose(&answer.json())
        };
        let created = of(&format!("{p}/create/"), &form, &body);
        service.operate("POST", &format!("/cases/{number}/pick_up"), &json!({}));
        let request = json!({ "message": "Which?", "interaction_id": "i-1" });
        service.operate("POST", &format!("/cases/{number}/need_input"), &request);
        let (form, reply) = multipart(&[("interaction_id", None, b"i-1"), ("message", None, b"This.")]);
        let replied = of(&format!("{p}/CASE-{number}/respond/"), &form, &reply);
        // What is refused then is reported as the specification has it, and in the language.
        let repeated = ask(
            &service,
            &[language.as_bytes()],
            ["POST", &user, &format!("{p}/CASE-{number}/respond/"), &form],
            &reply,
        );
        is_in(&repeated, language);
        assert_eq!((repeated.status, &repeated.json()["code"]), (400, &json!("already_responded")));
        let repeated = prose(&repeated.json());
        let cancelled = of(&format!("{p}/CASE-{number}/cancel/"), JSON, b"{}");
        // A cancel's refusals have a body of their own.
        let unknown =
            ask(&service, &[language.as_bytes()], ["POST", &user, &format!("{p}/CASE-9/cancel/"), JSON], b"{}");
        is_in(&unknown, language);
        assert_eq!(unknown.json()["error"], "unknown_case");
        [created, replied, repeated, cancelled, prose(&unknown.json())].concat()
    });
    let [english, spanish] = all;
    assert_eq!(english.len(), spanish.len());
    assert!(english.len() >= 6, "{english:?}");
    for text in &spanish {
        assert!(!english.contains(text), "{text}");
    }
}

#[test]
fn the_settings_say_what_is_taken_without_a_preference() {
    let service = Service::start(r#"{ "context": { "language": "es" } }"#);
    let path = "/api/v1/partner/cases/";
    for (languages, expected) in [
        (&[][..], "es"),
        (&[&b"fr, *;q=0.5"[..]], "es"),
        (&[b"es;q=0"], "en"),
        (&[b"en;q=2"], "es"),
        (&[b"\xff\xfe;q=\x80, en;q=0.1"], "en"),
        (&[&b"en-".repeat(3000)], "es"),
        (&[&[&b"x;q=0.5,".repeat(1250)[..], b"en"].concat()], "en"),
    ] {
        let answer = ask(&service, languages, ["GET", "nobody", path, JSON], b"");
        assert_eq!(answer.status, 401);
        is_in(&answer, expected);
    }
    // Without prose there is no language header.
    let answer = ask(&service, &[b"es"], ["GET", "", "/healthz", JSON], b"");
    assert_eq!((answer.status, answer.header("content-language")), (200, None));
}
