//! Sets of fields with a property of the catalogue, computed from the rows at compile time.

// All of this is evaluated by the compiler, on the catalogue's own rows.
#![expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which refuses an index out of bounds")]

use crate::rulebook::fields::common::COMMON;
use crate::rulebook::fields::names::key;
use crate::rulebook::fields::policy_existence::POLICY_EXISTENCE;
use crate::rulebook::fields::policy_limit::POLICY_LIMIT;
use crate::rulebook::fields::sets::{FieldSet, SlotSet};
use crate::rulebook::fields::{Field, FieldStatus, Kind};
use crate::rulebook::product::Product;

/// The fields of a product, or of both if the product is unknown. The sets of slots contain
/// members of records, too.
pub(crate) struct FieldSets {
    pub(crate) own: FieldSet,
    /// The fields of the other product that this one lacks.
    pub(crate) foreign: FieldSet,
    /// The fields that are always required.
    pub(crate) required: SlotSet,
    /// The fields that accept any text.
    pub(crate) plain: SlotSet,
}

static OF_NONE: FieldSets = FieldSets::new(&[COMMON], &[]);
static OF_POLICY_LIMIT: FieldSets = FieldSets::new(&[COMMON, POLICY_LIMIT], POLICY_EXISTENCE);
static OF_POLICY_EXISTENCE: FieldSets = FieldSets::new(&[COMMON, POLICY_EXISTENCE], POLICY_LIMIT);

impl FieldSets {
    pub(crate) fn of(product: Option<Product>) -> &'static FieldSets {
        match product {
            None => &OF_NONE,
            Some(Product::PolicyLimit) => &OF_POLICY_LIMIT,
            Some(Product::PolicyExistence) => &OF_POLICY_EXISTENCE,
        }
    }

    const fn new(tables: &[&[Field]], others: &[Field]) -> FieldSets {
        let mut sets = FieldSets {
            own: FieldSet::EMPTY,
            foreign: FieldSet::EMPTY,
            required: SlotSet::EMPTY,
            plain: SlotSet::EMPTY,
        };
        let mut table = 0;
        while table < tables.len() {
            let mut at = 0;
            while at < tables[table].len() {
                let field = &tables[table][at];
                let id = key(field.name);
                sets.own = sets.own.with(id.slot());
                sets = sets.and(field, id.slot());
                let (members, mut member) = (field.kind.members(), 0);
                while member < members.len() {
                    sets = sets.and(&members[member], id.member_slot(member));
                    member += 1;
                }
                at += 1;
            }
            table += 1;
        }
        let mut at = 0;
        while at < others.len() {
            let slot = key(others[at].name).slot();
            if !sets.own.contains(slot) {
                sets.foreign = sets.foreign.with(slot);
            }
            at += 1;
        }
        sets
    }

    /// Adds a field or a member to the sets that its row belongs to.
    const fn and(mut self, row: &Field, slot: usize) -> FieldSets {
        if row.is_required {
            self.required = self.required.with(slot);
        }
        if matches!((row.kind, row.status), (Kind::Text, FieldStatus::Current)) {
            self.plain = self.plain.with(slot);
        }
        self
    }
}
