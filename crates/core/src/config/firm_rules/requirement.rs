//! Reads requirements.

use crate::config::firm_rules::condition::{CONNECTIVES, connected, names, one_test, says_something, test};
use crate::config::firm_rules::files::files;
use crate::config::firm_rules::parse::Parser;
use crate::config::firm_rules::parse::{MOST_PARTS, field_path, others};
use crate::context::firm_rules::operators::Family;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::product::Product;
use crate::rulebook::reasons::HouseRefusal;
use crate::rulebook::rules::Requirement;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::parts::FirmOnly;
use crate::rulebook::rules::range::Range;
use crate::rulebook::rules::test::Test;
use crate::text::json::document::Document;

/// The members that write a requirement on their own.
const REQUIREMENTS: [&str; 4] = ["required", "forbidden", "one_of", "files"];

/// Reads `{"required"}`, `{"forbidden"}`, `{"one_of"}`, `{"files"}`, `{"field", one test}`, or
/// combined conditions.
pub(crate) fn requirement(
    parser: &mut Parser<'_>,
    product: Option<Product>,
    document: &Document,
) -> Option<Requirement> {
    let members = parser.set(document, &names(&["required", "forbidden", "files", "field", "any", "all", "not"]))?;
    if members.get("field").is_some() {
        return field(parser, product, members);
    }
    let [(name, value)] = others(members, &[])[..] else { return one_requirement(parser) };
    match name {
        "required" | "forbidden" => {
            let path = parser.within(name, |parser| field_path(parser, product, value))?;
            Some(if name == "required" { Requirement::Required(path) } else { Requirement::Forbidden(path) })
        }
        "one_of" => parser.within("one_of", |parser| one_of(parser, product, value)),
        "files" => {
            parser.within("files", |parser| files(parser, value)).map(|count| Requirement::Files(count, FirmOnly))
        }
        _ if CONNECTIVES.contains(&name) => parser
            .within(name, |parser| connected(parser, product, name, value, 0))
            .map(|formula| Requirement::Meets(formula, FirmOnly)),
        _ => one_requirement(parser),
    }
}

fn one_requirement<T>(parser: &mut Parser<'_>) -> Option<T> {
    let known: Vec<&str> = REQUIREMENTS.into_iter().chain(["field"]).chain(CONNECTIVES).collect();
    one_test(parser, &known)
}

/// Reads a test of a field's value.
fn field(
    parser: &mut Parser<'_>,
    product: Option<Product>,
    members: &crate::text::json::document::Members,
) -> Option<Requirement> {
    let path = parser.must(members, "field", |parser, field| field_path(parser, product, field))?;
    let fitting: Vec<&str> = Family::of(path.kind(product)).operators(true).map(|row| row.name).collect();
    let [(name, value)] = others(members, &["field"])[..] else {
        let known: Vec<&str> = fitting.into_iter().chain(["not"]).collect();
        return one_test(parser, &known);
    };
    let condition = test(parser, product, path, name, value, &fitting)?;
    let is_required = matches!(condition.test, Test::Count(Range { least: Some(1), most: None }, _));
    if is_required {
        parser.within(name, |parser| {
            parser.note(Code::HouseHint, Params::default().with("suggestion", Param::from("required")));
        });
    }
    let passes = parser.within(name, |parser| says_something(parser, product, &condition));
    passes.map(|()| Requirement::Holds(condition, Code::HouseRule))
}

/// Reads two or more fields, of which one must be given.
fn one_of(parser: &mut Parser<'_>, product: Option<Product>, value: &Document) -> Option<Requirement> {
    let mut fields: Vec<FieldPath> = Vec::new();
    let before = parser.refusals;
    parser.some(value, MOST_PARTS, |parser, _, field| {
        let path = field_path(parser, product, field)?;
        if fields.contains(&path) {
            return parser.refuse::<()>(HouseRefusal::SameField, Params::default());
        }
        fields.push(path);
        Some(())
    })?;
    match fields.len() {
        // The errors of the fields were refused before.
        _ if parser.refusals > before => None,
        0 | 1 => parser.refuse(HouseRefusal::OneField, Params::default()),
        _ => Some(Requirement::OneOf(fields.into(), FirmOnly)),
    }
}
