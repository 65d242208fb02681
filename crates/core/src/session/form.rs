//! The payload of a session: the text of each field's value, in the order in which the fields came.

use super::SessionError;
use crate::fields::names::{Key, lookup};
use crate::json::{Fault, Scanner, Start};
use crate::prepare::members;
use crate::write;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A field, or a member of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stand<'p> {
    Field,
    Member(&'p str),
}

#[derive(Debug, Clone)]
struct Entry {
    /// The name as JSON text.
    name: String,
    /// The value's text; a field that was cleared keeps its place.
    raw: Option<String>,
}

/// A payload in parts.
#[derive(Debug, Clone)]
pub(super) struct Form {
    entries: Vec<Entry>,
    /// Where the catalogue's fields stand among them.
    known: [Option<u32>; Key::COUNT],
    /// Where the others do.
    places: BTreeMap<String, usize>,
    /// How long the parts are together, each with a colon and a comma.
    bytes: usize,
}

impl Form {
    /// Takes a payload apart; of a key that came again the last value counts.
    pub(super) fn open(payload: &str) -> Option<Form> {
        let mut form = Form { entries: Vec::new(), known: [None; Key::COUNT], places: BTreeMap::new(), bytes: 0 };
        for (name, raw, _) in members(payload)? {
            form.put(&name, Some(raw.to_owned()));
        }
        Some(form)
    }

    /// The payload's text.
    pub(super) fn text(&self) -> String {
        let mut text = String::with_capacity(self.bytes + 2);
        for Entry { name, raw } in &self.entries {
            if let Some(raw) = raw {
                text.push(if text.is_empty() { '{' } else { ',' });
                text.push_str(name);
                text.push(':');
                text.push_str(raw);
            }
        }
        if text.is_empty() {
            text.push('{');
        }
        text.push('}');
        text
    }

    /// How long the text is.
    pub(super) fn bytes(&self) -> usize {
        // Braces come to the parts, and the last comma goes.
        2 + self.bytes.saturating_sub(1)
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.entries.get(self.place(name)?)?.raw.as_deref()
    }

    fn place(&self, name: &str) -> Option<usize> {
        match lookup(name) {
            Some(key) => self.known.get(key.slot()).copied().flatten().map(|at| at as usize),
            None => self.places.get(name).copied(),
        }
    }

    /// Sets a field's text, or clears it, and answers with what was there.
    pub(super) fn put(&mut self, name: &str, raw: Option<String>) -> Option<String> {
        let at = if let Some(at) = self.place(name) {
            at
        } else {
            let mut quoted = String::with_capacity(name.len() + 2);
            write::string(&mut quoted, name);
            let at = self.entries.len();
            self.entries.push(Entry { name: quoted, raw: None });
            if let Some(place) = lookup(name).and_then(|key| self.known.get_mut(key.slot())) {
                *place = u32::try_from(at).ok();
            } else {
                self.places.insert(name.to_owned(), at);
            }
            at
        };
        let entry = self.entries.get_mut(at)?;
        let length = |raw: &Option<String>| raw.as_ref().map_or(0, |raw| entry.name.len() + raw.len() + 2);
        self.bytes = self.bytes + length(&raw) - length(&entry.raw);
        std::mem::replace(&mut entry.raw, raw)
    }

    /// The text of a field once a member of it is set or cleared; `None` for no field at all.
    pub(super) fn with(
        &self,
        name: &str,
        stand: Stand<'_>,
        value: Option<&str>,
    ) -> Result<Option<String>, SessionError> {
        let Stand::Member(member) = stand else { return Ok(value.map(str::to_owned)) };
        let record = match self.get(name) {
            None | Some("null") if value.is_none() => return Ok(self.get(name).map(str::to_owned)),
            None | Some("null") => "{}",
            Some(record) if record.starts_with('{') => record,
            Some(_) => return Err(SessionError::NotARecord),
        };
        let mut parts = members(record).ok_or(SessionError::NotARecord)?;
        match (parts.iter().position(|(name, ..)| name == member), value) {
            (Some(at), Some(value)) => {
                if let Some(part) = parts.get_mut(at) {
                    part.1 = value;
                }
            }
            (Some(at), None) => {
                parts.remove(at);
            }
            (None, Some(value)) => parts.push((member.into(), value, false)),
            (None, None) => {}
        }
        let mut text = String::with_capacity(record.len() + value.map_or(0, str::len) + member.len() + 4);
        for (name, raw, _) in parts {
            text.push(if text.is_empty() { '{' } else { ',' });
            write::string(&mut text, &name);
            text.push(':');
            text.push_str(raw);
        }
        if text.is_empty() {
            text.push('{');
        }
        text.push('}');
        Ok(Some(text))
    }
}

/// The text of a value without the space around it, if it is one that a payload can hold at this depth.
pub(super) fn value(text: &str, depth: usize) -> Result<&str, SessionError> {
    let mut scanner = Scanner::new(text, depth);
    let read = scanner.start().and_then(|start| match start {
        Start::Object if depth == 0 => Err(Fault::TooDeep),
        _ => scanner.skip(),
    });
    match read.and_then(|()| scanner.end()) {
        Ok(()) => Ok(text.trim_ascii()),
        Err(Fault::TooDeep) => Err(SessionError::TooDeep),
        Err(Fault::LoneSurrogate | Fault::Syntax) => Err(SessionError::NotAValue),
    }
}

/// The field and the member that a pointer names.
pub(super) fn parse(at: &str) -> Result<(Cow<'_, str>, Option<Cow<'_, str>>), SessionError> {
    let mut parts = at.strip_prefix('/').ok_or(SessionError::NoSuchPlace)?.split('/').map(unescaped);
    let name = parts.next().ok_or(SessionError::NoSuchPlace)?;
    let member = parts.next();
    if parts.next().is_some() { Err(SessionError::NoSuchPlace) } else { Ok((name, member)) }
}

fn unescaped(segment: &str) -> Cow<'_, str> {
    if segment.contains('~') { segment.replace("~1", "/").replace("~0", "~").into() } else { segment.into() }
}
