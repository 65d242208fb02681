//! The forms of the list of cases, which the specification leaves open.

use crate::service::support::Service;
use crate::service::walk::LIMIT;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const LIST: &str = "/api/v1/partner/cases/";

/// The ids of all pages, and the first page.
fn pages(service: &Service, user: &str) -> (Vec<i64>, Value) {
    let (mut path, mut ids, mut first) = (LIST.to_owned(), Vec::new(), None);
    loop {
        let page = service.get(user, &path).json();
        let items = page.get("results").unwrap_or(&page).as_array().unwrap().clone();
        ids.extend(items.iter().map(|item| item["id"].as_i64().unwrap()));
        let next = page.get("next").and_then(Value::as_str).map(str::to_owned);
        first.get_or_insert(page);
        match next {
            Some(next) => next[next.find(LIST).unwrap()..].clone_into(&mut path),
            None => return (ids, first.unwrap()),
        }
    }
}

#[test]
fn the_list_has_the_order_and_the_envelope_of_the_settings() {
    let newest = vec![5, 4, 3, 2, 1];
    for (order, envelope, members, expected) in [
        ("newest", "next", vec!["next", "results"], newest.clone()),
        ("newest", "count", vec!["count", "next", "previous", "results"], newest),
        ("oldest", "next", vec!["next", "results"], vec![1, 2, 3, 4, 5]),
        ("oldest", "no_next", vec!["results"], vec![1, 2]),
        ("newest", "array", vec![], vec![5, 4]),
    ] {
        let settings = json!({ "page_size": 2, "list": { "order": order, "envelope": envelope } });
        let service = Service::start(&settings.to_string());
        let user = service.login("clerk");
        (0..5).for_each(|_| drop(service.create(&user, LIMIT)));
        let (ids, first) = pages(&service, &user);
        let names: Vec<&str> =
            first.as_object().map(|page| page.keys().map(String::as_str).collect()).unwrap_or_default();
        assert_eq!((ids, names), (expected, members), "{settings}");
        assert_eq!(first.get("count").and_then(Value::as_u64), (envelope == "count").then_some(5), "{settings}");
    }
}

#[test]
fn a_shuffled_list_has_every_case_in_an_order_of_its_seed() {
    let orders: BTreeSet<Vec<i64>> = [1, 2]
        .map(|seed| {
            let settings = json!({ "page_size": 3, "seed": seed, "list": { "order": "shuffled", "times": "no_zone" } });
            let service = Service::start(&settings.to_string());
            let user = service.login("clerk");
            (0..8).for_each(|_| drop(service.create(&user, LIMIT)));
            let (ids, first) = pages(&service, &user);
            assert_eq!(first["results"][0]["created_at"], "2026-03-01T12:00:00.000");
            assert_eq!(pages(&service, &user).0, ids);
            assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 8);
            assert!(!ids.is_sorted() && !ids.iter().rev().is_sorted(), "{ids:?}");
            ids
        })
        .into();
    assert_eq!(orders.len(), 2);
}

#[test]
fn a_case_of_another_program_is_in_the_list_before_it_is_answered() {
    let service = Service::start(r#"{ "faults": [{ "endpoint": "list", "nth": 2, "fault": "foreign_case" }] }"#);
    let user = service.login("clerk");
    service.create(&user, LIMIT);
    let seen: Vec<usize> = (0..3).map(|_| pages(&service, &user).0.len()).collect();
    assert_eq!(seen, [1, 2, 2]);
    let detail = service.operate("GET", "/cases/2", &Value::Null);
    assert_eq!(detail["case"]["source"], "api");
}
