//! Organizations and tokens.

use super::{call, each, limit, refusal, submit};
use crate::service::support::{Service, json};
use serde_json::{Value, json as value};

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
