//! The field catalogue: one row for each field of the specification's tables, in their order.
//!
//! Everything that knows a field by name reads these rows: the reader, the judge, form states, types, form data.

pub(crate) mod common;
pub(crate) mod names;
pub(crate) mod policy_existence;
pub(crate) mod policy_limit;
pub(crate) mod records;

use crate::rulebook::product::Product;
pub use common::COMMON;
pub use policy_existence::POLICY_EXISTENCE;
pub use policy_limit::POLICY_LIMIT;
pub use records::{ADDRESS, PERSON, VEHICLE};

pub use crate::rulebook::lifetime::{Lifetime, Until};
use crate::rulebook::vocabulary::WordList;

/// What a field holds.
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
    /// A whole number; `2020.0` is one (D2).
    Integer,
    /// A two-letter US state code; with `true`, upper case is demanded (D14).
    State {
        /// Whether lower case is refused, as for `crash_state` alone.
        upper_case: bool,
    },
    /// One word of a list.
    Word(Words),
    /// An array of words of a list.
    WordArray(Words),
    /// One word, or an array of exactly one: `base_product` of Policy Existence (D15).
    OneWord(Words),
    /// A nested record.
    Record(&'static [Field]),
    /// An object whose members are not published.
    Object,
}

/// The list of a field's words; a few differ by product.
#[derive(Debug, Clone, Copy)]
pub enum Words {
    /// The same list for both products.
    Same(&'static WordList),
    /// A list for each; where the product is unknown, the first, of which the second is a part.
    ByProduct {
        /// Policy Limit's list.
        policy_limit: &'static WordList,
        /// Policy Existence's list.
        policy_existence: &'static WordList,
    },
}

impl Words {
    /// The list that counts for a product.
    pub fn of(self, product: Option<Product>) -> &'static WordList {
        match (self, product) {
            (Words::Same(list), _)
            | (Words::ByProduct { policy_existence: list, .. }, Some(Product::PolicyExistence)) => list,
            (Words::ByProduct { policy_limit, .. }, _) => policy_limit,
        }
    }
}

impl Kind {
    /// The word list, for kinds that have one.
    pub const fn words(self) -> Option<Words> {
        match self {
            Kind::Word(words) | Kind::WordArray(words) | Kind::OneWord(words) => Some(words),
            _ => None,
        }
    }

    /// The rows of the members, for records.
    pub const fn members(self) -> &'static [Field] {
        match self {
            Kind::Record(members) => members,
            _ => &[],
        }
    }

    /// Whether the value is, or may be, an array of words, so that an empty one means "not set" (D1).
    pub fn is_array(self) -> bool {
        matches!(self, Kind::WordArray(_) | Kind::OneWord(_))
    }

    /// Whether the value is a JSON string, so that a blank one means "not set" (D1, D38).
    pub const fn is_text(self) -> bool {
        matches!(self, Kind::Text | Kind::Emails | Kind::Date | Kind::State { .. } | Kind::Word(_) | Kind::OneWord(_))
    }
}

/// Whether a field must be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requiredness {
    /// Always.
    Required,
    /// Never, unless a rule of the context's credential or surface says so.
    Optional,
    /// Where a conditional rule asks for it.
    Conditional,
}

/// What becomes of a field that is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldStatus {
    /// It counts.
    Current,
    /// It counts as another, current field (D16).
    AliasOf(&'static str),
    /// It is accepted and has no effect (D18).
    Deprecated,
    /// Its value is ignored (D18).
    Ignored,
    /// It belongs to the legacy flow, and is ignored by the current one.
    LegacyOnly,
    /// It is present on records that are read, and not sent (D9).
    ReadOnly,
}

/// A row of the catalogue.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The key in the payload.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether it must be given.
    pub need: Requiredness,
    /// What becomes of it.
    pub status: FieldStatus,
    /// Whether `null` is a documented value (D3).
    pub nullable: bool,
    /// The statement of the specification that a missing value breaks.
    pub requirement_id: &'static str,
    /// The statement that an ill-typed value breaks.
    pub type_requirement_id: &'static str,
    /// The statement that a value of the right type and the wrong form breaks.
    pub form_requirement_id: &'static str,
    /// From when and until when it counts.
    pub lifetime: Lifetime,
    /// The same of an old form of the value that is still taken: the single string of [`Kind::OneWord`].
    pub string_form: Lifetime,
}

impl Field {
    const fn new(name: &'static str, kind: Kind, requirement_id: &'static str) -> Field {
        Field {
            name,
            kind,
            need: Requiredness::Optional,
            status: FieldStatus::Current,
            nullable: false,
            requirement_id,
            type_requirement_id: requirement_id,
            form_requirement_id: requirement_id,
            lifetime: Lifetime::OPEN,
            string_form: Lifetime::OPEN,
        }
    }

    const fn required(mut self) -> Field {
        self.need = Requiredness::Required;
        self
    }

    const fn conditional(mut self) -> Field {
        self.need = Requiredness::Conditional;
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

    const fn form(mut self, requirement_id: &'static str) -> Field {
        self.form_requirement_id = requirement_id;
        self
    }

    const fn until(mut self, end: Until) -> Field {
        self.lifetime = Lifetime::until(end);
        self
    }

    const fn string_until(mut self, end: Until) -> Field {
        self.string_form = Lifetime::until(end);
        self
    }

    /// The statement about the form names the type too.
    const fn typed_by_form(mut self) -> Field {
        self.type_requirement_id = self.form_requirement_id;
        self
    }

    /// Whether the value is passed over, whatever it is (D39).
    pub fn is_passed_over(&self) -> bool {
        matches!(self.status, FieldStatus::Deprecated | FieldStatus::Ignored | FieldStatus::ReadOnly)
    }
}

impl Product {
    /// The rows that only this product has.
    pub fn fields(self) -> &'static [Field] {
        match self {
            Product::PolicyLimit => &POLICY_LIMIT,
            Product::PolicyExistence => &POLICY_EXISTENCE,
        }
    }
}
