//! The scanner of JSON, against a reader that takes one character after another.

use super::{compared, each_text};
use casegate::json::{Document, JsonErrorKind};
use std::fmt::Write;

/// A value of the twin. Numbers are compared by their grammar only.
enum Value {
    Other,
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// The twin of the scanner.
struct Reader {
    rest: Vec<char>,
}

type Read<T> = Result<T, JsonErrorKind>;

impl Reader {
    fn document(text: &str) -> Read<Value> {
        let mut reader = Reader { rest: text.chars().rev().collect() };
        let value = reader.value()?;
        reader.space();
        if reader.rest.is_empty() { Ok(value) } else { Err(JsonErrorKind::NotJson) }
    }

    fn peek(&self) -> Option<char> {
        self.rest.last().copied()
    }

    fn next(&mut self) -> Read<char> {
        self.rest.pop().ok_or(JsonErrorKind::NotJson)
    }

    fn expect(&mut self, expected: char) -> Read<()> {
        if self.next()? == expected { Ok(()) } else { Err(JsonErrorKind::NotJson) }
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\n' | '\r')) {
            self.rest.pop();
        }
    }

    fn value(&mut self) -> Read<Value> {
        self.space();
        match self.peek() {
            Some('n') => self.word("null"),
            Some('t') => self.word("true"),
            Some('f') => self.word("false"),
            Some('"') => self.text().map(Value::Text),
            Some('[') => self.list(),
            Some('{') => self.object(),
            _ => self.number(),
        }
    }

    fn word(&mut self, word: &str) -> Read<Value> {
        word.chars().try_for_each(|letter| self.expect(letter))?;
        Ok(Value::Other)
    }

    fn digits(&mut self) -> Read<()> {
        if !self.next()?.is_ascii_digit() {
            return Err(JsonErrorKind::NotJson);
        }
        while self.peek().is_some_and(|one| one.is_ascii_digit()) {
            self.rest.pop();
        }
        Ok(())
    }

    fn number(&mut self) -> Read<Value> {
        if self.peek() == Some('-') {
            self.rest.pop();
        }
        if self.peek() == Some('0') {
            self.rest.pop();
        } else {
            self.digits()?;
        }
        if self.peek() == Some('.') {
            self.rest.pop();
            self.digits()?;
        }
        if matches!(self.peek(), Some('e' | 'E')) {
            self.rest.pop();
            if matches!(self.peek(), Some('+' | '-')) {
                self.rest.pop();
            }
            self.digits()?;
        }
        Ok(Value::Other)
    }

    fn text(&mut self) -> Read<String> {
        self.expect('"')?;
        let mut text = String::new();
        loop {
            match self.next()? {
                '"' => return Ok(text),
                '\\' => text.push(self.escape()?),
                control if u32::from(control) < 0x20 => return Err(JsonErrorKind::NotJson),
                other => text.push(other),
            }
        }
    }

    fn escape(&mut self) -> Read<char> {
        match self.next()? {
            same @ ('"' | '\\' | '/') => Ok(same),
            'b' => Ok('\u{8}'),
            'f' => Ok('\u{C}'),
            'n' => Ok('\n'),
            'r' => Ok('\r'),
            't' => Ok('\t'),
            'u' => {
                let first = self.unit()?;
                if let Some(one) = char::from_u32(first.into()) {
                    return Ok(one);
                }
                let is_second = self.rest.len() >= 2
                    && self.rest[self.rest.len() - 1] == '\\'
                    && self.rest[self.rest.len() - 2] == 'u';
                if first >= 0xDC00 || !is_second {
                    return Err(JsonErrorKind::LoneSurrogate);
                }
                self.rest.truncate(self.rest.len() - 2);
                let second = self.unit()?;
                let pair = char::decode_utf16([first, second]).next();
                pair.and_then(Result::ok).ok_or(JsonErrorKind::LoneSurrogate)
            }
            _ => Err(JsonErrorKind::NotJson),
        }
    }

    fn unit(&mut self) -> Read<u16> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.next()?.to_digit(16).ok_or(JsonErrorKind::NotJson)?;
            unit = unit * 16 + u16::try_from(digit).expect("one digit");
        }
        Ok(unit)
    }

    fn list(&mut self) -> Read<Value> {
        self.expect('[')?;
        let mut list = Vec::new();
        self.space();
        if self.peek() == Some(']') {
            self.rest.pop();
            return Ok(Value::List(list));
        }
        loop {
            list.push(self.value()?);
            self.space();
            match self.next()? {
                ',' => {}
                ']' => return Ok(Value::List(list)),
                _ => return Err(JsonErrorKind::NotJson),
            }
        }
    }

    fn object(&mut self) -> Read<Value> {
        self.expect('{')?;
        let mut members: Vec<(String, Value)> = Vec::new();
        self.space();
        if self.peek() == Some('}') {
            self.rest.pop();
            return Ok(Value::Object(members));
        }
        loop {
            self.space();
            let name = self.text()?;
            self.space();
            self.expect(':')?;
            let value = self.value()?;
            // The last of several members with one name counts, at the place of the first.
            match members.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = value,
                None => members.push((name, value)),
            }
            self.space();
            match self.next()? {
                ',' => {}
                '}' => return Ok(Value::Object(members)),
                _ => return Err(JsonErrorKind::NotJson),
            }
        }
    }
}

fn is_same(ours: &Document, twin: &Value) -> bool {
    match twin {
        Value::Text(text) => ours.as_str() == Some(text),
        Value::List(list) => ours.as_list().is_some_and(|ours| {
            ours.len() == list.len() && ours.iter().zip(list).all(|(ours, twin)| is_same(ours, twin))
        }),
        Value::Object(members) => ours.as_object().is_some_and(|ours| {
            let named = |((ours, value), (name, twin)): ((&str, &Document), &(String, Value))| {
                ours == name && is_same(value, twin)
            };
            ours.len() == members.len() && ours.iter().zip(members).all(named)
        }),
        Value::Other => ours.as_str().is_none() && ours.as_list().is_none() && ours.as_object().is_none(),
    }
}

fn compare(text: &str, count: &mut u64) {
    match (Document::read(text), Reader::document(text)) {
        (Ok(ours), Ok(twin)) => assert!(is_same(&ours, &twin), "{text:?}"),
        (Err(ours), Err(twin)) => assert_eq!(ours.kind, twin, "{text:?}"),
        (ours, twin) => {
            panic!("{text:?}: {ours:?}, but the twin {}", if twin.is_ok() { "reads it" } else { "refuses it" })
        }
    }
    *count += 1;
}

/// The characters of JSON, and a few that belong nowhere.
const CHARACTERS: [&str; 24] = [
    "{", "}", "[", "]", ":", ",", "\"", "\\", "u", "0", "1", "-", "+", ".", "e", "E", "n", "t", "f", " ", "\n", "/",
    "é", "\u{1}",
];

/// Whole tokens, so that short sequences of them are deep.
const TOKENS: [&str; 18] = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"a\"",
    "\"\\n\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud83d\"",
    "\"\\udc00",
    "null",
    "true",
    "false",
    "-1.5e+3",
    "0",
    "01",
    " ",
];

/// Compares all sequences of up to so many characters and tokens.
fn sequences(characters: usize, tokens: usize) -> u64 {
    let mut count = 0;
    for length in 0..=characters {
        each_text(&CHARACTERS, length, &mut |text| compare(text, &mut count));
    }
    for length in 0..=tokens {
        each_text(&TOKENS, length, &mut |text| compare(text, &mut count));
    }
    count
}

/// Compares strings of every length up to `most`, with each byte of ASCII and two longer characters
/// at every place, because the scanner reads eight bytes at a time.
fn strings(most: usize) -> u64 {
    let mut count = 0;
    let unusual = ('\0'..='\u{7F}').chain(['é', '\u{1F600}', '\u{80}', '\u{FF}']);
    for one in unusual {
        for length in 0..=most {
            for at in 0..=length {
                let text = format!("\"{}{one}{}\"", "a".repeat(at), "b".repeat(length - at));
                compare(&text, &mut count);
                compare(&format!("{{{text}:{text}}}"), &mut count);
            }
        }
    }
    count
}

/// Compares every escaped UTF-16 unit alone, and before and behind `others`.
fn escapes(others: &[u16]) -> u64 {
    let (mut count, mut text) = (0, String::new());
    for unit in 0..=u16::MAX {
        let both = others.iter().flat_map(|other| [(unit, Some(*other)), (*other, Some(unit))]);
        for (first, second) in [(unit, None)].into_iter().chain(both) {
            text.clear();
            write!(text, "\"\\u{first:04x}").expect("a String");
            if let Some(second) = second {
                write!(text, "\\u{second:04X}").expect("a String");
            }
            text.push('"');
            compare(&text, &mut count);
        }
    }
    count
}

#[test]
fn small() {
    let count = sequences(3, 3) + strings(12) + escapes(&[0xDE00]);
    compared("JSON", &format!("{count} texts, of up to 3 characters or tokens"));
}

#[test]
#[ignore = "scripts/prove twins"]
fn large() {
    let around = [0, 0x41, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF];
    let count = sequences(5, 6) + strings(80) + escapes(&around);
    compared("JSON", &format!("{count} texts, of up to 5 characters or 6 tokens"));
}
