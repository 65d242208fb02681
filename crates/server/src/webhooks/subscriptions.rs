//! Subscriptions to events.

use super::real_now;
use crate::clock::Instant;
use crate::error::ApiError;
use crate::hook::{Hook, masked};
use casegate::tokens::EventType;
use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde::Serialize;

/// The source of a subscription in the settings.
pub(crate) const CONFIG: &str = "config";

/// The source of a subscription of the operator.
pub(crate) const OPERATOR: &str = "operator";

/// The reason for deliveries that were given up because the consumer answered 410.
pub(super) const GONE: &str = "gone";

/// The reason for deliveries that were given up because the subscription ended.
pub(crate) const ENDED: &str = "ended";

/// A subscription, without its secrets.
#[derive(Debug, Serialize)]
pub(crate) struct Subscription {
    pub(crate) id: i64,
    /// The organization's name.
    organization: String,
    #[serde(skip)]
    pub(crate) organization_id: i64,
    url: String,
    /// The event types to send; all if there are none.
    events: Option<Vec<EventType>>,
    signed: bool,
    /// `true` if two secrets sign.
    pub(crate) rotating: bool,
    pub(crate) source: String,
    created_at: Instant,
    pub(crate) ended_at: Option<Instant>,
}

const SELECT: &str = "
    SELECT subscriptions.id, organizations.name, url, events, secret IS NOT NULL, next_secret IS NOT NULL,
    source, created_at, ended_at, organization
    FROM subscriptions JOIN organizations ON organizations.id = organization";

impl Subscription {
    /// Returns all subscriptions, including ended ones.
    pub(crate) fn all(tx: &Transaction<'_>) -> Result<Vec<Subscription>, ApiError> {
        let mut query = tx.prepare_cached(&format!("{SELECT} ORDER BY subscriptions.id"))?;
        let rows = query.query_map([], |row| Ok(read(row)))?;
        rows.map(|row| row?).collect()
    }

    /// Returns the subscription with a number.
    pub(crate) fn of_id(tx: &Transaction<'_>, id: i64) -> Result<Option<Subscription>, ApiError> {
        let mut query = tx.prepare_cached(&format!("{SELECT} WHERE subscriptions.id = ?1"))?;
        query.query_row([id], |row| Ok(read(row))).optional()?.transpose()
    }
}

fn read(row: &Row<'_>) -> Result<Subscription, ApiError> {
    let events: Option<String> = row.get(3)?;
    Ok(Subscription {
        id: row.get(0)?,
        organization: row.get(1)?,
        url: masked(&row.get::<_, String>(2)?),
        events: events.as_deref().map(serde_json::from_str).transpose()?,
        signed: row.get(4)?,
        rotating: row.get(5)?,
        source: row.get(6)?,
        created_at: row.get(7)?,
        ended_at: row.get(8)?,
        organization_id: row.get(9)?,
    })
}

/// Adds a subscription.
pub(crate) fn add(
    tx: &Transaction<'_>,
    organization: i64,
    hook: &Hook,
    source: &str,
    now: Instant,
) -> Result<i64, ApiError> {
    let events = hook.events.as_ref().map(serde_json::to_string).transpose()?;
    tx.execute(
        "INSERT INTO subscriptions (organization, url, events, secret, source, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![organization, hook.url, events, hook.secret, source, now],
    )?;
    Ok(tx.last_insert_rowid())
}

/// Applies the subscriptions of the settings to the database. A missing one ends, and one for other
/// types is a new one. A changed secret keeps the subscription, so that its deliveries arrive.
pub(crate) fn establish(tx: &Transaction<'_>, organization: i64, hooks: &[Hook], now: Instant) -> Result<(), ApiError> {
    let mut query = tx.prepare(
        "SELECT id, url, events FROM subscriptions
         WHERE organization = ?1 AND source = ?2 AND ended_at IS NULL ORDER BY id",
    )?;
    let known = query.query_map(params![organization, CONFIG], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let mut known = known.collect::<Result<Vec<(i64, String, Option<String>)>, _>>()?;
    for hook in hooks {
        let events = hook.events.as_ref().map(serde_json::to_string).transpose()?;
        match known.iter().position(|(_, url, types)| *url == hook.url && *types == events) {
            Some(position) => {
                let (id, ..) = known.remove(position);
                // A rotation that the settings have not followed yet continues.
                tx.execute(
                    "UPDATE subscriptions SET secret = ?2, next_secret = NULL WHERE id = ?1 AND secret IS NOT ?2",
                    params![id, hook.secret],
                )?;
            }
            None => {
                add(tx, organization, hook, CONFIG, now)?;
            }
        }
    }
    for (id, ..) in known {
        end(tx, id, now, ENDED)?;
    }
    Ok(())
}

/// Ends a subscription. Its deliveries are given up, and the log of each has the reason.
pub(crate) fn end(tx: &Transaction<'_>, subscription: i64, now: Instant, why: &str) -> Result<(), ApiError> {
    tx.execute(
        "UPDATE subscriptions SET ended_at = ?2 WHERE id = ?1 AND ended_at IS NULL",
        params![subscription, now],
    )?;
    tx.execute(
        "INSERT INTO attempts (delivery, at, error, duration_ms)
         SELECT id, ?2, ?3, 0 FROM deliveries WHERE subscription = ?1 AND state = 'pending' ORDER BY id",
        params![subscription, real_now(), why],
    )?;
    tx.execute("UPDATE deliveries SET state = 'failed' WHERE subscription = ?1 AND state = 'pending'", [subscription])?;
    Ok(())
}

/// Adds a second secret to a subscription; both sign.
pub(crate) fn rotate(tx: &Transaction<'_>, subscription: i64, secret: &str) -> Result<(), ApiError> {
    tx.execute("UPDATE subscriptions SET next_secret = ?2 WHERE id = ?1", params![subscription, secret])?;
    Ok(())
}

/// Ends a rotation: the second secret signs alone.
pub(crate) fn rotated(tx: &Transaction<'_>, subscription: i64) -> Result<(), ApiError> {
    tx.execute("UPDATE subscriptions SET secret = next_secret, next_secret = NULL WHERE id = ?1", [subscription])?;
    Ok(())
}
