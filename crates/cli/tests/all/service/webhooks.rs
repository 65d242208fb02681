//! Webhooks to a consumer whose answers a test chooses: what arrives, how often, in which order.

mod faulty;
mod kills;
mod signing;
mod subscriptions;

use crate::service::support::{Listener, Received, Service, json, wait};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Settings: where events go, and how they are sent.
fn config(hooks: &[Value], delivering: &Value) -> String {
    json!({ "organizations": [{ "name": "Example Law", "webhooks": hooks }], "delivering": delivering }).to_string()
}

/// Settings of deliveries: few attempts, and short pauses.
fn soon() -> Value {
    json!({ "attempts": 1000, "first_pause_ms": 10, "longest_pause_ms": 40, "timeout_ms": 5000 })
}

fn to(listener: &Listener) -> Value {
    json!({ "url": listener.url })
}

const CASE: &str = r#"{ "case_type": "pl", "cc_emails": "a@example.com", "plaintiff_name": "Test",
    "date_of_loss": "2026-01-15", "is_incident_report_provided": true, "base_product": ["personal_auto_policy_limits"],
    "insurance_company": "Example Mutual" }"#;

/// Submits a case of another intake channel, and returns its number.
fn submit(service: &Service) -> u64 {
    service.operate("POST", "/cases", &json!({ "case": json(CASE) }))["id"].as_u64().unwrap()
}

/// A case with three events.
fn live(service: &Service) -> u64 {
    let id = submit(service);
    service.operate("POST", &format!("/cases/{id}/pick_up"), &json!({}));
    service.operate("POST", &format!("/cases/{id}/need_input"), &json!({ "message": "?", "interaction_id": "i" }));
    id
}

const LIFE: [&str; 3] = ["case.received", "case.in_progress", "case.action_required"];

/// The delivery log, the oldest first.
fn deliveries(service: &Service) -> Vec<Value> {
    let page = service.operate("GET", "/deliveries?page_size=1000", &Value::Null);
    page["deliveries"].as_array().unwrap().iter().rev().cloned().collect()
}

fn all_are(service: &Service, state: &str) -> bool {
    deliveries(service).iter().all(|delivery| delivery["state"] == state)
}

/// For each case the types of its events, in the order of their first acceptance.
fn taken<'h>(received: impl IntoIterator<Item = &'h Received>) -> BTreeMap<u64, Vec<String>> {
    let mut cases: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    for received in received {
        let case = cases.entry(received.body["case_id"].as_u64().unwrap()).or_default();
        if ids.insert(received.header("webhook-id").unwrap().to_owned()) {
            case.push(received.body["event"].as_str().unwrap().to_owned());
        }
    }
    cases
}

#[test]
fn each_case_has_its_events_in_order_whatever_fails() {
    let status = |number: usize| [500, 0, 200, 404, 200, 0, 503][number % 7];
    let listener = Listener::start(move |number, _| status(number));
    let service = Service::start(&config(&[to(&listener)], &soon()));
    let cases: Vec<u64> = (0..4).map(|_| live(&service)).collect();
    wait(|| all_are(&service, "delivered"), "end of the deliveries");
    let received = listener.received();
    let numbered: Vec<_> = received.iter().enumerate().collect();
    let taken = taken(numbered.iter().filter(|(number, _)| status(*number) == 200).map(|(_, received)| *received));
    assert_eq!(taken.keys().copied().collect::<Vec<_>>(), cases);
    assert!(taken.values().all(|types| *types == LIFE), "{taken:?}");
    // The next event of a case is not attempted before the previous one is accepted.
    for case in cases {
        let mut open: Option<&str> = None;
        for (number, received) in numbered.iter().filter(|(_, received)| received.body["case_id"] == case) {
            let id = received.header("webhook-id").unwrap();
            assert!(open.is_none_or(|open| open == id), "{id} before the one before it");
            open = (status(*number) != 200).then_some(id);
        }
    }
}

#[test]
fn the_log_has_the_kind_of_each_failure() {
    let listener = Listener::start(|number, _| match number {
        0 => {
            std::thread::sleep(Duration::from_secs(60));
            200
        }
        1 => 0,
        2 => 500,
        _ => 204,
    });
    let service = Service::start(&config(&[to(&listener)], &soon()));
    let case = submit(&service);
    wait(|| !deliveries(&service).is_empty() && all_are(&service, "delivered"), "delivery");
    let delivery = &deliveries(&service)[0];
    let log = delivery["log"].as_array().unwrap();
    let reply: Vec<_> = log.iter().map(|attempt| (attempt["status"].clone(), attempt["error"].clone())).collect();
    let none = Value::Null;
    let expected = [
        (none.clone(), json!("timeout")),
        (none.clone(), json!("closed")),
        (json!(500), none.clone()),
        (json!(204), none),
    ];
    assert_eq!(reply, expected);
    assert_eq!((&delivery["case_id"], &delivery["type"]), (&json!(case), &json!("case.received")));
    assert_eq!((&delivery["attempts"], &delivery["url"]), (&json!(4), &json!(listener.url)));
    assert_eq!(delivery["event_id"], listener.received()[0].header("webhook-id").unwrap());
    assert!(log[0]["duration_ms"].as_u64().unwrap() >= 4990, "{log:?}");
}

#[test]
fn what_is_given_up_holds_up_nothing_and_can_be_tried_again() {
    let is_well = Arc::new(AtomicBool::new(false));
    let well = Arc::clone(&is_well);
    let listener = Listener::start(move |_, received| {
        let refuses = received.body["event"] == "case.received" && !well.load(Ordering::Relaxed);
        if refuses { 500 } else { 200 }
    });
    let mut delivering = soon();
    delivering["attempts"] = json!(3);
    let service = Service::start(&config(&[to(&listener)], &delivering));
    live(&service);
    assert_eq!(listener.wait(5).len(), 5);
    let types = listener.types();
    assert_eq!(types, [["case.received"; 3].as_slice(), &LIFE[1..]].concat());
    wait(|| deliveries(&service)[2]["state"] == "delivered", "third delivery");
    let failed = service.operate("GET", "/deliveries?state=failed", &Value::Null);
    assert_eq!(failed["deliveries"].as_array().unwrap().len(), 1);
    is_well.store(true, Ordering::Relaxed);
    let id = failed["deliveries"][0]["id"].as_u64().unwrap();
    let again = service.operate("POST", &format!("/deliveries/{id}/retry"), &json!({}));
    assert_eq!((&again["id"], &again["attempts"]), (&json!(id), &json!(0)));
    wait(|| all_are(&service, "delivered"), "delivery");
    // Also an event that was delivered.
    service.operate("POST", &format!("/deliveries/{id}/retry"), &json!({}));
    let received = listener.wait(7);
    assert_eq!(received[5].header("webhook-id"), received[6].header("webhook-id"));
}

#[test]
fn retry_after_is_waited_for_up_to_the_longest_pause() {
    for (longest, least, most) in [(60_000, 1000, 10_000), (300, 300, 999)] {
        let times = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&times);
        let listener = Listener::answering("Retry-After: 1\r\n", move |number, _| {
            kept.lock().unwrap().push(Instant::now());
            if number == 0 { 503 } else { 200 }
        });
        let delivering = json!({ "first_pause_ms": 10, "longest_pause_ms": longest });
        let service = Service::start(&config(&[to(&listener)], &delivering));
        submit(&service);
        listener.wait(2);
        let times = times.lock().unwrap();
        let pause = times[1].duration_since(times[0]).as_millis();
        assert!(least <= pause && pause <= most, "{longest}: {pause}");
    }
}

#[test]
fn a_redirect_is_a_failure_and_is_not_followed() {
    let elsewhere = Listener::start(|_, _| 200);
    let headers = format!("Location: {}\r\n", elsewhere.url);
    let listener = Listener::answering(&headers, |number, _| [302, 307, 308, 200][number.min(3)]);
    let service = Service::start(&config(&[to(&listener)], &soon()));
    submit(&service);
    wait(|| !deliveries(&service).is_empty() && all_are(&service, "delivered"), "delivery");
    let log = &deliveries(&service)[0]["log"];
    let statuses: Vec<_> = log.as_array().unwrap().iter().map(|attempt| attempt["status"].as_u64()).collect();
    assert_eq!(statuses, [Some(302), Some(307), Some(308), Some(200)]);
    assert!(elsewhere.received().is_empty());
}
