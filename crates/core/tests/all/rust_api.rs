//! The conventions of the Rust API: serialization, names, iteration, and the forms of a payload.

use crate::properties;
use crate::support::{self, Vector};
use casegate::context::{Carrier, Credential, Include, Limits, Surface};
use casegate::json::{Document, JsonText};
use casegate::prepare::Prepared;
use casegate::repair::Repair;
use casegate::report::{Param, Params};
use casegate::states::FieldState;
use casegate::{
    Case, CaseError, CaseInput, Code, Context, Date, Language, ParseNameError, Product, Report, Session, Severity,
    accept_case, check_case, field_states, prepare_case, repair_case,
};
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::str::FromStr;

fn context() -> Context {
    Context::new(Date::new(2026, 3, 1).unwrap())
}

/// A value that was written and read back is equal, and is written as the same text.
#[track_caller]
fn survives<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let written = serde_json::to_string(value).unwrap();
    let read: T = serde_json::from_str(&written).unwrap();
    assert_eq!(&read, value);
    assert_eq!(serde_json::to_string(&read).unwrap(), written);
}

/// The vectors that have a payload and a day.
fn cases() -> impl Iterator<Item = (Vector, Context)> {
    let vectors = support::all().into_iter().filter(|vector| vector.call.is("check_case"));
    vectors.filter_map(|vector| {
        let context = Context::from_json(&vector.context).ok()?;
        Some((vector, context))
    })
}

#[test]
fn answers_to_every_vector_survive() {
    let mut count = 0;
    for (Vector { payload, .. }, context) in cases() {
        let context = context.include(Include::default().prepared(true).trace(true));
        survives(&check_case(&payload, &context));
        survives(&prepare_case(&payload, &context));
        survives(&field_states(&payload, &context));
        survives(&repair_case(&payload, &context));
        if let Ok(case) = accept_case(&payload, &context) {
            survives(&case);
        }
        count += 1;
    }
    assert!(count > 100, "{count} vectors");
}

#[test]
fn contexts_of_every_vector_survive() {
    let mut with_rules = 0;
    for (Vector { payload, .. }, context) in cases() {
        survives(&context);
        let read: Context = serde_json::from_value(serde_json::to_value(&context).unwrap()).unwrap();
        assert_eq!(check_case(&payload, &read), check_case(&payload, &context));
        with_rules += usize::from(serde_json::to_string(&context).unwrap().contains("\"house\""));
    }
    assert!(with_rules > 10, "{with_rules} contexts with firm rules");
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(300)))]

    #[test]
    fn reports_and_effects_of_edits_survive(before in properties::payload(), after in properties::payload()) {
        let context = context().include(Include::default().prepared(true).trace(true));
        let mut session = Session::new(&Value::Object(before), context).unwrap();
        session.touch("").unwrap();
        for (name, value) in after {
            // A name that neither the rulebook nor the payload has is refused.
            if let Ok(delta) = session.set(&format!("/{name}"), &value.to_string()) {
                survives(&delta);
            }
        }
        survives(&session.report());
    }

    #[test]
    fn days_of_numbers_are_those_of_texts(year in -1_i32..10_001, month in 0_u32..14, day in 0_u32..33) {
        let text = format!("{year:04}-{month:02}-{day:02}");
        prop_assert_eq!(Date::new(year, month, day), Date::parse(&text));
    }
}

/// Errors are logged, and a payload must not be.
#[test]
fn a_refused_case_does_not_bring_its_payload_along() {
    let payload = json!({ "case_type": "pl", "plaintiff_name": "Marked Name" });
    let Err(CaseError::Refused(report)) = accept_case(&payload, &context()) else { panic!("the case is incomplete") };
    assert_eq!(*report, check_case(&payload, &context()));
    let with = context().include(Include::default().prepared(true));
    let Err(error @ CaseError::Refused(_)) = accept_case(&payload, &with) else { panic!("the case is incomplete") };
    for text in
        [format!("{report:?}"), serde_json::to_string(&report).unwrap(), format!("{error:?}"), error.to_string()]
    {
        assert!(!text.contains("Marked"), "{text}");
    }
}

/// `None` is a report without a prepared payload, and `Some(None)` one whose payload is unreadable.
#[test]
fn an_unreadable_payload_differs_from_an_absent_one() {
    let with = check_case("[", &context().include(Include::default().prepared(true)));
    let without = check_case("[", &context());
    assert_eq!((&with.prepared, &without.prepared), (&Some(None), &None));
    assert_ne!(with, without);
    survives(&with);
    survives(&without);
}

#[test]
fn reports_of_other_versions_are_read() {
    let mut report = serde_json::to_value(check_case("{}", &context())).unwrap();
    report["rulebook"] = json!({ "version": "9.9.9", "digest": "another" });
    report["issues"][0]["requirement_id"] = json!("NEW-statement");
    report["later"] = json!(true);
    let read: Report = serde_json::from_value(report).unwrap();
    assert_eq!(read.rulebook.version, "9.9.9");
    assert_eq!(read.issues[0].requirement_id.as_deref(), Some("NEW-statement"));
}

/// JSON has one form for a day and a word in its form, and for all empty lists.
#[test]
fn parameters_are_equal_if_their_json_is() {
    let day = Param::Day(Date::new(2026, 3, 1).unwrap());
    let samples = [
        day.clone(),
        Param::Word("2026-03-01".to_owned()),
        Param::Word("2026-03-02".to_owned()),
        Param::Word("x".to_owned()),
        Param::Words(Vec::new()),
        Param::Words(vec!["x".to_owned()]),
        Param::Positions(Vec::new()),
        Param::Positions(vec![1]),
        Param::Number(1),
    ];
    for one in &samples {
        survives(one);
        for other in &samples {
            assert_eq!(one == other, json!(one) == json!(other), "{one:?} {other:?}");
        }
    }
    let params: Params = serde_json::from_str(r#"{"z":"2026-03-01","a":[1]}"#).unwrap();
    assert_eq!(params.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["z", "a"]);
    assert_eq!(params.get("z"), Some(&day));
}

#[test]
fn a_context_is_its_settings_that_differ_from_the_default() {
    let written = |context: &Context| serde_json::to_string(context).unwrap();
    assert_eq!(written(&context()), r#"{"today":"2026-03-01"}"#);
    let house = r#"{"rules":[{"id":"acme.number","product":"pl","then":[{"required":"/policy_number"}],"message":{"en":"Enter it."}}]}"#;
    let made = context()
        .surface(Surface::Legacy)
        .legacy_product(Product::PolicyExistence)
        .credential(Credential::Master)
        .token_name("intake@firm.example")
        .financing_enrolled(true)
        .refused_carriers([Carrier::new("Acme").spellings(["Acme of Ohio"]).patterns(["acme*"])])
        .unwrap()
        .specialty_carriers([Carrier::new("Zebra")])
        .unwrap()
        .words(casegate::vocabulary::EXTENSIBLE[0], ["z", "a"])
        .raise(Code::UnknownField)
        .raise(Code::NullValue)
        .tolerate_legacy_sunset()
        .limits(Limits::default().text_bytes(9_000).depth(9).findings(9))
        .include(Include::default().trace(true))
        .language(Language::Spanish)
        .clock_tolerance_seconds(9)
        .house_rules(house)
        .unwrap();
    let expected = json!({
        "today": "2026-03-01", "surface": "legacy", "product": "pe", "credential": "master",
        "token_name": "intake@firm.example", "financing_enrolled": true,
        "carriers": {
            "refused": [{ "name": "Acme", "spellings": ["Acme of Ohio"], "patterns": ["acme*"] }],
            "specialty": [{ "name": "Zebra" }],
        },
        "words": { casegate::vocabulary::EXTENSIBLE[0].id: ["a", "z"] },
        "severity": { "legacy_sunset": "warning", "null_value": "error", "unknown_field": "error" },
        "limits": { "text_bytes": 9_000, "depth": 9, "findings": 9 },
        "include": ["trace"], "language": "es", "clock_tolerance_seconds": 9,
        "house": serde_json::from_str::<Value>(house).unwrap(),
    });
    assert_eq!(serde_json::to_value(&made).unwrap(), expected);
    assert_eq!(Context::from_json(&written(&made)).unwrap(), made);
    assert_ne!(made, context());
    survives(&made);
}

/// The order of calls, repeated calls, and calls that set a default do not matter.
#[test]
fn contexts_with_the_same_severities_are_equal() {
    let one = context().raise(Code::NullValue).raise(Code::UnknownField).raise(Code::Required);
    let other = context().raise(Code::UnknownField).raise(Code::NullValue).raise(Code::NullValue);
    assert_eq!(one, other);
    let read = Context::from_json(r#"{"today":"2026-03-01","severity":{"unknown_field":"warning"}}"#).unwrap();
    assert_eq!(read, context());
    let twice = Context::from_json(r#"{"today":"2026-03-01","severity":{"legacy_sunset":"warning"}}"#);
    assert_eq!(twice.unwrap().raise(Code::LegacySunset), context());
}

/// A method accepts no value that the reader of settings refuses.
#[test]
fn limits_stay_within_their_bounds() {
    for number in [0, usize::MAX] {
        let limits = Limits::default().text_bytes(number).depth(number).findings(number);
        survives(&context().limits(limits).clock_tolerance_seconds(u32::MAX));
    }
    let most = context().limits(Limits::default().text_bytes(usize::MAX).findings(usize::MAX)).size_limits();
    assert_eq!((most.text_bytes, most.findings), (Limits::MAX_TEXT_BYTES, Limits::MAX_FINDINGS));
    let limits: Limits = serde_json::from_str(r#"{"depth":3}"#).unwrap();
    assert_eq!(limits, Limits::default().depth(3));
}

#[test]
fn an_invalid_context_has_the_error_of_its_settings() {
    for settings in [
        json!({ "today": "soon" }),
        json!({}),
        json!([]),
        json!({ "today": "2026-03-01", "credentials": "user" }),
        json!({ "today": "2026-03-01", "carriers": { "refused": [{ "name": "Company" }] } }),
        json!({ "today": "2026-03-01", "house": { "rules": [{}] } }),
    ] {
        let error = serde_json::from_value::<Context>(settings.clone()).unwrap_err();
        assert_eq!(error.to_string(), Context::from_json(&settings.to_string()).unwrap_err().to_string());
    }
}

#[test]
fn documents_are_read_from_values() {
    let text = r#"{"z":[null,true,-1,18446744073709551615,2.5,"x"],"a":{},"z2":""}"#;
    let read: Document = serde_json::from_str(text).unwrap();
    assert_eq!(read, Document::read(text).unwrap());
    assert_eq!(serde_json::from_value::<Document>(serde_json::from_str(text).unwrap()).unwrap(), read);
    assert_eq!(serde_json::from_str::<Document>(r#"{"a":1,"a":2}"#).unwrap().to_string(), r#"{"a":2}"#);
    assert_eq!(serde_json::from_str::<Document>("1.10").unwrap().to_string(), "1.1");
    let infinite = serde::de::value::F64Deserializer::<serde_json::Error>::new(f64::INFINITY);
    assert!(<Document as serde::Deserialize>::deserialize(infinite).is_err());
    let error = serde::de::value::BytesDeserializer::<serde_json::Error>::new(b"x");
    let error = <Document as serde::Deserialize>::deserialize(error).unwrap_err();
    assert!(error.to_string().contains("a JSON value"), "{error}");
}

/// The types of one product accept fields of the other, so that `case_type` decides.
#[test]
fn a_case_is_read_by_its_product() {
    let mut products = Vec::new();
    for mut base in support::bases().into_values() {
        base["insurance_company"] = json!("Example Mutual");
        base["policy_number"] = json!("7");
        let Ok(case) = accept_case(&base, &context()) else { continue };
        survives(&case);
        products.push(matches!(case, Case::PolicyExistence(_)));
    }
    assert!(products.contains(&true) && products.contains(&false));
    for (case, expected) in [
        (json!({ "case_type": "Ada Example" }), "a case has a `case_type` of \"pl\" or \"pe\""),
        (json!("Ada Example"), "a case has a `case_type` of \"pl\" or \"pe\""),
        (json!({ "case_type": "pl", "plaintiff_name": 7 }), "the case does not have the fields and types of a product"),
    ] {
        assert_eq!(serde_json::from_value::<Case>(case).unwrap_err().to_string(), expected);
    }
}

#[track_caller]
fn has_name<T>(value: T, name: &str)
where
    T: Display + FromStr<Err = ParseNameError> + PartialEq + Debug + Copy + Serialize + DeserializeOwned,
{
    assert_eq!(value.to_string(), name);
    assert_eq!(format!("{value:>40}"), format!("{name:>40}"));
    assert_eq!(name.parse(), Ok(value));
    assert_eq!(serde_json::to_value(value).unwrap(), json!(name));
    assert_eq!(serde_json::from_value::<T>(json!(name)).unwrap(), value);
    let error = "Ada Example".parse::<T>().unwrap_err();
    assert!(error.to_string().starts_with("unknown ") && !error.to_string().contains("Ada"), "{error}");
}

#[test]
fn values_with_names_are_written_and_parsed() {
    for code in Code::ALL {
        has_name(*code, code.name());
    }
    for severity in Severity::ALL {
        has_name(severity, severity.name());
    }
    for product in Product::ALL {
        has_name(product, product.case_type());
    }
    for language in Language::ALL {
        has_name(language, language.tag());
    }
    for surface in Surface::ALL {
        has_name(surface, surface.name());
    }
    for credential in Credential::ALL {
        has_name(credential, credential.name());
    }
    for state in casegate::tokens::State::ALL {
        has_name(*state, state.name());
    }
    assert_eq!("fatal".parse::<Severity>().unwrap_err().to_string(), "unknown severity");
    assert_eq!("guess".parse::<Code>().unwrap_err().to_string(), "unknown code");
}

#[test]
fn a_report_of_a_later_version_is_read() {
    let mut stored = serde_json::to_value(check_case("{}", &context())).unwrap();
    stored["issues"][0]["code"] = json!("code_of_a_later_version");
    stored["issues"][0]["member_of_a_later_version"] = json!(1);
    let report: Report = serde_json::from_value(stored).unwrap();
    let first = &report.issues[0];
    assert_eq!((first.code, first.at.as_str(), report.ok), (Code::Unknown, "/case_type", false));
    assert_eq!(Code::from_name(Code::Unknown.name()), None);
}

#[test]
fn an_issue_is_one_line() {
    let report = check_case("{\"case_type\":\"pl\",\"a\\nb\":1}", &context());
    let unknown = report.warnings().find(|issue| issue.code == Code::UnknownField).unwrap();
    assert_eq!(unknown.to_string(), format!("/a\\nb: warning: {}", unknown.message));
    let required = report.errors().next().unwrap();
    assert_eq!(required.to_string(), format!("{}: error: {}", required.at, required.message));
    let whole = &check_case("[]", &context()).issues[0];
    assert_eq!(whole.to_string(), format!("error: {}", whole.message));
}

#[test]
fn a_report_is_iterated() {
    let report = check_case(r#"{"case_type":"pl","strange":1}"#, &context());
    let mut issues = Vec::new();
    for issue in &report {
        issues.push(issue.clone());
    }
    assert_eq!(issues, report.issues);
    assert!(report.errors().count() > 1 && report.warnings().count() == 1);
    assert_eq!(report.errors().count() + report.warnings().count(), report.iter().len());
}

/// What each operation on a case returns for a payload.
fn answers<T: CaseInput + ?Sized>(payload: &T) -> (Report, Vec<FieldState>, Prepared, Repair, bool, Option<String>) {
    let session = Session::new(payload, context());
    (
        check_case(payload, &context()),
        field_states(payload, &context()),
        prepare_case(payload, &context()),
        repair_case(payload, &context()),
        accept_case(payload, &context()).is_ok(),
        session.ok().map(|session| session.payload()),
    )
}

#[test]
fn every_form_of_a_payload_has_the_same_answers() {
    let text = r#"{"case_type":"pl","summary":"é"}"#;
    let expected = answers(text);
    let value: Value = serde_json::from_str(text).unwrap();
    let json_text: JsonText = serde_json::from_str(text).unwrap();
    assert_eq!(answers(&text), expected);
    assert_eq!(answers(&text.to_owned()), expected);
    assert_eq!(answers(&Cow::Borrowed(text)), expected);
    assert_eq!(answers(text.as_bytes()), expected);
    assert_eq!(answers(&text.as_bytes().to_vec()), expected);
    assert_eq!(answers(&value), expected);
    assert_eq!(answers(&Document::read(text).unwrap()), expected);
    assert_eq!(answers(&json_text), expected);
    assert_eq!(answers(&&json_text as &dyn CaseInput), expected);
    assert_eq!(answers(b"{}"), answers("{}"));
}

#[test]
fn bytes_that_are_not_utf_8_are_reported_at_their_place() {
    let report = check_case(b"{\"summary\":\"\xff\"}", &context());
    let issue = &report.issues[0];
    assert_eq!((issue.code, issue.params.get("column")), (Code::NotJson, Some(&Param::Number(13))));
    assert!(Session::new(b"\xff", context()).is_err());
}

#[test]
fn public_types_cross_threads_and_errors_are_errors() {
    fn crosses<T: Send + Sync + 'static>() {}
    fn is_error<T: std::error::Error + Send + Sync + 'static>() {}
    crosses::<Context>();
    crosses::<Report>();
    crosses::<Case>();
    crosses::<Session>();
    crosses::<Repair>();
    crosses::<casegate::events::Follower>();
    crosses::<casegate::wire::Binding>();
    is_error::<casegate::CaseError>();
    is_error::<ParseNameError>();
    is_error::<casegate::config::ContextError>();
    is_error::<casegate::session::SessionError>();
    is_error::<casegate::date::ParseDateError>();
    is_error::<casegate::date::DateRangeError>();
    is_error::<casegate::usd::ParseUsdError>();
    is_error::<casegate::json::JsonError>();
    is_error::<casegate::json::JsonErrorKind>();
    is_error::<casegate::explain::UnknownRuleError>();
    is_error::<casegate::events::EventError>();
    is_error::<casegate::requests::PathError>();
}
