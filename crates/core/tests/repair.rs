//! A repair leads to a payload that is accepted, changes no more than it must, and invents nothing.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::similar_names)]

#[path = "support/edits.rs"]
mod edits;
#[path = "support/patch.rs"]
mod patch;

use casegate::{Answer, Date, Edit, Host, Question, Session, check_case, repair_case};
use edits::{edits, hosts};
use patch::{patched, split};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Someone who answers every question with what it asks for.
fn answer(question: &Question) -> Value {
    let word = || question.choices.as_ref().and_then(|choices| choices.last().cloned()).unwrap_or_default();
    match question.answer {
        Answer::Text if question.at == "/usdot_number" => json!("77"),
        Answer::Text => json!("Another Company 1"),
        Answer::Emails => json!("a@example.com"),
        Answer::Date => json!("2026-02-01"),
        Answer::Boolean => json!(true),
        Answer::Integer => json!(2020),
        Answer::State => json!("GA"),
        Answer::Word => json!(word()),
        Answer::Words | Answer::OneWord => json!([word()]),
        Answer::Record => json!({"first_name": "Ada", "last_name": "Example", "address": "1 Main St", "city": "Macon",
            "state_or_province": "GA", "postal_or_zip_code": "31201"}),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn the_patch_and_the_answers_make_a_case_that_is_accepted(
        host in hosts(),
        edits in proptest::collection::vec(edits(), 0..50),
    ) {
        let mut session = Session::open("{}", host.clone()).unwrap();
        for edit in &edits {
            let _ = match edit {
                Edit::Set { at, value } => session.set(at, value),
                Edit::Clear { at } => session.clear(at),
            };
        }
        let mut payload = session.payload();
        // A record that is given twice over in one value is put right by reading it.
        for round in 0.. {
            prop_assert!(round < 12, "{payload}");
            let before = check_case(&payload, &host);
            let repair = repair_case(&payload, &host);
            prop_assert!(repair.beyond.is_empty(), "{:?}", repair.beyond);
            let after = repair.payload.as_ref().unwrap().get().to_owned();
            let patch: Vec<Value> = serde_json::from_value(json!(repair.patch)).unwrap();
            let by_hand = patched(serde_json::from_str(&payload).unwrap(), &patch);
            prop_assert_eq!(&by_hand, &serde_json::from_str::<Value>(&after).unwrap());
            prop_assert_eq!(repair.ok, check_case(&after, &host).ok);
            prop_assert_eq!(repair.ok, repair.questions.is_empty());
            prop_assert!(!before.ok || patch.is_empty());
            if repair.ok {
                // Every edit is needed.
                for left_out in 0..patch.len() {
                    let mut fewer = patch.clone();
                    let gone = fewer.remove(left_out);
                    if gone["op"] == "move" || fewer.iter().any(|other| other["op"] == "move") || patch.iter().any(|other| other["path"].as_str().unwrap().matches('/').count() > 1) {
                        continue;
                    }
                    let without = patched(serde_json::from_str(&payload).unwrap(), &fewer);
                    prop_assert!(!check_case(&without.to_string(), &host).ok, "{gone} is not needed");
                }
                break;
            }
            let mut session = Session::open(&after, host.clone()).unwrap();
            for question in &repair.questions {
                let made = session.set(&question.at, &answer(question).to_string());
                // An element is answered by its array.
                if made.is_err() {
                    let (field, at) = split(&question.at);
                    let mut list: Value = serde_json::from_str(&session.payload()).unwrap();
                    let list = list.pointer_mut(&field).unwrap();
                    list[at.parse::<usize>().unwrap()] = answer(question);
                    session.set(&field, &list.to_string()).unwrap();
                }
            }
            payload = session.payload();
        }
    }
}

#[test]
fn what_no_edit_mends_is_told() {
    let host = Host::new(Date::parse("2026-03-01").unwrap());
    let repair = repair_case("[]", &host);
    assert!(!repair.ok && repair.payload.is_none() && repair.patch.is_empty());
    assert_eq!(repair.beyond.len(), 1);
    let sunset = Host::from_json(r#"{"today":"2026-11-11","surface":"legacy","product":"pl"}"#).unwrap();
    assert_eq!(repair_case("{}", &sunset).beyond[0].code.name(), "legacy_sunset");
}

#[test]
fn numbers_and_unknown_fields_come_through_as_they_were_written() {
    let host = Host::new(Date::parse("2026-03-01").unwrap());
    let repair = repair_case(r#"{"x":1.10e5,"policy_number":12345678901234567890,"case_type":"pl"}"#, &host);
    assert_eq!(
        repair.payload.unwrap().get(),
        r#"{"x":1.10e5,"policy_number":"12345678901234567890","case_type":"pl"}"#
    );
}
