//! The history of a case, for the operator's API and the demo.

use crate::app::App;
use crate::clock::Instant;
use crate::error::ApiError;
use crate::paging::Paging;
use crate::store::StoredFile;
use casegate::tokens::SyncState;
use rusqlite::{Row, Transaction, params};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};

/// A trigger that was applied.
#[derive(Serialize)]
pub(crate) struct Step {
    #[serde(skip)]
    number: i64,
    at: Instant,
    trigger: String,
    from: Option<String>,
    to: String,
    event: Option<String>,
}

/// A file, with its state at the tracker.
#[derive(Serialize)]
pub(crate) struct File {
    #[serde(flatten)]
    file: StoredFile,
    pub(crate) sync_state: SyncState,
}

/// A request for input.
#[derive(Serialize)]
pub(crate) struct Input {
    interaction_id: String,
    message: String,
    opened_at: Instant,
    reply: Option<String>,
    replied_at: Option<Instant>,
}

/// An event, as it was fired.
#[derive(Serialize)]
pub(crate) struct FiredEvent {
    #[serde(skip)]
    pub(crate) number: i64,
    event_id: String,
    r#type: String,
    synthetic: bool,
    created_at: Instant,
    body: Box<RawValue>,
}

/// The newest entries of a history, in ascending order.
pub(crate) struct Newest<T> {
    pub(crate) entries: Vec<T>,
    /// The value of `before` for older entries; `None` if there are none.
    pub(crate) before: Option<i64>,
}

/// The default number of entries.
pub(crate) const ENTRIES: u32 = 100;

/// Runs a query for the rows of a case below a number, newest first.
fn newest<T>(
    tx: &Transaction<'_>,
    sql: &str,
    case: i64,
    paging: Paging,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    number: impl Fn(&T) -> i64,
) -> Result<Newest<T>, ApiError> {
    let mut query = tx.prepare_cached(sql)?;
    let before = paging.before.unwrap_or(i64::MAX);
    let rows = query.query_map(params![case, before, paging.size.saturating_add(1)], read)?;
    let (mut entries, more) = paging.cut(rows.collect::<Result<Vec<T>, _>>()?);
    let before = entries.last().filter(|_| more).map(number);
    entries.reverse();
    Ok(Newest { entries, before })
}

pub(crate) fn timeline(tx: &Transaction<'_>, case: i64, paging: Paging) -> Result<Newest<Step>, ApiError> {
    let sql = "SELECT id, at, trigger, state_from, state_to, event FROM timeline
               WHERE case_id = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3";
    let read = |row: &Row<'_>| {
        Ok(Step {
            number: row.get(0)?,
            at: row.get(1)?,
            trigger: row.get(2)?,
            from: row.get(3)?,
            to: row.get(4)?,
            event: row.get(5)?,
        })
    };
    newest(tx, sql, case, paging, read, |step| step.number)
}

/// A summary of the whole history.
#[derive(Serialize)]
pub(crate) struct Summary {
    /// The number of times that each trigger was applied.
    pub(crate) done: BTreeMap<String, i64>,
    /// The states that the case has had.
    pub(crate) been: BTreeSet<String>,
    #[serde(skip)]
    pub(crate) steps: i64,
    #[serde(skip)]
    pub(crate) events: i64,
}

pub(crate) fn summary(tx: &Transaction<'_>, case: i64) -> Result<Summary, ApiError> {
    let mut query = tx.prepare_cached(
        "SELECT trigger, state_to, count(*) FROM timeline WHERE case_id = ?1 GROUP BY trigger, state_to",
    )?;
    let rows = query.query_map([case], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let events = tx.query_row("SELECT count(*) FROM events WHERE case_id = ?1", [case], |row| row.get(0))?;
    let mut summary = Summary { done: BTreeMap::new(), been: BTreeSet::new(), steps: 0, events };
    for row in rows {
        let (trigger, state, count): (String, String, i64) = row?;
        *summary.done.entry(trigger).or_default() += count;
        summary.been.insert(state);
        summary.steps += count;
    }
    Ok(summary)
}

pub(crate) fn files(tx: &Transaction<'_>, app: &App, case: i64) -> Result<Vec<File>, ApiError> {
    let now = app.now();
    let with_state = |file: StoredFile| File { sync_state: file.sync_state(&app.config, now), file };
    Ok(StoredFile::of_case(tx, case)?.into_iter().map(with_state).collect())
}

pub(crate) fn inputs(tx: &Transaction<'_>, case: i64) -> Result<Vec<Input>, ApiError> {
    let sql = "SELECT interaction_id, message, opened_at, reply, replied_at FROM interactions
               WHERE case_id = ?1 ORDER BY rowid";
    let mut query = tx.prepare_cached(sql)?;
    let rows = query.query_map([case], |row| {
        Ok(Input {
            interaction_id: row.get(0)?,
            message: row.get(1)?,
            opened_at: row.get(2)?,
            reply: row.get(3)?,
            replied_at: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns `true` if the case has a request for input with a reply.
pub(crate) fn is_answered(tx: &Transaction<'_>, case: i64) -> Result<bool, ApiError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM interactions WHERE case_id = ?1 AND replied_at IS NOT NULL)";
    Ok(tx.prepare_cached(sql)?.query_row([case], |row| row.get(0))?)
}

pub(crate) fn events(tx: &Transaction<'_>, case: i64, paging: Paging) -> Result<Newest<FiredEvent>, ApiError> {
    let sql = "SELECT id, event_id, type, synthetic, created_at, body FROM events
               WHERE case_id = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3";
    let read = |row: &Row<'_>| Ok((event(row)?, row.get::<_, String>(5)?));
    let Newest { entries, before } = newest(tx, sql, case, paging, read, |(event, _)| event.number)?;
    let event = |(event, body)| Ok(FiredEvent { body: RawValue::from_string(body)?, ..event });
    Ok(Newest { entries: entries.into_iter().map(event).collect::<Result<_, ApiError>>()?, before })
}

fn event(row: &Row<'_>) -> rusqlite::Result<FiredEvent> {
    Ok(FiredEvent {
        number: row.get(0)?,
        event_id: row.get(1)?,
        r#type: row.get(2)?,
        synthetic: row.get(3)?,
        created_at: row.get(4)?,
        body: RawValue::NULL.to_owned(),
    })
}
