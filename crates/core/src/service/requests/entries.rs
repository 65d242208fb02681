//! What a request carries, by name: query parameters, members of a JSON body, parts.

use crate::messages::requests::wrong_type;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::service::requests::findings::Findings;
use crate::text::json::document::Document;
use crate::text::json::pointer::Segment;

/// Something that a request carries under a name.
pub(crate) struct Entry<'r> {
    pub(crate) name: &'r str,
    /// Where its value stands in what was handed over.
    pub(crate) at: Vec<Segment>,
    pub(crate) value: Given<'r>,
}

/// What an entry holds.
#[derive(Clone, Copy)]
pub(crate) enum Given<'r> {
    /// A value of JSON.
    Json(&'r Document),
    /// The text of a part, or of a query parameter.
    Text(&'r str),
    /// A file, with its size and its text where they are given.
    File { name: &'r str, size: Option<&'r Document>, text: Option<&'r str> },
    /// A part for a file that nobody chose: what a form sends for an untouched input.
    NoFile,
}

impl<'r> Given<'r> {
    /// The text, where it is one.
    pub(crate) fn text(self) -> Option<&'r str> {
        match self {
            Given::Json(Document::Text(text)) => Some(text),
            Given::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The text, also that of a file.
    pub(crate) fn content(self) -> Option<&'r str> {
        match self {
            Given::File { text, .. } => text,
            other => other.text(),
        }
    }

    /// Whether it says something (D1).
    pub(crate) fn is_set(self) -> bool {
        match self {
            Given::Json(Document::Null) | Given::NoFile => false,
            Given::Json(Document::Text(text)) => !text.trim().is_empty(),
            Given::Text(text) => !text.trim().is_empty(),
            Given::Json(_) | Given::File { .. } => true,
        }
    }
}

/// The entries of a query: an object of texts, or of lists of texts for what comes more than once.
pub(crate) fn of_query<'r>(query: &'r Document, find: &mut Findings<'_>) -> Vec<Entry<'r>> {
    let Some(members) = query.as_object() else {
        wrong(find, vec!["query".into()], "query", "object");
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

/// The entries of a JSON body.
pub(crate) fn of_body<'r>(body: &'r Document, find: &mut Findings<'_>) -> Option<Vec<Entry<'r>>> {
    let Some(members) = body.as_object() else {
        wrong(find, vec!["body".into()], "body", "object");
        return None;
    };
    let entry = |(name, value): (&'r str, &'r Document)| Entry {
        name,
        at: vec!["body".into(), name.into()],
        value: Given::Json(value),
    };
    Some(members.iter().map(entry).collect())
}

/// The entries of a multipart body: `{"name","value"}` is text, `{"name","filename","size"}` a file, which may have its
/// text as `value` too.
pub(crate) fn of_parts<'r>(parts: &'r Document, find: &mut Findings<'_>) -> Option<Vec<Entry<'r>>> {
    let Some(parts) = parts.as_list() else {
        wrong(find, vec!["parts".into()], "parts", "array");
        return None;
    };
    let mut entries = Vec::with_capacity(parts.len());
    for (number, part) in parts.iter().enumerate() {
        let at: Vec<Segment> = vec!["parts".into(), number.into()];
        let under = |name: &str| at.iter().cloned().chain([name.into()]).collect::<Vec<Segment>>();
        if part.as_object().is_none() {
            wrong(find, at, "parts", "object");
            continue;
        }
        let Some(name) = part.get("name").and_then(Document::as_str) else {
            wrong(find, under("name"), "name", "string");
            continue;
        };
        let (at, value) = match (part.get("filename"), part.get("value")) {
            (Some(Document::Text(name)), value) => {
                let (size, text) = (part.get("size"), value.and_then(Document::as_str));
                let untouched = name.is_empty() && size.and_then(Document::as_u64) == Some(0);
                (at, if untouched { Given::NoFile } else { Given::File { name, size, text } })
            }
            (Some(_), _) => {
                wrong(find, under("filename"), "filename", "string");
                continue;
            }
            (None, Some(Document::Text(text))) => (under("value"), Given::Text(text)),
            // A part is text, whatever it stands for; what is none is judged as what it is.
            (None, Some(value)) => (under("value"), Given::Json(value)),
            (None, None) => {
                wrong(find, under("value"), "value", "string");
                continue;
            }
        };
        entries.push(Entry { name, at, value });
    }
    Some(entries)
}

/// Tells a value of another kind than is wanted.
pub(crate) fn wrong(find: &mut Findings<'_>, at: Vec<Segment>, member: &str, expected: &'static str) {
    wrong_by(find, at, member, expected, None);
}

pub(crate) fn wrong_by(
    find: &mut Findings<'_>,
    at: Vec<Segment>,
    member: &str,
    expected: &'static str,
    requirement_id: Option<&'static str>,
) {
    let params = Params::default().with("member", Param::from(member)).with("expected", Param::from(expected));
    find.find_in(wrong_type(expected), Code::WrongType, at, params, requirement_id);
}
