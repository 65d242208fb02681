//! The webhook events.

use crate::export::json::{joined, object, text, words};
use crate::export::openapi::bodies::json;
use crate::export::openapi::unpublished;
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
        ("summary", text(format!("Fires when {}", row.fires_when))),
        ("x-requirement-id", row.requirement_ids.first().copied().unwrap_or_default().into()),
    ]);
    let body = [("required", Document::Boolean(true)), ("content", json(payload(row)))];
    let answer = [("description", "The event has arrived.".into())].into_iter().chain(unpublished(&["status", "body"]));
    let rest = object(state.into_iter().chain([
        ("requestBody", object(body.into_iter().chain(unpublished(&["envelope", "complete_payload", "signature"])))),
        ("responses", object([("2XX", object(answer))])),
        // How the service authenticates itself is not published.
        ("security", Document::List(Vec::new())),
    ]));
    joined(head, rest)
}

fn payload(row: &EventRow) -> Document {
    let properties = object(row.payload.iter().map(|field| (field.name, property(field))));
    let named: Vec<&str> = row.payload.iter().filter(|field| is_named(field)).map(|field| field.name).collect();
    let named = (!named.is_empty()).then(|| ("x-documented", words(named)));
    object([("type", "object".into()), ("properties", properties)].into_iter().chain(named))
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
        PayloadKind::Teasers => {
            let teaser = ["price_usd", "type"].map(|name| (name, object([("type", "string".into())])));
            let item = object([("type", "object".into()), ("properties", object(teaser))]);
            object([("type", "array".into()), ("items", item)])
        }
    };
    let missing: &[&str] = if is_named(field) { &[] } else { &["name"] };
    joined(value, object([("x-requirement-id", field.requirement_id.into())].into_iter().chain(unpublished(missing))))
}
