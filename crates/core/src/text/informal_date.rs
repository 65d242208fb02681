//! Days as people write them (D56).
//!
//! A text is read only if it has one meaning in the United States:
//!
//! - Numbers are month, day and year (`3/15/2026`). A first number above 12 can only be the day
//!   (`15/3/2026`). Full stops between the numbers are the custom of countries that begin with the
//!   day, so that `3.4.2026` is not read.
//! - A year has four digits. It may come first (`2026-3-5`). `3/5/26` is not read, because a person
//!   born in 1926 is as likely as a loss in 2026.
//! - A month may be a name or at least three of its first letters, in English or Spanish
//!   (`March 15, 2026`, `15 mar 2026`, `15 de marzo de 2026`).
//! - A weekday before it must be that of the day, and a time behind it must be midnight
//!   (`Sunday, March 15, 2026`, `2026-03-15T00:00:00Z`).
//! - Eight digits are year, month and day (`20260315`).

use crate::text::date::Date;
use chrono::Datelike;

/// The months in English and Spanish. No three first letters stand for two months.
const MONTHS: [[&str; 2]; 12] = [
    ["january", "enero"],
    ["february", "febrero"],
    ["march", "marzo"],
    ["april", "abril"],
    ["may", "mayo"],
    ["june", "junio"],
    ["july", "julio"],
    ["august", "agosto"],
    ["september", "septiembre"],
    ["october", "octubre"],
    ["november", "noviembre"],
    ["december", "diciembre"],
];

/// The weekdays in English and Spanish.
const WEEKDAYS: [&[&str]; 7] = [
    &["monday", "lunes"],
    &["tuesday", "martes"],
    &["wednesday", "miércoles", "miercoles"],
    &["thursday", "jueves"],
    &["friday", "viernes"],
    &["saturday", "sábado", "sabado"],
    &["sunday", "domingo"],
];

/// Words and endings of numbers that do not change a day: `15 de marzo`, `15th of March`.
const FILLERS: [&str; 8] = ["de", "del", "of", "st", "nd", "rd", "th", "º"];

/// The fewest letters of a month or a weekday.
const MONTH_LETTERS: usize = 3;

/// Returns the day that a text stands for, or `None` if it has no meaning or several.
pub(crate) fn read(text: &str) -> Option<Date> {
    let (weekday, text) = after_weekday(before_midnight(text.trim()));
    let day = compact(text).or_else(|| numeric(text)).or_else(|| named(text))?;
    let fits = |weekday: usize| day.to_chrono().weekday().num_days_from_monday() as usize == weekday;
    weekday.is_none_or(fits).then_some(day)
}

/// Returns the text before a time of midnight, in any time zone. Another time stays.
fn before_midnight(text: &str) -> &str {
    const ZONES: [&str; 4] = ["", "Z", "GMT", "UTC"];
    const MORNING: [&str; 3] = ["AM", "A.M.", "A. M."];
    let hour = text.split(':').next().unwrap_or(text);
    let day = hour.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let time = text.get(day.len()..).unwrap_or_default();
    let end = time.bytes().take_while(|letter| letter.is_ascii_digit() || b":.".contains(letter)).count();
    let (clock, zone) = time.split_at_checked(end).unwrap_or_default();
    let is_hour =
        |hour: &str| clock.strip_prefix(hour).is_some_and(|rest| matches!(rest, ":00" | ":00:00" | ":00:00.000"));
    // JavaScript writes the name of the zone behind its offset.
    let zone = zone.split('(').next().unwrap_or(zone).trim();
    let (name, offset) = zone.split_at_checked(zone.find(['+', '-']).unwrap_or(zone.len())).unwrap_or_default();
    let is_in = |names: &[&str]| names.iter().any(|one| one.eq_ignore_ascii_case(name));
    let is_offset = offset.bytes().skip(1).all(|letter| letter.is_ascii_digit() || letter == b':');
    let is_morning = offset.is_empty() && is_in(&MORNING);
    let is_midnight = (is_hour("12") && is_morning)
        || ((is_hour("00") || is_hour("0")) && is_offset && (is_morning || is_in(&ZONES)));
    let before = day.trim_end_matches([' ', ',', 'T']);
    if is_midnight && before.len() < day.len() { before } else { text }
}

/// Returns the weekday at the start of a text, by its place in the week, and the text behind it.
/// `mar` is a month.
fn after_weekday(text: &str) -> (Option<usize>, &str) {
    let rest = text.trim_start_matches(char::is_alphabetic);
    let word = text.strip_suffix(rest).filter(|word| month_of(word).is_none()).unwrap_or_default();
    match WEEKDAYS.iter().position(|names| names.iter().any(|name| is_start(word, name))) {
        None => (None, text),
        at => (at, rest.trim_start_matches(|letter: char| letter.is_whitespace() || matches!(letter, ',' | '.'))),
    }
}

/// Reads eight digits. Of this and the last century, so that they are not the month first.
fn compact(text: &str) -> Option<Date> {
    let is_meant = text.len() == 8 && text.bytes().all(|digit| digit.is_ascii_digit());
    let (year, day) = text.split_at_checked(4).filter(|_| is_meant)?;
    let (month, day) = day.split_at_checked(2)?;
    Date::new(year.parse().ok().filter(|year| (1900..2100).contains(year))?, month.parse().ok()?, day.parse().ok()?)
}

/// Reads three numbers with the same sign between them.
fn numeric(text: &str) -> Option<Date> {
    let is_sign = |letter: &char| !letter.is_ascii_digit() && !letter.is_whitespace();
    let sign = text.chars().find(is_sign).unwrap_or(' ');
    if !['/', '-', '.', ' '].contains(&sign) {
        return None;
    }
    let mut parts = text.trim().split(sign).map(number);
    let (first, second, third) = (parts.next()??, parts.next()??, parts.next()??);
    match (first, second, third, parts.next()) {
        (Number::Year(year), Number::Short(month), Number::Short(day), None) => Date::new(year, month, day),
        (Number::Short(first), Number::Short(second), Number::Year(year), None) => {
            let (month_first, day_first) = (Date::new(year, first, second), Date::new(year, second, first));
            let is_open = sign == '.' && month_first.is_some() && day_first.is_some() && first != second;
            if is_open { None } else { month_first.or(day_first) }
        }
        _ => None,
    }
}

/// Reads the name of a month with a day and a year, in any order.
fn named(text: &str) -> Option<Date> {
    let (mut month, mut day, mut year) = (None, None, None);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let of_kind: fn(char) -> bool = match first {
            '0'..='9' => |letter| letter.is_ascii_digit(),
            _ if first.is_alphabetic() => char::is_alphabetic,
            _ if first.is_alphanumeric() => return None,
            _ => |letter| !letter.is_alphanumeric(),
        };
        let end = rest.find(|letter| !of_kind(letter)).unwrap_or(rest.len());
        let (part, behind) = rest.split_at_checked(end)?;
        rest = behind;
        let is_new = if first.is_alphabetic() {
            if FILLERS.iter().any(|filler| filler.eq_ignore_ascii_case(part)) {
                continue;
            }
            month.replace(month_of(part)?).is_none()
        } else if first.is_ascii_digit() {
            match number(part)? {
                Number::Year(number) => year.replace(number).is_none(),
                Number::Short(number) => day.replace(number).is_none(),
            }
        } else {
            part.chars().all(|sign| sign.is_whitespace() || ",.-/".contains(sign))
        };
        if !is_new {
            return None;
        }
    }
    Date::new(year?, month?, day?)
}

/// A number of a day in writing.
#[derive(Clone, Copy)]
enum Number {
    /// Four digits.
    Year(i32),
    /// One or two digits.
    Short(u32),
}

fn number(text: &str) -> Option<Number> {
    let digits = text.trim();
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    match digits.len() {
        1 | 2 => digits.parse().ok().map(Number::Short),
        4 => digits.parse().ok().map(Number::Year),
        _ => None,
    }
}

fn month_of(word: &str) -> Option<u32> {
    let at = MONTHS.iter().position(|names| names.iter().any(|name| is_start(word, name)))?;
    u32::try_from(at + 1).ok()
}

/// Returns `true` for a name, or enough of its first letters.
fn is_start(word: &str, name: &str) -> bool {
    word.len() >= MONTH_LETTERS && name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read_as(text: &str) -> Option<String> {
        read(text).map(|day| day.to_string())
    }

    #[test]
    fn days_with_one_meaning_are_read() {
        for text in [
            "03/15/2026",
            "3/15/2026",
            "3-15-2026",
            "3.15.2026",
            "15.3.2026",
            "15/03/2026",
            "3 / 15 / 2026",
            "2026-3-15",
            "2026/03/15",
            "March 15, 2026",
            "march 15 2026",
            "Mar. 15, 2026",
            "March 15th, 2026",
            "15 March 2026",
            "15th of March 2026",
            "15-Mar-2026",
            "2026 March 15",
            "15 de marzo de 2026",
            "15 de Marzo del 2026",
            "marzo 15, 2026",
            " 2026-03-15 ",
            "20260315",
            "Sunday, March 15, 2026",
            "Sun 3/15/2026",
            "domingo 15 de marzo de 2026",
            "Dom. 15 de marzo de 2026",
            "2026-03-15T00:00:00Z",
            "2026-03-15T00:00:00.000Z",
            "2026-03-15 00:00:00",
            "2026-03-15T00:00:00-05:00",
            "3/15/2026 12:00 AM",
            "3/15/2026, 12:00:00 a. m.",
            "3/15/2026 0:00",
            "Sun Mar 15 2026 00:00:00 GMT-0400 (Eastern Daylight Time)",
            "Sun, 15 Mar 2026 00:00:00 GMT",
        ] {
            assert_eq!(read_as(text).as_deref(), Some("2026-03-15"), "{text}");
        }
        assert_eq!(read_as("7/31/1980").as_deref(), Some("1980-07-31"));
        assert_eq!(read_as("July 31, 1980").as_deref(), Some("1980-07-31"));
        // The order of the United States.
        assert_eq!(read_as("03/04/2026").as_deref(), Some("2026-03-04"));
        assert_eq!(read_as("3.3.2026").as_deref(), Some("2026-03-03"));
        assert_eq!(read_as("1º de enero de 2026").as_deref(), Some("2026-01-01"));
    }

    #[test]
    fn days_with_another_meaning_or_none_are_not_read() {
        for text in [
            "",
            "3/5/26",
            "26/3/5",
            "3.4.2026",
            "31/31/2026",
            "2026/15/03",
            "02/30/2026",
            "3/15-2026",
            "3/15/2026 04:00",
            "2026-03-15T04:00:00Z",
            "2026-03-15T00:00:01Z",
            "2026-03-15T00:01Z",
            "3/15/2026 12:00",
            "3/15/2026 12:00 PM",
            "3/15/2026 00:00 PM",
            "3/15/2026 0:00 or later",
            "3/15/202600:00",
            "00:00",
            "3/15",
            "03152026",
            "10112026",
            "20261503",
            "2026031",
            "Monday, March 15, 2026",
            "Su 3/15/2026",
            "Sunday",
            "3/15/2026/1",
            "003/15/2026",
            "March 2026",
            "March 15",
            "March 15, 26",
            "March 15 16 2026",
            "March April 15 2026",
            "Ma 15, 2026",
            "Mart 15, 2026",
            "martes 15 de marzo de 2026", // a Sunday
            "about March 15, 2026",
            "March 15, 2026?",
            "0/0/0000",
            "-3/15/2026",
            "３/15/2026",
        ] {
            assert_eq!(read_as(text), None, "{text}");
        }
    }

    #[test]
    fn three_letters_stand_for_one_month() {
        let starts = |names: &[&str; 2]| names.map(|name| name.get(..MONTH_LETTERS).unwrap().to_owned());
        for (at, names) in MONTHS.iter().enumerate() {
            let others = MONTHS.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, names)| names);
            for other in others.flat_map(starts) {
                assert!(!starts(names).contains(&other), "{other}");
            }
        }
    }

    proptest! {
        /// Each month's names, in each order, lead to the day that was written.
        #[test]
        fn a_day_with_a_name_is_that_day(day in 1..=31_u32, month in 1..=12_u32, year in 1000..=9999_i32, language in 0..2_usize) {
            let name = MONTHS[month as usize - 1][language];
            for text in [format!("{name} {day}, {year}"), format!("{day} de {name} de {year}"), format!("{year} {name} {day:02}")] {
                prop_assert_eq!(read(&text), Date::new(year, month, day), "{}", text);
            }
        }

        /// Where the day and the month can be exchanged, the order is that of the United States.
        #[test]
        fn numbers_are_month_and_day(first in 1..=31_u32, second in 1..=31_u32, year in 1000..=9999_i32) {
            let wanted = Date::new(year, first, second).or(Date::new(year, second, first));
            for sign in ["/", "-", " "] {
                prop_assert_eq!(read(&format!("{first}{sign}{second:02}{sign}{year}")), wanted);
            }
        }
    }
}
