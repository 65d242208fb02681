//! Webhooks of a stand-in that is killed or stopped.

use super::{LIFE, all_are, config, live, soon, submit, taken, to};
use crate::service::support::{Listener, Service, wait};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[test]
fn events_survive_a_kill_before_they_are_sent() {
    let is_up = Arc::new(AtomicBool::new(false));
    let up = Arc::clone(&is_up);
    let listener = Listener::start(move |_, _| if up.load(Ordering::Relaxed) { 200 } else { 0 });
    let mut service = Service::start(&config(&[to(&listener)], &soon()));
    let cases: Vec<u64> = (0..5).map(|_| live(&service)).collect();
    service.kill();
    let before = listener.received().len();
    is_up.store(true, Ordering::Relaxed);
    service.restart();
    let received = listener.wait(before + 15);
    let taken = taken(&received[before..]);
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
        listener.wait(listener.received().len() + 2 + round);
        service.kill();
        service.restart();
    }
    wait(|| all_are(&service, "delivered"), "end of the deliveries");
    let received = listener.received();
    let taken = taken(received.iter());
    assert_eq!(taken.keys().copied().collect::<Vec<_>>(), cases);
    // Each event keeps its id, however often it is delivered.
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
    let closed = listener.received().into_iter().filter(|received| received.body["event"] == "case.closed");
    let closed: BTreeSet<_> =
        closed.map(|received| (received.body["case_id"].as_u64(), received.body["event_id"].to_string())).collect();
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
    wait(|| service.has_ended(), "end");
    service.restart();
    let received = listener.wait(3);
    wait(|| all_are(&service, "delivered"), "end of the deliveries");
    // The first is not sent again, because its answer was stored.
    assert_eq!(received.iter().map(|received| received.body["event"].as_str().unwrap()).collect::<Vec<_>>(), LIFE);
}

#[cfg(unix)]
#[test]
fn a_consumer_that_hangs_does_not_keep_it_from_stopping() {
    let listener = Listener::start(|number, _| {
        if number == 0 {
            std::thread::sleep(Duration::from_secs(60));
        }
        200
    });
    let mut service = Service::start(&config(&[to(&listener)], &json!({ "timeout_ms": 60_000 })));
    submit(&service);
    listener.wait(1);
    service.signal("-TERM");
    wait(|| service.has_ended(), "end");
    // What was not answered is sent again.
    service.restart();
    listener.wait(2);
    wait(|| all_are(&service, "delivered"), "end of the deliveries");
}
