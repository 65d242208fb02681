//! Single values: reading and writing are inverse.

use super::Input;
use casegate::Date;
use casegate::email::is_email_address;
use casegate::events::Moment;
use casegate::explain::explain_with;
use casegate::files::sanitized_file_name;
use casegate::json::Document;
use casegate::usd::Usd;
use serde_json::Value;

pub(super) fn values(input: &Input<'_>) {
    let text = input.rest;
    let _ = is_email_address(text);
    let _ = explain_with(text, &input.context);
    let kept = sanitized_file_name(text);
    assert_eq!(sanitized_file_name(&kept), kept);
    if let Some(date) = Date::parse(text) {
        assert_eq!(date.to_string(), text);
    }
    if let Some(moment) = Moment::parse(text) {
        assert_eq!(Moment::parse(&moment.to_string()), Some(moment), "{moment}");
    }
    if let Some(amount) = Usd::parse(text) {
        assert_eq!(Usd::parse(&amount.to_string()), Some(amount));
    }
    let read = Document::read(text);
    if let Ok(document) = &read {
        let written = document.to_string();
        assert_eq!(Document::read(&written).as_ref(), Ok(document));
    }
    // This scanner accepts what serde_json accepts, to the same depth.
    if let Ok(theirs) = serde_json::from_str::<Value>(text) {
        match read {
            Ok(document) => assert_eq!(serde_json::from_str::<Value>(&document.to_string()).ok(), Some(theirs)),
            Err(error) => assert!(error.kind == casegate::json::JsonErrorKind::TooDeep, "{error}"),
        }
    }
}

/// The payload, and each text in it.
pub(super) fn seeds(payload: &str) -> impl Iterator<Item = String> {
    let mut texts = vec![payload.to_owned()];
    if let Ok(payload) = serde_json::from_str(payload) {
        collect(payload, &mut texts);
    }
    texts.into_iter().map(|text| format!("\n{text}"))
}

fn collect(value: Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(elements) => elements.into_iter().for_each(|element| collect(element, texts)),
        Value::Object(members) => members.into_iter().for_each(|(_, member)| collect(member, texts)),
        _ => {}
    }
}
