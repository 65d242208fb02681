//! No text value of an exchange is in a recording. The command line's `service::recordings` has the
//! proxy and its files.

use crate::cases::Cases;
use casegate::Date;
use casegate_drift::{Key, Raw, RawBody, RawExchange, Recorder};
use casegate_exhaustive::random::Random;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// In no published word or name.
const MARK: &str = "Zq9";

/// Marks every text, and every name that no table has.
fn marked(value: &Value) -> Value {
    match value {
        Value::String(text) => json!(format!("{text}{MARK}")),
        Value::Array(values) => values.iter().map(marked).collect(),
        Value::Object(members) => {
            let marked = members.iter().map(|(name, value)| {
                let is_known = casegate::fields::COMMON.iter().any(|field| field.name == name) || name == "case_type";
                (if is_known || name.len() % 2 == 0 { name.clone() } else { format!("{name}{MARK}") }, marked(value))
            });
            Value::Object(marked.collect())
        }
        other => other.clone(),
    }
}

fn search(count: usize) {
    let (mut cases, mut random) = (Cases::new(), Random::new(5));
    let mut recorder = Recorder::new(Key::from_bytes([3; 32]), BTreeSet::new());
    let mut texts = 0;
    for number in 0..count {
        let payload = marked(&cases.payload(&mut random));
        texts += payload.to_string().matches(MARK).count();
        let mut body = format!(
            "--x\r\nContent-Disposition: form-data; name=\"case\"\r\n\r\n{payload}\r\n--x\r\nContent-Disposition: form-data; \
             name=\"files\"; filename=\"a{MARK}.b{MARK}\"\r\n\r\n{MARK}\r\n--x\r\nContent-Disposition: form-data; \
             name=\"labels\"\r\n\r\nother{MARK}\r\n--x\r\nContent-Disposition: form-data; name=\"n{MARK}\"\r\n\r\n{MARK}\r\n"
        );
        body.push_str("--x--\r\n");
        let day = Date::parse("2026-03-01").unwrap();
        let exchange = |method: &str, target: String, body: RawBody, status, answer: Value| {
            Raw::Exchange(RawExchange {
                day,
                method: method.to_owned(),
                target,
                authorization: true,
                credential: Some(format!("Token {MARK}")),
                body,
                status,
                answer: Some(answer.to_string()),
            })
        };
        let form = RawBody::read(Some("multipart/form-data; boundary=x"), body.as_bytes());
        let respond = json!({ "interaction_id": MARK, "message": MARK, "other": MARK, "selected_upgrade_ids": [MARK] });
        let raws = [
            exchange(
                "POST",
                "/api/v1/partner/cases/create/".to_owned(),
                form,
                if number % 2 == 0 { 201 } else { 400 },
                payload.clone(),
            ),
            exchange(
                "GET",
                format!("/api/v1/partner/cases/{MARK}/"),
                RawBody::None,
                200,
                json!({ "issue_key": MARK, "status": MARK, "results": [payload] }),
            ),
            exchange(
                "POST",
                format!("/api/v1/partner/cases/{MARK}/respond/?a={MARK}"),
                RawBody::Text(respond.to_string()),
                400,
                json!({ "code": MARK, "detail": MARK, "error": MARK }),
            ),
            exchange(
                "POST",
                "/api/auth/login/".to_owned(),
                RawBody::Text(json!({ "token_name": MARK }).to_string()),
                200,
                json!({ "token": MARK, "expiry": MARK }),
            ),
            exchange(
                "GET",
                format!("/api/v1/partner/cases/{MARK}/results/?result_format={MARK}&{MARK}"),
                RawBody::None,
                200,
                json!({ "id": MARK, "results_data": payload }),
            ),
            exchange("GET", format!("/{MARK}"), RawBody::None, 200, json!([MARK])),
            Raw::Event {
                day,
                body:
                    json!({ "event": "case.closed", "reason": MARK, "case_id": number, "issue_key": MARK, MARK: MARK })
                        .to_string(),
            },
            Raw::Event { day, body: json!({ "event": MARK, "data": { "message": MARK } }).to_string() },
        ];
        for raw in raws {
            let line = recorder.line(&raw).to_json();
            assert!(!line.contains(MARK), "{line}");
        }
    }
    assert!(texts > count);
}

#[test]
fn no_marked_value_is_recorded() {
    search(150);
}
