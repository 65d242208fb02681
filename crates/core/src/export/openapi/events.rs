//! The webhook events.

use crate::export::json::{joined, list, object, of_type, pascal_case, text, words};
use crate::export::openapi::bodies::json;
use crate::export::openapi::words::EVENTS as EVENTS_TAG;
use crate::export::openapi::{schema_of, unpublished};
use crate::rulebook::tokens::Label;
use crate::service::events::table::{EVENTS, EventRow, MESSAGE_BYTES, PayloadField, PayloadKind, URL_HOURS};
use crate::text::json::document::Document;

pub(crate) fn webhooks() -> Document {
    object(EVENTS.iter().map(|row| (row.event.name(), object([("post", operation(row))]))))
}

fn operation(row: &EventRow) -> Document {
    let state = row.state.map(|state| ("x-state", state.name().into()));
    let head = object([
        ("operationId", text(row.event.name().replace('.', "_"))),
        ("tags", list([EVENTS_TAG.into()])),
        ("summary", text(format!("Fires when {}", row.fires_when))),
        ("x-requirement-id", row.requirement_ids.first().copied().unwrap_or_default().into()),
    ]);
    let body = [("required", Document::Boolean(true)), ("content", json(schema_of(&schema_name(row))))];
    let answer = [("description", "The event has arrived.".into())].into_iter().chain(unpublished(&["status", "body"]));
    let rest = object(state.into_iter().chain([
        ("requestBody", object(body.into_iter().chain(unpublished(&["envelope", "complete_payload", "signature"])))),
        ("responses", object([("2XX", object(answer))])),
        // How the service authenticates itself is not published.
        ("security", Document::List(Vec::new())),
    ]));
    joined(head, rest)
}

/// Returns the schemas of the payloads, by their names.
pub(crate) fn schemas() -> impl Iterator<Item = (String, Document)> {
    let teaser = ["price_usd", "type"].map(|name| (name, of_type("string")));
    let teaser = [("title", TEASER.into()), ("type", "object".into()), ("properties", object(teaser))];
    EVENTS.iter().map(|row| (schema_name(row), payload(row))).chain([(TEASER.to_owned(), object(teaser))])
}

const TEASER: &str = "OfferTeaser";

/// Returns the name of a payload's schema, as `CaseReceivedEvent`.
fn schema_name(row: &EventRow) -> String {
    [&pascal_case(row.event.name()), "Event"].concat()
}

fn payload(row: &EventRow) -> Document {
    let properties = object(row.payload.iter().map(|field| (field.name, property(field))));
    let named: Vec<&str> = row.payload.iter().filter(|field| is_named(field)).map(|field| field.name).collect();
    let named = (!named.is_empty()).then(|| ("x-documented", words(named)));
    let head = [("title", text(schema_name(row))), ("type", "object".into()), ("properties", properties)];
    object(head.into_iter().chain(named))
}

/// Returns `true` if the specification names the member. For others, readers look for several
/// names.
fn is_named(field: &PayloadField) -> bool {
    field.read_as.len() == 1
}

fn property(field: &PayloadField) -> Document {
    let string = |rest: Vec<(&'static str, Document)>| object([("type", "string".into())].into_iter().chain(rest));
    let value = match field.kind {
        PayloadKind::Text => string(Vec::new()),
        PayloadKind::Message => string(vec![("description", text(format!("At most {MESSAGE_BYTES} bytes of UTF-8.")))]),
        PayloadKind::Label => string(vec![("enum", words(Label::ALL.iter().map(|label| label.name())))]),
        PayloadKind::Url => string(vec![
            ("format", "uri".into()),
            ("description", text(format!("It can be fetched for {URL_HOURS} hours."))),
        ]),
        PayloadKind::Teasers => object([("type", "array".into()), ("items", schema_of(TEASER))]),
    };
    let missing: &[&str] = if is_named(field) { &[] } else { &["name"] };
    joined(value, object([("x-requirement-id", field.requirement_id.into())].into_iter().chain(unpublished(missing))))
}
