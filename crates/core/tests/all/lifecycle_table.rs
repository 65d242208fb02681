//! The table of transitions and the texts of refusals: no duplicates, none missing, each covered by
//! a vector.

use crate::support::all;
use casegate::Language;
use casegate::lifecycle::{Refusal, Transition, TriggerType, actions, transitions};
use casegate::tokens::State;
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn a_pair_of_state_and_trigger_is_in_one_row_and_a_trigger_has_one_actor() {
    let states = [None].into_iter().chain(State::ALL.iter().copied().map(Some));
    for (state, trigger) in states.flat_map(|state| TriggerType::ALL.iter().map(move |trigger| (state, *trigger))) {
        let rows: Vec<&Transition> = transitions().iter().filter(|row| row.trigger == trigger).collect();
        assert!(rows.iter().filter(|row| row.starts_from(state)).count() <= 1, "{state:?} {trigger:?}");
        assert!(!rows.is_empty() && rows.iter().all(|row| row.by == rows[0].by), "{trigger:?}");
    }
}

#[test]
fn every_refusal_is_seen_and_reported() {
    let mut seen = BTreeSet::new();
    for vector in all().iter().filter(|vector| vector.file.starts_with("lifecycle/")) {
        let reply: Value = serde_json::from_str(&vector.reply()).unwrap();
        let steps = reply["steps"].as_array().into_iter().flatten();
        let refused = steps.chain([&reply]).filter_map(|step| step["refused"].as_str().map(str::to_owned));
        seen.extend(refused);
    }
    let unseen: Vec<&str> =
        Refusal::ALL.iter().map(|refusal| refusal.name()).filter(|name| !seen.contains(*name)).collect();
    assert!(unseen.is_empty(), "no vector shows {unseen:?}");

    let not_said =
        ["valid", "invalid", "please", "sorry", "required", "forbidden", "error", "string", "array", "object"];
    let mut answer = BTreeSet::new();
    for refusal in Refusal::ALL {
        let message = refusal.to_string();
        assert!(message.ends_with('.') && !message.contains(['{', '}']) && !message.contains("  "), "{message}");
        let words: BTreeSet<String> =
            message.to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect();
        assert!(not_said.iter().all(|word| !words.contains(*word)), "{message}");
        assert!(answer.insert(message), "{refusal:?} says what another says");
    }
    for language in Language::ALL {
        for action in actions(None, None, None, language) {
            assert!(!action.label.is_empty() && answer.insert(action.label.to_owned()), "{:?}", action.trigger);
        }
    }
}

#[test]
fn every_action_has_its_reason_in_each_language() {
    for vector in all().iter().filter(|vector| vector.call.is("actions")) {
        let [english, spanish] =
            Language::ALL.map(|language| -> Value { serde_json::from_str(&vector.reply_in(language)).unwrap() });
        let actions = |reply: &Value| reply["actions"].as_array().cloned().unwrap_or_default();
        for (english, spanish) in actions(&english).iter().zip(actions(&spanish)) {
            assert_eq!(english["reason"], spanish["reason"]);
            assert_eq!(english["message"] != spanish["message"], !english["reason"].is_null(), "{}", english["reason"]);
            assert_ne!(spanish["message"], "", "{}", english["reason"]);
        }
    }
}

/// The requirements and the decisions in the rows.
#[test]
fn every_statement_of_a_row_is_named() {
    let vectors: Vec<_> = all().into_iter().filter(|vector| vector.file.starts_with("lifecycle/")).collect();
    let requirement_ids: BTreeSet<&str> =
        vectors.iter().flat_map(|vector| &vector.case.requirement_ids).map(String::as_str).collect();
    let decisions: BTreeSet<&str> =
        vectors.iter().flat_map(|vector| &vector.case.decisions).map(String::as_str).collect();
    for row in transitions() {
        assert!(
            row.requirement_ids.iter().all(|requirement_id| requirement_ids.contains(requirement_id)),
            "{:?}",
            row.requirement_ids
        );
        assert!(row.decisions.iter().all(|decision| decisions.contains(decision)), "{:?}", row.decisions);
    }
}
