//! A payload judged by the library, by the oracle, and by the JSON Schemas.

use crate::oracle::{self, Facts, Finding};
use crate::settings::{Known, product_of};
use casegate::export::Draft;
use casegate::report::{CarrierCheck, CarrierFee, Family, Reporter};
use casegate::{Report, Severity, check_case};
use casegate_schema_tests::Which;
use jsonschema::Validator;
use serde_json::Value;
use std::sync::LazyLock;

/// Each schema, compiled.
static VALIDATORS: LazyLock<Vec<(Which, Draft, Validator)>> = LazyLock::new(|| {
    let all = Which::all().flat_map(|which| Draft::ALL.map(|draft| (which, draft)));
    all.map(|(which, draft)| (which, draft, jsonschema::validator_for(&which.schema(draft)).unwrap())).collect()
});

/// The library's report.
pub fn report(payload: &Value, known: &Known) -> Report {
    check_case(&payload.to_string(), &known.context)
}

/// The difference between the library and the oracle, if there is one.
pub fn difference(payload: &Value, known: &Known, report: &Report) -> Option<String> {
    let (findings, facts) = oracle::read(payload.as_object()?, &known.read);
    let is_ok = findings.iter().all(|finding| !finding.is_error);
    let same = report.ok == is_ok
        && report.issues.len() == findings.len()
        && report.issues.iter().zip(&findings).all(|(issue, finding)| {
            issue.code.name() == finding.code
                && (issue.severity == Severity::Error) == finding.is_error
                && issue.at == finding.at
                && issue.rule.as_deref() == finding.rule
        })
        && facts_of(report) == facts;
    if same {
        return None;
    }
    let line = |is_error: bool, code: &str, at: &str, rule: Option<&str>| {
        format!("    {} {code} at \"{at}\" {}\n", if is_error { "error" } else { "warning" }, rule.unwrap_or_default())
    };
    let library: String = report
        .issues
        .iter()
        .map(|issue| line(issue.severity == Severity::Error, issue.code.name(), &issue.at, issue.rule.as_deref()))
        .collect();
    let reading: String =
        findings.iter().map(|Finding { code, is_error, at, rule }| line(*is_error, code, at, *rule)).collect();
    Some(format!(
        "{payload}\n  context {}\n  library: {:?}\n{library}  second reading: {facts:?}\n{reading}",
        known.json,
        facts_of(report)
    ))
}

/// The facts of a report, in the oracle's names.
fn facts_of(report: &Report) -> Facts {
    Facts {
        case_type: [oracle::Product::Pl, oracle::Product::Pe]
            .into_iter()
            .find(|product| report.facts.case_type == Some(product_of(*product))),
        is_test: report.facts.test,
        reporter: report.facts.reporter.map(|reporter| match reporter {
            Reporter::CcEmails => "cc_emails",
            Reporter::TokenName => "token_name",
            Reporter::None => "none",
        }),
        family: report.facts.family.map(|family| match family {
            Family::Commercial => "commercial",
            Family::Personal => "personal",
            Family::Neither => "neither",
        }),
        refused: report.facts.refused_carriers == CarrierCheck::Checked,
        specialty: report.facts.specialty_carriers == CarrierCheck::Checked,
        fee: (report.facts.carrier_fee.map(fee), report.facts.carrier_fee_usd.clone()),
    }
}

/// The schemas that apply to a payload, with their expected verdicts.
pub fn schemas<'r>(known: &'r Known, report: &'r Report) -> impl Iterator<Item = (Which, bool)> + 'r {
    Which::all()
        .filter(|which| known.has(*which) && (which.on_a_day || report.facts.case_type == Some(which.product)))
        .map(|which| (which, which.takes_what(report)))
}

/// Returns the number of schemas with the expected verdict.
///
/// # Errors
///
/// Returns the first schema with another verdict, and the payload.
pub fn schemas_agree(payload: &Value, known: &Known, report: &Report) -> Result<usize, String> {
    let mut judged = 0;
    for (asked, takes) in schemas(known, report) {
        for (_, draft, validator) in VALIDATORS.iter().filter(|(which, ..)| *which == asked) {
            judged += 1;
            if validator.is_valid(payload) != takes {
                return Err(format!("{}, {}: the schema says {}: {payload}", asked.name(), draft.name(), !takes));
            }
        }
    }
    Ok(judged)
}

fn fee(fee: CarrierFee) -> &'static str {
    match fee {
        CarrierFee::None => "none",
        CarrierFee::Possible => "possible",
        CarrierFee::Applies => "applies",
    }
}
