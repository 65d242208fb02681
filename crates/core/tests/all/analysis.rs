//! The examination of rules, and the difference of two contexts: what they claim is so.

use crate::support::all;
use casegate::analysis::{ChangeEffect, Difference, RuleFault, analyze, diff_rulebooks};
use casegate::{Context, Severity, check_case};
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
