//! Where events go.

use crate::clock::Instant;
use crate::config::Hook;
use crate::fault::Fault;
use rusqlite::{Transaction, params};

/// Brings the subscriptions of the settings into the database: one that is no longer there ends, a changed one is another.
pub(crate) fn establish(tx: &Transaction<'_>, organization: i64, hooks: &[Hook], now: Instant) -> Result<(), Fault> {
    let mut kept = Vec::new();
    for hook in hooks {
        let events = hook.events.as_ref().map(serde_json::to_string).transpose()?;
        tx.execute(
            "INSERT INTO subscriptions (organization, url, events, secret, source, created_at)
             SELECT ?1, ?2, ?3, ?4, 'config', ?5
             WHERE NOT EXISTS (SELECT 1 FROM subscriptions WHERE organization = ?1 AND url = ?2 AND events IS ?3
                               AND secret IS ?4 AND source = 'config' AND ended_at IS NULL)",
            params![organization, hook.url, events, hook.secret, now],
        )?;
        kept.push((&hook.url, events, &hook.secret));
    }
    let mut query = tx.prepare(
        "SELECT id, url, events, secret FROM subscriptions
         WHERE organization = ?1 AND source = 'config' AND ended_at IS NULL",
    )?;
    let known = query.query_map([organization], |row| {
        Ok((
            row.get::<_, i64>(0)?,
            row.get::<_, String>(1)?,
            row.get::<_, Option<String>>(2)?,
            row.get::<_, Option<String>>(3)?,
        ))
    })?;
    for row in known {
        let (id, url, events, secret) = row?;
        if !kept.iter().any(|(known, types, key)| **known == url && *types == events && **key == secret) {
            tx.execute("UPDATE subscriptions SET ended_at = ?2 WHERE id = ?1", params![id, now])?;
        }
    }
    Ok(())
}
