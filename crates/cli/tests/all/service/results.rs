//! Results, offers and cancellations, from the sides of a law firm and of the staff.

use crate::service::support::{Answer, Listener, Service, json, wait};
use serde_json::{Value, json};

const LIMIT: &str = r#"{
    "case_type": "pl", "cc_emails": "intake@firm.example", "plaintiff_name": "Test Plaintiff",
    "date_of_loss": "2026-01-31", "is_incident_report_provided": false, "insurance_company": "Example Mutual",
    "base_product": ["personal_auto_policy_limits"]
}"#;

/// A stand-in whose events go to a listener.
fn start(listener: &Listener) -> Service {
    let hooks = json!([{ "name": "Example Law", "webhooks": [{ "url": listener.url }] }]);
    Service::start(&json!({ "organizations": hooks }).to_string())
}

/// Creates a case, and returns its number and its path.
fn create(service: &Service, token: &str) -> (i64, String) {
    let created = service.create(token, LIMIT);
    let case_ref = created["case_ref"].as_str().unwrap();
    (created["case_id"].as_i64().unwrap(), format!("/api/v1/partner/cases/{case_ref}"))
}

/// Creates a case with the sample results.
fn published(service: &Service, token: &str) -> (i64, String) {
    let (id, path) = create(service, token);
    service.operate("POST", &format!("/cases/{id}/pick_up"), &json!({}));
    service.operate("POST", &format!("/cases/{id}/publish_results"), &json!({}));
    (id, path)
}

fn results(service: &Service, token: &str, path: &str) -> Value {
    let answer = service.get(token, &format!("{path}/results/?result_format=json"));
    assert_eq!(answer.status, 200);
    answer.json()
}

/// The events that were fired, without repeats: after a kill one may be delivered again.
fn fired(listener: &Listener) -> Vec<Value> {
    let mut events: Vec<Value> = Vec::new();
    for received in listener.received() {
        if !events.iter().any(|known| known["event_id"] == received.body["event_id"]) {
            events.push(received.body);
        }
    }
    events
}

fn types(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["event"].as_str().unwrap()).collect()
}

/// Follows an address that the stand-in returned, without a token.
fn fetch(service: &Service, address: &str) -> Answer {
    service.get("", address.strip_prefix(&service.base_url).unwrap())
}

#[test]
fn results_come_as_json_and_as_a_pdf_whose_address_expires() {
    let listener = Listener::start(|_, _| 200);
    let service = start(&listener);
    let token = service.login("office");
    let (id, path) = published(&service, &token);
    let again = service.operate("POST", &format!("/cases/{id}/publish_results"), &json!({}));
    assert_eq!(again["events"], json!([]), "the same results");
    let record = service.get(&token, &format!("{path}/results/?result_format=pdf")).json();
    assert!(record.get("results_data").is_none());
    let reply = listener.wait(3);
    assert_eq!(types(&fired(&listener)), ["case.received", "case.in_progress", "case.results_ready"]);
    let of_event = reply[2].body["results_url"].as_str().unwrap().to_owned();
    let of_record = record["results_url"].as_str().unwrap().to_owned();
    for address in [&of_event, &of_record] {
        let pdf = fetch(&service, address);
        assert_eq!((pdf.status, pdf.header("content-type")), (200, Some("application/pdf")));
        assert!(pdf.body.starts_with(b"%PDF-"));
    }
    service.operate("PUT", "/clock", &json!({ "advance_seconds": 3_600 + 60 }));
    assert_eq!((fetch(&service, &of_record).status, fetch(&service, &of_event).status), (410, 200));
    service.operate("PUT", "/clock", &json!({ "advance_seconds": 11 * 3_600 }));
    assert_eq!(fetch(&service, &of_event).status, 410);
    let forged = of_event.replace(&format!("/{id}?"), &format!("/{}?", id + 1));
    assert_eq!(fetch(&service, &forged).status, 403);
}

#[test]
fn offered_policies_are_revealed_by_accepting_them_once() {
    let listener = Listener::start(|_, _| 200);
    let mut service = start(&listener);
    let token = service.login("office");
    let (id, path) = published(&service, &token);
    let found = json!({ "additional_policies": [
        { "type": "Umbrella", "description": "May apply.", "researcher_note": "Confirmed by Quux.", "price_usd": "250.00",
          "record": { "insurance": "Quux Indemnity", "policy_number": "ZZ-9000" } },
        { "type": "Homeowners", "price_usd": "90.00" }
    ] });
    let offer_id = service.operate("POST", &format!("/cases/{id}/find_policies"), &found)["offer_id"].clone();
    let offer = service.get(&token, &format!("{path}/offers/")).json();
    assert_eq!(offer["offer_id"], offer_id);
    let leaks = |text: &str| text.contains("Quux") || text.contains("ZZ-9000");
    let received = listener.wait(4);
    assert!(!received.iter().any(|received| leaks(&received.body.to_string())));
    assert!(!leaks(&offer.to_string()) && !leaks(&results(&service, &token, &path).to_string()));
    let first = offer["additional_policies"][0]["upgrade_id"].as_i64().unwrap();
    let accept = |service: &Service, ids: Value| {
        let body = json!({ "offer_id": offer_id, "selected_upgrade_ids": ids });
        service.post_json(&token, &format!("{path}/offers/accept/"), &body.to_string())
    };
    assert_eq!(accept(&service, json!([first, 99_999])).status, 400);
    assert_eq!(accept(&service, json!([])).status, 400);
    let accepted = accept(&service, json!([first]));
    assert_eq!((accepted.status, &accepted.json()["additional_policies"][0]["status"]), (200, &json!("selected")));
    service.kill();
    service.restart();
    assert_eq!(accept(&service, json!([first])).json(), accepted.json());
    let reply = results(&service, &token, &path);
    let statuses: Vec<&Value> = reply["results_data"]["additional_policies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|policy| &policy["status"])
        .collect();
    assert_eq!(statuses, ["included", "accepted", "offered"]);
    assert!(leaks(&reply.to_string()));
    service.operate("POST", &format!("/cases/{id}/confirm_delivery"), &json!({}));
    wait(|| types(&fired(&listener)).contains(&"case.closed"), "case.closed");
    let events = fired(&listener);
    assert_eq!(types(&events).iter().filter(|event| **event == "case.results_ready").count(), 2);
    assert_eq!(results(&service, &token, &path)["results_data"], reply["results_data"], "delivered results stay");
    // D51: a retry is answered as the first time, and changes nothing.
    let before = service.get(&token, &format!("{path}/")).json();
    let again = accept(&service, json!([first]));
    assert_eq!((again.status, again.json()), (200, accepted.json()));
    assert_eq!(service.get(&token, &format!("{path}/")).json(), before);
    let second = offer["additional_policies"][1]["upgrade_id"].as_i64().unwrap();
    assert_eq!(accept(&service, json!([second])).status, 409);
    assert_eq!(accept(&service, json!([first, second])).status, 409);
}

#[test]
fn a_cancel_locks_its_fee_and_answers_the_same_twice() {
    let listener = Listener::start(|_, _| 200);
    let mut service = start(&listener);
    let token = service.login("office");
    let (id, path) = create(&service, &token);
    service.operate("POST", &format!("/cases/{id}/pick_up"), &json!({}));
    let cancellation = format!("/cases/{id}/cancellation");
    service.operate("PUT", &cancellation, &json!({ "eligibility": "case_processing" }));
    let reason = "Settled – “Zoë” said so 保険\n";
    let cancel = |service: &Service| {
        service.post_json(&token, &format!("{path}/cancel/"), &json!({ "reason": reason }).to_string())
    };
    let held = cancel(&service);
    assert_eq!((held.status, &held.json()["error"]), (409, &json!("case_processing")));
    assert!(held.json()["detail"].is_string());
    service.operate("PUT", &cancellation, &json!({ "eligibility": null, "fee_usd": "80.50" }));
    let first = cancel(&service);
    assert_eq!((first.status, &first.json()["fee"]["amount_usd"]), (202, &json!("80.50")));
    service.kill();
    service.restart();
    let again = service.post_parts(&token, &format!("{path}/cancel/"), &[("reason", None, b"another")]);
    assert_eq!((again.status, again.json()), (202, first.json()));
    let reply = results(&service, &token, &path);
    assert_eq!(reply["status"], "closed");
    let block = &reply["results_data"]["cancellation"];
    assert_eq!((&block["fee_usd"], &block["reason"]), (&json!("80.50"), &json!(reason)));
    wait(|| fired(&listener).len() >= 3, "case.closed");
    let events = fired(&listener);
    assert_eq!(types(&events), ["case.received", "case.in_progress", "case.closed"]);
    assert_eq!(events[2]["reason"], reason);
    let detail = service.get(&token, &format!("{path}/")).json();
    let cancellation = json(r#"{ "eligible": false, "fee_usd": "80.50", "reason": "case_closed" }"#);
    assert_eq!((&detail["results_ready"], &detail["cancellation"]), (&json!(false), &cancellation));
    let unknown = service.post_json(&token, "/api/v1/partner/cases/CASE-999/cancel/", "{}");
    assert_eq!((unknown.status, &unknown.json()["error"]), (404, &json!("unknown_case")));
}

#[test]
fn a_repeat_that_changes_nothing_is_no_update() {
    let service = Service::start("{}");
    let token = service.login("office");
    let (id, path) = published(&service, &token);
    service.operate("POST", &format!("/cases/{id}/find_policies"), &json!({ "offer_id": "o-1" }));
    let offer = service.get(&token, &format!("{path}/offers/")).json();
    let selected = format!("offer_id=o-1&selected_upgrade_ids={}", offer["additional_policies"][0]["upgrade_id"]);
    let accept = format!("{path}/offers/accept/");
    let form = |path: &str, body: &str| {
        service.send("POST", &token, path, "application/x-www-form-urlencoded; charset=utf-8", body.as_bytes())
    };
    let updated_at = |path: &str| service.get(&token, &format!("{path}/")).json()["updated_at"].clone();
    assert_eq!(form(&accept, &selected).status, 200);
    let before = updated_at(&path);
    assert_eq!(form(&accept, &selected).status, 200);
    service.operate("POST", &format!("/cases/{id}/publish_results"), &json!({}));
    assert_eq!(updated_at(&path), before);

    let (_, path) = create(&service, &token);
    let cancel = format!("{path}/cancel/");
    assert_eq!(form(&cancel, "reason=Settled+%E2%80%93+see+#7").status, 202);
    let before = updated_at(&path);
    assert_eq!(form(&cancel, "").status, 202);
    assert_eq!(updated_at(&path), before);
    let reply = results(&service, &token, &path);
    assert_eq!(reply["results_data"]["cancellation"]["reason"], "Settled – see #7");
}

#[test]
fn results_that_are_taken_and_published_again_name_each_policy_once() {
    let service = Service::start("{}");
    let token = service.login("office");
    let (id, path) = published(&service, &token);
    service.operate("POST", &format!("/cases/{id}/find_policies"), &json!({}));
    let reply = results(&service, &token, &path);
    let again = service.operate("GET", &format!("/cases/{id}"), &Value::Null)["results"].clone();
    let publish = format!("/cases/{id}/publish_results");
    service.operate("POST", &publish, &json!({ "results_data": again }));
    assert_eq!(results(&service, &token, &path)["results_data"], reply["results_data"]);
    // It also does not say that a policy is bought.
    let id = &reply["results_data"]["additional_policies"].as_array().unwrap().last().unwrap()["upgrade_id"];
    let bought = json!({ "status": "accepted", "upgrade_id": id, "insurance": "Example Mutual" });
    let given = json!({ "results_data": { "results": [], "additional_policies": [bought] } });
    service.operate("POST", &publish, &given);
    let reply = results(&service, &token, &path);
    let statuses: Vec<&Value> =
        reply["results_data"]["additional_policies"].as_array().unwrap().iter().map(|entry| &entry["status"]).collect();
    assert!(!statuses.contains(&&json!("accepted")), "{statuses:?}");
}

#[test]
fn an_address_that_cannot_be_read_is_refused_as_any_other() {
    let service = Service::start("{}");
    let answer = service.get("", "/downloads/results/%ff?expires=1&signature=x");
    assert_eq!((answer.status, &answer.json()["code"]), (403, &json!("wrong_signature")));
    // An address is signed for GET.
    let token = service.login("office");
    let (_, path) = published(&service, &token);
    let record = service.get(&token, &format!("{path}/results/?result_format=pdf")).json();
    let path = record["results_url"].as_str().unwrap().trim_start_matches(&service.base_url).to_owned();
    assert_eq!([service.get("", &path).status, service.send("HEAD", "", &path, "", b"").status], [200, 403]);
}
