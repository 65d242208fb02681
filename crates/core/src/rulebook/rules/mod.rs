//! The rules, as data: when they apply and what then must hold.
//!
//! The judge, the form states, the explanations and the exports read the same rows. A rule waits for the fields that
//! it reads, not for all of them: where one is missing or malformed the rule is skipped, so that one mistake gives one
//! finding (D7).

pub(crate) mod table;

use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::{FieldId, key};
use crate::rulebook::product::Product;
use crate::rulebook::surface::Surface;

/// A rule of the specification.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    /// What holds when the rule is kept, after the product that it is for.
    pub(crate) id: &'static str,
    /// The number among the specification's conditional rules.
    pub(crate) number: Option<u8>,
    /// Only for this product.
    pub(crate) product: Option<Product>,
    /// Only on this surface.
    pub(crate) surface: Option<Surface>,
    /// Each on its own; the rule is kept when all are.
    pub(crate) clauses: &'static [Clause],
    /// Decisions that settle what the specification leaves open here.
    pub(crate) decisions: &'static [&'static str],
}

/// Where all conditions are met, all of this must hold.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clause {
    pub(crate) when: &'static [Condition],
    /// Each with the statement of the specification that it breaks.
    pub(crate) then: &'static [(Requirement, &'static str)],
    pub(crate) activation: ActivationMask,
}

/// A condition. The first five kinds read a field of the payload, the others the context.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Condition {
    /// The first (or only) word starts with one of these (`true`), or with none of them.
    StartsWith(FieldId, &'static [&'static str], bool),
    /// The first (or only) word is this one (`true`), or another.
    Equals(FieldId, &'static str, bool),
    /// One of the words is this one (`true`), or none is.
    Contains(FieldId, &'static str, bool),
    /// The boolean has this value (D6).
    Is(FieldId, bool),
    /// The request is made with a master token.
    MasterToken,
}

impl Condition {
    /// The field that it reads.
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

/// What must hold.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Requirement {
    /// The field is set (D1).
    Required(FieldId),
    /// The field is not set (D1).
    Forbidden(FieldId),
    /// The boolean is set and `true`.
    MustBeTrue(FieldId),
    /// A text that is set is a USDOT number.
    UsdotNumber(FieldId),
    /// The words are not commercial and personal at once (D15).
    OneFamily(FieldId),
    /// The day is at most this many days before today, and not after it (D12).
    WithinDays(FieldId, i32),
    /// A day after today is noted (D12).
    NotInFuture(FieldId),
    /// The company is not on the context's list of refused carriers (D19).
    NotRefused(FieldId),
    /// The company may carry the specialty fee: a fact, and a note where it is only possible (D19, D50).
    SpecialtyFee(FieldId),
    /// The context says that the account is enrolled for financing (D20).
    RequiresEnrollment(FieldId),
    /// A value that is set breaks the rule, with this code.
    WarnIfSet(FieldId, Code),
    /// A value that is set is remarked on with this code; the rule is kept.
    NoteIfSet(FieldId, Code),
    /// The second name is a deprecated one for the first (D16).
    Alias(FieldId, FieldId),
    /// The `case_type` is the legacy path's (D22).
    ProductAgrees(FieldId),
    /// The surface has an end (D22).
    Sunset,
}

impl Requirement {
    /// The fields whose values decide whether it holds.
    fn reads(self) -> [Option<FieldId>; 2] {
        match self {
            // The company that counts may stand under either name (D16).
            Requirement::NotRefused(_) | Requirement::SpecialtyFee(_) => {
                [Some(INSURANCE_COMPANY), Some(INSURANCE_COMPANY_NAME)]
            }
            Requirement::Alias(current, alias) => [Some(current), Some(alias)],
            then => [then.target(), None],
        }
    }

    /// The field that is at fault when it does not hold.
    pub(crate) fn target(self) -> Option<FieldId> {
        match self {
            Requirement::Required(key)
            | Requirement::Forbidden(key)
            | Requirement::MustBeTrue(key)
            | Requirement::UsdotNumber(key)
            | Requirement::OneFamily(key)
            | Requirement::WithinDays(key, _)
            | Requirement::NotInFuture(key)
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

impl Rule {
    /// The fields whose values decide how it comes out.
    pub(crate) fn reads(&self) -> impl Iterator<Item = FieldId> {
        self.clauses.iter().flat_map(|clause| {
            let conditions = clause.when.iter().filter_map(|condition| condition.reads());
            conditions.chain(clause.then.iter().flat_map(|(then, _)| then.reads().into_iter().flatten()))
        })
    }
}

/// The fields without which a clause finds and decides nothing, a bit for each; computed from its row while compiling.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ActivationMask {
    /// Its conditions are not met where one of these is not given.
    all: u64,
    /// What it asks for holds where none of these is given.
    any: u64,
    /// What it asks for may be broken by a field that is not given, or by no field.
    always: bool,
}

// Runs in the compiler.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which refuses an index out of bounds")]
impl ActivationMask {
    const fn of(when: &[Condition], then: &[(Requirement, &str)]) -> ActivationMask {
        let mut activation = ActivationMask { all: 0, any: 0, always: false };
        let mut at = 0;
        while at < when.len() {
            match when[at] {
                // Where no word is given, this one is not among them.
                Condition::Contains(_, _, false) | Condition::MasterToken => {}
                Condition::StartsWith(key, ..)
                | Condition::Equals(key, ..)
                | Condition::Contains(key, ..)
                | Condition::Is(key, _) => activation.all |= 1 << key.slot(),
            }
            at += 1;
        }
        at = 0;
        while at < then.len() {
            match then[at].0 {
                Requirement::Required(_) | Requirement::MustBeTrue(_) | Requirement::Sunset => activation.always = true,
                // The company that counts may stand under either name (D16).
                Requirement::NotRefused(_) | Requirement::SpecialtyFee(_) => {
                    activation.any |= (1 << INSURANCE_COMPANY.slot()) | (1 << INSURANCE_COMPANY_NAME.slot());
                }
                Requirement::Forbidden(key)
                | Requirement::UsdotNumber(key)
                | Requirement::OneFamily(key)
                | Requirement::WithinDays(key, _)
                | Requirement::NotInFuture(key)
                | Requirement::RequiresEnrollment(key)
                | Requirement::WarnIfSet(key, _)
                | Requirement::NoteIfSet(key, _)
                | Requirement::ProductAgrees(key)
                | Requirement::Alias(_, key) => activation.any |= 1 << key.slot(),
            }
            at += 1;
        }
        activation
    }

    /// Whether a clause may find or decide something in a payload with these fields.
    pub(crate) fn may_fire(self, given: u64) -> bool {
        self.all & !given == 0 && (self.always || self.any & given != 0)
    }
}

/// Free texts that a rule reads; the reader keeps them, and no others.
pub(crate) const READ_BY_RULES: [FieldId; 3] = [INSURANCE_COMPANY, INSURANCE_COMPANY_NAME, key("usdot_number")];

pub(crate) const CASE_TYPE: FieldId = key("case_type");
pub(crate) const CC_EMAILS: FieldId = key("cc_emails");
pub(crate) const IS_TEST: FieldId = key("is_test");
pub(crate) const INSURANCE_COMPANY: FieldId = key("insurance_company");
pub(crate) const INSURANCE_COMPANY_NAME: FieldId = key("insurance_company_name");

/// How many days a Policy Existence date of loss may lie back.
pub(crate) const DATE_OF_LOSS_DAYS: i32 = 365;

/// The fee for a specialty carrier, in US dollars.
pub const SPECIALTY_CARRIER_FEE_USD: &str = "75.00";

/// `^0*[1-9][0-9]*$` over the whole value, in ASCII (rule 7, D17).
pub(crate) fn is_usdot_number(text: &str) -> bool {
    text.bytes().all(|digit| digit.is_ascii_digit()) && text.bytes().any(|digit| digit != b'0')
}
