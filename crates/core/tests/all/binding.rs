//! What a binding to another language keeps between calls.

use crate::typed::{DAY, PLAIN, context, read};
use casegate::wire::{self, Binding, Reply};
use casegate::{Context, Date};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[test]
fn a_session_that_a_binding_keeps_answers_as_text() {
    let mut binding = Binding::new(wire::CASE_OPERATIONS);
    binding.set_context(0, DAY);
    let number = usize::try_from(read(&binding.open_session(PLAIN))["session"].as_u64().unwrap()).unwrap();
    let mut step =
        |word: &str, at: &str, value: &str| read(&binding.step(number, &format!("{word} {at}\n{value}")).into_text());
    let quiet = json!({ "ok": true, "shown": [], "hidden": [], "states": [], "stale": [] });
    assert_eq!(step("set", "/summary", "\"A word\""), quiet);
    assert!(step("clear", "no pointer", "")["refused"].as_str().unwrap().contains("an edit is made at a field"));
    let set = step("set", "/insurance_company", "null");
    assert_eq!(set["shown"], json!([]), "nothing is shown before it is touched");
    assert_eq!(step("touch", "/insurance_company", "")["shown"][0]["code"], "required");
    assert_eq!(step("report", "", "")["ok"], false);
    let foretold = step("what_if", "", r#"[{"set":"/insurance_company","value":"Other Insurance"}]"#);
    assert_eq!(step("set", "/insurance_company", r#""Other Insurance""#), foretold);
    assert_eq!(foretold["hidden"][0]["code"], "required");
    assert_eq!(step("what_if", "", r#"[{"clear":"/insurance_company"}]"#)["shown"][0]["code"], "required");
    assert_eq!(step("clear", "/insurance_company", "")["shown"][0]["code"], "required");
    assert!(step("payload", "", "").get("insurance_company").is_none());
    let states = step("states", "", "");
    assert!(states.as_array().unwrap().iter().any(|state| state["at"] == "/insurance_company"));
    for (word, at, value) in [
        ("guess", "", ""),
        ("what_if", "", "7"),
        ("what_if", "", r#"[{"set":"/insurance_company"}]"#),
        ("what_if", "", "["),
        ("set", "/insurance_company", "["),
    ] {
        assert!(step(word, at, value)["refused"].is_string(), "{word} {value}");
    }
}

#[test]
fn a_binding_needs_the_text_for_some_contexts() {
    let outline = |settings: &str| {
        let mut binding = Binding::new(&[]);
        binding.set_context(0, settings);
        binding.outline()
    };
    assert!(outline(DAY).starts_with(r#"{"":{"case_type":"#));
    assert_eq!(outline("{}"), "", "a day is needed");
    assert_eq!(outline("["), "");
    assert_eq!(outline(r#"{"today":"2026-03-01","include":["prepared"]}"#), "");
}

#[test]
fn a_closed_session_leaves_its_number_to_the_next() {
    let mut binding = Binding::new(&[]);
    binding.set_context(0, DAY);
    let opened = |number: u32| format!(r#"{{"session":{number}}}"#);
    for number in 1..=3 {
        assert_eq!(binding.open_session("{}"), opened(number));
    }
    assert_eq!(binding.step(2, "close").into_text(), "");
    assert_eq!(binding.step(2, "payload").into_text(), "", "it is closed");
    assert_eq!(binding.step(3, "payload").into_text(), "{}");
    assert_eq!(binding.open_session(r#"{"summary":"x"}"#), opened(2));
    assert_eq!(binding.step(2, "payload").into_text(), r#"{"summary":"x"}"#);
    for number in [0, 4, usize::MAX] {
        assert_eq!(binding.step(number, "payload").into_text(), "");
    }
}

#[test]
fn a_binding_runs_its_own_operations_with_its_context() {
    let mut binding = Binding::new(&[wire::EXPLAIN, wire::PREPARE_CASE]);
    let code = |reply: &str| read(reply)["error"]["code"].clone();
    assert_eq!(code(&binding.call("prepare_case", PLAIN)), "context_unreadable");
    assert_eq!(read(&binding.call("explain", "pl.policyholder_named"))["id"], "pl.policyholder_named");
    assert!(binding.set_context(0, DAY) > 0);
    assert_eq!(binding.call("prepare_case", PLAIN), wire::PREPARE_CASE.call(PLAIN, DAY));
    assert_eq!(code(&binding.call("check_case", PLAIN)), "operation_unknown");
    assert_eq!(binding.set_context(0, "["), 0);
    assert_eq!(code(&binding.call("explain", "pl.policyholder_named")), "context_unreadable");
}

#[test]
fn a_binding_sends_a_part_of_a_report_once() {
    let mut binding = Binding::new(&[]);
    let text = |reply: Reply| match reply {
        Reply::Text(text) => text,
        other => panic!("{other:?}"),
    };
    assert!(text(binding.check(PLAIN.as_bytes())).contains("context_unreadable"), "no day");
    binding.set_context(0, DAY);
    let long = "matter".repeat(11);
    let payload = format!(r#"{{ "case_type": "pl", "matter": 7, "{long}": 7, "coverage_type": "autos" }}"#);
    let payload = payload.as_bytes();
    let (first, second) = (read(&text(binding.check(payload))), read(&text(binding.check(payload))));
    let report: Value = read(&wire::CHECK_CASE.call(std::str::from_utf8(payload).unwrap(), DAY));
    let issues = report["issues"].as_array().unwrap();
    assert_eq!(first[0], json!([0, first[0][1]]));
    assert_eq!(first[0][1]["facts"], report["facts"]);
    assert_eq!(second[0], 0);
    let (mut retained, mut own) = (0, 0);
    for (at, issue) in issues.iter().enumerate() {
        if issue["path"][0] == *long {
            own += 1;
            assert_eq!((&first[at + 1], &second[at + 1]), (issue, issue), "a long key is not retained");
        } else {
            assert_eq!((&first[at + 1], &second[at + 1]), (&json!([retained, issue]), &json!(retained)));
            retained += 1;
        }
    }
    assert!(retained > 3 && own == 1, "{issues:?}");
    binding.set_context(0, DAY);
    assert_eq!(read(&text(binding.check(payload))), first, "another context has other words");
    let bare: Value = read(&text(binding.check(PLAIN.as_bytes())));
    assert_eq!(bare, json!([[1, read(&wire::CHECK_CASE.call(PLAIN, DAY))]]));
    assert_eq!(binding.check(PLAIN.as_bytes()), Reply::Report(1));
}

/// Two payloads may have the same findings at the same places, with another fix or by another rule.
#[test]
fn what_is_retained_is_the_same_as_a_report_of_its_own() {
    let rules = json!([
        { "id": "acme.one", "then": [{ "field": "/add_on_services", "one_of": ["policy_period"] }], "message": { "en": "One." } },
        { "id": "acme.two", "then": [{ "field": "/add_on_services", "not": { "starts_with": ["skip"] } }], "message": { "en": "Two." } },
    ]);
    let settings = json!({ "today": "2026-03-01", "house": { "rules": rules } }).to_string();
    let mut binding = Binding::new(&[]);
    binding.set_context(0, &settings);
    let mut retained = BTreeMap::<u64, Value>::new();
    for more in [
        json!({ "insurance_company_name": "Example" }),
        json!({ "insurance_company": "Example", "insurance_company_name": "Example" }),
        json!({ "insurance_company": "Another", "insurance_company_name": "Example" }),
        json!({ "insurance_company": "Example", "add_on_services": ["skip_trace"] }),
    ] {
        let mut payload = read(PLAIN);
        payload.as_object_mut().unwrap().remove("insurance_company");
        payload.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let text = payload.to_string();
        let Reply::Text(reply) = binding.check(text.as_bytes()) else { panic!("{text}") };
        let parts = read(&reply);
        let issues: Vec<Value> = parts.as_array().unwrap()[1..]
            .iter()
            .map(|part| match part {
                Value::Number(number) => retained[&number.as_u64().unwrap()].clone(),
                Value::Array(pair) => {
                    retained.insert(pair[0].as_u64().unwrap(), pair[1].clone());
                    pair[1].clone()
                }
                issue => issue.clone(),
            })
            .collect();
        assert_eq!(Value::Array(issues), read(&wire::CHECK_CASE.call(&text, &settings))["issues"], "{text}");
    }
}

#[test]
fn beyond_the_limit_parts_are_retained_anew() {
    let mut binding = Binding::new(&[]);
    binding.set_context(0, DAY);
    // What a binding retains, by number.
    let (mut reports, mut issues) = (BTreeMap::<u64, Value>::new(), BTreeMap::<u64, Value>::new());
    let part = |part: &Value, retained: &mut BTreeMap<u64, Value>| match part {
        Value::Number(number) => retained[&number.as_u64().unwrap()].clone(),
        Value::Array(pair) => {
            retained.insert(pair[0].as_u64().unwrap(), pair[1].clone());
            pair[1].clone()
        }
        object => object.clone(),
    };
    let tables = [casegate::fields::COMMON, casegate::fields::POLICY_LIMIT, casegate::fields::POLICY_EXISTENCE];
    let edits: Vec<(&str, Option<&str>)> = tables
        .into_iter()
        .flatten()
        .flat_map(|field| {
            let members = field.kind.members().iter().map(|member| Some(member.name));
            members.chain([None]).map(|member| (field.name, member))
        })
        .collect();
    let mut replaced = 0;
    for (at, (name, member)) in edits.iter().chain(&edits).enumerate() {
        // A repeated key is one more issue.
        let twice = |name: &str, value: &str| {
            if at % 2 == 0 { format!("{name:?}:{value}") } else { format!("{name:?}:{value},{name:?}:{value}") }
        };
        for case_type in ["pl", "pe", "none"] {
            for value in
                [json!(null), json!(7), json!(0.5), json!(true), json!("  "), json!("x"), json!({}), json!([[]])]
            {
                let payload = match member {
                    Some(member) => format!("{name:?}:{{{}}}", twice(member, &value.to_string())),
                    None => twice(name, &value.to_string()),
                };
                let payload = format!("{{\"case_type\":{case_type:?},{payload}}}");
                let expected: Value = read(&wire::CHECK_CASE.call(&payload, DAY));
                let before = issues.len();
                let actual = match binding.check(payload.as_bytes()) {
                    Reply::Report(number) => reports[&(number as u64)].clone(),
                    Reply::Unchanged(_) => unreachable!("a delta"),
                    Reply::Text(text) => {
                        let parts: Vec<Value> = serde_json::from_str(&text).unwrap();
                        let retained = parts.iter().skip(1).filter(|part| part.is_array()).count();
                        let mut report = part(&parts[0], &mut reports);
                        report["issues"] = parts.iter().skip(1).map(|each| part(each, &mut issues)).collect();
                        replaced += retained - (issues.len() - before);
                        report
                    }
                };
                assert_eq!(actual, expected, "{payload}");
            }
        }
    }
    assert!(replaced > 100 && issues.len() == 512, "{replaced} of {}", issues.len());
}

#[test]
fn a_context_stays_in_its_place_with_what_has_crossed() {
    let spanish = r#"{"today":"2026-03-01","language":"es","audience":"form"}"#;
    let mut binding = Binding::new(&[]);
    binding.set_context(0, DAY);
    let english = binding.check(b"{}");
    let again = binding.check(b"{}");
    assert_ne!(english, again);
    binding.set_context(8, "");
    assert!(matches!(binding.check(b"{}"), Reply::Text(reply) if reply.contains("context_unreadable")), "an empty one");
    binding.set_context(3, spanish);
    assert_ne!(binding.check(b"{}"), english);
    let limit = binding.set_context(0, "");
    assert_eq!(limit, casegate::context::Limits::default().text_bytes);
    assert_eq!(binding.check(b"{}"), again);
    binding.set_context(0, "");
    assert_eq!(binding.check(b"{}"), again);
    // There is no such place.
    for place in [9, usize::MAX] {
        binding.set_context(place, spanish);
        assert_ne!(binding.check(b"{}"), again);
        binding.set_context(0, "");
        assert_eq!(binding.check(b"{}"), again);
    }
}

#[test]
fn bytes_that_are_no_text_are_read_as_far_as_they_are() {
    let context = context();
    let limits = casegate::context::Limits::default().text_bytes(8);
    let short = Context::new(Date::parse("2026-03-01").unwrap()).limits(limits);
    assert_eq!(wire::text_of(b"{}", &short), "{}");
    assert_eq!(wire::text_of(b"{\"a\":\xFF}", &context), "{\"a\":\0");
    assert_eq!(wire::text_of(b"\xFF23456789", &short), format!("\0{}", " ".repeat(8)), "too long as well");
}
