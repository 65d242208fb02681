//! Reads a payload in one pass.
//!
//! The reader looks each key up, puts the part of the value that rules may need into the field's
//! slot, and skips the rest. It builds no document: strings borrow from the text, and free text is
//! not stored at all.

use crate::payload::slots::{PAYLOAD, UnknownKey, index};
use crate::payload::slots::{Payload, Value};
use crate::rulebook::fields::Kind;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::fields::sets::SlotSet;
use crate::rulebook::fields::{NestedRecord, names};
use crate::rulebook::rules::fields::READ_BY_RULES;
use crate::text::dedup::{earlier, merge_repeated};
use crate::text::json::error::{JsonError, JsonErrorKind};
use crate::text::json::scanner::{Scanner, Start};
use std::borrow::Cow;

/// Reads a payload's text into the slots of an empty payload. `retained_text` has the slots whose
/// free text is retained in addition to those that the rulebook's rules read.
pub(crate) fn read<'t>(
    text: &'t str,
    depth: usize,
    retained_text: SlotSet,
    payload: &mut Payload<'t>,
) -> Result<(), JsonError> {
    let mut reader = Reader { scanner: Scanner::new(text, depth), retained_text: retained_text | RETAINED, payload };
    match reader.whole() {
        Ok(true) => Ok(()),
        Ok(false) => Err(JsonError::of_whole(JsonErrorKind::NotAnObject)),
        Err(kind) => Err(reader.scanner.error(kind)),
    }
}

struct Reader<'p, 't> {
    scanner: Scanner<'t>,
    retained_text: SlotSet,
    payload: &'p mut Payload<'t>,
}

impl<'t> Reader<'_, 't> {
    /// Reads the whole text. Returns `false` if it is JSON, but not an object.
    fn whole(&mut self) -> Result<bool, JsonErrorKind> {
        let is_object = self.scanner.start()? == Start::Object;
        if is_object {
            self.fields()?;
            let strays = std::mem::take(&mut self.payload.unknown);
            if !strays.is_empty() {
                let earlier = earlier(&strays, |stray| (stray.object, &stray.name));
                self.payload.unknown = merge_repeated(strays, &earlier, |first, _| first.repeated = true);
            }
        } else {
            self.scanner.skip()?;
        }
        self.scanner.end()?;
        Ok(is_object)
    }

    /// Reads the fields of the payload itself.
    fn fields(&mut self) -> Result<(), JsonErrorKind> {
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

    /// Reads the value of a known field.
    #[expect(clippy::inline_always, reason = "without it a check takes up to a third longer")]
    #[inline(always)]
    fn known(&mut self, key: FieldId) -> Result<(), JsonErrorKind> {
        let start = self.scanner.start()?;
        if start == Start::Text {
            return self.text(key.slot());
        }
        let value = match (start, key.field().kind) {
            (Start::Object, Kind::Record(record)) => {
                self.payload.clear_members(key);
                self.record(key, record)?
            }
            (Start::Array, kind) if kind.words().is_some() => self.words()?,
            (start, _) => self.value(start)?,
        };
        self.payload.put(key.slot(), value);
        Ok(())
    }

    fn record(&mut self, key: FieldId, record: NestedRecord) -> Result<Value, JsonErrorKind> {
        self.scanner.enter()?;
        let number = self.payload.next_object();
        let mut first = true;
        while self.scanner.more(&mut first, b'}')? {
            let at = if let Some(at) = self.scanner.known_key(|name| names::find_member(record, name)) {
                at
            } else {
                let name = self.scanner.key()?;
                let Some(at) = names::find_member(record, name.as_bytes()) else {
                    self.stray(name, number)?;
                    continue;
                };
                at
            };
            let slot = key.member_slot(at);
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

    /// Reads an array of words; its elements are retained.
    fn words(&mut self) -> Result<Value, JsonErrorKind> {
        self.scanner.enter()?;
        let start = index(self.payload.elements.len());
        let mut first = true;
        while self.scanner.more(&mut first, b']')? {
            let value = match self.scanner.start()? {
                // A blank element counts as an unlisted word (D41).
                Start::Text => {
                    let word = self.scanner.string()?;
                    self.payload.push_text(word)
                }
                start => self.value(start)?,
            };
            self.payload.elements.push(value);
        }
        let end = index(self.payload.elements.len());
        Ok(Value::Array { start, end, empty: start == end })
    }

    fn retained_text(&self, slot: usize) -> bool {
        self.retained_text.contains(slot)
    }

    /// Reads a string into its slot. Most values of a payload are strings, and most of these are
    /// skipped.
    #[inline]
    fn text(&mut self, slot: usize) -> Result<(), JsonErrorKind> {
        let value = if self.retained_text(slot) {
            let text = self.scanner.string()?;
            if is_blank(&text) { Value::Blank } else { self.payload.push_text(text) }
        } else if self.scanner.free_text()? {
            Value::FreeText
        } else {
            Value::Blank
        };
        self.payload.put(slot, value);
        Ok(())
    }

    /// Reads a value that is not a string; only scalars are retained.
    fn value(&mut self, start: Start) -> Result<Value, JsonErrorKind> {
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
            // The caller has read a string already; each place reads strings differently.
            Start::Text => self.scanner.free_text().map(|_| Value::FreeText)?,
        })
    }

    fn number(&mut self) -> Result<Value, JsonErrorKind> {
        #[cfg(feature = "firm-rules")]
        let start = self.scanner.rest();
        if !self.scanner.numeral()?.is_exact() {
            return Ok(Value::Fraction);
        }
        #[cfg(feature = "firm-rules")]
        let number = integer(start.get(..start.len() - self.scanner.rest().len()).unwrap_or_default());
        #[cfg(not(feature = "firm-rules"))]
        let number = 0;
        Ok(Value::Integer(number))
    }

    /// Reads an unknown key.
    fn stray(&mut self, name: Cow<'t, str>, object: u32) -> Result<(), JsonErrorKind> {
        self.scanner.skip()?;
        match self.payload.unknown.last_mut() {
            // A repeated key takes no additional space.
            Some(last) if last.object == object && last.name == name => last.repeated = true,
            _ => self.payload.unknown.push(UnknownKey { object, name, repeated: false }),
        }
        Ok(())
    }
}

/// The slots whose text a form or a rule of the rulebook reads.
// Evaluated by the compiler.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which refuses an index out of bounds")]
pub(crate) const RETAINED: SlotSet = {
    let (mut kept, mut slot) = (SlotSet::EMPTY, 0);
    while let Some(key) = FieldId::of_slot(slot) {
        let kind = key.field().kind;
        // An array of words where one word is expected is a wrong type for one product, and the old
        // form for the other.
        let is_formed = !matches!(kind, Kind::Text) && (kind.is_text() || kind.words().is_some());
        if is_formed || READ_BY_RULES.contains(slot) {
            kept = kept.with(slot);
        }
        let (members, mut at) = (kind.members(), 0);
        while at < members.len() {
            // No rule of the rulebook reads free texts among a record's members.
            if !matches!(members[at].kind, Kind::Text) {
                kept = kept.with(key.member_slot(at));
            }
            at += 1;
        }
        slot += 1;
    }
    kept
};

/// Returns the number as written, or the nearest one of 32 bits.
#[cfg(feature = "firm-rules")]
fn integer(written: &str) -> i32 {
    // Most numbers are plain digits, and need none of the arithmetic of other forms.
    written.trim_end().parse().unwrap_or_else(|_| {
        let number = crate::text::json::integer::whole(written.trim_end()).unwrap_or_default();
        i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX })
    })
}

pub(crate) fn is_blank(text: &str) -> bool {
    match text.as_bytes().first() {
        Some(first) if first.is_ascii_graphic() => false,
        _ => text.chars().all(char::is_whitespace),
    }
}
