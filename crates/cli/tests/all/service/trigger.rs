//! `casegate trigger`.

use crate::service::support::Service;
use casegate::tokens::EventType;
use serde_json::{Value, json};
use std::process::{Command, Output};

fn casegate(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casegate"));
    command.args(args).env_remove("CASEGATE_BASE").env_remove("CASEGATE_OPERATOR");
    command.output().expect("it runs")
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
