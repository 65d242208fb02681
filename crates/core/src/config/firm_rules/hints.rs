//! Notes on values that look like those of another operator. They are read verbatim, which may not
//! be intended.

use crate::config::firm_rules::parse::Parser;
use crate::context::firm_rules::field::names_a_field;
use crate::context::firm_rules::operators::Family;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::text::has_part;
use crate::text::json::document::Document;
use crate::text::signs::is_sign;

/// Parts that occur only in regular expressions.
const EXPRESSION: [&str; 11] = ["[A-Z", "[a-z", "[0-9", "\\d", "\\w", "\\s", "(?", ".*", ".+", "]+", "]*"];

/// Notes each value of a text operator that looks like a regular expression, a pattern or the
/// pointer of a field.
pub(crate) fn note(parser: &mut Parser<'_>, family: Family, name: &str, value: &Document) {
    if !matches!(name, "equals" | "one_of" | "starts_with" | "contains" | "like" | "matches") {
        return;
    }
    let takes = |name: &str| family.operators(false).any(|row| row.name == name);
    let meant = |value: &Document| meant(name, value.as_str()?).filter(|meant| takes(meant));
    let tell = |parser: &mut Parser<'_>, meant: &str| {
        parser.note(Code::HouseHint, Params::default().with("suggestion", Param::from(meant)));
    };
    match value.as_list() {
        Some(values) => {
            for (at, value) in values.iter().enumerate() {
                if let Some(meant) = meant(value) {
                    parser.within(at, |parser| tell(parser, meant));
                }
            }
        }
        None => {
            if let Some(meant) = meant(value) {
                tell(parser, meant);
            }
        }
    }
}

/// Returns the operator that a value looks like.
fn meant(name: &str, value: &str) -> Option<&'static str> {
    if name == "matches" {
        let is_of_both = |letter: char| !is_sign(letter) || matches!(letter, ' ' | '-' | '/' | '#' | '*' | '?');
        let is_pattern = value.contains(['#', '*']) && value.chars().all(is_of_both);
        return is_pattern.then_some("like");
    }
    let has_ends = value.starts_with('^') || value.ends_with('$') && value.len() > 1;
    let is_counted = value.split('{').skip(1).any(|rest| {
        rest.split('}')
            .next()
            .is_some_and(|count| !count.is_empty() && count.bytes().all(|byte| b"0123456789,".contains(&byte)))
    });
    if has_ends || is_counted || EXPRESSION.iter().any(|part| has_part(value, part)) {
        return Some("matches");
    }
    if value.starts_with('/') && names_a_field(value).is_ok() {
        return Some("equals_field");
    }
    (name != "like" && (value.contains('*') || has_part(value, "##"))).then_some("like")
}
