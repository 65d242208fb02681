//! Costs that grow with a case: never more than in proportion.

use crate::service::support::Service;
use crate::service::uploads::policy_limit;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The shortest of several times.
fn best(mut work: impl FnMut()) -> Duration {
    let timed = |()| {
        let began = Instant::now();
        work();
        began.elapsed()
    };
    [(); 5].map(timed).into_iter().min().unwrap()
}

/// Checks that four times the size takes less than eight times as long, apart from the cost of one
/// request.
#[track_caller]
fn grows_in_proportion(what: &str, some: Duration, more: Duration) {
    assert!(more < (some + Duration::from_millis(5)) * 8, "{what}: {some:?}, then {more:?}");
}

/// A case with results and this many offered policies: its number, its path and the offer.
fn offered(service: &Service, user: &str, policies: usize) -> (u64, String, String) {
    let created = service.create(user, &policy_limit().to_string());
    let (id, path) = (created["case_id"].as_u64().unwrap(), created["case_ref"].as_str().unwrap());
    service.operate("POST", &format!("/cases/{id}/pick_up"), &json!({}));
    service.operate("POST", &format!("/cases/{id}/publish_results"), &json!({}));
    let policy = json!({ "type": "Umbrella", "price_usd": "75.00" });
    let found = json!({ "additional_policies": vec![policy; policies] });
    let offer = service.operate("POST", &format!("/cases/{id}/find_policies"), &found)["offer_id"].clone();
    (id, format!("/api/v1/partner/cases/{path}"), offer.as_str().unwrap().to_owned())
}

#[test]
fn offers_cost_in_proportion_to_their_policies() {
    let service = Service::start("{}");
    let user = service.login("a");
    let times = [2_500, 10_000].map(|policies| {
        let (id, path, offer) = offered(&service, &user, policies);
        let offers = service.get(&user, &format!("{path}/offers/")).json();
        let ids: Vec<Value> =
            offers["additional_policies"].as_array().unwrap().iter().map(|one| one["upgrade_id"].clone()).collect();
        assert_eq!(ids.len(), policies);
        let body = json!({ "offer_id": offer, "selected_upgrade_ids": ids }).to_string();
        let get = |token: &str, path: &str| best(|| assert_eq!(service.get(token, path).status, 200));
        [
            get(&user, &format!("{path}/offers/")),
            best(|| assert_eq!(service.post_json(&user, &format!("{path}/offers/accept/"), &body).status, 200)),
            get(&service.operator(), &format!("/operator/api/cases/{id}")),
            get(&user, &format!("{path}/results/?result_format=json")),
        ]
    });
    for (number, what) in ["offers", "accept", "detail", "results"].into_iter().enumerate() {
        grows_in_proportion(what, times[0][number], times[1][number]);
    }
}

/// Adds this many transitions and events to the history of a case, as the stand-in would.
fn with_history(service: &mut Service, case: u64, entries: usize) {
    service.kill();
    let database = rusqlite::Connection::open(service.folder().join("data/casegate.sqlite3")).unwrap();
    let numbers = format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {entries})");
    database
        .execute_batch(&format!(
            "INSERT INTO timeline (case_id, at, trigger, state_from, state_to, event)
               {numbers} SELECT {case}, i, 'append_file', 'received', 'received', 'case.files_updated' FROM n;
             INSERT INTO events (event_id, case_id, type, body, created_at)
               {numbers} SELECT 'e-{case}-' || i, {case}, 'case.files_updated', '{{}}', i FROM n;"
        ))
        .unwrap();
    drop(database);
    service.restart();
}

#[test]
fn a_long_history_is_reported_in_pages() {
    let mut service = Service::start_with("{}", &[]);
    let user = service.login("a");
    let id = service.create(&user, &policy_limit().to_string())["case_id"].as_u64().unwrap();
    with_history(&mut service, id, 10_000);
    let detail = service.operate("GET", &format!("/cases/{id}"), &Value::Null);
    let length = |of: &Value| of.as_array().unwrap().len();
    assert_eq!((length(&detail["timeline"]), length(&detail["events"])), (100, 100));
    assert_eq!(detail["done"], json!({ "append_file": 10_000, "create": 1 }));
    assert_eq!(detail["been"], json!(["received"]));
    // The newest is last, as before.
    assert_eq!(detail["events"][99]["event_id"], format!("e-{id}-10000"));
    let more = service.operate("GET", &format!("/cases/{id}?page_size=1000"), &Value::Null);
    assert_eq!((length(&more["timeline"]), length(&more["events"])), (1000, 1000));
    // The pages together contain every entry once.
    for part in ["timeline", "events"] {
        let (mut count, mut before) = (length(&detail[part]), detail[format!("{part}_before")].clone());
        while let Some(number) = before.as_i64() {
            let path = format!("/cases/{id}/{part}?page_size=1000&before={number}");
            let page = service.operate("GET", &path, &Value::Null);
            count += length(&page[part]);
            before = page["next_before"].clone();
        }
        assert_eq!(count, 10_001, "{part}");
    }
    let refused = service.get(&service.operator(), &format!("/operator/api/cases/{id}/events?page_size=0"));
    assert_eq!(refused.status, 400);
    assert_eq!(service.get(&service.operator(), "/operator/api/cases/99/timeline").status, 404);
}
