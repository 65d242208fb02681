//! The schemas of the library's own types accept its answers.

use crate::support;
use casegate::typed::{PolicyExistenceCase, PolicyLimitCase};
use casegate::{Case, accept_case};
use serde_json::{Value, json};

/// The vectors whose settings are usable.
fn checked() -> impl Iterator<Item = support::Vector> {
    support::all()
        .into_iter()
        .filter(|vector| vector.call.is("check_case") && casegate::Context::from_json(&vector.context).is_ok())
}

#[test]
fn every_report_is_one() {
    let schema: Value = serde_json::from_str(&casegate::export::report_schema_json()).unwrap();
    assert!(jsonschema::meta::is_valid(&schema));
    let reports = jsonschema::validator_for(&schema).unwrap();
    let mut one = Value::Null;
    for vector in checked() {
        one = serde_json::from_str(&vector.reply()).unwrap();
        assert!(reports.is_valid(&one), "{}: {}", vector.file, vector.case.name);
    }
    for (member, wrong) in [("ok", json!("yes")), ("issues", json!([{}])), ("facts", json!(null))] {
        let mut other = one.clone();
        other[member] = wrong;
        assert!(!reports.is_valid(&other), "{member}");
    }
}

#[test]
fn every_accepted_case_is_one() {
    let validator = |schema: schemars::Schema| jsonschema::validator_for(schema.as_value()).unwrap();
    let serialized = || schemars::generate::SchemaSettings::draft2020_12().for_serialize().into_generator();
    let policy_limit = validator(serialized().into_root_schema_for::<PolicyLimitCase>());
    let policy_existence = validator(serialized().into_root_schema_for::<PolicyExistenceCase>());
    let mut accepted = 0;
    for vector in checked() {
        let Ok(case) = accept_case(&vector.payload, &casegate::Context::from_json(&vector.context).unwrap()) else {
            continue;
        };
        let value = serde_json::to_value(&case).unwrap();
        let own = match case {
            Case::PolicyLimit(_) => &policy_limit,
            Case::PolicyExistence(_) => &policy_existence,
        };
        assert!(own.is_valid(&value), "{}: {}", vector.file, vector.case.name);
        let mut other = value;
        other["plaintiff_name"] = Value::Null;
        assert!(!own.is_valid(&other));
        accepted += 1;
    }
    assert!(accepted > 100, "{accepted}");
}
