//! The schema of the context accepts the settings that the library reads, and refuses other shapes.

use crate::support;
use casegate::config::{ContextError, Settings};
use casegate::export::settings_schema_json;
use casegate::firm_rules::HouseRefusal;
use casegate_schema_tests::example_rules;
use jsonschema::Validator;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static SCHEMA: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(&settings_schema_json()).unwrap());
static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| jsonschema::validator_for(&SCHEMA).unwrap());

/// Reasons that no schema can express: they compare rules, count over all rules, depend on other
/// settings, or read a language.
const UNSAID: [HouseRefusal; 19] = [
    HouseRefusal::TooMany,
    HouseRefusal::DuplicateId,
    HouseRefusal::UnreadField,
    HouseRefusal::UnknownWord,
    HouseRefusal::UnknownLabel,
    HouseRefusal::UnknownRule,
    HouseRefusal::BadPattern,
    HouseRefusal::ReversedRange,
    HouseRefusal::BadExpression,
    HouseRefusal::ExpressionTooLarge,
    HouseRefusal::TooDeep,
    HouseRefusal::SameField,
    HouseRefusal::NeverApplies,
    HouseRefusal::NothingPasses,
    HouseRefusal::ServiceAsks,
    HouseRefusal::BookSays,
    HouseRefusal::HouseSays,
    HouseRefusal::AllPasses,
    HouseRefusal::NonePasses,
];

/// The reader's verdict on settings.
enum Reading {
    Taken,
    /// The schema may express it or not.
    Unsaid,
    Refused(String),
}

fn reading(settings: &Value) -> Reading {
    match Settings::from_json(&settings.to_string()) {
        Ok(_) => Reading::Taken,
        Err(ContextError::FirmRules(_)) => {
            let mut around = settings.clone();
            around.as_object_mut().unwrap().remove("house");
            let report = Settings::from_json(&around.to_string()).unwrap().check_house(&settings["house"].to_string());
            let unsaid = |reason: &str| UNSAID.iter().any(|unsaid| unsaid.name() == reason);
            let reasons: Vec<String> = report
                .issues
                .iter()
                .filter_map(|issue| serde_json::to_value(&issue.params).unwrap()["reason"].as_str().map(str::to_owned))
                .collect();
            match reasons.iter().find(|reason| !unsaid(reason)) {
                Some(reason) => Reading::Refused(reason.clone()),
                None => Reading::Unsaid,
            }
        }
        // A carrier's name must have more than words such as "company".
        Err(ContextError::Unusable { needs, .. }) if needs.contains("a string with more than words") => Reading::Unsaid,
        Err(error) => Reading::Refused(error.to_string()),
    }
}

/// The first disagreement of the schema and the reader.
fn disagreement(settings: &Value) -> Option<String> {
    match (reading(settings), VALIDATOR.is_valid(settings)) {
        (Reading::Taken, false) => {
            let errors: Vec<String> = VALIDATOR.iter_errors(settings).map(|error| error.to_string()).collect();
            Some(format!("the schema refuses {settings}: {errors:?}"))
        }
        (Reading::Refused(reason), true) => Some(format!("the schema takes {settings}: {reason}")),
        _ => None,
    }
}

/// Settings of all vectors and of the documentation.
fn settings() -> Vec<Value> {
    let mut all = BTreeSet::new();
    for vector in support::all() {
        let mut context: Map<String, Value> = serde_json::from_str(&vector.context).unwrap();
        if vector.call.is("check_house")
            && let Ok(house) = serde_json::from_str(&vector.payload)
        {
            context.insert("house".to_owned(), house);
        }
        all.insert(Value::Object(context).to_string());
    }
    all.extend(example_rules().into_iter().map(|house| json!({ "house": house }).to_string()));
    all.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
}

#[test]
fn the_schema_is_of_its_draft() {
    assert!(jsonschema::meta::is_valid(&SCHEMA));
}

#[test]
fn all_settings_are_read_alike() {
    let all = settings();
    let taken = all.iter().filter(|settings| matches!(reading(settings), Reading::Taken)).count();
    let refused = all.iter().filter(|settings| matches!(reading(settings), Reading::Refused(_))).count();
    assert!(taken > 200 && refused > 60, "{taken} {refused}");
    for settings in all {
        assert_eq!(disagreement(&settings), None);
    }
}

/// Pointers of all values.
fn places(value: &Value, at: &str, places: &mut Vec<String>) {
    places.push(at.to_owned());
    match value {
        Value::Object(members) => members.iter().for_each(|(name, value)| {
            places_of(value, at, &name.replace('~', "~0").replace('/', "~1"), places);
        }),
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(at_element, value)| places_of(value, at, &at_element.to_string(), places));
        }
        _ => {}
    }
}

fn places_of(value: &Value, at: &str, name: &str, all: &mut Vec<String>) {
    places(value, &format!("{at}/{name}"), all);
}

#[test]
fn edits_of_settings_are_read_alike() {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(2.0),
        json!(100_001),
        json!(1_000_000_000_u32),
        json!(""),
        json!(" "),
        json!("x"),
        json!("x".repeat(300)),
        json!("2026-02-30"),
        json!("2026-02-28"),
        json!("/summary"),
        json!("/defendant_information/city"),
        json!("/claim_number"),
        json!("/search_reason"),
        json!("/case_type"),
        json!("/crm_id"),
        json!("error"),
        json!("pe"),
        json!([]),
        json!(["x"]),
        json!([1, 2]),
        json!(["2026-01-01", "2026-01-02"]),
        json!(["/summary", "/plaintiff_name"]),
        json!({}),
        json!({ "at_least": 1 }),
        json!({ "equals": "TX" }),
        json!({ "field": "/summary", "set": true }),
        json!({ "field": "/summary", "is": true }),
        json!({ "required": "/summary" }),
    ];
    let (mut judged, mut turn) = (0, 0_usize);
    for settings in settings().into_iter().filter(|settings| matches!(reading(settings), Reading::Taken)) {
        let mut all = Vec::new();
        places(&settings, "", &mut all);
        for at in all {
            turn += 1;
            // Each place is edited in a few ways, other ones at the next.
            for value in values.iter().skip(turn % 7).step_by(7) {
                let mut edited = settings.clone();
                *edited.pointer_mut(&at).unwrap() = value.clone();
                if edited.is_object() {
                    judged += 1;
                    assert_eq!(disagreement(&edited), None, "at {at}");
                }
            }
            let mut edited = settings.clone();
            if let Some(members) = edited.pointer_mut(&at).unwrap().as_object_mut() {
                members.insert("stranger".to_owned(), json!(1));
                assert_eq!(disagreement(&edited), None, "at {at}");
            }
            let (parent, name) = at.rsplit_once('/').unwrap_or_default();
            let mut edited = settings.clone();
            if let Some(Value::Object(members)) = edited.pointer_mut(parent) {
                members.remove(name);
                assert_eq!(disagreement(&edited), None, "at {at}");
            }
        }
    }
    assert!(judged > 10_000, "{judged}");
}
