//! Reads records, and reports deviations from the documentation as notes.

use crate::context::Context;
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::common::COMMON;
use crate::rulebook::fields::policy_existence::POLICY_EXISTENCE;
use crate::rulebook::fields::policy_limit::POLICY_LIMIT;
use crate::rulebook::fields::{Field, Kind};
use crate::rulebook::params::Params;
use crate::rulebook::tokens::{CancellationReason, State};
use crate::service::record_schema::notes::{Notes, words_of};
use crate::service::record_schema::{Member, Presence, Shape, ValueType};
use crate::service::records::table::{CANCELLATION_BLOCK, CASE_LIST_ITEM, ELIGIBILITY, Fee, Record, nested_id};
use crate::text::json::document::{Document, Members};
use crate::text::usd::Usd;
use serde::Serialize;

/// A record that was read. No part of it is lost or rejected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReadRecord {
    /// The record type that was read, or `None` if the name is not one of [`Record`].
    pub record: Option<Record>,
    /// The record, unchanged.
    pub value: Document,
    /// Deviations from the documentation. Their paths are relative to the record.
    pub notes: Vec<Issue>,
}

/// Reads a record that the service returned.
///
/// ```
/// use casegate::{Date, Context};
/// use casegate::records::{Record, read_record};
///
/// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let read = read_record(Record::CancelError, r#"{ "error": "not_cancellable" }"#, &context);
/// assert_eq!(read.notes.len(), 1);
/// assert_eq!((read.notes[0].code.name(), read.notes[0].at.as_str()), ("member_missing", "/detail"));
/// # Ok::<(), &str>(())
/// ```
pub fn read_record(record: Record, text: &str, context: &Context) -> ReadRecord {
    match Document::input(text, context) {
        Ok(value) => of_document(record, value, context),
        Err(issue) => ReadRecord { record: Some(record), value: Document::Null, notes: vec![*issue] },
    }
}

/// Reads the record in an input of the form `{"record","value"}`.
pub(crate) fn of_input(text: &str, context: &Context) -> ReadRecord {
    let document = match Document::input(text, context) {
        Ok(document) => document,
        Err(issue) => return ReadRecord { record: None, value: Document::Null, notes: vec![*issue] },
    };
    let name = document.get("record").and_then(Document::as_str).and_then(Record::from_name);
    let value = match document {
        Document::Object(mut members) => members.remove("value").unwrap_or(Document::Null),
        _ => Document::Null,
    };
    if let Some(record) = name {
        return of_document(record, value, context);
    }
    let mut notes = Notes::new(context);
    notes.here(Code::RecordUnknown, words_of(Record::NAMES), None);
    ReadRecord { record: None, value, notes: notes.finish() }
}

fn of_document(record: Record, value: Document, context: &Context) -> ReadRecord {
    let mut notes = Notes::new(context);
    match (record, &value) {
        (Record::CaseList, Document::List(items)) => each(items, &CASE_LIST_ITEM, &mut notes),
        (Record::CaseList | Record::LoginResponse | Record::Ticket, Document::Object(members)) => {
            documented(members, record.shape(), &mut notes);
            match record {
                Record::LoginResponse => login(members, &mut notes),
                Record::Ticket => ticket(members, &mut notes),
                // The other members of the list's envelope are not published.
                _ => {}
            }
        }
        _ => object(&value, record.shape(), &mut notes),
    }
    ReadRecord { record: Some(record), value, notes: notes.finish() }
}

fn each(items: &[Document], shape: &'static Shape, notes: &mut Notes<'_>) {
    for (at, item) in items.iter().enumerate() {
        notes.within(at, |notes| object(item, shape, notes));
    }
}

/// Reads a complete record, which should have no undocumented members.
fn object(value: &Document, shape: &'static Shape, notes: &mut Notes<'_>) {
    let Some(members) = value.as_object() else {
        notes.fits(value, &Member::new("", ValueType::Object, ""));
        return;
    };
    documented(members, shape, notes);
    if std::ptr::eq(shape, &raw const CANCELLATION_BLOCK) {
        eligibility(members, notes);
    }
    if std::ptr::eq(shape, Record::CaseDetail.shape()) {
        state(members, notes);
    }
    for (name, _) in members.iter() {
        if shape.member(name).is_none() {
            notes.within(name, Notes::unknown);
        }
    }
}

/// Reads the documented members of a record, in the order of its table.
fn documented(members: &Members, shape: &'static Shape, notes: &mut Notes<'_>) {
    for member in shape.members {
        let value = members.get(member.name);
        notes.within(member.name, |notes| present(value, member, members, notes));
    }
}

fn present(value: Option<&Document>, member: &Member, among: &Members, notes: &mut Notes<'_>) {
    let expected = match member.presence {
        Presence::Always => true,
        Presence::When(other, word) => among.get(other).and_then(Document::as_str) == Some(word),
        Presence::Optional => false,
        Presence::Never => {
            if value.is_some() {
                notes.here(Code::UnexpectedMember, Params::default(), Some(member.requirement_id));
            }
            return;
        }
    };
    let value = match value {
        None => {
            if expected {
                notes.here(Code::MemberMissing, Params::default(), Some(presence_requirement_id(member)));
            }
            return;
        }
        // If the condition is not met, `null` is equivalent to a missing member.
        Some(Document::Null) if !expected && matches!(member.presence, Presence::When(..)) => return,
        Some(value) => value,
    };
    if !notes.fits(value, member) {
        return;
    }
    match (member.value_type, value) {
        (ValueType::Record(shape), Document::Object(_)) => object(value, shape, notes),
        (ValueType::Records(shape), Document::List(items)) => each(items, shape, notes),
        _ => {}
    }
}

/// Returns the statement that requires the member. For `error_code` it is separate from the
/// statement that lists its values.
fn presence_requirement_id(member: &Member) -> &'static str {
    if member.name == "error_code" { "ATT-error_code-present" } else { member.requirement_id }
}

/// Checks `eligible` and `fee_usd` of a cancellation block against its reason (D34).
fn eligibility(members: &Members, notes: &mut Notes<'_>) {
    let reason = members.get("reason").and_then(Document::as_str).and_then(CancellationReason::from_name);
    let Some(row) = ELIGIBILITY.iter().find(|row| Some(row.reason) == reason) else { return };
    if members.get("eligible").and_then(Document::as_bool).is_some_and(|eligible| eligible != row.eligible) {
        notes.within("eligible", |notes| notes.contradiction("reason", "CB-eligible"));
    }
    let fee = match members.get("fee_usd") {
        Some(Document::Null) => Fee::None,
        Some(Document::Text(text)) => match text.parse::<Usd>() {
            Ok(Usd::ZERO) => Fee::Free,
            Ok(_) => Fee::Amount,
            Err(_) => return,
        },
        _ => return,
    };
    let (agrees, requirement_id) = match row.fee {
        None => return,
        Some(Fee::Free) => (fee == Fee::Free, "CB-fee_usd-free"),
        Some(Fee::Amount) => (fee != Fee::None, "CB-fee_usd-type"),
        Some(Fee::None) => (fee == Fee::None, "CB-fee_usd-null"),
    };
    if !agrees {
        notes.within("fee_usd", |notes| notes.contradiction("reason", requirement_id));
    }
}

/// Checks `results_ready` and `cancellation` of a case detail against its status.
fn state(members: &Members, notes: &mut Notes<'_>) {
    let Some(status) = members.get("status").and_then(Document::as_str).and_then(State::from_name) else { return };
    // A closed case may have been canceled before it had results.
    let is_ready = (status != State::Closed).then_some(status == State::ResultsReady);
    let flag = members.get("results_ready").and_then(Document::as_bool);
    if flag.zip(is_ready).is_some_and(|(flag, is_ready)| flag != is_ready) {
        notes.within("results_ready", |notes| notes.contradiction("status", "CD-results_ready"));
    }
    let eligible = members.get("cancellation").and_then(|block| block.get("eligible")).and_then(Document::as_bool);
    if status == State::Closed && eligible == Some(true) {
        let note = |notes: &mut Notes<'_>| notes.contradiction_above(2, "status", "CB-eligible");
        notes.within("cancellation", |notes| notes.within("eligible", note));
    }
}

/// Checks that a member other than `expiry` may contain the token, whose name is not published.
fn login(members: &Members, notes: &mut Notes<'_>) {
    if !members.iter().any(|(name, value)| name != "expiry" && value.as_str().is_some()) {
        notes.here(Code::MemberMissing, Params::default(), Some("AUTH-login-token-field"));
    }
}

/// Checks the other members of a ticket. Case fields are accepted here, because `check_case` checks
/// their values. Only the ids of nested records are checked here.
fn ticket(members: &Members, notes: &mut Notes<'_>) {
    for (name, value) in members.iter() {
        if Record::Ticket.shape().member(name).is_some() {
            continue;
        }
        let Some(field) = case_field(name) else {
            notes.within(name, Notes::unknown);
            continue;
        };
        let (Kind::Record(record), Document::Object(nested)) = (field.kind, value) else {
            continue;
        };
        if let Some(row) = nested_id(record) {
            let id = nested.get(row.name);
            notes.within(name, |notes| notes.within(row.name, |notes| present(id, &row, nested, notes)));
        }
    }
}

fn case_field(name: &str) -> Option<&'static Field> {
    COMMON.iter().chain(POLICY_LIMIT).chain(POLICY_EXISTENCE).find(|field| field.name == name)
}
