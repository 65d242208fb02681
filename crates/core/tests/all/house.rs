//! Firm rules over generated rules and payloads: they only narrow, and without them nothing
//! changes.

use crate::support;
use casegate::config::ContextError;
use casegate::context::Limits;
use casegate::explain::explain_with;
use casegate::firm_rules::{HouseRefusal, check_house};
use casegate::{Code, Context, Severity, check_case, field_states};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::contextualize_config;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

fn context(house: &Value) -> Result<Context, ContextError> {
    Context::from_json(&json!({ "today": "2026-03-01", "include": ["trace"], "house": house }).to_string())
}

fn bare() -> Context {
    Context::from_json(r#"{ "today": "2026-03-01", "include": ["trace"] }"#).unwrap()
}

/// Fields that rules of any product can name, with suitable tests.
fn tests() -> Vec<(&'static str, Vec<Value>)> {
    vec![
        (
            "/summary",
            vec![
                json!({ "like": "A*" }),
                json!({ "at_most_characters": 3 }),
                json!({ "not": { "like": "*#*" } }),
                json!({ "matches": "[A-Z].*" }),
                json!({ "at_least": 5 }),
                json!({ "not": { "equals_field": "/office_case_number" } }),
            ],
        ),
        ("/office_case_number", vec![json!({ "like": "20##-*" }), json!({ "one_of": ["a", "b"] })]),
        (
            "/date_of_loss",
            vec![
                json!({ "within_days": 30 }),
                json!({ "not_after_today": true }),
                json!({ "not_before": "2026-01-01" }),
                json!({ "not": { "weekday": ["saturday", "monday"] } }),
                json!({ "between": ["2025-12-01", "2026-02-28"] }),
                json!({ "days_after": { "field": "/defendant_information/date_of_birth", "at_least": 6000 } }),
            ],
        ),
        ("/is_test", vec![json!({ "is": true }), json!({ "is": false })]),
        ("/is_incident_report_provided", vec![json!({ "is": true }), json!({ "is": false })]),
        (
            "/add_on_services",
            vec![
                json!({ "contains": "skip_trace" }),
                json!({ "one_of": ["skip_trace", "policy_period"] }),
                json!({ "count": { "at_most": 1 } }),
            ],
        ),
        (
            "/expedited_request",
            vec![json!({ "one_of": ["one_day_rush_request"] }), json!({ "not": { "starts_with": ["one_"] } })],
        ),
        (
            "/base_product",
            vec![json!({ "starts_with": ["personal"] }), json!({ "not": { "starts_with": ["commercial"] } })],
        ),
        ("/cc_emails", vec![json!({ "like": "*@example.com" }), json!({ "contains": "a@example.com" })]),
        ("/crash_state", vec![json!({ "one_of": ["GA", "FL"] })]),
        ("/defendant_information/city", vec![json!({ "like": "S*" })]),
        ("/defendant_information/date_of_birth", vec![json!({ "not_after": "2008-01-01" })]),
        ("/vehicle_information", vec![]),
        ("/vehicle_information/vehicle_year", vec![json!({ "between": [1990, 2020] }), json!({ "at_least": 2000 })]),
        ("/defendant_business_name", vec![json!({ "starts_with": ["Fake"] })]),
    ]
}

fn test_of(extra: &'static [&'static str]) -> impl Strategy<Value = Value> {
    select(tests()).prop_flat_map(move |(field, tests)| {
        let mut all: Vec<Value> = tests
            .into_iter()
            .map(|mut test| {
                test["field"] = json!(field);
                test
            })
            .collect();
        for name in extra {
            all.push(match *name {
                "set" => json!({ "field": field, "set": true }),
                "unset" => json!({ "field": field, "set": false }),
                name => json!({ name: field }),
            });
        }
        select(all)
    })
}

fn condition() -> impl Strategy<Value = Value> {
    test_of(&["set", "unset"]).prop_recursive(2, 6, 3, |part| {
        prop_oneof![
            prop::collection::vec(part.clone(), 1..3).prop_map(|parts| json!({ "any": parts })),
            prop::collection::vec(part.clone(), 1..3).prop_map(|parts| json!({ "all": parts })),
            part.prop_map(|part| json!({ "not": part })),
        ]
    })
}

fn demand() -> impl Strategy<Value = Value> {
    let fields = || select(tests().into_iter().map(|(field, _)| field).collect::<Vec<_>>());
    prop_oneof![
        4 => test_of(&["required", "forbidden"]),
        1 => condition().prop_filter("put together", |demand| demand.get("field").is_none()),
        1 => (fields(), fields()).prop_map(|(one, other)| json!({ "one_of": [one, other] })),
    ]
}

fn rule() -> impl Strategy<Value = Value> {
    let when = prop::collection::vec(condition(), 0..3);
    let then = prop::collection::vec(demand(), 1..3);
    (when, then, any::<bool>()).prop_map(|(when, then, decides)| {
        let severity = if decides { "error" } else { "warning" };
        let mut rule = json!({ "then": then, "severity": severity, "message": { "en": "Our firm asks for this." } });
        if !when.is_empty() {
            rule["when"] = json!(when);
        }
        rule
    })
}

/// Rules that can be used together: each that is refused after the previous ones is left out.
fn house() -> impl Strategy<Value = Value> {
    prop::collection::vec(rule(), 1..5).prop_map(|rules| {
        let waivers: Vec<Value> = ["future_date", "house_advice", "unlisted_word", "null_value"]
            .map(|code| json!({ "code": code, "reason": "Reviewed.", "until": "2026-03-01" }))
            .to_vec();
        let mut house = json!({ "rules": [], "waivers": waivers });
        for (number, mut rule) in rules.into_iter().enumerate() {
            rule["id"] = json!(format!("acme.{number}"));
            let mut more = house.clone();
            more["rules"].as_array_mut().unwrap().push(rule);
            if context(&more).is_ok() {
                house = more;
            }
        }
        house
    })
}

fn payload() -> impl Strategy<Value = String> {
    let bases: Vec<Map<String, Value>> =
        support::bases().values().map(|base| base.as_object().unwrap().clone()).collect();
    let edit = |name: &'static str, values: Vec<Value>| (Just(name), select(values));
    let edits = prop_oneof![
        edit("summary", vec![json!("Axy"), json!("B7"), json!(" "), json!(5), Value::Null]),
        edit("office_case_number", vec![json!("2026-1"), json!("a"), json!("c")]),
        edit("date_of_loss", vec![json!("2026-02-20"), json!("2026-03-02"), json!("2024-01-01"), json!("soon")]),
        edit("is_test", vec![json!(true), json!(false), json!("true")]),
        edit("is_incident_report_provided", vec![json!(true), Value::Null]),
        edit(
            "add_on_services",
            vec![json!(["skip_trace"]), json!(["um_uim_limits", "skip_trace"]), json!(["x"]), json!([5])]
        ),
        edit("expedited_request", vec![json!("one_day_rush_request"), json!("three_day_rush_request"), json!("x")]),
        edit(
            "base_product",
            vec![json!(["personal_boat"]), json!(["commercial_auto_policy_limits"]), json!([]), json!([5])]
        ),
        edit("cc_emails", vec![json!("a@example.com b@example.org"), json!("b@example.com"), json!("")]),
        edit("crash_state", vec![json!("GA"), json!("fl"), json!("AL"), json!("ZZ")]),
        edit(
            "defendant_information",
            vec![
                json!({}),
                json!("x"),
                json!({ "first_name": "T", "last_name": "D", "address": "1", "city": "Springfield", "date_of_birth": "2010-01-01" }),
                json!({ "first_name": "T", "last_name": "D", "address": "1", "city": null }),
            ]
        ),
        edit(
            "vehicle_information",
            vec![json!({}), Value::Null, json!({ "vehicle_year": 1995 }), json!({ "vehicle_year": 2021 })]
        ),
        edit("defendant_business_name", vec![json!("Fake Freight"), json!("Test Freight")]),
        edit("case_type", vec![json!("pl"), json!("pe"), json!("px")]),
    ];
    (select(bases), prop::collection::vec(edits, 0..6)).prop_map(|(mut payload, edits)| {
        for (name, value) in edits {
            payload.insert(name.to_owned(), value);
        }
        Value::Object(payload).to_string()
    })
}

/// The place of a finding, and the other fields that it names.
fn places(issue: &casegate::Issue) -> Vec<String> {
    let fields = match issue.params.get("fields") {
        Some(casegate::report::Param::Words(fields)) => fields.clone(),
        _ => Vec::new(),
    };
    fields.into_iter().chain([issue.at.clone()]).collect()
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(600)))]

    #[test]
    fn house_rules_only_narrow(house in house(), payload in payload()) {
        let (without, with) = (check_case(&payload, &bare()), check_case(&payload, &context(&house).unwrap()));
        prop_assert!(without.ok || !with.ok, "{} lets {} pass", house, payload);

        // What the rulebook finds is still found: reported, waived, or reported as what a firm rule asks at the same place.
        let is_house = |rule: &Option<std::borrow::Cow<'static, str>>| rule.as_deref().is_some_and(|id| id.starts_with("acme."));
        let mut answer: Vec<(Code, &str)> = with.issues.iter().filter(|issue| !is_house(&issue.rule)).map(|issue| (issue.code, &*issue.at)).collect();
        answer.extend(with.waived.iter().flatten().filter(|waived| !is_house(&waived.rule)).map(|waived| (waived.code, &*waived.at)));
        let known: BTreeSet<(Code, &str)> = without.issues.iter().map(|issue| (issue.code, &*issue.at)).collect();
        prop_assert!(answer.iter().all(|found| known.contains(found)), "{} adds to the book in {}", house, payload);
        for (code, at) in known {
            let kept = answer.contains(&(code, at));
            let by_house = with.issues.iter().any(|issue| {
                is_house(&issue.rule)
                    && issue.severity == Severity::Error
                    && places(issue).iter().any(|place| {
                        at.strip_prefix(place.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                    })
            });
            prop_assert!(kept || by_house, "{} hides {:?} at {} in {}", house, code, at, payload);
        }
        for waived in with.waived.iter().flatten() {
            prop_assert_eq!(waived.code.severity(), Severity::Warning);
        }
        prop_assert_eq!(&without.facts, &with.facts);
        let (before, after) = (without.trace.unwrap(), with.trace.unwrap());
        prop_assert_eq!(&before[..], &after[..before.len()]);
    }

    #[test]
    fn without_house_rules_nothing_is_different(payload in payload()) {
        let plain = casegate::wire::CHECK_CASE.call_with(&payload, &bare());
        prop_assert_eq!(&plain, &casegate::wire::CHECK_CASE.call_with(&payload, &context(&json!({})).unwrap()));
        prop_assert_eq!(&plain, &casegate::wire::CHECK_CASE.call_with(&payload, &context(&json!({ "rules": [] })).unwrap()));
        // A rule that keeps every text and never applies to the payload's product adds at most an
        // entry of the trace.
        let unrelated = json!({ "rules": [{ "id": "acme.x", "product": "pe", "message": { "en": "Our firm asks for this." },
            "when": [{ "field": "/summary", "equals": "\u{2}" }],
            "then": [{ "field": "/office_case_number", "like": "A*" }, { "field": "/defendant_information/city", "like": "A*" }] }] });
        let mut report: Value = serde_json::from_str(&casegate::wire::CHECK_CASE.call_with(&payload, &context(&unrelated).unwrap())).unwrap();
        let trace = report["trace"].as_array_mut().unwrap();
        trace.retain(|entry| entry["rule"] != "acme.x");
        prop_assert_eq!(serde_json::from_str::<Value>(&plain).unwrap(), report);
    }

    #[test]
    fn what_a_form_needs_is_what_a_check_misses(house in house(), payload in payload()) {
        let context = context(&house).unwrap();
        let report = check_case(&payload, &context);
        let states = field_states(&payload, &context);
        for issue in report.issues.iter().filter(|issue| issue.code == Code::Required) {
            let state = states.iter().find(|state| state.at == issue.at).unwrap();
            // Two rules that only overlap can require and exclude the same field; the form excludes
            // it.
            let is_kept_out = states.iter().any(|kept| {
                kept.state == casegate::states::FieldRequirement::Forbidden && (issue.at == kept.at || issue.at.starts_with(&format!("{}/", kept.at)))
            });
            prop_assert!(state.needed || is_kept_out, "{} in {} by {}", issue.at, payload, house);
        }
        for issue in report.issues.iter().filter(|issue| issue.code == Code::Forbidden) {
            let state = states.iter().find(|state| state.at == issue.at).unwrap();
            // A member of an excluded record is not asked for.
            let record = issue.at.rsplit_once('/').map(|(record, _)| record);
            let is_in_it = states.iter().any(|kept| Some(&*kept.at) == record && kept.state == casegate::states::FieldRequirement::Forbidden);
            prop_assert!(state.state == casegate::states::FieldRequirement::Forbidden || is_in_it, "{} in {} by {}", issue.at, payload, house);
        }
    }

    #[test]
    fn nothing_panics_on_any_rules(text in r#"\{"rules":\[\{("(id|when|then|message|severity|product)":("[a-z./]{0,5}"|\[\{?"?[a-z_:"/]{0,12}"?\}?\]|5|null|\{\}),?){0,4}\}\]\}|.{0,30}"#) {
        let report = check_house(&text, &bare());
        prop_assert!(report.ok || report.rules.is_empty());
    }
}

#[test]
fn every_refusal_is_seen() {
    let vectors = support::all();
    let refused: BTreeSet<String> = vectors
        .iter()
        .filter(|vector| vector.call.is("check_house"))
        .flat_map(|vector| {
            let reply: Value = serde_json::from_str(&vector.reply()).unwrap();
            let reasons =
                reply["issues"].as_array().unwrap().iter().filter_map(|issue| issue["params"]["reason"].as_str());
            reasons.map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    for reason in HouseRefusal::ALL {
        assert!(refused.contains(reason.name()), "no vector shows {}", reason.name());
    }
}

#[test]
fn a_house_rule_is_explained_in_the_words_of_the_firm() {
    let house = json!({ "rules": [{ "id": "acme.policy_number", "product": "pl", "then": [{ "required": "/policy_number" }],
        "message": { "en": "Enter the policy number.", "es": "Escriba el número de póliza." } }] });
    let context = context(&house).unwrap();
    let rule = explain_with("acme.policy_number", &context).unwrap();
    assert_eq!((&*rule.text, &*rule.title), ("Enter the policy number.", "acme.policy_number"));
    assert_eq!(explain_with("pl.one_family", &context).unwrap(), casegate::explain("pl.one_family").unwrap());
    assert_eq!(explain_with("acme.policy_numbr", &context).unwrap_err().near.as_deref(), Some("acme.policy_number"));
}

#[test]
fn what_a_host_raises_after_its_waivers_is_not_set_aside() {
    let waivers = r#"{ "waivers": [{ "code": "unknown_field", "reason": "Reviewed.", "until": "2026-12-31" }] }"#;
    let context = bare().house_rules(waivers).unwrap();
    let report = |context: &Context| check_case(r#"{ "case_type": "pl", "crm_id": 1 }"#, context);
    let answer = |context: &Context| report(context).issues.iter().any(|issue| issue.code == Code::UnknownField);
    assert!(!answer(&context) && report(&context).waived.unwrap().len() == 1);
    let context = context.raise(Code::UnknownField);
    assert!(answer(&context) && report(&context).waived.unwrap().is_empty());
}

#[test]
fn many_rules_are_compared_in_reasonable_time_or_not_at_all() {
    let words =
        |number: usize, count: usize| -> Vec<String> { (0..count).map(|word| format!("w{number}-{word}")).collect() };
    let rules = |rules: usize, words_each: usize| -> Value {
        let rule = |number: usize| {
            json!({ "id": format!("acme.{number}"), "product": "pl", "message": { "en": "Enter it." },
                "when": [{ "field": "/summary", "one_of": words(number, words_each) }, { "field": "/summary", "not": { "one_of": words(number + 1, 1) } }],
                "then": [{ "required": "/claim_number" }] })
        };
        json!({ "rules": (0..rules).map(rule).collect::<Vec<_>>() })
    };
    let start = std::time::Instant::now();
    assert!(check_house(&rules(128, 5).to_string(), &bare()).ok);
    assert!(check_house(&rules(14, 64).to_string(), &bare()).ok);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    let report = check_house(&rules(16, 64).to_string(), &bare());
    assert_eq!((&*report.issues[0].at, report.issues.len()), ("/rules", 1));
    assert!(matches!(context(&rules(129, 1)), Err(ContextError::FirmRules(issue)) if issue.at == "/rules"));
}

/// `judge_files` accepts settings without a day, and must not use another day instead.
#[test]
fn a_rule_on_files_waits_for_the_day_that_it_needs() {
    let judged = |today: &Value, days: u32| {
        let when = json!([{ "field": "/date_of_loss", "within_days": days }]);
        let rule = json!({ "id": "acme.files", "when": when, "then": [{ "files": { "count": { "at_least": 1 } } }],
            "message": { "en": "Send a file." } });
        let mut context = json!({ "house": { "rules": [rule] } });
        if !today.is_null() {
            context["today"] = today.clone();
        }
        let input = json!({ "files": [], "case": { "case_type": "pl", "date_of_loss": "0001-01-01" } });
        let answer: Value =
            serde_json::from_str(&casegate::wire::JUDGE_FILES.call(&input.to_string(), &context.to_string())).unwrap();
        answer["issues"].as_array().unwrap().len()
    };
    assert_eq!([judged(&json!("0001-01-02"), 1), judged(&json!("0001-01-03"), 1), judged(&Value::Null, 1)], [1, 0, 0]);
}

/// The examples of the page: each set of rules can be used, and refuses the payload beside it in
/// `tests/firm_rules_page.json`.
#[test]
fn the_examples_of_the_page_are_true() {
    let page = std::fs::read_to_string(support::folder().join("../../docs/firm-rules.md")).unwrap();
    let blocks: Vec<Value> = page
        .split("```json\n")
        .skip(1)
        .map(|rest| {
            serde_json::from_str(rest.split("```").next().unwrap()).unwrap_or_else(|error| panic!("{error}: {rest}"))
        })
        .collect();
    let expected: Vec<Value> = serde_json::from_str(include_str!("../firm_rules_page.json")).unwrap();
    assert_eq!(blocks.len(), expected.len());
    let bases = support::bases();
    for (rules, example) in blocks.iter().zip(&expected) {
        let context = context(rules).unwrap_or_else(|error| panic!("{error}"));
        let mut payload = bases["pl-minimal"].clone();
        for (name, value) in example["payload"].as_object().unwrap() {
            payload[name] = value.clone();
        }
        if let Some(files) = example.get("files") {
            let input = json!({ "files": files, "case": payload });
            let answer: Value =
                serde_json::from_str(&casegate::wire::JUDGE_FILES.call_with(&input.to_string(), &context)).unwrap();
            let found = answer["issues"].as_array().unwrap().iter();
            let found: Vec<Value> = found.map(|issue| json!([issue["code"], issue["at"], issue["rule"]])).collect();
            assert_eq!(json!(found), example["finds"]);
            assert!(check_case(&payload.to_string(), &context).issues.is_empty());
            continue;
        }
        let report = check_case(&payload.to_string(), &context);
        let found: Vec<Value> =
            report.issues.iter().map(|issue| json!([issue.code.name(), issue.at, issue.rule])).collect();
        assert_eq!(json!(found), example["finds"]);
        let waived: Vec<Value> =
            report.waived.iter().flatten().map(|waived| json!([waived.code.name(), waived.at])).collect();
        assert_eq!(json!(waived), example.get("waives").cloned().unwrap_or(json!([])));
    }
}

#[test]
fn a_rule_with_a_hint_is_used_as_written() {
    let rule = json!({ "rules": [{ "id": "acme.hinted", "product": "pl", "message": { "en": "Enter the text." },
        "then": [{ "field": "/office_case_number", "equals": "[A-Z]{2}" }] }] });
    let report = check_house(&rule.to_string(), &bare());
    assert_eq!((report.ok, report.rules.len()), (true, 1), "{:?}", report.issues);
    let report = check_case(r#"{ "case_type": "pl", "office_case_number": "AB" }"#, &context(&rule).unwrap());
    assert!(report.issues.iter().any(|issue| issue.rule.as_deref() == Some("acme.hinted")));
}

/// A hundred notes come first, and the limit is one: the answer has the error, and says that there
/// is more.
#[test]
fn no_error_of_firm_rules_is_hidden_behind_notes() {
    let limits = Limits::default().findings(1);
    let hinted = |number: usize| {
        json!({ "id": format!("acme.{number}"), "product": "pl", "message": { "en": "Enter the text." },
            "when": [{ "field": "/plaintiff_name", "equals": format!("{number}") }],
            "then": [{ "field": "/office_case_number", "equals": "[A-Z]{2}" }] })
    };
    let mut rules: Vec<Value> = (0..100).map(hinted).collect();
    rules.push(json!({ "id": "acme.wrong" }));
    let report = check_house(&json!({ "rules": rules }).to_string(), &bare().limits(limits));
    let codes: Vec<Code> = report.issues.iter().map(|issue| issue.code).collect();
    assert!(!report.ok && report.rules.is_empty());
    assert_eq!(codes, [Code::HouseRefused, Code::FindingsCapped]);
    assert_eq!(report.issues[0].at, "/rules/100");
}
