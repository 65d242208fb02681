//! The schemas of one field: set, not set, and its values.

use crate::export::json::{joined, list, number, object, of_type, text, words};
use crate::export::schema::patterns;
use crate::rulebook::fields::{Kind, NestedRecord, Words};
use crate::rulebook::product::Product;
use crate::text::json::document::Document;

/// Schemas that many fields share, by name. A schema follows those that it refers to.
pub(crate) fn shared() -> [(&'static str, Document); 6] {
    let titled = |title: &'static str, schema: Document| joined(object([("title", title.into())]), schema);
    [
        // The schema negates the opposite, because a pattern would have to end with `$`, and white
        // space includes line breaks.
        (
            BLANK,
            titled(
                "A text that counts as not set",
                object([("type", or_null("string")), ("not", shared_as(NON_BLANK))]),
            ),
        ),
        (NON_BLANK, titled("A text that is not blank", non_blank())),
        (DAY, titled("A day", patterns::day())),
        (STATE, titled("A state code", patterns::state(false))),
        (UPPER_STATE, titled("A state code in upper case", patterns::state(true))),
        (EMPTY, titled("A list that counts as not set", object([("type", or_null("array")), ("maxItems", number(0))]))),
    ]
}

pub(in crate::export) const NON_BLANK: &str = "non_blank";
const BLANK: &str = "blank";
const EMPTY: &str = "empty";
const DAY: &str = "day";
const STATE: &str = "state";
const UPPER_STATE: &str = "upper_case_state";

/// Returns the schema of a text that is not blank.
pub(crate) fn non_blank() -> Document {
    object([("type", "string".into()), ("pattern", text(patterns::non_blank_pattern()))])
}

/// Returns a reference to a shared schema.
pub(crate) fn shared_as(name: &str) -> Document {
    object([("$ref", text(format!("#/$defs/{name}")))])
}

fn or_null(name: &str) -> Document {
    words([name, "null"])
}

pub(crate) fn any_of(schemas: impl IntoIterator<Item = Document>) -> Document {
    object([("anyOf", list(schemas))])
}

pub(crate) fn none_of(schema: Document) -> Document {
    object([("not", schema)])
}

/// Returns the schema of a field's value: a set value must have this form, and a required field
/// must be set.
pub(crate) fn value(kind: Kind, product: Product, given: bool) -> Document {
    let typed = |name: &str| object([("type", if given { name.into() } else { or_null(name) })]);
    let form = |name: &str| if given { shared_as(name) } else { any_of([unset(kind), shared_as(name)]) };
    match kind {
        Kind::Text | Kind::Emails if given => shared_as(NON_BLANK),
        Kind::Text | Kind::Emails => typed("string"),
        Kind::Date => form(DAY),
        Kind::State { upper_case: false } => form(STATE),
        Kind::State { upper_case: true } => form(UPPER_STATE),
        Kind::Boolean => typed("boolean"),
        Kind::Integer => joined(typed("integer"), exact()),
        Kind::Object => typed("object"),
        Kind::Record(record) if given => shared_as(record.name()),
        Kind::Record(record) => shared_as(&record_or_null(record)),
        Kind::Word(list) if given => word(list, product, true),
        Kind::Word(list) => any_of([unset(kind), word(list, product, true)]),
        Kind::WordArray(list) => {
            let least = given.then(|| ("minItems", number(1)));
            object(
                [("type", if given { "array".into() } else { or_null("array") })]
                    .into_iter()
                    .chain(least)
                    // A blank element counts as a word (D41).
                    .chain([("items", word(list, product, false))]),
            )
        }
        Kind::OneWord(list) => {
            let forms = [word(list, product, true), one(word(list, product, false))];
            any_of((!given).then(|| unset(kind)).into_iter().chain(forms))
        }
    }
}

/// Returns the bounds of the integers that every validator reads alike (D61).
fn exact() -> Document {
    let most = (1_i64 << 53) - 1;
    object([("minimum", -most), ("maximum", most)].map(|(name, bound)| (name, Document::Number(bound.to_string()))))
}

/// Returns the name of the schema of a record or `null`. It has a name because openapi-generator
/// fails for an inline one beside `allOf`.
pub(crate) fn record_or_null(record: NestedRecord) -> String {
    format!("{}OrNull", record.name())
}

/// Returns the schema of one word: a word of a closed list, or any text for an open list (D5). With
/// `must_be_set`, it is not blank.
fn word(list: Words, product: Product, must_be_set: bool) -> Document {
    let list = list.of(Some(product));
    let listed = words(list.words.iter().copied());
    match (list.open, must_be_set) {
        (false, _) => object([("type", "string".into()), ("enum", listed)]),
        (true, false) => object([("type", "string".into()), ("examples", listed)]),
        (true, true) => joined(non_blank(), object([("examples", listed)])),
    }
}

/// Returns the schema of an array with exactly one element.
pub(crate) fn one(item: Document) -> Document {
    object([("type", "array".into()), ("minItems", number(1)), ("maxItems", number(1)), ("items", item)])
}

/// Returns the schema of an array that is not empty.
pub(crate) fn some() -> Document {
    object([("type", "array".into()), ("minItems", number(1))])
}

/// Returns the schema of a set value (D1) in any form.
pub(crate) fn set(kind: Kind) -> Document {
    match kind {
        Kind::OneWord(_) => any_of([shared_as(NON_BLANK), one(of_type("string"))]),
        Kind::WordArray(_) => some(),
        Kind::Boolean => of_type("boolean"),
        Kind::Integer => joined(of_type("integer"), exact()),
        Kind::Record(_) | Kind::Object => of_type("object"),
        Kind::Text | Kind::Emails | Kind::Date | Kind::State { .. } | Kind::Word(_) => shared_as(NON_BLANK),
    }
}

/// Returns the schema of a value that is not set (D1).
pub(crate) fn unset(kind: Kind) -> Document {
    match (kind.is_text(), kind.is_array()) {
        (true, true) => any_of([shared_as(BLANK), shared_as(EMPTY)]),
        (true, false) => shared_as(BLANK),
        (false, true) => shared_as(EMPTY),
        // No `null` alone, for which openapi-generator has no type in Python.
        (false, false) => object([("const", Document::Null)]),
    }
}
