//! Sets of fields and of members of records.

// All of this runs in the compiler, or uses indices that it computed itself.
#![expect(clippy::indexing_slicing, reason = "evaluated by the compiler, or bounded by the number of slots")]

use crate::rulebook::fields::names::{FieldId, SLOTS};
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// A set of slots, with a bit for each. The slot of a field stands for the field, and the slot of a
/// member of a record for that member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BitSet<const WORDS: usize>([u64; WORDS]);

/// A set of fields.
pub(crate) type FieldSet = BitSet<{ words(FieldId::COUNT) }>;

/// A set of fields and of members of records.
pub(crate) type SlotSet = BitSet<{ words(SLOTS) }>;

const BITS: usize = u64::BITS as usize;

const fn words(slots: usize) -> usize {
    slots.div_ceil(BITS)
}

/// All fields, whose slots come first.
const FIELDS: FieldSet = {
    let (mut all, mut slot) = (FieldSet::EMPTY, 0);
    while slot < FieldId::COUNT {
        all = all.with(slot);
        slot += 1;
    }
    all
};

impl<const WORDS: usize> BitSet<WORDS> {
    pub(crate) const EMPTY: BitSet<WORDS> = BitSet([0; WORDS]);

    /// Returns the index of a slot's word. The remainder spares a check of the bounds.
    const fn word_of(slot: usize) -> usize {
        debug_assert!(slot < WORDS * BITS);
        slot / BITS % WORDS
    }

    /// Returns the set with one more slot.
    pub(crate) const fn with(mut self, slot: usize) -> BitSet<WORDS> {
        self.0[Self::word_of(slot)] |= 1 << (slot % BITS);
        self
    }

    /// The operator `|` at compile time.
    pub(crate) const fn union(mut self, other: BitSet<WORDS>) -> BitSet<WORDS> {
        let mut at = 0;
        while at < WORDS {
            self.0[at] |= other.0[at];
            at += 1;
        }
        self
    }

    /// Adds or removes a slot.
    #[inline]
    pub(crate) fn set(&mut self, slot: usize, is_in: bool) {
        let word = &mut self.0[Self::word_of(slot)];
        *word = (*word & !(1 << (slot % BITS))) | (u64::from(is_in) << (slot % BITS));
    }

    #[inline]
    pub(crate) const fn contains(self, slot: usize) -> bool {
        self.0[Self::word_of(slot)] & (1 << (slot % BITS)) != 0
    }

    pub(crate) fn contains_field(self, field: FieldId) -> bool {
        self.contains(field.slot())
    }

    pub(crate) fn is_empty(self) -> bool {
        self == BitSet::EMPTY
    }

    pub(crate) fn intersects(self, other: BitSet<WORDS>) -> bool {
        !(self & other).is_empty()
    }

    /// Returns the slots in ascending order.
    pub(crate) fn slots(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.pop())
    }

    /// Removes the first slot.
    fn pop(&mut self) -> Option<usize> {
        let at = self.0.iter().position(|word| *word != 0)?;
        let first = self.0[at].trailing_zeros();
        self.0[at] &= self.0[at] - 1;
        Some(at * BITS + first as usize)
    }

    /// Returns the fields in catalogue order, without members.
    pub(crate) fn fields(self) -> impl Iterator<Item = FieldId> {
        self.slots().map_while(FieldId::of_slot)
    }
}

impl SlotSet {
    /// Returns the fields in the set, without members.
    #[inline]
    pub(crate) fn only_fields(self) -> FieldSet {
        let (mut fields, mut at) = (FIELDS, 0);
        while at < fields.0.len() {
            fields.0[at] &= self.0[at];
            at += 1;
        }
        fields
    }
}

impl<const WORDS: usize> Default for BitSet<WORDS> {
    fn default() -> BitSet<WORDS> {
        BitSet::EMPTY
    }
}

impl FromIterator<FieldId> for FieldSet {
    fn from_iter<I: IntoIterator<Item = FieldId>>(fields: I) -> FieldSet {
        fields.into_iter().fold(FieldSet::EMPTY, |set, field| set.with(field.slot()))
    }
}

macro_rules! operators {
    ($($trait:ident $name:ident($one:ident, $other:ident) $word:expr;)+) => {
        $(impl<const WORDS: usize> $trait for BitSet<WORDS> {
            type Output = BitSet<WORDS>;

            #[inline]
            fn $name(mut self, set: BitSet<WORDS>) -> BitSet<WORDS> {
                // Iterators over both sets would not be unrolled where size counts.
                let mut at = 0;
                while at < WORDS {
                    let ($one, $other) = (self.0[at], set.0[at]);
                    self.0[at] = $word;
                    at += 1;
                }
                self
            }
        })+
    };
}

operators! {
    BitOr bitor(one, other) one | other;
    BitAnd bitand(one, other) one & other;
    Sub sub(one, other) one & !other;
}

impl<const WORDS: usize> BitOrAssign for BitSet<WORDS> {
    #[inline]
    fn bitor_assign(&mut self, other: BitSet<WORDS>) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(slots: &BTreeSet<usize>) -> SlotSet {
        slots.iter().fold(SlotSet::EMPTY, |set, slot| set.with(*slot))
    }

    proptest! {
        #[test]
        fn it_is_a_set(one in proptest::collection::btree_set(0..SLOTS, 0..SLOTS), other in proptest::collection::btree_set(0..SLOTS, 0..9)) {
            let (a, b) = (set(&one), set(&other));
            prop_assert_eq!(a | b, set(&(&one | &other)));
            prop_assert_eq!(a & b, set(&(&one & &other)));
            prop_assert_eq!(a - b, set(&(&one - &other)));
            prop_assert_eq!(a.intersects(b), !one.is_disjoint(&other));
            prop_assert_eq!(a.is_empty(), one.is_empty());
            prop_assert!(a.slots().eq(one.iter().copied()));
            prop_assert!((0..SLOTS).all(|slot| a.contains(slot) == one.contains(&slot)));
            let mut changed = a;
            for slot in &other {
                changed.set(*slot, false);
            }
            prop_assert_eq!(changed, a - b);
            for slot in &other {
                changed.set(*slot, true);
            }
            prop_assert_eq!(changed, a | b);
            prop_assert!(a.fields().map(FieldId::slot).eq(one.iter().copied().filter(|slot| *slot < FieldId::COUNT)));
        }
    }
}
