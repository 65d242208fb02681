//! Cases of other intake channels, their list, and their files.

use super::{MARCH, call, detail, each, existence, limit, refusal, submit};
use crate::service::support::{Service, json};
use serde_json::{Value, json as value};

#[test]
fn a_case_comes_through_another_channel() {
    let service = Service::start("{}");
    service.operate("PUT", "/clock", &value!({ "now": MARCH }));
    let made = service.operate("POST", "/cases", &value!({ "source": "phone", "case": limit() }));
    assert_eq!(made, value!({ "id": 1, "issue_key": "CASE-1" }));

    let reply = service.operate("GET", "/cases/1", &value!({}));
    assert_eq!(reply["case"]["source"], "phone");
    assert_eq!(reply["case"]["payload"], limit());
    assert_eq!(
        (&reply["case"]["organization"], &reply["case"]["state"]),
        (&json(r#""Example Law""#), &json(r#""received""#))
    );
    assert_eq!((&reply["case"]["token_name"], &reply["case"]["closing"]), (&Value::Null, &Value::Null));
    assert_eq!(reply["case"]["appended"], value!({ "count": 0, "bytes": 0 }));
    assert_eq!(
        (each(&reply["timeline"], "trigger"), each(&reply["events"], "type")),
        (vec!["create"], vec!["case.received"])
    );
    assert_eq!(reply["events"][0]["body"]["event_id"], reply["events"][0]["event_id"]);
    assert_eq!((&reply["eligibility"], &reply["fee_usd"]), (&Value::Null, &json(r#""150.00""#)));

    // The caller sees it only in the list of all channels.
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
    let context = value!({ "today": service.operate("GET", "/clock", &value!({}))["now"].as_str().unwrap()[..10] });
    let input = value!({ "input": case.to_string(), "context": context }).to_string();
    let report = service.post_json("", "/casegate/check_case", &input).json();
    let answer = call(&service, "POST", "/cases", &value!({ "case": case }).to_string());
    assert_eq!((answer.status, answer.json()["title"].as_str()), (400, Some("The case is refused")));
    let mut reply = [answer.json()["errors"].clone(), answer.json()["warnings"].clone()];
    let reply: Vec<Value> = reply.iter_mut().filter_map(Value::as_array_mut).flatten().map(Value::take).collect();
    assert_eq!(reply.len(), report["issues"].as_array().unwrap().len());
    for mut issue in reply {
        issue.as_object_mut().unwrap().remove("pointer");
        assert!(report["issues"].as_array().unwrap().contains(&issue), "{issue}");
    }
    assert_eq!(service.operate("GET", "/cases", &value!({}))["cases"], value!([]));
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
