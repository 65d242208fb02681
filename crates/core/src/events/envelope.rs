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
const EVENT_ID: &[&str] = &["event_id", "delivery_id"];
/// The case's number; also `id`, where that is a number, as in case records.
const CASE_ID: &[&str] = &["case_id"];
/// The case's reference.
pub(super) const ISSUE_KEY: &[&str] = &["issue_key", "case_ref"];
/// When it fired. Not `created_at`, which in case records is when the case was made.
const FIRED: &[&str] = &["occurred_at", "timestamp"];
/// Records that may hold the payload.
const INNER: &[&str] = &["data", "payload"];

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

    /// The type: a name that is known, else the first text.
    pub(super) fn name(&mut self) -> Option<(Vec<&'static str>, String)> {
        let is_known = |value: &Document| value.as_str().and_then(EventType::from_name).is_some();
        let is_text = |value: &Document| value.as_str().is_some();
        let taken = self.take_if(TYPE, is_known).or_else(|| self.take_if(TYPE, is_text));
        let Some((path, Document::Text(name))) = taken else { return None };
        // The type is written as `event`; what stood there changes places with it.
        if let (Some(other), [from]) = (self.outer.remove("event"), path.as_slice()) {
            self.outer.insert(*from, other);
        }
        Some((path, name))
    }

    pub(super) fn event_id(&mut self) -> Option<String> {
        let is_text = |value: &Document| value.as_str().is_some_and(|text| !text.is_empty());
        let is_id = |value: &Document| is_text(value) || matches!(value, Document::Number(_));
        let taken = self.take_if(EVENT_ID, is_id).or_else(|| self.take_if(&["id"], is_text));
        taken.and_then(|(_, value)| written(&value))
    }

    pub(super) fn case_id(&mut self) -> Option<u64> {
        let is_number = |value: &Document| value.as_u64().is_some();
        let taken = self.take_if(CASE_ID, is_number).or_else(|| self.take_if(&["id"], is_number));
        taken.and_then(|(_, value)| value.as_u64())
    }

    pub(super) fn issue_key(&mut self) -> Option<(Vec<&'static str>, String)> {
        let is_text = |value: &Document| value.as_str().is_some_and(|text| !text.is_empty());
        let (path, value) = self.take_if(ISSUE_KEY, is_text)?;
        Some((path, written(&value)?))
    }

    pub(super) fn fired(&mut self) -> Option<(Vec<&'static str>, Document)> {
        self.take_if(FIRED, |value| written(value).is_some())
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
