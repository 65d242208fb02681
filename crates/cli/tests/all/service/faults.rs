//! Kills, load and repetition: no answered request is lost, no event is lost, and nothing happens
//! twice.

use crate::service::support::{Answer, Listener, Service, multipart, wait};
use crate::service::walk::LIMIT;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

fn with_listener(listener: &Listener) -> String {
    json!({
        "organizations": [{ "name": "Fault Law", "webhooks": [{ "url": listener.url }] }],
        "delivering": { "first_pause_ms": 20, "longest_pause_ms": 200, "attempts": 1000 }
    })
    .to_string()
}

/// The events of a type that were received, by case: their ids.
fn received_of(listener: &Listener, kind: &str) -> BTreeMap<i64, BTreeSet<String>> {
    let mut received: BTreeMap<i64, BTreeSet<String>> = BTreeMap::new();
    for event in listener.received().iter().filter(|event| event.body["event"] == kind) {
        let ids = received.entry(event.body["case_id"].as_i64().unwrap()).or_default();
        ids.insert(event.body["event_id"].as_str().unwrap().to_owned());
    }
    received
}

#[test]
fn nothing_answered_is_lost_by_a_kill_amid_creates() {
    // Every third delivery is broken off, so that kills also hit deliveries in progress.
    let listener = Listener::start(|number, _| if number % 3 == 2 { 0 } else { 200 });
    let mut service = Service::start(&with_listener(&listener));
    let user = service.login("clerk");
    let answered = Mutex::new(BTreeMap::new());
    for round in 0..5_u64 {
        let stop = AtomicBool::new(false);
        let (content_type, body) =
            multipart(&[("case", None, LIMIT.as_bytes()), ("files", Some("a.pdf"), &vec![7; 50_000])]);
        thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        let answer =
                            service.try_send("POST", &user, "/api/v1/partner/cases/create/", &content_type, &body);
                        // Nothing is promised about a request that the kill cut off.
                        let Some(answer) = answer.filter(is_whole) else { continue };
                        assert_eq!(answer.status, 201, "{}", answer.json());
                        let created = answer.json();
                        let file = created["attachments"][0]["file_id"].as_str().unwrap().to_owned();
                        answered.lock().unwrap().insert(created["case_id"].as_i64().unwrap(), file);
                    }
                });
            }
            thread::sleep(Duration::from_millis(150 + 70 * round));
            service.signal("-9");
            stop.store(true, Ordering::Relaxed);
        });
        service.kill();
        service.restart();
        for (id, file) in &*answered.lock().unwrap() {
            let detail = service.operate("GET", &format!("/cases/{id}"), &Value::Null);
            assert_eq!(detail["files"][0]["id"], file.as_str(), "case {id} after round {round}");
            let bytes = service.get(&service.operator(), &format!("/operator/api/files/{file}"));
            assert_eq!((bytes.status, bytes.body.len()), (200, 50_000));
        }
    }
    let answered = answered.into_inner().unwrap();
    assert!(answered.len() >= 5, "only {} creates were answered", answered.len());
    // A case may exist whose answer the kill cut off; then its files and events exist as well.
    let cases = all_cases(&service);
    let kept = std::fs::read_dir(service.folder().join("data/files")).unwrap().count();
    assert_eq!(kept, cases.len(), "a file for each case, and no other");
    wait(|| received_of(&listener, "case.received").len() == cases.len(), "case.received of every case");
    assert!(
        received_of(&listener, "case.received").values().all(|ids| ids.len() == 1),
        "an event of its own for each case"
    );
}

fn is_whole(answer: &Answer) -> bool {
    let length = answer.header("content-length").and_then(|length| length.parse().ok());
    length.is_none_or(|length: usize| length == answer.body.len())
}

fn all_cases(service: &Service) -> Vec<Value> {
    let mut cases = Vec::new();
    let mut before = String::new();
    loop {
        let page = service.operate("GET", &format!("/cases?page_size=200{before}"), &Value::Null);
        cases.extend(page["cases"].as_array().unwrap().clone());
        match page["next_before"].as_i64() {
            Some(next) => before = format!("&before={next}"),
            None => return cases,
        }
    }
}

#[test]
fn a_cancelled_case_is_closed_once_through_kills_and_repetition() {
    let listener = Listener::start(|number, _| if number % 2 == 0 { 503 } else { 200 });
    let mut service = Service::start(&with_listener(&listener));
    let user = service.login("clerk");
    let mut keys = Vec::new();
    for _ in 0..4 {
        let created = service.create(&user, LIMIT);
        let path = format!("/api/v1/partner/cases/{}/cancel/", created["case_ref"].as_str().unwrap());
        keys.push(created["case_id"].as_i64().unwrap());
        thread::scope(|scope| {
            for _ in 0..5 {
                scope.spawn(|| {
                    service.try_send("POST", &user, &path, "application/json", br#"{ "reason": "settled" }"#)
                });
            }
            thread::sleep(Duration::from_millis(5));
            service.signal("-9");
        });
        service.kill();
        service.restart();
        let answer = service.post_json(&user, &path, r#"{ "reason": "again" }"#);
        assert_eq!(answer.status, 202, "{}", answer.json());
    }
    wait(|| received_of(&listener, "case.closed").len() == keys.len(), "case.closed of every case");
    for (case, ids) in received_of(&listener, "case.closed") {
        assert_eq!(ids.len(), 1, "case {case} is closed once, however often that is sent");
    }
    for case in keys {
        let detail = service.operate("GET", &format!("/cases/{case}"), &Value::Null);
        let closed = detail["events"].as_array().unwrap().iter().filter(|event| event["type"] == "case.closed").count();
        assert_eq!(closed, 1);
    }
}

#[test]
fn twenty_clients_at_once_get_a_case_each() {
    let listener = Listener::start(|_, _| 200);
    let service = Service::start(&with_listener(&listener));
    let user = service.login("clerk");
    let ids = Mutex::new(BTreeSet::new());
    thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let id = service.create(&user, LIMIT)["case_id"].as_i64().unwrap();
                    assert!(ids.lock().unwrap().insert(id), "a number twice");
                    assert_eq!(service.get(&user, "/api/v1/partner/cases/?page_size=5").status, 200);
                }
            });
        }
    });
    listener.wait(200);
    let received = received_of(&listener, "case.received");
    assert_eq!(received.keys().copied().collect::<BTreeSet<_>>(), ids.into_inner().unwrap());
}

#[test]
fn of_equal_requests_at_once_one_has_an_effect() {
    let listener = Listener::start(|_, _| 200);
    let service = Service::start(&with_listener(&listener));
    let user = service.login("clerk");
    let created = service.create(&user, LIMIT);
    let operate =
        |action: &str, body: Value| service.operate("POST", &format!("/cases/{}/{action}", created["case_id"]), &body);
    let path = |rest: &str| format!("/api/v1/partner/cases/{}/{rest}", created["case_ref"].as_str().unwrap());
    let at_once = |send: &(dyn Fn() -> u16 + Sync)| -> BTreeMap<u16, usize> {
        let answers: Vec<u16> = thread::scope(|scope| {
            let sending: Vec<_> = (0..20).map(|_| scope.spawn(send)).collect();
            sending.into_iter().map(|answer| answer.join().unwrap()).collect()
        });
        answers.into_iter().fold(BTreeMap::new(), |mut counts, status| {
            *counts.entry(status).or_default() += 1;
            counts
        })
    };
    operate("pick_up", json!({}));
    operate("need_input", json!({ "message": "More?", "interaction_id": "i-1" }));
    let reply: [(&str, Option<&str>, &[u8]); 2] = [("interaction_id", None, b"i-1"), ("message", None, b"Yes.")];
    let replies = at_once(&|| service.post_parts(&user, &path("respond/"), &reply).status);
    assert_eq!(replies, BTreeMap::from([(200, 1), (400, 19)]));
    operate("pick_up", json!({}));
    operate("publish_results", json!({}));
    let offer = operate("find_policies", json!({}))["offer_id"].clone();
    let offered = service.get(&user, &path("offers/")).json();
    let body = json!({ "offer_id": offer, "selected_upgrade_ids": [offered["additional_policies"][0]["upgrade_id"]] });
    let accepts = at_once(&|| service.post_json(&user, &path("offers/accept/"), &body.to_string()).status);
    assert_eq!(accepts, BTreeMap::from([(200, 20)]));
    operate("confirm_delivery", json!({}));
    wait(|| listener.types().last().is_some_and(|kind| kind == "case.closed"), "case.closed");
    let ready = listener.types().iter().filter(|kind| *kind == "case.results_ready").count();
    assert_eq!(ready, 2, "published, and once regenerated");
}
