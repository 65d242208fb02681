//! The documented formats of strings and numbers.

use crate::text::date::Date;
use crate::text::json::scanner::Scanner;
use std::ops::RangeInclusive;

/// The maximum number of characters in an owner's name (`TKT-owner-length`).
pub(crate) const OWNER_CHARACTERS: usize = 150;

pub(crate) fn is_of_a_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '@' | '.' | '+' | '-' | '_')
}

pub(crate) fn is_whole(raw: &str) -> bool {
    Scanner::new(raw, 1).number().is_ok_and(|whole| whole)
}

/// Returns `true` for a UUID with hyphens. The crate `uuid` in its place adds 0.3 KB gzip to a
/// module, also reads forms without hyphens, and needs a newer Rust than the core (`cargo info
/// uuid`).
pub(crate) fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Returns `true` for a date, alone or followed by `T` and a time: `2026-02-14T09:30:00.5+01:00`.
/// Other forms of ISO 8601 (without hyphens, with weeks or with the day of the year) are not
/// documented. chrono's formats in its place add 8 KB gzip to a module (`scripts/size
/// --libraries`), because nothing else reads with formats.
pub(crate) fn is_iso_date(text: &str) -> bool {
    #[cfg(library = "iso8601")]
    return ["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M%#z", "%Y-%m-%dT%H:%M:%S%.f%#z"]
        .into_iter()
        .map(chrono::format::StrftimeItems::new)
        .any(|form| chrono::format::parse(&mut chrono::format::Parsed::new(), text, form).is_ok());
    match text.split_once('T') {
        None => Date::parse(text).is_some(),
        Some((day, time)) => Date::parse(day).is_some() && is_time(time),
    }
}

fn is_time(text: &str) -> bool {
    let (clock, zone) = match text.find(['Z', '+', '-']) {
        Some(at) => text.split_at(at),
        None => (text, "Z"),
    };
    let zoned = zone == "Z" || zone.strip_prefix(['+', '-']).is_some_and(|offset| is_clock(offset, 1..=2));
    let (whole, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let digits = !fraction.is_empty() && fraction.bytes().all(|digit| digit.is_ascii_digit());
    zoned && digits && is_clock(whole, 2..=3)
}

/// Returns `true` for `hh`, `hh:mm` or `hh:mm:ss`, if the number of parts is allowed.
fn is_clock(text: &str, parts_allowed: RangeInclusive<usize>) -> bool {
    let mut parts = text.split(':').zip([23, 59, 60]);
    let sound = |(part, highest): (&str, u8)| {
        part.len() == 2
            && part.bytes().all(|digit| digit.is_ascii_digit())
            && part.parse::<u8>().is_ok_and(|number| number <= highest)
    };
    let count = text.split(':').count();
    parts_allowed.contains(&count) && parts.all(sound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_of_iso_8601() {
        for good in [
            "2026-02-14",
            "2026-02-14T09:30",
            "2026-02-14T09:30:00Z",
            "2026-02-14T09:30:00.25+01:00",
            "2026-02-14T09:30:00-05",
        ] {
            assert!(is_iso_date(good), "{good}");
        }
        for bad in [
            "",
            "T",
            "2026-02-14T0a:30",
            "2026-02-30",
            "02/14/2026",
            "2026-02-14 09:30",
            "2026-02-14T",
            "2026-02-14T9:30",
            "2026-02-14T09",
            "2026-02-14T24:30",
            "2026-02-14T09:30.",
            "2026-02-14T09:30+",
            "2026-02-14T09:30+1",
            "2026-02-14T09:30:00:00",
            "2026-02-14T09:3é",
            "2026-02-14T09:30Z01:00",
        ] {
            assert!(!is_iso_date(bad), "{bad}");
        }
    }

    #[test]
    fn uuids() {
        assert!(is_uuid("123e4567-e89b-12d3-a456-426614174000"));
        for bad in ["", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g"] {
            assert!(!is_uuid(bad), "{bad}");
        }
    }
}
