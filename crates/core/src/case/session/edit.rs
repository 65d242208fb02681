//! Edits of a payload.

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

/// The fields of a payload, each with the text of its value, in the order in which they first
/// occurred. A cleared field keeps its place.
#[derive(Debug, Clone)]
pub(crate) struct Fields(Vec<(String, Option<String>)>);

impl Fields {
    /// Splits a payload. The last value of a repeated key counts.
    pub(crate) fn open(payload: &str, context: &Context) -> Result<Fields, SessionError> {
        let text = value(payload, context.limits.depth).map_err(|error| match error {
            SessionError::NotAValue => SessionError::NotAnObject,
            other => other,
        })?;
        let parts = parts(text).ok_or(SessionError::NotAnObject)?;
        let owned = |(name, raw, _): Member<'_>| (name.into_owned(), Some(raw.to_owned()));
        Fields(parts.into_iter().map(owned).collect()).within_limit(context)
    }

    /// Returns the payload's text.
    pub(crate) fn text(&self) -> String {
        object(self.0.iter().filter_map(|(name, raw)| Some((&**name, raw.as_deref()?))))
    }

    /// Returns the value of a field.
    pub(crate) fn value(&self, name: &str) -> Option<Document> {
        Document::read(self.raw(name)?).ok()
    }

    fn raw(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(given, _)| given == name)?.1.as_deref()
    }

    /// Returns an error for a name that neither the rulebook nor the payload has.
    pub(crate) fn find(&self, name: &str, member: Option<&str>, product: Option<Product>) -> Result<(), SessionError> {
        let near = match (lookup(name), member) {
            (None, _) if self.raw(name).is_none() => {
                nearest(name, FieldId::of_product(product).map(|(_, field)| field.name))
            }
            (Some(key), Some(member))
                if matches!(key.field().kind, Kind::Record(_)) && key.member(member).is_none() =>
            {
                if self.value(name).is_some_and(|record| record.get(member).is_some()) {
                    return Ok(());
                }
                nearest(member, key.field().kind.members().iter().map(|member| member.name))
            }
            _ => return Ok(()),
        };
        Err(SessionError::UnknownField { near })
    }

    /// Returns the payload with another value at a field or a member, or without one. A record starts
    /// where nothing or `null` is given.
    pub(crate) fn edited(
        &self,
        at: &str,
        text: Option<&str>,
        product: Option<Product>,
        context: &Context,
    ) -> Result<Fields, SessionError> {
        let depth = context.limits.depth;
        let (name, member) = parse(at)?;
        let above = if member.is_some() { 2 } else { 1 };
        if above > depth && text.is_some() {
            return Err(SessionError::TooDeep);
        }
        let text = text.map(|text| value(text, depth.saturating_sub(above))).transpose()?;
        self.find(&name, member.as_deref(), product)?;
        if let (Some(key), Some(member)) = (lookup(&name), &member) {
            // A member makes a record of a field without a value.
            let is_record = matches!(key.field().kind, Kind::Record(_) | Kind::Object);
            if !is_record && self.value(&name).is_none_or(|value| value.get(member).is_none()) {
                return Err(SessionError::NotARecord);
            }
        }
        let old = self.raw(&name);
        let new = match (&member, old.filter(|raw| *raw != "null"), text) {
            (None, _, text) => text.map(str::to_owned),
            (Some(_), None, None) => old.map(str::to_owned),
            (Some(member), record, text) => Some(with_member(record.unwrap_or("{}"), member, text)?),
        };
        let mut edited = self.clone();
        match edited.0.iter_mut().find(|(given, _)| *given == name) {
            Some((_, raw)) => *raw = new,
            None if new.is_some() => edited.0.push((name.into_owned(), new)),
            None => {}
        }
        edited.within_limit(context)
    }

    fn within_limit(self, context: &Context) -> Result<Fields, SessionError> {
        if self.text().len() > context.limits.text_bytes { Err(SessionError::TooLarge) } else { Ok(self) }
    }
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

/// Returns the members of a value if it is an object.
fn parts(text: &str) -> Option<Vec<Member<'_>>> {
    members(text).filter(|_| text.starts_with('{'))
}

/// Returns a record with another value of a member, or without one.
fn with_member(record: &str, member: &str, value: Option<&str>) -> Result<String, SessionError> {
    let mut members = parts(record).ok_or(SessionError::NotARecord)?;
    let place = members.iter().position(|(name, ..)| name == member);
    match (place.and_then(|at| members.get_mut(at)), value) {
        (Some((_, raw, _)), Some(value)) => *raw = value,
        (None, Some(value)) => members.push((member.into(), value, false)),
        (_, None) => members.retain(|(name, ..)| name != member),
    }
    Ok(object(members.iter().map(|(name, raw, _)| (&**name, *raw))))
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
