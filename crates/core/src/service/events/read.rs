//! Reads webhook events. The specification leaves the form of events open, so deviations are
//! reported as notes and do not reject an event of a known type.

use crate::context::Context;
use crate::messages::parts::EVENTS;
use crate::report::issue::Issue;
use crate::report::sink::IssueSink;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::tokens::{EventType, Label};
use crate::service::events::delivery::Delivery;
use crate::service::events::envelope::Envelope;
use crate::service::events::event::{Event, Teaser};
use crate::service::events::path;
use crate::service::events::table::{EventRow, MESSAGE_BYTES, PayloadField, PayloadKind};
use crate::service::events::time::Moment;
use crate::service::events::written;
use crate::text::json::document::{Document, Members};
use crate::text::json::pointer::Segment;
use serde::Serialize;
use serde::{Deserialize, Deserializer};

/// The result of reading an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EventReading {
    /// The event in its normal form, or `None` if it is not one of the seven events.
    pub event: Option<Delivery>,
    /// The type of the event, or `None` if it is not one of the seven events.
    #[serde(rename = "type")]
    pub event_type: Option<EventType>,
    /// Deviations from the specification. They are warnings, unless the text cannot be read at all.
    pub notes: Vec<Issue>,
}

/// Reads one webhook event.
///
/// ```
/// use casegate::{Code, Context};
/// use casegate::events::read_event;
/// use casegate::tokens::EventType;
/// # let context = Context::from_json(r#"{ "today": "2026-03-01" }"#)?;
///
/// let read = read_event(r#"{ "type": "case.action_required", "data": { "message": "Which car?" } }"#, &context);
/// assert_eq!(read.event_type, Some(EventType::ActionRequired));
/// assert_eq!((read.notes[0].code, read.notes[0].at.as_str()), (Code::EventMemberMissing, "/interaction_id"));
/// # Ok::<(), casegate::config::ContextError>(())
/// ```
pub fn read_event(text: &str, context: &Context) -> EventReading {
    match Document::input(text, context) {
        Ok(Document::Object(members)) => read_members(members, Notes::new(context, Vec::new())),
        Ok(_) => {
            let notes = vec![crate::report::input::unreadable(context, Code::NotAnObject, Params::default())];
            EventReading { event: None, event_type: None, notes }
        }
        Err(issue) => EventReading { event: None, event_type: None, notes: vec![*issue] },
    }
}

/// Reads an event that was already parsed.
pub(crate) fn read_members(members: Members, mut notes: Notes<'_>) -> EventReading {
    let event = read(members, &mut notes);
    EventReading { event_type: event.as_ref().map(|event| event.event.event_type()), event, notes: notes.finish() }
}

/// Collects the notes of one event, in the order of the payload table.
pub(crate) struct Notes<'h> {
    sink: IssueSink<'h>,
    /// The path of the event in the input.
    base: Vec<Segment>,
}

impl<'h> Notes<'h> {
    pub(crate) fn new(context: &'h Context, base: Vec<Segment>) -> Notes<'h> {
        Notes { sink: IssueSink::of_notes(context, &EVENTS), base }
    }
}

impl Notes<'_> {
    pub(crate) fn add(&mut self, code: Code, at: Vec<Segment>, params: Params, requirement_id: Option<&'static str>) {
        let at = self.base.iter().cloned().chain(at).collect();
        self.sink.push(code, at, params, requirement_id);
    }

    /// Adds notes that were created elsewhere.
    pub(crate) fn join(&mut self, notes: Vec<Issue>) {
        for note in notes {
            self.sink.absorb(note);
        }
    }

    /// Returns all notes. If the limit was exceeded, a final note reports that there are more.
    pub(crate) fn finish(self) -> Vec<Issue> {
        self.sink.finish().0
    }

    pub(crate) fn member(&mut self, code: Code, at: Vec<Segment>, name: &str, requirement_id: &'static str) {
        self.add(code, at, Params::default().with("member", Param::from(name)), Some(requirement_id));
    }
}

fn read(members: Members, notes: &mut Notes<'_>) -> Option<Delivery> {
    let mut envelope = Envelope::new(members);
    let Some((at, name)) = envelope.name() else {
        notes.add(Code::EventNameMissing, path(&["event"]), Params::default(), None);
        return None;
    };
    let Some(event_type) = EventType::from_name(&name) else {
        // Billing is outside the API, so an event about it gets its own message instead of the one
        // for new event types (rule 6).
        let about_money = ["invoice", "payment", "billing"].iter().any(|word| name.to_ascii_lowercase().contains(word));
        let code = if about_money { Code::BillingEvent } else { Code::EventUnknown };
        notes.add(code, path(&at), Params::default(), Some("EVT-list"));
        return None;
    };
    for (at, name) in envelope.unlike() {
        notes.add(Code::EventMemberKind, path(&at), Params::default().with("member", Param::from(name)), None);
    }
    let event_id = envelope.event_id();
    let case_id = envelope.case_id();
    let issue_key = envelope.issue_key();
    if let (EventType::Received, Some((at, _))) = (event_type, &issue_key) {
        notes.add(Code::IssueKeyTooEarly, path(at), Params::default(), Some("EVT-received-no-issue_key"));
    }
    let occurred_at = envelope.fired().and_then(|(at, value)| {
        if Moment::of(&value).is_none() {
            notes.add(Code::TimeNotComparable, path(&at), Params::default(), None);
        }
        written(&value)
    });
    let event = payload(event_type, &mut envelope, notes);
    let issue_key = issue_key.map(|(_, key)| key);
    Some(Delivery { event, event_id, case_id, issue_key, occurred_at, extra: envelope.rest() })
}

fn payload(event_type: EventType, envelope: &mut Envelope, notes: &mut Notes<'_>) -> Event {
    let fields = EventRow::of(event_type).map_or(&[][..], |row| row.payload);
    let mut texts = Vec::new();
    let mut teasers = Vec::new();
    for field in fields {
        for at in envelope.unlike_payload(field) {
            notes.member(Code::EventMemberKind, path(&at), field.name, field.requirement_id);
        }
        match field.kind {
            PayloadKind::Teasers => teasers = self::teasers(field, envelope, notes),
            _ => texts.push(text(field, envelope, notes)),
        }
    }
    let mut texts = texts.into_iter();
    let mut next = || texts.next().flatten();
    match event_type {
        EventType::Received => Event::Received,
        EventType::InProgress => Event::InProgress,
        EventType::FilesUpdated => Event::FilesUpdated { file_id: next(), label: next() },
        EventType::ActionRequired => Event::ActionRequired { message: next(), interaction_id: next() },
        EventType::AdditionalPoliciesFound => Event::AdditionalPoliciesFound { offer_id: next(), teasers },
        EventType::ResultsReady => Event::ResultsReady { results_url: next() },
        EventType::Closed => Event::Closed { reason: next() },
    }
}

/// Removes and returns a text member of the payload. Ids are strings, but a number is accepted too
/// and returned as its digits.
fn text(field: &PayloadField, envelope: &mut Envelope, notes: &mut Notes<'_>) -> Option<String> {
    let Some((at, value)) = envelope.take(field) else {
        notes.member(Code::EventMemberMissing, path(&[field.name]), field.name, field.requirement_id);
        return None;
    };
    let at = path(&at);
    let Some(text) = written(&value) else {
        envelope.put_back(field.name, value);
        return None;
    };
    if value.as_str().is_none() {
        notes.member(Code::EventMemberKind, at.clone(), field.name, field.requirement_id);
    }
    if text.trim().is_empty() {
        notes.member(Code::EventMemberMissing, at, field.name, field.requirement_id);
        envelope.put_back(field.name, value);
        return None;
    }
    if field.kind == PayloadKind::Message && text.len() > MESSAGE_BYTES {
        let limit = Params::default().with("limit", Param::from(MESSAGE_BYTES));
        notes.add(Code::MessageOverLimit, at.clone(), limit, Some("LIM-action-message"));
    }
    if field.kind == PayloadKind::Label && Label::from_name(&text).is_none() {
        notes.add(Code::EventLabelUnknown, at, Params::default(), Some("EP-create-labels-enum"));
    }
    Some(text)
}

/// Removes and returns the teasers from the first list that contains objects. Every other member
/// with one of the names is removed at any depth, because it may contain values that were not
/// bought.
fn teasers(field: &PayloadField, envelope: &mut Envelope, notes: &mut Notes<'_>) -> Vec<Teaser> {
    let is_unlike = !envelope.unlike_payload(field).is_empty();
    let taken = envelope.take_list(field.read_as);
    for at in envelope.purge(field.read_as) {
        notes.add(Code::UnboughtValue, at, Params::default(), Some("EVT-additional-redacted"));
    }
    let Some((at, list)) = taken else {
        if !is_unlike {
            notes.member(Code::EventMemberMissing, path(&[field.name]), field.name, field.requirement_id);
        }
        return Vec::new();
    };
    if list.is_empty() {
        notes.member(Code::EventMemberMissing, path(&at), field.name, field.requirement_id);
    }
    let read = |(position, entry): (usize, Document)| {
        let mut at = path(&at);
        at.push(Segment::Index(position));
        teaser(entry, at, field, notes)
    };
    list.into_iter().enumerate().filter_map(read).collect()
}

/// The members from which a teaser is read.
const TEASER: &[&str] = &["upgrade_id", "type", "price_usd"];

/// Other members of an offer that may be disclosed before it is accepted. Every other member may
/// contain a value that was not bought, as a researcher's notes do (D35).
const DISCLOSABLE: &[&str] = &["policy_type", "status", "offer_id"];

/// Returns `true` if a member of a found policy may be disclosed before it is bought.
pub(crate) fn is_disclosable(name: &str) -> bool {
    TEASER.contains(&name) || DISCLOSABLE.contains(&name)
}

/// Reads a teaser or an offered upgrade, and drops values that were not bought.
pub(crate) fn teaser(entry: Document, at: Vec<Segment>, field: &PayloadField, notes: &mut Notes<'_>) -> Option<Teaser> {
    let Document::Object(members) = entry else {
        notes.member(Code::EventMemberKind, at, field.name, field.requirement_id);
        return None;
    };
    let place = |name: &str| at.iter().cloned().chain([Segment::from(name)]).collect::<Vec<_>>();
    let mut teaser = Teaser { upgrade_id: None, policy_type: None, price_usd: None, extra: Members::default() };
    let mut extra = Vec::new();
    for (name, value) in members {
        match name.as_str() {
            "upgrade_id" if value.is_null() => {}
            "upgrade_id" => {
                teaser.upgrade_id = value.as_u64();
                if teaser.upgrade_id.is_none() {
                    notes.member(Code::EventMemberKind, place(&name), "upgrade_id", field.requirement_id);
                }
            }
            "type" => teaser.policy_type = teaser_text(&value, "type", place(&name), field, notes),
            "price_usd" => teaser.price_usd = teaser_text(&value, "price_usd", place(&name), field, notes),
            // Nested values may contain more than their field name suggests.
            other if DISCLOSABLE.contains(&other) && (value.is_null() || written(&value).is_some()) => {
                extra.push((name, value));
            }
            "notes" | "researcher_note" if value.is_null() => {}
            _ => notes.add(Code::UnboughtValue, place(&name), Params::default(), Some("EVT-additional-redacted")),
        }
    }
    teaser.extra = extra.into_iter().collect();
    if teaser.policy_type.is_none() {
        // Results use `policy_type` for the same member.
        teaser.policy_type = teaser.extra.remove("policy_type").and_then(|value| written(&value));
    }
    for (name, value) in [("type", &teaser.policy_type), ("price_usd", &teaser.price_usd)] {
        if value.is_none() {
            notes.member(Code::EventMemberMissing, place(name), name, field.requirement_id);
        }
    }
    Some(teaser)
}

fn teaser_text(
    value: &Document,
    name: &str,
    at: Vec<Segment>,
    field: &PayloadField,
    notes: &mut Notes<'_>,
) -> Option<String> {
    if value.as_str().is_none() && !value.is_null() {
        notes.member(Code::EventMemberKind, at, name, field.requirement_id);
    }
    written(value)
}

/// Reads an event like [`crate::service::events::read::read_event`], but without the notes.
impl<'de> Deserialize<'de> for Delivery {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Delivery, D::Error> {
        let raw = <&serde_json::value::RawValue>::deserialize(from)?;
        let read = crate::service::events::read::read_event(raw.get(), &crate::context::Context::without_today());
        read.event.ok_or_else(|| serde::de::Error::custom("this is none of the seven events"))
    }
}
