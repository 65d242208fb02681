//! Sets of fields with a property of the catalogue, as bits of their slots. They are computed from
//! the rows at compile time.

// All of this is evaluated by the compiler, on the catalogue's own rows.
#![expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which refuses an index out of bounds")]

use crate::rulebook::fields::common::COMMON;
use crate::rulebook::fields::names::{FieldId, key};
use crate::rulebook::fields::policy_existence::POLICY_EXISTENCE;
use crate::rulebook::fields::policy_limit::POLICY_LIMIT;
use crate::rulebook::fields::{Field, FieldStatus, Kind, Requiredness};
use crate::rulebook::product::Product;

/// The fields of a product, or of both if the product is unknown.
pub(crate) struct FieldSets {
    pub(crate) own: u64,
    /// The fields of the other product that this one lacks.
    pub(crate) foreign: u64,
    /// The fields that are always required.
    pub(crate) required: u64,
    /// The fields that accept any text.
    pub(crate) plain: u64,
}

static OF_NONE: FieldSets = FieldSets::new(&[&COMMON], &[]);
static OF_POLICY_LIMIT: FieldSets = FieldSets::new(&[&COMMON, &POLICY_LIMIT], &POLICY_EXISTENCE);
static OF_POLICY_EXISTENCE: FieldSets = FieldSets::new(&[&COMMON, &POLICY_EXISTENCE], &POLICY_LIMIT);

impl FieldSets {
    pub(crate) fn of(product: Option<Product>) -> &'static FieldSets {
        match product {
            None => &OF_NONE,
            Some(Product::PolicyLimit) => &OF_POLICY_LIMIT,
            Some(Product::PolicyExistence) => &OF_POLICY_EXISTENCE,
        }
    }

    const fn new(tables: &[&[Field]], others: &[Field]) -> FieldSets {
        let mut sets = FieldSets { own: 0, foreign: 0, required: 0, plain: 0 };
        let mut table = 0;
        while table < tables.len() {
            let mut at = 0;
            while at < tables[table].len() {
                let field = &tables[table][at];
                let bit = 1 << key(field.name).slot();
                sets.own |= bit;
                sets.required |= if is_required(field) { bit } else { 0 };
                sets.plain |= if is_plain(field) { bit } else { 0 };
                at += 1;
            }
            table += 1;
        }
        let mut at = 0;
        while at < others.len() {
            sets.foreign |= 1 << key(others[at].name).slot();
            at += 1;
        }
        sets.foreign &= !sets.own;
        sets
    }
}

/// The members of a record.
#[derive(Clone, Copy)]
pub(crate) struct MemberSets {
    pub(crate) required: u64,
    pub(crate) plain: u64,
}

static MEMBERS: [MemberSets; FieldId::COUNT] = {
    let mut all = [MemberSets { required: 0, plain: 0 }; FieldId::COUNT];
    let mut slot = 0;
    while let Some(key) = FieldId::of_slot(slot) {
        let members = key.field().kind.members();
        let mut at = 0;
        while at < members.len() {
            all[slot].required |= if is_required(&members[at]) { 1 << at } else { 0 };
            all[slot].plain |= if is_plain(&members[at]) { 1 << at } else { 0 };
            at += 1;
        }
        slot += 1;
    }
    all
};

impl MemberSets {
    pub(crate) fn of(record: FieldId) -> MemberSets {
        MEMBERS[record.slot()]
    }
}

const fn is_required(field: &Field) -> bool {
    matches!(field.need, Requiredness::Required)
}

const fn is_plain(field: &Field) -> bool {
    matches!((field.kind, field.status), (Kind::Text, FieldStatus::Current))
}

/// Returns the numbers in a set, in order.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < u64::BITS).then_some(first as usize)
    })
}

/// Returns the fields in a set, in the order of their slots, which is the catalogue's.
pub(crate) fn keys(set: u64) -> impl Iterator<Item = FieldId> {
    bits(set).filter_map(FieldId::of_slot)
}
