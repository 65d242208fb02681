//! Properties of every payload, over generated payloads.

use crate::edits;
use crate::support;
use casegate::context::{Include, Limits};
use casegate::form::{FormCase, FormOmission, FormReason};
use casegate::prepare::Reason;
use casegate::states::{FieldRequirement, FieldState};
use casegate::{Code, Context, Product, case_from_form, check_case, field_states, prepare_case};
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;
use serde_json::{Map, Value, json};

fn context() -> Context {
    Context::from_json(r#"{ "today": "2026-03-01" }"#).unwrap()
}

/// A value of any of the kinds that fields distinguish.
fn value() -> impl Strategy<Value = Value> {
    let words = prop::sample::select(vec![
        "pl",
        "pe",
        "",
        " ",
        "GA",
        "ga",
        "PR",
        "ZZ",
        "2026-02-28",
        "2025-03-01",
        "2025-02-28",
        "2026-02-30",
        "other_reason",
        "commercial_auto_policy_existence",
        "personal_homeowners_policy_existence",
        "personal_auto_policy_limits",
        "commercial_auto_policy_limits",
        "international_commercial_policy_limits",
        "one_day_rush_request",
        "skip_trace",
        "007",
        "000",
        "a@b.example c",
        "Example Mutual",
    ]);
    let scalar = prop_oneof![
        4 => words.prop_map(Value::from),
        2 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
        1 => (-3_i64..3000).prop_map(Value::from),
        1 => Just(json!(2020.5)),
    ];
    scalar.prop_recursive(2, 8, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map(member(), inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn member() -> impl Strategy<Value = String> {
    let names = casegate::fields::PERSON.iter().chain(casegate::fields::ADDRESS).chain(casegate::fields::VEHICLE);
    let mut names: Vec<&str> = names.map(|field| field.name).collect();
    names.push("stranger");
    prop::sample::select(names).prop_map(str::to_owned)
}

/// Returns `true` for a word of the field that is not offered in this case, because only the other
/// product has it.
fn is_of_other_product(state: &FieldState, word: &str) -> bool {
    let rows = [casegate::fields::POLICY_LIMIT, casegate::fields::POLICY_EXISTENCE, casegate::fields::COMMON]
        .into_iter()
        .flatten();
    let mut words = rows.filter(|row| state.at[1..] == *row.name).filter_map(|row| row.kind.words());
    let is_offered = state.choices.as_ref().is_none_or(|choices| choices.iter().any(|choice| choice == word));
    !is_offered
        && words.any(|words| {
            [Product::PolicyLimit, Product::PolicyExistence]
                .iter()
                .any(|product| words.of(Some(*product)).contains(word))
        })
}

/// A base with some fields changed.
pub(crate) fn payload() -> impl Strategy<Value = Map<String, Value>> {
    let bases: Vec<Map<String, Value>> =
        support::bases().values().map(|base| base.as_object().unwrap().clone()).collect();
    let names =
        casegate::fields::COMMON.iter().chain(casegate::fields::POLICY_LIMIT).chain(casegate::fields::POLICY_EXISTENCE);
    let mut names: Vec<&str> = names.map(|field| field.name).collect();
    names.push("stranger");
    let edit = (prop::sample::select(names), prop::option::of(value()));
    (prop::sample::select(bases), prop::collection::vec(edit, 0..6)).prop_map(|(mut payload, edits)| {
        for (name, value) in edits {
            match value {
                Some(value) => payload.insert(name.to_owned(), value),
                None => payload.shift_remove(name),
            };
        }
        payload
    })
}

/// Codes that cannot occur in a prepared payload.
const PREPARED_AWAY: [Code; 7] = [
    Code::NullValue,
    Code::Ignored,
    Code::Deprecated,
    Code::ReadOnly,
    Code::DuplicateKey,
    Code::Alias,
    Code::StringForm,
];

/// Contexts of the kinds that preparing distinguishes.
const CONTEXTS: &[&str] = &[
    r#"{ "today": "2026-03-01" }"#,
    r#"{ "today": "2026-03-01", "surface": "legacy", "product": "pl" }"#,
    r#"{ "today": "2026-03-01", "surface": "legacy", "product": "pe" }"#,
    r#"{ "today": "2026-03-01", "credential": "master" }"#,
];

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(2_000)))]

    #[test]
    fn preparing_keeps_the_verdict_and_finds_nothing_new(payload in payload(), context in prop::sample::select(CONTEXTS)) {
        let text = Value::Object(payload).to_string();
        let context = Context::from_json(context).unwrap();
        let before = check_case(&text, &context);
        let prepared = prepare_case(&text, &context).prepared.unwrap();
        let after = check_case(prepared.get(), &context);
        // A refused payload may become acceptable: the value under a deprecated name goes when the current one counts.
        prop_assert!(after.ok || !before.ok, "{}", text);
        for issue in &after.issues {
            // A renamed field is reported at its new name, and a string that is an array now at its element.
            let is_at = |old: &str| old == issue.at || old == format!("{}_name", issue.at) || format!("{old}/0") == issue.at;
            let was = before.issues.iter().any(|old| old.code == issue.code && is_at(&old.at));
            prop_assert!(was, "{} {:?} is new in {}", issue.at, issue.code, prepared);
        }
    }

    /// Clean: nothing remains that is not set, deprecated, ignored, read-only, renamed or duplicate
    /// (D43), and all else is unchanged, except that a string of Policy Existence is an array (D59). Idempotent: preparing a prepared payload changes nothing.
    #[test]
    fn prepare_is_clean_and_idempotent(payload in payload(), twice in prop::option::of(value()), context in prop::sample::select(CONTEXTS)) {
        let context = Context::from_json(context).unwrap();
        let mut text = Value::Object(payload).to_string();
        if let Some(twice) = twice {
            text = format!(r#"{},"summary":{twice},"summary":"last"}}"#, &text[..text.len() - 1]);
        }
        let first = prepare_case(&text, &context);
        let prepared = first.prepared.unwrap();
        for issue in &check_case(prepared.get(), &context).issues {
            prop_assert!(!PREPARED_AWAY.contains(&issue.code), "{} {:?} in {}", issue.at, issue.code, prepared);
        }
        let (before, after): (Value, Value) = (serde_json::from_str(&text).unwrap(), serde_json::from_str(prepared.get()).unwrap());
        let gone: Vec<&str> = first.omitted.iter().filter(|omitted| omitted.reason != Reason::Duplicate).map(|omitted| omitted.at.as_str()).collect();
        let mut expected = before.clone();
        for at in gone.iter().rev() {
            let (parent, name) = at.rsplit_once('/').unwrap();
            let removed = expected.pointer_mut(parent).and_then(Value::as_object_mut).and_then(|members| members.shift_remove(name));
            prop_assert!(removed.is_some(), "{} was not there: {}", at, text);
        }
        for renamed in first.omitted.iter().filter(|omitted| omitted.reason == Reason::Renamed) {
            let (value, current) = (before.pointer(&renamed.at).unwrap(), renamed.at.strip_suffix("_name").unwrap());
            prop_assert!(expected.as_object_mut().unwrap().insert(current[1..].to_owned(), value.clone()).is_none());
        }
        if check_case(&text, &context).issues.iter().any(|issue| issue.code == Code::StringForm) {
            expected["base_product"] = json!([expected["base_product"]]);
        }
        prop_assert_eq!(&after, &expected, "{}", text);
        let again = prepare_case(prepared.get(), &context);
        prop_assert!(again.omitted.is_empty());
        let again = again.prepared.unwrap();
        prop_assert_eq!(again.get(), prepared.get());
    }

    #[test]
    fn what_a_form_needs_is_what_a_check_misses(payload in payload()) {
        let text = Value::Object(payload).to_string();
        let report = check_case(&text, &context());
        let missed: Vec<&str> = report.issues.iter().filter(|issue| issue.code == Code::Required).map(|issue| issue.at.as_str()).collect();
        let states = field_states(&text, &context());
        for at in &missed {
            prop_assert!(states.iter().any(|state| state.at == *at && state.needed), "{} is missed and not needed in {}", at, text);
        }
        for state in states.iter().filter(|state| state.needed) {
            let parent = state.at.rsplit_once('/').map_or("", |(parent, _)| parent);
            // A form asks for the required members of a record; a check reports the record first.
            let answer = missed.contains(&state.at.as_str()) || missed.contains(&parent);
            prop_assert!(answer, "{} is needed and not missed in {}", state.at, text);
        }
    }

    #[test]
    fn the_case_of_a_form_has_no_leftovers_and_is_a_case_already(payload in payload()) {
        let text = Value::Object(payload.clone()).to_string();
        let case = case_from_form(&text, &context()).case.unwrap();
        let again = case_from_form(case.get(), &context()).case.unwrap();
        prop_assert_eq!(again.get(), case.get());
        let report = check_case(case.get(), &context());
        prop_assert!(!report.issues.iter().any(|issue| issue.code == Code::Forbidden), "{}", case);
        // A case without findings is not changed, but for records without members.
        if check_case(&text, &context()).issues.is_empty() && prepare_case(&text, &context()).omitted.is_empty() {
            let begun: Map<String, Value> = payload.into_iter().filter(|(name, value)| !name.ends_with("_information") || *value != json!({})).collect();
            prop_assert_eq!(serde_json::from_str::<Value>(case.get()).unwrap(), Value::Object(begun));
        }
    }

    /// An answer is left out only if its field is forbidden afterwards too, or if it is a word of the
    /// other product; and nothing is left out without a word (D54).
    #[test]
    fn what_is_left_out_is_told_with_its_reason(payload in payload(), context in edits::contexts()) {
        let FormCase { case, omitted, .. } = case_from_form(&Value::Object(payload.clone()), &context);
        let case = case.unwrap();
        let left: Value = serde_json::from_str(case.get()).unwrap();
        let states = field_states(case.get(), &context);
        let places = payload.iter().flat_map(|(name, value)| {
            let members = value.as_object().into_iter().flatten().map(move |(member, value)| (format!("/{name}/{member}"), value));
            std::iter::once((format!("/{name}"), value)).chain(members)
        });
        for (at, value) in places.filter(|(at, _)| left.pointer(at).is_none()) {
            let told = |omitted: &&FormOmission| at == omitted.at || at.starts_with(&format!("{}/", omitted.at)) || omitted.at.starts_with(&format!("{at}/"));
            let Some(omitted) = omitted.iter().find(told) else {
                return Err(TestCaseError::fail(format!("{at} is left out without a word")));
            };
            let Some(answer) = value.as_str().filter(|text| !text.trim().is_empty()) else { continue };
            let Some(state) = states.iter().find(|state| state.at == omitted.at) else { continue };
            let is_right = match omitted.reason {
                FormReason::Forbidden => state.state == FieldRequirement::Forbidden,
                FormReason::OtherProduct => is_of_other_product(state, answer),
                _ => false,
            };
            prop_assert!(is_right, "{} is left out and {:?}", at, state);
        }
        for FormOmission { at, reason, .. } in omitted.iter().filter(|omitted| omitted.reason != FormReason::OtherProduct) {
            prop_assert!(left.pointer(at).is_none(), "{} is left out as {:?}, and there", at, reason);
        }
    }

    #[test]
    fn layout_and_order_of_keys_do_not_matter(payload in payload(), turn in 0_usize..40) {
        let plain = Value::Object(payload.clone()).to_string();
        let mut members: Vec<(String, Value)> = payload.into_iter().collect();
        let turn = turn % members.len().max(1);
        members.rotate_left(turn);
        let turned = serde_json::to_string_pretty(&Value::Object(members.into_iter().collect())).unwrap();
        prop_assert_eq!(check_case(&plain, &context()).issues, check_case(&turned, &context()).issues);
    }

    #[test]
    fn nothing_panics_on_any_text(text in r#"(?s).{0,60}|[\[\]{}",:\\u0-9a-f truefalsn.-]{0,60}"#) {
        let include = Include::default().prepared(true).trace(true);
        let context = context().include(include);
        let report = check_case(&text, &context);
        prop_assert!(!report.ok);
        field_states(&text, &context);
        prepare_case(&text, &context);
    }

    #[test]
    fn nothing_panics_on_damaged_payloads(payload in payload(), at in 0_usize..3_000, byte in any::<char>()) {
        let mut text: Vec<char> = Value::Object(payload).to_string().chars().collect();
        let at = at % text.len();
        text[at] = byte;
        let text: String = text.into_iter().collect();
        let context = context().include(Include::default().prepared(true).trace(true));
        let report = check_case(&text, &context);
        prop_assert_eq!(report.prepared.unwrap().is_some(), serde_json::from_str::<Map<String, Value>>(&text).is_ok());
    }

    #[test]
    fn a_cap_on_findings_hides_no_refusal(payload in payload(), findings in 1_usize..4) {
        let text = Value::Object(payload).to_string();
        let all = check_case(&text, &context());
        let capped = check_case(&text, &context().limits(Limits::default().findings(findings)));
        prop_assert_eq!(all.ok, capped.ok);
        prop_assert_eq!(capped.issues.len(), all.issues.len().min(findings + 1));
        let kept = findings.min(all.issues.len());
        let mut expected = all.issues.clone();
        if kept < all.issues.len() {
            // Errors come first; the sort keeps the order of the catalogue within each severity.
            expected.sort_by_key(|issue| issue.severity);
        }
        prop_assert_eq!(&capped.issues[..kept], &expected[..kept]);
        prop_assert_eq!(capped.ok, capped.issues.iter().all(|issue| issue.severity == casegate::Severity::Warning));
    }
}
