//! Ranges of days before the day of an exchange, with the limits that the rulebook has.

use crate::classes::Class;
use crate::classes::names::fields;
use casegate::fields::Kind;
use casegate::{Context, Date, Product, check_case};
use chrono::Days;
use std::sync::LazyLock;

/// The days whose findings are compared. No limit of the rulebook lies outside: the second range is
/// about 125 years ago (D55).
const PROBED: [std::ops::RangeInclusive<i32>; 2] = [-40..=800, 45_600..=45_700];

/// The ages at which the findings of a field change, and those on both sides.
static SINGLE: LazyLock<Vec<i32>> = LazyLock::new(|| {
    let mut single = Vec::new();
    let Some(today) = Date::new(2026, 3, 1) else { return single };
    let context = Context::new(today);
    for field in fields().filter(|field| matches!(field.kind, Kind::Date)) {
        for product in Product::ALL {
            let codes = |age: i32| {
                let day = before(today, age).map(|day| day.to_string()).unwrap_or_default();
                let payload = format!(r#"{{"case_type":"{}","{}":"{day}"}}"#, product.case_type(), field.name);
                let at = format!("/{}", field.name);
                let report = check_case(&payload, &context);
                report.issues.into_iter().filter(|issue| issue.at == at).map(|issue| issue.code).collect::<Vec<_>>()
            };
            let mut last = None;
            for age in PROBED.into_iter().flatten() {
                let found = codes(age);
                if last.as_ref().is_some_and(|last| *last != found) {
                    single.extend([age - 1, age, age + 1]);
                }
                last = Some(found);
            }
        }
    }
    single.sort_unstable();
    single.dedup();
    single
});

/// Returns the class of a day.
pub(crate) fn class(day: Date, today: Date) -> Class {
    let age = today.days_since(day);
    if SINGLE.binary_search(&age).is_ok() {
        return Class::Day(Some(age), Some(age));
    }
    let below = SINGLE.iter().copied().filter(|known| *known < age).max();
    let above = SINGLE.iter().copied().find(|known| *known > age);
    Class::Day(below.map(|known| known + 1), above.map(|known| known - 1))
}

/// Returns a day of a range: the one nearest to today.
pub(crate) fn representative(from: Option<i32>, to: Option<i32>, today: Date) -> Date {
    let age = match (from, to) {
        (Some(from), Some(to)) => 0.clamp(from.min(to), to.max(from)),
        (Some(end), None) | (None, Some(end)) => end,
        (None, None) => 0,
    };
    before(today, age).unwrap_or(today)
}

/// Returns the day `age` days before another, or after it if `age` is negative.
pub(crate) fn before(today: Date, age: i32) -> Option<Date> {
    let days = Days::new(u64::from(age.unsigned_abs()));
    let day = today.to_chrono();
    let day = if age < 0 { day.checked_add_days(days) } else { day.checked_sub_days(days) };
    Date::try_from(day?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_those_of_the_rulebook() {
        assert_eq!(*SINGLE, [-1, 0, 1, 364, 365, 366, 367, 45_656, 45_657, 45_658]);
    }

    #[test]
    fn a_representative_has_the_class() {
        let today = Date::new(2026, 3, 1).unwrap();
        for age in (-50..1000).chain(45_000..46_000) {
            let Class::Day(from, to) = class(before(today, age).unwrap(), today) else { panic!("{age}") };
            assert_eq!(class(representative(from, to, today), today), Class::Day(from, to), "{age}");
        }
    }
}
