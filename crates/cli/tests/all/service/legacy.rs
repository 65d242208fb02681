//! The legacy flow, where it is switched on.

use crate::service::support::{Answer, Service};
use crate::service::uploads::{policy_existence, policy_limit, stored};
use casegate::records::Ticket;
use casegate::records::{Record, read_record};
use casegate::{Context, Date};
use serde_json::{Value, json};

const ON: &str = r#"{ "legacy": "on" }"#;

/// A case of the legacy flow, with its declared labels.
fn fields(mut case: Value, labels: &[&str]) -> Value {
    case.as_object_mut().unwrap().remove("case_type");
    case["files_to_upload"] = json!(labels);
    case
}

fn open(service: &Service, token: &str, path: &str, fields: &Value) -> Answer {
    service.post_json(token, path, &fields.to_string())
}

fn upload(service: &Service, token: &str, label: &str, filename: &str, bytes: &[u8]) -> Answer {
    service.post_parts(token, &format!("/upload/1/{label}"), &[("file", Some(filename), bytes)])
}

fn ready(service: &Service, token: &str) -> Answer {
    service.send("PUT", token, "/tickets/1/ready", "", b"")
}

#[test]
fn it_is_gone_unless_it_is_switched_on() {
    let service = Service::start("{}");
    let user = service.login("a");
    assert_eq!(open(&service, &user, "/policy_limit_searches/", &fields(policy_limit(), &[])).status, 410);
    assert_eq!(ready(&service, &user).status, 410);
}

#[test]
fn a_ticket_becomes_a_case_once_its_files_are_there() {
    let service = Service::start(ON);
    let user = service.login("a@example.com");
    let mut case = fields(policy_limit(), &["incident_report", "other1"]);
    case["vehicle_information"] = json!({ "vehicle_year": 2020, "id": 7 });
    case["id"] = json!("mine");
    let opened = open(&service, &user, "/policy_limit_searches/", &case);
    let ticket = opened.json();
    assert_eq!(opened.status, 201, "{ticket}");
    assert_eq!(opened.header("deprecation"), Some("@0"));
    assert_eq!(opened.header("sunset"), Some("Wed, 11 Nov 2026 00:00:00 GMT"));
    let context = Context::new(Date::parse("2026-03-01").unwrap());
    let typed: Ticket = read_record(Record::Ticket, &ticket.to_string(), &context).typed().unwrap();
    assert_eq!((typed.id, typed.owner.as_str(), typed.tracker_url), (1, "a@example.com", None));
    assert_eq!(typed.creating_token_name.as_deref(), Some("a@example.com"));
    assert_eq!(ticket["plaintiff_name"], case["plaintiff_name"]);
    assert_eq!(ticket["vehicle_information"], json!({ "vehicle_year": 2020, "id": 12 }));

    let vehicle = json!({ "vehicle_year": 2020, "vehicle_make": "Example", "vehicle_model": "Roadster" });
    let mut described = case.clone();
    described["vehicle_information"] = vehicle;
    let reply = open(&service, &user, "/policy_limit_searches/", &described).json()["vehicle_information"].take();
    assert_eq!((&reply["description"], &reply["id"]), (&json!("2020 Example Roadster"), &json!(22)));

    let missing = ready(&service, &user);
    let codes = missing.json();
    assert_eq!((missing.status, &codes["code"]), (400, &json!("missing_upload")));
    assert_eq!(codes["errors"].as_array().unwrap().len(), 2);
    assert_eq!(upload(&service, &user, "incident_report", "a.pdf", b"first").status, 201);
    let second = upload(&service, &user, "incident_report", "../b.pdf", b"second");
    assert_eq!(second.json(), json!({ "ticket_id": 1, "file_label": "incident_report", "filename": "b.pdf" }));
    assert_eq!(stored(&service), 1);
    assert_eq!(upload(&service, &user, "other2", "c.pdf", b"x").json()["code"], "undeclared_label");
    assert_eq!(
        upload(&service, &user, "other1", "c.pdf", &vec![b'x'; (25 << 20) + 1]).json()["code"],
        "file_too_large"
    );
    assert_eq!(ready(&service, &user).json()["errors"].as_array().unwrap().len(), 1);
    assert_eq!(upload(&service, &user, "other1", "c.pdf", b"x").status, 201);

    let done = ready(&service, &user);
    assert_eq!(done.status, 200, "{}", done.json());
    let address = format!("{}/api/v1/partner/cases/CASE-1/", service.base_url);
    assert_eq!((&done.json()["id"], &done.json()["tracker_url"]), (&json!(1), &json!(address)));
    let again = ready(&service, &user);
    assert_eq!((again.status, again.json()), (200, done.json()));
    assert_eq!(upload(&service, &user, "other1", "c.pdf", b"x").status, 409);
    assert_eq!(stored(&service), 2);
    let detail = service.get(&user, "/api/v1/partner/cases/CASE-1/").json();
    assert_eq!((&detail["status"], &detail["case_type"]), (&json!("received"), &json!("pl")));
    assert_eq!(service.get(&user, "/api/v1/partner/cases/").json()["results"].as_array().unwrap().len(), 1);
}

#[test]
fn uploads_outlive_a_kill() {
    let mut service = Service::start(ON);
    let user = service.login("a");
    open(&service, &user, "/policy_existence_searches/", &fields(policy_existence(), &["other1"]));
    upload(&service, &user, "other1", "a.pdf", b"x");
    service.kill();
    service.restart();
    assert_eq!(stored(&service), 1);
    assert_eq!(ready(&service, &user).status, 200);
    assert_eq!(service.get(&user, "/api/v1/partner/cases/CASE-1/").json()["case_type"], "pe");
}

#[test]
fn what_the_library_refuses_opens_no_ticket() {
    let service = Service::start(ON);
    let user = service.login("with a blank");
    let path = "/policy_limit_searches/";
    assert_eq!(service.post_json(&user, path, "").json()["code"], "required");
    assert_eq!(service.post_json(&user, path, "{").json()["errors"][0]["code"], "not_json");
    let mut case = fields(policy_limit(), &[]);
    case["is_incident_report_provided"] = json!(true);
    let refused = open(&service, &user, path, &case);
    assert_eq!((refused.status, &refused.json()["errors"][0]["at"]), (400, &json!("/files_to_upload")));
    assert_eq!(refused.header("deprecation"), Some("@0"));
    assert_eq!(ready(&service, &user).status, 404);
    case["is_incident_report_provided"] = json!(false);
    assert_eq!(open(&service, &user, path, &case).json()["owner"], "organization-1");
    assert_eq!(service.send("PUT", &user, "/tickets/x/ready", "", b"").status, 404);
}

#[test]
fn a_ticket_of_another_organization_is_not_found() {
    let service = Service::start(
        r#"{ "legacy": "on", "organizations": [
            { "name": "One", "master_token": "master-one" }, { "name": "Two", "master_token": "master-two" }] }"#,
    );
    let login = |master: &str| {
        let answer = service.post_json(master, "/api/auth/login/", r#"{ "token_name": "a" }"#);
        answer.json()["token"].as_str().unwrap().to_owned()
    };
    let (one, two) = (login("master-one"), login("master-two"));
    open(&service, &one, "/policy_limit_searches/", &fields(policy_limit(), &["other1"]));
    assert_eq!(upload(&service, &two, "other1", "a.pdf", b"x").status, 404);
    assert_eq!(ready(&service, &two).status, 404);
    assert_eq!(stored(&service), 0);
}

#[test]
fn numbers_are_answered_as_they_were_sent() {
    let service = Service::start(ON);
    let user = service.login("a");
    let fields =
        fields(policy_limit(), &[]).to_string().replacen('{', r#"{"mine":[1e999,10000000000000000000.10],"#, 1);
    let opened = service.post_json(&user, "/policy_limit_searches/", &fields);
    assert_eq!(opened.status, 201);
    assert!(String::from_utf8_lossy(&opened.body).contains("[1e999,10000000000000000000.10]"));
    assert_eq!(ready(&service, &user).status, 200);
}
