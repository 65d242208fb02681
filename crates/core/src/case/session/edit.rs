//! Edits of a payload, which is JSON text.

use crate::case::prepare::{Member, members};
use crate::case::session::error::SessionError;
use crate::context::Context;
use crate::rulebook::fields::Kind;
use crate::rulebook::fields::names::{FieldId, lookup};
use crate::rulebook::product::Product;
use crate::text::json::document::Document;
use crate::text::json::error::JsonErrorKind;
use crate::text::json::pointer::unescaped;
use crate::text::json::scanner::{Scanner, Start};
use crate::text::json::writer;
use crate::text::suggest::nearest;
use std::borrow::Cow;

/// Returns a payload as edits write it: without white space around its values, and with the last
/// value of a repeated key.
pub(crate) fn opened(payload: &str, context: &Context) -> Result<String, SessionError> {
    let text = value(payload, context.limits.depth).map_err(|error| match error {
        SessionError::NotAValue => SessionError::NotAnObject,
        other => other,
    })?;
    let fields = parts(text).ok_or(SessionError::NotAnObject)?;
    within_limit(object(fields.iter().map(|(name, raw, _)| (&**name, *raw))), context)
}

/// Returns the payload with another value at a field or a member, or without one.
pub(crate) fn edited(
    payload: &str,
    at: &str,
    text: Option<&str>,
    product: Option<Product>,
    context: &Context,
) -> Result<String, SessionError> {
    let depth = context.limits.depth;
    let (name, member) = parse(at)?;
    let path: Vec<&str> = [Some(&*name), member.as_deref()].into_iter().flatten().collect();
    if path.len() > depth && text.is_some() {
        return Err(SessionError::TooDeep);
    }
    let text = text.map(|text| value(text, depth.saturating_sub(path.len()))).transpose()?;
    find(payload, &name, member.as_deref(), product)?;
    if let (Some(key), Some(member)) = (lookup(&name), &member) {
        // A member makes a record of a field without a value.
        let is_record = matches!(key.field().kind, Kind::Record(_) | Kind::Object);
        if !is_record && field(payload, &name).is_none_or(|value| value.get(member).is_none()) {
            return Err(SessionError::NotARecord);
        }
    }
    within_limit(with(payload, &path, text)?, context)
}

/// Returns an error for a name that neither the rulebook nor the payload has.
pub(crate) fn find(
    payload: &str,
    name: &str,
    member: Option<&str>,
    product: Option<Product>,
) -> Result<(), SessionError> {
    let near = match (lookup(name), member) {
        (None, _) if raw(payload, name).is_none() => {
            nearest(name, FieldId::of_product(product).map(|(_, field)| field.name))
        }
        (Some(key), Some(member)) if matches!(key.field().kind, Kind::Record(_)) && key.member(member).is_none() => {
            if field(payload, name).is_some_and(|record| record.get(member).is_some()) {
                return Ok(());
            }
            nearest(member, key.field().kind.members().iter().map(|member| member.name))
        }
        _ => return Ok(()),
    };
    Err(SessionError::UnknownField { near })
}

/// Returns the value of a field.
pub(crate) fn field(payload: &str, name: &str) -> Option<Document> {
    Document::read(raw(payload, name)?).ok()
}

/// Splits a pointer into a field and a member.
pub(crate) fn parse(at: &str) -> Result<(Cow<'_, str>, Option<Cow<'_, str>>), SessionError> {
    let path = at.strip_prefix('/').ok_or(SessionError::NoSuchPlace)?;
    let (name, member) = path.split_once('/').map_or((path, None), |(name, member)| (name, Some(member)));
    if member.is_some_and(|member| member.contains('/')) {
        return Err(SessionError::NoSuchPlace);
    }
    Ok((unescaped(name), member.map(unescaped)))
}

/// Returns the text of a field's value.
fn raw<'t>(payload: &'t str, name: &str) -> Option<&'t str> {
    parts(payload)?.into_iter().find(|(given, ..)| given == name).map(|(_, raw, _)| raw)
}

/// Returns the members of a value if it is an object.
fn parts(text: &str) -> Option<Vec<Member<'_>>> {
    members(text).filter(|_| text.starts_with('{'))
}

/// Returns an object with another value at a path, or without one. A record starts where nothing or
/// `null` is given.
fn with(text: &str, path: &[&str], value: Option<&str>) -> Result<String, SessionError> {
    let parts = parts(text).ok_or(SessionError::NotARecord)?;
    let Some((name, rest)) = path.split_first() else { return Ok(text.to_owned()) };
    let at = parts.iter().position(|(given, ..)| given == name);
    let old = at.and_then(|at| parts.get(at)).map(|(_, raw, _)| *raw);
    let new = match (rest, old.filter(|raw| *raw != "null"), value) {
        ([], _, value) => value.map(Cow::Borrowed),
        (_, None, None) => old.map(Cow::Borrowed),
        (rest, record, value) => Some(with(record.unwrap_or("{}"), rest, value)?.into()),
    };
    let entries = parts.iter().enumerate().filter_map(|(place, (name, raw, _))| {
        let raw = if Some(place) == at { new.as_deref()? } else { raw };
        Some((&**name, raw))
    });
    Ok(object(entries.chain(new.as_deref().filter(|_| at.is_none()).map(|raw| (*name, raw)))))
}

fn object<'n>(members: impl Iterator<Item = (&'n str, &'n str)>) -> String {
    let mut out = String::from("{");
    for (at, (name, raw)) in members.enumerate() {
        if at > 0 {
            out.push(',');
        }
        writer::string(&mut out, name);
        out.push(':');
        out.push_str(raw);
    }
    out.push('}');
    out
}

fn within_limit(payload: String, context: &Context) -> Result<String, SessionError> {
    if payload.len() > context.limits.text_bytes { Err(SessionError::TooLarge) } else { Ok(payload) }
}

/// Returns the text of a value without surrounding white space, if a payload can contain it at this
/// depth.
fn value(text: &str, depth: usize) -> Result<&str, SessionError> {
    let mut scanner = Scanner::new(text, depth);
    let read = scanner.start().and_then(|start| match start {
        Start::Object if depth == 0 => Err(JsonErrorKind::TooDeep),
        _ => scanner.skip(),
    });
    match read.and_then(|()| scanner.end()) {
        Ok(()) => Ok(text.trim_ascii()),
        Err(JsonErrorKind::TooDeep) => Err(SessionError::TooDeep),
        Err(_) => Err(SessionError::NotAValue),
    }
}
