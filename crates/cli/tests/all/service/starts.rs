//! Starts with different folders, settings, and data of an earlier start.

use crate::service::support::{Listener, Service, json};
use crate::service::walk::LIMIT;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Runs a start that must fail, and returns its exit code and its message.
#[track_caller]
pub(crate) fn refused(data: &Path, config: Option<&str>, words: &[&str]) -> (i32, String) {
    let mut start = Command::new(env!("CARGO_BIN_EXE_casegate"));
    start.arg("serve").arg("--data").arg(data).args(["--port", "0"]).args(words).stdout(Stdio::null());
    if let Some(config) = config {
        let file = data.with_extension("json");
        std::fs::write(&file, config).expect("settings");
        start.arg("--config").arg(file);
    }
    let Output { status, stderr, .. } = start.output().expect("it runs");
    (status.code().expect("a code"), String::from_utf8(stderr).expect("text"))
}

fn master(config: &str, name: &str) -> Value {
    json!({ "name": name, "master_token": config })
}

#[test]
fn a_folder_is_used_by_one() {
    let service = Service::start("{}");
    let began = Instant::now();
    let (code, said) = refused(&service.folder().join("data"), None, &[]);
    assert!(code == 2 && said.contains("another stand-in uses the data folder"), "{code} {said}");
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
}

#[test]
fn another_database_is_left_alone() {
    let mut service = Service::start("{}");
    service.kill();
    let data = service.folder().join("other");
    std::fs::create_dir_all(&data).expect("a folder");
    for content in [&b"no database at all, but a text of some length"[..], &[0xA5; 9000]] {
        std::fs::write(data.join("casegate.sqlite3"), content).expect("a file");
        let (code, said) = refused(&data, None, &[]);
        assert!(code == 2 && said.lines().count() == 1 && said.contains("database"), "{code} {said}");
        assert_eq!(std::fs::read(data.join("casegate.sqlite3")).expect("a file"), content);
    }
}

#[test]
fn settings_that_contradict_themselves_are_refused() {
    let mut service = Service::start("{}");
    service.kill();
    let data = service.folder().join("refused");
    let (one, other) = (master("token-one", "A"), master("token-one", "B"));
    for (name, config) in [
        ("organizations.master_token", json!({ "organizations": [one, other] })),
        ("organizations.name", json!({ "organizations": [master("token-one", "A"), master("token-two", "A")] })),
        ("operator_token", json!({ "organizations": [one], "operator_token": "token-one" })),
    ] {
        let (code, said) = refused(&data, Some(&config.to_string()), &[]);
        assert!(code == 2 && said.contains(name) && !said.contains("token-one"), "{code} {said}");
    }
}

#[test]
fn a_password_in_an_address_is_shown_nowhere() {
    let listener = Listener::start(|_, _| 200);
    let url = listener.url.replace("http://", "http://clerk:pass@word@");
    let config = json!({ "webhooks": [{ "url": url }] });
    let service = Service::start_with(&config.to_string(), &["--webhook", &url]);
    service.operate("POST", "/subscriptions", &json!({ "url": url }));
    service.operate("POST", "/cases", &json!({ "case": json(LIMIT) }));
    let received = listener.wait(3);
    assert!(received.iter().all(|event| event.header("authorization").is_some()));
    let shown = ["/subscriptions", "/deliveries", "/cases/1", "/overview"]
        .map(|path| service.operate("GET", path, &Value::Null).to_string())
        .concat();
    assert_eq!(shown.matches("***@").count(), 9, "{shown}");
    let (_, refused) = refused(service.folder(), None, &["--webhook", "ftp://clerk:pass@word@example.com"]);
    assert!(![shown, service.log(), refused].concat().contains("word"));
}

#[test]
fn guessable_tokens_on_an_address_of_others_are_warned_of() {
    for (words, is_warned) in [(["--seed", "1"], true), (["--now", "2026-03-01T12:00:00Z"], false)] {
        let service = Service::start_with("{}", &[&words[..], &["--address", "0.0.0.0"]].concat());
        assert_eq!(service.log().contains("casegate: with a seed, everyone can work out the tokens"), is_warned);
    }
    assert!(!Service::start_with("{}", &["--seed", "1"]).log().contains("with a seed"));
}

#[test]
fn the_settings_webhooks_are_every_organizations() {
    let listener = Listener::start(|_, _| 200);
    let config = json!({ "webhooks": [{ "url": listener.url }] });
    let mut service = Service::start(&config.to_string());
    let made = service.operate("POST", "/organizations", &json!({ "name": "Later Law" }));
    let submit = |service: &Service| {
        service.operate("POST", "/cases", &json!({ "organization": made["id"], "case": json(LIMIT) }));
    };
    submit(&service);
    listener.wait(1);
    service.kill();
    // Also where the settings then name other organizations, and the one is the operator's alone.
    let mut named = config;
    named["organizations"] = json!([{ "name": "Named Law" }]);
    service.restart_with(&named.to_string());
    submit(&service);
    listener.wait(2);
    service.kill();
    named["webhooks"] = json!([]);
    service.restart_with(&named.to_string());
    let subscriptions = service.operate("GET", "/subscriptions", &Value::Null);
    let subscriptions = subscriptions["subscriptions"].as_array().expect("a list");
    assert!(subscriptions.iter().all(|one| one["ended_at"].is_string()), "{subscriptions:?}");
}
