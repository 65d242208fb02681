//! JSON strings, eight bytes at a time: their ends, their content and their escapes.

use crate::text::json::error::JsonErrorKind;
use crate::text::json::scanner::Scanner;
use std::borrow::Cow;

impl<'t> Scanner<'t> {
    /// Reads a string at its opening quotation mark.
    #[expect(clippy::inline_always, reason = "without it a check takes up to a third longer")]
    #[inline(always)]
    pub(crate) fn string(&mut self) -> Result<Cow<'t, str>, JsonErrorKind> {
        let start = self.at + 1;
        let end = self.plain(start);
        if self.text.as_bytes().get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(Cow::Borrowed(self.text.get(start..end).unwrap_or_default()));
        }
        self.at = start;
        self.unusual_string().map(Cow::Owned)
    }

    /// Skips a string at its opening quotation mark. Returns `true` if it contains anything besides
    /// white space.
    #[expect(clippy::inline_always, reason = "without it a check takes up to a third longer")]
    #[inline(always)]
    pub(crate) fn free_text(&mut self) -> Result<bool, JsonErrorKind> {
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        let end = self.plain(start);
        if bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(match bytes.get(start) {
                // The first character of an empty string is its closing quotation mark.
                Some(first) if first.is_ascii_graphic() => start != end,
                _ => self.text.get(start..end).is_some_and(says_something),
            });
        }
        self.at = start;
        self.unusual_prose()
    }

    /// Returns the position of the next quotation mark, backslash or control character, or the end
    /// of the text.
    #[expect(clippy::inline_always, reason = "without it a check takes up to a third longer")]
    #[inline(always)]
    pub(crate) fn plain(&self, start: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = start;
        // Most strings end within a few words of eight bytes. Longer steps pay off only afterwards.
        for _ in 0..4 {
            let Some(eight) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) else { break };
            let found = special(*eight);
            if found != 0 {
                return at + (found.trailing_zeros() / 8) as usize;
            }
            at += 8;
        }
        plain_far(bytes, at)
    }

    /// Reads a string with escapes, or an invalid one, after its opening quotation mark.
    #[cold]
    fn unusual_string(&mut self) -> Result<String, JsonErrorKind> {
        let mut text = String::new();
        self.parts(&mut |part| text.push_str(part))?;
        Ok(text)
    }

    /// Skips such a string. Returns `true` if it contains anything besides white space.
    #[cold]
    fn unusual_prose(&mut self) -> Result<bool, JsonErrorKind> {
        let mut is_something = false;
        self.parts(&mut |part| is_something |= says_something(part))?;
        Ok(is_something)
    }

    /// Passes the parts of a string to `take`, from behind its opening quotation mark.
    fn parts(&mut self, take: &mut dyn FnMut(&str)) -> Result<(), JsonErrorKind> {
        loop {
            let start = self.at;
            self.at = self.plain(start);
            take(self.text.get(start..self.at).unwrap_or_default());
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.at += 1;
                    take(self.escape()?.encode_utf8(&mut [0; 4]));
                }
                _ => return Err(JsonErrorKind::NotJson),
            }
        }
    }

    fn escape(&mut self) -> Result<char, JsonErrorKind> {
        let letter = match self.peek().ok_or(JsonErrorKind::NotJson)? {
            plain @ (b'"' | b'\\' | b'/') => char::from(plain),
            b'b' => '\u{8}',
            b'f' => '\u{C}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return Err(JsonErrorKind::NotJson),
        };
        self.at += 1;
        Ok(letter)
    }

    fn unicode(&mut self) -> Result<char, JsonErrorKind> {
        let first = self.unit()?;
        let code = match first {
            0xD800..=0xDBFF if self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(b"\\u")) => {
                self.at += 1;
                match self.unit()? {
                    second @ 0xDC00..=0xDFFF => 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00),
                    _ => return Err(JsonErrorKind::LoneSurrogate),
                }
            }
            other => other,
        };
        char::from_u32(code).ok_or(JsonErrorKind::LoneSurrogate)
    }

    /// Reads the four digits after `u`.
    fn unit(&mut self) -> Result<u32, JsonErrorKind> {
        let digits = self.text.as_bytes().get(self.at + 1..self.at + 5).ok_or(JsonErrorKind::NotJson)?;
        let unit = digits
            .iter()
            .try_fold(0, |sum, digit| char::from(*digit).to_digit(16).map(|value| sum * 16 + value))
            .ok_or(JsonErrorKind::NotJson)?;
        self.at += 5;
        Ok(unit)
    }
}

/// [`Scanner::plain`] for long strings and near the end of the text.
#[inline(never)]
fn plain_far(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    // Four words at once cost little more than one.
    let is_plain = |four: &&[u8]| words(four).fold(0, |found, word| found | word) == 0;
    let far = start + 32 * rest.chunks_exact(32).take_while(is_plain).count();
    let rest = bytes.get(far..).unwrap_or_default();
    let near = far + 8 * words(rest).take_while(|found| *found == 0).count();
    let rest = bytes.get(near..).unwrap_or_default();
    near + rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..b' ')).unwrap_or(rest.len())
}

fn words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.chunks_exact(8).filter_map(|word| word.first_chunk().copied()).map(special)
}

#[cold]
fn says_something(text: &str) -> bool {
    !text.chars().all(char::is_whitespace)
}

/// Finds the end of the plain characters: in eight bytes, sets bit 7 of the first quotation mark,
/// backslash or control character, and of no byte before it. Bits above that one may be wrong.
#[inline(always)]
fn special(eight: [u8; 8]) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    const TWOS: u64 = u64::from_le_bytes([0x02; 8]);
    const QUOTES: u64 = u64::from_le_bytes([b'"'; 8]);
    const BACKSLASHES: u64 = u64::from_le_bytes([b'\\'; 8]);
    let word = u64::from_le_bytes(eight);
    // With this bit inverted, the quotation mark takes the place of the space, next to the control
    // characters, which stay below it. Subtracting from a smaller byte borrows from bit 7. A byte
    // with that bit set is not ASCII.
    let quote_or_control = (word ^ TWOS).wrapping_sub(QUOTES - ONES);
    let backslash = (word ^ BACKSLASHES).wrapping_sub(ONES);
    (quote_or_control | backslash) & !word & HIGH
}

#[cfg(test)]
mod tests {
    use super::special;
    use crate::text::json::error::JsonErrorKind;
    use crate::text::json::scanner::Scanner;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<(), JsonErrorKind> {
        Scanner::new(text, 1).string().map(drop)
    }

    #[test]
    fn surrogates_come_in_pairs() {
        assert_eq!(read(r#""\ud83d\ude00""#), Ok(()));
        for text in [r#""\ud83d""#, r#""\ude00""#, r#""\ud83d\u0041""#, r#""\ud83dx""#] {
            assert_eq!(read(text), Err(JsonErrorKind::LoneSurrogate), "{text}");
        }
        assert_eq!(read(r#""\ud83"#), Err(JsonErrorKind::NotJson));
    }

    #[test]
    fn strings_are_decoded() {
        for text in [r#""a\"b\\c\/\b\f\n\r\t""#, r#""\u00e9\u0041""#, "\"\u{e9}\\n\u{1F600}12345678\"", r#""""#] {
            let ours = Scanner::new(text, 1).string().expect("a string");
            assert_eq!(ours, serde_json::from_str::<String>(text).expect("a string"), "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_first_special_byte_is_found(bytes in proptest::array::uniform8(prop_oneof![0x1E_u8..=0x23, 0x5B_u8..=0x5D, any::<u8>()])) {
            let first = bytes.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..b' '));
            prop_assert_eq!((special(bytes).trailing_zeros() / 8) as usize, first.unwrap_or(8));
        }

        #[test]
        fn strings_end_where_those_of_serde_json_do(text in r#"[a-z "é\\n\u{1}\u{a0}]{0,3}[a-z é]{0,70}["\\\n]?[a-z "\u{1f}]{0,9}"#) {
            let text = format!("\"{text}\"");
            let mut scanner = Scanner::new(&text, 1);
            let ours = scanner.string().and_then(|ours| scanner.end().map(|()| ours)).ok();
            let theirs = serde_json::from_str::<String>(&text).ok();
            prop_assert_eq!(ours.as_deref(), theirs.as_deref());
            let mut scanner = Scanner::new(&text, 1);
            let says = scanner.free_text().and_then(|says| scanner.end().map(|()| says)).ok();
            prop_assert_eq!(says, theirs.map(|text| !text.trim().is_empty()));
        }
    }
}
