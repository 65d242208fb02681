//! The log of deliveries, for the operator.

use crate::clock::Instant;
use crate::error::ApiError;
use crate::hook::masked;
use rusqlite::{Row, Transaction, params};
use serde::Serialize;

/// A delivery with its attempts.
#[derive(Debug, Serialize)]
pub(crate) struct Logged {
    pub(crate) id: i64,
    pub(crate) event_id: String,
    pub(crate) r#type: String,
    pub(crate) case_id: i64,
    pub(crate) subscription: i64,
    pub(crate) url: String,
    pub(crate) state: String,
    pub(crate) attempts: u32,
    pub(crate) due_at: Instant,
    pub(crate) log: Vec<Attempt>,
}

/// An attempt, or the reason why there was no further one.
#[derive(Debug, Serialize)]
pub(crate) struct Attempt {
    pub(crate) at: Instant,
    pub(crate) status: Option<u16>,
    pub(crate) error: Option<String>,
    pub(crate) duration_ms: i64,
}

const SELECT: &str = "
    SELECT deliveries.id, event_id, type, deliveries.case_id, subscription, url, state, attempts, due_at
    FROM deliveries JOIN events ON events.id = event
    JOIN subscriptions ON subscriptions.id = subscription";

/// The states of a delivery.
pub(crate) const STATES: &[&str] = &["pending", "delivered", "failed"];

/// Returns a page of the log with numbers below `before`, newest first.
pub(crate) fn page(
    tx: &Transaction<'_>,
    state: Option<&str>,
    before: Option<i64>,
    size: u32,
) -> Result<Vec<Logged>, ApiError> {
    let mut query = tx.prepare_cached(&format!(
        "{SELECT} WHERE (?1 IS NULL OR state = ?1) AND (?2 IS NULL OR deliveries.id < ?2)
         ORDER BY deliveries.id DESC LIMIT ?3"
    ))?;
    let rows = query.query_map(params![state, before, size], logged)?;
    with_attempts(tx, rows.collect::<Result<_, _>>()?)
}

/// Returns a delivery.
pub(crate) fn of_id(tx: &Transaction<'_>, id: i64) -> Result<Option<Logged>, ApiError> {
    let mut query = tx.prepare_cached(&format!("{SELECT} WHERE deliveries.id = ?1"))?;
    let rows = query.query_map([id], logged)?;
    Ok(with_attempts(tx, rows.collect::<Result<_, _>>()?)?.pop())
}

/// Returns the deliveries of an event.
pub(crate) fn of_event(tx: &Transaction<'_>, event: i64) -> Result<Vec<Logged>, ApiError> {
    let mut query = tx.prepare_cached(&format!("{SELECT} WHERE event = ?1 ORDER BY deliveries.id"))?;
    let rows = query.query_map([event], logged)?;
    with_attempts(tx, rows.collect::<Result<_, _>>()?)
}

fn logged(row: &Row<'_>) -> rusqlite::Result<Logged> {
    Ok(Logged {
        id: row.get(0)?,
        event_id: row.get(1)?,
        r#type: row.get(2)?,
        case_id: row.get(3)?,
        subscription: row.get(4)?,
        url: masked(&row.get::<_, String>(5)?),
        state: row.get(6)?,
        attempts: row.get(7)?,
        due_at: row.get(8)?,
        log: Vec::new(),
    })
}

fn with_attempts(tx: &Transaction<'_>, mut deliveries: Vec<Logged>) -> Result<Vec<Logged>, ApiError> {
    let mut query =
        tx.prepare_cached("SELECT at, status, error, duration_ms FROM attempts WHERE delivery = ?1 ORDER BY id")?;
    for delivery in &mut deliveries {
        let rows = query.query_map([delivery.id], |row| {
            Ok(Attempt { at: row.get(0)?, status: row.get(1)?, error: row.get(2)?, duration_ms: row.get(3)? })
        })?;
        delivery.log = rows.collect::<Result<_, _>>()?;
    }
    Ok(deliveries)
}
