//! Clock travel.

use super::{call, existence, limit, refusal};
use crate::support::{Service, json};
use serde_json::json as value;

#[test]
fn time_travels_and_losses_grow_old() {
    let mut service = Service::start("{}");
    let told = service.operate("GET", "/clock", &value!({}));
    assert_eq!(told["offset_ms"], 0);
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

#[test]
fn references_come_late_by_the_stand_ins_clock() {
    let service = Service::start(r#"{ "issue_keys": { "prefix": "LAW", "after_seconds": 3600 } }"#);
    let made = service.operate("POST", "/cases", &value!({ "case": limit() }));
    assert_eq!(made, value!({ "id": 1, "issue_key": null }));
    service.operate("PUT", "/clock", &value!({ "advance_seconds": 3600 }));
    assert_eq!(service.operate("GET", "/cases", &value!({}))["cases"][0]["issue_key"], "LAW-1");
}

#[test]
fn a_reference_that_was_given_stays() {
    let service = Service::start("{}");
    let user = service.login("a");
    service.operate("PUT", "/clock", &value!({ "advance_seconds": 86_400 }));
    let made = service.operate("POST", "/cases", &value!({ "case": limit() }));
    assert_eq!(made["issue_key"], "CASE-1");
    service.operate("PUT", "/clock", &value!({ "reset": true }));
    assert_eq!(service.get(&user, "/api/v1/partner/cases/CASE-1/").status, 200);
}
