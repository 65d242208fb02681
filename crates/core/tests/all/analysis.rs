//! The examination of rules: what it claims is so.

use crate::support::all;
use casegate::analysis::{RuleFault, RuleFinding, analyze};
use casegate::report::RuleOutcome;
use casegate::{Context, check_case};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::contextualize_config;
use serde_json::{Value, json};

const TODAY: &str = "2026-03-01";

fn context(settings: &Value) -> Context {
    let mut settings = settings.clone();
    settings.as_object_mut().unwrap().entry("today").or_insert(json!(TODAY));
    Context::from_json(&settings.to_string()).unwrap()
}

fn rules(rules: &Value) -> Value {
    json!({ "house": { "rules": rules } })
}

#[test]
fn the_rulebook_has_no_fault() {
    for settings in [
        json!({}),
        json!({ "credential": "master", "financing_enrolled": true }),
        json!({ "surface": "legacy" }),
        json!({ "surface": "legacy", "product": "pl" }),
        json!({ "surface": "legacy", "product": "pe" }),
        json!({ "carriers": { "refused": [{ "name": "Grimbold Mutual" }], "specialty": [{ "name": "Vexley" }] } }),
        json!({ "today": "2027-01-01", "words": { "pl.base_product": ["personal_boat"], "search_reason": ["other"] } }),
    ] {
        let analysis = analyze(&context(&settings));
        assert!(analysis.ok && analysis.examined.is_exhaustive, "{settings} {analysis:?}");
    }
}

/// A witness has errors of the rules of its finding, and no others.
#[test]
fn a_witness_shows_its_fault() {
    let mut shown = 0;
    for vector in all().iter().filter(|vector| vector.call.is("analyze")) {
        let context = Context::from_json(&vector.context).unwrap();
        for finding in analyze(&context).findings {
            let Some(witness) = &finding.witness else { continue };
            let report = check_case(witness.get(), &context);
            let by: Vec<&str> = report.iter().filter_map(|issue| issue.rule.as_deref()).collect();
            assert!(finding.rules.iter().any(|rule| by.contains(&&**rule)), "{}: {witness:?}", vector.case.name);
            if finding.fault != RuleFault::Redundant {
                let others = report.errors().filter(|issue| {
                    issue.rule.as_deref().is_none_or(|rule| !finding.rules.iter().any(|own| own == rule))
                });
                assert_eq!(others.count(), 0, "{}: {report:?}", vector.case.name);
            }
            for value in &finding.when {
                let payload: Value = serde_json::from_str(witness.get()).unwrap();
                let found = payload.pointer(&value.at).map(ToString::to_string);
                let wanted = value.value.as_ref().map(|value| value.get().to_owned());
                assert_eq!(found, wanted, "{} {}", vector.case.name, value.at);
            }
            shown += 1;
        }
    }
    assert!(shown > 12, "{shown}");
}

#[test]
fn many_rules_stay_within_the_bound() {
    let fields = ["/summary", "/claim_number", "/policy_number", "/adjuster_name", "/crash_city", "/crash_zip"];
    let rule = |number: usize| {
        let field = |step: usize| fields[(number + step) % fields.len()];
        let when: Vec<Value> =
            (1..=3).map(|step| json!({ "field": field(step), "equals": format!("word {number} {step}") })).collect();
        json!({ "id": format!("acme.{number}"), "product": "pl", "when": when,
            "then": [{ "field": "/office_case_number", "like": format!("{number}-*") }], "message": { "en": "Our rule." } })
    };
    let all: Vec<Value> = (0..60).map(rule).collect();
    let analysis = analyze(&context(&rules(&json!(all))));
    assert!(analysis.examined.payloads < 110_000, "{}", analysis.examined.payloads);
    assert!(!analysis.examined.is_exhaustive);
}

/// The constants of generated tests. Ordinary texts start with some of them.
const CONSTANTS: [&str; 7] = ["Test", "T", "Example", "a@", "a@b.example", "AB", "x"];

/// The texts of generated payloads.
const TEXTS: [&str; 24] = [
    "Test",
    "Testa",
    "Jones",
    "Tom",
    "T",
    "x",
    "xx",
    "q",
    "AB",
    "ABx",
    "ABZ",
    "A",
    "Example",
    "Example Insurance",
    "Exam",
    "7",
    "1000",
    "0012",
    "12345",
    "a@b.example",
    "a@c.example",
    "b@c.example",
    "a@",
    "Zed 7",
];

/// Generates the test of a field.
fn field_test() -> impl Strategy<Value = Value> {
    let text = || {
        let constant = || select(&CONSTANTS[..]);
        let simple = prop_oneof![
            constant().prop_map(|word| json!({ "equals": word })),
            constant().prop_map(|word| json!({ "starts_with": [word] })),
            (constant(), constant()).prop_map(|(one, other)| json!({ "one_of": [one, other] })),
            select(&["T*", "*e", "AB-*"][..]).prop_map(|pattern| json!({ "like": pattern })),
            select(&["[A-T].*", "[0-9]+"][..]).prop_map(|pattern| json!({ "matches": pattern })),
        ];
        prop_oneof![
            3 => simple.clone(),
            3 => simple.prop_map(|test| json!({ "not": test })),
            1 => (1..6).prop_map(|limit| json!({ "at_most_characters": limit })),
            1 => (0..3000).prop_map(|limit| json!({ "at_least": limit })),
        ]
    };
    let fields = &["/office_case_number", "/summary", "/plaintiff_name", "/insurance_company", "/cc_emails"][..];
    prop_oneof![
        6 => (select(fields), text()).prop_map(|(field, test)| (field, test)),
        1 => any::<bool>().prop_map(|answer| ("/is_test", json!({ "is": answer }))),
        1 => select(&["GA", "TX"][..]).prop_map(|state| ("/crash_state", json!({ "not": { "equals": state } }))),
        1 => (0..60).prop_map(|days| ("/date_of_loss", json!({ "within_days": days }))),
        1 => (1..4).prop_map(|least| ("/add_on_services", json!({ "count": { "at_least": least } }))),
    ]
    .prop_map(|(field, mut test)| {
        test["field"] = json!(field);
        test
    })
}

/// Generates firm rules, of which some contradict each other.
fn firm_rules() -> impl Strategy<Value = Value> {
    let fields = || select(&["/office_case_number", "/summary", "/is_test"][..]);
    let then = prop_oneof![
        1 => fields().prop_map(|field| json!({ "required": field })),
        1 => fields().prop_map(|field| json!({ "forbidden": field })),
        4 => field_test(),
    ];
    let rule = (prop::collection::vec(field_test(), 0..3), then);
    prop::collection::vec(rule, 1..4).prop_map(|rules| {
        let rules = rules.into_iter().enumerate().map(|(number, (when, then))| {
            let mut rule = json!({ "id": format!("acme.{number}"), "product": "pl", "then": [then],
                "message": { "en": "Our rule." } });
            if !when.is_empty() {
                rule["when"] = json!(when);
            }
            rule
        });
        json!(rules.collect::<Vec<_>>())
    })
}

/// Generates values of the fields that [`field_test`] names.
fn payload() -> impl Strategy<Value = Value> {
    let text = || prop::option::of(select(&TEXTS[..]));
    let optional = (text(), text(), prop::option::of(any::<bool>()), prop::option::of(select(&["GA", "TX", "FL"][..])));
    let days = &["2026-03-01", "2026-02-20", "2026-01-15", "2025-06-01"][..];
    let services = prop::sample::subsequence(vec!["policy_number", "policy_period", "skip_trace"], 0..4);
    let required = (select(&TEXTS[..]), select(&TEXTS[..]), select(&TEXTS[..]), select(days), services);
    (optional, required).prop_map(|((number, summary, test, state), (name, company, emails, day, services))| {
        json!({ "case_type": "pl", "is_incident_report_provided": false,
            "base_product": ["personal_auto_policy_limits"], "office_case_number": number, "summary": summary,
            "is_test": test, "crash_state": state, "plaintiff_name": name, "insurance_company": company,
            "cc_emails": emails, "date_of_loss": day, "add_on_services": services })
    })
}

/// Returns `true` if a payload disproves a finding.
fn disproves(payload: &Value, finding: &RuleFinding, context: &Context) -> bool {
    let mut payload = payload.clone();
    for value in &finding.when {
        let name = value.at.strip_prefix('/').unwrap();
        payload[name] = value.value.as_ref().map_or(Value::Null, |value| serde_json::from_str(value.get()).unwrap());
    }
    let report = check_case(&payload.to_string(), context);
    let rule = finding.rules.first().map(String::as_str);
    let has_others = report.errors().any(|issue| issue.rule.as_deref() != rule);
    let trace = report.trace.iter().flatten();
    let states: Vec<RuleOutcome> = trace.filter(|row| Some(&*row.rule) == rule).map(|row| row.state).collect();
    let is_any = |wanted: &[RuleOutcome]| states.iter().any(|state| wanted.contains(state));
    match finding.fault {
        RuleFault::NeverApplies => !has_others && is_any(&[RuleOutcome::Satisfied, RuleOutcome::Violated]),
        RuleFault::NeverViolated | RuleFault::Redundant => !has_others && is_any(&[RuleOutcome::Violated]),
        RuleFault::AlwaysViolated => report.ok && !is_any(&[RuleOutcome::Violated]),
        RuleFault::Conflict | RuleFault::NoRepair => report.ok,
    }
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(96)))]

    /// No payload disproves a finding.
    #[test]
    fn a_finding_is_no_false_alarm(rules in firm_rules(), payloads in prop::collection::vec(payload(), 200)) {
        let settings = json!({ "today": TODAY, "include": ["trace"], "house": { "rules": rules } });
        // Rules with an error are refused.
        let Ok(context) = Context::from_json(&settings.to_string()) else { return Ok(()) };
        for finding in analyze(&context).findings {
            for payload in &payloads {
                prop_assert!(!disproves(payload, &finding, &context), "{:?} {} by {}", finding, rules, payload);
            }
        }
    }
}
