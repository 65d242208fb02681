//! How rules came out.

use crate::context::firm_rules::field::FieldPath;
use crate::rulebook::fields::names::FieldId;
/// How a rule came out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Outcome {
    #[default]
    NotApplicable,
    NotChecked,
    Satisfied,
    Blocked(FieldId),
    Violated,
}

/// How a house rule came out, with the field that a blocked one waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HouseOutcome {
    pub(crate) number: usize,
    pub(crate) outcome: Outcome,
    pub(crate) by: Option<FieldPath>,
}
