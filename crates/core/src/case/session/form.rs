//! The payload of a session: the text of each field's value, in the order in which the fields first
//! occurred.

use crate::case::prepare::members;
use crate::case::session::error::SessionError;
use crate::rulebook::fields::names::{FieldId, lookup};
use crate::text::dedup::in_order;
use crate::text::json::error::JsonErrorKind;
use crate::text::json::pointer::unescaped;
use crate::text::json::scanner::{Scanner, Start};
use crate::text::json::writer;
use std::borrow::Cow;

/// A payload in parts.
#[derive(Debug, Clone)]
pub(crate) struct EditablePayload {
    entries: Vec<Entry>,
    /// The positions of the catalogue's fields.
    known: [Option<u32>; FieldId::COUNT],
    /// The positions of other fields, in the order of their names.
    places: Vec<usize>,
    /// The total length of the entries, each with a comma.
    bytes: usize,
    /// The greatest length of the text.
    most: usize,
}

#[derive(Debug, Clone)]
struct Entry {
    /// The name as JSON text.
    name: String,
    /// The value; a cleared field keeps its position.
    value: Option<Written>,
}

/// The text of a value.
#[derive(Debug, Clone)]
enum Written {
    Whole(String),
    /// A record that is edited by members.
    Record(Vec<Member>),
}

/// A member of a record.
#[derive(Debug, Clone)]
struct Member {
    name: String,
    /// The name as JSON text.
    quoted: String,
    /// The text of the value.
    raw: String,
}

/// The name of a field with its id, looked up once.
#[derive(Clone, Copy)]
pub(crate) struct Name<'n> {
    pub(crate) name: &'n str,
    /// `None` for unknown fields.
    pub(crate) key: Option<FieldId>,
}

impl Name<'_> {
    pub(crate) fn of(name: &str) -> Name<'_> {
        Name { name, key: lookup(name) }
    }
}

impl EditablePayload {
    /// Splits a payload into its fields. The last value of a repeated key counts.
    pub(crate) fn open(payload: &str, most: usize) -> Result<EditablePayload, SessionError> {
        let known = [None; FieldId::COUNT];
        let mut form = EditablePayload { entries: Vec::new(), known, places: Vec::new(), bytes: 0, most };
        let mut others = Vec::new();
        for (name, raw, _) in members(payload).ok_or(SessionError::NotAnObject)? {
            let name = Name::of(&name);
            if name.key.is_none() {
                others.push(form.entries.len());
            }
            form.add(name, raw)?;
        }
        // Sorted at once: a payload may have any number of unknown fields.
        let name = |at: usize| others.get(at).map_or("", |place| form.name(*place));
        let sorted = in_order(others.len(), &|one, other| name(one) < name(other));
        form.places = sorted.into_iter().filter_map(|at| others.get(at).copied()).collect();
        // The braces alone may exceed the limit.
        fitting(form.bytes, 0, 0, most)?;
        Ok(form)
    }

    /// Returns the payload's text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::with_capacity(braced(self.bytes));
        let given = self.entries.iter().filter_map(|entry| Some((&*entry.name, entry.value.as_ref()?)));
        write_object(&mut text, given, |text, value| value.write(text));
        text
    }

    /// Returns the text of a field's value.
    pub(crate) fn get(&self, name: Name<'_>) -> Option<Cow<'_, str>> {
        let value = self.entries.get(self.place(name)?)?.value.as_ref()?;
        if let Written::Whole(text) = value {
            return Some(text.into());
        }
        let mut text = String::with_capacity(value.bytes());
        value.write(&mut text);
        Some(text.into())
    }

    fn place(&self, name: Name<'_>) -> Option<usize> {
        match name.key {
            Some(key) => self.known.get(key.slot()).copied().flatten().map(|at| at as usize),
            None => self.places.get(self.found(&quoted(name.name)).ok()?).copied(),
        }
    }

    /// Returns the name of an entry as JSON text.
    fn name(&self, place: usize) -> &str {
        self.entries.get(place).map_or("", |entry| &entry.name)
    }

    /// Finds a name among those of other fields.
    fn found(&self, name: &str) -> Result<usize, usize> {
        self.places.binary_search_by(|place| self.name(*place).cmp(name))
    }

    /// Sets or clears the text of a field. A payload that would be too long stays unchanged.
    pub(crate) fn put(&mut self, name: Name<'_>, raw: Option<&str>) -> Result<(), SessionError> {
        let place = self.place(name);
        let Some(entry) = place.and_then(|at| self.entries.get_mut(at)) else {
            let Some(raw) = raw else { return Ok(()) };
            let at = self.add(name, raw)?;
            if let (None, Err(before)) = (name.key, self.found(self.name(at))) {
                self.places.insert(before, at);
            }
            return Ok(());
        };
        let new = raw.map_or(0, |raw| bytes(&entry.name, raw.len()));
        self.bytes = fitting(self.bytes, entry.bytes(), new, self.most)?;
        entry.value = raw.map(|raw| Written::Whole(raw.to_owned()));
        Ok(())
    }

    /// Adds a field, and returns its position.
    fn add(&mut self, name: Name<'_>, raw: &str) -> Result<usize, SessionError> {
        let entry = Entry { name: quoted(name.name), value: Some(Written::Whole(raw.to_owned())) };
        self.bytes = fitting(self.bytes, 0, entry.bytes(), self.most)?;
        let at = self.entries.len();
        if let Some(place) = name.key.and_then(|key| self.known.get_mut(key.slot())) {
            *place = u32::try_from(at).ok();
        }
        self.entries.push(entry);
        Ok(at)
    }

    /// Sets or clears the text of a record's member. A record starts where nothing or `null` was
    /// given.
    pub(crate) fn put_member(&mut self, name: Name<'_>, member: &str, raw: Option<&str>) -> Result<(), SessionError> {
        let place = self.place(name);
        let entry = place.and_then(|at| self.entries.get_mut(at)).filter(|entry| entry.is_given());
        let Some(entry) = entry else {
            let Some(raw) = raw else { return Ok(()) };
            let mut record = String::new();
            write_object(&mut record, [(&*quoted(member), raw)].into_iter(), String::push_str);
            return self.put(name, Some(&record));
        };
        let before = entry.bytes();
        let mut taken_apart = None;
        let members = match &mut entry.value {
            Some(Written::Record(members)) => members,
            Some(Written::Whole(text)) => taken_apart.insert(apart(text).ok_or(SessionError::NotARecord)?),
            None => return Ok(()),
        };
        let at = members.iter().position(|given| given.name == member);
        let added = raw.filter(|_| at.is_none()).map(|raw| Member::new(member, raw));
        let given = at.and_then(|at| members.get(at));
        let new = match (given, raw) {
            (Some(given), Some(raw)) => given.bytes() - given.raw.len() + raw.len(),
            _ => added.as_ref().map_or(0, Member::bytes),
        };
        let record = braced(joined(members) - given.map_or(0, Member::bytes) + new);
        self.bytes = fitting(self.bytes, before, bytes(&entry.name, record), self.most)?;
        match (at, raw) {
            (Some(at), Some(raw)) => {
                if let Some(given) = members.get_mut(at) {
                    // Assigning to the old string would keep its greatest capacity.
                    given.raw = String::from(raw);
                }
            }
            (Some(at), None) => {
                members.remove(at);
            }
            (None, _) => members.extend(added),
        }
        if let Some(members) = taken_apart {
            entry.value = Some(Written::Record(members));
        }
        Ok(())
    }
}

impl Entry {
    /// Returns `true` if the value is present and not `null`.
    fn is_given(&self) -> bool {
        match &self.value {
            None => false,
            Some(Written::Whole(text)) => text != "null",
            Some(Written::Record(_)) => true,
        }
    }

    /// Returns the length in a payload, with a comma.
    fn bytes(&self) -> usize {
        self.value.as_ref().map_or(0, |value| bytes(&self.name, value.bytes()))
    }
}

impl Member {
    fn new(name: &str, raw: &str) -> Member {
        Member { name: name.to_owned(), quoted: quoted(name), raw: raw.to_owned() }
    }

    /// Returns the length in a record, with a comma.
    fn bytes(&self) -> usize {
        bytes(&self.quoted, self.raw.len())
    }
}

impl Written {
    fn bytes(&self) -> usize {
        match self {
            Written::Whole(text) => text.len(),
            Written::Record(members) => braced(joined(members)),
        }
    }

    fn write(&self, out: &mut String) {
        match self {
            Written::Whole(text) => out.push_str(text),
            Written::Record(members) => {
                let members = members.iter().map(|member| (&*member.quoted, &*member.raw));
                write_object(out, members, String::push_str);
            }
        }
    }
}

/// Splits a record into its members.
fn apart(record: &str) -> Option<Vec<Member>> {
    let is_record = record.starts_with('{');
    let members = members(record).filter(|_| is_record)?;
    Some(members.into_iter().map(|(name, raw, _)| Member::new(&name, raw)).collect())
}

fn quoted(name: &str) -> String {
    let mut quoted = String::with_capacity(name.len() + 2);
    writer::string(&mut quoted, name);
    quoted
}

fn write_object<'n, V>(out: &mut String, members: impl Iterator<Item = (&'n str, V)>, value: impl Fn(&mut String, V)) {
    out.push('{');
    for (at, (name, member)) in members.enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push_str(name);
        out.push(':');
        value(out, member);
    }
    out.push('}');
}

/// Returns the length of an entry with a comma.
fn bytes(name: &str, value: usize) -> usize {
    name.len() + value + 2
}

/// Returns the total length of members, each with a comma.
fn joined(members: &[Member]) -> usize {
    members.iter().map(Member::bytes).sum()
}

/// Returns the length of an object: its parts and the braces, without the last comma.
fn braced(parts: usize) -> usize {
    2 + parts.saturating_sub(1)
}

/// Returns the total length after one part changes its length.
fn fitting(all: usize, old: usize, new: usize, most: usize) -> Result<usize, SessionError> {
    let parts = all - old + new;
    if braced(parts) > most { Err(SessionError::TooLarge) } else { Ok(parts) }
}

/// Returns the text of a value without surrounding white space, if a payload can contain it at this
/// depth.
pub(crate) fn value(text: &str, depth: usize) -> Result<&str, SessionError> {
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

/// Splits a pointer into a field and a member.
pub(crate) fn parse(at: &str) -> Result<(Cow<'_, str>, Option<Cow<'_, str>>), SessionError> {
    let path = at.strip_prefix('/').ok_or(SessionError::NoSuchPlace)?;
    let (name, member) = path.split_once('/').map_or((path, None), |(name, member)| (name, Some(member)));
    if member.is_some_and(|member| member.contains('/')) {
        return Err(SessionError::NoSuchPlace);
    }
    Ok((unescaped(name), member.map(unescaped)))
}
