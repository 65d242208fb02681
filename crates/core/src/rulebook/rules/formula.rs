//! Conditions: the test of a field, or any, all or none of several conditions.

use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::parts::{FirmOnly, List};
use crate::rulebook::rules::test::Test;

/// A condition of a rule.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Formula {
    /// The field passes the test.
    Test(Condition),
    /// The request uses a master token.
    MasterToken,
    /// One of these is met.
    Any(List<Formula>, FirmOnly),
    /// Each of these is met.
    All(List<Formula>, FirmOnly),
    /// This one is not met.
    Not(Box<Formula>, FirmOnly),
}

/// The test of a field's value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition {
    pub(crate) path: FieldPath,
    pub(crate) test: Test,
    /// `false` inverts the test. A field that is not set meets neither, except for `Set`, `Contains`
    /// and `Count`.
    pub(crate) wanted: bool,
}

impl Condition {
    /// Returns the field, and the field that it is compared with.
    pub(crate) fn paths(&self) -> impl Iterator<Item = FieldPath> + use<> {
        std::iter::once(self.path).chain(self.test.other())
    }
}

impl Formula {
    /// Returns the operator's name.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Formula::Test(condition) => condition.test.name(),
            Formula::MasterToken => "master_token",
            Formula::Any(..) => "any",
            Formula::All(..) => "all",
            Formula::Not(..) => "not",
        }
    }

    /// Calls `call` for each test, in order.
    pub(crate) fn each<'f>(&'f self, call: &mut impl FnMut(&'f Condition)) {
        match self {
            Formula::Test(condition) => call(condition),
            Formula::MasterToken => {}
            Formula::Any(parts, _) | Formula::All(parts, _) => parts.iter().for_each(|part| part.each(call)),
            Formula::Not(part, _) => part.each(call),
        }
    }
}
