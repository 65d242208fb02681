//! Where events are delivered, and where they stop.

use super::{CASE, LIFE, all_are, config, deliveries, live, soon, submit, taken, to};
use crate::service::support::{Listener, Service, json, wait};
use serde_json::{Value, json};
use std::time::Duration;

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
    assert_eq!(listener.received().len(), 3);
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
fn subscriptions_have_types_and_one_does_not_wait_for_another() {
    let dead = Listener::start(|_, _| {
        std::thread::sleep(Duration::from_secs(60));
        200
    });
    let (all, some) = (Listener::start(|_, _| 200), Listener::start(|_, _| 200));
    let hooks = [to(&dead), to(&all), json!({ "url": some.url, "events": ["case.in_progress"] })];
    let service = Service::start(&config(&hooks, &json!({ "timeout_ms": 60_000 })));
    for _ in 0..20 {
        live(&service);
    }
    let (all, some) = (all.wait(60), some.wait(20));
    // The dead consumer has not failed even once; callers and other consumers do not wait for it,
    // or they would wait longer than `wait` and this test's client allow.
    assert!(taken(&all).values().all(|types| *types == LIFE));
    assert!(some.iter().all(|received| received.body["event"] == "case.in_progress"));
    for _ in 0..20 {
        assert_eq!(service.get("", "/healthz").status, 200);
    }
    assert!(deliveries(&service).iter().all(|delivery| delivery["url"] != dead.url || delivery["attempts"] == 0));
    assert!(dead.received().len() <= 8, "{}", dead.received().len());
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
        let reply = answer.json().to_string();
        assert!(!reply.contains("secretive"), "{reply}");
        answer.status
    };
    assert_eq!(refused("DELETE", &path, ""), 404);
    assert_eq!(refused("POST", "/subscriptions/9/rotate", ""), 404);
    assert_eq!(refused("POST", "/subscriptions/secretive/rotated", ""), 404);
    assert_eq!(refused("POST", "/deliveries/secretive/retry", ""), 404);
    assert_eq!(refused("GET", "/deliveries?state=secretive", ""), 400);
    assert_eq!(refused("GET", "/deliveries?before=secretive", ""), 400);
    assert_eq!(refused("PUT", "/faults", r#"{ "secretive": true }"#), 400);
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
    assert_eq!(listener.received().len(), 1);
}

#[test]
fn a_test_case_sends_nothing_but_what_the_operator_fires() {
    let listener = Listener::start(|_, _| 200);
    let service = Service::start(&config(&[to(&listener)], &json!({})));
    let mut case = json(CASE);
    case["is_test"] = json!(true);
    let id = service.operate("POST", "/cases", &json!({ "case": case }))["id"].as_u64().unwrap();
    service.operate("POST", &format!("/cases/{id}/pick_up"), &json!({}));
    let path = format!("/cases/{id}/synthetic_event");
    let fired = service.operate("POST", &path, &json!({ "type": "case.results_ready" }));
    let received = listener.wait(1);
    wait(|| all_are(&service, "delivered"), "delivery");
    assert_eq!((received.len(), &received[0].body["event"]), (1, &json!("case.results_ready")));
    assert_eq!(received[0].body["event_id"], fired["event_id"]);
}

#[test]
fn many_consumers_that_hang_hold_up_no_other() {
    let dead = Listener::start(|_, _| {
        std::thread::sleep(Duration::from_secs(60));
        200
    });
    let last = Listener::start(|_, _| 200);
    let hooks: Vec<_> = (0..70).map(|number| json!({ "url": format!("{}/{number}", dead.url) })).collect();
    let hooks: Vec<_> = hooks.into_iter().chain([to(&last)]).collect();
    let service = Service::start(&config(&hooks, &json!({ "timeout_ms": 60_000 })));
    for _ in 0..5 {
        live(&service);
    }
    assert!(taken(&last.wait(15)).values().all(|types| *types == LIFE));
    // Each of the others gets one attempt at a time.
    wait(|| dead.received().len() == 70, "attempts");
}

#[test]
fn a_consumer_that_does_not_answer_is_tried_one_at_a_time() {
    let dead = Listener::start(|_, _| {
        std::thread::sleep(Duration::from_secs(3));
        0
    });
    let delivering = json!({ "timeout_ms": 2000, "first_pause_ms": 1, "longest_pause_ms": 1, "attempts": 1000 });
    let service = Service::start(&config(&[to(&dead)], &delivering));
    for _ in 0..12 {
        submit(&service);
    }
    // Attempts that began before the first timeout.
    dead.wait(8);
    std::thread::sleep(Duration::from_secs(5));
    assert!(dead.received().len() <= 8 + 4, "{}", dead.received().len());
}
