//! The clock: this computer's, or one that the operator moved.

use chrono::{DateTime, SecondsFormat, Utc};
use std::sync::atomic::{AtomicI64, Ordering};

/// A moment in milliseconds since 1970, as in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Instant(pub(crate) i64);

impl Instant {
    pub(crate) fn plus_seconds(self, seconds: i64) -> Instant {
        Instant(self.0.saturating_add(seconds.saturating_mul(1000)))
    }

    pub(crate) fn plus_millis(self, millis: i64) -> Instant {
        Instant(self.0.saturating_add(millis))
    }

    pub(crate) fn utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(self.0).unwrap_or(if self.0 < 0 { DateTime::UNIX_EPOCH } else { LAST })
    }

    /// Reads RFC 3339; `None` for other texts and years that the clock cannot show.
    pub(crate) fn parse(text: &str) -> Option<Instant> {
        let millis = DateTime::parse_from_rfc3339(text).ok()?.timestamp_millis();
        (0..=LAST.timestamp_millis()).contains(&millis).then_some(Instant(millis))
    }

    /// Returns the day in UTC, `YYYY-MM-DD`.
    pub(crate) fn day(self) -> String {
        self.utc().date_naive().to_string()
    }
}

/// The latest moment that a clock can be set to: the rulebook's years end with 9999 (D44).
const LAST: DateTime<Utc> = match DateTime::from_timestamp(253_402_300_799, 0) {
    Some(moment) => moment,
    None => DateTime::UNIX_EPOCH,
};

/// Writes RFC 3339 in UTC with milliseconds.
impl std::fmt::Display for Instant {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.utc().to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

impl serde::Serialize for Instant {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl rusqlite::ToSql for Instant {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

impl rusqlite::types::FromSql for Instant {
    fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Instant> {
        i64::column_result(value).map(Instant)
    }
}

/// The stand-in's clock: this computer's or a fixed moment, plus the operator's offset.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    /// The moment at which a clock stands that only the operator moves.
    stands_at: Option<Instant>,
    offset_ms: AtomicI64,
    /// The latest moment that it has shown since it was moved, because this computer's clock may be
    /// set back.
    latest: AtomicI64,
}

impl Clock {
    /// Creates a clock with an offset. The store keeps the offset.
    pub(crate) fn new(stands_at: Option<Instant>, offset_ms: i64) -> Clock {
        Clock { stands_at, offset_ms: AtomicI64::new(offset_ms), latest: AtomicI64::new(0) }
    }

    pub(crate) fn now(&self) -> Instant {
        let now = self.with_offset(self.offset_ms.load(Ordering::Relaxed));
        self.latest.fetch_max(now.0, Ordering::Relaxed);
        now
    }

    /// Returns the moment that the clock shows with an offset.
    pub(crate) fn with_offset(&self, offset_ms: i64) -> Instant {
        Instant(self.unmoved().saturating_add(offset_ms).clamp(0, LAST.timestamp_millis()))
    }

    /// Returns the moment that the clock shows without an offset.
    fn unmoved(&self) -> i64 {
        self.stands_at.map_or_else(|| Utc::now().timestamp_millis(), |moment| moment.0)
    }

    pub(crate) fn latest(&self) -> Instant {
        self.now().max(Instant(self.latest.load(Ordering::Relaxed)))
    }

    /// Returns the offset that makes the clock show a moment; `None` if the moment is out of range.
    pub(crate) fn offset_to(&self, millis: i64) -> Option<i64> {
        (0..=LAST.timestamp_millis()).contains(&millis).then(|| millis.saturating_sub(self.unmoved()))
    }

    pub(crate) fn offset_ms(&self) -> i64 {
        self.offset_ms.load(Ordering::Relaxed)
    }

    pub(crate) fn move_to(&self, offset_ms: i64) {
        self.offset_ms.store(offset_ms, Ordering::Relaxed);
        self.latest.store(0, Ordering::Relaxed);
    }
}
