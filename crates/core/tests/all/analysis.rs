//! The examination of rules, and the difference of two contexts: what they claim is so.

use crate::support::all;
use casegate::analysis::{ChangeEffect, Difference, RuleFault, RuleFinding, analyze, diff_rulebooks};
use casegate::report::RuleOutcome;
use casegate::{Context, Severity, check_case};
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
        let Ok(context) = Context::from_json(&vector.context) else { continue };
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

/// Each change of one row of a context, with the code, the rule and the place at which it is found.
fn single_changes() -> Vec<(Value, Value, &'static str, Option<&'static str>, &'static str)> {
    let raised = |code: &str| json!({ "severity": { code: "error" } });
    let rule = |then: Value| {
        rules(&json!([{ "id": "acme.rule", "product": "pl", "when": [{ "field": "/is_test", "is": true }],
            "then": [then], "message": { "en": "Our rule." } }]))
    };
    let mut changes = vec![
        (json!({}), raised("null_value"), "null_value", None, "/summary"),
        (json!({}), raised("null_value"), "null_value", None, "/vehicle_information"),
        (json!({}), raised("null_value"), "null_value", None, "/vehicle_information/vin"),
        (json!({}), raised("unknown_field"), "unknown_field", None, "/unheard_of"),
        (json!({}), raised("other_product"), "other_product", None, "/usdot_number"),
        (json!({}), raised("read_only"), "read_only", None, "/vehicle_information/id"),
        (json!({}), raised("duplicate_key"), "duplicate_key", None, "/summary"),
        (json!({}), raised("deprecated"), "deprecated", None, "/defendant_name"),
        (json!({}), raised("ignored"), "ignored", None, "/is_black_card"),
        (json!({}), raised("string_form"), "string_form", None, "/base_product"),
        (json!({}), raised("not_an_email"), "not_an_email", None, "/cc_emails"),
        (json!({}), raised("duplicate_word"), "duplicate_word", None, "/add_on_services"),
        (json!({}), raised("state_case"), "state_case", None, "/defendant_information/license_state"),
        (json!({}), raised("unusual_state"), "unusual_state", None, "/crash_state"),
        (json!({}), raised("unlisted_word"), "unlisted_word", None, "/search_reason"),
        (json!({}), raised("alias"), "alias", Some("pl.company_named_once"), "/insurance_company_name"),
        (
            json!({}),
            raised("alias_conflict"),
            "alias_conflict",
            Some("pl.company_named_once"),
            "/insurance_company_name",
        ),
        (json!({}), raised("date_on_last_day"), "date_on_last_day", Some("pe.loss_within_365_days"), "/date_of_loss"),
        (json!({}), raised("future_date"), "future_date", Some("pl.loss_not_in_future"), "/date_of_loss"),
        (json!({}), raised("date_long_ago"), "date_long_ago", Some("pl.loss_not_long_ago"), "/date_of_loss"),
        (
            json!({}),
            raised("usdot_number_unused"),
            "usdot_number_unused",
            Some("pe.usdot_number_used"),
            "/usdot_number",
        ),
        (
            json!({}),
            raised("financing_not_enrolled"),
            "financing_not_enrolled",
            Some("case.financing_enrolled"),
            "/is_payment_via_financing",
        ),
        (json!({}), json!({ "credential": "master" }), "required", Some("case.requester_named"), "/requester_name"),
        (
            json!({}),
            json!({ "carriers": { "refused": [{ "name": "Qu", "patterns": ["qu*lines"] }] } }),
            "refused_carrier",
            Some("pl.carrier_accepted"),
            "/insurance_company",
        ),
        (json!({}), json!({ "surface": "legacy" }), "required", Some("legacy.files_declared"), "/files_to_upload"),
        (
            json!({ "words": { "pe.expedited_request": ["today"] } }),
            json!({}),
            "unknown_word",
            None,
            "/expedited_request",
        ),
    ];
    for (then, code, at) in [
        (json!({ "required": "/claim_number" }), "required", "/claim_number"),
        (json!({ "forbidden": "/claim_number" }), "forbidden", "/claim_number"),
        (json!({ "one_of": ["/claim_number", "/policy_number"] }), "required", "/claim_number"),
        (json!({ "field": "/claim_number", "like": "AB-#*" }), "house_rule", "/claim_number"),
        (json!({ "field": "/claim_number", "matches": "[A-Z]{3}\\d+" }), "house_rule", "/claim_number"),
        (json!({ "field": "/claim_number", "at_most_characters": 12 }), "house_rule", "/claim_number"),
        (json!({ "field": "/claim_number", "between": [100, 200] }), "house_rule", "/claim_number"),
        (json!({ "field": "/add_on_services", "count": { "at_most": 3 } }), "house_rule", "/add_on_services"),
        (json!({ "field": "/date_of_loss", "weekday": ["monday"] }), "house_rule", "/date_of_loss"),
        (json!({ "field": "/date_of_loss", "within_days": 40 }), "house_rule", "/date_of_loss"),
        (
            json!({ "field": "/vehicle_information/vehicle_year", "at_least": 1990 }),
            "house_rule",
            "/vehicle_information/vehicle_year",
        ),
        (
            json!({ "field": "/date_of_loss", "not_before_field": "/defendant_information/date_of_birth" }),
            "house_rule",
            "/date_of_loss",
        ),
        (
            json!({ "any": [{ "field": "/crash_state", "equals": "TX" }, { "field": "/summary", "set": true }] }),
            "house_rule",
            "/crash_state",
        ),
    ] {
        changes.push((json!({}), rule(then), code, Some("acme.rule"), at));
    }
    changes
}

#[test]
fn each_single_change_is_found() {
    let changes = single_changes();
    assert!(changes.len() >= 20);
    for (before, after, code, rule, at) in changes {
        let contexts = (context(&before), context(&after));
        let difference = diff_rulebooks(&contexts.0, &contexts.1);
        assert_witnesses(&contexts.0, &contexts.1, &difference);
        let found = difference.changes.iter().filter(|change| change.code.name() == code);
        let found = found.filter(|change| change.rule.as_deref() == rule && change.effect == ChangeEffect::Refused);
        let places: Vec<&str> = found.flat_map(|change| &change.places).map(|place| place.at.as_str()).collect();
        assert!(places.contains(&at), "{after}: {code} at {places:?}");
        assert!(!difference.ok && difference.unseen.is_empty(), "{after}");
        // Back again, the same cases are accepted.
        let back = diff_rulebooks(&contexts.1, &contexts.0);
        assert!(back.changes.iter().any(|change| change.effect == ChangeEffect::Accepted), "{after}");
    }
}

#[test]
fn each_change_of_the_vectors_has_a_witness() {
    for vector in all().iter().filter(|vector| vector.call.is("diff_rulebooks")) {
        let [before, after] =
            [&vector.context, &vector.payload].map(|text| serde_json::from_str::<Value>(text).unwrap());
        // Two vectors are about settings that cannot be used.
        if after.is_object() && after.get("todays").is_none() {
            let (before, after) = (context(&before), context(&after));
            assert_witnesses(&before, &after, &diff_rulebooks(&before, &after));
        }
    }
}

/// The witness of each change gets the finding in one context, and not or not as severe in the
/// other one.
fn assert_witnesses(before: &Context, after: &Context, difference: &Difference) {
    for change in &difference.changes {
        for place in &change.places {
            let severity = |context: &Context| {
                let report = check_case(place.witness.get(), context);
                let names = |at: &str| {
                    let names = at.split('/').filter(|part| part.parse::<usize>().is_err());
                    names.collect::<Vec<_>>().join("/")
                };
                let found = report.iter().filter(|issue| {
                    issue.code == change.code
                        && issue.rule.as_deref() == change.rule.as_deref()
                        && names(&issue.at) == place.at
                });
                (report.ok, found.map(|issue| issue.severity).min())
            };
            let (was, is) = (severity(before), severity(after));
            let is_so = match change.effect {
                ChangeEffect::Refused => was.0 && !is.0 && is.1 == Some(Severity::Error),
                ChangeEffect::Accepted => !was.0 && is.0 && was.1 == Some(Severity::Error),
                ChangeEffect::ErrorAdded => !was.0 && is.1 == Some(Severity::Error),
                ChangeEffect::ErrorRemoved => !is.0 && was.1 == Some(Severity::Error),
                ChangeEffect::Warned => is.1 == Some(Severity::Warning),
                ChangeEffect::WarningRemoved => was.1 == Some(Severity::Warning),
            };
            assert!(
                is_so && was.1 != is.1,
                "{} {} {:?} {was:?} {is:?}",
                change.effect,
                change.code,
                place.witness.get()
            );
        }
    }
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
