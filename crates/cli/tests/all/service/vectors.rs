//! The test vectors through the stand-in: it gives the library's answers, and creates the cases
//! that the library accepts.

use crate::connection::Connection;
use crate::replies::{Vector, vectors};
use crate::service::support::{Service, multipart};
use casegate::wire;
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[test]
fn every_vector_is_answered_as_the_library_answers_it() {
    let vectors = vectors();
    let service = Service::start("{}");
    let mut connection = Connection::open(service.port());
    let mut wrong = Vec::new();
    for (number, Vector { file, name, call, payload, context, reply }) in vectors.iter().enumerate() {
        // The settings as an object and as a text, alternately.
        let context = if number % 2 == 0 { context.clone() } else { json!(context).to_string() };
        let body = format!(r#"{{"input":{},"context":{context}}}"#, json!(payload));
        let (status, answer) =
            connection.post(&format!("/casegate/{call}"), "Content-Type: application/json\r\n", body.as_bytes());
        if status != 200 || answer != reply.as_bytes() {
            wrong.push(format!("{file}: {name}: {status} {}\n  expected {reply}", String::from_utf8_lossy(&answer)));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), vectors.len(), wrong.join("\n"));
}

#[test]
fn settings_that_cannot_be_used_are_the_callers_mistake() {
    let service = Service::start("{}");
    for context in
        [r#"{"credentials":"user"}"#, "{}", "[]", "7", r#""{""#, r#"{"today":"2026-03-01","token_name":"\ud800"}"#]
    {
        let answer =
            service.post_json("", "/casegate/check_case", &format!(r#"{{"input":"{{}}","context":{context}}}"#));
        let text: String = serde_json::from_str(context).unwrap_or_else(|_| context.to_owned());
        assert_eq!(String::from_utf8_lossy(&answer.body), wire::CHECK_CASE.call("{}", &text), "{context}");
    }
    let half = service.post_json(
        "",
        "/casegate/check_case",
        r#"{"input":"{\"a\":\"\ud800\"}","context":{"today":"2026-03-01"}}"#,
    );
    assert_eq!(half.json()["issues"][0]["code"], "lone_surrogate");
}

#[test]
fn the_librarys_limit_applies_before_the_endpoints() {
    let service = Service::start("{}");
    let call = |input: &str| {
        service.post_json(
            "",
            "/casegate/check_case",
            &format!(r#"{{"input":"{input}","context":{{"today":"2026-03-01"}}}}"#),
        )
    };
    let most = call(&r"\u0020".repeat(1 << 20));
    assert_eq!((most.status, &most.json()["issues"][0]["code"]), (200, &json!("not_json")));
    let more = call(&r"\u0020".repeat((1 << 20) + 1));
    assert_eq!((more.status, &more.json()["issues"][0]["code"]), (200, &json!("too_large")));
    let beyond = call(&" ".repeat(8 << 20));
    assert_eq!((beyond.status, &beyond.json()["code"]), (413, &json!("body_too_long")));
}

/// Returns `true` if a caller of the stand-in can have a vector's context: a day, and a user token.
fn is_reachable(context: &serde_json::Map<String, Value>) -> bool {
    context.iter().all(|(name, value)| match name.as_str() {
        "today" | "token_name" => value.is_string(),
        "credential" => value == "user",
        "surface" => value == "create",
        _ => false,
    })
}

#[test]
fn a_case_is_created_exactly_where_the_library_accepts_it() {
    let mut days: BTreeMap<String, Vec<(String, &Vector)>> = BTreeMap::new();
    for vector in vectors().iter().filter(|vector| vector.call == "check_case") {
        let Ok(Value::Object(context)) = serde_json::from_str(&vector.context) else { continue };
        if !is_reachable(&context) || vector.reply.starts_with("{\"error\"") {
            continue;
        }
        // A blank part counts as missing.
        if vector.payload.trim().is_empty() {
            continue;
        }
        let name = context.get("token_name").and_then(Value::as_str).unwrap_or("intake");
        let Some(day) = context.get("today").and_then(Value::as_str) else { continue };
        // The stand-in's clock starts in 1970.
        if day < "1970" {
            continue;
        }
        days.entry(day.to_owned()).or_default().push((name.to_owned(), vector));
    }
    let service = Service::start("{}");
    let (mut connection, mut created, mut refused) = (Connection::open(service.port()), 0, 0);
    let mut tokens: BTreeMap<String, String> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (day, vectors) in days {
        service.operate("PUT", "/clock", &json!({ "now": format!("{day}T12:00:00Z") }));
        for (name, Vector { file, name: title, payload, .. }) in vectors {
            // The name of a token is not blank.
            let name = if name.trim().is_empty() { "intake".to_owned() } else { name };
            let token = tokens.entry(name.clone()).or_insert_with(|| service.login(&name)).clone();
            let own = wire::CHECK_CASE.call(payload, &json!({ "today": day, "token_name": name }).to_string());
            let own: Value = serde_json::from_str(&own).expect("a report");
            let (content_type, body) = multipart(&[("case", None, payload.as_bytes())]);
            let headers = format!("Authorization: Token {token}\r\nContent-Type: {content_type}\r\n");
            let (status, body) = connection.post("/api/v1/partner/cases/create/", &headers, &body);
            let answer: Value = serde_json::from_slice(&body).expect("JSON");
            let is_right = if own["ok"] == true {
                created += 1;
                status == 201
            } else {
                refused += 1;
                status == 400
                    && issues(&answer, "errors") == of(&own, "error")
                    && issues(&answer, "warnings") == of(&own, "warning")
            };
            if !is_right {
                wrong.push(format!("{file}: {title}: {status} {answer}\n  expected {}", own["issues"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(created > 100 && refused > 100, "{created} created, {refused} refused");
}

/// The issues of a problem, as the library writes them.
fn issues(problem: &Value, member: &str) -> Vec<Value> {
    let mut issues = problem[member].as_array().cloned().unwrap_or_default();
    for issue in &mut issues {
        issue.as_object_mut().expect("an issue").remove("pointer");
    }
    issues
}

fn of(report: &Value, severity: &str) -> Vec<Value> {
    let issues = report["issues"].as_array().expect("issues").iter();
    issues.filter(|issue| issue["severity"] == severity).cloned().collect()
}
