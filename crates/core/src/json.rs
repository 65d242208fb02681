//! A scanner for JSON text (RFC 8259) that borrows strings and keeps nothing.
//!
//! serde's visitors would read a payload as well, at twice the cost (`scripts/bench` shows it), and could not tell half a
//! surrogate pair, too deep a nesting and a number beyond a double from text that is no JSON. Tests hold the grammar
//! to `serde_json`'s.

use std::borrow::Cow;

/// Why scanning stopped; [`Scanner::position`] tells where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    Syntax,
    LoneSurrogate,
    TooDeep,
}

/// The kind of a value that starts here.
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
    text: &'t str,
    at: usize,
    /// Arrays and objects that are open here.
    depth: usize,
    limit: usize,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str, limit: usize) -> Scanner<'t> {
        Scanner { text, at: 0, depth: 0, limit }
    }

    /// Line and column, from 1, in characters.
    pub(crate) fn position(&self) -> (usize, usize) {
        let before = self.text.get(..self.at).unwrap_or(self.text);
        let lines = before.bytes().filter(|byte| *byte == b'\n').count();
        let line = before
            .bytes()
            .rposition(|byte| byte == b'\n')
            .map_or(before, |end| before.get(end + 1..).unwrap_or_default());
        // Bytes that begin a character; `chars().count()` is quicker, and half a kilobyte.
        let column = line.bytes().filter(|byte| byte & 0xC0 != 0x80).count();
        (lines + 1, column + 1)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    // Those that are inlined by force cost a third of a check when they are not.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn space(&mut self) -> Option<u8> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\t' | b'\r') => self.at += 1,
                other => return other,
            }
        }
    }

    /// Looks at the value that comes next.
    #[inline]
    pub(crate) fn start(&mut self) -> Result<Start, Fault> {
        match self.space() {
            Some(b'"') => Ok(Start::Text),
            Some(b'{') => Ok(Start::Object),
            Some(b'[') => Ok(Start::Array),
            Some(b't') => Ok(Start::True),
            Some(b'f') => Ok(Start::False),
            Some(b'n') => Ok(Start::Null),
            Some(b'-' | b'0'..=b'9') => Ok(Start::Number),
            _ => Err(Fault::Syntax),
        }
    }

    /// Nothing but white space may be left.
    pub(crate) fn end(&mut self) -> Result<(), Fault> {
        if self.space().is_none() { Ok(()) } else { Err(Fault::Syntax) }
    }

    /// Passes a word that [`Scanner::start`] saw the first letter of.
    pub(crate) fn word(&mut self, word: &str) -> Result<(), Fault> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if rest.starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(())
        } else {
            Err(Fault::Syntax)
        }
    }

    /// Enters an array or an object whose bracket comes next.
    pub(crate) fn enter(&mut self) -> Result<(), Fault> {
        if self.depth == self.limit {
            return Err(Fault::TooDeep);
        }
        self.depth += 1;
        self.at += 1;
        Ok(())
    }

    /// Whether one more element or member comes, and not the closing bracket. `first` is kept by the caller.
    #[inline]
    pub(crate) fn more(&mut self, first: &mut bool, close: u8) -> Result<bool, Fault> {
        match self.space() {
            Some(byte) if byte == close => {
                self.at += 1;
                self.depth -= 1;
                return Ok(false);
            }
            // A comma promises one more; whoever reads it finds out.
            Some(b',') if !*first => self.at += 1,
            Some(_) if *first => {}
            _ => return Err(Fault::Syntax),
        }
        *first = false;
        Ok(true)
    }

    /// A key with its colon.
    pub(crate) fn key(&mut self) -> Result<Cow<'t, str>, Fault> {
        if self.space() != Some(b'"') {
            return Err(Fault::Syntax);
        }
        let key = self.string()?;
        if self.space() != Some(b':') {
            return Err(Fault::Syntax);
        }
        self.at += 1;
        Ok(key)
    }

    /// What `find` knows of a key that is written plainly, as nearly all are; where it knows nothing, the key is still to be read.
    #[allow(clippy::inline_always)]
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

    /// A string whose quotation mark comes next.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub(crate) fn string(&mut self) -> Result<Cow<'t, str>, Fault> {
        let start = self.at + 1;
        let end = self.plain(start);
        if self.text.as_bytes().get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(Cow::Borrowed(self.text.get(start..end).unwrap_or_default()));
        }
        self.at = start;
        self.unusual_string().map(Cow::Owned)
    }

    /// Passes over a string whose quotation mark comes next: whether it says anything, and is not only white space.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub(crate) fn prose(&mut self) -> Result<bool, Fault> {
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        let end = self.plain(start);
        if bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(match bytes.get(start) {
                // The first letter of an empty string is its end.
                Some(first) if first.is_ascii_graphic() => start != end,
                _ => self.text.get(start..end).is_some_and(says_something),
            });
        }
        self.at = start;
        self.unusual_prose()
    }

    /// Where the next quotation mark, backslash or control character is, or the end of the text.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn plain(&self, start: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = start;
        // Most strings end within a few words of eight bytes; only then are longer steps worth their start.
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

    /// A string with escapes, or one that is none after all; from behind its quotation mark.
    #[cold]
    fn unusual_string(&mut self) -> Result<String, Fault> {
        let mut text = String::new();
        self.parts(&mut |part| text.push_str(part))?;
        Ok(text)
    }

    /// Passes over such a string: whether it says anything.
    #[cold]
    fn unusual_prose(&mut self) -> Result<bool, Fault> {
        let mut is_something = false;
        self.parts(&mut |part| is_something |= says_something(part))?;
        Ok(is_something)
    }

    /// What a string consists of, from behind its quotation mark.
    fn parts(&mut self, take: &mut dyn FnMut(&str)) -> Result<(), Fault> {
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
                _ => return Err(Fault::Syntax),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let letter = match self.peek().ok_or(Fault::Syntax)? {
            plain @ (b'"' | b'\\' | b'/') => char::from(plain),
            b'b' => '\u{8}',
            b'f' => '\u{C}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return Err(Fault::Syntax),
        };
        self.at += 1;
        Ok(letter)
    }

    fn unicode(&mut self) -> Result<char, Fault> {
        let first = self.unit()?;
        let code = match first {
            0xD800..=0xDBFF if self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(b"\\u")) => {
                self.at += 1;
                match self.unit()? {
                    second @ 0xDC00..=0xDFFF => 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00),
                    _ => return Err(Fault::LoneSurrogate),
                }
            }
            other => other,
        };
        char::from_u32(code).ok_or(Fault::LoneSurrogate)
    }

    /// The four digits after `u`.
    fn unit(&mut self) -> Result<u32, Fault> {
        let digits = self.text.as_bytes().get(self.at + 1..self.at + 5).ok_or(Fault::Syntax)?;
        let unit = digits
            .iter()
            .try_fold(0, |sum, digit| char::from(*digit).to_digit(16).map(|value| sum * 16 + value))
            .ok_or(Fault::Syntax)?;
        self.at += 5;
        Ok(unit)
    }

    /// A number: whether its value is an integer, as that of `2020.0` and `2.02e3` is, whatever its size.
    pub(crate) fn number(&mut self) -> Result<bool, Fault> {
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
            // Beyond that no text has the zeros that would matter.
            exponent = self.digits()?.parse().unwrap_or(i64::MAX);
            if sign == Some(b'-') {
                exponent = -exponent;
            }
        }
        let kept = fraction.trim_end_matches('0');
        if !kept.is_empty() {
            return Ok(exponent >= length(kept));
        }
        let zeros = length(whole) - length(whole.trim_end_matches('0'));
        let is_zero = zeros == length(whole);
        Ok(is_zero || exponent >= -zeros)
    }

    fn digits(&mut self) -> Result<&'t str, Fault> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.text.get(start..self.at).filter(|digits| !digits.is_empty()).ok_or(Fault::Syntax)
    }

    /// The text of a value.
    pub(crate) fn raw(&mut self) -> Result<&'t str, Fault> {
        self.space();
        let start = self.at;
        self.skip()?;
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }

    /// Passes over a value.
    pub(crate) fn skip(&mut self) -> Result<(), Fault> {
        match self.start()? {
            Start::Null => self.word("null"),
            Start::True => self.word("true"),
            Start::False => self.word("false"),
            Start::Number => self.number().map(drop),
            Start::Text => self.prose().map(drop),
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

/// Where a string's plain letters end: of eight bytes, bit 7 is set in the first that is a quotation mark, a backslash or
/// a control character, and in none before it. Above that one, bits may be wrong.
#[allow(clippy::inline_always)]
#[inline(always)]
fn special(eight: [u8; 8]) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    const TWOS: u64 = u64::from_le_bytes([0x02; 8]);
    const QUOTES: u64 = u64::from_le_bytes([b'"'; 8]);
    const BACKSLASHES: u64 = u64::from_le_bytes([b'\\'; 8]);
    let word = u64::from_le_bytes(eight);
    // With this bit turned over, the quotation mark stands where the space was: next to the control characters, all of
    // which stay below it. What is taken away from a smaller byte borrows from bit 7; a byte that has that bit is no ASCII.
    let quote_or_control = (word ^ TWOS).wrapping_sub(QUOTES - ONES);
    let backslash = (word ^ BACKSLASHES).wrapping_sub(ONES);
    (quote_or_control | backslash) & !word & HIGH
}

fn length(digits: &str) -> i64 {
    i64::try_from(digits.len()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scan(text: &str) -> Result<(), Fault> {
        let mut scanner = Scanner::new(text, 100);
        scanner.skip()?;
        scanner.end()
    }

    fn is_integer(text: &str) -> bool {
        Scanner::new(text, 1).number().expect("a number")
    }

    #[test]
    fn integers_are_told_by_value() {
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
    fn surrogates_come_in_pairs() {
        assert_eq!(scan(r#""\ud83d\ude00""#), Ok(()));
        for text in [r#""\ud83d""#, r#""\ude00""#, r#""\ud83d\u0041""#, r#""\ud83dx""#] {
            assert_eq!(scan(text), Err(Fault::LoneSurrogate), "{text}");
        }
        assert_eq!(scan(r#""\ud83"#), Err(Fault::Syntax));
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
            let says = scanner.prose().and_then(|says| scanner.end().map(|()| says)).ok();
            prop_assert_eq!(says, theirs.map(|text| !text.trim().is_empty()));
        }

        #[test]
        fn the_grammar_is_that_of_json(text in r#"[\[\]{},:"\\ 0-9eE.+\-truefalsn\n]{0,24}"#) {
            let theirs = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
            let ours = !matches!(scan(&text), Err(Fault::Syntax));
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
            prop_assert_eq!(!matches!(scan(&text), Err(Fault::Syntax)), theirs, "{}", text);
        }
    }
}
