//! Sets of fields and of members of records.

// All of this runs in the compiler, or uses indices that it computed itself.
#![expect(clippy::indexing_slicing, reason = "evaluated by the compiler, or bounded by the number of slots")]

use crate::rulebook::fields::names::{FieldId, SLOTS};
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Sub};

/// A set of slots. The slot of a field stands for the field, and the slot of a member of a record
/// for that member.
///
/// The set has a bit for each slot of the catalogue and grows with it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SlotSet([u64; WORDS]);

const WORDS: usize = SLOTS.div_ceil(BITS);
const BITS: usize = u64::BITS as usize;

/// The members of each record. Other fields have none.
static MEMBERS: [SlotSet; FieldId::COUNT] = {
    let mut all = [SlotSet::EMPTY; FieldId::COUNT];
    let mut slot = 0;
    while let Some(record) = FieldId::of_slot(slot) {
        let mut member = 0;
        while member < record.field().kind.members().len() {
            all[slot] = all[slot].with(record.member_slot(member));
            member += 1;
        }
        slot += 1;
    }
    all
};

impl SlotSet {
    pub(crate) const EMPTY: SlotSet = SlotSet([0; WORDS]);
    pub(crate) const ALL: SlotSet = SlotSet([u64::MAX; WORDS]);

    /// Returns the set of one field.
    pub(crate) const fn of(field: FieldId) -> SlotSet {
        SlotSet::EMPTY.with(field.slot())
    }

    /// Returns the members of a record.
    pub(crate) fn of_members(record: FieldId) -> SlotSet {
        MEMBERS[record.slot()]
    }

    /// Returns the set with one more slot.
    pub(crate) const fn with(mut self, slot: usize) -> SlotSet {
        self.0[slot / BITS] |= 1 << (slot % BITS);
        self
    }

    /// Adds or removes a slot.
    #[inline]
    pub(crate) fn set(&mut self, slot: usize, is_in: bool) {
        let word = &mut self.0[slot / BITS];
        *word = (*word & !(1 << (slot % BITS))) | (u64::from(is_in) << (slot % BITS));
    }

    #[inline]
    pub(crate) const fn contains(self, slot: usize) -> bool {
        self.0[slot / BITS] & (1 << (slot % BITS)) != 0
    }

    pub(crate) fn contains_field(self, field: FieldId) -> bool {
        self.contains(field.slot())
    }

    pub(crate) fn is_empty(self) -> bool {
        self == SlotSet::EMPTY
    }

    pub(crate) fn intersects(self, other: SlotSet) -> bool {
        !(self & other).is_empty()
    }

    /// Returns the slots in ascending order.
    pub(crate) fn slots(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().zip((0..).step_by(BITS)).flat_map(|(mut word, start)| {
            std::iter::from_fn(move || {
                let first = word.trailing_zeros();
                word &= word.wrapping_sub(1);
                (first < u64::BITS).then_some(start + first as usize)
            })
        })
    }

    /// Returns the fields in catalogue order, without members.
    pub(crate) fn fields(self) -> impl Iterator<Item = FieldId> {
        self.slots().map_while(FieldId::of_slot)
    }

    /// Returns the set with the record of each member.
    pub(crate) fn with_records(self) -> SlotSet {
        FieldId::all()
            .filter(|record| self.intersects(SlotSet::of_members(*record)))
            .fold(self, |set, record| set | SlotSet::of(record))
    }
}

impl FromIterator<FieldId> for SlotSet {
    fn from_iter<I: IntoIterator<Item = FieldId>>(fields: I) -> SlotSet {
        fields.into_iter().fold(SlotSet::EMPTY, |set, field| set | SlotSet::of(field))
    }
}

macro_rules! operators {
    ($($trait:ident $name:ident($one:ident, $other:ident) $word:expr;)+) => {
        $(impl $trait for SlotSet {
            type Output = SlotSet;

            #[inline]
            fn $name(self, other: SlotSet) -> SlotSet {
                let mut words = self.0;
                for (word, $other) in words.iter_mut().zip(other.0) {
                    let $one = *word;
                    *word = $word;
                }
                SlotSet(words)
            }
        })+
    };
}

operators! {
    BitOr bitor(one, other) one | other;
    BitAnd bitand(one, other) one & other;
    BitXor bitxor(one, other) one ^ other;
    Sub sub(one, other) one & !other;
}

impl BitOrAssign for SlotSet {
    fn bitor_assign(&mut self, other: SlotSet) {
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
            prop_assert_eq!(a ^ b, set(&(&one ^ &other)));
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

    #[test]
    fn members_bring_their_record() {
        for record in FieldId::all() {
            let members = SlotSet::of_members(record);
            let alone = members.slots().next().map(|first| SlotSet::EMPTY.with(first));
            if let Some(member) = alone {
                assert_eq!(member.with_records(), member | SlotSet::of(record));
            } else {
                assert_eq!(record.field().kind.members().len(), 0);
            }
        }
    }
}
