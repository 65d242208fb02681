//! A scanner for JSON text (RFC 8259) that borrows strings and stores nothing.
//!
//! serde's visitors could read a payload as well, at twice the cost (`scripts/bench` shows it).
//! They could not distinguish a lone surrogate, nesting that is too deep and a number beyond a
//! double from text that is not JSON. Tests compare the grammar with that of `serde_json`.

use crate::text::json::error::{JsonError, JsonErrorKind};
use std::borrow::Cow;

/// The type of the value that starts here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    Null,
    True,
    False,
    Number,
    Text,
    Array,
    Object,
}

#[derive(Debug)]
pub(crate) struct Scanner<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// The number of open arrays and objects.
    depth: usize,
    limit: usize,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str, limit: usize) -> Scanner<'t> {
        Scanner { text, at: 0, depth: 0, limit }
    }

    /// Returns the error at the current position, where scanning stopped.
    pub(crate) fn error(&self, kind: JsonErrorKind) -> JsonError {
        let before = self.text.get(..self.at).unwrap_or(self.text);
        let lines = before.bytes().filter(|byte| *byte == b'\n').count();
        let line = before
            .bytes()
            .rposition(|byte| byte == b'\n')
            .map_or(before, |end| before.get(end + 1..).unwrap_or_default());
        // Counts the first bytes of characters. `chars().count()` is faster, but half a kilobyte
        // larger.
        let column = line.bytes().filter(|byte| byte & 0xC0 != 0x80).count();
        JsonError { kind, line: lines + 1, column: column + 1 }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    // Without forced inlining, a check takes a third longer.
    #[expect(clippy::inline_always, reason = "without it a check takes up to a third longer")]
    #[inline(always)]
    fn space(&mut self) -> Option<u8> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\t' | b'\r') => self.at += 1,
                other => return other,
            }
        }
    }

    /// Returns the type of the next value.
    #[inline]
    pub(crate) fn start(&mut self) -> Result<Start, JsonErrorKind> {
        match self.space() {
            Some(b'"') => Ok(Start::Text),
            Some(b'{') => Ok(Start::Object),
            Some(b'[') => Ok(Start::Array),
            Some(b't') => Ok(Start::True),
            Some(b'f') => Ok(Start::False),
            Some(b'n') => Ok(Start::Null),
            Some(b'-' | b'0'..=b'9') => Ok(Start::Number),
            _ => Err(JsonErrorKind::NotJson),
        }
    }

    /// Returns the unread text.
    #[cfg(feature = "firm-rules")]
    pub(crate) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Checks that only white space is left.
    pub(crate) fn end(&mut self) -> Result<(), JsonErrorKind> {
        if self.space().is_none() { Ok(()) } else { Err(JsonErrorKind::NotJson) }
    }

    /// Skips a word whose first letter [`Scanner::start`] saw.
    pub(crate) fn word(&mut self, word: &str) -> Result<(), JsonErrorKind> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if rest.starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(())
        } else {
            Err(JsonErrorKind::NotJson)
        }
    }

    /// Enters an array or object at its opening bracket.
    pub(crate) fn enter(&mut self) -> Result<(), JsonErrorKind> {
        if self.depth == self.limit {
            return Err(JsonErrorKind::TooDeep);
        }
        self.depth += 1;
        self.at += 1;
        Ok(())
    }

    /// Returns `true` if another element or member follows instead of the closing bracket. The
    /// caller stores `first`.
    #[inline]
    pub(crate) fn more(&mut self, first: &mut bool, close: u8) -> Result<bool, JsonErrorKind> {
        match self.space() {
            Some(byte) if byte == close => {
                self.at += 1;
                self.depth -= 1;
                return Ok(false);
            }
            // The reader of the next element reports a comma that nothing follows.
            Some(b',') if !*first => self.at += 1,
            Some(_) if *first => {}
            _ => return Err(JsonErrorKind::NotJson),
        }
        *first = false;
        Ok(true)
    }

    /// Reads a key and its colon.
    pub(crate) fn key(&mut self) -> Result<Cow<'t, str>, JsonErrorKind> {
        if self.space() != Some(b'"') {
            return Err(JsonErrorKind::NotJson);
        }
        let key = self.string()?;
        if self.space() != Some(b':') {
            return Err(JsonErrorKind::NotJson);
        }
        self.at += 1;
        Ok(key)
    }

    /// Looks up a key without escapes, as nearly all keys are. If `find` returns `None`, the key is
    /// still unread.
    #[expect(clippy::inline_always, reason = "without it a check takes up to a third longer")]
    #[inline(always)]
    pub(crate) fn known_key<T>(&mut self, find: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        if self.space() != Some(b'"') {
            return None;
        }
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        let end = self.plain(start);
        if bytes.get(end..)?.first_chunk() != Some(b"\":") {
            return None;
        }
        let known = find(bytes.get(start..end)?)?;
        self.at = end + 2;
        Some(known)
    }

    /// Reads a number. Returns `true` if its value is an integer, as of `2020.0` and `2.02e3`,
    /// however large.
    pub(crate) fn number(&mut self) -> Result<bool, JsonErrorKind> {
        Ok(self.numeral()?.is_whole())
    }

    /// Reads a number into its parts.
    pub(crate) fn numeral(&mut self) -> Result<Numeral<'t>, JsonErrorKind> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let whole = match self.peek() {
            Some(b'0') => {
                self.at += 1;
                "0"
            }
            _ => self.digits()?,
        };
        let mut fraction = "";
        if self.peek() == Some(b'.') {
            self.at += 1;
            fraction = self.digits()?;
        }
        let mut exponent = 0_i64;
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            let sign = self.peek();
            if let Some(b'+' | b'-') = sign {
                self.at += 1;
            }
            // No text has enough zeros to compensate a larger exponent.
            exponent = self.digits()?.parse().unwrap_or(i64::MAX);
            if sign == Some(b'-') {
                exponent = -exponent;
            }
        }
        Ok(Numeral { whole, fraction: fraction.trim_end_matches('0'), exponent })
    }

    fn digits(&mut self) -> Result<&'t str, JsonErrorKind> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.text.get(start..self.at).filter(|digits| !digits.is_empty()).ok_or(JsonErrorKind::NotJson)
    }

    /// Returns the text of a value.
    pub(crate) fn raw(&mut self) -> Result<&'t str, JsonErrorKind> {
        self.space();
        let start = self.at;
        self.skip()?;
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }

    /// Skips a value.
    pub(crate) fn skip(&mut self) -> Result<(), JsonErrorKind> {
        match self.start()? {
            Start::Null => self.word("null"),
            Start::True => self.word("true"),
            Start::False => self.word("false"),
            Start::Number => self.numeral().map(drop),
            Start::Text => self.free_text().map(drop),
            Start::Array => {
                self.enter()?;
                let mut first = true;
                while self.more(&mut first, b']')? {
                    self.skip()?;
                }
                Ok(())
            }
            Start::Object => {
                self.enter()?;
                let mut first = true;
                while self.more(&mut first, b'}')? {
                    self.key()?;
                    self.skip()?;
                }
                Ok(())
            }
        }
    }
}

/// The digits of a number, without its sign.
pub(crate) struct Numeral<'t> {
    whole: &'t str,
    /// Does not end with a zero.
    fraction: &'t str,
    exponent: i64,
}

impl Numeral<'_> {
    fn is_whole(&self) -> bool {
        if !self.fraction.is_empty() {
            return self.exponent >= length(self.fraction);
        }
        let zeros = length(self.whole) - length(self.whole.trim_end_matches('0'));
        let is_zero = zeros == length(self.whole);
        is_zero || self.exponent >= -zeros
    }

    /// Returns `true` for an integer that every reader of JSON sees as the same one, because a
    /// double has it and no other number (D61).
    pub(crate) fn is_exact(&self) -> bool {
        if !self.is_whole() {
            return false;
        }
        let mut number: u64 = 0;
        let mut digits = self.whole.bytes().chain(self.fraction.bytes());
        for at in 0..length(self.whole).saturating_add(self.exponent) {
            let digit = digits.next();
            // Nothing but zeros follows.
            if number >= 1 << 53 || (number == 0 && digit.is_none() && at > 0) {
                break;
            }
            number = number * 10 + u64::from(digit.unwrap_or(b'0') - b'0');
        }
        number < 1 << 53
    }
}

fn length(digits: &str) -> i64 {
    i64::try_from(digits.len()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scan(text: &str) -> Result<(), JsonErrorKind> {
        let mut scanner = Scanner::new(text, 100);
        scanner.skip()?;
        scanner.end()
    }

    fn is_integer(text: &str) -> bool {
        Scanner::new(text, 1).number().expect("a number")
    }

    #[test]
    fn integers_are_recognized_by_value() {
        for text in
            ["0", "-0", "7", "2020.0", "2.02e3", "20200e-1", "0.0e-9", "1e400", "-1.50e1", "0e999999999999999999999"]
        {
            assert!(is_integer(text), "{text}");
        }
        for text in ["0.5", "2020.01", "1e-1", "2025e-1", "1.5e0", "1e-999999999999999999999"] {
            assert!(!is_integer(text), "{text}");
        }
    }

    #[test]
    fn exact_integers_are_those_below_two_to_the_53rd() {
        let is_exact = |text: &str| Scanner::new(text, 1).numeral().expect("a number").is_exact();
        let zeros = "0".repeat(300);
        for text in [
            "0",
            "-0",
            "-0.0",
            "2020.0",
            "2.02e3",
            "0.000002e6",
            "9007199254740991",
            "-9007199254740991",
            "9007199254740991.0",
            "900719925474099100e-2",
            "9.007199254740991e15",
            "0e999999999999999999999",
            &format!("0.{zeros}1e301"),
            &format!("1{zeros}e-300"),
        ] {
            assert!(is_exact(text), "{text}");
        }
        for text in [
            "9007199254740992",
            "-9007199254740992",
            "9007199254740993",
            "1e16",
            "90071992547409910",
            "18446744073709551616",
            "1e400",
            "-1e999999999999999999999",
            "0.5",
            "1e-400",
            "2020.00000000000000001",
            &format!("0.{zeros}1e317"),
            &format!("1{zeros}"),
        ] {
            assert!(!is_exact(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_grammar_is_that_of_json(text in r#"[\[\]{},:"\\ 0-9eE.+\-truefalsn\n]{0,24}"#) {
            let theirs = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
            let ours = !matches!(scan(&text), Err(JsonErrorKind::NotJson));
            prop_assert_eq!(ours, theirs, "{}", text);
        }

        #[test]
        fn mutated_json_is_judged_alike(at in 0_usize..60, byte in proptest::char::range(' ', '~')) {
            let mut text: Vec<char> = r#"{"a":[1,-2.5e+3,null,true,"x\né"],"b":{"c":""},"d":0.1}"#.chars().collect();
            if let Some(letter) = text.get_mut(at) {
                *letter = byte;
            }
            let text: String = text.into_iter().collect();
            let theirs = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
            prop_assert_eq!(!matches!(scan(&text), Err(JsonErrorKind::NotJson)), theirs, "{}", text);
        }
    }
}
