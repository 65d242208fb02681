//! Reads records, and notes what is not as documented.

use crate::context::Context;
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::Field;
use crate::rulebook::fields::common::COMMON;
use crate::rulebook::fields::policy_existence::POLICY_EXISTENCE;
use crate::rulebook::fields::policy_limit::POLICY_LIMIT;
use crate::rulebook::params::Params;
use crate::rulebook::tokens::{CancellationReason, State};
use crate::service::record_schema::notes::{Notes, words_of};
use crate::service::record_schema::{Member, Presence, Shape, ValueType};
use crate::service::records::table::{CANCELLATION_BLOCK, CASE_LIST_ITEM, ELIGIBILITY, Fee, Record, nested_id};
use crate::text::json::document::{Document, Members};
use crate::text::usd::Usd;
use serde::Serialize;

/// A record that was read: nothing of it is lost, and nothing refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReadRecord {
    /// Which one it was read as; none where the name is not one of [`Record`].
    pub record: Option<Record>,
    /// The record as it came.
    pub value: Document,
    /// What is not as documented. Places are places in the record.
    pub notes: Vec<Issue>,
}

/// Reads a record that the service answered with.
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

/// What `{"record","value"}` asks for.
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
                // Whatever else the list's envelope holds is not published.
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

/// A whole record: its documented members, and no others.
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

/// The documented members of a record, in the order of its table.
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
                notes.here(Code::MemberMissing, Params::default(), Some(presence_atom(member)));
            }
            return;
        }
        // Where a condition does not hold, null says as much as a missing member.
        Some(Document::Null) if !expected && matches!(member.presence, Presence::When(..)) => return,
        Some(value) => value,
    };
    if !notes.fits(value, member) {
        return;
    }
    match (member.holds, value) {
        (ValueType::Record(shape), Document::Object(_)) => object(value, shape, notes),
        (ValueType::Records(shape), Document::List(items)) => each(items, shape, notes),
        _ => {}
    }
}

/// That an error code is there, and which ones there are, are two statements.
fn presence_atom(member: &Member) -> &'static str {
    if member.name == "error_code" { "ATT-error_code-present" } else { member.requirement_id }
}

/// What the reason says about the rest of a cancellation block (D34).
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

/// What the status says about the rest of a case detail.
fn state(members: &Members, notes: &mut Notes<'_>) {
    let Some(status) = members.get("status").and_then(Document::as_str).and_then(State::from_name) else { return };
    // A closed case may have been cancelled before it had results.
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

/// Some member beside `expiry` carries the token; its name is not published.
fn login(members: &Members, notes: &mut Notes<'_>) {
    if !members.iter().any(|(name, value)| name != "expiry" && value.as_str().is_some()) {
        notes.here(Code::MemberMissing, Params::default(), Some("AUTH-login-token-field"));
    }
}

/// The fields of a case are known here, and judged by `check_case`; only the ids of nested records belong to reading.
fn ticket(members: &Members, notes: &mut Notes<'_>) {
    for (name, value) in members.iter() {
        if Record::Ticket.shape().member(name).is_some() {
            continue;
        }
        let Some(field) = case_field(name) else {
            notes.within(name, Notes::unknown);
            continue;
        };
        if let (Some(row), Document::Object(nested)) = (nested_id(field.kind.members()), value) {
            let id = nested.get(row.name);
            notes.within(name, |notes| notes.within(row.name, |notes| present(id, &row, nested, notes)));
        }
    }
}

fn case_field(name: &str) -> Option<&'static Field> {
    COMMON.iter().chain(&POLICY_LIMIT).chain(&POLICY_EXISTENCE).find(|field| field.name == name)
}
