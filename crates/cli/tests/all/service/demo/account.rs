//! The account of the pages, and who may read it.

use super::{Pages, ask, get};
use crate::service::support::Service;
use serde_json::{Value, json};

const PATH: &str = "/demo/api/account";

fn account(service: &Service) -> Value {
    let answer = get(service, PATH);
    assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")));
    answer.json()
}

fn token(service: &Service) -> String {
    account(service)["token"].as_str().expect("a token").to_owned()
}

#[test]
fn its_tokens_work_and_stay_from_start_to_start() {
    let pages = Pages::new();
    let carriers = json!({ "specialty": [{ "name": "Example Mutual" }] });
    let mut service = pages.serve(&json!({ "context": { "carriers": carriers } }).to_string());
    let first = account(&service);
    let today = service.operate("GET", "/overview", &Value::Null)["now"].as_str().expect("a moment")[..10].to_owned();
    assert_eq!(
        (&first["organization"], &first["token_name"], &first["operator_token"]),
        (&"Example Law".into(), &"demo@example.test".into(), &service.operator().into())
    );
    let context = json!({
        "carriers": carriers, "credential": "user", "token_name": "demo@example.test", "today": today
    });
    assert_eq!(first["context"], context);
    // The library accepts these settings unchanged.
    casegate::Context::from_json(&context.to_string()).expect("settings");
    let ping = |service: &Service| service.get(&token(service), "/api/v1/partner/ping_with_auth/").status;
    assert_eq!(ping(&service), 200);

    service.kill();
    service.restart();
    assert_eq!(account(&service), first);
    assert_eq!(ping(&service), 200);

    // A logout ends it; the next page that asks gets a new token.
    assert!(service.post_json(&token(&service), "/api/auth/logout/", "").status < 300);
    service.kill();
    service.restart();
    assert_eq!((account(&service), ping(&service)), (first, 200));

    // Its day is that of the stand-in's clock.
    service.operate("PUT", "/clock", &json!({ "now": "2027-03-01T09:00:00.000Z" }));
    assert_eq!(account(&service)["context"]["today"], "2027-03-01");
}

#[test]
fn a_logout_is_mended_without_a_start() {
    let pages = Pages::new();
    let service = pages.serve("{}");
    let token = token(&service);
    assert!(service.post_json(&token, "/api/auth/logout/", "").status < 300);
    let ping = || service.get(&token, "/api/v1/partner/ping_with_auth/").status;
    assert_eq!(ping(), 401);
    assert_eq!((account(&service)["token"].as_str(), ping()), (Some(token.as_str()), 200));
}

#[test]
fn it_is_the_first_organizations() {
    let pages = Pages::new();
    let service = pages.serve(
        r#"{ "organizations": [{ "name": "First Law", "financing_enrolled": true }, { "name": "Second Law" }],
             "operator_token": "operator-token" }"#,
    );
    let seen = account(&service);
    assert_eq!((&seen["organization"], &seen["operator_token"]), (&"First Law".into(), &"operator-token".into()));
    assert_eq!(seen["context"]["financing_enrolled"], true);
}

#[test]
fn a_page_of_another_site_gets_none() {
    let pages = Pages::new();
    let service = pages.serve("{}");
    let secrets = [token(&service), service.operator()];
    let port = service.port();
    let contexts =
        ["evil.example", "127.0.0.1.evil.example", "192.168.0.1", "0.0.0.0", "", "localhost:1:1@evil.example"];
    for context in
        contexts.iter().flat_map(|context| [format!("Host: {context}:{port}\r\n"), format!("Host: {context}\r\n")])
    {
        for path in [PATH, "/demo/api/cases", "/demo/api/cases/1", "/demo/api/nothing"] {
            let head = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{context}\r\n");
            let answer = service.raw(head.as_bytes()).expect("an answer");
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            assert!(matches!(answer.status, 400 | 404), "{context}{path}: {} {text}", answer.status);
            assert!(!secrets.iter().any(|secret| text.contains(secret)), "{context}{path}");
        }
    }
    // Another site cannot read it, even by the stand-in's own name.
    let answer = ask(&service, "GET", PATH, "Origin: http://evil.example\r\n");
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, None));
    for name in ["localhost", "LOCALHOST", "127.0.0.1", "[::1]"] {
        let head = format!("GET {PATH} HTTP/1.1\r\nConnection: close\r\nHost: {name}:{port}\r\n\r\n");
        assert_eq!(service.raw(head.as_bytes()).expect("an answer").status, 200, "{name}");
    }
}

#[test]
fn its_api_is_for_reading() {
    let pages = Pages::new();
    let service = pages.serve("{}");
    for path in [PATH, "/demo/api/cases", "/demo/api/cases/1"] {
        let answer = ask(&service, "POST", path, "Content-Length: 0\r\n");
        assert_eq!((answer.status, answer.json()["code"].as_str()), (405, Some("other_method")), "{path}");
    }
    for path in ["/demo/api", "/demo/api/", "/demo/api/nothing", "/demo/api/cases/1/2"] {
        let answer = get(&service, path);
        assert_eq!((answer.status, answer.json()["code"].as_str()), (404, Some("unknown_path")), "{path}");
    }
}
