//! What counts as an email address: the definition of HTML's form input, from the WHATWG standard (D13).

/// A DNS label may be this long.
const LABEL_LENGTH: usize = 63;

/// Whether a text is an email address as browsers see it.
///
/// ```
/// assert!(casegate::is_email_address("intake@firm.example"));
/// assert!(!casegate::is_email_address("intake at firm"));
/// ```
pub fn is_email_address(text: &str) -> bool {
    let Some(at) = text.bytes().position(|letter| letter == b'@') else {
        return false;
    };
    let (local, domain) = text.as_bytes().split_at(at);
    let domain = domain.get(1..).unwrap_or_default();
    !local.is_empty()
        && local.iter().all(|letter| is(*letter, LOCAL))
        && domain.split(|letter| *letter == b'.').all(is_label)
}

fn is_label(letters: &[u8]) -> bool {
    let ends = letters.first().zip(letters.last());
    ends.is_some_and(|(first, last)| is(*first, ALPHANUMERIC) && is(*last, ALPHANUMERIC))
        && letters.len() <= LABEL_LENGTH
        && letters.iter().all(|letter| is(*letter, LABEL))
}

const ALPHANUMERIC: u8 = 1;
/// Letters, digits and the hyphen.
const LABEL: u8 = 2;
/// What may stand before the `@`.
const LOCAL: u8 = 4;

/// For each byte, the places that it may stand in.
// Runs in the compiler.
#[allow(clippy::indexing_slicing)]
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
    use super::is_email_address;
    use proptest::prelude::*;

    /// The pattern that the standard itself gives.
    const STANDARD: &str = r"\A[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*\z";

    proptest! {
        #[test]
        fn addresses_are_those_of_the_standards_pattern(text in r"[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~,;()é-]{0,5}@?[a-z0-9.@é-]{0,70}") {
            let pattern = regex::Regex::new(STANDARD).expect("the pattern");
            prop_assert_eq!(is_email_address(&text), pattern.is_match(&text), "{}", text);
        }
    }
}
