//! The firm's cases, as the pages get them.

use super::{Pages, ask, get};
use crate::service::support::{Service, json};
use crate::service::walk::{LIMIT, existence};
use serde_json::{Value, json};

fn token(service: &Service) -> String {
    get(service, "/demo/api/account").json()["token"].as_str().expect("a token").to_owned()
}

#[track_caller]
fn list(service: &Service, query: &str) -> Value {
    let answer = get(service, &format!("/demo/api/cases{query}"));
    assert_eq!(answer.status, 200, "{query}");
    answer.json()
}

#[track_caller]
fn case(service: &Service, id: i64) -> Value {
    let answer = get(service, &format!("/demo/api/cases/{id}"));
    assert_eq!(answer.status, 200, "{id}");
    answer.json()
}

/// Submits a case through the operator's API, for an organization and with changes.
fn submit(service: &Service, organization: &str, changes: &Value) -> i64 {
    let mut case = json(LIMIT);
    for (name, value) in changes.as_object().expect("changes") {
        case[name] = value.clone();
    }
    let made = service.operate("POST", "/cases", &json!({ "organization": organization, "case": case }));
    made["id"].as_i64().expect("an id")
}

fn ids(page: &Value) -> Vec<i64> {
    page["cases"].as_array().expect("cases").iter().map(|case| case["id"].as_i64().expect("an id")).collect()
}

#[test]
fn the_list_is_the_firms_newest_first() {
    let pages = Pages::new();
    let service =
        pages.serve(r#"{ "organizations": [{ "name": "First Law" }, { "name": "Second Law" }], "page_size": 2 }"#);
    assert_eq!(list(&service, ""), json!({ "cases": [], "next_before": null }));
    let first =
        submit(&service, "First Law", &json!({ "office_case_number": "24-117", "summary": "Plaintiff v. Sample" }));
    let other = submit(&service, "Second Law", &json!({}));
    let second = submit(
        &service,
        "First Law",
        &json!({ "defendant_business_name": "Sample Freight", "defendant_information": { "first_name": "Dana", "last_name": "Demo", "address": "1 Street" } }),
    );
    let third = service.create(&token(&service), &existence("2026-01-15"))["case_id"].as_i64().expect("an id");

    let page = list(&service, "");
    assert_eq!((ids(&page), &page["next_before"]), (vec![third, second], &second.into()));
    let rest = list(&service, &format!("?before={second}"));
    assert_eq!((ids(&rest), &rest["next_before"]), (vec![first], &Value::Null));
    let subjects: Vec<&Value> =
        [&page["cases"][0], &page["cases"][1], &rest["cases"][0]].map(|case| &case["subject"]).into();
    assert_eq!(subjects, [&json!("Test Defendant"), &json!("Sample Freight"), &Value::Null]);
    let mut seen = rest["cases"][0].clone();
    for moment in ["created_at", "updated_at"] {
        assert!(seen[moment].as_str().expect("a moment").ends_with('Z'));
        seen[moment] = "then".into();
    }
    assert_eq!(
        seen,
        json!({
            "id": first, "issue_key": format!("CASE-{first}"), "case_type": "pl", "status": "received", "is_test": false,
            "created_at": "then", "updated_at": "then", "plaintiff_name": "Test Plaintiff", "subject": null, "person": null,
            "office_case_number": "24-117", "summary": "Plaintiff v. Sample", "is_cancelled": false, "waits_for_you": false, "is_answered": false
        })
    );
    assert_eq!(get(&service, "/demo/api/cases?before=x").status, 400);

    // No case of another firm, and no case that does not exist.
    for id in [other.to_string(), "999".into(), "0".into(), "-1".into(), "x".into(), "%ff".into(), "1e0".into()] {
        let answer = get(&service, &format!("/demo/api/cases/{id}"));
        assert_eq!((answer.status, answer.json()["code"].as_str()), (404, Some("unknown_case")), "{id}");
    }
    assert_eq!(get(&service, &format!("/demo/api/cases/{first}")).status, 200);
}

#[test]
fn what_a_request_for_input_opens_waits_for_the_firm() {
    let pages = Pages::new();
    let service = pages.serve("{}");
    let id = submit(&service, "Example Law", &json!({ "is_test": true }));
    let waits = || list(&service, "")["cases"][0]["waits_for_you"].clone();
    let ask = || service.operate("POST", &format!("/cases/{id}/need_input"), &json!({ "message": "Which car?" }));
    service.operate("POST", &format!("/cases/{id}/pick_up"), &json!({}));
    assert_eq!(waits(), false);
    ask();
    assert_eq!((waits(), &list(&service, "")["cases"][0]["is_test"]), (true.into(), &true.into()));
    // A closed case waits for nobody.
    service.operate("PUT", &format!("/cases/{id}/cancellation"), &json!({ "eligibility": null }));
    let cancelled = service.post_json(&token(&service), &format!("/api/v1/partner/cases/CASE-{id}/cancel/"), "");
    assert_eq!(cancelled.status, 202, "{}", cancelled.json());
    let seen = &list(&service, "")["cases"][0];
    assert_eq!((&seen["status"], waits()), (&"closed".into(), false.into()));
}

/// A case that is polled: each poll must return a later version than the one before, or the same
/// version without a change.
struct Followed<'s> {
    service: &'s Service,
    id: i64,
    last: Value,
}

impl Followed<'_> {
    /// What is sent after a change.
    #[track_caller]
    fn changed(&mut self) -> &Value {
        let now = case(self.service, self.id);
        assert!(now["version"].as_i64() > self.last["version"].as_i64(), "{}\n{now}", self.last);
        assert_eq!(now, case(self.service, self.id), "without a change nothing differs");
        self.last = now;
        &self.last
    }

    #[track_caller]
    fn operate(&mut self, action: &str, body: &Value) -> &Value {
        self.service.operate("POST", &format!("/cases/{}/{action}", self.id), body);
        self.changed()
    }
}

fn allowed(seen: &Value) -> Vec<&str> {
    let actions = seen["actions"].as_array().expect("actions").iter();
    actions.filter(|action| action["allowed"] == true).filter_map(|action| action["trigger"].as_str()).collect()
}

#[test]
fn a_case_is_reported_over_its_whole_life() {
    let pages = Pages::new();
    let service = pages.serve(r#"{ "issue_keys": { "after_seconds": 60 }, "file_sync_seconds": 5 }"#);
    let user = token(&service);
    let parts: [(&str, Option<&str>, &[u8]); 3] = [
        ("case", None, LIMIT.as_bytes()),
        ("files", Some("report.pdf"), b"%PDF-"),
        ("labels", None, b"incident_report"),
    ];
    let made = service.post_parts(&user, "/api/v1/partner/cases/create/", &parts).json();
    let id = made["case_id"].as_i64().expect("an id");
    let last = case(&service, id);
    assert_eq!((&last["case"]["issue_key"], &last["case"]["status"]), (&Value::Null, &"received".into()));
    assert_eq!((&last["payload"], &last["is_test"]), (&json(LIMIT), &false.into()));
    let file = &last["files"][0];
    assert_eq!(
        [&file["through"], &file["filename"], &file["label"], &file["size"], &file["sync_state"]],
        [&json!("create"), &json!("report.pdf"), &json!("incident_report"), &json!(5), &json!("pending")]
    );
    assert_eq!(last["timeline"][0]["trigger"], "create");
    assert_eq!((&last["events"][0]["type"], &last["events"][0]["synthetic"]), (&"case.received".into(), &false.into()));
    assert_eq!(last["events"][0]["body"]["case_id"], id);
    assert!(allowed(&last).contains(&"pick_up"), "{:?}", allowed(&last));
    let nothing = json!({ "published_at": null, "closed_at": null, "closing": null, "inputs": [], "offers": [] });
    for (name, value) in nothing.as_object().expect("members") {
        assert_eq!(&last[name], value, "{name}");
    }
    let mut case = Followed { service: &service, id, last };

    // As time passes, the file reaches the tracker, and the case gets its reference.
    service.operate("PUT", "/clock", &json!({ "advance_seconds": 10 }));
    assert_eq!(case.changed()["files"][0]["sync_state"], "synced");
    service.operate("PUT", "/clock", &json!({ "advance_seconds": 60 }));
    let key = case.changed()["case"]["issue_key"].as_str().expect("a reference").to_owned();
    let path = |rest: &str| format!("/api/v1/partner/cases/{key}/{rest}");
    // The case is returned as partners get it.
    assert_eq!(case.last["case"], service.get(&user, &path("")).json());

    assert_eq!(case.operate("pick_up", &json!({}))["case"]["status"], "in_progress");
    let asked = case.operate("need_input", &json!({ "message": "Which car?", "interaction_id": "i-1" }));
    assert_eq!((&asked["inputs"][0]["message"], &asked["inputs"][0]["reply"]), (&"Which car?".into(), &Value::Null));
    assert!(allowed(asked).contains(&"respond"));
    let reply: [(&str, Option<&str>, &[u8]); 3] =
        [("interaction_id", None, b"i-1"), ("message", None, b"The red one."), ("file", Some("car.jpg"), b"jpeg")];
    assert!(service.post_parts(&user, &path("respond/"), &reply).status < 300);
    assert_eq!(list(&service, "")["cases"][0]["is_answered"], true);
    let replied = case.changed();
    assert_eq!(replied["inputs"][0]["reply"], "The red one.");
    assert!(replied["inputs"][0]["replied_at"].is_string() && replied["inputs"].as_array().map(Vec::len) == Some(1));
    assert_eq!(
        (&replied["files"][1]["filename"], &replied["files"][1]["through"]),
        (&"car.jpg".into(), &"respond".into())
    );
    case.operate("pick_up", &json!({}));

    // What is not bought is not disclosed; what is bought is in the results.
    let hidden = "HIDDEN-77";
    let policy = json!({
        "type": "umbrella", "price_usd": "75.00", "description": "An umbrella", "researcher_note": hidden,
        "record": { "policy_number": hidden }
    });
    let found = case.operate("find_policies", &json!({ "offer_id": "o-1", "additional_policies": [policy] }));
    assert_eq!(found["offers"], json!([service.get(&user, &path("offers/")).json()]));
    assert!(found["offers"][0]["offer_id"] == "o-1" && !found.to_string().contains(hidden), "{found}");
    // The operator's setting for cancellation is no transition of the case, but a change all the
    // same.
    let hold = json!({ "eligibility": null, "fee_usd": "99.00" });
    service.operate("PUT", &format!("/cases/{id}/cancellation"), &hold);
    assert_eq!(case.changed()["case"]["cancellation"]["fee_usd"], "99.00");
    let published = case.operate("publish_results", &json!({}));
    assert_eq!(published["case"]["results_ready"], true);
    assert!(published["published_at"].is_string());
    let upgrade = published["offers"][0]["additional_policies"][0]["upgrade_id"].clone();
    let selection = json!({ "offer_id": "o-1", "selected_upgrade_ids": [upgrade] }).to_string();
    assert!(service.post_json(&user, &path("offers/accept/"), &selection).status < 300);
    assert_eq!(case.changed()["offers"][0]["additional_policies"][0]["status"], "selected");
    case.operate("synthetic_event", &json!({ "type": "case.in_progress" }));
    let closed = case.operate("confirm_delivery", &json!({}));
    assert_eq!((&closed["case"]["status"], &closed["closing"]["by"]), (&"closed".into(), &"delivery".into()));
    assert!(closed["closed_at"].is_string());

    // The operator's side says the same.
    let operators = service.operate("GET", &format!("/cases/{id}"), &Value::Null);
    for member in ["timeline", "files", "offers", "actions"] {
        assert_eq!(operators[member], closed[member], "{member}");
    }
    assert_eq!(operators["interactions"], closed["inputs"]);
    let types = |seen: &Value| -> Vec<Value> {
        seen["events"].as_array().expect("events").iter().map(|event| event["type"].clone()).collect()
    };
    assert_eq!(types(&operators), types(closed));
}

#[test]
fn messages_of_actions_are_in_the_language_that_is_asked_for() {
    let pages = Pages::new();
    let service = pages.serve("{}");
    let id = submit(&service, "Example Law", &json!({}));
    let label = |query: &str| {
        let seen = ask(&service, "GET", &format!("/demo/api/cases/{id}{query}"), "").json();
        let actions = seen["actions"].as_array().expect("actions").clone();
        let publish = actions.into_iter().find(|action| action["trigger"] == "publish_results").expect("an action");
        (publish["label"].as_str().map(str::to_owned), publish["message"].as_str().map(str::to_owned))
    };
    let (english, spanish) = (label("?language=en"), label("?language=es"));
    assert!(english != spanish && english.1.is_some() && spanish.1.is_some(), "{english:?} {spanish:?}");
    for query in ["", "?language=", "?language=tlh", "?language=%ff"] {
        assert_eq!(label(query), english, "{query}");
    }
}
