//! Reads a payload in one pass.
//!
//! The reader knows the field at its key, puts what a rule may need of the value into the field's slot, and passes over
//! the rest. There is no document in between: strings are borrowed from the text, free text is not kept at all.

use crate::payload::slots::{PAYLOAD, UnknownKey, index};
use crate::payload::slots::{Payload, Value};
use crate::rulebook::fields::names;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::fields::{Field, Kind};
use crate::rulebook::rules::READ_BY_RULES;
use crate::text::dedup::{earlier, once};
use crate::text::json::scanner::{ScanError, Scanner, Start};
use std::borrow::Cow;

/// Why a payload could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PayloadError {
    NotJson { line: usize, column: usize },
    LoneSurrogate { line: usize, column: usize },
    NotAnObject,
    TooDeep,
}

/// Reads a payload's text into the slots of an empty payload.
///
/// `retained_text` has a bit for each slot whose free text is kept besides those that the book's rules read.
pub(crate) fn read<'t>(
    text: &'t str,
    depth: usize,
    retained_text: u128,
    payload: &mut Payload<'t>,
) -> Result<(), PayloadError> {
    let mut reader = Reader { scanner: Scanner::new(text, depth), retained_text: retained_text | RETAINED, payload };
    let is_object = reader.whole();
    let (line, column) = match is_object {
        Ok(true) => return Ok(()),
        Ok(false) => return Err(PayloadError::NotAnObject),
        Err(_) => reader.scanner.position(),
    };
    Err(match is_object {
        Err(ScanError::TooDeep) => PayloadError::TooDeep,
        Err(ScanError::LoneSurrogate) => PayloadError::LoneSurrogate { line, column },
        _ => PayloadError::NotJson { line, column },
    })
}

/// Reads one field's value, which is JSON and not too deep, into a payload that borrows nothing. Answers `false`, and
/// leaves the field out, where the value holds keys that the catalogue does not know: these are numbered throughout.
pub(crate) fn read_field(
    text: &str,
    depth: usize,
    retained_text: u128,
    key: FieldId,
    payload: &mut Payload<'static>,
) -> bool {
    payload.forget(key);
    if read_slot(Some(text), retained_text, key.slot(), payload).is_some() {
        return true;
    }
    let scanner = Scanner::new(text, depth);
    let mut alone = Payload::empty();
    let mut reader = Reader { scanner, retained_text: retained_text | RETAINED, payload: &mut alone };
    if reader.known(key).is_err() {
        return false;
    }
    let is_known = alone.unknown.is_empty();
    if is_known {
        payload.absorb(key, alone.into_owned());
    }
    is_known
}

/// Reads what is given for one slot anew, a text or nothing, and tells whether what is kept of it is another than before.
/// Other values are left, with `None`.
pub(crate) fn read_slot(
    text: Option<&str>,
    retained_text: u128,
    slot: usize,
    payload: &mut Payload<'static>,
) -> Option<bool> {
    let old = payload.at(slot);
    let value = if let Some(text) = text {
        // A text nests nothing.
        let mut scanner = Scanner::new(text, 0);
        if scanner.start() != Ok(Start::Text) {
            return None;
        }
        let text = scanner.string().ok()?;
        match is_blank(&text) {
            true => Value::Blank,
            false if (retained_text | RETAINED) & (1 << slot) == 0 => Value::FreeText,
            false if payload.text(old) == Some(&*text) => return Some(false),
            false => payload.keep(Cow::Owned(text.into_owned())),
        }
    } else {
        Value::Absent
    };
    payload.release(old);
    payload.fill(slot, value);
    Some(value != old)
}

struct Reader<'p, 't> {
    scanner: Scanner<'t>,
    retained_text: u128,
    payload: &'p mut Payload<'t>,
}

impl<'t> Reader<'_, 't> {
    /// Reads the whole text; `false` where it is JSON, but not an object.
    fn whole(&mut self) -> Result<bool, ScanError> {
        let is_object = self.scanner.start()? == Start::Object;
        if is_object {
            self.fields()?;
            let strays = std::mem::take(&mut self.payload.unknown);
            if !strays.is_empty() {
                let earlier = earlier(&strays, |stray| (stray.object, &stray.name));
                self.payload.unknown = once(strays, &earlier, |first, _| first.repeated = true);
            }
        } else {
            self.scanner.skip()?;
        }
        self.scanner.end()?;
        Ok(is_object)
    }

    /// The payload's own fields.
    fn fields(&mut self) -> Result<(), ScanError> {
        self.scanner.enter()?;
        let mut first = true;
        while self.scanner.more(&mut first, b'}')? {
            let key = if let Some(key) = self.scanner.known_key(names::find_key) {
                key
            } else {
                let name = self.scanner.key()?;
                let Some(key) = names::lookup(&name) else {
                    self.stray(name, PAYLOAD)?;
                    continue;
                };
                key
            };
            self.known(key)?;
        }
        Ok(())
    }

    /// The value of a field that the catalogue knows.
    #[expect(clippy::inline_always, reason = "without it a check takes up to a third longer")]
    #[inline(always)]
    fn known(&mut self, key: FieldId) -> Result<(), ScanError> {
        let start = self.scanner.start()?;
        if start == Start::Text {
            return self.text(key.slot());
        }
        let value = match (start, key.field().kind) {
            (Start::Object, Kind::Record(members)) => {
                self.payload.clear_members(key);
                self.record(key, members)?
            }
            (Start::Array, kind) if kind.words().is_some() => self.words()?,
            (start, _) => self.value(start)?,
        };
        self.payload.put(key.slot(), value);
        Ok(())
    }

    fn record(&mut self, record: FieldId, members: &'static [Field]) -> Result<Value, ScanError> {
        self.scanner.enter()?;
        let number = self.payload.next_object();
        let mut first = true;
        while self.scanner.more(&mut first, b'}')? {
            let at = if let Some(at) = self.scanner.known_key(|name| names::find_member(members, name)) {
                at
            } else {
                let name = self.scanner.key()?;
                let Some(at) = names::lookup_member(members, &name) else {
                    self.stray(name, number)?;
                    continue;
                };
                at
            };
            let slot = record.member_slot(at);
            let start = self.scanner.start()?;
            if start == Start::Text {
                self.text(slot)?;
                continue;
            }
            let value = self.value(start)?;
            self.payload.put(slot, value);
        }
        Ok(Value::Object { number })
    }

    /// An array of words; its elements are kept.
    fn words(&mut self) -> Result<Value, ScanError> {
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
                start => self.value(start)?,
            };
            self.payload.elements.push(value);
        }
        let end = index(self.payload.elements.len());
        Ok(Value::Array { start, end, empty: start == end })
    }

    fn retained_text(&self, slot: usize) -> bool {
        self.retained_text & (1 << slot) != 0
    }

    /// A text, into its slot: most of a payload's values, and of these most are passed over.
    #[inline]
    fn text(&mut self, slot: usize) -> Result<(), ScanError> {
        let value = if self.retained_text(slot) {
            let text = self.scanner.string()?;
            if is_blank(&text) { Value::Blank } else { self.payload.keep(text) }
        } else if self.scanner.free_text()? {
            Value::FreeText
        } else {
            Value::Blank
        };
        self.payload.put(slot, value);
        Ok(())
    }

    /// Any value but a text, of which only scalars are kept.
    fn value(&mut self, start: Start) -> Result<Value, ScanError> {
        Ok(match start {
            Start::True => self.scanner.word("true").map(|()| Value::Boolean(true))?,
            Start::False => self.scanner.word("false").map(|()| Value::Boolean(false))?,
            Start::Null => self.scanner.word("null").map(|()| Value::Null)?,
            Start::Number => self.number()?,
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
            // Who asks has read a text already, in the way that its place has.
            Start::Text => self.scanner.free_text().map(|_| Value::FreeText)?,
        })
    }

    fn number(&mut self) -> Result<Value, ScanError> {
        #[cfg(feature = "house")]
        let start = self.scanner.rest();
        if !self.scanner.number()? {
            return Ok(Value::Fraction);
        }
        #[cfg(feature = "house")]
        let number = integer(start.get(..start.len() - self.scanner.rest().len()).unwrap_or_default());
        #[cfg(not(feature = "house"))]
        let number = 0;
        Ok(Value::Integer(number))
    }

    /// A key that the catalogue does not know.
    fn stray(&mut self, name: Cow<'t, str>, object: u32) -> Result<(), ScanError> {
        self.scanner.skip()?;
        match self.payload.unknown.last_mut() {
            // A key again and again takes no room.
            Some(last) if last.object == object && last.name == name => last.repeated = true,
            _ => self.payload.unknown.push(UnknownKey { object, name, repeated: false }),
        }
        Ok(())
    }
}

/// The slots whose text a form or a rule of the book reads, a bit for each.
// Runs in the compiler.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which refuses an index out of bounds")]
pub(crate) const RETAINED: u128 = {
    let (mut kept, mut slot) = (0, 0);
    while let Some(key) = FieldId::of_slot(slot) {
        let kind = key.field().kind;
        // Words in an array where one word stands are a wrong type for one product and the old form for the other.
        if !matches!(kind, Kind::Text) && (kind.is_text() || kind.words().is_some()) {
            kept |= 1 << slot;
        }
        let (members, mut at) = (kind.members(), 0);
        while at < members.len() {
            // A free text among a record's members is read by no rule of the book.
            if !matches!(members[at].kind, Kind::Text) {
                kept |= 1 << key.member_slot(at);
            }
            at += 1;
        }
        slot += 1;
    }
    let mut at = 0;
    while at < READ_BY_RULES.len() {
        kept |= 1 << READ_BY_RULES[at].slot();
        at += 1;
    }
    kept
};

/// The number that is written, or the nearest of 32 bits.
#[cfg(feature = "house")]
fn integer(written: &str) -> i32 {
    let number = crate::text::json::integer::whole(written.trim_end()).unwrap_or_default();
    i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX })
}

pub(crate) fn is_blank(text: &str) -> bool {
    match text.as_bytes().first() {
        Some(first) if first.is_ascii_graphic() => false,
        _ => text.chars().all(char::is_whitespace),
    }
}
