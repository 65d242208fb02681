//! What a firm rule requires of the files that are sent with a case.

use super::range::Range;
#[cfg(feature = "house")]
use super::{HouseRefusal, condition::count, parse::Parser, parse::with_near, parse::words};
#[cfg(feature = "house")]
use crate::document::Document;
#[cfg(feature = "house")]
use crate::files::{FileEndpoint, FileLimits};
use crate::issue::{Param, Params};
#[cfg(feature = "house")]
use crate::suggest::nearest;
#[cfg(feature = "house")]
use crate::vocabulary::FILE_LABEL;

#[cfg(feature = "house")]
pub(crate) const LONGEST_LABEL: usize = 200;

/// A number of files: of those with a label, or of all.
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
    pub(super) fn limits(&self, params: Params) -> Params {
        let params = self.label.iter().fold(params, |params, label| params.with("label", Param::from(label.as_str())));
        self.range.limits(params)
    }

    /// The row of the sentences that describes it.
    pub(super) fn sentence(&self) -> &'static str {
        match (self.range.least, self.range.most) {
            (Some(1), None) => "file",
            (None | Some(0), Some(0)) => "no_file",
            (Some(_), Some(_)) => "files_between",
            (None, Some(_)) => "files_at_most",
            _ => "files_at_least",
        }
    }

    /// Returns `true` if whatever satisfies this one surely satisfies the other.
    #[cfg(feature = "house")]
    pub(super) fn implies(&self, other: &FileCount) -> bool {
        // There are at least as many files as files of one label.
        let range = match (&self.label, &other.label) {
            (Some(_), None) => Range { most: None, ..self.range },
            (None, Some(_)) => Range { least: None, ..self.range },
            (own, label) if own == label => self.range,
            _ => return false,
        };
        let needed = Range { least: other.range.least.filter(|least| *least > 0), ..other.range };
        range.is_within(needed)
    }

    /// Returns `true` if surely no files satisfy both.
    #[cfg(feature = "house")]
    pub(super) fn excludes(&self, other: &FileCount) -> bool {
        let exceeds = |part: Range, all: Range| part.least.zip(all.most).is_some_and(|(least, most)| least > most);
        match (&self.label, &other.label) {
            (Some(_), None) => exceeds(self.range, other.range),
            (None, Some(_)) => exceeds(other.range, self.range),
            (own, label) => own == label && self.range.is_apart(other.range),
        }
    }
}

/// Reads `{"label", "count"}`, of which one is enough; a label alone requires one file.
#[cfg(feature = "house")]
pub(super) fn files(parser: &mut Parser<'_>, value: &Document) -> Option<FileCount> {
    let members = parser.set(value, &["label", "count"])?;
    if members.is_empty() {
        return parser.must(members, "label", |_, _| None);
    }
    let largest = u32::try_from(FileLimits::of(FileEndpoint::Create).files).ok()?;
    let label = parser.may(members, "label", label);
    let range = parser.may(members, "count", |parser, value| {
        let range = count(parser, value, largest)?;
        let all = Range { least: Some(0), most: i32::try_from(largest).ok() };
        // A create request takes no more files.
        let says_nothing = all.is_within(Range { least: range.least.or(Some(0)), most: range.most });
        if says_nothing { parser.refuse(HouseRefusal::AllPasses, Params::default()) } else { Some(range) }
    });
    Some(FileCount { label: label?, range: range?.unwrap_or(Range { least: Some(1), most: None }) })
}

#[cfg(feature = "house")]
fn label(parser: &mut Parser<'_>, value: &Document) -> Option<String> {
    let label = parser.text(value, LONGEST_LABEL)?;
    let host = parser.host;
    if host.lists(&FILE_LABEL, &label) {
        return Some(label);
    }
    let known: Vec<&str> = FILE_LABEL.words.iter().copied().chain(host.further_words(&FILE_LABEL)).collect();
    let near = nearest(&label, known.iter().copied());
    let params = with_near(Params::default().with("words", words(&known)), near);
    parser.refuse(HouseRefusal::UnknownLabel, params)
}

#[cfg(all(test, feature = "house"))]
mod tests {
    use super::FileCount;
    use crate::house::range::Range;
    use proptest::prelude::*;

    fn counts() -> impl Strategy<Value = FileCount> {
        let limit = || prop::option::of(0..5);
        let label = prop::option::of(prop::sample::select(vec!["a", "b"]).prop_map(str::to_owned));
        (label, limit(), limit()).prop_map(|(label, least, most)| FileCount { label, range: Range { least, most } })
    }

    /// Every number of files of three labels, up to six of each.
    fn files() -> impl Iterator<Item = Vec<&'static str>> {
        let of = |label, count| std::iter::repeat_n(label, count);
        (0..343).map(move |code| of("a", code % 7).chain(of("b", code / 7 % 7)).chain(of("c", code / 49)).collect())
    }

    proptest! {
        #[test]
        fn counts_relate_as_the_files_do(one in counts(), other in counts()) {
            let takes = |count: &FileCount, files: &[&'static str]| count.takes(files.iter().copied());
            if one.implies(&other) {
                prop_assert!(files().all(|files| !takes(&one, &files) || takes(&other, &files)));
            }
            if one.excludes(&other) {
                prop_assert!(!files().any(|files| takes(&one, &files) && takes(&other, &files)));
            }
            prop_assert_eq!(one.excludes(&other), other.excludes(&one));
        }
    }
}
