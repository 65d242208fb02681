//! `casegate trigger` and `casegate play`.

use crate::service::support::Service;
use casegate::lifecycle::transitions;
use casegate::tokens::{EventType, State};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::{Command, Output};

fn casegate(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casegate"));
    command.args(args).env_remove("CASEGATE_BASE").env_remove("CASEGATE_OPERATOR");
    command.output().expect("it runs")
}

#[track_caller]
fn said(args: &[&str]) -> String {
    let output = casegate(args);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{args:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

#[test]
fn the_scenarios_reach_every_state_and_event_of_the_table() {
    let list = said(&["play", "--list"]);
    let names: Vec<&str> = list.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names.len(), 15);
    let mut words = BTreeSet::new();
    for name in names {
        let played = said(&["play", name]);
        words.extend(played.split([' ', ',', '\n']).map(str::to_owned));
    }
    for state in State::ALL {
        assert!(words.contains(state.name()), "{}", state.name());
    }
    let events: BTreeSet<EventType> = transitions().iter().filter_map(|row| row.event).collect();
    assert_eq!(events.len(), EventType::ALL.len());
    for event in events {
        assert!(words.contains(event.name()), "{}", event.name());
    }
}

#[test]
fn a_scenario_plays_against_a_running_stand_in_and_its_file_may_name_a_case() {
    let service = Service::start("{}");
    let folder = service.folder();
    std::fs::write(folder.join("case.json"), crate::service::walk::LIMIT).unwrap();
    let scenario = "about = \"mine\"\n[[step]]\ncreate = { file = \"case.json\" }\nexpect = { state = \"received\" }\n";
    std::fs::write(folder.join("mine.toml"), scenario).unwrap();
    let path = folder.join("mine.toml").to_str().unwrap().to_owned();
    let running = ["--base", &service.base_url, "--operator", &service.operator()].map(str::to_owned);
    let args: Vec<&str> = ["play", &path].into_iter().chain(running.iter().map(String::as_str)).collect();
    assert_eq!(said(&args), "1 create: case 1 received, case.received\n");
    assert_eq!(service.operate("GET", "/cases", &Value::Null)["cases"].as_array().unwrap().len(), 1);

    std::fs::write(folder.join("mine.toml"), scenario.replace("received", "closed")).unwrap();
    let output = casegate(&args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("step 1: the case is received, and closed was expected"), "{error}");

    std::fs::write(folder.join("mine.toml"), "about = \"mine\"\n[[step]]\nfly = {}\n").unwrap();
    assert_eq!(casegate(&args).status.code(), Some(2));
}

#[test]
fn a_case_is_brought_to_each_event() {
    let service = Service::start("{}");
    let operator = service.operator();
    let trigger = |event: &str, case: &[&str]| {
        let running = ["--base", &service.base_url, "--operator", &operator];
        casegate(&[&["trigger", event], case, &running[..]].concat())
    };
    for (number, event) in (1..).zip(EventType::ALL) {
        let output = trigger(event.name(), &[]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.trim_end().ends_with(event.name()), "{text}");
        let events = service.operate("GET", &format!("/cases/{number}/events"), &Value::Null);
        let last = events["events"].as_array().unwrap().last().unwrap()["type"].clone();
        assert_eq!(last, json!(event.name()));
    }
    service.operate("POST", "/cases/1/pick_up", &json!({}));
    let output = trigger("need_input", &["--case", "1"]);
    assert_eq!(output.stdout, b"case 1 need_input: action_required, case.action_required\n");
    let error = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let output = trigger("case.in_progress", &["--case", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error(&output).contains("no action of the operator leads from action_required"), "{}", error(&output));
    let output = trigger("case.closed", &["--case", "99"]);
    assert!(error(&output).contains("404 (unknown_case)"), "{}", error(&output));
    assert!(error(&casegate(&["trigger", "case.closed"])).contains("--operator or CASEGATE_OPERATOR"));
}
