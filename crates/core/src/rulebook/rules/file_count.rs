//! The requirement of a firm rule on the files of a case.

use crate::rulebook::params::{Param, Params};
use crate::rulebook::rules::range::Range;

/// The required number of files: those with a label, or all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileCount {
    pub(crate) label: Option<String>,
    pub(crate) range: Range,
}

impl FileCount {
    /// Returns `true` if the labels of the files satisfy the requirement.
    pub(crate) fn takes<'f>(&self, labels: impl Iterator<Item = &'f str>) -> bool {
        let counted = labels.filter(|label| self.label.as_ref().is_none_or(|wanted| wanted == label)).count();
        self.range.takes(i32::try_from(counted).unwrap_or(i32::MAX))
    }

    /// Adds its label and limits to the parameters of a finding.
    pub(crate) fn limits(&self, params: Params) -> Params {
        let params = self.label.iter().fold(params, |params, label| params.with("label", Param::from(label.as_str())));
        self.range.limits(params)
    }

    /// Returns the row of the sentence that describes the requirement.
    pub(crate) fn sentence(&self) -> &'static str {
        match (self.range.least, self.range.most) {
            (Some(1), None) => "file",
            (None | Some(0), Some(0)) => "no_file",
            (Some(_), Some(_)) => "files_between",
            (None, Some(_)) => "files_at_most",
            _ => "files_at_least",
        }
    }

    /// Returns `true` if every set of files that satisfies this requirement satisfies the other.
    #[cfg(feature = "firm-rules")]
    pub(crate) fn implies(&self, other: &FileCount) -> bool {
        // The number of all files is at least that of the files with one label.
        let range = match (&self.label, &other.label) {
            (Some(_), None) => Range { most: None, ..self.range },
            (None, Some(_)) => Range { least: None, ..self.range },
            (own, label) if own == label => self.range,
            _ => return false,
        };
        let needed = Range { least: other.range.least.filter(|least| *least > 0), ..other.range };
        range.is_within(needed)
    }

    /// Returns `true` if no set of files satisfies both requirements.
    #[cfg(feature = "firm-rules")]
    pub(crate) fn excludes(&self, other: &FileCount) -> bool {
        let exceeds = |part: Range, all: Range| part.least.zip(all.most).is_some_and(|(least, most)| least > most);
        match (&self.label, &other.label) {
            (Some(_), None) => exceeds(self.range, other.range),
            (None, Some(_)) => exceeds(other.range, self.range),
            (own, label) => own == label && self.range.is_apart(other.range),
        }
    }
}
