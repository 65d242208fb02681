//! Properties of all results, over generated ones: normalizing is total, idempotent and loses
//! nothing.

use crate::result_fields::{POLICY_EXISTENCE, POLICY_LIMIT, SHARED};
use casegate::Context;
use casegate::context::Limits;
use casegate::json::Document;
use casegate::results::normalize_results;
use casegate::results::{AdditionalPolicy, Results};
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;
use serde_json::{Map, Value, json};

const ENVELOPE: [&str; 6] = ["status", "policy_type", "notes", "upgrade_id", "offer_id", "price_usd"];
const CANCELLED_POLICY: [&str; 7] = ["insurance", "limits", "policy", "note", "information", "dol", "defendant"];
const CANCELLATION: [&str; 3] = ["cancelled_at", "fee_usd", "reason"];
const TOP: [&str; 6] = ["case_type", "results", "additional_policies", "cancelled", "cancellation", "odd"];

fn context() -> Context {
    Context::from_json(r#"{ "today": "2026-03-01" }"#).unwrap().limits(Limits::default().findings(5))
}

fn key() -> impl Strategy<Value = String> {
    let names = [&SHARED[..], &POLICY_LIMIT, &POLICY_EXISTENCE, &ENVELOPE, &CANCELLED_POLICY, &CANCELLATION, &TOP];
    prop_oneof![9 => prop::sample::select(names.concat()).prop_map(str::to_owned), 1 => "[a-z/~\"\\\\ ]{0,3}"]
}

/// A value of any kind, with the words that readers distinguish.
fn value() -> impl Strategy<Value = Value> {
    let words =
        vec!["created", "selected", "offered", "accepted", "included", "2026-02-14", "2026-02-14T09:30:00Z", ""];
    let scalar = prop_oneof![
        4 => prop::sample::select(words).prop_map(Value::from),
        2 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        1 => (0..20_u64).prop_map(Value::from),
        1 => Just(json!(1.5)),
    ];
    scalar.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from), members(key(), inner, 0..6),]
    })
}

fn members(
    key: impl Strategy<Value = String>,
    value: impl Strategy<Value = Value>,
    count: std::ops::Range<usize>,
) -> impl Strategy<Value = Value> {
    prop::collection::vec((key, value), count).prop_map(|members| Value::Object(members.into_iter().collect()))
}

/// Results that are mostly as documented, with some hostile values.
fn results_data() -> impl Strategy<Value = Value> {
    let case_type = prop_oneof![
        9 => prop::sample::select(vec!["policy_limit_search", "policy_existence_search", "unknown", "pl"]).prop_map(Value::from),
        1 => value(),
    ];
    let entry = || prop_oneof![6 => members(key(), value(), 0..12), 1 => value()];
    let policy = (
        prop_oneof![5 => value(), 1 => Just(Value::Null)],
        entry(),
        prop::sample::select(vec!["created", "selected", "offered", "accepted", "included", "other"]),
    );
    let policy = policy.prop_map(|(_, entry, status)| match entry {
        Value::Object(mut members) => {
            members.insert("status".to_owned(), Value::from(status));
            Value::Object(members)
        }
        other => other,
    });
    let extra = prop_oneof![2 => Just(Map::new()), 1 => members(key(), value(), 0..4).prop_map(|members| members.as_object().unwrap().clone())];
    (case_type, prop::collection::vec(entry(), 0..4), prop::collection::vec(policy, 0..4), any::<bool>(), extra)
        .prop_map(|(case_type, results, policies, cancelled, extra)| {
            let mut data = extra;
            data.insert("case_type".to_owned(), case_type);
            data.insert("results".to_owned(), Value::from(results));
            data.insert("additional_policies".to_owned(), Value::from(policies));
            if cancelled {
                data.insert("cancelled".to_owned(), Value::Bool(true));
            }
            Value::Object(data)
        })
}

fn normalized(text: &str) -> Document {
    normalize_results(text, &context()).normalized
}

/// Checks that everything in `before` is in `after`, in the same order, except for the changes of
/// D35, D48, D52 and D62.
fn kept(before: &Document, after: &Document, at: &str) -> Result<(), String> {
    match (before, after) {
        (Document::Object(old), Document::Object(new)) => {
            let word = |name| new.get(name).and_then(Document::as_str).unwrap_or_default();
            let policy = at.starts_with("/additional_policies/") && at.matches('/').count() == 2;
            let envelope_only = policy && word("status") != "accepted";
            let included = policy && word("status") == "included";
            let names: Vec<&str> =
                old.iter().map(|(name, _)| name).filter(|name| !envelope_only || ENVELOPE.contains(name)).collect();
            let first: Vec<&str> = new.iter().map(|(name, _)| name).take(names.len()).collect();
            if names != first {
                return Err(format!("{at}: members {names:?} became {first:?}"));
            }
            for (name, value) in new.iter().skip(names.len()) {
                let empty_list = at.is_empty() && value.as_list().is_some_and(<[Document]>::is_empty);
                if !value.is_null() && !empty_list {
                    return Err(format!("{at}/{name} was invented"));
                }
            }
            for name in names {
                let (old, new) = (old.get(name).unwrap(), new.get(name).unwrap());
                let cleared = included && ["upgrade_id", "offer_id", "price_usd"].contains(&name) && new.is_null();
                let mapped =
                    policy && name == "status" && ["created", "selected"].contains(&old.as_str().unwrap_or(""));
                let listed = at.is_empty() && old.is_null() && new.as_list().is_some_and(<[Document]>::is_empty);
                let withheld = envelope_only && name == "notes" && old.as_str().is_none() && new.is_null();
                if !cleared && !mapped && !listed && !withheld {
                    kept(old, new, &format!("{at}/{name}"))?;
                }
            }
            Ok(())
        }
        (Document::List(old), Document::List(new)) if old.len() == new.len() => {
            old.iter().zip(new).enumerate().try_for_each(|(place, (old, new))| kept(old, new, &format!("{at}/{place}")))
        }
        _ if before == after => Ok(()),
        _ => Err(format!("{at} changed")),
    }
}

fn has_all(entry: &Document, names: &[&str]) -> bool {
    names.iter().all(|name| entry.get(name).is_some())
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(200)))]

    #[test]
    fn normalizing_is_idempotent(data in results_data()) {
        let once = normalized(&data.to_string());
        let twice = normalized(&once.to_string());
        prop_assert_eq!(&once, &twice);
        prop_assert_eq!(once.to_string(), twice.to_string());
    }

    #[test]
    fn nothing_is_lost_and_nothing_invented(data in prop_oneof![results_data(), value()]) {
        let text = data.to_string();
        let before = Document::read(&text).unwrap();
        let outcome = kept(&before, &normalized(&text), "");
        prop_assert!(outcome.is_ok(), "{:?}\n{}", outcome, text);
    }

    #[test]
    fn every_documented_field_is_there(data in results_data()) {
        let out = normalized(&data.to_string());
        prop_assert!(has_all(&out, &TOP[..3]));
        let own: &[&str] = match out.get("case_type").and_then(Document::as_str) {
            Some("policy_limit_search") => &POLICY_LIMIT,
            Some("policy_existence_search") => &POLICY_EXISTENCE,
            _ => &[],
        };
        for result in out.get("results").unwrap().as_list().unwrap().iter().filter(|entry| entry.as_object().is_some()) {
            prop_assert!(has_all(result, &SHARED) && has_all(result, own));
        }
        for entry in out.get("additional_policies").unwrap().as_list().unwrap() {
            match entry.get("status").and_then(Document::as_str) {
                Some("accepted") => prop_assert!(has_all(entry, &ENVELOPE) && has_all(entry, &SHARED) && has_all(entry, own)),
                Some("offered" | "included") => {
                    prop_assert!(has_all(entry, &ENVELOPE));
                    prop_assert!(entry.get("notes").is_some_and(|notes| notes.is_null() || notes.as_str().is_some()));
                    prop_assert_eq!(entry.as_object().unwrap().len(), ENVELOPE.len());
                }
                status => prop_assert!(!["created", "selected"].contains(&status.unwrap_or_default())),
            }
        }
    }

    #[test]
    fn any_text_is_answered(text in ".{0,40}") {
        let answer = normalize_results(&text, &context());
        prop_assert!(!answer.normalized.is_null() || !answer.notes.is_empty());
    }

    #[test]
    fn no_note_repeats_a_value(data in results_data()) {
        fn mark(value: &mut Value) {
            match value {
                Value::String(text) if !["created", "selected", "offered", "accepted", "included"].contains(&text.as_str()) => {
                    "Qzvx".clone_into(text);
                }
                Value::Array(list) => list.iter_mut().for_each(mark),
                Value::Object(members) => members.values_mut().for_each(mark),
                _ => {}
            }
        }
        let mut data = data;
        mark(&mut data);
        let notes = serde_json::to_string(&normalize_results(&data.to_string(), &context()).notes).unwrap();
        prop_assert!(!notes.contains("Qzvx"), "{}", notes);
    }
}

/// Results as documented, with every field of its type.
fn documented(case_type: &str, own: &[&str], cancelled: bool) -> Value {
    let text = |names: &[&str]| -> Map<String, Value> {
        names.iter().map(|name| ((*name).to_owned(), json!(format!("Example {name}")))).collect()
    };
    let mut result = text(&[&SHARED[..], own].concat());
    result.insert("add_on_services".to_owned(), json!({ "skip_trace": [1] }));
    result.insert("odd".to_owned(), json!("x"));
    if own.contains(&"cancelled_policies") {
        result.insert("cancelled_policies".to_owned(), json!([text(&CANCELLED_POLICY)]));
    }
    let envelope = |status: &str| {
        let mut envelope = text(&ENVELOPE);
        envelope.insert("status".to_owned(), json!(status));
        envelope.insert("upgrade_id".to_owned(), json!(7));
        envelope.insert("price_usd".to_owned(), json!("250.00"));
        envelope
    };
    let mut accepted = envelope("accepted");
    accepted.extend(result.clone());
    let mut included = envelope("included");
    for name in ["upgrade_id", "offer_id", "price_usd"] {
        included.insert(name.to_owned(), Value::Null);
    }
    let mut data = json!({
        "case_type": case_type,
        "results": [result],
        "additional_policies": [envelope("offered"), accepted, included, envelope("withdrawn")],
        "odd": [1],
    });
    if cancelled {
        data["cancelled"] = json!(true);
        data["cancellation"] = json!({ "cancelled_at": "2026-02-01", "fee_usd": null, "reason": null, "odd": 1 });
    }
    data
}

#[test]
fn the_rust_types_hold_every_documented_field() {
    for (case_type, own) in
        [("policy_limit_search", &POLICY_LIMIT[..]), ("policy_existence_search", &POLICY_EXISTENCE), ("unknown", &[])]
    {
        for cancelled in [false, true] {
            let data = documented(case_type, own, cancelled);
            let typed = normalize_results(&data.to_string(), &context()).typed().unwrap();
            assert_eq!(serde_json::to_value(&typed).unwrap(), data, "{case_type}");
            let extra = match &typed {
                Results::PolicyLimit(of) => of.results[0].shared.extra.len(),
                Results::PolicyExistence(of) => of.results[0].shared.extra.len(),
                Results::Unknown(of) => of.results[0].extra.len(),
            };
            assert_eq!(extra, 1, "{case_type}: only the unknown member is left over");
        }
    }
}

#[test]
fn the_rust_types_refuse_what_they_cannot_hold() {
    let results = |text: &str| normalize_results(text, &context()).typed();
    assert!(results("{}").is_ok());
    let split = r#"{"additional_policies":[{"status":"offered","upgrade_id":12.5}]}"#;
    let Results::Unknown(of) = results(split).unwrap() else { panic!("another product") };
    assert!(matches!(of.additional_policies[0], AdditionalPolicy::Other(_)), "no id is made of half a number");
    for text in ["[]", "{", r#"{"results":[7]}"#, r#"{"results":[{"insurance":7}]}"#, r#"{"cancelled":"yes"}"#] {
        assert_eq!(results(text).unwrap_err().to_string(), "the results are not as documented; their notes say where");
    }
}

#[test]
fn members_keep_their_order_and_what_is_added_comes_last() {
    let text =
        r#"{"additional_policies":[],"results":[{"odd":1.10,"notes":null,"defendant":"A"}],"case_type":"unknown"}"#;
    let added = SHARED.iter().filter(|name| !["notes", "defendant"].contains(name));
    let nulls: Vec<String> = added.map(|name| format!("\"{name}\":null")).collect();
    let expected = text.replace("\"A\"}", &format!("\"A\",{}}}", nulls.join(",")));
    assert_eq!(normalized(text).to_string(), expected);
}

#[test]
fn a_giant_list_takes_no_time_out_of_proportion() {
    let context = context().limits(Limits::default().text_bytes(1 << 24));
    let members: Vec<String> = (0..60_000).map(|number| format!("\"k{number}\":0")).collect();
    let text = format!("{{\"results\":[{{{}}}]}}", members.join(","));
    let started = std::time::Instant::now();
    let answer = normalize_results(&text, &context);
    assert!(started.elapsed().as_secs() < 10);
    assert_eq!(answer.notes.len(), Limits::default().findings + 1);
}
