//! Reads the requirement of a firm rule on the files of a case.

use crate::case::files::limits::{FileEndpoint, FileLimits};
use crate::config::firm_rules::condition::count;
use crate::config::firm_rules::parse::{Parser, with_near, words};
use crate::rulebook::params::Params;
use crate::rulebook::reasons::HouseRefusal;
use crate::rulebook::rules::file_count::FileCount;
use crate::rulebook::rules::range::Range;
use crate::rulebook::vocabulary::FILE_LABEL;
use crate::text::json::document::Document;
use crate::text::suggest::nearest;

pub(crate) const LONGEST_LABEL: usize = 200;

/// Reads `{"label", "count"}`, of which one suffices; a label alone requires one file.
pub(crate) fn files(parser: &mut Parser<'_>, value: &Document) -> Option<FileCount> {
    let members = parser.set(value, &["label", "count"])?;
    if members.is_empty() {
        return parser.must(members, "label", |_, _| None);
    }
    let largest = FileLimits::of(FileEndpoint::Create).files;
    let label = parser.may(members, "label", label);
    let range = parser.may(members, "count", |parser, value| {
        let range = count(parser, value, largest)?;
        let all = Range { least: Some(0), most: i32::try_from(largest).ok() };
        // A create request has no more files.
        let says_nothing = all.is_within(Range { least: range.least.or(Some(0)), most: range.most });
        if says_nothing { parser.refuse(HouseRefusal::AllPasses, Params::default()) } else { Some(range) }
    });
    Some(FileCount { label: label?, range: range?.unwrap_or(Range { least: Some(1), most: None }) })
}

fn label(parser: &mut Parser<'_>, value: &Document) -> Option<String> {
    let label = parser.text(value, LONGEST_LABEL)?;
    let context = parser.context;
    if context.lists(&FILE_LABEL, &label) {
        return Some(label);
    }
    let known: Vec<&str> = FILE_LABEL.words.iter().copied().chain(context.extra_words(&FILE_LABEL)).collect();
    let near = nearest(&label, known.iter().copied());
    let params = with_near(Params::default().with("words", words(&known)), near);
    parser.refuse(HouseRefusal::UnknownLabel, params)
}

#[cfg(all(test, feature = "firm-rules"))]
mod tests {
    use super::FileCount;
    use crate::rulebook::rules::range::Range;
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
