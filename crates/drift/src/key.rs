//! The key of a recording, and the hashes of words and names that no table publishes.

use hmac_sha256::HMAC;
use std::fmt;

/// The number of bytes of a key.
const KEY_BYTES: usize = 32;

/// The number of hexadecimal digits of a hash.
const HASH_DIGITS: usize = 16;

/// The key of a recording.
///
/// A word that no table publishes is recorded as a keyed hash. Equal words have equal hashes, and
/// only the owner of the key can test a candidate.
///
/// ```
/// use casegate_drift::{Key, is_hash};
///
/// let key = Key::from_bytes([7; 32]);
/// assert!(is_hash(&key.hash("commercial_boat_policy_limits")));
/// assert_ne!(key.hash("one"), Key::from_bytes([8; 32]).hash("one"));
/// ```
#[derive(Clone)]
pub struct Key([u8; KEY_BYTES]);

/// The text is not a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key is a line of 64 hexadecimal digits")]
#[non_exhaustive]
pub struct ParseKeyError;

/// The system provides no random numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the system provides no random numbers for a key")]
#[non_exhaustive]
pub struct RandomError;

impl Key {
    /// Creates a key from its bytes.
    pub const fn from_bytes(bytes: [u8; KEY_BYTES]) -> Key {
        Key(bytes)
    }

    /// Creates a random key.
    ///
    /// # Errors
    ///
    /// Returns [`RandomError`] if the system provides no random numbers.
    pub fn random() -> Result<Key, RandomError> {
        let mut bytes = [0; KEY_BYTES];
        getrandom::fill(&mut bytes).map_err(|_| RandomError)?;
        Ok(Key(bytes))
    }

    /// Parses the text of a key file.
    ///
    /// # Errors
    ///
    /// Returns [`ParseKeyError`] if the text is not 64 hexadecimal digits.
    pub fn parse(text: &str) -> Result<Key, ParseKeyError> {
        let digits = text.trim().as_bytes();
        let mut bytes = [0; KEY_BYTES];
        if digits.len() != 2 * KEY_BYTES {
            return Err(ParseKeyError);
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| ParseKeyError)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| ParseKeyError)?;
        }
        Ok(Key(bytes))
    }

    /// Returns the text of a key file.
    pub fn to_text(&self) -> String {
        hexadecimal(&self.0) + "\n"
    }

    /// Returns the hash of a word: `#` and 16 hexadecimal digits.
    pub fn hash(&self, word: &str) -> String {
        let mut digits = hexadecimal(&HMAC::mac(word, self.0));
        digits.truncate(HASH_DIGITS);
        digits.insert(0, '#');
        digits
    }
}

/// A key is a secret, so that it is not printed.
impl fmt::Debug for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Key")
    }
}

/// Returns `true` for the form of a hash.
pub fn is_hash(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| {
        digits.len() == HASH_DIGITS && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    })
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_file_is_read_back() {
        let key = Key::random().unwrap();
        assert_eq!(Key::parse(&key.to_text()).unwrap().hash("word"), key.hash("word"));
        for text in ["", "00", &"g".repeat(64), &"é".repeat(32)] {
            assert!(Key::parse(text).is_err(), "{text}");
        }
        assert!(!is_hash("#12") && !is_hash("0123456789abcdef") && !is_hash("#0123456789ABCDEF"));
    }
}
