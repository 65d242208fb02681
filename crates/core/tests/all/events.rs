//! Properties of every event, over generated events.

use casegate::events::{EVENTS, read_event, redact_offer};
use casegate::{Code, Context};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::contextualize_config;
use serde_json::{Map, Value, json};

/// What no event may disclose of a policy that is not bought.
const UNBOUGHT: &str = "POL-1001";

const NAMES: &[&str] = &[
    "event_id",
    "delivery_id",
    "case_id",
    "issue_key",
    "case_ref",
    "occurred_at",
    "timestamp",
    "id",
    "file_id",
    "label",
    "message",
    "interaction_id",
    "offer_id",
    "results_url",
    "download_url",
    "url",
    "reason",
    "version",
];

fn value() -> impl Strategy<Value = Value> {
    select(vec![
        json!(null),
        json!(""),
        json!(" "),
        json!("7"),
        json!("X-7"),
        json!("2026-03-01T10:00:00Z"),
        json!("case.closed"),
        json!(7),
        json!(-1),
        json!(1.5),
        json!(false),
        json!([]),
        json!(["X-7"]),
        json!({}),
        json!({ "id": 7 }),
        json!({ "data": { "teasers": [{ "policy_number": UNBOUGHT }] } }),
    ])
}

/// Values in the place of teasers.
fn policies() -> impl Strategy<Value = Value> {
    select(vec![
        json!(null),
        json!(UNBOUGHT),
        json!({ "policy_number": UNBOUGHT }),
        json!([]),
        json!([{ "type": "umbrella", "price_usd": "120.00", "policy_number": UNBOUGHT }, UNBOUGHT]),
        json!([{ "type": "umbrella", "price_usd": "120.00", "notes": [UNBOUGHT], "status": { "id": UNBOUGHT } }]),
    ])
}

/// A policy, as a service may store it.
fn policy() -> impl Strategy<Value = Value> {
    let names = [
        "upgrade_id",
        "type",
        "policy_type",
        "price_usd",
        "status",
        "offer_id",
        "notes",
        "researcher_note",
        "insurance",
    ];
    prop::collection::btree_set(select(names.to_vec()), 0..9).prop_map(|names| {
        let value = |name: &str| if name == "upgrade_id" { json!(4) } else { json!("Quux 250") };
        Value::Object(names.into_iter().map(|name| (name.to_owned(), value(name))).collect())
    })
}

/// A record of members that may be at the top as well as inside.
fn members() -> impl Strategy<Value = Map<String, Value>> {
    let known: Vec<&str> = EVENTS.iter().map(|row| row.event.name()).collect();
    let event = (select(vec!["event", "type", "event_type"]), select(known).prop_map(Value::from));
    let others = prop::collection::vec((select(NAMES), value()), 0..6);
    let offered = prop::collection::vec((select(vec!["teasers", "additional_policies"]), policies()), 0..3);
    (prop::option::of(event), others, offered).prop_map(|(event, others, offered)| {
        others.into_iter().chain(offered).chain(event).map(|(name, value)| (name.to_owned(), value)).collect()
    })
}

fn event() -> impl Strategy<Value = Value> {
    let inner = prop_oneof![3 => members().prop_map(Value::Object), 1 => value()];
    let inside = prop::collection::btree_map(select(vec!["data", "payload"]), inner, 0..3);
    (members(), inside).prop_map(|(mut event, inside)| {
        event.extend(inside.into_iter().map(|(name, value)| (name.to_owned(), value)));
        Value::Object(event)
    })
}

/// Every value as text, because ids may become text; of an offer, all but its policies.
fn said(value: &Value, is_offer: bool, out: &mut Vec<String>) {
    match value {
        Value::Null => {}
        Value::Object(members) => {
            let is_said = |name: &str| !is_offer || !["teasers", "additional_policies"].contains(&name);
            members.iter().filter(|(name, _)| is_said(name)).for_each(|(_, value)| said(value, is_offer, out));
        }
        Value::Array(list) => list.iter().for_each(|value| said(value, is_offer, out)),
        Value::String(text) => out.push(text.clone()),
        scalar => out.push(scalar.to_string()),
    }
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() }))]

    #[test]
    fn reading_what_was_written_gives_the_same(event in event()) {
        let context = Context::from_json(r#"{ "today": "2026-03-01" }"#).unwrap();
        let Some(read) = read_event(&event.to_string(), &context).event else { return Ok(()) };
        let text = serde_json::to_string(&read).unwrap();
        let reading = read_event(&text, &context);
        let again = reading.event.unwrap();
        prop_assert_eq!(&again, &read);
        prop_assert_eq!(serde_json::to_string(&again).unwrap(), text);
        prop_assert!(reading.notes.iter().all(|note| note.code != Code::UnboughtValue));
    }

    #[test]
    fn nothing_is_lost_but_what_is_not_bought(event in event()) {
        let context = Context::from_json(r#"{ "today": "2026-03-01" }"#).unwrap();
        let Some(read) = read_event(&event.to_string(), &context).event else { return Ok(()) };
        let written = serde_json::to_value(&read).unwrap();
        let is_offer = written["event"] == "case.additional_policies_found";
        prop_assert!(!is_offer || !written.to_string().contains(UNBOUGHT));
        let (mut before, mut after) = (Vec::new(), Vec::new());
        said(&event, is_offer, &mut before);
        said(&written, is_offer, &mut after);
        before.sort();
        after.sort();
        prop_assert_eq!(before, after);
    }

    /// What a reader keeps of a teaser is what the service's side may disclose, but for the offer's
    /// own words.
    #[test]
    fn reading_and_redacting_an_offer_agree(policies in prop::collection::vec(policy(), 0..4)) {
        let context = Context::from_json(r#"{ "today": "2026-03-01" }"#).unwrap();
        let record = json!({ "offer_id": "o-1", "additional_policies": policies });
        let redacted = serde_json::to_value(redact_offer(&record.to_string(), &context)).unwrap();
        let event = json!({ "event": "case.additional_policies_found", "offer_id": "o-1", "teasers": policies });
        let mut reading = serde_json::to_value(read_event(&event.to_string(), &context)).unwrap();
        for teaser in reading["event"]["teasers"].as_array_mut().unwrap() {
            let teaser = teaser.as_object_mut().unwrap();
            let _ = (teaser.remove("status"), teaser.remove("offer_id"), teaser.remove("policy_type"));
        }
        prop_assert_eq!(&reading["event"]["teasers"], &redacted["offer"]["teasers"]);
        // Each text that is withheld is noted.
        for (position, policy) in policies.iter().enumerate() {
            for name in ["notes", "researcher_note", "insurance"] {
                let at = format!("/teasers/{position}/{name}");
                let is_noted = reading["notes"].as_array().unwrap().iter().any(|note| note["at"] == json!(at));
                prop_assert_eq!(is_noted, policy[name].is_string(), "{}", at);
            }
        }
    }

    #[test]
    fn a_member_of_another_kind_is_reported(event in event()) {
        let context = Context::from_json(r#"{ "today": "2026-03-01" }"#).unwrap();
        let reading = serde_json::to_value(read_event(&event.to_string(), &context)).unwrap();
        let Some(written) = reading["event"].as_object() else { return Ok(()) };
        let row = EVENTS.iter().find(|row| row.event.name() == written["event"]).unwrap();
        let texts = row.payload.iter().map(|field| field.name).filter(|name| *name != "teasers");
        for name in texts.chain(["event_id", "case_id", "issue_key", "occurred_at"]) {
            let value = written.get(name).unwrap_or(&Value::Null);
            let is_promised = if name == "case_id" { value.is_u64() } else { value.is_string() };
            let is_told = reading["notes"].as_array().unwrap().iter().any(|note| note["params"]["member"] == name);
            prop_assert!(is_promised || value.is_null() || is_told, "{name} in {written:?}");
        }
    }
}
