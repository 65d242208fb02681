//! Parts of cases: names, addresses, records.

use super::Size;
use super::words::{CITY, FIRST, LAST, MAKE, MODEL, SENTENCE, STATE, STREET};
use crate::random::Random;
use serde_json::Value;
pub(super) fn name(random: &mut Random) -> String {
    format!("{} {}", random.pick(&FIRST), random.pick(&LAST))
}

pub(super) fn address(random: &mut Random) -> String {
    format!("{} {}", 1 + random.below(9_900), random.pick(&STREET))
}

pub(super) fn phone(random: &mut Random) -> String {
    format!("555-01{:02}", random.below(100))
}

pub(super) fn digits(random: &mut Random, count: usize) -> String {
    (0..count).map(|_| char::from(b'0' + u8::try_from(random.below(10)).unwrap_or_default())).collect()
}

pub(super) fn day(random: &mut Random, first_year: usize, years: usize) -> String {
    format!("{}-{:02}-{:02}", first_year + random.below(years), 1 + random.below(12), 1 + random.below(28))
}

/// A day that both products accept.
pub(super) fn recent_day(random: &mut Random) -> String {
    let month = random.below(11);
    let (year, month) = if month < 9 { (2025, month + 4) } else { (2026, month - 8) };
    format!("{year}-{month:02}-{:02}", 1 + random.below(28))
}

pub(super) fn prose(random: &mut Random, size: Size) -> String {
    let sentences = match size {
        Size::Small => 1,
        Size::Typical => 1 + random.below(4),
        Size::Large => 10 + random.below(24),
    };
    let mut text: String = (0..sentences).map(|_| random.pick(&SENTENCE)).collect();
    text.truncate(text.trim_end().len());
    text
}

pub(super) fn emails(random: &mut Random) -> String {
    let one = |random: &mut Random| {
        format!("{}{}@firm.example", random.pick(&["intake", "paralegal", "r.roe"]), random.below(90))
    };
    let count = 1 + random.below(3);
    (0..count).map(|_| one(random)).collect::<Vec<_>>().join(" ")
}

/// A record with some of its optional members.
pub(super) fn record(
    random: &mut Random,
    size: Size,
    required: Vec<(&str, Value)>,
    optional: Vec<(&str, Value)>,
) -> Value {
    let optional = optional.into_iter().filter(|_| random.percent(size.fullness())).collect::<Vec<_>>();
    required
        .into_iter()
        .chain(optional)
        .map(|(key, value)| (key.to_owned(), value))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

pub(super) fn person(random: &mut Random, size: Size) -> Value {
    let required = vec![
        ("first_name", random.pick(&FIRST).into()),
        ("last_name", random.pick(&LAST).into()),
        ("address", address(random).into()),
    ];
    let optional = vec![
        ("date_of_birth", day(random, 1940, 65).into()),
        ("middle_name", random.pick(&FIRST).into()),
        ("phone_number", phone(random).into()),
        ("phone_extension", digits(random, 3).into()),
        ("license_number", format!("T{}", digits(random, 8)).into()),
        ("apt_or_suite_number", format!("{}B", random.below(90)).into()),
        ("city", random.pick(&CITY).into()),
        ("postal_or_zip_code", digits(random, 5).into()),
        ("license_state", random.pick(&STATE).into()),
        ("state_or_province", random.pick(&STATE).into()),
    ];
    record(random, size, required, optional)
}

pub(super) fn vehicle(random: &mut Random, size: Size) -> Value {
    let (year, make, model) = (1995 + random.below(30), random.pick(&MAKE), random.pick(&MODEL));
    let optional = vec![
        ("vehicle_year", year.into()),
        ("vehicle_make", make.into()),
        ("vehicle_model", model.into()),
        ("vin", format!("TEST{}", digits(random, 13)).into()),
        ("license_plate", format!("TEST {}", digits(random, 3)).into()),
    ];
    record(random, size, vec![("description", format!("{year} {make} {model}").into())], optional)
}

pub(super) fn property(random: &mut Random, size: Size) -> Value {
    let required = vec![
        ("address", address(random).into()),
        ("city", random.pick(&CITY).into()),
        ("state_or_province", random.pick(&STATE).into()),
        ("postal_or_zip_code", digits(random, 5).into()),
    ];
    let optional = vec![("apt_or_suite_number", format!("{}", random.below(90)).into())];
    record(random, size, required, optional)
}
