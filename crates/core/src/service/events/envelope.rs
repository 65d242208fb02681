//! Finds an event's type, case and time in the envelope of a webhook.
//!
//! The envelope is not published. All names here are **casegate's own choice** except `issue_key`,
//! which the specification mentions. Each name is looked up at the top level first, then inside
//! `data` and `payload`. When the operator publishes the envelope, only this module has to change.

use crate::rulebook::tokens::EventType;
use crate::service::events::table::{PayloadField, PayloadKind};
use crate::service::events::written;
use crate::text::json::document::{Document, Members};
use crate::text::json::pointer::Segment;

/// The event's type.
const TYPE: &[&str] = &["event", "type", "event_type"];
/// The id of an event, which identifies repeated deliveries.
const EVENT_ID: Member = Member {
    name: "event_id",
    read_as: &["event_id", "delivery_id"],
    is_usable: is_text_or_number,
    of_id: Some(says_something),
    is_text: true,
};
/// The case's number. A numeric `id` is read as the case's number, as in case records.
const CASE_ID: Member =
    Member { name: "case_id", read_as: &["case_id"], is_usable: is_whole, of_id: Some(is_whole), is_text: false };
/// The case's reference.
const ISSUE_KEY: Member = Member {
    name: "issue_key",
    read_as: &["issue_key", "case_ref"],
    is_usable: says_something,
    of_id: None,
    is_text: true,
};
/// The time at which the event fired. `created_at` is not read, because in case records it is the
/// time at which the case was created.
const FIRED: Member = Member {
    name: "occurred_at",
    read_as: &["occurred_at", "timestamp"],
    is_usable: is_text_or_number,
    of_id: None,
    is_text: true,
};
const MEMBERS: &[Member] = &[EVENT_ID, CASE_ID, ISSUE_KEY, FIRED];
/// The names of nested objects that may contain the payload.
const INNER: &[&str] = &["data", "payload"];

/// A member of the envelope other than the type.
struct Member {
    /// The name that casegate writes.
    name: &'static str,
    /// The names that are accepted when reading, in order of precedence.
    read_as: &'static [&'static str],
    /// Returns `true` for values that the member is read from.
    is_usable: fn(&Document) -> bool,
    /// Returns `true` for values of `id` that the member is read from. `id` is used only if every
    /// name in `read_as` is absent or blank.
    of_id: Option<fn(&Document) -> bool>,
    /// `true` if a blank string is of the expected type, although it counts as absent.
    is_text: bool,
}

fn says_something(value: &Document) -> bool {
    value.as_str().is_some() && !is_blank(value)
}

fn is_text_or_number(value: &Document) -> bool {
    says_something(value) || matches!(value, Document::Number(_))
}

fn is_whole(value: &Document) -> bool {
    value.as_u64().is_some()
}

/// Returns `true` if the value counts as absent (D1).
fn is_blank(value: &Document) -> bool {
    value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty())
}

/// The path at which a member was found.
pub(crate) type Path = Vec<&'static str>;

/// An event whose members are removed one by one. The remaining members are unknown to casegate.
pub(crate) struct Envelope {
    outer: Members,
    inner: Vec<(&'static str, Members)>,
}

impl Envelope {
    pub(crate) fn new(mut outer: Members) -> Envelope {
        let mut inner = Vec::new();
        for name in INNER {
            if !matches!(outer.get(name), Some(Document::Object(_))) {
                continue;
            }
            if let Some(Document::Object(members)) = outer.remove(name) {
                inner.push((*name, members));
            }
        }
        Envelope { outer, inner }
    }

    /// The objects that are searched, in order. The name is `None` for the top level.
    fn places(&self) -> impl Iterator<Item = (Option<&'static str>, &Members)> {
        let inner = self.inner.iter().map(|(name, members)| (Some(*name), members));
        std::iter::once((None, &self.outer)).chain(inner)
    }

    fn members(&mut self, place: Option<&str>) -> &mut Members {
        let inner = self.inner.iter_mut().find(|(name, _)| Some(*name) == place);
        inner.map_or(&mut self.outer, |(_, members)| members)
    }

    /// Finds the first of these names with a wanted value. Returns the name and the object that
    /// contains it.
    fn find(
        &self,
        names: &[&'static str],
        is_wanted: impl Fn(&Document) -> bool,
    ) -> Option<(Option<&'static str>, &'static str)> {
        self.places().find_map(|(place, members)| {
            let name = names.iter().find(|name| members.get(name).is_some_and(&is_wanted))?;
            Some((place, *name))
        })
    }

    /// Removes the first wanted value, which will be written as `name`. If the top level already
    /// has another value under `name`, that value moves to where the wanted one was.
    fn take_as(
        &mut self,
        name: &str,
        names: &[&'static str],
        is_wanted: impl Fn(&Document) -> bool,
    ) -> Option<(Path, Document)> {
        let (place, from) = self.find(names, is_wanted)?;
        let value = self.members(place).remove(from)?;
        if let Some(other) = self.outer.remove(name) {
            self.members(place).insert(from, other);
        }
        Some((place.into_iter().chain([from]).collect(), value))
    }

    fn take_member(&mut self, member: &Member) -> Option<(Path, Document)> {
        let Member { name, read_as, is_usable, .. } = *member;
        self.take_as(name, read_as, is_usable).or_else(|| {
            let is_free = self.find(read_as, |value| !is_blank(value)).is_none();
            member.of_id.filter(|_| is_free).and_then(|of_id| self.take_as(name, &["id"], of_id))
        })
    }

    /// Returns the paths of envelope members that have the wrong type, each with the name that
    /// casegate writes.
    pub(crate) fn unlike(&self) -> Vec<(Path, &'static str)> {
        let of = |Member { name, read_as, is_usable, is_text, .. }: &'static Member| {
            let is_of_kind = |value: &Document| value.is_null() || is_usable(value) || *is_text && is_blank(value);
            self.paths(read_as, move |value| !is_of_kind(value)).map(|path| (path, *name))
        };
        MEMBERS.iter().flat_map(of).collect()
    }

    /// Returns the paths at which a payload member has the wrong type.
    pub(crate) fn unlike_payload(&self, field: &PayloadField) -> Vec<Path> {
        let is_of_kind = |value: &Document| match field.kind {
            PayloadKind::Teasers => value.as_list().is_some(),
            _ => written(value).is_some(),
        };
        self.paths(field.read_as, |value| !is_blank(value) && !is_of_kind(value)).collect()
    }

    /// Returns the paths of all wanted values under these names.
    fn paths(
        &self,
        names: &'static [&'static str],
        is_wanted: impl Fn(&Document) -> bool,
    ) -> impl Iterator<Item = Path> {
        let mut found = Vec::new();
        for (place, members) in self.places() {
            let wanted = names.iter().filter(|name| members.get(name).is_some_and(&is_wanted));
            found.extend(wanted.map(|name| place.into_iter().chain([*name]).collect()));
        }
        found.into_iter()
    }

    /// Removes and returns the event's type: the first known type, or else the first string.
    pub(crate) fn name(&mut self) -> Option<(Path, String)> {
        let is_known = |value: &Document| value.as_str().and_then(EventType::from_name).is_some();
        let is_text = |value: &Document| value.as_str().is_some();
        let taken = self.take_as("event", TYPE, is_known).or_else(|| self.take_as("event", TYPE, is_text));
        let Some((path, Document::Text(name))) = taken else { return None };
        Some((path, name))
    }

    pub(crate) fn event_id(&mut self) -> Option<String> {
        self.take_member(&EVENT_ID).and_then(|(_, value)| written(&value))
    }

    pub(crate) fn case_id(&mut self) -> Option<u64> {
        self.take_member(&CASE_ID).and_then(|(_, value)| value.as_u64())
    }

    pub(crate) fn issue_key(&mut self) -> Option<(Path, String)> {
        let (path, value) = self.take_member(&ISSUE_KEY)?;
        Some((path, written(&value)?))
    }

    pub(crate) fn fired(&mut self) -> Option<(Path, Document)> {
        self.take_member(&FIRED)
    }

    /// Removes and returns a payload member. The first nonblank string or number is preferred, then
    /// a value of another type, then a blank string. `null` is removed and counts as absent.
    pub(crate) fn take(&mut self, field: &PayloadField) -> Option<(Path, Document)> {
        let mut take = |is_wanted: fn(&Document) -> bool| self.take_as(field.name, field.read_as, is_wanted);
        let taken = take(is_text_or_number).or_else(|| take(|value| !is_blank(value)));
        let taken = taken.or_else(|| take(|value| !value.is_null()));
        if taken.is_none() {
            take(Document::is_null);
        }
        taken
    }

    /// Removes and returns the first list that contains an object, or else the first list.
    pub(crate) fn take_list(&mut self, names: &[&'static str]) -> Option<(Path, Vec<Document>)> {
        let holds_records = |list: &[Document]| list.iter().any(|entry| entry.as_object().is_some());
        let found = self.find(names, |value| value.as_list().is_some_and(holds_records));
        let (place, name) = found.or_else(|| self.find(names, |value| value.as_list().is_some()))?;
        match self.members(place).remove(name)? {
            Document::List(list) => Some((place.into_iter().chain([name]).collect(), list)),
            _ => None,
        }
    }

    /// Removes every member with one of these names at any depth. Returns the paths of those that
    /// were not blank or empty.
    pub(crate) fn purge(&mut self, names: &[&str]) -> Vec<Vec<Segment>> {
        let mut found = Vec::new();
        self.outer = purged(std::mem::take(&mut self.outer), names, &mut Vec::new(), &mut found);
        for (place, members) in &mut self.inner {
            *members = purged(std::mem::take(members), names, &mut vec![Segment::from(*place)], &mut found);
        }
        found
    }

    /// Puts back a value that cannot be used.
    pub(crate) fn put_back(&mut self, name: &str, value: Document) {
        self.outer.insert(name, value);
    }

    /// Returns the members that were not removed.
    pub(crate) fn rest(self) -> Members {
        let mut rest = self.outer;
        for (name, members) in self.inner.into_iter().filter(|(_, members)| !members.is_empty()) {
            rest.insert(name, Document::Object(members));
        }
        rest
    }
}

/// Returns the members except those with one of these names. `at` is the path of `members`. The
/// paths of removed members that were not blank or empty are added to `found`.
fn purged(members: Members, names: &[&str], at: &mut Vec<Segment>, found: &mut Vec<Vec<Segment>>) -> Members {
    let each = |(name, value): (String, Document)| {
        at.push(Segment::from(name.as_str()));
        let is_left = !names.contains(&name.as_str());
        if !is_left && !is_blank(&value) && value.as_list().is_none_or(|list| !list.is_empty()) {
            found.push(at.clone());
        }
        let left = is_left.then(|| (name, purged_value(value, names, at, found)));
        at.pop();
        left
    };
    members.into_iter().filter_map(each).collect()
}

fn purged_value(value: Document, names: &[&str], at: &mut Vec<Segment>, found: &mut Vec<Vec<Segment>>) -> Document {
    match value {
        Document::Object(members) => Document::Object(purged(members, names, at, found)),
        Document::List(list) => {
            let each = |(position, entry)| {
                at.push(Segment::Index(position));
                let entry = purged_value(entry, names, at, found);
                at.pop();
                entry
            };
            Document::List(list.into_iter().enumerate().map(each).collect())
        }
        scalar => scalar,
    }
}
