//! Where an event's name, its case and its time are looked for.
//!
//! The envelope of webhook events is not published. The names here are **ours**, except `issue_key`, which the
//! specification mentions. Each is looked for at the top level first, then inside `data` or `payload`. When the operator
//! publishes the envelope, this is the one place to change.

use super::written;
use crate::document::{Document, Members};
use crate::tokens::EventType;

/// The event's type.
const TYPE: &[&str] = &["event", "type", "event_type"];
/// What names one event, so that a repeated delivery is known as such; also `id`, where that is a text.
const EVENT_ID: Member = Member { names: &["event_id", "delivery_id"], is_usable: is_event_id };
/// The case's number; also `id`, where that is a number, as in case records.
const CASE_ID: Member = Member { names: &["case_id"], is_usable: is_case_id };
/// The case's reference.
const ISSUE_KEY: Member = Member { names: &["issue_key", "case_ref"], is_usable: is_told };
/// When it fired. Not `created_at`, which in case records is when the case was made.
const FIRED: Member = Member { names: &["occurred_at", "timestamp"], is_usable: |value| written(value).is_some() };
/// All of them but the type, in the order in which they are written.
const MEMBERS: &[Member] = &[EVENT_ID, CASE_ID, ISSUE_KEY, FIRED];
/// Records that may hold the payload.
const INNER: &[&str] = &["data", "payload"];

/// A member of the envelope.
struct Member {
    /// Where it is looked for; the first is how it is written.
    names: &'static [&'static str],
    is_usable: fn(&Document) -> bool,
}

/// A text that says something.
fn is_told(value: &Document) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty())
}

fn is_event_id(value: &Document) -> bool {
    is_told(value) || matches!(value, Document::Number(_))
}

fn is_case_id(value: &Document) -> bool {
    value.as_u64().is_some()
}

/// Nothing is said: as good as absent.
fn is_silent(value: &Document) -> bool {
    value.is_null() || value.as_str() == Some("")
}

/// An event whose members are taken out one by one; what is left is unknown to us.
pub(super) struct Envelope {
    outer: Members,
    inner: Option<(&'static str, Members)>,
}

impl Envelope {
    pub(super) fn new(mut outer: Members) -> Envelope {
        let is_record = |name: &&&'static str| outer.get(name).is_some_and(|value| value.as_object().is_some());
        let inner = INNER.iter().find(is_record).and_then(|name| match outer.remove(name) {
            Some(Document::Object(members)) => Some((*name, members)),
            _ => None,
        });
        Envelope { outer, inner }
    }

    /// Takes out the first of these members that is there, with the path to it; `null` is as good as absent.
    pub(super) fn take(&mut self, names: &[&'static str]) -> Option<(Vec<&'static str>, Document)> {
        let taken = self.take_if(names, |value| !value.is_null());
        if taken.is_none() {
            self.take_if(names, Document::is_null);
        }
        taken
    }

    fn take_if(
        &mut self,
        names: &[&'static str],
        wanted: impl Fn(&Document) -> bool,
    ) -> Option<(Vec<&'static str>, Document)> {
        let is_wanted = |members: &Members, name: &str| members.get(name).is_some_and(&wanted);
        if let Some(name) = names.iter().find(|name| is_wanted(&self.outer, name)) {
            return self.outer.remove(name).map(|value| (vec![*name], value));
        }
        let (inner, members) = self.inner.as_mut()?;
        let name = names.iter().find(|name| is_wanted(members, name))?;
        members.remove(name).map(|value| (vec![*inner, *name], value))
    }

    /// Takes out the first that can be used, to be written as `name`; what stood there changes places with it.
    fn take_as(
        &mut self,
        name: &str,
        names: &[&'static str],
        is_usable: impl Fn(&Document) -> bool,
    ) -> Option<(Vec<&'static str>, Document)> {
        let (path, value) = self.take_if(names, is_usable)?;
        if let Some(other) = self.outer.remove(name) {
            let (members, from) = match (path.as_slice(), &mut self.inner) {
                ([_, from], Some((_, inner))) => (inner, *from),
                _ => (&mut self.outer, path.last().copied().unwrap_or(name)),
            };
            members.insert(from, other);
        }
        Some((path, value))
    }

    fn take_member(&mut self, member: &Member) -> Option<(Vec<&'static str>, Document)> {
        self.take_as(member.names.first()?, member.names, member.is_usable)
    }

    /// Whether anything is said by one of these names.
    fn says(&self, names: &[&'static str]) -> bool {
        let inner = self.inner.as_ref().map(|(_, members)| members);
        let said =
            |members: &Members| names.iter().any(|name| members.get(name).is_some_and(|value| !is_silent(value)));
        said(&self.outer) || inner.is_some_and(said)
    }

    /// What is of another kind than it should be, so that it stays where it is.
    pub(super) fn unlike(&self) -> Vec<Vec<&'static str>> {
        let inner = self.inner.as_ref().map(|(name, members)| (Some(*name), members));
        let places = || [(None, &self.outer)].into_iter().chain(inner);
        let mut found = Vec::new();
        for member in MEMBERS {
            for (place, members) in places() {
                let is_unlike = |value: &Document| !is_silent(value) && !(member.is_usable)(value);
                let names = member.names.iter().filter(|name| members.get(name).is_some_and(is_unlike));
                found.extend(names.map(|name| place.into_iter().chain([*name]).collect()));
            }
        }
        found
    }

    /// The type: a name that is known, else the first text.
    pub(super) fn name(&mut self) -> Option<(Vec<&'static str>, String)> {
        let is_known = |value: &Document| value.as_str().and_then(EventType::from_name).is_some();
        let is_text = |value: &Document| value.as_str().is_some();
        let taken = self.take_as("event", TYPE, is_known).or_else(|| self.take_as("event", TYPE, is_text));
        let Some((path, Document::Text(name))) = taken else { return None };
        Some((path, name))
    }

    pub(super) fn event_id(&mut self) -> Option<String> {
        let taken = self.take_member(&EVENT_ID).or_else(|| self.take_as("event_id", &["id"], is_told));
        taken.and_then(|(_, value)| written(&value))
    }

    pub(super) fn case_id(&mut self) -> Option<u64> {
        let taken = self.take_member(&CASE_ID).or_else(|| {
            // A text would change places with `id`, where it would name the event.
            let is_free = !self.says(CASE_ID.names);
            is_free.then(|| self.take_as("case_id", &["id"], is_case_id)).flatten()
        });
        taken.and_then(|(_, value)| value.as_u64())
    }

    pub(super) fn issue_key(&mut self) -> Option<(Vec<&'static str>, String)> {
        let (path, value) = self.take_member(&ISSUE_KEY)?;
        Some((path, written(&value)?))
    }

    pub(super) fn fired(&mut self) -> Option<(Vec<&'static str>, Document)> {
        self.take_member(&FIRED)
    }

    /// Puts back what cannot be used.
    pub(super) fn keep(&mut self, name: &str, value: Document) {
        self.outer.insert(name, value);
    }

    /// What nobody took.
    pub(super) fn rest(self) -> Members {
        let mut rest = self.outer;
        if let Some((name, members)) = self.inner.filter(|(_, members)| !members.is_empty()) {
            rest.insert(name, Document::Object(members));
        }
        rest
    }
}
