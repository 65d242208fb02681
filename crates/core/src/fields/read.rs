//! Reads a payload in one pass.
//!
//! The reader knows the field at its key, puts what a rule may need of the value into the field's slot, and passes over
//! the rest. There is no document in between: strings are borrowed from the text, free text is not kept at all.

use super::names::{self, Key};
use super::value::{PAYLOAD, Stray, index};
use super::{Field, Kind, Payload, Value};
use crate::json::{Fault, Scanner, Start};
use crate::once::{firsts, once};
use std::borrow::Cow;

/// Why a payload could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Obstacle {
    NotJson { line: usize, column: usize },
    LoneSurrogate { line: usize, column: usize },
    NotAnObject,
    TooDeep,
}

/// Reads a payload's text into the slots of an empty payload.
///
/// `keeps` has a bit for each slot whose free text is kept besides those that the book's rules read.
pub(crate) fn read<'t>(text: &'t str, depth: usize, keeps: u128, payload: &mut Payload<'t>) -> Result<(), Obstacle> {
    let mut reader = Reader { scanner: Scanner::new(text, depth), keeps, payload };
    let is_object = reader.whole();
    let (line, column) = match is_object {
        Ok(true) => return Ok(()),
        Ok(false) => return Err(Obstacle::NotAnObject),
        Err(_) => reader.scanner.position(),
    };
    Err(match is_object {
        Err(Fault::TooDeep) => Obstacle::TooDeep,
        Err(Fault::LoneSurrogate) => Obstacle::LoneSurrogate { line, column },
        _ => Obstacle::NotJson { line, column },
    })
}

/// Reads one field's value, which is JSON and not too deep, into a payload that borrows nothing. Answers `false`, and
/// leaves the field out, where the value holds keys that the catalogue does not know: these are numbered throughout.
pub(crate) fn read_field(text: &str, depth: usize, keeps: u128, key: Key, payload: &mut Payload<'static>) -> bool {
    payload.forget(key);
    let mut alone = Payload::empty();
    let mut reader = Reader { scanner: Scanner::new(text, depth), keeps, payload: &mut alone };
    let Ok(value) = reader.known(key) else { return false };
    alone.put(key.slot(), value);
    let is_known = alone.unknown.is_empty();
    if is_known {
        payload.take_over(key, alone.into_owned());
    }
    is_known
}

struct Reader<'p, 't> {
    scanner: Scanner<'t>,
    keeps: u128,
    payload: &'p mut Payload<'t>,
}

impl<'t> Reader<'_, 't> {
    /// Reads the whole text; `false` where it is JSON, but not an object.
    fn whole(&mut self) -> Result<bool, Fault> {
        let is_object = self.scanner.start()? == Start::Object;
        if is_object {
            self.fields()?;
            let strays = std::mem::take(&mut self.payload.unknown);
            if !strays.is_empty() {
                let firsts = firsts(strays.iter().map(|stray| (stray.object, &*stray.name)));
                self.payload.unknown = once(strays, &firsts, |first, _| first.repeated = true);
            }
        } else {
            self.scanner.skip()?;
        }
        self.scanner.end()?;
        Ok(is_object)
    }

    /// The payload's own fields.
    fn fields(&mut self) -> Result<(), Fault> {
        self.scanner.enter()?;
        let mut first = true;
        while self.scanner.more(&mut first, b'}')? {
            let name = self.scanner.key()?;
            let Some(key) = names::lookup(&name) else {
                self.stray(name, PAYLOAD)?;
                continue;
            };
            let value = self.known(key)?;
            self.payload.put(key.slot(), value);
        }
        Ok(())
    }

    /// The value of a field that the catalogue knows.
    #[inline]
    fn known(&mut self, key: Key) -> Result<Value, Fault> {
        match (self.scanner.start()?, key.field().kind) {
            (Start::Object, Kind::Record(members)) => {
                self.payload.clear_members(key);
                self.record(key, members)
            }
            (Start::Array, kind) if kind.words().is_some() => self.words(),
            (start, kind) => self.value(start, keeps_text(kind, key) || self.keeps & (1 << key.slot()) != 0),
        }
    }

    fn record(&mut self, record: Key, members: &'static [Field]) -> Result<Value, Fault> {
        self.scanner.enter()?;
        let number = self.payload.next_object();
        let mut first = true;
        while self.scanner.more(&mut first, b'}')? {
            let name = self.scanner.key()?;
            let found = names::lookup_member(members, &name);
            let Some((at, member)) = found.and_then(|at| Some((at, members.get(at)?))) else {
                self.stray(name, number)?;
                continue;
            };
            let slot = record.member_slot(at);
            let start = self.scanner.start()?;
            // A free text among a record's members is read by no rule of the book.
            let value = self.value(start, !matches!(member.kind, Kind::Text) || self.keeps & (1 << slot) != 0)?;
            self.payload.put(slot, value);
        }
        Ok(Value::Object { number })
    }

    /// An array of words; its elements are kept.
    fn words(&mut self) -> Result<Value, Fault> {
        self.scanner.enter()?;
        let start = index(self.payload.elements.len());
        let mut first = true;
        while self.scanner.more(&mut first, b']')? {
            let value = match self.scanner.start()? {
                // A blank element is a word like any other, and unlisted (D41).
                Start::Text => {
                    let word = self.scanner.string()?;
                    self.payload.keep(word)
                }
                start => self.value(start, true)?,
            };
            self.payload.elements.push(value);
        }
        let end = index(self.payload.elements.len());
        Ok(Value::Array { start, end, empty: start == end })
    }

    /// Any value, of which only scalars are kept.
    fn value(&mut self, start: Start, keeps_text: bool) -> Result<Value, Fault> {
        Ok(match start {
            Start::Text => {
                let text = self.scanner.string()?;
                match is_blank(&text) {
                    true => Value::Blank,
                    false if keeps_text => self.payload.keep(text),
                    false => Value::Prose,
                }
            }
            Start::True => self.scanner.word("true").map(|()| Value::Boolean(true))?,
            Start::False => self.scanner.word("false").map(|()| Value::Boolean(false))?,
            Start::Null => self.scanner.word("null").map(|()| Value::Null)?,
            Start::Number if self.scanner.number()? => Value::Integer,
            Start::Number => Value::Fraction,
            Start::Object => {
                self.scanner.skip()?;
                Value::Object { number: self.payload.next_object() }
            }
            Start::Array => {
                self.scanner.enter()?;
                let mut first = true;
                while self.scanner.more(&mut first, b']')? {
                    self.scanner.skip()?;
                }
                Value::Array { start: 0, end: 0, empty: first }
            }
        })
    }

    /// A key that the catalogue does not know.
    fn stray(&mut self, name: Cow<'t, str>, object: u32) -> Result<(), Fault> {
        self.scanner.skip()?;
        self.payload.unknown.push(Stray { object, name, repeated: false });
        Ok(())
    }
}

/// Whether a form or a rule reads the text of a field.
pub(super) fn keeps_text(kind: Kind, key: Key) -> bool {
    match kind {
        Kind::Text => crate::rules::READ_AS_TEXT.contains(&key),
        // Words in an array where one word stands are a wrong type for one product and the old form for the other.
        kind => kind.is_text() || kind.words().is_some(),
    }
}

pub(super) fn is_blank(text: &str) -> bool {
    match text.as_bytes().first() {
        Some(first) if first.is_ascii_graphic() => false,
        _ => text.chars().all(char::is_whitespace),
    }
}
