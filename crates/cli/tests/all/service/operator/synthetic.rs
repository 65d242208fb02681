//! Tools for callers who try the API: synthetic events, and sample results.

use super::{call, detail, each, limit, refusal, submit, test_case};
use crate::service::support::{Listener, Service, json, wait};
use serde_json::{Value, json as value};

#[test]
fn a_test_case_is_silent_but_for_what_is_asked_for() {
    let listener = Listener::start(|_, _| 200);
    let hook = value!({ "name": "Example Law", "webhooks": [{ "url": listener.url }] });
    let service = Service::start(&value!({ "organizations": [hook] }).to_string());
    let case = submit(&service, &test_case());
    let act = |action: &str, body: Value| service.operate("POST", &format!("{case}/{action}"), &body);
    assert_eq!(act("pick_up", value!({})), value!({ "state": "in_progress", "events": [] }));
    assert_eq!(
        act("need_input", value!({ "message": "Which vehicle?", "interaction_id": "q-1" }))["events"],
        value!([])
    );
    let before = detail(&service, &case);
    assert_eq!((&before["case"]["is_test"], &before["events"]), (&json("true"), &json("[]")));

    let types = [
        "case.received",
        "case.files_updated",
        "case.in_progress",
        "case.action_required",
        "case.additional_policies_found",
        "case.results_ready",
        "case.closed",
    ];
    for kind in types {
        let sent = act("synthetic_event", value!({ "type": kind }));
        assert_eq!(sent["event_id"].as_str().map(str::len), Some(36));
    }
    listener.wait(types.len());
    assert_eq!(listener.types(), types);
    let is_delivered = |event: &Value| each(&event["deliveries"], "state") == ["delivered"];
    wait(|| detail(&service, &case)["events"].as_array().unwrap().iter().all(is_delivered), "delivery");
    let mut reply = detail(&service, &case);
    let events = reply["events"].take();
    assert_eq!(each(&events, "type"), types);
    let delivery = &events[0]["deliveries"][0];
    assert_eq!(
        (&delivery["url"], &delivery["attempts"], &delivery["log"][0]["status"]),
        (&value!(listener.url), &value!(1), &value!(200))
    );
    assert!(events.as_array().unwrap().iter().all(|event| event["synthetic"] == true));
    assert_eq!(
        (&events[3]["body"]["message"], &events[3]["body"]["interaction_id"]),
        (&json(r#""Which vehicle?""#), &json(r#""q-1""#))
    );
    assert_eq!(events[0]["body"].get("issue_key"), None);
    assert_eq!(events[6]["body"]["reason"], "results_delivered");
    assert!(!events[4]["body"]["teasers"].as_array().unwrap().is_empty());
    let url = events[5]["body"]["results_url"].as_str().unwrap();
    assert!(url.starts_with(&format!("{}/downloads/results/1?", service.base_url)), "{url}");
    // Nothing else of the case changed.
    reply["events"] = json("[]");
    assert_eq!(reply, before);

    let real = submit(&service, &limit());
    service.operate("POST", &format!("{real}/synthetic_event"), &value!({ "type": "case.closed" }));
    let reply = detail(&service, &real);
    assert_eq!(
        (&reply["case"]["state"], each(&reply["events"], "type")),
        (&json(r#""received""#), vec!["case.received", "case.closed"])
    );
}

#[test]
fn sample_results_are_for_test_cases() {
    let service = Service::start("{}");
    let (test, real) = (submit(&service, &test_case()), submit(&service, &limit()));
    let refused = call(&service, "POST", &format!("{real}/sample_results"), "{}");
    assert_eq!(refusal(&refused), (409, "no_test_case".into()));
    assert_eq!(detail(&service, &real)["case"]["state"], "received");

    let placed = service.operate("POST", &format!("{test}/sample_results"), &value!({}));
    assert_eq!(placed, value!({ "state": "results_ready", "events": [] }));
    let reply = detail(&service, &test);
    assert_eq!((&reply["results"]["case_type"], &reply["events"]), (&json(r#""policy_limit_search""#), &json("[]")));

    let waiting = submit(&service, &test_case());
    service.operate("POST", &format!("{waiting}/pick_up"), &value!({}));
    service.operate("POST", &format!("{waiting}/need_input"), &value!({ "message": "What?" }));
    let refused = call(&service, "POST", &format!("{waiting}/sample_results"), "{}");
    assert_eq!(refusal(&refused), (409, "wrong_state".into()));
}
