//! Combined conditions: the test of a field, or any, all or none of several conditions.

use crate::context::firm_rules::Condition;

/// A condition, as the firm wrote it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Formula {
    /// The field passes the test.
    Test(Condition),
    /// One of these is met.
    Any(Vec<Formula>),
    /// Each of these is met.
    All(Vec<Formula>),
    /// The condition is not met.
    Not(Box<Formula>),
}

impl Formula {
    /// Returns the operator's name.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Formula::Test(condition) => condition.test.name(),
            Formula::Any(_) => "any",
            Formula::All(_) => "all",
            Formula::Not(_) => "not",
        }
    }

    /// Calls `call` for each test, in order.
    pub(crate) fn each<'f>(&'f self, call: &mut impl FnMut(&'f Condition)) {
        match self {
            Formula::Test(condition) => call(condition),
            Formula::Any(parts) | Formula::All(parts) => {
                for part in parts {
                    part.each(call);
                }
            }
            Formula::Not(part) => part.each(call),
        }
    }
}
