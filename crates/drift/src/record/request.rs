//! The classes of a request's members.

use crate::classes::Class;
use crate::classes::classify::{Classifier, of_type};
use crate::line::{FileClass, Part, PartClass};
use crate::record::part::RawPart;
use crate::record::raw::RawBody;
use casegate::files::{ACCEPTED_EXTENSIONS, FILE_LIMITS};
use casegate::requests::{Body, Endpoint, Member, MemberKind};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The name of a body that is not an object with members.
pub(crate) const BODY: &str = "body";

/// Returns the classes of a request's members or parts.
pub(crate) fn parts(endpoint: &Endpoint, body: &RawBody, classifier: &Classifier<'_>) -> Vec<Part> {
    match body {
        RawBody::None => Vec::new(),
        RawBody::Parts(parts) => parts.iter().map(|part| of_form(endpoint, part, classifier)).collect(),
        RawBody::Text(text) if endpoint.body == Body::CaseFields => {
            vec![Part { name: BODY.to_owned(), is: PartClass::Case(classifier.profile(text)) }]
        }
        RawBody::Text(text) => members(endpoint, text, classifier),
    }
}

/// Returns the classes of a JSON body.
fn members(endpoint: &Endpoint, text: &str, classifier: &Classifier<'_>) -> Vec<Part> {
    if let Ok(members) = serde_json::from_str::<BTreeMap<String, &RawValue>>(text) {
        return members.iter().map(|(name, value)| of_json(endpoint, name, value.get(), classifier)).collect();
    }
    let is_json = serde_json::from_str::<&RawValue>(text).is_ok();
    let class = if is_json { of_type(text.trim()) } else { Class::Object };
    vec![Part { name: BODY.to_owned(), is: PartClass::Json(class) }]
}

fn member(endpoint: &Endpoint, name: &str) -> Option<&'static Member> {
    endpoint.members.iter().find(|member| member.name == name)
}

fn of_form(endpoint: &Endpoint, part: &RawPart, classifier: &Classifier<'_>) -> Part {
    let member = member(endpoint, &part.name);
    let text = part.text.as_deref().unwrap_or_default();
    let is = match (member, &part.filename) {
        (Some(Member { kind: MemberKind::Case, .. }), _) => PartClass::Case(classifier.profile(text)),
        (_, Some(filename)) => PartClass::File(file(filename, part.size, classifier)),
        (Some(Member { words: Some(words), .. }), None) => PartClass::Text(match of_type(&quoted(text)) {
            Class::Text(_) => Class::Word(classifier.word(&[*words], text)),
            blank => blank,
        }),
        _ => PartClass::Text(of_type(&quoted(text))),
    };
    Part { name: name(member, &part.name, classifier), is }
}

fn of_json(endpoint: &Endpoint, key: &str, raw: &str, classifier: &Classifier<'_>) -> Part {
    let member = member(endpoint, key);
    let class = match (member.map(|member| member.kind), serde_json::from_str::<Vec<&RawValue>>(raw)) {
        (Some(MemberKind::Ids), Ok(ids)) => Class::List(ids.iter().map(|id| id_class(id.get())).collect()),
        _ => of_type(raw),
    };
    Part { name: name(member, key, classifier), is: PartClass::Json(class) }
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
