//! The actions of the service's staff.

use super::{call, detail, each, limit, refusal, submit};
use crate::service::support::{Service, json};
use serde_json::{Value, json as value};

#[test]
fn a_closing_note_is_the_reason_of_the_event() {
    let service = Service::start("{}");
    for (body, reason) in [
        (value!({ "note": " Paid in full.\n" }), " Paid in full.\n"),
        (value!({ "note": "  " }), "results_delivered"),
        (value!({ "note": null }), "results_delivered"),
        (value!({}), "results_delivered"),
    ] {
        let case = submit(&service, &limit());
        for action in ["pick_up", "publish_results"] {
            service.operate("POST", &format!("{case}/{action}"), &value!({}));
        }
        service.operate("POST", &format!("{case}/confirm_delivery"), &body);
        let reply = detail(&service, &case);
        assert_eq!(reply["events"].as_array().unwrap().last().unwrap()["body"]["reason"], reason, "{body}");
        let kept = reply["case"]["closing"]["note"].as_str().unwrap_or("results_delivered");
        assert_eq!(kept, reason);
        service.operate("POST", &format!("{case}/synthetic_event"), &value!({ "type": "case.closed" }));
        let synthetic = detail(&service, &case)["events"].as_array().unwrap().last().unwrap()["body"].clone();
        assert_eq!(synthetic["reason"], reason);
    }
    let case = submit(&service, &limit());
    let other = call(&service, "POST", &format!("{case}/confirm_delivery"), r#"{"note": 7}"#);
    assert_eq!(refusal(&other), (400, "other_form".into()));
}

#[test]
fn a_refused_action_names_the_possible_ones() {
    let service = Service::start("{}");
    let case = submit(&service, &limit());
    let refused = |action: &str, body: &str| {
        let answer = call(&service, "POST", &format!("{case}/{action}"), body);
        (answer.status, answer.json()["detail"].as_str().unwrap().to_owned())
    };
    let ends = |(status, detail): (u16, String), end: &str| assert!(status == 409 && detail.ends_with(end), "{detail}");
    ends(refused("publish_results", "{}"), ". Staff can do this with the case now: pick_up.");
    service.operate("POST", &format!("{case}/pick_up"), &value!({}));
    ends(
        refused("confirm_delivery", "{}"),
        ". Staff can do this with the case now: pick_up, need_input, publish_results, find_policies.",
    );
    // The body is at fault here, and not the state.
    let long = value!({ "message": "x".repeat(9000) }).to_string();
    let (status, detail) = refused("need_input", &long);
    assert!(status == 400 && !detail.contains("Staff"), "{detail}");
    for action in ["publish_results", "confirm_delivery"] {
        service.operate("POST", &format!("{case}/{action}"), &value!({}));
    }
    ends(refused("pick_up", "{}"), ". Staff can do nothing more with the case.");
}

#[test]
fn results_of_the_other_product_are_refused_and_what_is_odd_is_noted() {
    let service = Service::start("{}");
    let case = submit(&service, &limit());
    service.operate("POST", &format!("{case}/pick_up"), &value!({}));
    let publish = |data: Value| {
        call(&service, "POST", &format!("{case}/publish_results"), &value!({ "results_data": data }).to_string())
    };
    let other = publish(value!({ "case_type": "policy_existence_search", "results": [] }));
    assert_eq!(refusal(&other), (400, "other_product".into()));
    assert_eq!(detail(&service, &case)["case"]["state"], "in_progress");
    let codes = |answer: &crate::service::support::Answer| {
        assert_eq!(answer.status, 200, "{}", answer.json());
        each(&answer.json()["notes"], "at").iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(codes(&publish(value!({ "greeting": "hello" }))), ["/greeting", "/results", ""]);
    let odd = publish(value!({ "case_type": "policy_limit_search", "results": [{ "subject_of_search": "x" }, 7] }));
    assert_eq!(codes(&odd), ["/results/0/subject_of_search", "/results/0", "/results/1"]);
    let good = service.operate("POST", &format!("{case}/publish_results"), &value!({}));
    assert!(good.get("notes").is_none(), "{good}");
    let unknown = publish(value!({ "case_type": "unknown", "results": [], "additional_policies": [] }));
    assert_eq!(unknown.status, 200);
}

#[test]
fn a_vehicle_is_described_where_the_case_is_shown() {
    let service = Service::start("{}");
    let mut case = limit();
    case["vehicle_information"] =
        value!({ "vehicle_year": 2020, "vehicle_make": "Example", "vehicle_model": "Roadster" });
    let reply = detail(&service, &submit(&service, &case));
    assert_eq!(reply["case"]["payload"]["vehicle_information"]["description"], "2020 Example Roadster");
}

#[test]
fn staff_bring_a_case_to_its_end() {
    let service = Service::start("{}");
    let case = submit(&service, &limit());
    let act = |action: &str, body: Value| service.operate("POST", &format!("{case}/{action}"), &body);
    let refused =
        |action: &str, body: Value| refusal(&call(&service, "POST", &format!("{case}/{action}"), &body.to_string()));
    assert_eq!(refused("confirm_delivery", value!({})), (409, "wrong_state".into()));
    assert_eq!(refused("need_input", value!({ "message": "What?" })), (409, "wrong_state".into()));
    assert_eq!(act("pick_up", value!({})), value!({ "state": "in_progress", "events": ["case.in_progress"] }));
    // A second pick-up is accepted, and collapsed (D45).
    assert_eq!(act("pick_up", value!({})), value!({ "state": "in_progress", "events": [] }));

    assert_eq!(refused("need_input", value!({ "message": " \n" })), (400, "empty_message".into()));
    assert_eq!(refused("need_input", value!({ "message": "a".repeat(8193) })), (400, "message_too_long".into()));
    assert_eq!(
        refused("need_input", value!({ "message": "a", "interaction_id": "" })),
        (400, "malformed_trigger".into())
    );
    let asked = act("need_input", value!({ "message": "Which vehicle?" }));
    assert_eq!(
        (&asked["state"], &asked["events"]),
        (&json(r#""action_required""#), &json(r#"["case.action_required"]"#))
    );
    let interaction = asked["interaction_id"].as_str().expect("an id");
    assert_eq!(interaction.len(), 36);
    assert_eq!(refused("need_input", value!({ "message": "And?" })), (409, "request_open".into()));

    let reply = detail(&service, &case);
    assert_eq!(reply["case"]["open_interaction"], interaction);
    let [request] = &reply["interactions"].as_array().unwrap()[..] else { panic!("{}", reply["interactions"]) };
    assert_eq!((&request["message"], &request["reply"]), (&json(r#""Which vehicle?""#), &Value::Null));
    let event = reply["events"].as_array().unwrap().last().unwrap();
    assert_eq!((&event["body"]["message"], &event["synthetic"]), (&json(r#""Which vehicle?""#), &json("false")));

    let other = submit(&service, &limit());
    let act = |action: &str, body: Value| service.operate("POST", &format!("{other}/{action}"), &body);
    let refused =
        |action: &str, body: Value| refusal(&call(&service, "POST", &format!("{other}/{action}"), &body.to_string()));
    act("pick_up", value!({}));
    assert_eq!(refused("find_policies", value!({ "additional_policies": [] })), (400, "empty_offer".into()));
    let blank = value!({ "additional_policies": [{ "type": " ", "price_usd": "75.00" }] });
    assert_eq!(refused("find_policies", blank), (400, "unusable_policy".into()));
    let found = act("find_policies", value!({}));
    assert_eq!(found["events"], value!(["case.additional_policies_found"]));
    let again = value!({ "offer_id": found["offer_id"] });
    assert_eq!(refused("find_policies", again), (400, "reused_offer".into()));
    let policy = value!({ "type": "umbrella", "price_usd": "75.00", "researcher_note": "Notes." });
    let named = act("find_policies", value!({ "offer_id": "mine", "additional_policies": [policy] }));
    assert_eq!(named["offer_id"], "mine");
    assert_eq!(act("publish_results", value!({}))["state"], "results_ready");
    // The same results again fire no event (D30); other results do.
    assert_eq!(act("publish_results", value!({}))["events"], value!([]));
    let results = value!({ "case_type": "policy_limit_search", "results": [], "additional_policies": [] });
    assert_eq!(act("publish_results", value!({ "results_data": results }))["events"], value!(["case.results_ready"]));
    let reply = detail(&service, &other);
    assert_eq!(each(&reply["offers"], "offer_id").last(), Some(&"mine"));
    assert_eq!(reply["results"]["case_type"], "policy_limit_search");
    assert!(reply["case"]["published_at"].is_string());
    assert_eq!(act("confirm_delivery", value!({})), value!({ "state": "closed", "events": ["case.closed"] }));
    assert_eq!(refused("pick_up", value!({})), (409, "case_closed".into()));

    let reply = detail(&service, &other);
    assert_eq!(reply["case"]["closing"], value!({ "by": "delivery" }));
    assert!(reply["case"]["closed_at"].is_string());
    let steps = [
        "create",
        "pick_up",
        "find_policies",
        "find_policies",
        "publish_results",
        "publish_results",
        "publish_results",
        "confirm_delivery",
    ];
    assert_eq!(each(&reply["timeline"], "trigger"), steps);
    assert_eq!((&reply["timeline"][0]["from"], &reply["timeline"][1]["from"]), (&Value::Null, &json(r#""received""#)));
    let fired: Vec<&str> = each(&reply["timeline"], "event").into_iter().filter(|event| !event.is_empty()).collect();
    assert_eq!(each(&reply["events"], "type"), fired);
    assert!(
        reply["actions"].as_array().unwrap().iter().all(|action| action["allowed"] == false),
        "{}",
        reply["actions"]
    );
}

#[test]
fn a_hold_prevents_cancelling() {
    let service = Service::start("{}");
    let case = submit(&service, &limit());
    let cancel = || {
        let reply = detail(&service, &case);
        let actions = reply["actions"].as_array().unwrap().clone();
        let action = actions.into_iter().find(|action| action["trigger"] == "cancel").expect("an action");
        (reply["cancellation"].clone(), action)
    };
    let (block, action) = cancel();
    assert_eq!(block, value!({ "eligible": true, "fee_usd": "0.00", "reason": "not_yet_dispatched" }));
    assert_eq!(action["allowed"], true);

    let path = format!("{case}/cancellation");
    let body = value!({ "eligibility": "cancellation_pending", "fee_usd": "80.50" });
    let held = service.operate("PUT", &path, &body);
    let (block, action) = cancel();
    assert_eq!(block, value!({ "eligible": false, "fee_usd": "80.50", "reason": "cancellation_pending" }));
    assert_eq!(held, value!({ "cancellation": block, "eligibility": "cancellation_pending", "fee_usd": "80.50" }));
    assert_eq!((&action["allowed"], &action["reason"]), (&json("false"), &json(r#""cancellation_pending""#)));
    assert!(action["message"].as_str().is_some_and(|message| !message.is_empty()));
    let user = service.login("a");
    let seen = service.get(&user, "/api/v1/partner/cases/CASE-1/").json();
    assert_eq!(seen["cancellation"], block);

    service.operate("PUT", &path, &value!({ "eligibility": "case_processing" }));
    assert_eq!(cancel().1["reason"], "case_processing");
    // Without an eligibility the library's default applies again; the fee stays.
    service.operate("PUT", &path, &value!({ "eligibility": null }));
    service.operate("POST", &format!("{case}/pick_up"), &value!({}));
    let (block, action) = cancel();
    assert_eq!(block, value!({ "eligible": true, "fee_usd": "80.50", "reason": "dispatched_fee_applies" }));
    assert_eq!(action["allowed"], true);
}
