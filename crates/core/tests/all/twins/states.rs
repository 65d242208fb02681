//! State codes as sets of bits, against a search in the lists.

use super::compared;
use casegate::vocabulary::{STATES, StateCode, UNUSUAL_STATES, state_code};

/// The twin of `state_code`.
fn classified(text: &str) -> StateCode {
    let upper: String = text.chars().map(|letter| letter.to_ascii_uppercase()).collect();
    if STATES.contains(&text) {
        StateCode::State
    } else if UNUSUAL_STATES.contains(&text) {
        StateCode::Unusual
    } else if STATES.contains(&upper.as_str()) || UNUSUAL_STATES.contains(&upper.as_str()) {
        StateCode::WrongCase
    } else {
        StateCode::Unknown
    }
}

fn compare(text: &str, count: &mut u64) {
    assert_eq!(state_code(text), classified(text), "{text:?}");
    *count += 1;
}

/// Compares every text of up to two characters of ASCII, every single character up to `last`, and
/// each of these before and behind each capital letter.
fn compare_all(last: char) -> u64 {
    let mut count = 0;
    let ascii = || '\0'..='\u{7F}';
    compare("", &mut count);
    for first in ascii() {
        for second in ascii() {
            compare(&String::from_iter([first, second]), &mut count);
        }
    }
    for one in '\0'..=last {
        compare(&String::from(one), &mut count);
        for letter in 'A'..='Z' {
            compare(&String::from_iter([one, letter]), &mut count);
            compare(&String::from_iter([letter, one]), &mut count);
        }
    }
    count
}

#[test]
fn small() {
    compared("state codes", &format!("{} texts, of Unicode the first 4,096 characters", compare_all('\u{FFF}')));
}

#[test]
#[ignore = "scripts/prove twins"]
fn large() {
    let mut count = compare_all(char::MAX);
    for first in '\0'..='\u{7F}' {
        for second in '\0'..='\u{7F}' {
            for third in '\0'..='\u{7F}' {
                compare(&String::from_iter([first, second, third]), &mut count);
            }
        }
    }
    compared("state codes", &format!("{count} texts, all characters of Unicode and all three of ASCII"));
}
