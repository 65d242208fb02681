//! Text as people see it (D56). Web pages, mail programs and word processors add letters that nobody
//! sees, and other hyphens and slashes than those of a keyboard.

use std::borrow::Cow;

/// The code points with the property `Default_Ignorable_Code_Point`, among them direction marks and
/// the byte order mark.
const INVISIBLE: [(char, char); 17] = [
    ('\u{AD}', '\u{AD}'),
    ('\u{34F}', '\u{34F}'),
    ('\u{61C}', '\u{61C}'),
    ('\u{115F}', '\u{1160}'),
    ('\u{17B4}', '\u{17B5}'),
    ('\u{180B}', '\u{180F}'),
    ('\u{200B}', '\u{200F}'),
    ('\u{202A}', '\u{202E}'),
    ('\u{2060}', '\u{206F}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{FE00}', '\u{FE0F}'),
    ('\u{FEFF}', '\u{FEFF}'),
    ('\u{FFA0}', '\u{FFA0}'),
    ('\u{FFF0}', '\u{FFF8}'),
    ('\u{1BCA0}', '\u{1BCA3}'),
    ('\u{1D173}', '\u{1D17A}'),
    ('\u{E0000}', '\u{E0FFF}'),
];

/// The code points with the property `Dash`, and two more that look like a hyphen.
const HYPHENS: [(char, char); 25] = [
    ('\u{2D7}', '\u{2D7}'),
    ('\u{58A}', '\u{58A}'),
    ('\u{5BE}', '\u{5BE}'),
    ('\u{1400}', '\u{1400}'),
    ('\u{1806}', '\u{1806}'),
    ('\u{2010}', '\u{2015}'),
    ('\u{2043}', '\u{2043}'),
    ('\u{2053}', '\u{2053}'),
    ('\u{207B}', '\u{207B}'),
    ('\u{208B}', '\u{208B}'),
    ('\u{2212}', '\u{2212}'),
    ('\u{2E17}', '\u{2E17}'),
    ('\u{2E1A}', '\u{2E1A}'),
    ('\u{2E3A}', '\u{2E3B}'),
    ('\u{2E40}', '\u{2E40}'),
    ('\u{2E5D}', '\u{2E5D}'),
    ('\u{301C}', '\u{301C}'),
    ('\u{3030}', '\u{3030}'),
    ('\u{30A0}', '\u{30A0}'),
    ('\u{FE31}', '\u{FE32}'),
    ('\u{FE58}', '\u{FE58}'),
    ('\u{FE63}', '\u{FE63}'),
    ('\u{FF0D}', '\u{FF0D}'),
    ('\u{10D6E}', '\u{10D6E}'),
    ('\u{10EAD}', '\u{10EAD}'),
];

/// Letters that look like a slash.
const SLASHES: [char; 6] = ['\u{2044}', '\u{2215}', '\u{2571}', '\u{27CB}', '\u{29F8}', '\u{FF0F}'];

/// Returns the text without letters that nobody sees, and with the hyphens and slashes of a keyboard.
pub(crate) fn cleaned(text: &str) -> Cow<'_, str> {
    // Almost all texts are ASCII.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let seen = text.chars().filter(|letter| !is_invisible(*letter));
    Cow::Owned(
        seen.map(|letter| {
            if is_in(&HYPHENS, letter) {
                '-'
            } else if SLASHES.contains(&letter) {
                '/'
            } else {
                letter
            }
        })
        .collect(),
    )
}

/// Returns `true` for a letter that nobody sees. White space is seen.
pub(crate) fn is_invisible(letter: char) -> bool {
    (letter.is_control() && !letter.is_whitespace()) || is_in(&INVISIBLE, letter)
}

fn is_in(ranges: &[(char, char)], letter: char) -> bool {
    ranges.iter().any(|(first, last)| (*first..=*last).contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex::Regex;

    /// Over every code point, by the tables of another implementation.
    #[test]
    fn the_tables_are_those_of_unicode() {
        let of = |pattern: &str| Regex::new(pattern).unwrap();
        let (ignorable, dash) = (of(r"^\p{Default_Ignorable_Code_Point}$"), of(r"^\p{Dash}$"));
        for letter in '\0'..=char::MAX {
            let text = letter.to_string();
            let is_control = letter.is_control() && !letter.is_whitespace();
            assert_eq!(is_invisible(letter), ignorable.is_match(&text) || is_control, "{letter:?}");
            if dash.is_match(&text) {
                assert_eq!(cleaned(&text), "-", "{letter:?}");
            }
            let is_kept = !is_invisible(letter) && !is_in(&HYPHENS, letter) && !SLASHES.contains(&letter);
            assert_eq!(cleaned(&text) == text, is_kept || letter == '-', "{letter:?}");
        }
    }

    #[test]
    fn cleaning_twice_changes_nothing() {
        assert_eq!(cleaned("2026\u{2011}03\u{2212}15\u{200B}"), "2026-03-15");
        assert_eq!(cleaned("3\u{2044}15\u{FF0F}2026"), "3/15/2026");
        assert_eq!(cleaned("José\u{A0}Núñez"), "José\u{A0}Núñez");
    }
}
