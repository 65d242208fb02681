//! What happened to a case, as it is told: by the operator's side, and by the demo.

use crate::app::App;
use crate::clock::Instant;
use crate::fault::Fault;
use crate::store::StoredFile;
use casegate::SyncState;
use rusqlite::{Row, Transaction};
use serde::Serialize;
use serde_json::value::RawValue;

/// A trigger that was carried out.
#[derive(Serialize)]
pub(crate) struct Step {
    at: Instant,
    trigger: String,
    from: Option<String>,
    to: String,
    event: Option<String>,
}

/// A file, and whether the tracker has it.
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

/// An event as it was fired.
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

/// The rows of a query of one number.
fn rows<T>(
    tx: &Transaction<'_>,
    sql: &str,
    of: i64,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, Fault> {
    let mut query = tx.prepare_cached(sql)?;
    let rows = query.query_map([of], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(crate) fn timeline(tx: &Transaction<'_>, case: i64) -> Result<Vec<Step>, Fault> {
    let sql = "SELECT at, trigger, state_from, state_to, event FROM timeline WHERE case_id = ?1 ORDER BY id";
    rows(tx, sql, case, |row| {
        Ok(Step { at: row.get(0)?, trigger: row.get(1)?, from: row.get(2)?, to: row.get(3)?, event: row.get(4)? })
    })
}

pub(crate) fn files(tx: &Transaction<'_>, app: &App, case: i64) -> Result<Vec<File>, Fault> {
    let now = app.now();
    let told = |file: StoredFile| File { sync_state: file.sync_state(&app.config, now), file };
    Ok(StoredFile::of_case(tx, case)?.into_iter().map(told).collect())
}

pub(crate) fn inputs(tx: &Transaction<'_>, case: i64) -> Result<Vec<Input>, Fault> {
    let sql = "SELECT interaction_id, message, opened_at, reply, replied_at FROM interactions
               WHERE case_id = ?1 ORDER BY rowid";
    rows(tx, sql, case, |row| {
        Ok(Input {
            interaction_id: row.get(0)?,
            message: row.get(1)?,
            opened_at: row.get(2)?,
            reply: row.get(3)?,
            replied_at: row.get(4)?,
        })
    })
}

pub(crate) fn events(tx: &Transaction<'_>, case: i64) -> Result<Vec<FiredEvent>, Fault> {
    let sql = "SELECT id, event_id, type, synthetic, created_at, body FROM events WHERE case_id = ?1 ORDER BY id";
    let read = |row: &Row<'_>| Ok((event(row)?, row.get::<_, String>(5)?));
    let events = rows(tx, sql, case, read)?.into_iter();
    events.map(|(event, body)| Ok(FiredEvent { body: RawValue::from_string(body)?, ..event })).collect()
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
