//! Deliberate faults of deliveries, to test a consumer. No mode loses a delivery.

use super::chance;
use crate::clock::Instant;
use crate::config::Delivering;
use crate::error::ApiError;
use crate::store::settings;
use rusqlite::Transaction;
use serde::{Deserialize, Serialize};

/// The setting that stores the mode.
const NAME: &str = "delivery_mode";

/// The greatest additional delay of a shuffled delivery, unless `late_ms` is longer.
const SHUFFLE_MS: u32 = 500;

/// The mode of deliveries of events that are fired from now on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct DeliveryMode {
    /// The delay in milliseconds of real time.
    pub(crate) late_ms: u32,
    /// Sends each delivery twice.
    pub(crate) twice: bool,
    /// Sends deliveries in random order, also within a case.
    pub(crate) shuffled: bool,
}

impl DeliveryMode {
    /// Returns the stored mode.
    pub(crate) fn get(tx: &Transaction<'_>) -> Result<DeliveryMode, ApiError> {
        Ok(match settings::get(tx, NAME)? {
            Some(kept) => serde_json::from_str(&kept)?,
            None => DeliveryMode::default(),
        })
    }

    /// Stores the mode across starts.
    pub(crate) fn set(self, tx: &Transaction<'_>) -> Result<(), ApiError> {
        settings::set(tx, NAME, &serde_json::to_string(&self)?)
    }

    /// Applies the settings to the stored mode; missing ones stay as the operator left them.
    pub(crate) fn establish(tx: &Transaction<'_>, answer: &Delivering) -> Result<(), ApiError> {
        let kept = DeliveryMode::get(tx)?;
        let mode = DeliveryMode {
            late_ms: answer.late_ms.unwrap_or(kept.late_ms),
            twice: answer.twice.unwrap_or(kept.twice),
            shuffled: answer.shuffled.unwrap_or(kept.shuffled),
        };
        mode.set(tx)
    }

    /// Returns the number of deliveries of an event to a subscription.
    pub(super) fn copies(self) -> usize {
        if self.twice { 2 } else { 1 }
    }

    /// Returns when the delivery of an event that is fired now is due.
    pub(super) fn due_at(self, now: Instant) -> Instant {
        let held = if self.shuffled { chance(self.late_ms.max(SHUFFLE_MS).into()) } else { 0 };
        now.plus_millis(self.late_ms.into()).plus_millis(i64::try_from(held).unwrap_or_default())
    }
}
