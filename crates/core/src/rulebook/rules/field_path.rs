//! The fields that a rule can read: a field of the payload, or a member of one of its records.

use crate::rulebook::fields::names::{FieldId, key};
use crate::rulebook::fields::{Field, Kind, Words};
use crate::rulebook::product::Product;
use crate::rulebook::vocabulary::WordList;

/// A field, or a member of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FieldPath {
    pub(crate) key: FieldId,
    /// The index of the member's row.
    pub(crate) member: Option<usize>,
}

/// Returns the field with this name. The compiler refuses a name that no row has.
pub(crate) const fn path(name: &str) -> FieldPath {
    FieldPath::of(key(name))
}

impl FieldPath {
    pub(crate) const fn of(key: FieldId) -> FieldPath {
        FieldPath { key, member: None }
    }

    /// Returns the field's row for a product.
    pub(crate) fn field(self, product: Option<Product>) -> &'static Field {
        let field = self.key.field_of(product);
        self.member.and_then(|member| field.kind.members().get(member)).unwrap_or(field)
    }

    pub(crate) fn kind(self, product: Option<Product>) -> Kind {
        self.field(product).kind
    }

    pub(crate) fn list(self, product: Option<Product>) -> Option<&'static WordList> {
        self.kind(product).words().map(|words: Words| words.of(product))
    }

    /// Returns the slot of the value.
    pub(crate) const fn slot(self) -> usize {
        match self.member {
            Some(member) => self.key.member_slot(member),
            None => self.key.slot(),
        }
    }

    pub(crate) fn pointer(self) -> String {
        let own = self.key.pointer();
        match self.member.and_then(|member| self.key.field().kind.members().get(member)) {
            Some(member) => [&own, "/", member.name].concat(),
            None => own,
        }
    }

    /// Returns `true` if the table of the product has the field.
    pub(crate) fn exists_in(self, product: Product) -> bool {
        FieldId::of_product(Some(product)).any(|(key, _)| key == self.key)
    }

    /// Returns `true` if the field, or the member of a given record, is always required.
    pub(crate) fn is_always_asked(self, product: Product) -> bool {
        self.field(Some(product)).is_required
    }
}
