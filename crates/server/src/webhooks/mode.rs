//! How deliveries go wrong on purpose, so that a consumer can be tested. Nothing is lost in any mode.

use super::chance;
use crate::clock::Instant;
use crate::config::Delivering;
use crate::error::ApiError;
use crate::store::settings;
use rusqlite::Transaction;
use serde::{Deserialize, Serialize};

/// The setting that keeps it.
const NAME: &str = "delivery_mode";

/// The most that a shuffled delivery is held back beyond `late_ms`, unless `late_ms` is longer.
const SHUFFLE_MS: u32 = 500;

/// How the deliveries of events go that are fired from now on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct DeliveryMode {
    /// How late, in milliseconds of real time.
    pub(crate) late_ms: u32,
    /// Each a second time.
    pub(crate) twice: bool,
    /// In any order, also within a case.
    pub(crate) shuffled: bool,
}

impl DeliveryMode {
    /// The mode that is kept.
    pub(crate) fn get(tx: &Transaction<'_>) -> Result<DeliveryMode, ApiError> {
        Ok(match settings::get(tx, NAME)? {
            Some(kept) => serde_json::from_str(&kept)?,
            None => DeliveryMode::default(),
        })
    }

    /// Keeps it, from start to start.
    pub(crate) fn set(self, tx: &Transaction<'_>) -> Result<(), ApiError> {
        settings::set(tx, NAME, &serde_json::to_string(&self)?)
    }

    /// Brings what the settings say of it into the database; the rest is as the operator left it.
    pub(crate) fn establish(tx: &Transaction<'_>, answer: &Delivering) -> Result<(), ApiError> {
        let kept = DeliveryMode::get(tx)?;
        let mode = DeliveryMode {
            late_ms: answer.late_ms.unwrap_or(kept.late_ms),
            twice: answer.twice.unwrap_or(kept.twice),
            shuffled: answer.shuffled.unwrap_or(kept.shuffled),
        };
        mode.set(tx)
    }

    /// How often an event is delivered to a subscription.
    pub(super) fn copies(self) -> usize {
        if self.twice { 2 } else { 1 }
    }

    /// When a delivery is due whose event is fired now.
    pub(super) fn due_at(self, now: Instant) -> Instant {
        let held = if self.shuffled { chance(self.late_ms.max(SHUFFLE_MS).into()) } else { 0 };
        now.plus_millis(self.late_ms.into()).plus_millis(i64::try_from(held).unwrap_or_default())
    }
}
