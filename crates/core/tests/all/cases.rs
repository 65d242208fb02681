//! The typed cases have everything in the tables.

use crate::support;
use casegate::Product;
use casegate::fields::{COMMON, Field, FieldStatus};
use casegate::{Case, CaseError, Context, accept_case};
use serde_json::Value;

fn context() -> Context {
    Context::from_json(r#"{ "today": "2026-03-01" }"#).unwrap()
}

#[test]
fn every_base_survives_the_types_unchanged() {
    for (name, payload) in &support::bases() {
        let case = accept_case(&payload.to_string(), &context()).unwrap();
        let (Case::PolicyLimit(_) | Case::PolicyExistence(_)) = &case;
        assert_eq!(&serde_json::to_value(&case).unwrap(), payload, "{name}");
        let extra = match &case {
            Case::PolicyLimit(case) => &case.extra,
            Case::PolicyExistence(case) => &case.extra,
        };
        assert!(extra.is_empty(), "{name} holds {extra:?}, which the types do not name");
    }
}

#[test]
fn the_full_bases_hold_every_current_field_that_can_stand_together() {
    let bases = support::bases();
    let current = |field: &&Field| field.status == FieldStatus::Current;
    for (name, product) in [("pl-full", Product::PolicyLimit), ("pe-full", Product::PolicyExistence)] {
        for field in COMMON.iter().chain(product.fields()).filter(current) {
            let given = &bases[name][field.name];
            assert!(!given.is_null(), "{name} lacks {}", field.name);
            for member in field.kind.members().iter().filter(current) {
                assert!(!given[member.name].is_null(), "{name} lacks {} of {}", member.name, field.name);
            }
        }
    }
}

#[test]
fn what_the_types_cannot_hold_is_distinguished_from_what_is_refused() {
    let mut payload = support::bases()["pl-full"].clone();
    payload["vehicle_information"]["vehicle_year"] = serde_json::json!(2020.0);
    let Case::PolicyLimit(case) = accept_case(&payload.to_string(), &context()).unwrap() else { unreachable!() };
    assert_eq!(case.common.vehicle_information.unwrap().vehicle_year, Some(2020));

    let wide = payload.to_string().replacen('{', r#"{"stranger":1e400,"#, 1);
    assert!(matches!(accept_case(&wide, &context()), Err(CaseError::NotRepresentable)));
    payload["plaintiff_name"] = Value::Null;
    assert!(matches!(accept_case(&payload.to_string(), &context()), Err(CaseError::Refused(_))));
}
