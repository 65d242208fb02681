//! Values as people write them, and the same values in the form that the service reads (D56).
//!
//! A value is rewritten only if it has one meaning. A value that is valid stays as it is. Before any
//! reading, [`cleaned`] takes out what nobody sees.

use crate::rulebook::codes::Code;
use crate::rulebook::rules::range::number_of;
use crate::rulebook::vocabulary::{STATE_NAMES, StateCode, state_code};
use crate::text::clean::cleaned;
use crate::text::date::Date;
use crate::text::email::{entries, is_email_address};
use crate::text::{informal_date, informal_emails};

/// What people write before a USDOT number, without signs.
const USDOT_PREFIXES: [&str; 6] = ["usdot", "dot", "usdotno", "dotno", "usdotnumber", "dotnumber"];

/// The codes of values that may be rewritten.
pub(crate) const REWRITABLE: [Code; 4] = [Code::NotADate, Code::UnknownState, Code::NotAUsdotNumber, Code::NotAnEmail];

/// Returns a value in the form whose lack the code reports, or `None` if the value has this form or
/// is not understood.
pub(crate) fn rewritten(code: Code, text: &str) -> Option<String> {
    let seen = &*cleaned(text);
    let new = match code {
        Code::NotADate => Date::parse(seen.trim()).or_else(|| informal_date::read(seen))?.written(),
        Code::UnknownState => state(seen)?,
        Code::NotAUsdotNumber => usdot_number(seen)?.to_owned(),
        Code::NotAnEmail if entries(seen).all(is_email_address) => seen.to_owned(),
        Code::NotAnEmail => informal_emails::read(seen)?,
        _ => return None,
    };
    (new != text).then_some(new)
}

/// Returns the code of a state that is given by name, or as a code with other letters, spaces or
/// full stops.
fn state(text: &str) -> Option<String> {
    let letters = |text: &str| -> String {
        let is_kept = |letter: &char| !matches!(letter, ' ' | '.' | ',');
        text.trim().chars().filter(is_kept).map(|letter| letter.to_ascii_uppercase()).collect()
    };
    let given = letters(text);
    if state_code(&given) != StateCode::Unknown {
        return Some(given);
    }
    STATE_NAMES.iter().find(|(name, _)| letters(name) == given).map(|(_, code)| (*code).to_owned())
}

/// Returns the digits of a USDOT number behind its name.
fn usdot_number(text: &str) -> Option<&str> {
    let text = text.trim();
    let (before, digits) = text.split_at_checked(text.find(|letter: char| letter.is_ascii_digit())?)?;
    let is_kept = |letter: &char| !matches!(letter, ' ' | '.' | ':' | '#' | '-');
    let name: String = before.chars().filter(is_kept).map(|letter| letter.to_ascii_lowercase()).collect();
    let is_named = matches!(before, "" | "#" | "# ") || USDOT_PREFIXES.contains(&&*name);
    (is_named && number_of(digits).is_some_and(|number| number > 0)).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::vocabulary::{STATES, UNUSUAL_STATES};
    use crate::text::clean::is_invisible;
    use proptest::prelude::*;

    /// Returns `true` if a check does not report the code for the text.
    fn is_valid(code: Code, text: &str) -> bool {
        match code {
            Code::NotADate => Date::parse(text).is_some(),
            Code::UnknownState => matches!(state_code(text), StateCode::State | StateCode::Unusual),
            Code::NotAUsdotNumber => number_of(text).is_some_and(|number| number > 0),
            _ => entries(text).all(is_email_address),
        }
    }

    #[test]
    fn each_state_has_a_name() {
        for code in STATES {
            assert!(STATE_NAMES.iter().any(|(_, named)| *named == code), "{code}");
        }
        for (name, code) in STATE_NAMES {
            assert!(STATES.contains(&code) || UNUSUAL_STATES.contains(&code), "{code}");
            assert_eq!(rewritten(Code::UnknownState, name).as_deref(), Some(code));
            let same_name = STATE_NAMES.iter().filter(|(other, _)| *other == name);
            assert_eq!(same_name.count(), 1, "{name}");
        }
    }

    #[test]
    fn values_with_one_meaning_are_rewritten() {
        for (code, text, new) in [
            (Code::NotADate, "3/5/2026", "2026-03-05"),
            (Code::NotADate, " 2026-03-05 ", "2026-03-05"),
            (Code::UnknownState, "Georgia", "GA"),
            (Code::UnknownState, "new  york", "NY"),
            (Code::UnknownState, "N.Y.", "NY"),
            (Code::UnknownState, "Washington, D.C.", "DC"),
            (Code::UnknownState, " tx ", "TX"),
            (Code::NotAUsdotNumber, "USDOT 1234567", "1234567"),
            (Code::NotAUsdotNumber, "US DOT #0012345", "0012345"),
            (Code::NotAUsdotNumber, "U.S. DOT No. 1234567", "1234567"),
            (Code::NotAUsdotNumber, " 12 ", "12"),
            (Code::NotAUsdotNumber, "#12", "12"),
            (Code::NotAnEmail, "Ada <a@example.com>, b@example.com", "a@example.com b@example.com"),
            (Code::NotAnEmail, "a@example.com\u{200B}", "a@example.com"),
            (Code::NotAnEmail, "\u{FEFF}Ada <a@ex\u{AD}ample.com>", "a@example.com"),
            (Code::NotADate, "\u{200E}2026\u{2011}03\u{2011}05", "2026-03-05"),
            (Code::NotADate, "3\u{2044}5\u{2044}2026", "2026-03-05"),
            (Code::UnknownState, "GA\u{200B}", "GA"),
            (Code::NotAUsdotNumber, "12\u{2060}34", "1234"),
        ] {
            assert_eq!(rewritten(code, text).as_deref(), Some(new), "{text}");
        }
    }

    #[test]
    fn values_with_no_meaning_are_not() {
        for (code, text) in [
            (Code::NotADate, "3/5/26"),
            (Code::UnknownState, "Ontario"),
            (Code::UnknownState, "Carolina"),
            (Code::UnknownState, ""),
            (Code::NotAUsdotNumber, "MC 123456"),
            (Code::NotAUsdotNumber, "USDOT 12 34"),
            (Code::NotAUsdotNumber, "USDOT 000"),
            (Code::NotAUsdotNumber, "USDOT"),
            (Code::NotAUsdotNumber, "-12"),
            (Code::NotAUsdotNumber, "12 USDOT"),
            (Code::NotAnEmail, "a@example.com, nonsense"),
            (Code::WrongType, "true"),
        ] {
            assert_eq!(rewritten(code, text), None, "{text}");
        }
    }

    proptest! {
        /// In every place of a value, every letter that nobody sees changes nothing.
        #[test]
        fn letters_that_nobody_sees_change_no_meaning(
            (code, text) in prop::sample::select(vec![
                (Code::NotADate, "2026-03-05"), (Code::NotADate, "March 5, 2026"), (Code::UnknownState, "GA"),
                (Code::UnknownState, "Georgia"), (Code::NotAUsdotNumber, "USDOT 1234"),
                (Code::NotAnEmail, "a@example.com"), (Code::NotAnEmail, "Ada <a@example.com>, b@example.com"),
            ]),
            at in 0..20_usize,
            letter in prop::char::any().prop_filter("one that nobody sees", |letter| is_invisible(*letter)),
        ) {
            let at = at.min(text.len());
            let pasted = format!("{}{letter}{}", &text[..at], &text[at..]);
            let wanted = rewritten(code, text).unwrap_or_else(|| text.to_owned());
            prop_assert_eq!(rewritten(code, &pasted), Some(wanted));
        }

        #[test]
        fn a_rewritten_value_is_valid_and_stays_so(
            text in prop_oneof![
                "[0-9]{1,4}[-/. ][0-9]{1,4}[-/. ][0-9]{1,4}",
                "(Mar|Jul|dic|ener)[a-z]{0,6} ?[0-9]{1,2},? ?(de )?[0-9]{2,4}",
                "(new |north |west )?[a-zA-Z. ]{0,9}",
                "(us|US|mc)? ?(dot|DOT)? ?[#:-]? ?[0-9]{1,7} ?",
                "[ab@.,; ]{0,12}",
                "(a@b[.]example[,; ]{0,2}){1,4}",
                "((Ada|and|')?[ ,]{0,1}[<(]?(mailto:)?a@b[.]example[.>')]{0,2}[,; ]{0,2}){1,4}",
                "\\PC{0,12}",
            ],
        ) {
            for code in REWRITABLE {
                if let Some(new) = rewritten(code, &text) {
                    prop_assert!(!is_valid(code, &text), "{code} changes {text}");
                    prop_assert!(is_valid(code, &new), "{code} makes {new} of {text}");
                    prop_assert_eq!(rewritten(code, &new), None);
                }
            }
        }
    }
}
