//! Days as people write them (D56).
//!
//! A text is read only if it has one meaning in the United States:
//!
//! - Numbers are month, day and year (`3/15/2026`). A first number above 12 can only be the day
//!   (`15/3/2026`). Full stops between the numbers are the custom of countries that begin with the
//!   day, so that `3.4.2026` is not read.
//! - A year has four digits. It may come first (`2026-3-5`). `3/5/26` is not read, because a person
//!   born in 1926 is as likely as a loss in 2026. Eight digits are year, month and day (`20260315`).
//! - A month may be a name or at least three of its first letters, in English or Spanish
//!   (`March 15, 2026`, `15 mar 2026`, `15 de marzo de 2026`).
//! - A weekday must be that of the day, and a time behind it must be midnight
//!   (`Sunday, March 15, 2026`, `2026-03-15T00:00:00Z`).

use crate::text::date::Date;

/// The months and then the weekdays, in English and Spanish. No three first letters stand for two
/// months. `mar` is a month, and no Tuesday.
#[rustfmt::skip]
const NAMES: [&str; 45] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    "lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo",
    "lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo",
];

/// Words and endings of numbers that do not change a day: `15 de marzo`, `15th of March`. The last
/// stands before a time.
const FILLERS: [&str; 9] = ["de", "del", "of", "st", "nd", "rd", "th", "º", "t"];

/// The fewest letters of a name.
const FEWEST_LETTERS: usize = 3;

/// Where the weekdays begin in [`NAMES`].
const WEEKDAYS: usize = 24;

/// Returns the day that a text stands for, or `None` if it has no meaning or several.
pub(crate) fn read(text: &str) -> Option<Date> {
    // Of each number its digits, its value, and what stands before it.
    let (mut digits, mut values, mut signs, mut count) = ([0; 3], [0; 3], [""; 3], 0);
    let (mut month, mut weekday) = (None, None);
    let text = text.trim();
    let (mut rest, mut sign) = (text, "");
    while let Some(first) = rest.chars().next() {
        let of_kind: fn(char) -> bool = match first {
            '0'..='9' => |letter| letter.is_ascii_digit(),
            _ if is_separator(first) => is_separator,
            _ => |letter| !letter.is_ascii_digit() && !is_separator(letter),
        };
        let end = rest.find(|letter| !of_kind(letter)).unwrap_or(rest.len());
        let (part, behind) = rest.split_at_checked(end).filter(|_| end > 0)?;
        if first.is_ascii_digit() {
            if behind.starts_with(':') {
                if !is_midnight(rest.as_bytes()) {
                    return None;
                }
                break;
            }
            *digits.get_mut(count)? = part.len();
            *values.get_mut(count)? =
                part.bytes().fold(0, |value: u32, digit| value.wrapping_mul(10) + u32::from(digit - b'0'));
            *signs.get_mut(count)? = sign;
            (count, sign) = (count + 1, "");
        } else if !is_separator(first) {
            if !FILLERS.iter().any(|filler| filler.eq_ignore_ascii_case(part)) {
                let at = NAMES.iter().position(|name| is_start(part, name))?;
                let before = if at < WEEKDAYS { month.replace(at % 12) } else { weekday.replace((at - WEEKDAYS) % 7) };
                if before.is_some() {
                    return None;
                }
            }
            sign = part;
        } else {
            if rest.len() == text.len() {
                return None;
            }
            // A word between two numbers stays.
            sign = if sign.is_empty() { part.trim() } else { sign };
        }
        rest = behind;
    }
    let [first, second, third] = values;
    let [_, sign, next] = signs;
    let is_numeric = month.is_none() && sign == next && ["", "/", "-", "."].contains(&sign);
    let new = |year: u32, month, day| Date::new(i32::try_from(year).ok()?, month, day);
    let day = match (month, digits) {
        (Some(month), [1 | 2, 4, 0]) => new(second, u32::try_from(month).ok()? + 1, first),
        (Some(month), [4, 1 | 2, 0]) => new(first, u32::try_from(month).ok()? + 1, second),
        // Of this and the last century, so that they are not the month first.
        (None, [8, 0, 0]) if (19..=20).contains(&(first / 1_000_000)) => {
            new(first / 10_000, first / 100 % 100, first % 100)
        }
        (None, [4, 1 | 2, 1 | 2]) if is_numeric => new(first, second, third),
        (None, [1 | 2, 1 | 2, 4]) if is_numeric => {
            let (month_first, day_first) = (new(third, first, second), new(third, second, first));
            let is_open = sign == "." && month_first.is_some() && day_first.is_some() && first != second;
            if is_open { None } else { month_first.or(day_first) }
        }
        _ => None,
    }?;
    weekday.is_none_or(|weekday| day.weekday() as usize == weekday).then_some(day)
}

/// Returns `true` for what stands between words and numbers.
fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | '.' | '-' | '/')
}

/// Returns `true` for a time of midnight, in any time zone. JavaScript writes the name of the zone
/// behind its offset.
fn is_midnight(time: &[u8]) -> bool {
    let (time, is_noon) = time.strip_prefix(b"12").map_or((time, false), |rest| (rest, true));
    let clock = time.iter().take_while(|letter| b"0:.".contains(letter)).count();
    let zone = time.iter().skip(clock).take_while(|letter| !b"+-(".contains(letter)).map(u8::to_ascii_lowercase);
    let is_morning = zone.clone().any(|letter| letter == b'a');
    zone.into_iter().all(|letter| b" .amzutcg".contains(&letter)) && (is_morning || !is_noon)
}

/// Returns `true` for a name, or enough of its first letters.
fn is_start(word: &str, name: &str) -> bool {
    word.len() >= FEWEST_LETTERS && name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
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
            "15 de 3 de 2026",
            "1T2T2026",
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

    /// `mar` alone stands for two, and is the month.
    #[test]
    fn three_letters_stand_for_one_name() {
        let start = |name: &str| name.chars().take(FEWEST_LETTERS).collect::<String>();
        let meaning = |at: usize| if at < WEEKDAYS { at % 12 } else { 12 + (at - WEEKDAYS) % 7 };
        for (at, name) in NAMES.iter().enumerate().filter(|(_, name)| start(name) != "mar") {
            for (other, other_name) in NAMES.iter().enumerate() {
                assert!(meaning(at) == meaning(other) || start(name) != start(other_name), "{name} {other_name}");
            }
        }
    }

    proptest! {
        /// Each month's names, in each order, lead to the day that was written.
        #[test]
        fn a_day_with_a_name_is_that_day(day in 1..=31_u32, month in 1..=12_u32, year in 1000..=9999_i32, language in 0..2_usize) {
            let name = NAMES[month as usize - 1 + 12 * language];
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
