//! The rules as data: conditions and requirements.
//!
//! The judge, the form states, the explanations and the exports read the same rows. A rule waits
//! only for the fields that it reads. If one of them is missing or malformed, the rule is skipped,
//! so that one mistake causes one finding (D7).

pub(crate) mod fields;
pub(crate) mod table;

use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::{FieldId, key};
use crate::rulebook::fields::sets::FieldSet;
use crate::rulebook::product::Product;
use crate::rulebook::surface::Surface;

/// A rule of the specification.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    /// The product, followed by what holds if the rule is satisfied.
    pub(crate) id: &'static str,
    /// The number among the specification's conditional rules.
    pub(crate) number: Option<u8>,
    /// The product that the rule applies to; `None` for both.
    pub(crate) product: Option<Product>,
    /// The surface that the rule applies to; `None` for all.
    pub(crate) surface: Option<Surface>,
    /// The rule is satisfied if all of its clauses are; each is evaluated on its own.
    pub(crate) clauses: &'static [Clause],
    /// The decisions that settle what the specification leaves open here.
    pub(crate) decisions: &'static [&'static str],
}

/// If all conditions of `when` are met, all requirements of `then` must hold.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clause {
    pub(crate) when: &'static [Condition],
    /// Each requirement with the id of the statement that it enforces.
    pub(crate) then: &'static [(Requirement, &'static str)],
    pub(crate) activation: ActivationMask,
}

/// A condition. All kinds except `MasterToken` read a field of the payload.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Condition {
    /// The first or only word starts with one of these (`true`), or with none of them (`false`).
    StartsWith(FieldId, &'static [&'static str], bool),
    /// The first or only word is this one (`true`), or another one (`false`).
    Equals(FieldId, &'static str, bool),
    /// The words include this one (`true`), or do not (`false`).
    Contains(FieldId, &'static str, bool),
    /// The boolean has this value (D6).
    Is(FieldId, bool),
    /// The request uses a master token.
    MasterToken,
}

impl Condition {
    /// Returns the field that the condition reads.
    pub(crate) fn reads(self) -> Option<FieldId> {
        match self {
            Condition::StartsWith(key, ..)
            | Condition::Equals(key, ..)
            | Condition::Contains(key, ..)
            | Condition::Is(key, _) => Some(key),
            Condition::MasterToken => None,
        }
    }
}

/// A requirement of a clause.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Requirement {
    /// The field is set (D1).
    Required(FieldId),
    /// The field is not set (D1).
    Forbidden(FieldId),
    /// The boolean is set and `true`.
    MustBeTrue(FieldId),
    /// If the text is set, it is a USDOT number.
    UsdotNumber(FieldId),
    /// The words are not both commercial and personal (D15).
    OneFamily(FieldId),
    /// The day is today or at most this number of days before today (D12).
    WithinDays(FieldId, i32),
    /// A day after today causes a warning (D12).
    NotInFuture(FieldId),
    /// A day more than this number of days before today causes a warning (D55).
    NotLongAgo(FieldId, i32),
    /// The company is not in the context's list of refused carriers (D19).
    NotRefused(FieldId),
    /// A specialty carrier sets the fact of the fee; a company that resembles one also causes a
    /// warning (D19, D50).
    SpecialtyFee(FieldId),
    /// The context says that the account is enrolled in financing (D20).
    RequiresEnrollment(FieldId),
    /// A set value violates the rule, with this code.
    WarnIfSet(FieldId, Code),
    /// A set value causes a note with this code; the rule stays satisfied.
    NoteIfSet(FieldId, Code),
    /// The second name is a deprecated alias of the first (D16). [`Requirement::alias`] creates it.
    Alias(FieldId, FieldId),
    /// The `case_type` agrees with the legacy path (D22).
    ProductAgrees(FieldId),
    /// The surface has not been discontinued (D22).
    Sunset,
}

impl Clause {
    /// Returns `true` if a condition reads a field of the payload.
    pub(crate) const fn reads_fields(&self) -> bool {
        match self.when {
            [] | [Condition::MasterToken] => false,
            [..] => true,
        }
    }
}

impl Requirement {
    /// Creates the requirement for an alias. Its row names the current field.
    #[expect(clippy::panic, reason = "evaluated by the compiler, for the table of rules")]
    pub(crate) const fn alias(alias: FieldId) -> Requirement {
        match alias.field().current_name() {
            Some(current) => Requirement::Alias(key(current), alias),
            None => panic!("the row of the field is no alias"),
        }
    }

    /// Returns the field that must be given, or must not.
    pub(crate) const fn presence(self) -> FieldSet {
        match self {
            Requirement::Required(key) | Requirement::Forbidden(key) | Requirement::MustBeTrue(key) => {
                FieldSet::of(key)
            }
            _ => FieldSet::EMPTY,
        }
    }

    /// Returns the fields of which the requirement reads the value, not only whether there is one.
    pub(crate) const fn value(self) -> FieldSet {
        match self {
            // The company may be given under either name (D16).
            Requirement::NotRefused(_) | Requirement::SpecialtyFee(_) => {
                FieldSet::of(INSURANCE_COMPANY).with(INSURANCE_COMPANY_NAME.slot())
            }
            Requirement::UsdotNumber(key)
            | Requirement::OneFamily(key)
            | Requirement::WithinDays(key, _)
            | Requirement::NotInFuture(key)
            | Requirement::NotLongAgo(key, _)
            | Requirement::ProductAgrees(key) => FieldSet::of(key),
            Requirement::Required(_)
            | Requirement::Forbidden(_)
            | Requirement::MustBeTrue(_)
            | Requirement::RequiresEnrollment(_)
            | Requirement::WarnIfSet(..)
            | Requirement::NoteIfSet(..)
            | Requirement::Alias(..)
            | Requirement::Sunset => FieldSet::EMPTY,
        }
    }

    /// Returns the fields whose values decide the requirement.
    #[cfg(any(feature = "house", feature = "receipts"))]
    pub(crate) fn reads(self) -> [Option<FieldId>; 2] {
        match self {
            // The company may be given under either name (D16).
            Requirement::NotRefused(_) | Requirement::SpecialtyFee(_) => {
                [Some(INSURANCE_COMPANY), Some(INSURANCE_COMPANY_NAME)]
            }
            Requirement::Alias(current, alias) => [Some(current), Some(alias)],
            then => [then.target(), None],
        }
    }

    /// Returns the field of the finding if the requirement is violated.
    pub(crate) fn target(self) -> Option<FieldId> {
        match self {
            Requirement::Required(key)
            | Requirement::Forbidden(key)
            | Requirement::MustBeTrue(key)
            | Requirement::UsdotNumber(key)
            | Requirement::OneFamily(key)
            | Requirement::WithinDays(key, _)
            | Requirement::NotInFuture(key)
            | Requirement::NotLongAgo(key, _)
            | Requirement::NotRefused(key)
            | Requirement::SpecialtyFee(key)
            | Requirement::RequiresEnrollment(key)
            | Requirement::WarnIfSet(key, _)
            | Requirement::NoteIfSet(key, _)
            | Requirement::ProductAgrees(key)
            | Requirement::Alias(_, key) => Some(key),
            Requirement::Sunset => None,
        }
    }
}

#[cfg(any(feature = "house", feature = "receipts"))]
impl Rule {
    /// Returns the fields whose values decide the rule.
    pub(crate) fn reads(&self) -> impl Iterator<Item = FieldId> {
        self.clauses.iter().flat_map(|clause| {
            let conditions = clause.when.iter().filter_map(|condition| condition.reads());
            conditions.chain(clause.then.iter().flat_map(|(then, _)| then.reads().into_iter().flatten()))
        })
    }
}

/// The fields that a clause needs before it can have an effect, computed from the row at compile
/// time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ActivationMask {
    /// The conditions cannot be met unless all of these are given.
    all: FieldSet,
    /// The requirements cannot be violated unless one of these is given.
    any: FieldSet,
    /// A missing field, or no field at all, can violate a requirement.
    always: bool,
}

// Evaluated by the compiler.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which refuses an index out of bounds")]
impl ActivationMask {
    const fn of(when: &[Condition], then: &[(Requirement, &str)]) -> ActivationMask {
        let mut activation = ActivationMask { all: FieldSet::EMPTY, any: FieldSet::EMPTY, always: false };
        let mut at = 0;
        while at < when.len() {
            match when[at] {
                // A missing list does not contain the word, so the condition needs no field.
                Condition::Contains(_, _, false) | Condition::MasterToken => {}
                Condition::StartsWith(key, ..)
                | Condition::Equals(key, ..)
                | Condition::Contains(key, ..)
                | Condition::Is(key, _) => activation.all = activation.all.with(key.slot()),
            }
            at += 1;
        }
        at = 0;
        while at < then.len() {
            match then[at].0 {
                Requirement::Required(_) | Requirement::MustBeTrue(_) | Requirement::Sunset => activation.always = true,
                // The company may be given under either name (D16).
                Requirement::NotRefused(_) | Requirement::SpecialtyFee(_) => {
                    activation.any = activation.any.with(INSURANCE_COMPANY.slot()).with(INSURANCE_COMPANY_NAME.slot());
                }
                Requirement::Forbidden(key)
                | Requirement::UsdotNumber(key)
                | Requirement::OneFamily(key)
                | Requirement::WithinDays(key, _)
                | Requirement::NotInFuture(key)
                | Requirement::NotLongAgo(key, _)
                | Requirement::RequiresEnrollment(key)
                | Requirement::WarnIfSet(key, _)
                | Requirement::NoteIfSet(key, _)
                | Requirement::ProductAgrees(key)
                | Requirement::Alias(_, key) => activation.any = activation.any.with(key.slot()),
            }
            at += 1;
        }
        activation
    }

    /// Returns `true` if the clause can have an effect on a payload with these fields.
    pub(crate) fn may_fire(self, given: FieldSet) -> bool {
        (self.all - given).is_empty() && (self.always || self.any.intersects(given))
    }
}

pub(crate) const CASE_TYPE: FieldId = key("case_type");
pub(crate) const CC_EMAILS: FieldId = key("cc_emails");
pub(crate) const IS_TEST: FieldId = key("is_test");
pub(crate) const USDOT_NUMBER: FieldId = key("usdot_number");
pub(crate) const INSURANCE_COMPANY: FieldId = key("insurance_company");
pub(crate) const INSURANCE_COMPANY_NAME: FieldId = key("insurance_company_name");

/// The greatest number of days between a Policy Existence date of loss and today.
pub(crate) const DATE_OF_LOSS_DAYS: i32 = 365;

/// The number of days, 125 years, after which a Policy Limit date of loss is doubtful,
/// because no living person can have suffered it (D55).
pub(crate) const LONG_AGO_DAYS: i32 = 45_656;

/// The fee for a specialty carrier, in US dollars.
pub const SPECIALTY_CARRIER_FEE_USD: &str = "75.00";

/// Returns `true` if the text matches `^0*[1-9][0-9]*$` in ASCII (rule 7, D17).
pub(crate) fn is_usdot_number(text: &str) -> bool {
    text.bytes().all(|digit| digit.is_ascii_digit()) && text.bytes().any(|digit| digit != b'0')
}
