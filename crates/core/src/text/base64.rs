//! Base64 of RFC 4648 with its standard alphabet.
//!
//! The core needs decoding alone, of the standard alphabet, in every module; a test holds it to the
//! `base64` crate.

/// Decodes a text, with or without padding at its end. Returns `None` for other texts.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    if digits.len() % 4 == 1 || padding > 2 || (padding > 0 && text.len() % 4 != 0) {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0_u32, 0);
    for digit in digits.bytes() {
        bits = bits << 6 | u32::from(value(digit)?);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xFF).ok()?);
        }
    }
    Some(bytes)
}

fn value(digit: u8) -> Option<u8> {
    Some(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::decode;
    use base64::Engine;
    use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            prop_assert_eq!(decode(&STANDARD.encode(&bytes)), Some(bytes.clone()));
            prop_assert_eq!(decode(&STANDARD_NO_PAD.encode(&bytes)), Some(bytes));
        }

        /// What the library decodes is decoded to the same bytes.
        #[test]
        fn texts_are_those_of_the_library(text in "[A-Da-d0-3+/=é ]{0,9}") {
            if let Ok(bytes) = STANDARD.decode(&text) {
                prop_assert_eq!(decode(&text), Some(bytes));
            }
            prop_assert!(decode(&text).is_none() || !text.contains(['é', ' ']));
        }
    }
}
