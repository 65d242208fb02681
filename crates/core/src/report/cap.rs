//! The context's limit on the number of issues (D44). A capped answer has its errors first, then
//! warnings.

use crate::report::issue::Issue;
use crate::rulebook::params::Severity;

/// Counts issues as they are found. It admits errors and warnings up to the limit each, so at most
/// twice the limit.
#[derive(Debug)]
pub(crate) struct Cap {
    limit: usize,
    errors: usize,
    warnings: usize,
}

impl Cap {
    pub(crate) fn new(limit: usize) -> Cap {
        Cap { limit, errors: 0, warnings: 0 }
    }

    /// Counts an issue. Returns `false` if no answer has room for it, so that it needs no message.
    pub(crate) fn admits(&mut self, severity: Severity) -> bool {
        let count = match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        *count <= self.limit
    }

    pub(crate) fn has_error(&self) -> bool {
        self.errors > 0
    }

    /// Returns the greatest severity among the omitted issues.
    pub(crate) fn cut(&self) -> Option<Severity> {
        if self.errors > self.limit {
            return Some(Severity::Error);
        }
        (self.errors + self.warnings > self.limit).then_some(Severity::Warning)
    }

    /// Returns a function that decides for each admitted issue, in order, if it is kept.
    pub(crate) fn retains(&self) -> impl FnMut(&Issue) -> bool + use<> {
        let mut left = self.limit.saturating_sub(self.errors);
        move |issue| {
            let is_kept = issue.severity == Severity::Error || left > 0;
            left -= usize::from(is_kept && issue.severity == Severity::Warning);
            is_kept
        }
    }
}
