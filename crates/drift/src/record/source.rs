//! Saved exchanges: those of a HAR file, or of a log with a JSON line for each exchange.

use crate::record::raw::Raw;
use std::collections::{BTreeMap, BTreeSet};

/// The exchanges of a file.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Source {
    /// The exchanges and events, in order.
    pub exchanges: Vec<Raw>,
    /// The entries of a HAR file that were left out.
    pub left_out: Vec<LeftOut>,
}

/// An entry of a HAR file that was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The number of the entry, from 1.
    pub entry: usize,
    /// The reason.
    pub reason: Reason,
}

/// The reason why an entry was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The entry is no object.
    #[error("no entry with a request and an answer")]
    NoObject,
    /// The entry has no request with a method and an address.
    #[error("no request with a method and an address")]
    NoRequest,
    /// The entry has no day.
    #[error("no day at the start of `startedDateTime`")]
    NoDay,
    /// The entry has no answer with a status.
    #[error("no answer with a status")]
    NoAnswer,
    /// The request went to another host.
    #[error("another host")]
    OtherHost,
    /// The request went to another path.
    #[error("no path of the service")]
    OtherPath,
    /// A cache or a test answered the request.
    #[error("answered by a cache or a test")]
    NotOfTheService,
}

/// The reason why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// A line of a log has another form.
    #[error("the text is not a HAR file, and its line {line} is not a line of a log")]
    Line {
        /// The number of the line, from 1.
        line: usize,
    },
    /// Several hosts of a HAR file look like the service.
    #[error("several hosts look like the service; choose one with --host: {}", list(.0))]
    SeveralHosts(BTreeSet<String>),
}

fn list(hosts: &BTreeSet<String>) -> String {
    hosts.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}

impl Source {
    /// Returns a sentence for each reason, with the numbers of the entries.
    pub fn left_out_by_reason(&self) -> Vec<String> {
        let mut of: BTreeMap<Reason, Vec<usize>> = BTreeMap::new();
        for left_out in &self.left_out {
            of.entry(left_out.reason).or_default().push(left_out.entry);
        }
        let sentence = |(reason, entries): (Reason, Vec<usize>)| match entries.as_slice() {
            [one] => format!("left out entry {one}: {reason}"),
            many => format!("left out {} entries, {}: {reason}", many.len(), ranges(many)),
        };
        of.into_iter().map(sentence).collect()
    }
}

/// Returns ascending numbers, with consecutive ones as a range.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let shown = runs.map(|run| match run {
        [one] => one.to_string(),
        run => format!("{}-{}", run.first().copied().unwrap_or_default(), run.last().copied().unwrap_or_default()),
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn consecutive_numbers_are_a_range() {
        assert_eq!(ranges(&[1, 2, 3, 5, 8, 9]), "1-3, 5, 8-9");
    }
}
