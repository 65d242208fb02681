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
    /// Whether the text has control characters at all, line breaks among them; a compact one has none to look for.
    has_controls: bool,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str, limit: usize) -> Scanner<'t> {
        let has_controls = has_controls(text.as_bytes());
        Scanner { text, at: 0, depth: 0, limit, has_controls }
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
    #[allow(clippy::inline_always)]
    #[inline(always)]
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

    /// A string whose quotation mark comes next.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub(crate) fn string(&mut self) -> Result<Cow<'t, str>, Fault> {
        self.at += 1;
        let start = self.at;
        self.plain();
        let text = self.text.get(start..self.at).unwrap_or_default();
        if self.peek() == Some(b'"') && !(self.has_controls && has_controls(text.as_bytes())) {
            self.at += 1;
            return Ok(Cow::Borrowed(text));
        }
        self.at = start;
        self.unusual_string().map(Cow::Owned)
    }

    /// Moves to the next quotation mark or backslash.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn plain(&mut self) {
        const ONES: u64 = u64::from_le_bytes([1; 8]);
        const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
        const QUOTES: u64 = u64::from_le_bytes([b'"'; 8]);
        const BACKSLASHES: u64 = u64::from_le_bytes([b'\\'; 8]);
        let bytes = self.text.as_bytes();
        // Most strings end within a few words of eight bytes; only then is a search worth its start.
        for _ in 0..4 {
            let Some(eight) = bytes.get(self.at..).and_then(|rest| rest.first_chunk::<8>()) else { break };
            let word = u64::from_le_bytes(*eight);
            let (quote, backslash) = (word ^ QUOTES, word ^ BACKSLASHES);
            // Bit 7 of a byte is set where the byte became zero; above the first such byte it may be wrong.
            let found = ((quote.wrapping_sub(ONES) & !quote) | (backslash.wrapping_sub(ONES) & !backslash)) & HIGH;
            if found != 0 {
                self.at += (found.trailing_zeros() / 8) as usize;
                return;
            }
            self.at += 8;
        }
        let rest = bytes.get(self.at..).unwrap_or_default();
        self.at += memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
    }

    /// A string with escapes, or one that is none after all; from behind its quotation mark.
    #[cold]
    fn unusual_string(&mut self) -> Result<String, Fault> {
        let mut text = String::new();
        loop {
            let start = self.at;
            self.plain();
            let plain = self.text.get(start..self.at).unwrap_or_default();
            if let Some(control) = plain.bytes().position(|byte| byte < b' ') {
                self.at = start + control;
                return Err(Fault::Syntax);
            }
            text.push_str(plain);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(_) => {
                    self.at += 1;
                    text.push(self.escape()?);
                }
                None => return Err(Fault::Syntax),
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
            Start::Text => self.string().map(drop),
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

/// Eight bytes at a time: bit 7 of a byte is set where the byte is below the space, and nowhere else.
fn has_controls(text: &[u8]) -> bool {
    const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
    const LOW: u64 = u64::from_le_bytes([0x7F; 8]);
    let eights = text.chunks_exact(8);
    let rest = eights.remainder();
    let found = eights.filter_map(<[u8]>::first_chunk).fold(0, |found, eight| {
        let word = u64::from_le_bytes(*eight);
        // A byte of at least 0x20 keeps bit 7 when 0x20 is taken from it with bit 7 set beforehand, or has it already.
        found | (!(((word | !LOW) - SPACES) | word) & !LOW)
    });
    found != 0 || rest.iter().any(|byte| *byte < b' ')
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
        fn control_characters_are_seen(bytes in proptest::collection::vec(0x1E_u8..=0xFF, 0..40)) {
            prop_assert_eq!(has_controls(&bytes), bytes.iter().any(|byte| *byte < b' '));
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
