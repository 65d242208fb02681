//! Login, logout, ping, and who may call what.

use crate::service::support::{Service, json};

#[test]
fn a_master_token_logs_in_and_does_nothing_else() {
    let service = Service::start("{}");
    let master = service.master();
    assert_eq!(service.get(&master, "/api/v1/partner/cases/").status, 403);
    assert_eq!(service.post_json(&master, "/api/auth/logout/", "").status, 403);
    assert_eq!(service.post_json(&master, "/api/auth/login/", "{}").status, 400);
    let login = service.post_json(&master, "/api/auth/login/", r#"{ "token_name": "a" }"#);
    assert_eq!((login.status, &login.json()["expiry"]), (200, &json("null")));
    let user = login.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(service.get(&user, "/api/v1/partner/ping_with_auth/").status, 200);
    assert_eq!(service.post_json(&user, "/api/auth/login/", r#"{ "token_name": "a" }"#).status, 403);
}

#[test]
fn logout_ends_the_token_that_it_is_called_with() {
    let service = Service::start("{}");
    let (one, other) = (service.login("one"), service.login("one"));
    assert_eq!(service.post_json(&one, "/api/auth/logout/", "").status, 204);
    let ping = |token: &str| service.get(token, "/api/v1/partner/ping_with_auth/").status;
    assert_eq!((ping(&one), ping(&other)), (401, 200));
}

#[test]
fn tokens_outlive_a_restart() {
    let mut service = Service::start("{}");
    let user = service.login("a");
    service.kill();
    service.restart();
    assert_eq!(service.get(&user, "/api/v1/partner/ping_with_auth/").status, 200);
}

#[test]
fn of_repeated_names_the_last_one_counts() {
    let service = Service::start("{}");
    let login = |body: &str| service.post_json(&service.master(), "/api/auth/login/", body);
    let answer = login(r#"{ "token_name": null, "token_name": "one", "token_name": "two" }"#);
    assert_eq!(answer.status, 200, "{}", answer.json());
    let user = answer.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(service.get(&user, "/api/v1/partner/ping_with_auth/").json()["token_name"], "two");
    assert_eq!(login(r#"{ "token_name": "one", "token_name": null }"#).status, 400);
}

#[test]
fn the_scheme_is_read_as_the_library_reads_it() {
    let service = Service::start("{}");
    let user = service.login("a");
    let status = |authorization: &str| {
        let head = "GET /api/v1/partner/ping_with_auth/ HTTP/1.1\r\nHost: casegate\r\nConnection: close";
        service.raw(format!("{head}\r\nAuthorization: {authorization}\r\n\r\n").as_bytes()).unwrap().status
    };
    for good in [format!("Token {user}"), format!("token {user}"), format!("TOKEN  {user}"), format!("Token\t{user} ")]
    {
        assert_eq!(status(&good), 200);
    }
    for bad in
        ["Token".to_owned(), user.clone(), format!("Bearer {user}"), format!("Token {user} x"), format!("Token{user}")]
    {
        assert_eq!(status(&bad), 401);
    }
}
