//! Dates of a column, which all have one format.

use casegate::Date;
use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveTime, TimeDelta, Utc, Weekday};

/// The format of a column of dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Three numbers in an order, with a year of four digits.
    Numbers([Part; 3]),
    /// The number of a day in a spreadsheet, counted from this day.
    Serial(NaiveDate, i64),
    /// A time at midnight in UTC, which stands for a day.
    Midnight,
    /// A time, whose day is that of the zone.
    Time(Zone),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Year,
    Month,
    Day,
}

/// A time zone: an offset, and whether the clock changes in summer by the law of the United States.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Zone {
    standard: FixedOffset,
    has_summer: bool,
}

/// The zones of firms in the United States, with their hours. `chrono-tz` has all zones of the world and costs 126 KB of gzip
/// in a module of 213 KB (`scripts/wasm`, before its optimization). A test holds this table to it, from 1987 to 2037.
pub(crate) const ZONES: [(&str, i32, bool); 12] = [
    ("America/New_York", -5, true),
    ("America/Detroit", -5, true),
    ("America/Chicago", -6, true),
    ("America/Denver", -7, true),
    ("America/Boise", -7, true),
    ("America/Phoenix", -7, false),
    ("America/Los_Angeles", -8, true),
    ("America/Anchorage", -9, true),
    ("Pacific/Honolulu", -10, false),
    ("America/Puerto_Rico", -4, false),
    ("Pacific/Guam", 10, false),
    ("UTC", 0, false),
];

/// The first year of the law that the table knows.
const FIRST_YEAR: i32 = 1987;

impl Zone {
    /// Returns the day of a moment, and `None` before 1987 in a zone with summer time.
    fn day(self, time: DateTime<Utc>) -> Option<NaiveDate> {
        let local = time.with_timezone(&self.standard).naive_local();
        if !self.has_summer {
            return Some(local.date());
        }
        let year = local.year();
        let sunday = |month, number| NaiveDate::from_weekday_of_month_opt(year, month, Weekday::Sun, number);
        let (begins, ends) = if year >= 2007 {
            (sunday(3, 2)?, sunday(11, 1)?)
        } else if year >= FIRST_YEAR {
            (sunday(4, 1)?, sunday(10, 5).or(sunday(10, 4))?)
        } else {
            return None;
        };
        // At two o'clock, which at the end of summer is one o'clock without it.
        let is_summer = begins.and_hms_opt(2, 0, 0)? <= local && local < ends.and_hms_opt(1, 0, 0)?;
        Some((local + TimeDelta::hours(i64::from(is_summer))).date())
    }
}

use Part::{Day, Month, Year};

/// The names in maps, with what a cell of the format is. That of `datetime` depends on a zone.
pub(crate) const FORMATS: [(&str, &str); 7] = [
    ("MDY", "month, day and year, such as 3/31/2026"),
    ("DMY", "day, month and year, such as 31/3/2026"),
    ("YMD", "year, month and day, such as 2026-03-31"),
    ("excel", "the number of a day in a spreadsheet, such as 46112"),
    ("excel1904", "the number of a day in a spreadsheet that counts from 1904, such as 44650"),
    ("date", "a time at midnight in UTC, such as 2026-03-31T00:00:00Z"),
    ("datetime", "a time with its offset, such as 2026-03-31T14:05:00Z"),
];

/// Returns what a cell of a format is.
pub(crate) fn expected(format: Format) -> &'static str {
    let is = |name: &&(&str, &str)| match of(name.0) {
        Some(known) => known == format,
        None => matches!(format, Format::Time(_)),
    };
    FORMATS.iter().find(is).map_or("", |(_, text)| text)
}

/// Returns the format of a name, unless it needs a zone.
pub(crate) fn of(name: &str) -> Option<Format> {
    Some(match name {
        "MDY" => Format::Numbers([Month, Day, Year]),
        "DMY" => Format::Numbers([Day, Month, Year]),
        "YMD" => Format::Numbers([Year, Month, Day]),
        // Day 60 of 1900 is a 29 February that never was, so counting begins behind it.
        "excel" => Format::Serial(NaiveDate::from_ymd_opt(1899, 12, 30)?, 61),
        "excel1904" => Format::Serial(NaiveDate::from_ymd_opt(1904, 1, 1)?, 0),
        "date" => Format::Midnight,
        _ => return None,
    })
}

/// Returns the zone of a name or of an offset such as `-05:00`.
pub(crate) fn zone(name: &str) -> Option<Zone> {
    if name.len() == 6 && name.starts_with(['+', '-']) {
        return name.parse().ok().map(|standard| Zone { standard, has_summer: false });
    }
    let (_, hours, has_summer) = *ZONES.iter().find(|(known, ..)| *known == name)?;
    Some(Zone { standard: FixedOffset::east_opt(hours * 3600)?, has_summer })
}

/// Returns the day of a cell, and `None` unless it has the format.
pub(crate) fn read(format: Format, cell: &str) -> Option<Date> {
    let day = match format {
        Format::Numbers(order) => numbers(order, cell)?,
        Format::Serial(from, least) => serial(from, least, cell)?,
        Format::Midnight => time(cell).filter(|time| is_midnight(*time))?.date_naive(),
        Format::Time(zone) => zone.day(time(cell)?)?,
    };
    // The fields have years of four digits.
    Date::parse(&day.to_string())
}

/// Returns the moment of a cell with an offset.
pub(crate) fn time(cell: &str) -> Option<DateTime<Utc>> {
    let zulu = cell.strip_suffix('Z').map(|before| format!("{before}+0000"));
    let text = zulu.as_deref().unwrap_or(cell).replacen(' ', "T", 1);
    let forms = ["%Y-%m-%dT%H:%M:%S%.f%z", "%Y-%m-%dT%H:%M%z"];
    forms.iter().find_map(|form| DateTime::parse_from_str(&text, form).ok()).map(|time| time.to_utc())
}

pub(crate) fn is_midnight(time: DateTime<Utc>) -> bool {
    time.time() == NaiveTime::MIN
}

fn numbers(order: [Part; 3], cell: &str) -> Option<NaiveDate> {
    let separator = cell.chars().find(|letter| !letter.is_ascii_digit()).filter(|found| "/-.".contains(*found))?;
    let mut parts = cell.split(separator);
    let (mut year, mut month, mut day) = (0, 0, 0);
    for part in order {
        let text = parts.next()?;
        let is_number = !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit());
        if !is_number || (if part == Year { text.len() != 4 } else { text.len() > 2 }) {
            return None;
        }
        match part {
            Year => year = text.parse().ok()?,
            Month => month = text.parse().ok()?,
            Day => day = text.parse().ok()?,
        }
    }
    parts.next().is_none().then(|| NaiveDate::from_ymd_opt(year, month, day))?
}

fn serial(from: NaiveDate, least: i64, cell: &str) -> Option<NaiveDate> {
    let (days, time) = cell.split_once('.').unwrap_or((cell, "0"));
    if !(days.bytes().chain(time.bytes())).all(|letter| letter.is_ascii_digit()) || days.len() > 7 || time.is_empty() {
        return None;
    }
    let days: i64 = days.parse().ok().filter(|days| *days >= least)?;
    from.checked_add_signed(TimeDelta::try_days(days)?)
}

#[cfg(test)]
mod tests {
    use super::{FIRST_YEAR, ZONES, zone};
    use chrono::{DateTime, Datelike, TimeDelta, Utc};
    use chrono_tz::Tz;

    #[test]
    fn a_zone_has_the_days_of_the_database() {
        for (name, ..) in ZONES {
            let (own, database): (_, Tz) = (zone(name).unwrap(), name.parse().unwrap());
            let mut time: DateTime<Utc> = format!("{FIRST_YEAR}-01-02T00:30:00Z").parse().unwrap();
            while time.year() < 2038 {
                let days = (own.day(time), Some(time.with_timezone(&database).date_naive()));
                assert_eq!(days.0, days.1, "{name}, {time}");
                time += TimeDelta::minutes(30);
            }
        }
    }
}
