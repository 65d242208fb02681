//! The schemas of the description agree with the rulebook and the readers.

use crate::support;
use casegate::Product;
use casegate::export::{Draft, openapi_json};
use casegate::records::Record;
use casegate_schema_tests::{Which, bases, edited, edits};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn description() -> Value {
    serde_json::from_str(&openapi_json()).unwrap()
}

/// A schema of the description by its name.
fn component(description: &Value, name: &str) -> Validator {
    let reference = format!("#/components/schemas/{name}");
    jsonschema::validator_for(&json!({ "$ref": reference, "components": description["components"] })).unwrap()
}

#[test]
fn every_schema_is_of_the_draft() {
    for (name, schema) in description()["components"]["schemas"].as_object().unwrap() {
        assert!(jsonschema::draft202012::meta::is_valid(schema), "{name}");
    }
}

#[test]
fn cases_are_judged_as_by_the_schemas_of_cases() {
    let description = description();
    for product in Product::ALL {
        let which = Which { product, on_a_day: false, master: false, firm: false };
        let own = jsonschema::validator_for(&which.schema(Draft::Draft202012)).unwrap();
        let here = component(
            &description,
            match product {
                Product::PolicyLimit => "PolicyLimitCase",
                Product::PolicyExistence => "PolicyExistenceCase",
            },
        );
        let base = bases().into_iter().find(|base| base["case_type"] == product.case_type()).unwrap();
        for edit in edits().iter().step_by(7) {
            let Some(text) = edited(&base, [edit]) else { continue };
            let payload: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(own.is_valid(&payload), here.is_valid(&payload), "{text}");
        }
    }
}

/// The notes after which a schema refuses as well.
const REFUSING: [&str; 4] = ["member_missing", "unexpected_kind", "unexpected_word", "unexpected_member"];

#[test]
fn records_are_judged_as_by_their_reader() {
    let description = description();
    let names: BTreeMap<&str, &str> =
        Record::ALL.iter().map(|record| (record.name(), casegate::export::codegen::shape(*record).name)).collect();
    let validators: BTreeMap<&str, Validator> =
        names.iter().map(|(record, name)| (*record, component(&description, name))).collect();
    let (mut taken, mut refused) = (0, 0);
    for vector in support::all().into_iter().filter(|vector| vector.call.is("read_record")) {
        let reply: Value = serde_json::from_str(&vector.reply()).unwrap();
        let Ok(input) = serde_json::from_str::<Value>(&vector.payload) else { continue };
        let Some(validator) = input["record"].as_str().and_then(|record| validators.get(record)) else { continue };
        // A bare list is read as well; the envelope has not been published.
        if input["record"] == "case_list" || input.get("value").is_none() {
            continue;
        }
        let notes: Vec<(&str, &str)> = reply["notes"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|note| Some((note["at"].as_str()?, note["code"].as_str()?)))
            .collect();
        let mut value = input["value"].clone();
        if input["record"] == "results" && value["results_data"].is_object() {
            // The reader of records leaves it to `normalize_results`.
            value["results_data"] = json!({ "case_type": "unknown", "results": [] });
        }
        let says = validator.is_valid(&value);
        if notes.is_empty() {
            assert!(says, "{}: {}", vector.file, vector.case.name);
            taken += 1;
        } else if notes.iter().any(|(at, note)| !at.is_empty() && REFUSING.contains(note)) {
            assert!(!says, "{}: {}", vector.file, vector.case.name);
            refused += 1;
        }
    }
    assert!(taken > 20 && refused > 20, "{taken} {refused}");
}

#[test]
fn every_endpoint_and_event_is_there() {
    let description = description();
    for endpoint in casegate::requests::endpoints() {
        let method = endpoint.method.name().to_ascii_lowercase();
        let operation = &description["paths"][endpoint.template()][method.as_str()];
        assert_eq!(operation["operationId"], endpoint.id.name());
        // An endpoint that answers with a record names it; one that does not says that the answer
        // is not published.
        let success = &operation["responses"][endpoint.status.map_or("2XX".to_owned(), |status| status.to_string())];
        let unpublished = success["x-unpublished"].as_array().is_some_and(|what| what.contains(&json!("body")));
        assert_eq!(unpublished, endpoint.response.is_none(), "{}", endpoint.id.name());
    }
    let events: Vec<&str> = casegate::events::EVENTS.iter().map(|row| row.event.name()).collect();
    let described: Vec<&str> = description["webhooks"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(described, events);
}

#[test]
fn a_ticket_has_the_fields_of_a_case() {
    use casegate::fields::COMMON;
    let description = description();
    let ticket = component(&description, "Ticket");
    let own = json!({
        "id": 88, "owner": "intake", "created_at": "2026-02-01T10:00:00Z", "updated_at": "2026-02-01T10:00:00Z",
        "tracker_url": null, "creating_token_name": "intake"
    });
    let with = |field: &str, value: Value| {
        let mut whole = own.clone();
        whole[field] = value;
        ticket.is_valid(&whole)
    };
    for product in Product::ALL {
        for field in COMMON.iter().chain(product.fields()) {
            let listed = &description["components"]["schemas"]["Ticket"]["properties"][field.name];
            assert!(listed.is_object(), "{}", field.name);
            assert!(with(field.name, Value::Null), "{}", field.name);
            // No field accepts a list of numbers, except those that are ignored.
            assert_eq!(with(field.name, json!([1])), field.is_passed_over(), "{}", field.name);
        }
        let base = bases().into_iter().find(|base| base["case_type"] == product.case_type()).unwrap();
        for (name, value) in &base {
            let mut value = value.clone();
            if let Some(record) = value.as_object_mut().filter(|_| name != "ml_prediction_ids") {
                assert!(!with(name, json!(record)), "{name} without an id");
                record.insert("id".to_owned(), json!(3));
            }
            assert!(with(name, value), "{name}");
        }
    }
}
