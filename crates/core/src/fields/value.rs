//! What the reader keeps of a payload.

use super::names::{Key, SLOTS};
use std::borrow::Cow;

/// A value, as far as any row or rule needs it. Free text is not kept, only whether it says anything.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value<'a> {
    Absent,
    Null,
    Boolean(bool),
    /// A number with an integer value, `2020.0` among them (D2).
    Integer,
    /// Any other number.
    Fraction,
    /// A string that is empty or only white space (D1, D38).
    Blank,
    /// A string with visible text that nothing reads.
    Prose,
    /// A string with visible text that a form or a rule reads.
    Text(Cow<'a, str>),
    /// An array. `start..end` are its elements, for fields that hold words.
    Array {
        start: usize,
        end: usize,
        empty: bool,
    },
    /// An object; its members are in their own slots, where the catalogue knows them.
    Object {
        /// Which object of the payload this is; strays name it.
        number: u32,
    },
}

/// A key that the catalogue does not know.
#[derive(Debug)]
pub(crate) struct Stray<'a> {
    /// The object that it stands in: a number of [`Value::Object`], or [`PAYLOAD`].
    pub(crate) object: u32,
    pub(crate) name: Cow<'a, str>,
    /// Whether it came again.
    pub(crate) repeated: bool,
}

/// The number of the payload's own object.
pub(crate) const PAYLOAD: u32 = 0;

/// A payload, read: a slot for each known field, and what did not fit.
#[derive(Debug)]
pub(crate) struct Payload<'a> {
    pub(crate) slots: [Value<'a>; SLOTS],
    /// Elements of the arrays that hold words.
    pub(crate) elements: Vec<Value<'a>>,
    /// Keys that the catalogue does not know, in order of appearance.
    pub(crate) unknown: Vec<Stray<'a>>,
    /// Slots whose key came again, a bit for each.
    repeated_slots: u128,
    objects: u32,
}

impl<'a> Payload<'a> {
    pub(crate) fn new() -> Payload<'a> {
        Payload {
            slots: [const { Value::Absent }; SLOTS],
            elements: Vec::new(),
            unknown: Vec::new(),
            repeated_slots: 0,
            objects: PAYLOAD,
        }
    }

    pub(crate) fn at(&self, slot: usize) -> &Value<'a> {
        self.slots.get(slot).unwrap_or(&Value::Absent)
    }

    pub(crate) fn value(&self, key: Key) -> &Value<'a> {
        self.at(key.slot())
    }

    pub(crate) fn member(&self, record: Key, member: usize) -> &Value<'a> {
        self.at(record.member_slot(member))
    }

    /// The elements of an array of words.
    pub(crate) fn elements_of(&self, value: &Value<'a>) -> &[Value<'a>] {
        match value {
            Value::Array { start, end, .. } => self.elements.get(*start..*end).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// Whether the key of a slot came more than once.
    pub(crate) fn is_repeated(&self, slot: usize) -> bool {
        self.repeated_slots & (1 << slot) != 0
    }

    pub(super) fn mark_repeated(&mut self, slot: usize) {
        self.repeated_slots |= 1 << slot;
    }

    /// A number for one more object that holds known or unknown keys.
    pub(super) fn next_object(&mut self) -> u32 {
        self.objects = self.objects.saturating_add(1);
        self.objects
    }

    /// Forgets the members of a record that is about to be read again.
    pub(super) fn clear_members(&mut self, record: Key) {
        for member in 0..record.field().kind.members().len() {
            let slot = record.member_slot(member);
            self.repeated_slots &= !(1 << slot);
            if let Some(value) = self.slots.get_mut(slot) {
                *value = Value::Absent;
            }
        }
    }
}

const _: () = assert!(SLOTS <= u128::BITS as usize);
