//! Points in time that can be compared.

use crate::text::json::document::Document;
use chrono::{DateTime, Datelike, NaiveDate};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A point in time that can be compared with another.
///
/// The specification does not define the format of times. Only RFC 3339 times are read, because
/// they include an offset. Any other string is not a moment, and no order is derived from it.
///
/// ```
/// use casegate::events::Moment;
///
/// let noon = Moment::parse("2026-03-01T12:00:00+02:00").ok_or("no moment")?;
/// assert_eq!(noon.to_string(), "2026-03-01T10:00:00Z");
/// assert!(Moment::parse("2026-03-01 12:00").is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// Seconds since 1970 in UTC.
    seconds: i64,
    nanos: u32,
}

const DAY: i64 = 86_400;
/// The nanoseconds of a second.
const SECOND: u32 = 1_000_000_000;
/// The number of days of the common era before 1970.
const EPOCH: i64 = 719_163;

impl Moment {
    /// Reads an RFC 3339 time. A fraction finer than nanoseconds is truncated.
    pub fn parse(text: &str) -> Option<Moment> {
        // chrono also reads the year 0000, and U+2212 as a minus sign.
        let time = DateTime::parse_from_rfc3339(text).ok().filter(|time| time.year() > 0 && text.is_ascii())?;
        let nanos = time.timestamp_subsec_nanos();
        // In a leap second, chrono's nanoseconds exceed a second.
        Some(Moment { seconds: time.timestamp() + i64::from(nanos / SECOND), nanos: nanos % SECOND })
    }

    /// Returns the moment that is `seconds` after the start of 1970 in UTC, or `None` after the
    /// year 9999.
    pub fn from_seconds(seconds: u64) -> Option<Moment> {
        let seconds = i64::try_from(seconds).ok().filter(|seconds| *seconds < 253_402_300_800)?;
        Some(Moment { seconds, nanos: 0 })
    }

    /// Reads an RFC 3339 time, or a number of seconds that is given as a number or as a string.
    pub(crate) fn of(document: &Document) -> Option<Moment> {
        match document {
            // The parser of numbers would also read a sign.
            Document::Text(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                text.parse().ok().and_then(Moment::from_seconds)
            }
            Document::Text(text) => Moment::parse(text),
            other => other.as_u64().and_then(Moment::from_seconds),
        }
    }

    pub(crate) fn seconds_since(self, earlier: Moment) -> Option<u64> {
        u64::try_from(self.seconds.saturating_sub(earlier.seconds)).ok()
    }

    /// Returns the milliseconds since 1970, or `None` before that.
    pub(crate) fn millis(self) -> Option<u64> {
        Some(u64::try_from(self.seconds).ok()? * 1000 + u64::from(self.nanos / 1_000_000))
    }

    pub(crate) fn plus_seconds(self, seconds: u32) -> Moment {
        Moment { seconds: self.seconds.saturating_add(i64::from(seconds)), ..self }
    }
}

/// Formats the moment as RFC 3339 in UTC.
impl fmt::Display for Moment {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, second) = (self.seconds.div_euclid(DAY) + EPOCH, self.seconds.rem_euclid(DAY));
        let day = i32::try_from(days).ok().and_then(NaiveDate::from_num_days_from_ce_opt).ok_or(fmt::Error)?;
        let (year, month, day) = (day.year(), day.month(), day.day());
        write!(out, "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)?;
        if self.nanos > 0 {
            let digits = format!("{:09}", self.nanos);
            write!(out, ".{}", digits.trim_end_matches('0'))?;
        }
        out.write_str("Z")
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Moment, D::Error> {
        let text = String::deserialize(from)?;
        Moment::parse(&text).ok_or_else(|| serde::de::Error::custom("no moment"))
    }
}

#[cfg(test)]
mod tests {
    use super::Moment;

    #[test]
    fn a_moment_is_written_as_it_is_read() {
        let canonical = |text: &str| Moment::parse(text).map(|moment| moment.to_string());
        for text in ["2026-03-01T10:00:00Z", "1969-12-31T23:59:59.5Z", "0001-01-01T00:00:00.000000001Z"] {
            assert_eq!(canonical(text).as_deref(), Some(text));
        }
        assert_eq!(
            canonical("2026-03-01t10:00:00.1234567899-00:30").as_deref(),
            Some("2026-03-01T10:30:00.123456789Z")
        );
        assert_eq!(canonical("2026-12-31T23:59:60z").as_deref(), Some("2027-01-01T00:00:00Z"));
        let seconds = Moment::from_seconds(1_772_359_200).map(|moment| moment.to_string());
        assert_eq!(seconds.as_deref(), Some("2026-03-01T10:00:00Z"));
    }

    #[test]
    fn a_text_without_an_offset_or_a_valid_date_is_not_a_moment() {
        for text in [
            "",
            "2026-03-01",
            "2026-03-01T10:00:00",
            "2026-03-01T10:00Z",
            "2026-02-30T10:00:00Z",
            "0000-03-01T10:00:00Z",
            "2026-03-01T10:00:00\u{2212}01:00",
            "2026-03-01T24:00:00Z",
            "2026-03-01T10:00:00.Z",
            "2026-03-01T10:00:00.5",
            "2026-03-01T10:00:00+0100",
            "é2026-03-0",
            "2026-03-01Té",
        ] {
            assert_eq!(Moment::parse(text), None, "{text}");
        }
        assert_eq!(Moment::from_seconds(1_772_359_200_000), None, "milliseconds are not guessed");
    }
}
