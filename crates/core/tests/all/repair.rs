//! A repair leads to an accepted payload, changes no more than necessary, and invents nothing.

#![expect(clippy::similar_names, reason = "a JSON Patch has a `path`")]

use crate::edits::{contexts, edits, make};
use crate::patch::{patched, split, try_patched};
use crate::support;
use casegate::repair::{Answer, Question};
use casegate::report::Fix;
use casegate::session::Edit;
use casegate::{Context, Date, Session, Severity, check_case, repair_case};
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;
use serde_json::{Value, json};
use std::cell::Cell;

/// Answers every question with a suitable value.
fn answer(question: &Question) -> Value {
    let word = || question.choices.as_ref().and_then(|choices| choices.last().cloned()).unwrap_or_default();
    match question.answer {
        Answer::Text if question.at == "/usdot_number" => json!("77"),
        Answer::Text if question.at == "/office_case_number" => json!("own"),
        Answer::Text => json!(["Another Company 1 ", &question.at].concat()),
        Answer::Emails => json!("a@example.com"),
        Answer::Date => json!("2026-02-02"),
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
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(96)))]

    #[test]
    fn the_patch_and_the_answers_make_a_case_that_is_accepted(
        context in contexts(),
        edits in proptest::collection::vec(edits(), 0..50),
    ) {
        let mut session = Session::new("{}", context.clone()).unwrap();
        for edit in &edits {
            let _ = make(&mut session, edit);
        }
        let mut payload = session.payload();
        // Reading the payload repairs a record that is given twice in one value.
        for round in 0.. {
            prop_assert!(round < 12, "{payload}");
            let before = check_case(&payload, &context);
            let repair = repair_case(&payload, &context);
            prop_assert!(repair.beyond.is_empty(), "{:?}", repair.beyond);
            let after = repair.payload.as_ref().unwrap().get().to_owned();
            let patch: Vec<Value> = serde_json::from_value(json!(repair.patch)).unwrap();
            let by_hand = patched(serde_json::from_str(&payload).unwrap(), &patch);
            prop_assert_eq!(&by_hand, &serde_json::from_str::<Value>(&after).unwrap());
            prop_assert_eq!(repair.ok, check_case(&after, &context).ok);
            prop_assert_eq!(repair.ok, repair.questions.is_empty());
            prop_assert!(!before.ok || patch.iter().all(is_of_addresses));
            if repair.ok {
                break;
            }
            let mut session = Session::new(&after, context.clone()).unwrap();
            for question in &repair.questions {
                let made = session.set(&question.at, &answer(question).to_string());
                // An element is repaired through its array.
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

/// The one edit that corrects a warning.
fn is_of_addresses(operation: &Value) -> bool {
    let is_list = operation["value"].as_str().is_some_and(|value| value.contains('@'));
    is_list && operation["op"] == "replace" && operation["path"] == "/cc_emails"
}

fn error_count(payload: &Value, context: &Context) -> usize {
    let report = check_case(&payload.to_string(), context);
    report.issues.iter().filter(|issue| issue.severity == Severity::Error).count()
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(256)))]

    #[test]
    fn each_edit_leaves_fewer_errors_than_there_were_before_it(
        context in contexts(),
        base in bases(),
        edits in proptest::collection::vec(mostly_repairable(), 1..12),
        more in proptest::collection::vec(edits(), 0..12),
    ) {
        let mut session = Session::new(&base, context.clone()).unwrap();
        for edit in edits.iter().chain(&more) {
            let _ = make(&mut session, edit);
        }
        let repair = repair_case(&session.payload(), &context);
        let mut payload: Value = serde_json::from_str(&session.payload()).unwrap();
        let mut errors = error_count(&payload, &context);
        for operation in &repair.patch {
            payload = patched(payload, &[json!(operation)]);
            let left = error_count(&payload, &context);
            let is_better = left < errors || left == errors && is_of_addresses(&json!(operation));
            prop_assert!(is_better, "{:?} leaves {} of {} errors of {}", operation, left, errors, session.payload());
            errors = left;
        }
    }
}

/// The subsets of a number of elements, the smallest first.
fn choices(elements: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<u32> = (0..1_u32 << elements).collect();
    all.sort_by_key(|choice| choice.count_ones());
    all.iter().map(|choice| (0..elements).filter(|element| choice >> element & 1 == 1).collect()).collect()
}

/// The edits that could replace those of a patch: each error's place removed, or changed as its fix
/// says.
fn candidates(payload: &Value, patch: &[Value], context: &Context) -> Vec<Value> {
    let mut candidates = patch.to_vec();
    for issue in check_case(&payload.to_string(), context).issues {
        if issue.severity != Severity::Error || payload.pointer(&issue.at).is_none() || issue.at.is_empty() {
            continue;
        }
        candidates.push(json!({ "op": "remove", "path": issue.at }));
        let replaced = |value: Value| json!({ "op": "replace", "path": issue.at, "value": value });
        match issue.fix {
            Some(Fix::Replace { value }) => candidates.push(replaced(json!(value))),
            Some(Fix::WrapInArray) => candidates.push(replaced(json!([payload.pointer(&issue.at)]))),
            Some(Fix::Rename { to }) => candidates.push(json!({ "op": "move", "from": issue.at, "path": to })),
            _ => {}
        }
    }
    // In an array the last element comes first, so that the other places stay valid.
    candidates.sort_by_key(|operation| {
        let path = operation["path"].as_str().unwrap();
        std::cmp::Reverse(path.rsplit_once('/').and_then(|(_, at)| at.parse::<usize>().ok()))
    });
    candidates.dedup();
    candidates
}

/// The most candidates whose combinations are all tried.
const MOST_CANDIDATES: usize = 11;

/// Faults that an edit repairs without a question, in some base: values in another spelling, and
/// values that must be removed.
const REPAIRABLE: &[(&str, &str)] = &[
    ("/crash_state", "\"ga\""),
    ("/base_product", "\"personal_auto_policy_limits\""),
    ("/base_product", "\"commercial_auto_policy_limits\""),
    ("/policy_number", "17"),
    ("/summary", "17"),
    ("/requester_phone", "5550100"),
    ("/vehicle_information", "{\"vin\":7}"),
    ("/is_test", "\"true\""),
    ("/is_incident_report_provided", "\"false\""),
    ("/add_on_services", "\"skip_trace\""),
    ("/add_on_services", "[\"Skip Trace\", \"policy_number\"]"),
    ("/search_reason", "\"minor_at_fault\""),
    ("/expedited_request", "\"One_Day_Rush_Request\""),
    ("/commercial_driver_information", "{\"first_name\": \"Ada\"}"),
    ("/other_search_reason", "\"text\""),
    ("/is_defendant_transportation_company", "false"),
    ("/vehicle_information", "{\"vehicle_year\": \"2020\", \"license_plate\": 7}"),
    ("/usdot_number", "42"),
    ("/usdot_number", "0"),
    ("/add_on_services", "\"skip_tarce\""),
    ("/base_product", "\"personal_auto_policy_existence\""),
    ("/base_product", "[\"Commercial Auto Policy Limits\"]"),
    ("/search_reason", "[\"Other Reason\"]"),
    ("/crash_state", "17"),
    ("/crash_state", "\"Georgia\""),
    ("/date_of_loss", "\"2/15/2026\""),
    ("/date_of_loss", "\"Feb 15, 2026\""),
    ("/usdot_number", "\"USDOT 42\""),
    ("/cc_emails", "\"a@example.com, b@example.com;\""),
];

/// Mostly these, and some of any kind.
fn mostly_repairable() -> impl Strategy<Value = Edit> {
    let repairable = proptest::sample::select(REPAIRABLE);
    let set = |(at, value): (&str, &str)| Edit::Set { at: at.to_owned(), value: value.to_owned() };
    prop_oneof![9 => repairable.prop_map(set), 1 => edits()]
}

/// Brute force, where there are few edits: no part of the patch is enough, and neither are fewer
/// edits at the same places.
#[test]
fn a_repair_is_minimal_where_brute_force_decides() {
    let (tried, reached) = (Cell::new(0), Cell::new(0));
    let edits = proptest::collection::vec(mostly_repairable(), 1..5);
    proptest!(contextualize_config(ProptestConfig::with_cases(2_000)), |(context in contexts(), base in bases(), edits in edits)| {
        tried.set(tried.get() + 1);
        reached.set(reached.get() + u32::from(is_minimal(&base, &context, &edits)?));
    });
    let (tried, reached) = (tried.get(), reached.get());
    // About three in ten are. Of fewer than 2000 cases a share below a quarter may be chance.
    assert!(tried < 2_000 || 4 * reached >= tried, "brute force decided only {reached} of {tried}");
}

/// `false` where brute force decides nothing.
fn is_minimal(base: &str, context: &Context, edits: &[Edit]) -> Result<bool, TestCaseError> {
    let mut session = Session::new(base, context.clone()).unwrap();
    for edit in edits {
        let _ = make(&mut session, edit);
    }
    let payload = session.payload();
    let repair = repair_case(&payload, context);
    let patch: Vec<Value> = serde_json::from_value(json!(repair.patch)).unwrap();
    let payload: Value = serde_json::from_str(&payload).unwrap();
    let is_enough = |operations: &[Value]| {
        try_patched(payload.clone(), operations).is_ok_and(|payload| check_case(&payload.to_string(), context).ok)
    };
    let needed: Vec<Value> = patch.iter().filter(|operation| !is_of_addresses(operation)).cloned().collect();
    let patch = if is_enough(&needed) { needed } else { patch };
    if !repair.ok || patch.is_empty() {
        return Ok(false);
    }
    prop_assert!(is_enough(&patch));
    let candidates = candidates(&payload, &patch, context);
    if candidates.len() > MOST_CANDIDATES {
        return Ok(false);
    }
    for choice in choices(candidates.len()).into_iter().take_while(|choice| choice.len() < patch.len()) {
        let fewer: Vec<Value> = choice.into_iter().map(|at| candidates[at].clone()).collect();
        prop_assert!(!is_enough(&fewer), "{:?} is enough for {}, in place of {:?}", fewer, payload, patch);
    }
    Ok(true)
}

/// Payloads without a finding.
fn bases() -> impl Strategy<Value = String> {
    proptest::sample::select(support::bases().values().map(Value::to_string).collect::<Vec<_>>())
}

#[test]
fn what_no_edit_repairs_is_reported() {
    let context = Context::new(Date::parse("2026-03-01").unwrap());
    let repair = repair_case("[]", &context);
    assert!(!repair.ok && repair.payload.is_none() && repair.patch.is_empty());
    assert_eq!(repair.beyond.len(), 1);
    let sunset = Context::from_json(r#"{"today":"2026-11-11","surface":"legacy","product":"pl"}"#).unwrap();
    assert_eq!(repair_case("{}", &sunset).beyond[0].code.name(), "legacy_sunset");
}

#[test]
fn numbers_and_unknown_fields_come_through_as_they_were_written() {
    let context = Context::new(Date::parse("2026-03-01").unwrap());
    let repair = repair_case(r#"{"x":1.10e5,"policy_number":12345678901234567890,"case_type":"pl"}"#, &context);
    assert_eq!(
        repair.payload.unwrap().get(),
        r#"{"x":1.10e5,"policy_number":"12345678901234567890","case_type":"pl"}"#
    );
}

/// A field that cannot be renamed, because the payload would be too long, is unchanged.
#[test]
fn a_payload_that_cannot_be_repaired_is_as_it_came() {
    let payload = r#"{"case_type":"pl","plaintif_name":"A","defendant_information":{"adress":"x","first_name":"a"},"summary":"b"}"#;
    for (room, repaired) in [(0, false), (1, true)] {
        let context = json!({ "today": "2026-03-01", "limits": { "text_bytes": payload.len() + room } });
        let repair = repair_case(payload, &Context::from_json(&context.to_string()).unwrap());
        assert_eq!(
            (repair.payload.unwrap().get() == payload, repair.patch.is_empty()),
            (!repaired, !repaired),
            "{room}"
        );
    }
}
