//! Email addresses, by the definition of HTML's form input in the WHATWG standard (D13).

/// The greatest length of a DNS label.
const LABEL_LENGTH: usize = 63;

/// Returns `true` if browsers accept the text as an email address.
///
/// ```
/// assert!(casegate::email::is_email_address("intake@firm.example"));
/// assert!(!casegate::email::is_email_address("intake at firm"));
/// ```
pub fn is_email_address(text: &str) -> bool {
    let letters = text.as_bytes();
    let local = letters.iter().take_while(|letter| is(**letter, LOCAL)).count();
    match letters.get(local..) {
        Some([b'@', domain @ ..]) if local > 0 => is_domain(domain),
        _ => false,
    }
}

/// Returns the entries of a list of addresses, which white space separates.
pub(crate) fn entries(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        // Almost all addresses are ASCII, so the first white space is found among the bytes.
        let plain = rest.bytes().take_while(u8::is_ascii_graphic).count();
        let (head, tail) = rest.split_at_checked(plain)?;
        let end = head.len() + tail.find(char::is_whitespace).unwrap_or(tail.len());
        let (entry, behind) = rest.split_at_checked(end)?;
        rest = behind;
        (!entry.is_empty()).then_some(entry)
    })
}

/// Labels, separated by full stops.
fn is_domain(letters: &[u8]) -> bool {
    let mut length = 0;
    let mut last = b'.';
    for letter in letters {
        let fits = match letter {
            b'.' => length > 0 && is(last, ALPHANUMERIC),
            _ if length == 0 => is(*letter, ALPHANUMERIC),
            _ => is(*letter, LABEL) && length < LABEL_LENGTH,
        };
        if !fits {
            return false;
        }
        length = if *letter == b'.' { 0 } else { length + 1 };
        last = *letter;
    }
    is(last, ALPHANUMERIC)
}

const ALPHANUMERIC: u8 = 1;
/// Letters, digits and the hyphen.
const LABEL: u8 = 2;
/// Characters before the `@`.
const LOCAL: u8 = 4;

/// For each byte, the places in which it may occur.
// Evaluated by the compiler.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which refuses an index out of bounds")]
static PLACES: [u8; 256] = {
    let mut places = [0; 256];
    let mut byte: u8 = 0;
    while byte < u8::MAX {
        places[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => ALPHANUMERIC | LABEL | LOCAL,
            b'-' => LABEL | LOCAL,
            b'.' | b'!' | b'#'..=b'\'' | b'*' | b'+' | b'/' | b'=' | b'?' | b'^'..=b'`' | b'{'..=b'~' => LOCAL,
            _ => 0,
        };
        byte += 1;
    }
    places
};

fn is(letter: u8, place: u8) -> bool {
    PLACES.get(usize::from(letter)).is_some_and(|places| places & place != 0)
}

#[cfg(test)]
mod tests {
    use super::{entries, is_email_address};
    use proptest::prelude::*;

    /// The pattern in the standard.
    const STANDARD: &str = r"\A[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*\z";

    proptest! {
        #[test]
        fn addresses_are_those_of_the_standards_pattern(text in r"[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~,;()é-]{0,5}@?[a-z0-9.@é-]{0,70}") {
            let pattern = regex::Regex::new(STANDARD).expect("the pattern");
            prop_assert_eq!(is_email_address(&text), pattern.is_match(&text), "{}", text);
        }

        #[test]
        fn entries_stand_between_white_space(text in r"[a@é \u{1}\u{b}\u{1f}\t\n\u{a0}\u{2003}]{0,12}") {
            prop_assert_eq!(entries(&text).collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
        }
    }
}
