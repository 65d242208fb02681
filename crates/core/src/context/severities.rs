//! The severities that a context changes.

use crate::rulebook::codes::Code;
use crate::rulebook::params::Severity;
use std::collections::BTreeMap;

/// Severities in the order in which they were set. The last one of a code counts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Severities(Vec<(Code, Severity)>);

impl Severities {
    pub(crate) fn set(&mut self, code: Code, severity: Severity) {
        self.0.push((code, severity));
    }

    pub(crate) fn of(&self, code: Code) -> Severity {
        let set = self.0.iter().rev().find(|(changed, _)| *changed == code);
        set.map_or(code.severity(), |(_, severity)| *severity)
    }

    /// Returns the severities that differ from those of the codes. A module without comparison and
    /// serialization has no code for it.
    pub(crate) fn changed(&self) -> BTreeMap<Code, Severity> {
        let mut last: BTreeMap<Code, Severity> = self.0.iter().copied().collect();
        last.retain(|code, severity| *severity != code.severity());
        last
    }
}

impl PartialEq for Severities {
    fn eq(&self, other: &Severities) -> bool {
        self.changed() == other.changed()
    }
}
