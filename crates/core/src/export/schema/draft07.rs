//! A schema of draft 2020-12 as one of draft-07, for the keywords that are used here.

use crate::export::json::{joined, list, object, text};
use crate::text::json::document::{Document, Members};

/// Members of these are schemas by a name of their own, which is no keyword.
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
            // The draft has no such word; what is not looked at is told in the description too.
            ("deprecated", _) => continue,
            ("$ref", Document::Text(target)) => {
                let target = text(target.replacen("#/$defs/", "#/definitions/", 1));
                let reference = object([("$ref", target)]);
                // Whatever stands beside a reference is passed over there.
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
