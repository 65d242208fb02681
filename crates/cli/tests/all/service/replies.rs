//! Replies to requests for information.

use crate::service::support::Service;
use crate::service::uploads::{Part, create, policy_limit, stored};
use serde_json::{Value, json};

#[test]
fn a_reply_is_taken_once() {
    let service = Service::start("{}");
    let user = service.login("a");
    create(&service, &user, &policy_limit(), &[]);
    let path = "/api/v1/partner/cases/CASE-1/respond/";
    let reply = |parts: &[Part<'_>]| service.post_parts(&user, path, parts);
    let id: Part<'_> = ("interaction_id", None, b"i-1");
    let early = reply(&[id, ("message", None, b"Early.")]);
    assert_eq!((early.status, &early.json()["code"]), (400, &json!("not_the_open_interaction")));
    service.operate("POST", "/cases/1/pick_up", &json!({}));
    service.operate("POST", "/cases/1/need_input", &json!({ "message": "Which policy?", "interaction_id": "i-1" }));
    assert_eq!(reply(&[id]).json()["code"], "nothing_said");
    let large = vec![b'x'; (25 << 20) + 1];
    assert_eq!(reply(&[id, ("file", Some("a.pdf"), &large)]).json()["code"], "file_too_large");
    assert_eq!(stored(&service), 0);
    let answer =
        reply(&[id, ("message", None, b"This one."), ("file", Some("a.pdf"), b"x"), ("file", Some("b"), b"y")]);
    assert_eq!(answer.status, 200, "{}", answer.json());
    assert_eq!((&answer.json()["interaction_id"], &answer.json()["status"]), (&json!("i-1"), &json!("responded")));
    assert_eq!(stored(&service), 2);
    let repeat = reply(&[id, ("message", None, b"This one.")]);
    assert_eq!((repeat.status, &repeat.json()["code"]), (400, &json!("already_responded")));
    assert!(repeat.json()["detail"].as_str().unwrap().contains("already in status responded"));
    let detail = service.get(&user, "/api/v1/partner/cases/CASE-1/").json();
    assert_eq!(detail["status"], "received");
    let kept = service.operate("GET", "/cases/1", &Value::Null);
    assert_eq!(kept["interactions"][0]["reply"], "This one.");
    let through: Vec<&Value> = kept["files"].as_array().unwrap().iter().map(|file| &file["through"]).collect();
    assert_eq!(through, [&json!("respond"), &json!("respond")]);
}

#[test]
fn of_two_replies_at_once_one_is_taken() {
    let service = Service::start("{}");
    let user = service.login("a");
    create(&service, &user, &policy_limit(), &[]);
    service.operate("POST", "/cases/1/pick_up", &json!({}));
    service.operate("POST", "/cases/1/need_input", &json!({ "message": "Which?", "interaction_id": "i-1" }));
    let parts: &[Part<'_>] = &[("interaction_id", None, b"i-1"), ("file", Some("a.pdf"), b"x")];
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let reply = || service.post_parts(&user, "/api/v1/partner/cases/CASE-1/respond/", parts).status;
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(reply)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400, 400, 400, 400, 400, 400, 400]);
    assert_eq!(stored(&service), 1);
}
