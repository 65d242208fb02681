//! Groups differences of the same kind.

use crate::drift::report::{Finding, FindingKind};
use std::collections::BTreeMap;

/// Findings by their message, so that equal ones are counted.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    of: BTreeMap<(FindingKind, String, String), Finding>,
}

impl Groups {
    /// Adds one difference.
    pub(crate) fn add(&mut self, finding: Finding) {
        let key = (finding.kind, finding.of.clone(), finding.message.clone());
        self.of
            .entry(key)
            .and_modify(|known| {
                known.count += finding.count;
                known.line = known.line.min(finding.line);
            })
            .or_insert(finding);
    }

    /// Adds several differences.
    pub(crate) fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        for finding in findings {
            self.add(finding);
        }
    }

    /// Returns the findings, the kinds in order, and the most frequent first.
    pub(crate) fn finish(self) -> Vec<Finding> {
        let mut all: Vec<Finding> = self.of.into_values().collect();
        all.sort_by_key(|finding| (finding.kind, std::cmp::Reverse(finding.count)));
        all
    }
}

impl Finding {
    /// Creates a finding that occurred once.
    pub(crate) fn once(kind: FindingKind, of: impl Into<String>, message: String, line: usize) -> Finding {
        Finding {
            kind,
            of: of.into(),
            message,
            codes: Vec::new(),
            rules: Vec::new(),
            decisions: Vec::new(),
            fields: Vec::new(),
            alternatives: Vec::new(),
            count: 1,
            line,
        }
    }
}
