//! `Date::parse`, its text and its count of days, against a calendar that is counted by hand.

use super::{compared, each_text};
use casegate::Date;
use std::ops::RangeInclusive;

fn is_leap(year: i32) -> bool {
    if year % 400 == 0 {
        return true;
    }
    if year % 100 == 0 {
        return false;
    }
    year % 4 == 0
}

fn days_of(year: i32, month: u32) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The twin of `Date::parse`.
fn read(text: &str) -> Option<(i32, u32, u32)> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let has_digits = |part: &str, count: usize| part.len() == count && part.chars().all(|one| one.is_ascii_digit());
    if parts.next().is_some() || !has_digits(year, 4) || !has_digits(month, 2) || !has_digits(day, 2) {
        return None;
    }
    let (year, month, day) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let is_day = year >= 1 && (1..=12).contains(&month) && day >= 1 && day <= days_of(year, month);
    is_day.then_some((year, month, day))
}

/// Compares every day of the years, and returns their number.
fn days(years: RangeInclusive<i32>) -> i32 {
    let first = Date::new(*years.start(), 1, 1).expect("a day");
    let mut count = 0;
    for year in years {
        for month in 0..=13 {
            for day in 0..=32 {
                let is_day = (1..=12).contains(&month) && day >= 1 && day <= days_of(year, month);
                let date = Date::new(year, month, day);
                assert_eq!(date.is_some(), is_day, "{year} {month} {day}");
                let Some(date) = date else { continue };
                let text = format!("{year:04}-{month:02}-{day:02}");
                assert_eq!(date.to_string(), text);
                assert_eq!(Date::parse(&text), Some(date), "{text}");
                assert_eq!(date.days_since(first), count, "{text}");
                count += 1;
            }
        }
    }
    count
}

/// Compares every text of ten parts, and returns their number.
fn texts(parts: &[&str]) -> u64 {
    let mut count = 0;
    each_text(parts, 10, &mut |text| {
        let expected = read(text).and_then(|(year, month, day)| Date::new(year, month, day));
        assert_eq!(Date::parse(text), expected, "{text}");
        count += 1;
    });
    count
}

#[test]
fn small() {
    let days = [1..=4, 1896..=2104, 9996..=9999].into_iter().map(days).sum::<i32>();
    let texts = texts(&["0", "1", "-"]) + lengths(5);
    compared("date", &format!("{days} days, {texts} texts"));
}

/// Compares texts of other lengths than ten, and texts with a character of several bytes.
fn lengths(most: usize) -> u64 {
    let mut count = 0;
    for length in 0..=most {
        each_text(&["0", "2", "-", "/", " ", "+", "é", "٣", "-01", "2024-02-"], length, &mut |text| {
            let expected = read(text).and_then(|(year, month, day)| Date::new(year, month, day));
            assert_eq!(Date::parse(text), expected, "{text}");
            count += 1;
        });
    }
    count
}

#[test]
#[ignore = "scripts/prove twins"]
fn large() {
    let days = days(1..=9999);
    assert_eq!(days, 3_652_059);
    let texts = texts(&["0", "1", "2", "3", "9", "-", " "]) + lengths(7);
    compared("date", &format!("all {days} days, {texts} texts"));
}
