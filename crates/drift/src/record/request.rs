//! The classes of a request's members.

use crate::classes::Class;
use crate::classes::classify::{Classifier, of_type};
use crate::line::{FileClass, Part, PartClass};
use crate::record::part::RawPart;
use crate::record::raw::RawBody;
use casegate::files::{ACCEPTED_EXTENSIONS, FILE_LIMITS};
use casegate::requests::{Body, Endpoint, Member, MemberKind};
use casegate_http::form;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The name of a body that is not an object with members.
pub(crate) const BODY: &str = "body";

/// The classes of a request.
pub(crate) struct Classes {
    /// The parameters of the query.
    pub(crate) query: Vec<Part>,
    /// The members or parts of the body.
    pub(crate) parts: Vec<Part>,
    /// `false` if the source did not have the whole body.
    pub(crate) is_complete: bool,
}

impl Default for Classes {
    fn default() -> Classes {
        Classes { query: Vec::new(), parts: Vec::new(), is_complete: true }
    }
}

/// Returns the classes of a request.
pub(crate) fn classes(endpoint: &Endpoint, target: &str, body: &RawBody, classifier: &Classifier<'_>) -> Classes {
    let parameters = casegate::requests::query(target);
    let query = parameters.iter().map(|(name, value)| {
        let member = endpoint.query.iter().find(|member| member.name == *name);
        part(self::name(member, name, classifier), PartClass::Text(text(member, value, classifier)))
    });
    let (parts, is_complete) = match body {
        RawBody::None => (Vec::new(), true),
        RawBody::Unknown => (Vec::new(), false),
        RawBody::Listed(parts) => (parts.iter().map(|part| of_form(endpoint, part, classifier)).collect(), false),
        RawBody::Parts(parts) => {
            let is_case = |part: &RawPart| member(endpoint, &part.name).is_some_and(|row| row.kind == MemberKind::Case);
            let is_complete = !parts.iter().any(|part| is_case(part) && part.text.is_none());
            (parts.iter().map(|part| of_form(endpoint, part, classifier)).collect(), is_complete)
        }
        RawBody::Text(text) if endpoint.body == Body::CaseFields => {
            (vec![part(BODY.to_owned(), PartClass::Case(classifier.profile(text)))], true)
        }
        RawBody::Text(text) => (members(endpoint, text, classifier), true),
    };
    Classes { query: query.collect(), parts, is_complete }
}

fn part(name: String, is: PartClass) -> Part {
    Part { name, as_file: false, content_type: None, is }
}

/// The content types of cases and files that are recorded as they are.
const CONTENT_TYPES: [&str; 15] = [
    "application/json",
    "application/msword",
    "application/octet-stream",
    "application/pdf",
    "application/vnd.ms-excel",
    "application/vnd.ms-outlook",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "image/gif",
    "image/jpeg",
    "image/png",
    "image/tiff",
    "message/rfc822",
    "text/csv",
    "text/plain",
];

fn content_type(given: &str, classifier: &Classifier<'_>) -> String {
    let kind = form::essence(given);
    if CONTENT_TYPES.contains(&kind.as_str()) { kind } else { classifier.name(&kind) }
}

/// Returns the classes of a JSON body.
fn members(endpoint: &Endpoint, text: &str, classifier: &Classifier<'_>) -> Vec<Part> {
    if let Ok(members) = serde_json::from_str::<BTreeMap<String, &RawValue>>(text) {
        return members.iter().map(|(name, value)| of_json(endpoint, name, value.get(), classifier)).collect();
    }
    let is_json = serde_json::from_str::<&RawValue>(text).is_ok();
    let class = if is_json { of_type(text.trim()) } else { Class::Object };
    vec![part(BODY.to_owned(), PartClass::Json(class))]
}

fn member(endpoint: &Endpoint, name: &str) -> Option<&'static Member> {
    endpoint.members.iter().find(|member| member.name == name)
}

fn of_form(endpoint: &Endpoint, part: &RawPart, classifier: &Classifier<'_>) -> Part {
    let member = member(endpoint, &part.name);
    let content = part.text.as_deref().unwrap_or_default();
    let is_case = member.is_some_and(|member| member.kind == MemberKind::Case);
    let is = match &part.filename {
        _ if is_case => PartClass::Case(classifier.profile(content)),
        Some(filename) => PartClass::File(file(filename, part.size, classifier)),
        None => PartClass::Text(text(member, content, classifier)),
    };
    Part {
        name: name(member, &part.name, classifier),
        as_file: is_case && part.filename.is_some(),
        content_type: part.content_type.as_deref().map(|given| content_type(given, classifier)),
        is,
    }
}

/// Returns the class of a text: that of a word if the member has a list of words.
fn text(member: Option<&Member>, text: &str, classifier: &Classifier<'_>) -> Class {
    match (of_type(&quoted(text)), member.and_then(|member| member.words)) {
        (Class::Text(_), Some(words)) => Class::Word(classifier.word(&[words], text)),
        (class, _) => class,
    }
}

fn of_json(endpoint: &Endpoint, key: &str, raw: &str, classifier: &Classifier<'_>) -> Part {
    let member = member(endpoint, key);
    let class = match (member.map(|member| member.kind), serde_json::from_str::<Vec<&RawValue>>(raw)) {
        (Some(MemberKind::Ids), Ok(ids)) => Class::List(ids.iter().map(|id| id_class(id.get())).collect()),
        _ => of_type(raw),
    };
    part(name(member, key, classifier), PartClass::Json(class))
}

fn id_class(raw: &str) -> Class {
    if raw.parse::<i64>().is_ok() { Class::Integer } else { of_type(raw) }
}

fn name(member: Option<&Member>, name: &str, classifier: &Classifier<'_>) -> String {
    member.map_or_else(|| classifier.name(name), |member| member.name.to_owned())
}

/// Returns the class of a file.
pub(crate) fn file(filename: &str, size: Option<u64>, classifier: &Classifier<'_>) -> FileClass {
    let extension = match filename.rsplit_once('.') {
        None => String::new(),
        Some((_, extension)) => {
            let extension = extension.to_ascii_lowercase();
            let is_known = ACCEPTED_EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(&extension));
            if is_known { extension } else { classifier.name(&extension) }
        }
    };
    FileClass { extension, size: size.map(rounded) }
}

/// Rounds a size up without crossing a limit of a file.
fn rounded(size: u64) -> u64 {
    let up = size.div_ceil(1000) * 1000;
    let limits = FILE_LIMITS.iter().flat_map(|limits| [limits.file.decimal(), limits.file.binary()]);
    limits.filter(|limit| size <= *limit && up > *limit).min().unwrap_or(up)
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
