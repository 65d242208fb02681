//! Regular expressions that every dialect reads the same way: ECMA-262 (with and without the flags `u` and `v`), Rust's
//! `regex`, Python's `re`, PCRE, RE2, .NET, Java and Ruby.
//!
//! Patterns consist of ASCII letters, digits, `_`, `\xHH` below 80, `\.`, classes of these and of literal characters
//! beyond ASCII, groups without capture, alternatives and repetitions. `\uHHHH` is absent because RE2 and PCRE reject it,
//! and `\d`, `\s`, `\w` are absent because they include Unicode in some dialects. `tests/schema/tests/all/patterns.rs` checks
//! every exported pattern.
//!
//! `$` also matches before a final line feed in Python, PCRE and .NET, before any final line break in Java, and at each
//! line end in Ruby, where `^` matches at each line start. Therefore no pattern relies on `$`: [`of_length`] and
//! [`of_characters`] add a second keyword that leaves no room for a line break. A prefix (`^word`) cannot have such a
//! keyword. Where a validator for Ruby does not translate `^`, it finds the prefix at the start of any line of the text.

use crate::export::json::all_of;
use crate::export::json::{number, object, text};
use crate::rulebook::rules::parts::Words;
use crate::rulebook::rules::range::Range;
use crate::rulebook::vocabulary::{STATES, UNUSUAL_STATES};
use crate::text::date::Date;
use crate::text::json::document::Document;

/// The characters of Unicode's `White_Space` beyond ASCII (D38), for a class.
pub(in crate::export) const WHITE_SPACE_BEYOND_ASCII: &str =
    "\u{85}\u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}";

/// A year that is divisible by four and, if it ends a century, by four hundred.
const LEAP_YEAR: &str =
    concat!("(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])", "|(?:0[48]|[2468][048]|[13579][26])00)");

/// The years 0001 to 9999 (D44).
const YEAR: &str = "(?:[0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)";

/// A day that exists in every year.
const MONTH_AND_DAY: &str = concat!(
    "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])",
    "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)",
    "|02-(?:0[1-9]|1[0-9]|2[0-8]))"
);

/// Returns the pattern of a text with a character that is not white space.
pub(in crate::export) fn non_blank_pattern() -> String {
    format!(r"[^\x09-\x0D\x20{WHITE_SPACE_BEYOND_ASCII}]")
}

/// Returns the schema of a valid day, `YYYY-MM-DD` (D11).
pub(in crate::export) fn day() -> Document {
    of_length(&format!("{YEAR}-{MONTH_AND_DAY}|{LEAP_YEAR}-02-29"), 10)
}

/// Returns the schema of a state code, in upper case or in any case (D14).
pub(crate) fn state(upper_case: bool) -> Document {
    let codes = STATES.iter().chain(&UNUSUAL_STATES);
    let spelled = codes.map(|code| if upper_case { (*code).to_owned() } else { in_any_case(code) });
    of_length(&alternatives(spelled), 2)
}

/// Returns the schema of one of these state codes in any case.
pub(crate) fn states_in_any_case(codes: &Words) -> Document {
    of_length(&alternatives(codes.iter().map(in_any_case)), 2)
}

fn alternatives(each: impl Iterator<Item = String>) -> String {
    each.collect::<Vec<String>>().join("|")
}

fn in_any_case(text: &str) -> String {
    let spelled = |letter: char| match letter {
        'A'..='Z' | 'a'..='z' => format!("[{}{}]", letter.to_ascii_uppercase(), letter.to_ascii_lowercase()),
        other => character(other),
    };
    text.chars().map(spelled).collect()
}

/// Returns a literal character of a pattern, also inside a class.
pub(crate) fn character(letter: char) -> String {
    let is_plain = letter.is_ascii_alphanumeric() || letter == '_' || !letter.is_ascii();
    if is_plain { letter.to_string() } else { format!("\\x{:02X}", u32::from(letter)) }
}

/// Returns `true` if some dialect treats the character as the end of a line.
pub(crate) fn is_line_break(letter: char) -> bool {
    matches!(letter, '\u{A}'..='\u{D}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns the schema of a text that starts with one of these, in any case for state codes.
pub(crate) fn beginning<'w>(prefixes: impl Iterator<Item = &'w str>, any_case: bool) -> Document {
    let spelled = |prefix: &str| {
        if any_case { in_any_case(prefix) } else { prefix.chars().map(character).collect() }
    };
    object([("type", "string".into()), ("pattern", text(format!("^(?:{})", alternatives(prefixes.map(spelled)))))])
}

/// Returns the schema of a valid day between two days, both included.
pub(crate) fn days(first: Option<Date>, last: Option<Date>) -> Document {
    let from = first.map(|day| of_length(&alternatives(digits_from(&day.to_string()).into_iter()), 10));
    let to = last.map(|day| of_length(&alternatives(digits_to(&day.to_string()).into_iter()), 10));
    all_of(from.into_iter().chain(to).collect())
}

/// Returns the schema of a text of ASCII digits whose number is in the range.
pub(crate) fn digits(range: Range<i64>) -> Document {
    let of = |pattern: String| of_characters(&format!("^0*(?:{pattern})$"), "0-9");
    let least = range.least.map(|least| {
        let written = least.to_string();
        let longer = format!("[1-9][0-9]{{{}}}[0-9]*", written.len());
        of(alternatives(digits_from(&written).into_iter().chain([longer])))
    });
    let most = range.most.map(|most| {
        let written = most.to_string();
        let shorter = (written.len() > 1).then(|| format!("[0-9]{{1,{}}}", written.len() - 1));
        of(alternatives(digits_to(&written).into_iter().chain(shorter)))
    });
    all_of(least.into_iter().chain(most).collect())
}

/// Returns patterns of the text and of all greater ones with the same form and length.
fn digits_from(written: &str) -> Vec<String> {
    beside(written, |digit| (digit < '9').then(|| format!("[{}-9]", next(digit, 1))))
}

/// Returns patterns of the text and of all smaller ones with the same form and length.
fn digits_to(written: &str) -> Vec<String> {
    beside(written, |digit| (digit > '0').then(|| format!("[0-{}]", next(digit, -1))))
}

fn next(digit: char, step: i8) -> char {
    char::from((digit as u8).wrapping_add_signed(step))
}

/// Returns the text itself and, for each of its digits, the same start, other digits in its place,
/// and any digits behind it.
fn beside(written: &str, others: impl Fn(char) -> Option<String>) -> Vec<String> {
    let any = |rest: &str| rest.chars().map(|letter| if letter.is_ascii_digit() { "[0-9]" } else { "-" }).collect();
    let at = |(at, digit): (usize, char)| {
        let (start, rest) = (written.get(..at)?, written.get(at + 1..)?);
        let rest: String = any(rest);
        digit.is_ascii_digit().then(|| others(digit))?.map(|others| format!("{start}{others}{rest}"))
    };
    written.char_indices().filter_map(at).chain([written.to_owned()]).collect()
}

/// Returns the schema of a text that contains the address. `^` and `$` match only at line breaks,
/// which separate addresses.
pub(crate) fn address(address: &str) -> Document {
    let spelled: String = address.chars().map(character).collect();
    let space = format!(r"[\x09-\x0D\x20{WHITE_SPACE_BEYOND_ASCII}]");
    object([("type", "string".into()), ("pattern", text(format!("(?:^|{space}){spelled}(?:{space}|$)")))])
}

/// The greatest repetition in RE2.
pub(crate) const MOST_REPEATED: i32 = 1_000;

/// Returns the pattern of a text with at least this number of addresses, one or more.
pub(crate) fn addresses(least: i32) -> String {
    let space = format!(r"\x09-\x0D\x20{WHITE_SPACE_BEYOND_ASCII}");
    match least {
        1 => non_blank_pattern(),
        least => format!("(?:[^{space}]+[{space}]+){{{}}}[^{space}]", least - 1),
    }
}

/// Returns the schema of a string that a pattern matches as a whole, if every match has `length`
/// characters. A match in a string of at most this length is the whole string, whatever `^` and `$`
/// mean.
fn of_length(pattern: &str, length: usize) -> Document {
    object([("type", "string".into()), ("maxLength", number(length)), ("pattern", text(format!("^(?:{pattern})$")))])
}

/// Returns the schema of a string that a pattern matches as a whole and that consists of
/// `characters`. They include no line break, so `^` and `$` match only at its ends.
pub(in crate::export) fn of_characters(pattern: &str, characters: &str) -> Document {
    let other = object([("pattern", text(format!("[^{characters}]")))]);
    object([("type", "string".into()), ("pattern", pattern.into()), ("not", other)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::vocabulary::{COMMERCIAL_PREFIXES, PERSONAL_PREFIXES, StateCode, state_code};
    use regex::Regex;

    fn pattern(schema: &Document) -> Regex {
        let pattern = schema.get("pattern").and_then(Document::as_str).expect("a pattern");
        Regex::new(pattern).expect("a regular expression")
    }

    #[test]
    fn white_space_is_unicodes() {
        let pattern = Regex::new(&non_blank_pattern()).expect("a pattern");
        for letter in '\0'..=char::MAX {
            assert_eq!(pattern.is_match(&letter.to_string()), !letter.is_whitespace(), "{letter:?}");
        }
        assert!(!pattern.is_match(""));
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        let day = pattern(&day());
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
        let any = pattern(&state(false));
        let upper = pattern(&state(true));
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
