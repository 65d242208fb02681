//! The outcomes of rules.

use crate::rulebook::rules::field_path::FieldPath;

/// The outcome of a rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Outcome {
    #[default]
    NotApplicable,
    Satisfied,
    NotChecked,
    /// The rule waits for this field.
    Blocked(FieldPath),
    Violated,
}

impl Outcome {
    /// Combines two outcomes of a rule: the first one of violated, blocked, not checked, satisfied.
    pub(crate) fn and(self, other: Outcome) -> Outcome {
        let weight = |outcome| match outcome {
            Outcome::NotApplicable => 0,
            Outcome::Satisfied => 1,
            Outcome::NotChecked => 2,
            Outcome::Blocked(_) => 3,
            Outcome::Violated => 4,
        };
        if weight(other) > weight(self) { other } else { self }
    }
}
