//! The outcomes of rules.

use crate::context::firm_rules::field::FieldPath;
use crate::rulebook::fields::names::FieldId;
/// The outcome of a rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Outcome {
    #[default]
    NotApplicable,
    NotChecked,
    Satisfied,
    Blocked(FieldId),
    Violated,
}

/// The outcome of a firm rule, with the field that a blocked one waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HouseOutcome {
    pub(crate) number: usize,
    pub(crate) outcome: Outcome,
    pub(crate) by: Option<FieldPath>,
}
