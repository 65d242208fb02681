//! The field catalogue: one row for each field of the specification's tables, in their order.
//!
//! The reader, the judge, form states, types and form data look fields up in these rows.

pub(crate) mod common;
pub(crate) mod names;
pub(crate) mod policy_existence;
pub(crate) mod policy_limit;
pub(crate) mod records;
pub(crate) mod sets;

use crate::rulebook::product::Product;
pub use common::COMMON;
pub use policy_existence::POLICY_EXISTENCE;
pub use policy_limit::POLICY_LIMIT;
pub use records::{ADDRESS, NestedRecord, PERSON, VEHICLE};

pub use crate::rulebook::lifetime::{Lifetime, Moment, Phase, Version};
use crate::rulebook::vocabulary::WordList;

/// The type of a field's value.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Any text.
    Text,
    /// Email addresses with white space between them (D13).
    Emails,
    /// A day, `YYYY-MM-DD` (D11).
    Date,
    /// `true` or `false` (D2).
    Boolean,
    /// A whole number, also written as `2020.0` (D2).
    Integer,
    /// A two-letter US state code (D14).
    State {
        /// `true` if lower case is refused, as for `crash_state` only.
        upper_case: bool,
    },
    /// One word of a list.
    Word(Words),
    /// An array of words of a list.
    WordArray(Words),
    /// One word, or an array of exactly one: `base_product` of Policy Existence (D15).
    OneWord(Words),
    /// A nested record.
    Record(NestedRecord),
    /// An object whose members are not published.
    Object,
}

/// The word list of a field. A few lists differ by product.
#[derive(Debug, Clone, Copy)]
pub enum Words {
    /// The same list for both products.
    Same(&'static WordList),
    /// A list for each product. While the product is unknown, the first list counts, which contains
    /// the second.
    ByProduct {
        /// Policy Limit's list.
        policy_limit: &'static WordList,
        /// Policy Existence's list.
        policy_existence: &'static WordList,
    },
}

impl Words {
    /// Returns the list for a product.
    pub fn of(self, product: Option<Product>) -> &'static WordList {
        match (self, product) {
            (Words::Same(list), _)
            | (Words::ByProduct { policy_existence: list, .. }, Some(Product::PolicyExistence)) => list,
            (Words::ByProduct { policy_limit, .. }, _) => policy_limit,
        }
    }
}

impl Kind {
    /// Returns the word list of kinds that have one.
    pub const fn words(self) -> Option<Words> {
        match self {
            Kind::Word(words) | Kind::WordArray(words) | Kind::OneWord(words) => Some(words),
            _ => None,
        }
    }

    /// Returns the rows of a record's members, and none for other kinds.
    #[inline(never)]
    pub const fn members(self) -> &'static [Field] {
        match self {
            Kind::Record(record) => record.fields(),
            _ => &[],
        }
    }

    /// Returns `true` if the value is, or may be, an array of words. An empty array counts as not
    /// set (D1).
    pub fn is_array(self) -> bool {
        matches!(self, Kind::WordArray(_) | Kind::OneWord(_))
    }

    /// Returns `true` if the value is a JSON string. A blank string counts as not set (D1, D38).
    pub const fn is_text(self) -> bool {
        matches!(self, Kind::Text | Kind::Emails | Kind::Date | Kind::State { .. } | Kind::Word(_) | Kind::OneWord(_))
    }
}

/// The condition under which a field must be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Requiredness {
    /// Always.
    Required,
    /// Never, unless a rule about the context's credential or surface requires it.
    Optional,
    /// If a conditional rule requires it.
    Conditional,
}

/// The effect of a field that is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldStatus {
    /// The value counts.
    Current,
    /// The value counts as that of the current field that [`Field::replacement`] names (D16).
    Alias,
    /// The value is accepted and has no effect (D18).
    Deprecated,
    /// The value is ignored (D18).
    Ignored,
    /// The field belongs to the legacy flow; the current flow ignores it.
    LegacyOnly,
    /// The field occurs in records that the service returns, and is not sent (D9).
    ReadOnly,
}

/// The fields to use instead of an old one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replacement {
    /// The field.
    pub field: &'static str,
    /// The members of the field's record, or an empty list for the whole field.
    pub members: &'static [&'static str],
}

/// A row of the catalogue.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Field {
    /// The key in the payload.
    pub name: &'static str,
    /// The type of the value.
    pub kind: Kind,
    /// `true` if the field must always be given; a member, if its record is given.
    pub is_required: bool,
    /// The effect of the field.
    pub status: FieldStatus,
    /// The fields to use instead, for an alias or a deprecated field.
    pub replacement: Option<&'static Replacement>,
    /// `true` if `null` is a documented value (D3).
    pub nullable: bool,
    /// The statement of the specification that a missing value violates.
    pub requirement_id: &'static str,
    /// The statement that a value of a wrong type violates.
    pub type_requirement_id: &'static str,
    /// The statement that a value of the right type and a wrong form violates.
    pub form_requirement_id: &'static str,
    /// The versions or days in which the field counts.
    pub lifetime: Lifetime,
    /// The lifetime of an old form of the value that is still accepted: the single string of
    /// [`Kind::OneWord`].
    pub string_form: Lifetime,
}

impl Field {
    const fn new(name: &'static str, kind: Kind, requirement_id: &'static str) -> Field {
        Field {
            name,
            kind,
            is_required: false,
            status: FieldStatus::Current,
            replacement: None,
            nullable: false,
            requirement_id,
            type_requirement_id: requirement_id,
            form_requirement_id: requirement_id,
            lifetime: Lifetime::OPEN,
            string_form: Lifetime::OPEN,
        }
    }

    const fn required(mut self) -> Field {
        self.is_required = true;
        self
    }

    const fn nullable(mut self) -> Field {
        self.nullable = true;
        self
    }

    const fn status(mut self, status: FieldStatus) -> Field {
        self.status = status;
        self
    }

    const fn replaced(mut self, status: FieldStatus, replacement: &'static Replacement) -> Field {
        self.replacement = Some(replacement);
        self.status(status)
    }

    const fn form(mut self, requirement_id: &'static str) -> Field {
        self.form_requirement_id = requirement_id;
        self
    }

    const fn until(mut self, end: Moment) -> Field {
        self.lifetime = Lifetime::until(end);
        self
    }

    const fn string_until(mut self, end: Moment) -> Field {
        self.string_form = Lifetime::until(end);
        self
    }

    /// The statement about the form covers the type as well.
    const fn typed_by_form(mut self) -> Field {
        self.type_requirement_id = self.form_requirement_id;
        self
    }

    /// Returns the name of the current field if this one is an alias (D16).
    pub const fn current_name(&self) -> Option<&'static str> {
        match (self.status, self.replacement) {
            (FieldStatus::Alias, Some(current)) => Some(current.field),
            _ => None,
        }
    }

    /// Returns `true` if the value has no effect, whatever it is (D39).
    pub fn is_passed_over(&self) -> bool {
        matches!(self.status, FieldStatus::Deprecated | FieldStatus::Ignored | FieldStatus::ReadOnly)
    }
}

impl Product {
    /// Returns the rows that only this product has.
    pub fn fields(self) -> &'static [Field] {
        match self {
            Product::PolicyLimit => POLICY_LIMIT,
            Product::PolicyExistence => POLICY_EXISTENCE,
        }
    }
}
