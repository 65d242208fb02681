//! Costs that grow with a case: never more than in proportion. Linux counts the time of each thread.

use crate::service::support::Service;
use crate::service::uploads::policy_limit;
use serde_json::{Value, json};
use std::fs;
use std::time::Duration;

/// The processor time of the stand-in's threads, which other programs on a busy machine do not lengthen.
fn processor_time(service: &Service) -> Duration {
    let threads = fs::read_dir(format!("/proc/{}/task", service.process())).expect("it runs");
    let of = |folder: fs::DirEntry| {
        let text = fs::read_to_string(folder.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    };
    let sum = threads.flatten().filter_map(of).sum();
    assert!(sum > 0, "the system counts the time of threads");
    Duration::from_nanos(sum)
}

/// The shortest of several times. One in which a thread ended with its time does not count.
fn best(service: &Service, mut work: impl FnMut()) -> Duration {
    let timed = |()| {
        let before = processor_time(service);
        work();
        processor_time(service).checked_sub(before)
    };
    [(); 5].map(timed).into_iter().flatten().min().expect("most threads live on")
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
        let get = |token: &str, path: &str| best(&service, || assert_eq!(service.get(token, path).status, 200));
        [
            get(&user, &format!("{path}/offers/")),
            best(&service, || {
                assert_eq!(service.post_json(&user, &format!("{path}/offers/accept/"), &body).status, 200);
            }),
            get(&service.operator(), &format!("/operator/api/cases/{id}")),
            get(&user, &format!("{path}/results/?result_format=json")),
        ]
    });
    for (number, what) in ["offers", "accept", "detail", "results"].into_iter().enumerate() {
        grows_in_proportion(what, times[0][number], times[1][number]);
    }
}
