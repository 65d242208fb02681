//! The members of a record as schemas.

use crate::export::json::of_type;
use crate::export::json::{joined, list, number, object, text, words};
use crate::export::openapi::schema_of;
use crate::export::schema::patterns::WHITE_SPACE_BEYOND_ASCII;
use crate::export::schema::patterns::of_characters;
use crate::service::record_schema::forms::OWNER_CHARACTERS;
use crate::service::record_schema::{Member, Presence, Shape, ValueType};
use crate::service::records::table::Record;
use crate::service::results::table::RESULTS_DATA;
use crate::text::json::document::Document;

pub(crate) fn property(shape: &Shape, member: &Member) -> Document {
    let value = match member.value_type {
        ValueType::Object if member.name == "results_data" && shape.name == Record::Results.shape().name => {
            schema_of(RESULTS_DATA.name)
        }
        holds => value(holds),
    };
    // In other schemas, a member that depends on another one may be `null`.
    let nullable = member.nullable || matches!(member.presence, Presence::When(..));
    let value = if nullable && !matches!(member.value_type, ValueType::Null) { or_null(value) } else { value };
    joined(value, object([("x-requirement-id", member.requirement_id.into())]))
}

/// Returns the schema of a value or `null`: one schema where the value has nothing but a type, so
/// that no generator needs a union.
pub(crate) fn or_null(value: Document) -> Document {
    match value.get("type") {
        Some(Document::Text(kind)) if value.get("enum").is_none() && value.get("pattern").is_none() => {
            joined(value.clone(), type_or_null(kind))
        }
        _ => object([("anyOf", list([value, of_type("null")]))]),
    }
}

fn type_or_null(kind: &str) -> Document {
    object([("type", words([kind, "null"]))])
}

/// Returns the schema of a member that is always `null`. It has another type as well, because
/// openapi-generator has none for `null` alone.
pub(crate) fn always_null(kind: &str) -> Document {
    joined(type_or_null(kind), object([("const", Document::Null)]))
}

/// Returns the schema of a ticket's owner: letters of any script. The pattern excludes the other
/// characters, because not every dialect knows `\p`.
fn owner() -> Document {
    let other = format!(r"[\x00-\x2A\x2C\x2F\x3A-\x3F\x5B-\x5E\x60\x7B-\x7F{WHITE_SPACE_BEYOND_ASCII}]");
    object([
        ("type", "string".into()),
        ("minLength", number(1)),
        ("maxLength", number(OWNER_CHARACTERS)),
        ("not", object([("pattern", text(other))])),
    ])
}

fn value(value_type: ValueType) -> Document {
    match value_type {
        ValueType::Text | ValueType::IsoDate => of_type("string"),
        ValueType::Id => object([("type", words(["integer", "string"]))]),
        ValueType::Integer => of_type("integer"),
        ValueType::Boolean => of_type("boolean"),
        ValueType::Null => always_null("string"),
        ValueType::Uuid => object([("type", "string".into()), ("format", "uuid".into())]),
        ValueType::Amount => of_characters(r"^[0-9]+\.[0-9]{2}$", r"0-9\x2E"),
        ValueType::Owner => owner(),
        ValueType::Word(listed) => object([("type", "string".into()), ("enum", words(listed.iter().copied()))]),
        // Of any members, which some generators take for none.
        ValueType::Object => joined(of_type("object"), object([("additionalProperties", Document::Boolean(true))])),
        ValueType::Record(shape) => schema_of(shape.name),
        ValueType::Records(shape) => object([("type", "array".into()), ("items", schema_of(shape.name))]),
    }
}
