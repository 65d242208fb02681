//! Lookup from names to ids and slots: keys of the payload, members of records, and the places of
//! their values.
//!
//! Names come from the catalogue's rows. The tables here are computed from them at compile time,
//! and a rule with a misspelled name does not compile.

// All of this runs in the compiler, or uses indices that it computed itself.
#![expect(
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::panic,
    reason = "evaluated by the compiler, which refuses an index out of bounds"
)]

use crate::rulebook::fields::common::COMMON;
use crate::rulebook::fields::policy_existence::POLICY_EXISTENCE;
use crate::rulebook::fields::policy_limit::POLICY_LIMIT;
use crate::rulebook::fields::records::{ADDRESS, NestedRecord, PERSON, VEHICLE};
use crate::rulebook::fields::{Field, Kind};
use crate::rulebook::product::Product;
use crate::text::eq::is_same;

/// The number of rows of the three case tables.
const ROWS: usize = COMMON.len() + POLICY_LIMIT.len() + POLICY_EXISTENCE.len();

/// A key of the payload. `base_product` has a row in both products' tables, but one id, that of the
/// first row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FieldId(u8);

/// Returns the id of a name. It is evaluated at compile time for constant names.
pub(crate) const fn key(name: &str) -> FieldId {
    match find(name) {
        Some(key) => key,
        None => panic!("no row of the catalogue has this name"),
    }
}

const fn find(name: &str) -> Option<FieldId> {
    let mut at = 0;
    while at < ROWS {
        if equal(row(at).name, name) {
            return Some(FieldId(at as u8));
        }
        at += 1;
    }
    None
}

const fn row(at: usize) -> &'static Field {
    if at < COMMON.len() {
        &COMMON[at]
    } else if at < COMMON.len() + POLICY_LIMIT.len() {
        &POLICY_LIMIT[at - COMMON.len()]
    } else {
        &POLICY_EXISTENCE[at - COMMON.len() - POLICY_LIMIT.len()]
    }
}

const fn equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

static ROWS_BY_KEY: [&Field; ROWS] = {
    let mut rows = [&COMMON[0]; ROWS];
    let mut at = 0;
    while at < ROWS {
        rows[at] = row(at);
        at += 1;
    }
    rows
};

impl FieldId {
    /// Returns the row of the field; for `base_product`, that of the first product.
    pub(crate) const fn field(self) -> &'static Field {
        ROWS_BY_KEY[self.0 as usize]
    }

    /// Returns the row of the field in a product's table.
    pub(crate) fn field_of(self, product: Option<Product>) -> &'static Field {
        if self == BASE_PRODUCT && product == Some(Product::PolicyExistence) {
            return &POLICY_EXISTENCE[0];
        }
        self.field()
    }

    /// Returns the JSON Pointer of the field.
    pub(crate) fn pointer(self) -> String {
        ["/", self.name()].concat()
    }

    pub(crate) fn name(self) -> &'static str {
        self.field().name
    }

    /// Returns the rows for a product in catalogue order: the common ones, then the product's
    /// (D41).
    pub(crate) fn of_product(product: Option<Product>) -> impl Iterator<Item = (FieldId, &'static Field)> {
        let own = product.map_or(&[][..], |product| &TABLE_KEYS[product as usize][..product.fields().len()]);
        let common = (0..COMMON.len()).map(|at| (FieldId(at as u8), &COMMON[at]));
        common.chain(own.iter().map(move |key| (*key, key.field_of(product))))
    }

    /// Returns the rows of the other product that this one lacks.
    pub(crate) fn of_other_product(product: Option<Product>) -> impl Iterator<Item = (FieldId, &'static Field)> {
        let other = product.map(Product::other);
        let keys = other.map_or(&[][..], |other| &TABLE_KEYS[other as usize][..other.fields().len()]);
        keys.iter().filter(|key| **key != BASE_PRODUCT).map(move |key| (*key, key.field_of(other)))
    }

    /// Returns the position in catalogue order, from 1: common, the product's own, the other
    /// product's (D41).
    pub(crate) fn rank(self, product: Option<Product>) -> u16 {
        let foreign = product.is_some_and(|product| {
            self != BASE_PRODUCT
                && self.slot() >= COMMON.len()
                && !product.fields().iter().any(|field| field.name == self.name())
        });
        u16::from(self.0) + 1 + if foreign { ROWS as u16 } else { 0 }
    }

    /// Returns all fields, in the order of their slots.
    pub(crate) fn all() -> impl Iterator<Item = FieldId> {
        (0..ROWS).filter_map(FieldId::of_slot)
    }

    /// Returns the field whose own value is in the slot.
    pub(crate) const fn of_slot(slot: usize) -> Option<FieldId> {
        if slot < ROWS { Some(FieldId(slot as u8)) } else { None }
    }

    /// The number of fields. Their slots come first.
    pub(crate) const COUNT: usize = ROWS;

    /// Returns the slot of the field's own value.
    pub(crate) const fn slot(self) -> usize {
        self.0 as usize
    }

    /// Returns the index of a member's row, and `None` for unknown names and fields without
    /// members.
    pub(crate) fn member(self, name: &str) -> Option<usize> {
        match self.field().kind {
            Kind::Record(record) => find_member(record, name.as_bytes()),
            _ => None,
        }
    }

    /// Returns the slot of a member's value; `member` is the index of the member's row in its
    /// record.
    pub(crate) const fn member_slot(self, member: usize) -> usize {
        MEMBER_BASES[self.0 as usize] as usize + member
    }
}

/// The one key that both products' tables have.
pub(crate) const BASE_PRODUCT: FieldId = key("base_product");

const WIDEST: usize =
    if POLICY_LIMIT.len() > POLICY_EXISTENCE.len() { POLICY_LIMIT.len() } else { POLICY_EXISTENCE.len() };

static TABLE_KEYS: [[FieldId; WIDEST]; 2] = {
    let mut keys = [[FieldId(0); WIDEST]; 2];
    let mut product = 0;
    while product < 2 {
        let fields: &[Field] = if product == 0 { POLICY_LIMIT } else { POLICY_EXISTENCE };
        let mut at = 0;
        while at < fields.len() {
            keys[product][at] = key(fields[at].name);
            at += 1;
        }
        product += 1;
    }
    keys
};

const MEMBER_BASES: [u8; ROWS] = {
    let mut bases = [0; ROWS];
    let (mut at, mut next) = (0, ROWS);
    while at < ROWS {
        bases[at] = next as u8;
        next += row(at).kind.members().len();
        at += 1;
    }
    bases
};

/// The number of slots: the most values that a payload of known fields has.
pub(crate) const SLOTS: usize = MEMBER_BASES[ROWS - 1] as usize + row(ROWS - 1).kind.members().len();

/// Returns the id of a name.
pub(crate) fn lookup(name: &str) -> Option<FieldId> {
    find_key(name.as_bytes())
}

/// Returns the id of a name.
#[inline]
pub(crate) fn find_key(name: &[u8]) -> Option<FieldId> {
    PAYLOAD_NAMES.find(name, |number| ROWS_BY_KEY[number].name).map(FieldId)
}

/// Returns the index of the row of a record's member.
#[inline]
pub(crate) fn find_member(record: NestedRecord, name: &[u8]) -> Option<usize> {
    let names = match record {
        NestedRecord::Person => &PERSON_NAMES,
        NestedRecord::Vehicle => &VEHICLE_NAMES,
        NestedRecord::Address => &ADDRESS_NAMES,
    };
    names.find(name, |number| record.fields().get(number).map_or("", |field| field.name)).map(usize::from)
}

static PAYLOAD_NAMES: Names<{ buckets(ROWS) }> = Names::new(&[COMMON, POLICY_LIMIT, POLICY_EXISTENCE]);
static PERSON_NAMES: Names<{ buckets(MOST_MEMBERS) }> = Names::new(&[PERSON]);
static VEHICLE_NAMES: Names<{ buckets(MOST_MEMBERS) }> = Names::new(&[VEHICLE]);
static ADDRESS_NAMES: Names<{ buckets(MOST_MEMBERS) }> = Names::new(&[ADDRESS]);

/// The members of the largest record.
const MOST_MEMBERS: usize = {
    let (mut most, mut at) = (0, 0);
    while at < NestedRecord::ALL.len() {
        let members = NestedRecord::ALL[at].fields().len();
        most = if members > most { members } else { most };
        at += 1;
    }
    most
};

/// Returns the number of buckets in which a perfect hash of some names is found after a few tries.
/// It grows with their square, because each pair may collide.
const fn buckets(names: usize) -> usize {
    (names * names / 8).next_power_of_two()
}

/// Returns a number made of the first byte, the last four bytes and the length of a name.
#[inline]
const fn sample(name: &[u8]) -> u32 {
    let length = name.len();
    let bytes = match name.last_chunk() {
        Some(last) => u32::from_le_bytes(*last) ^ ((name[0] as u32) << 13),
        None if length == 0 => 0,
        None => name[0] as u32,
    };
    bytes ^ (length as u32).wrapping_mul(0x0101_4D35)
}

const EMPTY: u8 = u8::MAX;

// Field ids, slots and the indices of rows are bytes.
const _: () = assert!(SLOTS < EMPTY as usize, "more than 254 fields and members: widen `FieldId` and `Names` to u16");

/// A perfect hash of names: every name has its own bucket.
struct Names<const BUCKETS: usize> {
    multiplier: u32,
    buckets: [u8; BUCKETS],
}

impl<const BUCKETS: usize> Names<BUCKETS> {
    const fn new(tables: &[&[Field]]) -> Names<BUCKETS> {
        let mut multiplier = 0x9E37_79B1;
        assert!(Names::<BUCKETS>::are_distinct(tables), "two names have the same sample: let `sample` read more bytes");
        loop {
            if let Some(buckets) = Names::spread(tables, multiplier) {
                return Names { multiplier, buckets };
            }
            multiplier = multiplier.wrapping_mul(5).wrapping_add(2);
        }
    }

    /// Returns `true` if different names have different samples. Otherwise no multiplier is found.
    const fn are_distinct(tables: &[&[Field]]) -> bool {
        let mut table = 0;
        while table < tables.len() {
            let mut at = 0;
            while at < tables[table].len() {
                let name = tables[table][at].name;
                let mut other_table = table;
                while other_table < tables.len() {
                    let mut other = if other_table == table { at + 1 } else { 0 };
                    while other < tables[other_table].len() {
                        let known = tables[other_table][other].name;
                        if sample(name.as_bytes()) == sample(known.as_bytes()) && !equal(name, known) {
                            return false;
                        }
                        other += 1;
                    }
                    other_table += 1;
                }
                at += 1;
            }
            table += 1;
        }
        true
    }

    /// Puts the index of each row into its name's bucket. Returns `None` if two names have the same
    /// bucket.
    const fn spread(tables: &[&[Field]], multiplier: u32) -> Option<[u8; BUCKETS]> {
        let mut buckets = [EMPTY; BUCKETS];
        let (mut table, mut number) = (0, 0);
        while table < tables.len() {
            let mut at = 0;
            while at < tables[table].len() {
                let name = tables[table][at].name;
                // The second row of `base_product` shares the index of the first.
                if table < 2 || !equal(name, POLICY_LIMIT[0].name) {
                    let bucket = Names::<BUCKETS>::bucket(name.as_bytes(), multiplier);
                    if buckets[bucket] != EMPTY {
                        return None;
                    }
                    buckets[bucket] = number;
                }
                number += 1;
                at += 1;
            }
            table += 1;
        }
        Some(buckets)
    }

    #[inline]
    const fn bucket(name: &[u8], multiplier: u32) -> usize {
        let mixed = sample(name).wrapping_mul(multiplier);
        // The upper bits are the mixed ones.
        (mixed >> (u32::BITS - BUCKETS.trailing_zeros())) as usize
    }

    #[inline]
    fn find(&self, name: &[u8], name_of: impl Fn(usize) -> &'static str) -> Option<u8> {
        let number = self.buckets[Self::bucket(name, self.multiplier)];
        (number != EMPTY && is_same(name_of(number as usize).as_bytes(), name)).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::fields::FieldStatus;

    #[test]
    fn every_name_finds_its_own_row() {
        for at in 0..ROWS {
            assert_eq!(lookup(row(at).name), Some(key(row(at).name)));
        }
        for stranger in ["", "x", "case_typ", "case_type_", "first_name", "id"] {
            assert_eq!(lookup(stranger), None, "{stranger}");
        }
        for record in NestedRecord::ALL {
            for (at, member) in record.fields().iter().enumerate() {
                assert_eq!(find_member(record, member.name.as_bytes()), Some(at));
            }
            assert_eq!(find_member(record, b"case_type"), None);
            assert_eq!(find_member(record, b""), None);
        }
        assert_eq!(key("vehicle_information").member("vin"), Some(5));
        assert_eq!(key("vehicle_information").member("city"), None);
        assert_eq!(key("case_type").member("vin"), None);
    }

    #[test]
    fn a_replacement_is_a_current_field_or_its_members() {
        for at in 0..ROWS {
            let Some(replacement) = row(at).replacement else { continue };
            let current = lookup(replacement.field).expect("a field");
            assert_eq!(current.field().status, FieldStatus::Current, "{}", row(at).name);
            assert!(replacement.members.iter().all(|member| current.member(member).is_some()), "{}", row(at).name);
        }
    }

    #[test]
    fn values_do_not_share_slots() {
        let mut seen = std::collections::BTreeSet::new();
        for (key, field) in
            FieldId::of_product(Some(Product::PolicyLimit)).chain(FieldId::of_other_product(Some(Product::PolicyLimit)))
        {
            assert!(seen.insert(key.slot()), "{}", field.name);
            for member in 0..field.kind.members().len() {
                assert!(seen.insert(key.member_slot(member)), "{}", field.name);
            }
        }
        assert!(seen.iter().all(|slot| *slot < SLOTS));
    }
}
