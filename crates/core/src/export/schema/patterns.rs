//! Regular expressions that mean the same to ECMA-262 (with and without the flag `u`) and to Rust's `regex`: no
//! look-around, no `\d`, `\s` or `\w`, letters beyond ASCII as `\uXXXX`.

use crate::vocabulary::{STATES, UNUSUAL_STATES};

/// The letters of Unicode's `White_Space` (D38), for a class.
const WHITE_SPACE: &str =
    concat!(r"\u0009-\u000D\u0020\u0085\u00A0\u1680", r"\u2000-\u200A\u2028\u2029\u202F\u205F\u3000");

/// A year that is divisible by four and, where it ends a century, by four hundred.
const LEAP_YEAR: &str =
    concat!("(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])", "|(?:0[48]|[2468][048]|[13579][26])00)");

/// The years 0001 to 9999 (D44).
const YEAR: &str = "(?:[0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)";

/// A day that every year has.
const MONTH_AND_DAY: &str = concat!(
    "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])",
    "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)",
    "|02-(?:0[1-9]|1[0-9]|2[0-8]))"
);

/// A text with a letter that is not white space.
pub(super) fn told() -> String {
    format!("[^{WHITE_SPACE}]")
}

/// A text without one.
pub(super) fn blank() -> String {
    format!("^[{WHITE_SPACE}]*$")
}

/// One of these, or a blank text.
pub(super) fn or_blank(pattern: &str) -> String {
    format!("^(?:[{WHITE_SPACE}]*|{pattern})$")
}

pub(super) fn whole(pattern: &str) -> String {
    format!("^(?:{pattern})$")
}

/// A real calendar day, `YYYY-MM-DD` (D11).
pub(super) fn day() -> String {
    format!("{YEAR}-{MONTH_AND_DAY}|{LEAP_YEAR}-02-29")
}

/// A state code, in upper case or in any (D14).
pub(super) fn state(upper_case: bool) -> String {
    let codes = STATES.iter().chain(&UNUSUAL_STATES);
    let spelled = codes.map(|code| {
        if upper_case {
            return (*code).to_owned();
        }
        code.chars().flat_map(|letter| ['[', letter, letter.to_ascii_lowercase(), ']']).collect()
    });
    spelled.collect::<Vec<String>>().join("|")
}

/// A text that starts with one of these words, which hold nothing but letters, digits and underscores.
pub(super) fn starts_with(prefixes: &[&str]) -> String {
    format!("^(?:{})", prefixes.join("|"))
}

/// The specification's own pattern of a USDOT number (D17).
pub(super) const USDOT_NUMBER: &str = "^0*[1-9][0-9]*$";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::date::Date;
    use crate::vocabulary::{COMMERCIAL_PREFIXES, PERSONAL_PREFIXES, StateCode, state_code};
    use regex::Regex;

    #[test]
    fn white_space_is_unicodes() {
        let (told, blank) = (Regex::new(&told()).expect("a pattern"), Regex::new(&blank()).expect("a pattern"));
        for letter in '\0'..=char::MAX {
            let text = letter.to_string();
            assert_eq!(told.is_match(&text), !letter.is_whitespace(), "{letter:?}");
            assert_eq!(blank.is_match(&text), letter.is_whitespace(), "{letter:?}");
        }
        assert!(blank.is_match("") && !told.is_match(""));
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        let day = Regex::new(&whole(&day())).expect("a pattern");
        for year in 0..=10_000 {
            for month in 0..=13 {
                for last in [0, 1, 28, 29, 30, 31, 32] {
                    let text = format!("{year:04}-{month:02}-{last:02}");
                    assert_eq!(day.is_match(&text), Date::parse(&text).is_some(), "{text}");
                }
            }
        }
        for month in 1..=12 {
            for number in 0..=99 {
                let text = format!("2024-{month:02}-{number:02}");
                assert_eq!(day.is_match(&text), Date::parse(&text).is_some(), "{text}");
            }
        }
    }

    #[test]
    fn codes_are_those_of_the_tables() {
        let any = Regex::new(&whole(&state(false))).expect("a pattern");
        let upper = Regex::new(&whole(&state(true))).expect("a pattern");
        let letters = || (b'A'..=b'Z').chain(b'a'..=b'z').chain(*b"0 ").map(char::from);
        for (first, second) in letters().flat_map(|first| letters().map(move |second| (first, second))) {
            let text = format!("{first}{second}");
            let code = state_code(&text);
            assert_eq!(any.is_match(&text), code != StateCode::Unknown, "{text}");
            assert_eq!(upper.is_match(&text), matches!(code, StateCode::State | StateCode::Unusual), "{text}");
        }
    }

    #[test]
    fn prefixes_need_no_escape() {
        let plain = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        assert!(COMMERCIAL_PREFIXES.iter().chain(PERSONAL_PREFIXES).all(|prefix| plain(prefix)));
    }
}
