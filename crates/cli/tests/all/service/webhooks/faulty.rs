//! Deliveries under rules of faults: everything arrives all the same.

use super::{LIFE, all_are, config, deliveries, live, soon, submit, taken, to};
use crate::service::support::{Listener, Service, wait};
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

const SECRET: &str = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

fn set(service: &Service, rules: &Value) {
    service.operate("PUT", "/faults", &json!({ "faults": rules }));
}

/// The counts `seen` and `hit` of each rule.
fn counts(service: &Service) -> Vec<(u64, u64)> {
    let shown = service.operate("GET", "/faults", &Value::Null);
    let rules = shown["faults"].as_array().unwrap().iter();
    rules.map(|rule| (rule["seen"].as_u64().unwrap(), rule["hit"].as_u64().unwrap())).collect()
}

#[test]
fn doubled_and_shuffled_everything_arrives() {
    let listener = Listener::start(|number, _| if number % 6 == 0 { 500 } else { 200 });
    let mut service = Service::start(&config(&[to(&listener)], &soon()));
    set(&service, &json!([{ "event": "any", "fault": "doubled" }, { "event": "any", "fault": "shuffled" }]));
    let cases: Vec<u64> = (0..8).map(|_| live(&service)).collect();
    assert_eq!(counts(&service), [(24, 24); 2]);
    service.kill();
    service.restart();
    // The rules stay from start to start, and their counts do not.
    assert_eq!(counts(&service), [(0, 0); 2]);
    wait(|| all_are(&service, "delivered"), "end of the deliveries");
    let received = listener.received();
    let taken_first = taken(&received);
    assert_eq!(taken_first.keys().copied().collect::<Vec<_>>(), cases);
    for types in taken_first.values() {
        let mut sorted = types.clone();
        sorted.sort_by_key(|kind| LIFE.iter().position(|known| known == kind));
        assert_eq!(sorted, LIFE);
    }
    assert!(taken_first.values().any(|types| *types != LIFE), "all in order: {taken_first:?}");
    let accepted = received.iter().enumerate().filter(|(number, _)| number % 6 != 0).map(|(_, received)| received);
    let mut times: BTreeMap<&str, u32> = BTreeMap::new();
    for received in accepted {
        *times.entry(received.header("webhook-id").unwrap()).or_default() += 1;
    }
    // More than twice only where a kill interrupted an answer.
    assert!(times.len() == 24 && times.values().all(|times| *times >= 2), "{times:?}");
}

#[test]
fn late_deliveries_keep_their_order() {
    let listener = Listener::start(|_, _| 200);
    let settings = json!({
        "organizations": [{ "name": "Example Law", "webhooks": [to(&listener)] }],
        "faults": [{ "event": "any", "fault": "late", "ms": 800 }],
    });
    let service = Service::start(&settings.to_string());
    let started = Instant::now();
    live(&service);
    listener.wait(3);
    assert!(started.elapsed() >= Duration::from_millis(800), "{:?}", started.elapsed());
    assert_eq!(listener.types(), LIFE);
    set(&service, &json!([{ "event": "case.received", "fault": "doubled", "nth": 1 }]));
    submit(&service);
    let received = listener.wait(5);
    assert_eq!(received[3].header("webhook-id"), received[4].header("webhook-id"));
    submit(&service);
    listener.wait(6);
    assert_eq!(counts(&service), [(2, 1)]);
}

#[test]
fn dropped_attempts_are_in_the_log_and_later_ones_arrive() {
    let listener = Listener::start(|_, _| 200);
    let service = Service::start(&config(&[to(&listener)], &soon()));
    set(&service, &json!([{ "event": "case.received", "fault": "dropped", "until_attempt": 3 }]));
    live(&service);
    wait(|| all_are(&service, "delivered"), "end of the deliveries");
    assert_eq!(listener.types(), LIFE);
    let first = &deliveries(&service)[0];
    let log: Vec<(&Value, &Value)> =
        first["log"].as_array().unwrap().iter().map(|attempt| (&attempt["status"], &attempt["error"])).collect();
    let dropped = (&Value::Null, &json!("dropped"));
    assert_eq!(log, [dropped, dropped, (&json!(200), &Value::Null)]);
}

#[test]
fn a_wrong_signature_is_refused_and_the_next_one_is_right() {
    let verifies = |received: &crate::service::support::Received| {
        let mut headers = http::HeaderMap::new();
        for (name, value) in received.headers.iter().filter(|(name, _)| name.starts_with("webhook-")) {
            headers.insert(http::HeaderName::try_from(name.as_str()).unwrap(), value.parse().unwrap());
        }
        Webhook::new(SECRET).unwrap().verify(received.text.as_bytes(), &headers).is_ok()
    };
    let listener = Listener::start(move |_, received| if verifies(received) { 200 } else { 401 });
    let hook = json!({ "url": listener.url, "secret": SECRET });
    let service = Service::start(&config(&[hook], &soon()));
    set(&service, &json!([{ "event": "case.received", "fault": "wrongly_signed" }]));
    submit(&service);
    wait(|| all_are(&service, "delivered"), "end of the deliveries");
    let received = listener.received();
    assert_eq!(received.iter().map(verifies).collect::<Vec<_>>(), [false, true]);
    assert_eq!(received[0].text, received[1].text);
}
