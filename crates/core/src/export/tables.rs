//! The tables that decide a case as one JSON document, for programs that do not link the library:
//! fields, words, rules and the codes of findings.

use crate::context::carriers::{generic_words, plain_letters};
use crate::export::calendar::calendar;
use crate::export::digest;
use crate::export::json::{joined, list, number, object, pretty, text, words};
use crate::report::RULEBOOK;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::{COMMON, Field, FieldStatus, Kind, NestedRecord, Words};
use crate::rulebook::lifetime::Lifetime;
use crate::rulebook::product::Product;
use crate::rulebook::rules::formula::{Condition, Formula};
use crate::rulebook::rules::range::Range;
use crate::rulebook::rules::table::specification;
use crate::rulebook::rules::test::Test;
use crate::rulebook::rules::{Requirement, Rule, SPECIALTY_CARRIER_FEE_USD};
use crate::rulebook::surface::Surface;
use crate::rulebook::vocabulary::{
    CASE_TYPE, COMMERCIAL_PREFIXES, EXTENSIBLE, PERSONAL_PREFIXES, STATES, UNUSUAL_STATES, WordList,
};
use crate::text::json::document::Document;
use crate::text::signs;

/// Returns the tables as JSON: fields, words, rules and codes.
///
/// ```
/// let tables: serde_json::Value = serde_json::from_str(&casegate::export::rules_json())?;
/// assert_eq!(tables["rules"][0]["id"], "case.requester_named");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn rules_json() -> String {
    pretty(&tables())
}

fn tables() -> Document {
    let lists = std::iter::once(&CASE_TYPE).chain(EXTENSIBLE);
    object([
        ("format", number(2)),
        ("rulebook", object([("version", text(RULEBOOK.version.clone())), ("digest", text(digest::current()))])),
        ("surfaces", list(Surface::ALL.map(surface))),
        (
            "fields",
            object(
                [("common", fields(COMMON))]
                    .into_iter()
                    .chain(Product::ALL.map(|product| (product.case_type(), fields(product.fields())))),
            ),
        ),
        ("records", object(NestedRecord::ALL.map(|record| (record.name(), fields(record.fields()))))),
        ("words", list(lists.map(word_list))),
        (
            "families",
            object([
                ("commercial", words(COMMERCIAL_PREFIXES.iter().copied())),
                ("personal", words(PERSONAL_PREFIXES.iter().copied())),
            ]),
        ),
        ("states", object([("usual", words(STATES)), ("unusual", words(UNUSUAL_STATES))])),
        ("specialty_carrier_fee_usd", text(SPECIALTY_CARRIER_FEE_USD)),
        (
            "carrier_names",
            object([
                ("generic", list(generic_words().map(words))),
                ("plain_letters", list(plain_letters().map(plain_letter))),
                ("signs", list(signs::ranges().map(sign))),
            ]),
        ),
        ("rules", list(specification().map(rule))),
        ("calendar", list(calendar().iter().filter_map(serialized))),
        ("codes", list(Code::ALL.iter().copied().map(code))),
    ])
}

fn plain_letter((first, plain): (char, Option<char>)) -> Document {
    list([text(first), plain.map_or(Document::Null, text)])
}

fn sign(range: [u32; 2]) -> Document {
    list(range.map(|code| Document::Number(code.to_string())))
}

fn surface(surface: Surface) -> Document {
    with_lifetime(object([("name", text(surface.name()))]), "lifetime", surface.lifetime())
}

fn fields(fields: &[Field]) -> Document {
    list(fields.iter().map(field))
}

fn field(field: &Field) -> Document {
    let described = object([("name", text(field.name))]);
    let described = joined(described, kind(field.kind));
    let described = joined(
        described,
        object([("required", Document::Boolean(field.is_required)), ("status", text(status(field.status)))]),
    );
    let described = match field.replacement {
        Some(current) => joined(
            described,
            object([(
                "replacement",
                object([("field", text(current.field)), ("members", words(current.members.iter().copied()))]),
            )]),
        ),
        None => described,
    };
    let described =
        if field.nullable { joined(described, object([("nullable", Document::Boolean(true))])) } else { described };
    let described = joined(
        described,
        object([
            ("requirement_id", text(field.requirement_id)),
            ("type_requirement_id", text(field.type_requirement_id)),
            ("form_requirement_id", text(field.form_requirement_id)),
        ]),
    );
    with_lifetime(with_lifetime(described, "lifetime", field.lifetime), "string_form", field.string_form)
}

fn kind(kind: Kind) -> Document {
    let named = |name: &str| object([("type", text(name))]);
    let of_words = |name: &str, words: Words| {
        let lists = Product::ALL.map(|product| (product.case_type(), text(words.of(Some(product)).id)));
        joined(named(name), object([("words", object(lists))]))
    };
    match kind {
        Kind::Text => named("text"),
        Kind::Emails => named("emails"),
        Kind::Date => named("date"),
        Kind::Boolean => named("boolean"),
        Kind::Integer => named("integer"),
        Kind::State { upper_case } => joined(named("state"), object([("upper_case", Document::Boolean(upper_case))])),
        Kind::Word(words) => of_words("word", words),
        Kind::WordArray(words) => of_words("words", words),
        Kind::OneWord(words) => of_words("one_word", words),
        Kind::Record(record) => joined(named("record"), object([("record", text(record.name()))])),
        Kind::Object => named("object"),
    }
}

const fn status(status: FieldStatus) -> &'static str {
    match status {
        FieldStatus::Current => "current",
        FieldStatus::Alias => "alias",
        FieldStatus::Deprecated => "deprecated",
        FieldStatus::Ignored => "ignored",
        FieldStatus::LegacyOnly => "legacy_only",
        FieldStatus::ReadOnly => "read_only",
    }
}

fn with_lifetime(row: Document, name: &str, lifetime: Lifetime) -> Document {
    if lifetime == Lifetime::OPEN {
        return row;
    }
    joined(row, object(serialized(&lifetime).map(|value| (name, value))))
}

fn serialized(value: &impl serde::Serialize) -> Option<Document> {
    serde_json::to_string(value).ok().and_then(|text| Document::read(&text).ok())
}

fn word_list(row: &WordList) -> Document {
    object([
        ("id", text(row.id)),
        ("open", Document::Boolean(row.open)),
        ("words", words(row.words.iter().copied())),
        ("requirement_id", text(row.requirement_id)),
    ])
}

fn code(code: Code) -> Document {
    object([
        ("code", text(code.name())),
        ("severity", text(code.severity().name())),
        ("note", Document::Boolean(code.is_note())),
        ("meaning", text(code.meaning().trim())),
    ])
}

fn rule(rows: &[Rule]) -> Document {
    let optional = |value: Option<Document>| value.unwrap_or(Document::Null);
    let of = |row: &Rule| {
        [
            ("id", text(&*row.id)),
            ("number", optional(row.number().map(|value| number(value.into())))),
            ("product", optional(row.product.map(|product| text(product.case_type())))),
            ("surface", optional(row.surface.map(|surface| text(surface.name())))),
            ("clauses", list(rows.iter().map(clause))),
            ("decisions", words(row.decisions().iter().copied())),
        ]
    };
    object(rows.first().into_iter().flat_map(of))
}

fn clause(row: &Rule) -> Document {
    let then = row.then.iter().zip(row.statements());
    let then = then.map(|(then, id)| joined(requirement(then), object([("requirement_id", text(*id))])));
    object([("when", list(row.when.iter().map(formula))), ("then", list(then))])
}

fn formula(formula: &Formula) -> Document {
    match formula {
        Formula::Test(condition) => test(condition),
        other => object([("test", text(other.name()))]),
    }
}

fn ends<T: ToString>(range: Range<T>) -> Vec<(&'static str, Document)> {
    let limit = |name, limit: Option<T>| limit.map(|limit| (name, Document::Number(limit.to_string())));
    limit("least", range.least).into_iter().chain(limit("most", range.most)).collect()
}

/// Returns the test of a field. `is` is `false` for a value that must not pass.
fn test(condition: &Condition) -> Document {
    let Condition { path, test, wanted } = condition;
    let flag = |value: &bool| vec![("value", Document::Boolean(*value))];
    let limits = match test {
        Test::Set(value) | Test::Is(value) | Test::Contradicted(_, value) | Test::Carrier(_, value) => flag(value),
        Test::OneOf(known) | Test::StartsWith(known) => vec![("words", words(known.iter()))],
        Test::Contains(word) => vec![("words", words([&**word]))],
        Test::Number(range) => ends(*range),
        Test::Age(range) => ends(*range),
        _ => Vec::new(),
    };
    // Firms have a name for each end of a range.
    let name = match test {
        Test::Age(_) => "age",
        Test::Number(_) => "number",
        test => test.name(),
    };
    let head = [("field", text(path.key.name())), ("test", text(name))];
    object(head.into_iter().chain(limits).chain([("is", Document::Boolean(*wanted))]))
}

fn requirement(then: &Requirement) -> Document {
    let of = |name: &str| object([("requirement", text(name))]);
    match then {
        Requirement::Required(path) => joined(of("required"), object([("field", text(path.key.name()))])),
        Requirement::Forbidden(path) => joined(of("forbidden"), object([("field", text(path.key.name()))])),
        Requirement::Holds(condition, code) => {
            joined(joined(of("holds"), test(condition)), object([("code", text(code.name()))]))
        }
        _ => of("sunset"),
    }
}
