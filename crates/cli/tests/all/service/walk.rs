//! The whole life of a case of each product, over HTTP only, with its webhooks; and canceling in
//! each state.

use crate::service::support::{Answer, Listener, Received, Service, wait};
use casegate::Context;
use casegate::events::{Delivery, Fact, Follower};
use casegate::records::{Record, read_record};
use casegate::tokens::State;
use serde_json::{Value, json};

pub(crate) const LIMIT: &str = r#"{
    "case_type": "pl", "cc_emails": "clerk@example.com", "plaintiff_name": "Test Plaintiff", "date_of_loss": "2026-01-15",
    "is_incident_report_provided": true, "base_product": ["personal_auto_policy_limits"],
    "insurance_company": "Example Mutual"
}"#;

/// A Policy Existence case of a loss on a day.
pub(crate) fn existence(date_of_loss: &str) -> String {
    json!({
        "case_type": "pe", "cc_emails": "clerk@example.com", "plaintiff_name": "Test Plaintiff",
        "date_of_loss": date_of_loss, "is_incident_report_provided": false,
        "base_product": ["personal_auto_policy_existence"], "should_exclude_other_insurance_from_search": false,
        "search_reason": ["defendant_insurance_unknown"],
        "defendant_information": { "first_name": "Test", "last_name": "Defendant", "address": "1 Test Street" }
    })
    .to_string()
}

/// A stand-in whose events go to a listener, and a user token.
fn start(listener: &Listener) -> (Service, String) {
    let service = Service::start(
        &json!({ "organizations": [{ "name": "Walk Law", "webhooks": [{ "url": listener.url }] }] }).to_string(),
    );
    let user = service.login("clerk@example.com");
    (service, user)
}

fn today(service: &Service) -> String {
    service.operate("GET", "/overview", &Value::Null)["now"].as_str().unwrap()[..10].to_owned()
}

/// Checks that an answer is a record of the specification, about which the library has no notes.
#[track_caller]
fn record(record: Record, answer: &Answer, status: u16) -> Value {
    let text = String::from_utf8(answer.body.clone()).unwrap();
    assert_eq!(answer.status, status, "{text}");
    let context = Context::from_json(r#"{ "today": "2026-03-01" }"#).unwrap();
    let read = read_record(record, &text, &context);
    assert!(read.notes.is_empty(), "{record:?}: {:?}\n{text}", read.notes);
    answer.json()
}

struct Case<'s> {
    service: &'s Service,
    user: &'s str,
    id: i64,
    key: String,
}

impl<'s> Case<'s> {
    fn create(service: &'s Service, user: &'s str, payload: &str) -> Case<'s> {
        let parts: [(&str, Option<&str>, &[u8]); 4] = [
            ("case", None, payload.as_bytes()),
            ("files", Some("report.pdf"), b"%PDF-1.4 report"),
            ("labels", None, b"incident_report"),
            ("files", Some("notes.exe"), b"MZ"),
        ];
        let answer = service.post_parts(user, "/api/v1/partner/cases/create/", &parts);
        let created = record(Record::CreateResponse, &answer, 201);
        let attachments = created["attachments"].as_array().unwrap();
        assert_eq!(
            (&attachments[0]["status"], &attachments[0]["label"]),
            (&json!("accepted"), &json!("incident_report"))
        );
        assert_eq!(
            (&attachments[1]["status"], &attachments[1]["error_code"]),
            (&json!("rejected"), &json!("extension_not_allowed"))
        );
        let key = created["case_ref"].as_str().expect("a reference at once").to_owned();
        Case { service, user, id: created["case_id"].as_i64().unwrap(), key }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/v1/partner/cases/{}/{rest}", self.key)
    }

    fn get(&self, rest: &str) -> Answer {
        self.service.get(self.user, &self.path(rest))
    }

    fn post(&self, rest: &str, body: &Value) -> Answer {
        self.service.post_json(self.user, &self.path(rest), &body.to_string())
    }

    fn operate(&self, action: &str, body: &Value) -> Value {
        self.service.operate("POST", &format!("/cases/{}/{action}", self.id), body)
    }

    #[track_caller]
    fn is_in(&self, state: State) -> Value {
        let detail = record(Record::CaseDetail, &self.get(""), 200);
        assert_eq!(detail["status"], state.name());
        detail["cancellation"].clone()
    }
}

#[test]
fn a_case_of_each_product_lives_from_intake_to_delivery() {
    let listener = Listener::start(|_, _| 200);
    let (service, user) = start(&listener);
    let mut expected = Vec::new();
    for payload in [LIMIT.to_owned(), existence(&today(&service))] {
        let case = Case::create(&service, &user, &payload);
        expected.push("case.received");
        assert_eq!(
            case.is_in(State::Received),
            json!({ "eligible": true, "fee_usd": "0.00", "reason": "not_yet_dispatched" })
        );

        let parts: [(&str, Option<&str>, &[u8]); 2] =
            [("file", Some("letter.pdf"), b"%PDF"), ("label", None, b"insurance_letter")];
        let appended = service.post_parts(&user, &case.path("files/"), &parts);
        assert_eq!(record(Record::FileAppended, &appended, 201)["tracker_sync_state"], "pending");
        expected.push("case.files_updated");

        assert_eq!(case.operate("pick_up", &json!({}))["events"], json!(["case.in_progress"]));
        assert_eq!(case.operate("pick_up", &json!({}))["events"], json!([]), "a repeated one is collapsed");
        expected.push("case.in_progress");
        assert_eq!(case.is_in(State::InProgress)["reason"], "dispatched_fee_applies");

        let asked = case.operate("need_input", &json!({ "message": "Which vehicle was it?" }));
        let id = asked["interaction_id"].as_str().unwrap().to_owned();
        expected.push("case.action_required");
        case.is_in(State::ActionRequired);
        let reply: [(&str, Option<&str>, &[u8]); 3] = [
            ("interaction_id", None, id.as_bytes()),
            ("message", None, b"The red one."),
            ("file", Some("car.jpg"), b"jpeg"),
        ];
        let replied = service.post_parts(&user, &case.path("respond/"), &reply);
        assert_eq!(record(Record::Responded, &replied, 200)["status"], "responded");
        case.is_in(State::Received);
        let again = service.post_parts(&user, &case.path("respond/"), &reply);
        assert_eq!((again.status, &again.json()["code"]), (400, &json!("already_responded")));
        assert!(again.json().to_string().contains("responded"), "ERR-respond-repeat");
        assert_eq!(
            case.operate("pick_up", &json!({}))["events"],
            json!(["case.in_progress"]),
            "another event came between"
        );
        expected.push("case.in_progress");

        assert_eq!(case.get("results/?result_format=json").status, 404, "there are none yet");
        case.operate("find_policies", &json!({}));
        expected.push("case.additional_policies_found");
        let offer = record(Record::Offer, &case.get("offers/"), 200);
        let upgrade = offer["additional_policies"][0]["upgrade_id"].clone();
        assert_eq!(offer["additional_policies"][0]["status"], "created");

        case.operate("publish_results", &json!({}));
        expected.push("case.results_ready");
        assert_eq!(case.is_in(State::ResultsReady)["eligible"], false);
        let results = record(Record::Results, &case.get("results/?result_format=json"), 200);
        let offered = |results: &Value, status: &str| {
            let policies = results["results_data"]["additional_policies"].as_array().unwrap();
            policies.iter().find(|policy| policy["upgrade_id"] == upgrade && policy["status"] == status).cloned()
        };
        let envelope = offered(&results, "offered").expect("the offered policy");
        assert_eq!(envelope.as_object().unwrap().len(), 6, "the envelope only");
        assert_eq!(case.operate("publish_results", &json!({}))["events"], json!([]), "the same results again");

        let selection = json!({ "offer_id": offer["offer_id"], "selected_upgrade_ids": [upgrade] });
        for attempt in 0..2 {
            let accepted = case.post("offers/accept/", &selection);
            assert_eq!(accepted.status, 200, "attempt {attempt}: {}", accepted.json());
        }
        expected.push("case.results_ready");
        let results = record(Record::Results, &case.get("results/?result_format=json"), 200);
        assert!(offered(&results, "accepted").expect("the bought policy").as_object().unwrap().len() > 6);
        let pdf = record(Record::ResultsPdf, &case.get("results/?result_format=pdf"), 200);
        let url = pdf["results_url"].as_str().unwrap();
        let path = url.strip_prefix(&service.base_url).unwrap();
        let download = service.get("", path);
        assert_eq!((download.status, &download.body[..5]), (200, &b"%PDF-"[..]));

        case.operate("confirm_delivery", &json!({}));
        expected.push("case.closed");
        case.is_in(State::Closed);
        let refused = case.post("cancel/", &json!({}));
        assert_eq!(record(Record::CancelError, &refused, 409)["error"], "case_closed");
        let received = listener.wait(expected.len());
        assert_eq!(listener.types(), expected);
        follows(&received, case.id);
    }
}

/// Checks that the events of a case lead a follower to its end.
fn follows(received: &[Received], case: i64) {
    let mut follower = Follower::new(false);
    for event in received.iter().filter(|received| received.body["case_id"] == case) {
        let delivery: Delivery = serde_json::from_str(&event.body.to_string()).expect("one of the seven events");
        follower.ingest(Fact::event(&delivery));
    }
    let view = follower.view(None);
    assert_eq!(view.state, Some(State::Closed));
    assert_eq!(view.closed.and_then(|closed| closed.reason).as_deref(), Some("results_delivered"));
}

#[test]
fn a_case_is_cancelled_in_each_state_that_lets_it() {
    let listener = Listener::start(|_, _| 200);
    let (service, user) = start(&listener);
    let triggers = ["pick_up", "need_input", "publish_results", "confirm_delivery"];
    let reach: [(&[&str], u16, Value); 5] = [
        (&[], 202, json!("0.00")),
        (&triggers[..1], 202, json!("150.00")),
        (&triggers[..2], 202, json!("150.00")),
        (&["pick_up", "publish_results"], 409, json!("research_complete")),
        (&["pick_up", "publish_results", "confirm_delivery"], 409, json!("case_closed")),
    ];
    let mut closed = 0;
    for (path, status, seen) in reach {
        let case = Case::create(&service, &user, LIMIT);
        for trigger in path {
            let body = if *trigger == "need_input" { json!({ "message": "More?" }) } else { json!({}) };
            case.operate(trigger, &body);
        }
        let reason = json!({ "reason": "Settled — “gracias”" });
        let answer = case.post("cancel/", &reason);
        closed += usize::from(status == 202 || path.len() == 3);
        if status != 202 {
            assert_eq!(record(Record::CancelError, &answer, status)["error"], seen);
            continue;
        }
        let accepted = record(Record::CancellationAccepted, &answer, 202);
        assert_eq!(accepted["fee"]["amount_usd"], seen);
        assert_eq!(case.is_in(State::Closed)["reason"], "case_closed");
        let again = case.post("cancel/", &json!({ "reason": "another" }));
        assert_eq!(record(Record::CancellationAccepted, &again, 202), accepted, "answered as the first");
        let results = record(Record::Results, &case.get("results/?result_format=json"), 200);
        assert_eq!(
            (&results["results_data"]["cancelled"], &results["results_data"]["cancellation"]["reason"]),
            (&json!(true), &reason["reason"])
        );
        wait(|| listener.types().iter().filter(|kind| *kind == "case.closed").count() == closed, "case.closed");
        let received = listener.received();
        let event = received.iter().rfind(|received| received.body["event"] == "case.closed").unwrap();
        assert_eq!(event.body["reason"], reason["reason"], "verbatim");
    }
}

#[test]
fn a_test_case_lives_the_same_life_in_silence() {
    let listener = Listener::start(|_, _| 200);
    let (service, user) = start(&listener);
    let payload = LIMIT.replacen('{', "{ \"is_test\": true,", 1);
    let case = Case::create(&service, &user, &payload);
    case.operate("pick_up", &json!({}));
    case.operate("find_policies", &json!({}));
    case.operate("publish_results", &json!({}));
    assert_eq!(record(Record::Results, &case.get("results/?result_format=json"), 200)["status"], "results_ready");
    let event = case.operate("synthetic_event", &json!({ "type": "case.results_ready" }));
    case.operate("confirm_delivery", &json!({}));
    // Only the synthetic event arrives: the others would have arrived before it.
    let received = listener.wait(1);
    assert_eq!((received.len(), &received[0].body["event_id"]), (1, &event["event_id"]));
    let same = service.post_parts(
        &user,
        "/api/v1/partner/cases/create/",
        &[("case", None, br#"{ "is_test": true, "case_type": "pl" }"#)],
    );
    let real = service.post_parts(
        &user,
        "/api/v1/partner/cases/create/",
        &[("case", None, br#"{ "is_test": false, "case_type": "pl" }"#)],
    );
    assert_eq!(
        (same.status, same.json()["errors"].clone()),
        (400, real.json()["errors"].clone()),
        "the same 400 (TEST)"
    );
}

#[test]
fn another_organizations_case_is_not_found() {
    let service =
        Service::start(r#"{ "organizations": [{ "name": "One" }, { "name": "Two", "master_token": "two-two-two" }] }"#);
    let one = service.login("one");
    let two =
        service.post_json("two-two-two", "/api/auth/login/", r#"{ "token_name": "two" }"#).json()["token"].clone();
    let two = two.as_str().unwrap();
    let case = Case::create(&service, &one, LIMIT);
    let other = |rest: &str| service.get(two, &case.path(rest)).status;
    assert_eq!([other(""), other("results/?result_format=json"), other("offers/")], [404; 3]);
    for rest in ["cancel/", "offers/accept/"] {
        let body = r#"{ "offer_id": "o", "selected_upgrade_ids": [1] }"#;
        assert_eq!(service.post_json(two, &case.path(rest), body).status, 404, "{rest}");
    }
    assert_eq!(service.get(two, "/api/v1/partner/cases/?source=all").json()["results"], json!([]));
    assert_eq!(case.is_in(State::Received)["eligible"], true);
}

#[test]
fn a_reference_comes_after_seconds_or_with_the_pick_up() {
    let service = Service::start(r#"{ "issue_keys": {} }"#);
    let user = service.login("clerk");
    for id in [1, 2] {
        assert_eq!(service.create(&user, LIMIT)["case_ref"], Value::Null);
        assert_eq!(service.get(&user, &format!("/api/v1/partner/cases/CASE-{id}/")).status, 404);
    }
    let list = || service.get(&user, "/api/v1/partner/cases/").json()["results"].clone();
    service.operate("POST", "/cases/1/pick_up", &json!({}));
    assert_eq!((&list()[1]["issue_key"], &list()[0]["issue_key"]), (&json!("CASE-1"), &Value::Null));
    let events = service.operate("GET", "/cases/1", &json!({}))["events"].clone();
    let event = &events.as_array().unwrap().last().unwrap()["body"];
    assert_eq!((&event["event"], &event["issue_key"]), (&json!("case.in_progress"), &json!("CASE-1")));
    service.operate("PUT", "/clock", &json!({ "advance_seconds": 5 }));
    assert_eq!(list()[0]["issue_key"], "CASE-2");
}

#[test]
fn a_reference_comes_late_on_request() {
    let service = Service::start(r#"{ "issue_keys": { "prefix": "LATE", "after_seconds": 600 } }"#);
    let user = service.login("clerk");
    let created = service.create(&user, LIMIT);
    assert_eq!(created["case_ref"], Value::Null);
    let list = || service.get(&user, "/api/v1/partner/cases/").json()["results"][0]["issue_key"].clone();
    service.operate("POST", "/cases/1/pick_up", &json!({}));
    assert_eq!(list(), Value::Null);
    assert_eq!(service.get(&user, "/api/v1/partner/cases/LATE-1/").status, 404);
    service.operate("PUT", "/clock", &json!({ "advance_seconds": 601 }));
    assert_eq!(list(), "LATE-1");
    assert_eq!(service.get(&user, "/api/v1/partner/cases/LATE-1/").status, 200);
}
