//! Values that the stand-in stores from start to start.

use super::make_token;
use crate::error::ApiError;
use crate::random::{Owner, Random};
use rusqlite::{OptionalExtension, Transaction};

/// Returns a stored value.
pub(crate) fn get(tx: &Transaction<'_>, name: &str) -> Result<Option<String>, ApiError> {
    Ok(tx.query_row("SELECT value FROM settings WHERE name = ?1", [name], |row| row.get(0)).optional()?)
}

/// Stores a value.
pub(crate) fn set(tx: &Transaction<'_>, name: &str, value: &str) -> Result<(), ApiError> {
    tx.execute("INSERT INTO settings VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2", [name, value])?;
    Ok(())
}

/// Returns a secret, generating it at the first call.
pub(crate) fn secret(tx: &Transaction<'_>, random: &Random, name: &str) -> Result<String, ApiError> {
    if let Some(kept) = get(tx, name)? {
        return Ok(kept);
    }
    let made = make_token(tx, random, Owner::StandIn)?;
    set(tx, name, &made)?;
    Ok(made)
}

/// The setting with the clock's offset in milliseconds.
pub(crate) const CLOCK_OFFSET: &str = "clock_offset_ms";

/// Returns the stored offset of the clock.
pub(crate) fn clock_offset(tx: &Transaction<'_>) -> Result<i64, ApiError> {
    Ok(get(tx, CLOCK_OFFSET)?.and_then(|text| text.parse().ok()).unwrap_or_default())
}
