//! The rules in the database, which stay from start to start.

use super::rule::FaultRule;
use crate::error::ApiError;
use crate::store::settings;
use rusqlite::Transaction;

/// The setting that stores the rules.
const NAME: &str = "faults";

/// Returns the stored rules.
pub(crate) fn get(tx: &Transaction<'_>) -> Result<Vec<FaultRule>, ApiError> {
    Ok(match settings::get(tx, NAME)? {
        Some(kept) => serde_json::from_str(&kept)?,
        None => Vec::new(),
    })
}

/// Stores the rules.
pub(crate) fn set(tx: &Transaction<'_>, rules: &[FaultRule]) -> Result<(), ApiError> {
    settings::set(tx, NAME, &serde_json::to_string(rules)?)
}

/// Applies the rules of the settings. Without any, the stored ones stay.
pub(crate) fn establish(tx: &Transaction<'_>, given: Option<&[FaultRule]>) -> Result<Vec<FaultRule>, ApiError> {
    let Some(rules) = given else { return get(tx) };
    set(tx, rules)?;
    Ok(rules.to_vec())
}
