//! Members of a record as schemas.

use crate::export::json::of_type;
use crate::export::json::{joined, list, number, object, text, words};
use crate::export::openapi::schema_of;
use crate::export::schema::patterns::WHITE_SPACE_BEYOND_ASCII;
use crate::export::schema::patterns::of_characters;
use crate::service::record_schema::forms::OWNER_CHARACTERS;
use crate::service::record_schema::{Holds, Member, Presence, Shape};
use crate::service::records::table::Record;
use crate::service::results::table::RESULTS_DATA;
use crate::text::json::document::Document;

pub(crate) fn property(shape: &Shape, member: &Member) -> Document {
    let value = match member.holds {
        Holds::Object if member.name == "results_data" && shape.name == Record::Results.shape().name => {
            schema_of(RESULTS_DATA.name)
        }
        holds => value(holds),
    };
    // Elsewhere, what depends on another member may be `null`.
    let nullable = member.nullable || matches!(member.presence, Presence::When(..));
    let value = if nullable && !matches!(member.holds, Holds::Null) {
        object([("anyOf", list([value, of_type("null")]))])
    } else {
        value
    };
    joined(value, object([("x-atom", member.atom.into())]))
}

/// The owner of a ticket: letters of any script, described by the characters that are no letters, because not every
/// dialect of patterns knows `\p`.
fn owner() -> Document {
    let other = format!(r"[\x00-\x2A\x2C\x2F\x3A-\x3F\x5B-\x5E\x60\x7B-\x7F{WHITE_SPACE_BEYOND_ASCII}]");
    object([
        ("type", "string".into()),
        ("minLength", number(1)),
        ("maxLength", number(OWNER_CHARACTERS)),
        ("not", object([("pattern", text(other))])),
    ])
}

fn value(holds: Holds) -> Document {
    match holds {
        Holds::Text | Holds::IsoDate => of_type("string"),
        Holds::Id => object([("type", words(["integer", "string"]))]),
        Holds::Integer => of_type("integer"),
        Holds::Boolean => of_type("boolean"),
        Holds::Null => of_type("null"),
        Holds::Uuid => object([("type", "string".into()), ("format", "uuid".into())]),
        Holds::Amount => of_characters(r"^[0-9]+\.[0-9]{2}$", r"0-9\x2E"),
        Holds::Owner => owner(),
        Holds::Word(listed) => object([("type", "string".into()), ("enum", words(listed.iter().copied()))]),
        Holds::Object => of_type("object"),
        Holds::Record(shape) => schema_of(shape.name),
        Holds::Records(shape) => object([("type", "array".into()), ("items", schema_of(shape.name))]),
    }
}
