//! Signatures, verified with the public library.

use super::{config, submit, to};
use crate::service::support::{Listener, Received, Service, wait};
use serde_json::{Value, json};
use standardwebhooks::Webhook;

const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

fn verifies(secret: &str, received: &Received) -> bool {
    let mut headers = http::HeaderMap::new();
    for name in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
        if let Some(value) = received.header(name) {
            headers.insert(name, value.parse().unwrap());
        }
    }
    Webhook::new(secret).unwrap().verify(received.text.as_bytes(), &headers).is_ok()
}

#[test]
fn a_signature_verifies_with_its_secret_and_no_other() {
    let listener = Listener::start(|number, _| if number == 0 { 500 } else { 200 });
    let hook = json!({ "url": listener.url, "secret": SECRET });
    let service = Service::start(&config(&[hook], &json!({ "first_pause_ms": 10 })));
    // The signature has the real time, whatever the operator's clock says.
    service.operate("PUT", "/clock", &json!({ "advance_seconds": 86_400 }));
    submit(&service);
    for received in listener.wait(2) {
        assert!(verifies(SECRET, &received), "{:?}", received.headers);
        assert!(!verifies("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", &received));
        assert!(!verifies(SECRET, &Received { text: received.text.replace("received", "closed"), ..received.clone() }));
        assert_eq!(received.header("webhook-id"), received.body["event_id"].as_str());
        assert_eq!(received.header("content-type"), Some("application/json"));
        assert!(received.header("user-agent").unwrap().starts_with("casegate/"));
    }
    let subscriptions = service.operate("GET", "/subscriptions", &Value::Null).to_string();
    assert!(subscriptions.contains(r#""signed":true"#) && !subscriptions.contains("whsec_"), "{subscriptions}");
}

#[test]
fn without_a_secret_there_is_an_id_and_no_signature() {
    let listener = Listener::start(|_, _| 200);
    let service = Service::start(&config(&[to(&listener)], &json!({})));
    submit(&service);
    let received = &listener.wait(1)[0];
    assert!(received.header("webhook-timestamp").unwrap().parse::<i64>().is_ok());
    assert_eq!(
        (received.header("webhook-id"), received.header("webhook-signature")),
        (received.body["event_id"].as_str(), None)
    );
}

#[test]
fn while_secrets_rotate_both_verify() {
    let listener = Listener::start(|_, _| 200);
    let service = Service::start("{}");
    let made = service.operate("POST", "/subscriptions", &json!({ "url": listener.url, "secret": true }));
    let (id, old) = (made["id"].as_u64().unwrap(), made["secret"].as_str().unwrap());
    submit(&service);
    assert!(verifies(old, &listener.wait(1)[0]));
    let rotated = service.operate("POST", &format!("/subscriptions/{id}/rotate"), &json!({}));
    let new = rotated["secret"].as_str().unwrap();
    submit(&service);
    let both = &listener.wait(2)[1];
    assert!(verifies(old, both) && verifies(new, both), "{:?}", both.headers);
    assert_eq!(both.header("webhook-signature").unwrap().split(' ').count(), 2);
    service.operate("POST", &format!("/subscriptions/{id}/rotated"), &json!({}));
    submit(&service);
    let last = &listener.wait(3)[2];
    assert!(!verifies(old, last) && verifies(new, last), "{:?}", last.headers);
    let again = format!("/operator/api/subscriptions/{id}/rotated");
    assert_eq!(service.post_json(&service.operator(), &again, "{}").status, 400);
}

#[test]
fn a_secret_of_the_settings_is_rotated_there_and_nothing_is_lost() {
    let listener = Listener::start(|number, _| if number == 0 { 500 } else { 200 });
    let with =
        |secret: &str| config(&[json!({ "url": listener.url, "secret": secret })], &json!({ "first_pause_ms": 3000 }));
    let mut service = Service::start(&with(SECRET));
    submit(&service);
    listener.wait(1);
    let rotated = service.operate("POST", "/subscriptions/1/rotate", &json!({}));
    let new = rotated["secret"].as_str().unwrap().to_owned();
    assert_eq!(service.post_json(&service.operator(), "/operator/api/subscriptions/1/rotated", "{}").status, 400);
    service.kill();
    service.restart_with(&with(&new));
    let received = &listener.wait(2)[1];
    assert!(verifies(&new, received) && !verifies(SECRET, received));
    wait(|| super::all_are(&service, "delivered"), "delivery");
}
