//! Reads a payload that a binding walked and sent as marks, without JSON text.
//!
//! A mark has the slot and the type of a value and, for a text that is read, its length. The texts are
//! concatenated in the order of their marks. Lengths are those of JavaScript, in UTF-16. The binding
//! guarantees that the payload has a JSON text without lone surrogates. It knows no fields; the
//! [`outline`] names those to send.

#[cfg(test)]
pub(crate) mod tests;

use crate::payload::reader::{RETAINED, is_blank};
use crate::payload::slots::{PAYLOAD, Payload, UnknownKey, Value, index};
use crate::rulebook::fields::names;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::fields::sets::SlotSet;
use crate::rulebook::fields::{Field, Kind};
use crate::text::json::writer;

/// The content of a mark; `pkg/src/walk.ts` writes them. A mark has four bytes: a slot, one of
/// these constants, and the length of a text or the number of following elements, low byte first.
mod mark {
    pub(crate) const NULL: u8 = 0;
    pub(crate) const FALSE: u8 = 1;
    pub(crate) const TRUE: u8 = 2;
    pub(crate) const INTEGER: u8 = 3;
    pub(crate) const FRACTION: u8 = 4;
    /// A non-blank text that no rule reads.
    pub(crate) const PROSE: u8 = 5;
    /// A text.
    pub(crate) const TEXT: u8 = 6;
    pub(crate) const EMPTY_ARRAY: u8 = 7;
    /// An array whose elements no rule reads.
    pub(crate) const ARRAY: u8 = 8;
    /// An object whose members no rule reads.
    pub(crate) const OBJECT: u8 = 9;
    /// An array of words; the marks of its elements follow.
    pub(crate) const WORDS: u8 = 10;
    /// A record; the marks of its members follow, then an end mark.
    pub(crate) const RECORD: u8 = 11;
    pub(crate) const END: u8 = 12;
    /// An unknown key. Its name is the text, and its value is not sent.
    pub(crate) const UNKNOWN_KEY: u8 = 13;
}

/// Reads marks and their texts into the slots of an empty payload. Returns `None` if they do not
/// fit together.
pub(crate) fn read<'t>(marks: &[u8], texts: &'t str, payload: &mut Payload<'t>) -> Option<()> {
    let mut reader = Reader { marks: marks.chunks_exact(4), texts, is_ascii: texts.is_ascii(), payload };
    let mut object = PAYLOAD;
    while let Some(Mark { slot, what, length }) = reader.next() {
        let value = match what {
            mark::UNKNOWN_KEY => {
                let name = reader.text(length)?.into();
                reader.payload.unknown.push(UnknownKey { object, name, repeated: false });
                continue;
            }
            mark::END => {
                object = PAYLOAD;
                continue;
            }
            mark::RECORD => {
                object = reader.payload.next_object();
                Value::Object { number: object }
            }
            mark::WORDS => reader.words(length)?,
            _ => reader.value(what, length)?,
        };
        reader.payload.put(slot, value);
    }
    reader.texts.is_empty().then_some(())
}

struct Mark {
    slot: usize,
    what: u8,
    length: usize,
}

struct Reader<'p, 'm, 't> {
    marks: std::slice::ChunksExact<'m, u8>,
    texts: &'t str,
    is_ascii: bool,
    payload: &'p mut Payload<'t>,
}

impl<'t> Reader<'_, '_, 't> {
    fn next(&mut self) -> Option<Mark> {
        let mark: [u8; 4] = self.marks.next()?.try_into().ok()?;
        let [slot, what, low, high] = mark;
        Some(Mark { slot: slot.into(), what, length: u16::from_le_bytes([low, high]).into() })
    }

    fn text(&mut self, length: usize) -> Option<&'t str> {
        let bytes = if self.is_ascii { length } else { bytes_of(self.texts, length)? };
        let (text, rest) = self.texts.split_at_checked(bytes)?;
        self.texts = rest;
        Some(text)
    }

    fn words(&mut self, count: usize) -> Option<Value> {
        let start = index(self.payload.elements.len());
        for _ in 0..count {
            let Mark { what, length, .. } = self.next()?;
            let element = match what {
                // A blank element counts as an unlisted word (D41).
                mark::TEXT => {
                    let word = self.text(length)?;
                    self.payload.push_text(word.into())
                }
                _ => self.value(what, length)?,
            };
            self.payload.elements.push(element);
        }
        let end = index(self.payload.elements.len());
        Some(Value::Array { start, end, empty: start == end })
    }

    fn value(&mut self, what: u8, length: usize) -> Option<Value> {
        Some(match what {
            mark::NULL => Value::Null,
            mark::FALSE => Value::Boolean(false),
            mark::TRUE => Value::Boolean(true),
            mark::INTEGER => Value::Integer(0),
            mark::FRACTION => Value::Fraction,
            mark::PROSE => Value::FreeText,
            mark::EMPTY_ARRAY => Value::Array { start: 0, end: 0, empty: true },
            mark::ARRAY => Value::Array { start: 0, end: 0, empty: false },
            mark::OBJECT => Value::Object { number: self.payload.next_object() },
            mark::TEXT => match self.text(length)? {
                text if is_blank(text) => Value::Blank,
                text => self.payload.push_text(text.into()),
            },
            _ => return None,
        })
    }
}

/// Returns the number of bytes that this length in UTF-16 has at the start of a text, and `None` if
/// it ends inside a character.
fn bytes_of(text: &str, length: usize) -> Option<usize> {
    let (mut left, mut bytes) = (length, 0);
    for letter in text.chars() {
        if left == 0 {
            break;
        }
        left = left.checked_sub(letter.len_utf16())?;
        bytes += letter.len_utf8();
    }
    (left == 0).then_some(bytes)
}

/// What is read of a field.
mod part {
    /// Nothing but the type of the value.
    pub(crate) const TYPE: u64 = 0;
    pub(crate) const TEXT: u64 = 1 << 8;
    /// The text or the array of words.
    pub(crate) const WORDS: u64 = 2 << 8;
    pub(crate) const RECORD: u64 = 3 << 8;
}

/// Returns the outline that a binding walks by ([`crate::wire::Binding::outline`]).
/// `retained_text` has the slots whose free text is read in addition to those that the rulebook's
/// rules read.
pub(crate) fn outline(retained_text: SlotSet) -> String {
    let fields = |out: &mut String, fields: &mut dyn Iterator<Item = (usize, &Field)>| {
        for (slot, field) in fields {
            let part = match field.kind {
                Kind::Record(_) => part::RECORD,
                kind if kind.words().is_some() => part::WORDS,
                _ if (retained_text | RETAINED).contains(slot) => part::TEXT,
                _ => part::TYPE,
            };
            separate(out);
            writer::string(out, field.name);
            out.push(':');
            writer::number(out, slot as u64 | part);
        }
        out.push('}');
    };
    // `base_product` has two rows and one id.
    let keys = || FieldId::all().filter(|key| names::lookup(key.name()) == Some(*key));
    let mut out = String::from("{\"\":{");
    fields(&mut out, &mut keys().map(|key| (key.slot(), key.field())));
    for key in keys().filter(|key| matches!(key.field().kind, Kind::Record(_))) {
        separate(&mut out);
        out.push('"');
        writer::number(&mut out, key.slot() as u64);
        out.push_str("\":{");
        let members = key.field().kind.members().iter().enumerate();
        fields(&mut out, &mut members.map(|(at, member)| (key.member_slot(at), member)));
    }
    out.push('}');
    out
}

/// Writes a comma unless a list begins here.
fn separate(out: &mut String) {
    if !out.ends_with('{') {
        out.push(',');
    }
}
