//! The parts of a payload that the reader retains.

use crate::rulebook::fields::names::{FieldId, SLOTS};
use crate::rulebook::fields::sets::SlotSet;
use std::borrow::Cow;

/// A value, as far as any row or rule needs it. For most free text, only whether it is blank is
/// retained. Values are small and `Copy`, so that the slots of a whole payload cost nothing to
/// create and drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value {
    Absent,
    Null,
    Boolean(bool),
    /// A number with an integer value, for example `2020.0` (D2). A number beyond 32 bits counts as
    /// the nearest limit. It is 0 if no firm rule reads numbers.
    Integer(i32),
    /// Any other number.
    Fraction,
    /// A string that is empty or only white space (D1, D38).
    Blank,
    /// A non-blank string that no rule reads.
    FreeText,
    /// A string that a form or a rule reads, as an index into [`Payload::texts`].
    Text(u32),
    /// An array. For fields with words, `start..end` are its elements.
    Array {
        start: u32,
        end: u32,
        empty: bool,
    },
    /// An object. Its known members have their own slots.
    Object {
        /// The number of the object; unknown keys refer to it.
        number: u32,
    },
}

/// A key that the catalogue does not contain.
#[derive(Debug, Clone)]
pub(crate) struct UnknownKey<'a> {
    /// The object that contains the key: a number of [`Value::Object`], or [`PAYLOAD`].
    pub(crate) object: u32,
    pub(crate) name: Cow<'a, str>,
    /// `true` if the key occurs more than once.
    pub(crate) repeated: bool,
}

/// The number of the payload's own object.
pub(crate) const PAYLOAD: u32 = 0;

/// A payload that was read: a slot for each known field, and the unknown keys.
#[derive(Debug, Clone)]
pub(crate) struct Payload<'a> {
    slots: [Value; SLOTS],
    /// The elements of arrays of words.
    pub(crate) elements: Vec<Value>,
    /// The retained texts.
    pub(crate) texts: Vec<Cow<'a, str>>,
    /// The unknown keys, in order of appearance.
    pub(crate) unknown: Vec<UnknownKey<'a>>,
    /// The slots whose key occurs more than once.
    repeated_slots: SlotSet,
    /// The slots with a value, and those of them with free text. These two sets suffice for most of
    /// a payload.
    given: SlotSet,
    free_text: SlotSet,
    objects: u32,
}

impl<'a> Payload<'a> {
    pub(crate) fn new() -> Payload<'a> {
        Payload {
            slots: [Value::Absent; SLOTS],
            // One allocation each suffices for an ordinary payload.
            elements: Vec::with_capacity(16),
            texts: Vec::with_capacity(32),
            unknown: Vec::new(),
            repeated_slots: SlotSet::EMPTY,
            given: SlotSet::EMPTY,
            free_text: SlotSet::EMPTY,
            objects: PAYLOAD,
        }
    }

    /// Returns the fields and members with a value.
    pub(crate) fn given(&self) -> SlotSet {
        self.given
    }

    /// Returns the fields and members with free text.
    pub(crate) fn free_text(&self) -> SlotSet {
        self.free_text
    }

    pub(crate) fn at(&self, slot: usize) -> Value {
        self.slots.get(slot).copied().unwrap_or(Value::Absent)
    }

    pub(crate) fn value(&self, key: FieldId) -> Value {
        self.at(key.slot())
    }

    pub(crate) fn member(&self, record: FieldId, member: usize) -> Value {
        self.at(record.member_slot(member))
    }

    /// Returns the elements of an array of words.
    pub(crate) fn elements_of(&self, value: Value) -> &[Value] {
        match value {
            Value::Array { start, end, .. } => self.elements.get(start as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// Returns the text of a value if it was retained.
    pub(crate) fn text(&self, value: Value) -> Option<&str> {
        match value {
            Value::Text(number) => self.texts.get(number as usize).map(|text| &**text),
            _ => None,
        }
    }

    pub(crate) fn push_text(&mut self, text: Cow<'a, str>) -> Value {
        let number = index(self.texts.len());
        self.texts.push(text);
        Value::Text(number)
    }

    /// Returns `true` if any known key occurs more than once.
    pub(crate) fn has_repeated(&self) -> bool {
        !self.repeated_slots.is_empty()
    }

    /// Returns `true` if the key of a slot occurs more than once.
    pub(crate) fn is_repeated(&self, slot: usize) -> bool {
        self.repeated_slots.contains(slot)
    }

    /// Fills a slot; the last value counts (D10).
    pub(crate) fn put(&mut self, slot: usize, value: Value) {
        if self.at(slot) != Value::Absent {
            self.repeat(slot, value);
        }
        self.fill(slot, value);
    }

    /// Marks the slot of a repeated key and drops the members of its old value. The function is separate, so that
    /// unique keys do not pay for it.
    #[cold]
    #[inline(never)]
    fn repeat(&mut self, slot: usize, value: Value) {
        self.repeated_slots.set(slot, true);
        if let (Some(record), false) = (FieldId::of_slot(slot), matches!(value, Value::Object { .. })) {
            self.clear_members(record);
        }
    }

    /// Every change of a slot goes through this function.
    fn fill(&mut self, slot: usize, value: Value) {
        if let Some(kept) = self.slots.get_mut(slot) {
            *kept = value;
            self.given.set(slot, value != Value::Absent);
            self.free_text.set(slot, value == Value::FreeText);
        }
    }

    /// Returns the number of a new object.
    pub(crate) fn next_object(&mut self) -> u32 {
        self.objects = self.objects.saturating_add(1);
        self.objects
    }

    /// Clears the members of a record before it is re-read.
    pub(crate) fn clear_members(&mut self, record: FieldId) {
        if self.value(record) == Value::Absent {
            return;
        }
        for member in 0..record.field().kind.members().len() {
            let slot = record.member_slot(member);
            self.repeated_slots.set(slot, false);
            self.fill(slot, Value::Absent);
        }
    }
}

/// Texts are shorter than 4 GiB, so indices and counts fit.
pub(crate) fn index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
