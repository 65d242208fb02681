//! Moving the clock.

use super::{call, existence, limit, refusal};
use crate::service::support::{Listener, Service, json};
use serde_json::{Value, json as value};

#[test]
fn time_travels_and_losses_grow_old() {
    let mut service = Service::start("{}");
    let reply = service.operate("GET", "/clock", &value!({}));
    assert_eq!(reply["offset_ms"], 0);
    let march = service.operate("PUT", "/clock", &value!({ "now": "2026-03-01T10:00:00+01:00" }));
    assert!(march["now"].as_str().unwrap().starts_with("2026-03-01T09:0"), "{march}");

    let submitted = |service: &Service| call(service, "POST", "/cases", &value!({ "case": existence() }).to_string());
    assert_eq!(submitted(&service).status, 201);
    // The last day that counts (D12), and the day after.
    service.operate("PUT", "/clock", &value!({ "advance_seconds": 4 * 86_400 }));
    assert_eq!(submitted(&service).status, 201);
    let later = service.operate("PUT", "/clock", &value!({ "advance_seconds": 86_400 }));
    assert!(later["now"].as_str().unwrap().starts_with("2026-03-06T09:0"), "{later}");
    let refused = submitted(&service);
    assert_eq!((refused.status, &refused.json()["errors"][0]["rule"]), (400, &json(r#""pe.loss_within_365_days""#)));

    service.kill();
    service.restart();
    let kept = service.operate("GET", "/clock", &value!({}));
    assert_eq!(kept["offset_ms"], later["offset_ms"]);
    assert_eq!(submitted(&service).status, 400);
    let overview = service.operate("GET", "/overview", &value!({}));
    assert_eq!(overview["clock_offset_ms"], later["offset_ms"]);

    for body in [
        r#"{"now": "1969-12-31T23:59:59Z"}"#,
        r#"{"advance_seconds": 9223372036854775807}"#,
        r#"{"advance_seconds": -9223372036854775808}"#,
    ] {
        assert_eq!(refusal(&call(&service, "PUT", "/clock", body)), (400, "clock_out_of_range".into()), "{body}");
    }
    let back = service.operate("PUT", "/clock", &value!({ "advance_seconds": -86_400 }));
    assert!(back["now"].as_str().unwrap().starts_with("2026-03-05T09:0"), "{back}");
    assert_eq!(submitted(&service).status, 201);
    let end = service.operate("PUT", "/clock", &value!({ "now": "9999-12-31T23:59:58Z" }));
    assert!(end["now"].as_str().unwrap().starts_with("9999-12-31T23:59:5"), "{end}");
    assert_eq!(submitted(&service).status, 400);
    assert_eq!(service.operate("PUT", "/clock", &value!({ "reset": true }))["offset_ms"], 0);
}

/// Moves the clock and the waiting deliveries of a stopped stand-in, as if this computer's clock
/// had been a day ahead until now.
fn set_back_a_day(service: &Service) {
    let file = service.folder().join("data/casegate.sqlite3");
    let database = rusqlite::Connection::open(file).expect("a database");
    database
        .execute_batch(
            "UPDATE settings SET value = 0 WHERE name = 'clock_offset_ms';
             UPDATE deliveries SET due_at = due_at + 86400000",
        )
        .expect("it is changed");
}

#[test]
fn cases_stay_and_events_go_on_where_the_clock_is_set_back() {
    let listener = Listener::start(|number, _| if number == 0 { 500 } else { 200 });
    let config = value!({ "webhooks": [{ "url": listener.url }], "delivering": { "first_pause_ms": 60_000 },
                          "issue_keys": { "after_seconds": 1 } });
    let mut service = Service::start(&config.to_string());
    let user = service.login("me");
    service.operate("PUT", "/clock", &value!({ "advance_seconds": 86_400 }));
    service.create(&user, &limit().to_string());
    service.operate("PUT", "/clock", &value!({ "advance_seconds": 5 }));
    service.operate("POST", "/cases/1/pick_up", &value!({}));
    service.operate("POST", "/cases/1/publish_results", &value!({}));
    listener.wait(1);
    service.kill();
    set_back_a_day(&service);
    service.restart();

    let overview = service.operate("GET", "/overview", &value!({}));
    let at = |name: &str| overview[name].as_str().expect("a moment").to_owned();
    assert!(at("now") < at("newest_case_at"), "{overview}");
    // What failed, and what waited for it, is due at once, although its pause would begin only
    // tomorrow.
    listener.wait(4);
    assert_eq!(listener.types()[1..], ["case.received", "case.in_progress", "case.results_ready"]);
    let path = "/api/v1/partner/cases/";
    let listed = service.get(&user, path).json();
    assert_eq!(listed["results"][0]["issue_key"], "CASE-1");
    for rest in ["CASE-1/", "CASE-1/results/"] {
        assert_eq!(service.get(&user, &format!("{path}{rest}")).status, 200, "{rest}");
    }
    service.operate("POST", "/cases/1/confirm_delivery", &value!({}));
    listener.wait(5);
    service.create(&user, &limit().to_string());
    let ids: Vec<Value> =
        service.get(&user, path).json()["results"].as_array().unwrap().iter().map(|case| case["id"].clone()).collect();
    assert_eq!(ids, [2, 1]);
}

#[test]
fn references_come_late_by_the_stand_ins_clock() {
    let service = Service::start(r#"{ "issue_keys": { "prefix": "LAW", "after_seconds": 3600 } }"#);
    let made = service.operate("POST", "/cases", &value!({ "case": limit() }));
    assert_eq!(made, value!({ "id": 1, "issue_key": null }));
    service.operate("PUT", "/clock", &value!({ "advance_seconds": 3600 }));
    assert_eq!(service.operate("GET", "/cases", &value!({}))["cases"][0]["issue_key"], "LAW-1");
}

#[test]
fn a_reference_that_was_given_stays_when_time_goes_back() {
    let service = Service::start(r#"{ "issue_keys": { "after_seconds": 60 } }"#);
    let user = service.login("me");
    service.operate("PUT", "/clock", &value!({ "advance_seconds": 86_400 }));
    service.create(&user, &limit().to_string());
    service.operate("PUT", "/clock", &value!({ "advance_seconds": 60 }));
    service.create(&user, &limit().to_string());
    service.operate("PUT", "/clock", &value!({ "reset": true }));
    assert_eq!(service.get(&user, "/api/v1/partner/cases/CASE-1/").status, 200);
    assert_eq!(service.get(&user, "/api/v1/partner/cases/CASE-2/").status, 404, "it had none yet");
}
