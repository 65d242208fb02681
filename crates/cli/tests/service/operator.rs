//! The operator's side, through its JSON API.

use crate::support::{Answer, Service, json};
use serde_json::{Value, json as value};

const MARCH: &str = "2026-03-01T09:00:00.000Z";

fn limit() -> Value {
    value!({
        "case_type": "pl", "cc_emails": "paralegal@example.com", "plaintiff_name": "Test Plaintiff",
        "date_of_loss": "2026-01-15", "is_incident_report_provided": false,
        "base_product": ["personal_auto_policy_limits"], "insurance_company": "Example Insurance"
    })
}

fn existence() -> Value {
    value!({
        "case_type": "pe", "cc_emails": "paralegal@example.com", "plaintiff_name": "Test Plaintiff",
        "date_of_loss": "2025-03-05", "is_incident_report_provided": false,
        "base_product": ["personal_auto_policy_existence"], "should_exclude_other_insurance_from_search": false,
        "search_reason": ["no_insurance_on_report"]
    })
}

fn test_case() -> Value {
    let mut case = limit();
    case["is_test"] = true.into();
    case
}

/// A call that may be refused.
fn call(service: &Service, method: &str, path: &str, body: &str) -> Answer {
    let path = format!("/operator/api{path}");
    service.send(method, &service.operator(), &path, "application/json", body.as_bytes())
}

/// The status and the code of a refusal.
#[track_caller]
fn refusal(answer: &Answer) -> (u16, String) {
    assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{}", answer.status);
    (answer.status, answer.json()["code"].as_str().unwrap_or_default().to_owned())
}

/// Submits a case, and gives its path.
#[track_caller]
fn submit(service: &Service, case: &Value) -> String {
    let made = service.operate("POST", "/cases", &value!({ "case": case }));
    format!("/cases/{}", made["id"])
}

#[track_caller]
fn detail(service: &Service, case: &str) -> Value {
    service.operate("GET", case, &value!({}))
}

/// A member of each entry of a list.
fn each<'l>(list: &'l Value, member: &str) -> Vec<&'l str> {
    list.as_array().expect("a list").iter().map(|entry| entry[member].as_str().unwrap_or_default()).collect()
}

const ROUTES: &[(&str, &str)] = &[
    ("GET", "/overview"),
    ("GET", "/cases"),
    ("POST", "/cases"),
    ("GET", "/cases/1"),
    ("POST", "/cases/1/pick_up"),
    ("POST", "/cases/1/need_input"),
    ("POST", "/cases/1/publish_results"),
    ("POST", "/cases/1/find_policies"),
    ("POST", "/cases/1/confirm_delivery"),
    ("PUT", "/cases/1/cancellation"),
    ("POST", "/cases/1/synthetic_event"),
    ("POST", "/cases/1/sample_results"),
    ("GET", "/files/5f0c1c1c-6f5e-4b8f-9d27-1f3a1c0f8a11"),
    ("GET", "/clock"),
    ("PUT", "/clock"),
    ("POST", "/organizations"),
    ("GET", "/tokens"),
    ("DELETE", "/tokens/1"),
];

#[test]
fn only_the_operators_token_opens_it() {
    let service = Service::start("{}");
    let (master, user) = (service.master(), service.login("a"));
    for (method, path) in ROUTES.iter().copied().chain([("GET", "/nothing")]) {
        let path = format!("/operator/api{path}");
        for token in ["", "wrong", &master, &user] {
            let answer = service.send(method, token, &path, "application/json", b"{}");
            assert_eq!(refusal(&answer), (401, "not_authenticated".to_owned()), "{method} {path}");
            assert_eq!(answer.header("www-authenticate"), Some("Token"));
        }
    }
    assert_eq!(refusal(&call(&service, "GET", "/nothing", "")), (404, "unknown_path".into()));
    assert_eq!(refusal(&call(&service, "DELETE", "/overview", "")), (405, "other_method".into()));
    // Nor does it open anything else.
    assert_eq!(service.get(&service.operator(), "/api/v1/partner/cases/").status, 401);
}

#[test]
fn a_body_of_another_form_is_refused_and_not_repeated() {
    let service = Service::start("{}");
    submit(&service, &limit());
    let before = service.operate("GET", "/cases/1", &value!({}));
    let takes_a_body = |(method, _): &&(&str, &str)| matches!(*method, "POST" | "PUT");
    let refused = |method: &str, path: &str, body: &str| {
        let answer = call(&service, method, path, body);
        assert!(!String::from_utf8_lossy(&answer.body).contains("Zebulon"), "{method} {path}");
        let (status, code) = refusal(&answer);
        assert_eq!(status, 400, "{method} {path} {body}");
        code
    };
    for (method, path) in ROUTES.iter().filter(takes_a_body) {
        assert_eq!(refused(method, path, r#"{"Zebulon"#), "not_json");
        for body in [r#"{"Zebulon": 1}"#, r#""Zebulon""#, r#"["Zebulon"]"#, "null"] {
            assert_eq!(refused(method, path, body), "other_form", "{method} {path} {body}");
        }
    }
    for (method, path, body) in [
        ("PUT", "/cases/1/cancellation", r#"{"eligibility": "Zebulon"}"#),
        ("PUT", "/cases/1/cancellation", r#"{"fee_usd": "150.00"}"#),
        ("PUT", "/cases/1/cancellation", r#"{"eligibility": null, "fee_usd": 150.0}"#),
        ("PUT", "/cases/1/cancellation", r#"{"eligibility": null, "fee_usd": "Zebulon"}"#),
        ("POST", "/cases/1/synthetic_event", r#"{"type": "case.Zebulon"}"#),
        ("POST", "/cases/1/publish_results", r#"{"results_data": "Zebulon"}"#),
        ("POST", "/cases/1/find_policies", r#"{"additional_policies": [{"type": "a", "price_usd": "Zebulon"}]}"#),
        ("PUT", "/clock", r#"{"now": "Zebulon"}"#),
        ("PUT", "/clock", r#"{"now": "2026-03-01T09:00:00Z", "reset": true}"#),
        ("PUT", "/clock", r#"{"reset": false}"#),
        ("PUT", "/clock", "{}"),
    ] {
        assert_eq!(refused(method, path, body), "other_form", "{method} {path} {body}");
    }
    let long = format!(r#"{{"message": "{}"}}"#, "a".repeat(5 << 20));
    let answer = call(&service, "POST", "/cases/1/need_input", &long);
    assert_eq!(refusal(&answer), (413, "body_too_long".into()));
    assert_eq!(service.operate("GET", "/cases/1", &value!({})), before);
}

#[test]
fn what_there_is_not_is_not_found() {
    let service = Service::start("{}");
    let bodies = [
        ("GET", "", "{}"),
        ("POST", "/pick_up", "{}"),
        ("POST", "/need_input", r#"{"message": "a"}"#),
        ("POST", "/publish_results", "{}"),
        ("POST", "/find_policies", "{}"),
        ("POST", "/confirm_delivery", "{}"),
        ("PUT", "/cancellation", r#"{"eligibility": null}"#),
        ("POST", "/synthetic_event", r#"{"type": "case.closed"}"#),
        ("POST", "/sample_results", "{}"),
    ];
    for (method, path, body) in bodies {
        for id in ["1", "0", "-1", "CASE-1", "99999999999999999999", "%FF"] {
            let answer = call(&service, method, &format!("/cases/{id}{path}"), body);
            assert_eq!(refusal(&answer), (404, "unknown_case".into()), "{method} {path} {id}");
        }
    }
    for id in ["5f0c1c1c-6f5e-4b8f-9d27-1f3a1c0f8a11", "..%2F..%2Fconfig.json", "%FF"] {
        assert_eq!(refusal(&call(&service, "GET", &format!("/files/{id}"), "")), (404, "unknown_file".into()));
    }
    assert_eq!(refusal(&call(&service, "DELETE", "/tokens/77", "")), (404, "unknown_token".into()));
    assert_eq!(refusal(&call(&service, "GET", "/cases?organization=Nobody", "")), (404, "unknown_organization".into()));
}

#[test]
fn a_case_comes_through_another_channel() {
    let service = Service::start("{}");
    service.operate("PUT", "/clock", &value!({ "now": MARCH }));
    let made = service.operate("POST", "/cases", &value!({ "source": "phone", "case": limit() }));
    assert_eq!(made, value!({ "id": 1, "issue_key": "CASE-1" }));

    let told = service.operate("GET", "/cases/1", &value!({}));
    assert_eq!(told["case"]["source"], "phone");
    assert_eq!(told["case"]["payload"], limit());
    assert_eq!(
        (&told["case"]["organization"], &told["case"]["state"]),
        (&json(r#""Example Law""#), &json(r#""received""#))
    );
    assert_eq!((&told["case"]["token_name"], &told["case"]["closing"]), (&Value::Null, &Value::Null));
    assert_eq!(told["case"]["appended"], value!({ "count": 0, "bytes": 0 }));
    assert_eq!(
        (each(&told["timeline"], "trigger"), each(&told["events"], "type")),
        (vec!["create"], vec!["case.received"])
    );
    assert_eq!(told["events"][0]["body"]["event_id"], told["events"][0]["event_id"]);
    assert_eq!((&told["eligibility"], &told["fee_usd"]), (&Value::Null, &json(r#""150.00""#)));

    // The caller sees it among those of all channels only.
    let user = service.login("a");
    let listed = |query: &str| service.get(&user, &format!("/api/v1/partner/cases/{query}")).json()["results"].clone();
    assert_eq!((listed("").as_array().unwrap().len(), listed("?source=all").as_array().unwrap().len()), (0, 1));

    let refused = |body: &Value| refusal(&call(&service, "POST", "/cases", &body.to_string()));
    for source in ["api", "", "a b", "é"] {
        assert_eq!(refused(&value!({ "source": source, "case": limit() })), (400, "bad_source".into()));
    }
    for organization in [value!("Nobody"), value!(7)] {
        let body = value!({ "organization": organization, "case": limit() });
        assert_eq!(refused(&body), (404, "unknown_organization".into()));
    }
}

#[test]
fn the_library_judges_a_case_of_every_channel() {
    let service = Service::start("{}");
    let mut case = existence();
    case["base_product"] = value!(["commercial_auto_policy_existence"]);
    let host = value!({ "today": service.operate("GET", "/clock", &value!({}))["now"].as_str().unwrap()[..10] });
    let input = value!({ "input": case.to_string(), "host": host }).to_string();
    let report = service.post_json("", "/casegate/check_case", &input).json();
    let answer = call(&service, "POST", "/cases", &value!({ "case": case }).to_string());
    assert_eq!((answer.status, answer.json()["title"].as_str()), (400, Some("The case is refused")));
    let mut told = [answer.json()["errors"].clone(), answer.json()["warnings"].clone()];
    let told: Vec<Value> = told.iter_mut().filter_map(Value::as_array_mut).flatten().map(Value::take).collect();
    assert_eq!(told.len(), report["issues"].as_array().unwrap().len());
    for mut issue in told {
        issue.as_object_mut().unwrap().remove("pointer");
        assert!(report["issues"].as_array().unwrap().contains(&issue), "{issue}");
    }
    assert_eq!(service.operate("GET", "/cases", &value!({}))["cases"], value!([]));
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
    // Once more is accepted, and collapsed (D45).
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

    let told = detail(&service, &case);
    assert_eq!(told["case"]["open_interaction"], interaction);
    let [request] = &told["interactions"].as_array().unwrap()[..] else { panic!("{}", told["interactions"]) };
    assert_eq!((&request["message"], &request["reply"]), (&json(r#""Which vehicle?""#), &Value::Null));
    let event = told["events"].as_array().unwrap().last().unwrap();
    assert_eq!((&event["body"]["message"], &event["synthetic"]), (&json(r#""Which vehicle?""#), &json("false")));

    let other = submit(&service, &limit());
    let act = |action: &str, body: Value| service.operate("POST", &format!("{other}/{action}"), &body);
    let refused =
        |action: &str, body: Value| refusal(&call(&service, "POST", &format!("{other}/{action}"), &body.to_string()));
    act("pick_up", value!({}));
    assert_eq!(refused("find_policies", value!({ "additional_policies": [] })), (400, "empty_offer".into()));
    let blank = value!({ "additional_policies": [{ "type": " ", "price_usd": "75.00" }] });
    assert_eq!(refused("find_policies", blank), (400, "empty_type".into()));
    let found = act("find_policies", value!({}));
    assert_eq!(found["events"], value!(["case.additional_policies_found"]));
    let again = value!({ "offer_id": found["offer_id"] });
    assert_eq!(refused("find_policies", again), (400, "reused_offer".into()));
    let policy = value!({ "type": "umbrella", "price_usd": "75.00", "researcher_note": "Notes." });
    let named = act("find_policies", value!({ "offer_id": "mine", "additional_policies": [policy] }));
    assert_eq!(named["offer_id"], "mine");
    assert_eq!(act("publish_results", value!({}))["state"], "results_ready");
    // The same results again are no news (D30), others are.
    assert_eq!(act("publish_results", value!({}))["events"], value!([]));
    let results = value!({ "case_type": "policy_limit_search", "results": [], "additional_policies": [] });
    assert_eq!(act("publish_results", value!({ "results_data": results }))["events"], value!(["case.results_ready"]));
    let told = detail(&service, &other);
    assert_eq!(each(&told["offers"], "offer_id").last(), Some(&"mine"));
    assert_eq!(told["results"]["case_type"], "policy_limit_search");
    assert!(told["case"]["published_at"].is_string());
    assert_eq!(act("confirm_delivery", value!({})), value!({ "state": "closed", "events": ["case.closed"] }));
    assert_eq!(refused("pick_up", value!({})), (409, "case_closed".into()));

    let told = detail(&service, &other);
    assert_eq!(told["case"]["closing"], value!({ "by": "delivery" }));
    assert!(told["case"]["closed_at"].is_string());
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
    assert_eq!(each(&told["timeline"], "trigger"), steps);
    assert_eq!((&told["timeline"][0]["from"], &told["timeline"][1]["from"]), (&Value::Null, &json(r#""received""#)));
    let fired: Vec<&str> = each(&told["timeline"], "event").into_iter().filter(|event| !event.is_empty()).collect();
    assert_eq!(each(&told["events"], "type"), fired);
    assert!(told["actions"].as_array().unwrap().iter().all(|action| action["allowed"] == false), "{}", told["actions"]);
}

#[test]
fn a_hold_stands_against_cancelling() {
    let service = Service::start("{}");
    let case = submit(&service, &limit());
    let cancel = || {
        let told = detail(&service, &case);
        let actions = told["actions"].as_array().unwrap().clone();
        let action = actions.into_iter().find(|action| action["trigger"] == "cancel").expect("an action");
        (told["cancellation"].clone(), action)
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
    // Nothing said of it, the library's default counts again; the fee stays.
    service.operate("PUT", &path, &value!({ "eligibility": null }));
    service.operate("POST", &format!("{case}/pick_up"), &value!({}));
    let (block, action) = cancel();
    assert_eq!(block, value!({ "eligible": true, "fee_usd": "80.50", "reason": "dispatched_fee_applies" }));
    assert_eq!(action["allowed"], true);
}

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
fn a_test_case_is_silent_but_for_what_is_asked_for() {
    let service = Service::start("{}");
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
    let mut told = detail(&service, &case);
    let events = told["events"].take();
    assert_eq!(each(&events, "type"), types);
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
    told["events"] = json("[]");
    assert_eq!(told, before);

    let real = submit(&service, &limit());
    service.operate("POST", &format!("{real}/synthetic_event"), &value!({ "type": "case.closed" }));
    let told = detail(&service, &real);
    assert_eq!(
        (&told["case"]["state"], each(&told["events"], "type")),
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
    let told = detail(&service, &test);
    assert_eq!((&told["results"]["case_type"], &told["events"]), (&json(r#""policy_limit_search""#), &json("[]")));

    let waiting = submit(&service, &test_case());
    service.operate("POST", &format!("{waiting}/pick_up"), &value!({}));
    service.operate("POST", &format!("{waiting}/need_input"), &value!({ "message": "What?" }));
    let refused = call(&service, "POST", &format!("{waiting}/sample_results"), "{}");
    assert_eq!(refusal(&refused), (409, "wrong_state".into()));
}

#[test]
fn a_file_is_handed_out_as_it_came() {
    let service = Service::start("{}");
    let user = service.login("a");
    let bytes = b"%PDF-1.7 \x00\xff";
    let parts: [(&str, Option<&str>, &[u8]); 3] = [
        ("case", None, &limit().to_string().into_bytes()),
        ("files", Some("report (1).pdf"), bytes),
        ("labels", None, b"incident_report"),
    ];
    assert_eq!(service.post_parts(&user, "/api/v1/partner/cases/create/", &parts).status, 201);
    let files = || detail(&service, "/cases/1")["files"].clone();
    let file = files()[0].clone();
    assert_eq!((&file["filename"], &file["label"]), (&json(r#""report (1).pdf""#), &json(r#""incident_report""#)));
    assert_eq!(
        (&file["size"], &file["through"], &file["sync_state"]),
        (&value!(bytes.len()), &json(r#""create""#), &json(r#""pending""#))
    );
    service.operate("PUT", "/clock", &value!({ "advance_seconds": 5 }));
    assert_eq!(files()[0]["sync_state"], "synced");

    let answer = call(&service, "GET", &format!("/files/{}", file["id"].as_str().unwrap()), "");
    assert_eq!((answer.status, &answer.body[..]), (200, &bytes[..]));
    let disposition = answer.header("content-disposition").unwrap();
    assert_eq!(disposition, "attachment; filename*=UTF-8''report%20%281%29.pdf");
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
}

#[test]
fn the_list_has_pages() {
    let service = Service::start(r#"{ "page_size": 2 }"#);
    for _ in 0..3 {
        submit(&service, &limit());
    }
    let page = |query: &str| service.operate("GET", &format!("/cases{query}"), &value!({}));
    let ids = |page: &Value| {
        page["cases"].as_array().unwrap().iter().map(|case| case["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    let first = page("");
    assert_eq!((ids(&first), &first["next_before"]), (vec![3, 2], &json("2")));
    let second = page("?before=2");
    assert_eq!((ids(&second), &second["next_before"]), (vec![1], &Value::Null));
    assert_eq!(ids(&page("?page_size=3&organization=Example%20Law")), [3, 2, 1]);
    assert_eq!(refusal(&call(&service, "GET", "/cases?before=x", "")), (400, "bad_page".into()));
    assert_eq!(refusal(&call(&service, "GET", "/cases?page_size=0", "")), (400, "bad_page".into()));
}

#[test]
fn organizations_are_apart() {
    let mut service = Service::start("{}");
    submit(&service, &limit());
    let made = call(&service, "POST", "/organizations", r#"{ "name": " Other Law " }"#);
    assert_eq!(made.status, 201);
    let (id, master) = (made.json()["id"].clone(), made.json()["master_token"].as_str().unwrap().to_owned());
    let refused =
        |name: &str| refusal(&call(&service, "POST", "/organizations", &value!({ "name": name }).to_string()));
    assert_eq!(refused("Other Law"), (409, "organization_exists".into()));
    assert_eq!((refused(" "), refused(&"a".repeat(201))), ((400, "bad_name".into()), (400, "bad_name".into())));

    let login =
        |service: &Service, master: &str| service.post_json(master, "/api/auth/login/", r#"{ "token_name": "b" }"#);
    let user = login(&service, &master).json()["token"].as_str().unwrap().to_owned();
    let listed = |token: &str| service.get(token, "/api/v1/partner/cases/?source=all").json()["results"].clone();
    assert_eq!((listed(&user), listed(&service.login("a")).as_array().unwrap().len()), (json("[]"), 1));
    let case = value!({ "organization": "Other Law", "case": limit() });
    service.operate("POST", "/cases", &case);
    service.operate("POST", "/cases", &value!({ "organization": id, "case": limit() }));
    assert_eq!(
        (listed(&user).as_array().unwrap().len(), listed(&service.login("a")).as_array().unwrap().len()),
        (2, 1)
    );
    let page = service.operate("GET", &format!("/cases?organization={id}"), &value!({}));
    assert_eq!(each(&page["cases"], "organization"), ["Other Law", "Other Law"]);
    assert_eq!(service.get(&user, "/api/v1/partner/cases/CASE-1/").status, 404);

    let overview = service.operate("GET", "/overview", &value!({}));
    assert_eq!(each(&overview["organizations"], "name"), ["Example Law", "Other Law"]);
    assert_eq!((&overview["base_url"], &overview["legacy"]), (&value!(service.base_url), &json(r#""sunset""#)));

    let tokens = service.operate("GET", "/tokens", &value!({}));
    let of = |kind: &str| {
        let found = tokens
            .as_array()
            .unwrap()
            .iter()
            .find(|token| token["organization"] == "Other Law" && token["kind"] == kind);
        found.expect("a token").clone()
    };
    assert_eq!((&of("user")["name"], &of("user")["revoked_at"]), (&json(r#""b""#), &Value::Null));
    let ping = |service: &Service| service.get(&user, "/api/v1/partner/ping_with_auth/").status;
    assert_eq!(ping(&service), 200);
    for _ in 0..2 {
        assert_eq!(call(&service, "DELETE", &format!("/tokens/{}", of("user")["id"]), "").status, 204);
    }
    assert_eq!((ping(&service), login(&service, &master).status), (401, 200));
    call(&service, "DELETE", &format!("/tokens/{}", of("master")["id"]), "");
    assert_eq!(login(&service, &master).status, 401);

    // A revoked master token is not printed again: the next start has another.
    let printed = service.master();
    let tokens = service.operate("GET", "/tokens", &value!({}));
    call(&service, "DELETE", &format!("/tokens/{}", tokens[0]["id"]), "");
    service.kill();
    service.restart();
    assert_ne!(service.master(), printed);
    assert_eq!(login(&service, &service.master()).status, 200);
}
