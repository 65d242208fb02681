//! Calendar days.
//!
//! A day has the form `YYYY-MM-DD` in ASCII digits, and exists in the years 0001 to 9999 (D11,
//! D44). The crate has no clock: "today" is always an argument.
//!
//! The calendar is chrono's. Its reading and writing of days in place of ours add 13 KB gzip to the
//! module of the check (`scripts/size --libraries`), for formats that no day here has.

use chrono::{Datelike, NaiveDate};
use std::fmt;
use std::str::FromStr;

/// A calendar day.
///
/// ```
/// use casegate::Date;
///
/// let leap: Date = "2024-02-29".parse()?;
/// assert_eq!(leap.to_string(), "2024-02-29");
/// assert_eq!(Date::new(2024, 2, 29), Some(leap));
/// assert_eq!(Date::parse("2023-02-29"), None);
/// assert_eq!(Date::parse("2024-2-29"), None);
/// # Ok::<(), casegate::date::ParseDateError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(NaiveDate);

impl Date {
    /// The first day.
    pub(crate) const MIN: Date = match NaiveDate::from_ymd_opt(1, 1, 1) {
        Some(day) => Date(day),
        None => Date(NaiveDate::MIN),
    };

    /// Creates a day of the years 1 to 9999. Returns `None` if there is no such day.
    ///
    /// ```
    /// use casegate::Date;
    ///
    /// const LEAP: Option<Date> = Date::new(2024, 2, 29);
    /// assert_eq!(LEAP, Date::parse("2024-02-29"));
    /// assert_eq!(Date::new(2023, 2, 29), None);
    /// ```
    pub const fn new(year: i32, month: u32, day: u32) -> Option<Date> {
        match NaiveDate::from_ymd_opt(year, month, day) {
            Some(date) if 1 <= year && year <= 9999 => Some(Date(date)),
            _ => None,
        }
    }

    /// Returns a day of the tables. A test reads each of them back.
    pub(crate) const fn of_parts(year: i32, month: u32, day: u32) -> Date {
        match Date::new(year, month, day) {
            Some(date) => date,
            None => Date::MIN,
        }
    }

    /// Parses exactly `YYYY-MM-DD`. Returns `None` for other texts and for days that do not exist.
    pub fn parse(text: &str) -> Option<Date> {
        #[cfg(library = "date")]
        return NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().map(Date);
        let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else {
            return None;
        };
        let year = i32::try_from(number(&[y1, y2, y3, y4])?).ok()?;
        Date::new(year, number(&[m1, m2])?, number(&[d1, d2])?)
    }

    /// Returns the number of days from `earlier` to `self`, negative if `self` is before.
    pub fn days_since(self, earlier: Date) -> i32 {
        self.0.num_days_from_ce() - earlier.0.num_days_from_ce()
    }

    /// Returns the day a number of days later, or `None` after the year 9999.
    pub(crate) fn after(self, days: i32) -> Option<Date> {
        let day = self.0.num_days_from_ce().checked_add(days)?;
        NaiveDate::from_num_days_from_ce_opt(day).and_then(|day| Date::try_from(day).ok())
    }

    /// Returns the day of the week, from 0 for Monday.
    pub(crate) fn weekday(self) -> u32 {
        self.0.weekday().num_days_from_monday()
    }

    /// Returns the days from `days` before this day to this day, within the valid range.
    pub(crate) fn since(self, days: i32) -> impl Iterator<Item = Date> {
        let last = self.0.num_days_from_ce();
        (last.saturating_sub(days)..=last)
            .filter(|day| *day > 0)
            .filter_map(NaiveDate::from_num_days_from_ce_opt)
            .map(Date)
    }

    /// Writes `YYYY-MM-DD`.
    pub(crate) fn written(self) -> String {
        #[cfg(library = "date")]
        return self.0.to_string();
        let mut out = String::with_capacity(10);
        for (number, digits) in [(self.0.year().unsigned_abs(), 4), (self.0.month(), 2), (self.0.day(), 2)] {
            if !out.is_empty() {
                out.push('-');
            }
            for place in (0..digits).rev() {
                out.push(char::from_digit(number / 10_u32.pow(place) % 10, 10).unwrap_or_default());
            }
        }
        out
    }

    /// Returns the same day as chrono's type, for servers that compute with it.
    pub fn to_chrono(self) -> NaiveDate {
        self.0
    }
}

fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |sum: u32, digit| digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0')))
}

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Date, ParseDateError> {
        Date::parse(text).ok_or(ParseDateError)
    }
}

/// The text is not a day in the form `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a day is written YYYY-MM-DD")]
#[non_exhaustive]
pub struct ParseDateError;

impl TryFrom<NaiveDate> for Date {
    type Error = DateRangeError;

    fn try_from(day: NaiveDate) -> Result<Date, DateRangeError> {
        if (1..=9999).contains(&day.year()) { Ok(Date(day)) } else { Err(DateRangeError) }
    }
}

/// The day is outside the years 0001 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the day lies outside the years 0001 to 9999")]
#[non_exhaustive]
pub struct DateRangeError;

impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.written())
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl serde::Serialize for Date {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&self.written())
    }
}

impl<'de> serde::Deserialize<'de> for Date {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Date, D::Error> {
        let text = <std::borrow::Cow<'_, str>>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn days_of_the_tables_are_those_that_they_say() {
        assert_eq!(Date::of_parts(2026, 11, 11).to_string(), "2026-11-11");
        assert_eq!(crate::rulebook::lifetime::LEGACY_SUNSET, Date::of_parts(2026, 11, 11));
    }

    proptest! {
        /// chrono also reads signs, white space and fewer digits, which are no days here.
        #[test]
        fn days_are_those_of_chrono(text in "[0-9]{4}-[01][0-9]-[0-3][0-9]|[0-9]{2,4}[-+ ][0-9]{1,2}-[-+ 0-9]{1,3}") {
            let form = regex::Regex::new(r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}\z").expect("the pattern");
            let day = NaiveDate::parse_from_str(&text, "%Y-%m-%d").ok();
            let day = day.filter(|day| form.is_match(&text) && day.year() > 0);
            prop_assert_eq!(Date::parse(&text).map(Date::to_chrono), day);
            prop_assert_eq!(Date::parse(&text).map(Date::written), day.map(|day| day.to_string()));
        }
    }

    #[test]
    fn days_are_counted_over_leap_days() {
        let day = |text| Date::parse(text).expect("a day");
        assert_eq!(day("2024-03-01").days_since(day("2023-03-01")), 366);
        assert_eq!(day("2026-03-01").days_since(day("2025-03-01")), 365);
        assert_eq!(day("0001-01-01").days_since(day("9999-12-31")), -3_652_058);
    }
}
