//! Histories as long as the stand-in keeps them.

use crate::service::support::Service;
use crate::service::uploads::policy_limit;
use serde_json::{Value, json};

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
