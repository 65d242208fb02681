//! Operations beside the check of a case.

use super::Input;
use casegate::json::Document;
use casegate::requests::{Recognition, query, recognise};
use serde_json::Value;

pub(super) const LIFECYCLE: &[&str] = &["replay", "apply_trigger", "actions", "cancellation", "transitions"];

/// Every input gets an answer.
pub(super) fn report(input: &Input<'_>) {
    input.answers().for_each(drop);
}

/// Every finding has a place in the input.
pub(super) fn placed(input: &Input<'_>) {
    input.answers().flatten().for_each(|answer| input.is_placed(input.rest, &answer));
}

/// A record is part of its request.
pub(super) fn record(input: &Input<'_>) {
    let value = serde_json::from_str::<Value>(input.rest).map(|given| given["value"].to_string());
    for answer in input.answers().flatten() {
        input.is_placed(value.as_deref().unwrap_or_default(), &answer);
    }
}

/// Normalizing is idempotent.
pub(super) fn results(input: &Input<'_>) {
    placed(input);
    let normalize = |text: &str| {
        let answer = Document::read(&input.answer_text("normalize_results", text)).ok()?;
        answer.get("normalized").cloned()
    };
    let Some(once) = normalize(input.rest) else { return };
    let text = once.to_string();
    // The input may be within the limits although the result is not.
    if once != Document::Null && text.len() <= input.context.size_limits().text_bytes {
        assert_eq!(normalize(&text), Some(once));
    }
}

/// The order and the batches of facts make no difference.
pub(super) fn follow(input: &Input<'_>) {
    let Some(once) = input.answers().flatten().next() else { return };
    // Events are distinguished by their text, which a number of many digits keeps here.
    let Ok(Document::Object(mut given)) = Document::read(input.rest) else { return };
    let Some(Document::List(facts)) = given.get("facts").cloned() else { return };
    if once["follower"].is_null() {
        return;
    }
    let mut follow = |follower: Option<&Value>, facts: &[Document]| {
        if let Some(follower) = follower {
            given.insert("follower", Document::read(&follower.to_string()).expect("JSON"));
        }
        given.insert("facts", Document::List(facts.to_vec()));
        input.answer("follow", &Document::Object(given.clone()).to_string())
    };
    let mut backwards = facts.clone();
    backwards.reverse();
    let Some(turned) = follow(None, &backwards) else { return };
    assert_eq!(turned["follower"], once["follower"], "the order of facts matters");
    assert_eq!(turned["view"], once["view"], "the order of facts matters");
    let (first, second) = facts.split_at(facts.len() / 2);
    let Some(half) = follow(None, first) else { return };
    let Some(whole) = follow(Some(&half["follower"]), second) else { return };
    assert_eq!(whole["follower"], once["follower"], "facts in two parts are others than in one");
    assert_eq!(whole["view"], once["view"], "facts in two parts are others than in one");
}

/// A recognised path is written as one that is recognised again.
pub(super) fn request(input: &Input<'_>) {
    report(input);
    let described = serde_json::from_str::<Value>(input.rest).unwrap_or_default();
    let path = described["path"].as_str().unwrap_or(input.rest);
    query(path);
    let method = described["method"].as_str().unwrap_or("GET");
    let Recognition::Known(found) = recognise(method, path) else { return };
    let params: Vec<(&str, &str)> = found.params.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let written = found.endpoint.path(&params).expect("what was read can be written");
    let Recognition::Known(again) = recognise(found.endpoint.method.name(), &written) else {
        panic!("{written} is not recognised");
    };
    assert_eq!((again.endpoint.id, again.params), (found.endpoint.id, found.params));
}
