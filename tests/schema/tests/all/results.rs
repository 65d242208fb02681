//! The description's schema of `results_data` accepts documented results, and nothing that
//! deviates.

use crate::result_fields::{POLICY_EXISTENCE, POLICY_LIMIT, SHARED};
use crate::support;
use casegate::export::openapi_json;
use jsonschema::Validator;
use serde_json::{Map, Value, json};

fn results_data() -> Validator {
    let description: Value = serde_json::from_str(&openapi_json()).unwrap();
    let schema = json!({ "$ref": "#/components/schemas/ResultsData", "components": description["components"] });
    jsonschema::validator_for(&schema).unwrap()
}

/// Every vector of `normalize_results` with its input (if it is JSON), its output, and its notes.
fn vectors() -> Vec<(String, Option<Value>, Value, Vec<Value>)> {
    let vectors = support::all().into_iter().filter(|vector| vector.call.is("normalize_results"));
    vectors
        .map(|vector| {
            let reply: Value = serde_json::from_str(&vector.reply()).unwrap();
            let name = format!("{}: {}", vector.file, vector.case.name);
            let notes = reply["notes"].as_array().unwrap().clone();
            (name, serde_json::from_str(&vector.payload).ok(), reply["normalized"].clone(), notes)
        })
        .collect()
}

/// Notes after which the outcome is as documented: the deviation was repaired, or is a member that
/// is allowed.
const REPAIRED: [&str; 5] = ["list_added", "status_mapped", "beyond_envelope", "included_cleared", "unknown_field"];

/// Members that are never null, so that adding them as null repairs nothing.
const NEVER_NULL: [&str; 3] = ["case_type", "policy_type", "cancellation"];

/// Returns `true` if a note leaves a deviation.
fn deviates(note: &Value) -> bool {
    let code = note["code"].as_str().unwrap();
    match code {
        "members_added" => {
            let added = note["params"]["members"].as_array().unwrap();
            added.iter().any(|member| NEVER_NULL.contains(&member.as_str().unwrap()))
        }
        // Dates are strings in the schema, because it is not published whether they are days or
        // times.
        "unexpected_form" => note["at"].as_str().unwrap().ends_with("_usd"),
        _ => !REPAIRED.contains(&code),
    }
}

#[test]
fn what_normalize_results_gives_is_judged_as_by_its_notes() {
    let schema = results_data();
    let (mut accepted, mut refused) = (0, 0);
    for (name, _, normalized, notes) in vectors() {
        let deviates = notes.iter().any(deviates);
        assert_eq!(schema.is_valid(&normalized), !deviates, "{name}: {notes:?}");
        *(if deviates { &mut refused } else { &mut accepted }) += 1;
    }
    assert!(accepted > 50 && refused > 50, "{accepted} {refused}");
}

/// Notes about deviations in the input that are repaired.
const NOTED: [&str; 4] = ["status_mapped", "beyond_envelope", "included_cleared", "members_added"];

#[test]
fn what_comes_as_it_should_not_is_refused_before_it_is_mended() {
    let schema = results_data();
    let (mut accepted, mut refused) = (0, 0);
    for (name, input, _, notes) in vectors() {
        let Some(input) = input else { continue };
        let is_noted = notes.iter().any(|note| NOTED.contains(&note["code"].as_str().unwrap()) || deviates(note));
        // A missing list of policies is documented, because the schema is for all versions; a
        // missing list of results, or null, is not.
        let is_missing =
            |note: &Value| note["at"] == "/additional_policies" && input.get("additional_policies").is_none();
        let lists = notes.iter().any(|note| note["code"] == "list_added" && !is_missing(note));
        assert_eq!(schema.is_valid(&input), !is_noted && !lists, "{name}: {notes:?}");
        *(if is_noted { &mut refused } else { &mut accepted }) += 1;
    }
    assert!(accepted > 20 && refused > 80, "{accepted} {refused}");
}

/// The types of results, with the fields that each adds to the shared ones.
const TYPES: [(&str, &[&str]); 3] =
    [("policy_limit_search", &POLICY_LIMIT), ("policy_existence_search", &POLICY_EXISTENCE), ("unknown", &[])];

fn envelope(status: &str) -> Map<String, Value> {
    let id = if status == "included" {
        [json!(null), json!(null), json!(null)]
    } else {
        [json!(12), json!("offer-1"), json!("95.00")]
    };
    let [upgrade_id, offer_id, price_usd] = id;
    let entry = json!({ "status": status, "policy_type": "umbrella", "notes": null, "upgrade_id": upgrade_id, "offer_id": offer_id, "price_usd": price_usd });
    entry.as_object().unwrap().clone()
}

fn with(entry: &Map<String, Value>, name: &str, value: Value) -> Map<String, Value> {
    let mut entry = entry.clone();
    entry.insert(name.to_owned(), value);
    entry
}

fn without(entry: &Map<String, Value>, name: &str) -> Map<String, Value> {
    let mut entry = entry.clone();
    entry.shift_remove(name);
    entry
}

/// Rules 1 to 3: which entries of `additional_policies` there are.
#[test]
fn policies_are_as_their_status_says() {
    let schema = results_data();
    for (case_type, own) in TYPES {
        let judged = |entry: &Map<String, Value>| {
            schema.is_valid(&json!({ "case_type": case_type, "results": [], "additional_policies": [entry] }))
        };
        let fields: Vec<&str> = SHARED.iter().chain(own).copied().collect();
        for status in ["offered", "included"] {
            let entry = envelope(status);
            assert!(judged(&entry), "{status}");
            for field in fields.iter().filter(|field| **field != "notes") {
                assert!(!judged(&with(&entry, field, json!("100/300"))), "{status} with {field}");
                assert!(!judged(&with(&entry, field, json!(null))), "{status} with {field}: null");
            }
            assert!(!judged(&with(&entry, "secret", json!(1))), "{status} with another member");
        }
        let nulls = fields.iter().map(|field| ((*field).to_owned(), json!(null)));
        let accepted: Map<String, Value> = envelope("accepted").into_iter().chain(nulls).collect();
        assert!(judged(&accepted), "{case_type}");
        assert!(!judged(&envelope("accepted")), "{case_type}: accepted without fields");
        for field in fields {
            assert!(!judged(&without(&accepted, field)), "{case_type}: accepted without {field}");
        }
        for entry in [envelope("offered"), accepted.clone(), envelope("included")] {
            // Ids and price of an included entry are null, or missing.
            for member in envelope("offered").keys().filter(|member| !entry[*member].is_null() || *member == "notes") {
                assert!(!judged(&without(&entry, member)), "{member} is missing in {entry:?}");
            }
            assert!(!judged(&with(&entry, "policy_type", json!(null))));
            for other in ["created", "selected", "withdrawn", ""] {
                assert!(!judged(&with(&entry, "status", json!(other))), "{other}");
            }
        }
        for (member, value) in
            [("upgrade_id", json!(12)), ("offer_id", json!("offer-1")), ("price_usd", json!("95.00"))]
        {
            assert!(!judged(&with(&envelope("included"), member, value)), "included with {member}");
            assert!(judged(&with(&envelope("offered"), member, json!(null))), "offered: {member} is null");
            assert!(judged(&with(&accepted, member, json!(null))), "accepted: {member} is null");
        }
    }
}

/// Rule 6, and the lists of results that are not from a cancelled case.
#[test]
fn cancelled_results_have_a_block_and_nothing_else() {
    let schema = results_data();
    let result: Map<String, Value> = SHARED.iter().map(|field| ((*field).to_owned(), json!(null))).collect();
    for (case_type, _) in TYPES {
        let cancelled = json!({
            "case_type": case_type, "cancelled": true, "results": [], "additional_policies": [],
            "cancellation": { "cancelled_at": "2026-03-01T12:00:00Z", "fee_usd": null, "reason": "settled" },
        });
        let cancelled = cancelled.as_object().unwrap();
        let judged = |data: Map<String, Value>| schema.is_valid(&Value::Object(data));
        assert!(judged(cancelled.clone()));
        for member in ["case_type", "cancellation", "results"] {
            assert!(!judged(without(cancelled, member)), "{member}");
        }
        for member in ["cancelled_at", "fee_usd", "reason"] {
            let block = without(cancelled["cancellation"].as_object().unwrap(), member);
            assert!(!judged(with(cancelled, "cancellation", json!(block))), "{member}");
        }
        assert!(!judged(without(cancelled, "cancelled")), "a block where nothing says that the case was cancelled");
        assert!(!judged(with(cancelled, "cancelled", json!(false))));
        assert!(!judged(with(cancelled, "cancellation", json!(null))));
        assert!(!judged(with(cancelled, "additional_policies", json!([envelope("included")]))));
        assert!(!judged(with(cancelled, "results", json!([result]))));
        // Results from before version 2.3.0 may lack the key.
        assert!(judged(without(cancelled, "additional_policies")));
        assert!(judged(without(&without(&without(cancelled, "additional_policies"), "cancelled"), "cancellation")));
    }
}
