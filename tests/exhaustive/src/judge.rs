//! A payload judged by the library, by the reference, and by the JSON Schemas.

use crate::kit;
use crate::settings::Known;
use casegate::export::Draft;
use casegate::{Report, check_case};
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

/// The difference between the library and the reference, if there is one.
pub fn difference(payload: &Value, known: &Known, report: &Report, reference: &Value) -> Option<String> {
    let library = kit::of_report(&serde_json::to_value(report).unwrap());
    let differs = library != *reference;
    differs.then(|| format!("{payload}\n  context {}\n  library   {library}\n  reference {reference}", known.json))
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
