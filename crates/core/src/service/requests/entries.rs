//! The named values of a request: query parameters, members of a JSON body, or parts.

use crate::messages::parts::REQUEST_TYPES;
use crate::report::sink::IssueSink;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::text::json::document::Document;
use crate::text::json::pointer::Segment;

/// A named value of a request.
pub(crate) struct Entry<'r> {
    pub(crate) name: &'r str,
    /// The path of the value in the input.
    pub(crate) at: Vec<Segment>,
    pub(crate) value: Given<'r>,
}

/// The value of an entry.
#[derive(Clone, Copy)]
pub(crate) enum Given<'r> {
    /// A JSON value.
    Json(&'r Document),
    /// The text of a part or of a query parameter.
    Text(&'r str),
    /// A file, with its size and its text if they are given.
    File { name: &'r str, size: Option<&'r Document>, text: Option<&'r str> },
    /// A part for an empty file input, which forms send if no file was chosen.
    NoFile,
}

impl<'r> Given<'r> {
    /// Returns the text if the value is a string.
    pub(crate) fn text(self) -> Option<&'r str> {
        match self {
            Given::Json(Document::Text(text)) => Some(text),
            Given::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the text of a string or of a file.
    pub(crate) fn content(self) -> Option<&'r str> {
        match self {
            Given::File { text, .. } => text,
            other => other.text(),
        }
    }

    /// Returns `true` if the value is not `null` or blank (D1).
    pub(crate) fn is_set(self) -> bool {
        match self {
            Given::Json(Document::Null) | Given::NoFile => false,
            Given::Json(Document::Text(text)) => !text.trim().is_empty(),
            Given::Text(text) => !text.trim().is_empty(),
            Given::Json(_) | Given::File { .. } => true,
        }
    }
}

/// Reads the entries of a query. The query is an object of strings, or of lists of strings for
/// repeated parameters.
pub(crate) fn of_query<'r>(query: &'r Document, sink: &mut IssueSink<'_>) -> Vec<Entry<'r>> {
    let Some(members) = query.as_object() else {
        wrong(sink, vec!["query".into()], "query", "object");
        return Vec::new();
    };
    let entries = members.iter().flat_map(|(name, value)| {
        let at = vec!["query".into(), name.into()];
        match value {
            Document::List(list) => list
                .iter()
                .enumerate()
                .map(|(number, value)| {
                    let at = at.iter().cloned().chain([number.into()]).collect();
                    Entry { name, at, value: Given::Json(value) }
                })
                .collect(),
            value => vec![Entry { name, at, value: Given::Json(value) }],
        }
    });
    entries.collect()
}

/// Reads the entries of a JSON body.
pub(crate) fn of_body<'r>(body: &'r Document, sink: &mut IssueSink<'_>) -> Option<Vec<Entry<'r>>> {
    let Some(members) = body.as_object() else {
        wrong(sink, vec!["body".into()], "body", "object");
        return None;
    };
    let entry = |(name, value): (&'r str, &'r Document)| Entry {
        name,
        at: vec!["body".into(), name.into()],
        value: Given::Json(value),
    };
    Some(members.iter().map(entry).collect())
}

/// Reads the entries of a multipart body. `{"name","value"}` is a text part.
/// `{"name","filename","size"}` is a file, whose text may be given as `value`.
pub(crate) fn of_parts<'r>(parts: &'r Document, sink: &mut IssueSink<'_>) -> Option<Vec<Entry<'r>>> {
    let Some(parts) = parts.as_list() else {
        wrong(sink, vec!["parts".into()], "parts", "array");
        return None;
    };
    let mut entries = Vec::with_capacity(parts.len());
    for (number, part) in parts.iter().enumerate() {
        let at: Vec<Segment> = vec!["parts".into(), number.into()];
        let under = |name: &str| at.iter().cloned().chain([name.into()]).collect::<Vec<Segment>>();
        if part.as_object().is_none() {
            wrong(sink, at, "parts", "object");
            continue;
        }
        let Some(name) = part.get("name").and_then(Document::as_str) else {
            wrong(sink, under("name"), "name", "string");
            continue;
        };
        let (at, value) = match (part.get("filename"), part.get("value")) {
            (Some(Document::Text(name)), value) => {
                let (size, text) = (part.get("size"), value.and_then(Document::as_str));
                let untouched = name.is_empty() && size.and_then(Document::as_u64) == Some(0);
                (at, if untouched { Given::NoFile } else { Given::File { name, size, text } })
            }
            (Some(_), _) => {
                wrong(sink, under("filename"), "filename", "string");
                continue;
            }
            (None, Some(Document::Text(text))) => (under("value"), Given::Text(text)),
            // A part should be text. Any other value is checked by the rule of its member.
            (None, Some(value)) => (under("value"), Given::Json(value)),
            (None, None) => {
                wrong(sink, under("value"), "value", "string");
                continue;
            }
        };
        entries.push(Entry { name, at, value });
    }
    Some(entries)
}

/// Adds a finding for a value of the wrong type.
pub(crate) fn wrong(sink: &mut IssueSink<'_>, at: Vec<Segment>, member: &str, expected: &'static str) {
    wrong_by(sink, at, member, expected, None);
}

pub(crate) fn wrong_by(
    sink: &mut IssueSink<'_>,
    at: Vec<Segment>,
    member: &str,
    expected: &'static str,
    requirement_id: Option<&'static str>,
) {
    let params = Params::default().with("member", Param::from(member)).with("expected", Param::from(expected));
    let text = REQUEST_TYPES.text(expected);
    sink.push_as(text, Code::WrongType, at, params, requirement_id);
}
