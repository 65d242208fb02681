//! Webhooks to a consumer that answers as a test says: what arrives, how often, in which order.

mod modes;
mod signing;

use crate::support::{Heard, Listener, Service, json, wait};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Settings: where events go, and how they are sent.
fn config(hooks: &[Value], delivering: &Value) -> String {
    json!({ "organizations": [{ "name": "Example Law", "webhooks": hooks }], "delivering": delivering }).to_string()
}

/// Fails a little, and soon tries again.
fn soon() -> Value {
    json!({ "attempts": 1000, "first_pause_ms": 10, "longest_pause_ms": 40, "timeout_ms": 5000 })
}

fn to(listener: &Listener) -> Value {
    json!({ "url": listener.url })
}

const CASE: &str = r#"{ "case_type": "pl", "cc_emails": "a@example.com", "plaintiff_name": "Test",
    "date_of_loss": "2026-01-15", "is_incident_report_provided": true, "base_product": ["personal_auto_policy_limits"],
    "insurance_company": "Example Mutual" }"#;

/// A case of another intake channel; gives its number.
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

/// Per case the types in the order in which they were first taken.
fn taken<'h>(heard: impl IntoIterator<Item = &'h Heard>) -> BTreeMap<u64, Vec<String>> {
    let mut cases: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    for heard in heard {
        let case = cases.entry(heard.body["case_id"].as_u64().unwrap()).or_default();
        if ids.insert(heard.header("webhook-id").unwrap().to_owned()) {
            case.push(heard.body["event"].as_str().unwrap().to_owned());
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
    let heard = listener.heard();
    let numbered: Vec<_> = heard.iter().enumerate().collect();
    let taken = taken(numbered.iter().filter(|(number, _)| status(*number) == 200).map(|(_, heard)| *heard));
    assert_eq!(taken.keys().copied().collect::<Vec<_>>(), cases);
    assert!(taken.values().all(|types| *types == LIFE), "{taken:?}");
    // The next of a case is not even tried before the one before it is taken.
    for case in cases {
        let mut open: Option<&str> = None;
        for (number, heard) in numbered.iter().filter(|(_, heard)| heard.body["case_id"] == case) {
            let id = heard.header("webhook-id").unwrap();
            assert!(open.is_none_or(|open| open == id), "{id} before the one before it");
            open = (status(*number) != 200).then_some(id);
        }
    }
}

#[test]
fn the_log_tells_of_what_kind_each_failure_was() {
    let listener = Listener::start(|number, _| match number {
        0 => {
            std::thread::sleep(Duration::from_millis(600));
            200
        }
        1 => 0,
        2 => 500,
        _ => 204,
    });
    let mut delivering = soon();
    delivering["timeout_ms"] = json!(300);
    let service = Service::start(&config(&[to(&listener)], &delivering));
    let case = submit(&service);
    wait(|| !deliveries(&service).is_empty() && all_are(&service, "delivered"), "delivery");
    let delivery = &deliveries(&service)[0];
    let log = delivery["log"].as_array().unwrap();
    let told: Vec<_> = log.iter().map(|attempt| (attempt["status"].clone(), attempt["error"].clone())).collect();
    let none = Value::Null;
    let expected = [
        (none.clone(), json!("timeout")),
        (none.clone(), json!("closed")),
        (json!(500), none.clone()),
        (json!(204), none),
    ];
    assert_eq!(told, expected);
    assert_eq!((&delivery["case_id"], &delivery["type"]), (&json!(case), &json!("case.received")));
    assert_eq!((&delivery["attempts"], &delivery["url"]), (&json!(4), &json!(listener.url)));
    assert_eq!(delivery["event_id"], listener.heard()[0].header("webhook-id").unwrap());
    assert!(log[0]["duration_ms"].as_u64().unwrap() >= 290, "{log:?}");
}

#[test]
fn what_is_given_up_holds_up_nothing_and_can_be_tried_again() {
    let is_well = Arc::new(AtomicBool::new(false));
    let well = Arc::clone(&is_well);
    let listener = Listener::start(move |_, heard| {
        let refuses = heard.body["event"] == "case.received" && !well.load(Ordering::Relaxed);
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
    // One that was delivered too.
    service.operate("POST", &format!("/deliveries/{id}/retry"), &json!({}));
    let heard = listener.wait(7);
    assert_eq!(heard[5].header("webhook-id"), heard[6].header("webhook-id"));
}

#[test]
fn retry_after_is_waited_for_up_to_the_longest_pause() {
    for (longest, least, most) in [(60_000, 1000, 10_000), (300, 300, 999)] {
        let times = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&times);
        let listener = Listener::telling("Retry-After: 1\r\n", move |number, _| {
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
fn a_consumer_that_is_gone_gets_nothing_more() {
    let listener = Listener::start(|number, _| [200, 500, 410][number.min(2)]);
    let other = Listener::start(|_, _| 200);
    let mut delivering = soon();
    delivering["first_pause_ms"] = json!(300);
    delivering["longest_pause_ms"] = json!(300);
    let service = Service::start(&config(&[to(&listener), to(&other)], &delivering));
    let case = live(&service);
    listener.wait(3);
    wait(|| service.operate("GET", "/deliveries?state=failed", &Value::Null)["deliveries"][1].is_object(), "failures");
    service.operate("POST", &format!("/cases/{case}/synthetic_event"), &json!({ "type": "case.closed" }));
    other.wait(4);
    wait(|| service.operate("GET", "/deliveries?state=pending", &Value::Null)["deliveries"] == json!([]), "end");
    assert_eq!(listener.heard().len(), 3);
    let own = deliveries(&service).into_iter().filter(|delivery| delivery["url"] == listener.url).collect::<Vec<_>>();
    let states: Vec<_> = own.iter().map(|delivery| delivery["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["delivered", "failed", "failed"]);
    let last = |delivery: &Value| delivery["log"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((last(&own[1])["status"].clone(), last(&own[1])["error"].clone()), (json!(410), json!("gone")));
    assert_eq!((last(&own[2])["status"].clone(), last(&own[2])["error"].clone()), (Value::Null, json!("gone")));
    let subscriptions = &service.operate("GET", "/subscriptions", &Value::Null)["subscriptions"];
    assert!(subscriptions[0]["ended_at"].is_string() && subscriptions[1]["ended_at"].is_null(), "{subscriptions}");
    let retry = format!("/operator/api/deliveries/{}/retry", own[2]["id"]);
    assert_eq!(service.post_json(&service.operator(), &retry, "{}").status, 409);
}

#[test]
fn a_redirect_is_a_failure_and_is_not_followed() {
    let elsewhere = Listener::start(|_, _| 200);
    let headers = format!("Location: {}\r\n", elsewhere.url);
    let listener = Listener::telling(&headers, |number, _| [302, 307, 308, 200][number.min(3)]);
    let service = Service::start(&config(&[to(&listener)], &soon()));
    submit(&service);
    wait(|| !deliveries(&service).is_empty() && all_are(&service, "delivered"), "delivery");
    let log = &deliveries(&service)[0]["log"];
    let statuses: Vec<_> = log.as_array().unwrap().iter().map(|attempt| attempt["status"].as_u64()).collect();
    assert_eq!(statuses, [Some(302), Some(307), Some(308), Some(200)]);
    assert!(elsewhere.heard().is_empty());
}

#[test]
fn subscriptions_have_types_and_one_does_not_wait_for_another() {
    let dead = Listener::start(|_, _| {
        std::thread::sleep(Duration::from_secs(20));
        200
    });
    let (all, some) = (Listener::start(|_, _| 200), Listener::start(|_, _| 200));
    let hooks = [to(&dead), to(&all), json!({ "url": some.url, "events": ["case.in_progress"] })];
    let delivering = json!({ "timeout_ms": 15_000 });
    let service = Service::start(&config(&hooks, &delivering));
    let started = Instant::now();
    for _ in 0..20 {
        live(&service);
    }
    let (all, some) = (all.wait(60), some.wait(20));
    // The dead consumer has not even failed once; neither callers nor others wait for it.
    assert!(started.elapsed() < Duration::from_secs(14), "{:?}", started.elapsed());
    assert!(taken(&all).values().all(|types| *types == LIFE));
    assert!(some.iter().all(|heard| heard.body["event"] == "case.in_progress"));
    let slowest = (0..20).map(|_| {
        let asked = Instant::now();
        assert_eq!(service.get("", "/healthz").status, 200);
        asked.elapsed()
    });
    assert!(slowest.max().unwrap() < Duration::from_secs(1));
    assert!(dead.heard().len() <= 8, "{}", dead.heard().len());
}

#[test]
fn events_survive_a_kill_before_they_are_sent() {
    let is_up = Arc::new(AtomicBool::new(false));
    let up = Arc::clone(&is_up);
    let listener = Listener::start(move |_, _| if up.load(Ordering::Relaxed) { 200 } else { 0 });
    let mut service = Service::start(&config(&[to(&listener)], &soon()));
    let cases: Vec<u64> = (0..5).map(|_| live(&service)).collect();
    service.kill();
    let before = listener.heard().len();
    is_up.store(true, Ordering::Relaxed);
    service.restart();
    let heard = listener.wait(before + 15);
    let taken = taken(&heard[before..]);
    assert_eq!(taken.keys().copied().collect::<Vec<_>>(), cases);
    assert!(taken.values().all(|types| *types == LIFE), "{taken:?}");
}

#[test]
fn events_survive_kills_while_they_are_sent() {
    let listener = Listener::start(|number, _| {
        std::thread::sleep(Duration::from_millis(30));
        if number % 5 == 0 { 500 } else { 200 }
    });
    let mut service = Service::start(&config(&[to(&listener)], &soon()));
    let mut cases = Vec::new();
    for round in 0..4 {
        cases.extend((0..5).map(|_| live(&service)));
        listener.wait(listener.heard().len() + 2 + round);
        service.kill();
        service.restart();
    }
    wait(|| all_are(&service, "delivered"), "end of the deliveries");
    let heard = listener.heard();
    let taken = taken(heard.iter());
    assert_eq!(taken.keys().copied().collect::<Vec<_>>(), cases);
    // Each event has one id, however often it came.
    assert!(taken.values().all(|types| *types == LIFE), "{taken:?}");
}

#[test]
fn a_case_closes_once_across_kills() {
    let listener = Listener::start(|number, _| if number % 3 == 0 { 0 } else { 200 });
    let mut service = Service::start(&config(&[to(&listener)], &soon()));
    let ids: Vec<u64> = (0..3).map(|_| submit(&service)).collect();
    for id in &ids {
        for action in ["pick_up", "publish_results", "confirm_delivery"] {
            service.operate("POST", &format!("/cases/{id}/{action}"), &json!({}));
        }
        service.kill();
        service.restart();
        let again = format!("/operator/api/cases/{id}/confirm_delivery");
        assert_eq!(service.post_json(&service.operator(), &again, "{}").status, 409);
    }
    wait(|| all_are(&service, "delivered"), "end of the deliveries");
    let closed = listener.heard().into_iter().filter(|heard| heard.body["event"] == "case.closed");
    let closed: BTreeSet<_> =
        closed.map(|heard| (heard.body["case_id"].as_u64(), heard.body["event_id"].to_string())).collect();
    assert_eq!(closed.len(), ids.len(), "{closed:?}");
}

#[cfg(unix)]
#[test]
fn a_graceful_stop_finishes_the_attempt_that_was_begun() {
    let listener = Listener::start(|_, _| {
        std::thread::sleep(Duration::from_millis(700));
        200
    });
    let mut service = Service::start(&config(&[to(&listener)], &json!({})));
    live(&service);
    listener.wait(1);
    service.signal("-TERM");
    std::thread::sleep(Duration::from_millis(1500));
    service.kill();
    service.restart();
    let heard = listener.wait(3);
    wait(|| all_are(&service, "delivered"), "end of the deliveries");
    // The first is not sent again: its answer was kept.
    assert_eq!(heard.iter().map(|heard| heard.body["event"].as_str().unwrap()).collect::<Vec<_>>(), LIFE);
}

#[test]
fn settings_that_change_end_and_begin_subscriptions() {
    let (one, other) = (Listener::start(|_, _| 500), Listener::start(|_, _| 200));
    let mut service = Service::start(&config(&[to(&one)], &json!({ "first_pause_ms": 60_000 })));
    submit(&service);
    wait(|| deliveries(&service)[0]["attempts"] == 1, "attempt");
    service.kill();
    service.restart_with(&config(&[to(&other)], &json!({})));
    let given_up = &deliveries(&service)[0];
    assert_eq!((&given_up["state"], &given_up["log"][1]["error"]), (&json!("failed"), &json!("ended")));
    let case = submit(&service);
    assert_eq!(other.wait(1)[0].body["case_id"], case);
    // Another start with the same settings changes nothing.
    service.kill();
    service.restart();
    let subscriptions = service.operate("GET", "/subscriptions", &Value::Null);
    let subscriptions = subscriptions["subscriptions"].as_array().unwrap();
    assert_eq!(subscriptions.len(), 2);
    assert!(subscriptions[0]["ended_at"].is_string() && subscriptions[1]["ended_at"].is_null());
}

#[test]
fn the_operator_subscribes_and_ends_subscriptions() {
    let listener = Listener::start(|_, _| 200);
    let service = Service::start("{}");
    let hook = json!({ "organization": "Example Law", "url": listener.url, "events": ["case.received"] });
    let made = service.operate("POST", "/subscriptions", &hook);
    assert_eq!((&made["signed"], &made["source"]), (&json!(false), &json!("operator")));
    live(&service);
    assert_eq!(listener.wait(1)[0].body["event"], "case.received");
    let path = format!("/subscriptions/{}", made["id"]);
    service.operate("DELETE", &path, &Value::Null);
    submit(&service);
    let operator = service.operator();
    let refused = |method: &str, path: &str, body: &str| {
        let path = format!("/operator/api{path}");
        let answer = service.send(method, &operator, &path, "application/json", body.as_bytes());
        assert_eq!(answer.header("content-type"), Some("application/problem+json"));
        let told = answer.json().to_string();
        assert!(!told.contains("secretive"), "{told}");
        answer.status
    };
    assert_eq!(refused("DELETE", &path, ""), 404);
    assert_eq!(refused("POST", "/subscriptions/9/rotate", ""), 404);
    assert_eq!(refused("POST", "/subscriptions/secretive/rotated", ""), 404);
    assert_eq!(refused("POST", "/deliveries/secretive/retry", ""), 404);
    assert_eq!(refused("GET", "/deliveries?state=secretive", ""), 400);
    assert_eq!(refused("GET", "/deliveries?before=secretive", ""), 400);
    assert_eq!(refused("PUT", "/delivery_mode", r#"{ "secretive": true }"#), 400);
    for hook in [
        json!({ "url": "secretive" }),
        json!({ "url": "http://localhost/", "secret": "secretive" }),
        json!({ "url": "http://localhost/", "events": ["secretive"] }),
        json!({ "url": "http://localhost/", "events": [] }),
    ] {
        assert_eq!(refused("POST", "/subscriptions", &hook.to_string()), 400, "{hook}");
    }
    let elsewhere = json!({ "url": "http://localhost/", "organization": "secretive" });
    assert_eq!(refused("POST", "/subscriptions", &elsewhere.to_string()), 404);
    assert_eq!(listener.heard().len(), 1);
}

#[test]
fn a_test_case_sends_nothing_but_what_the_operator_fires() {
    let listener = Listener::start(|_, _| 200);
    let service = Service::start(&config(&[to(&listener)], &json!({})));
    let case = json(
        r#"{ "case_type": "pl", "cc_emails": "a@example.com", "plaintiff_name": "Test", "date_of_loss": "2026-01-15",
             "is_incident_report_provided": true, "base_product": ["personal_auto_policy_limits"],
             "insurance_company": "Example Mutual", "is_test": true }"#,
    );
    let id = service.operate("POST", "/cases", &json!({ "case": case }))["id"].as_u64().unwrap();
    service.operate("POST", &format!("/cases/{id}/pick_up"), &json!({}));
    let path = format!("/cases/{id}/synthetic_event");
    let fired = service.operate("POST", &path, &json!({ "type": "case.results_ready" }));
    let heard = listener.wait(1);
    wait(|| all_are(&service, "delivered"), "delivery");
    assert_eq!((heard.len(), &heard[0].body["event"]), (1, &json!("case.results_ready")));
    assert_eq!(heard[0].body["event_id"], fired["event_id"]);
}
