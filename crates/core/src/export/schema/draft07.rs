//! Converts a schema of draft 2020-12 to draft-07, for the keywords that are used here.

use crate::export::json::{joined, list, object, text};
use crate::text::json::document::{Document, Members};

/// The members of these keywords are names, not keywords.
const NAMED: [&str; 2] = ["properties", "$defs"];

pub(crate) fn converted(schema: Document) -> Document {
    match schema {
        Document::Object(members) => keywords(members),
        Document::List(list) => Document::List(list.into_iter().map(converted).collect()),
        plain => plain,
    }
}

fn keywords(members: Members) -> Document {
    let is_alone = members.len() == 1;
    let mut out = object([]);
    for (name, value) in members {
        let value = if NAMED.contains(&name.as_str()) { each(value) } else { converted(value) };
        let member = match (name.as_str(), value) {
            ("$defs", value) => object([("definitions", value)]),
            ("prefixItems", value) => object([("items", value)]),
            // Draft-07 has no such keyword; the description mentions it as well.
            ("deprecated", _) => continue,
            ("$ref", Document::Text(target)) => {
                let target = text(target.replacen("#/$defs/", "#/definitions/", 1));
                let reference = object([("$ref", target)]);
                // Draft-07 ignores keywords beside a reference.
                if is_alone { reference } else { object([("allOf", list([reference]))]) }
            }
            (name, value) => object([(name, value)]),
        };
        out = joined(out, member);
    }
    out
}

fn each(schemas: Document) -> Document {
    match schemas {
        Document::Object(members) => {
            Document::Object(members.into_iter().map(|(name, schema)| (name, converted(schema))).collect())
        }
        other => other,
    }
}
