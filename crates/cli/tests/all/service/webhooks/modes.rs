//! Late, doubled or shuffled deliveries: everything arrives all the same.

use super::{LIFE, all_are, config, live, soon, submit, taken, to};
use crate::service::support::{Listener, Service, wait};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

#[test]
fn twice_and_shuffled_everything_arrives() {
    let listener = Listener::start(|number, _| if number % 6 == 0 { 500 } else { 200 });
    let mut service = Service::start(&config(&[to(&listener)], &soon()));
    let mode = json!({ "late_ms": 0, "twice": true, "shuffled": true });
    assert_eq!(service.operate("PUT", "/delivery_mode", &mode), mode);
    let cases: Vec<u64> = (0..8).map(|_| live(&service)).collect();
    service.kill();
    service.restart();
    assert_eq!(service.operate("GET", "/delivery_mode", &Value::Null), mode);
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
    let delivering = json!({ "late_ms": 800 });
    let service = Service::start(&config(&[to(&listener)], &delivering));
    let started = Instant::now();
    live(&service);
    listener.wait(3);
    assert!(started.elapsed() >= Duration::from_millis(800), "{:?}", started.elapsed());
    assert_eq!(listener.types(), LIFE);
    let mode = json!({ "late_ms": 0, "twice": true, "shuffled": false });
    service.operate("PUT", "/delivery_mode", &mode);
    submit(&service);
    let received = listener.wait(5);
    assert_eq!(received[3].header("webhook-id"), received[4].header("webhook-id"));
}
