//! The headings of the page.

pub(crate) const FIELDS: &str = "Fields of a case";
pub(crate) const WORDS: &str = "Lists of words";
pub(crate) const RULE: &str = "Rules";
pub(crate) const FILES: &str = "Files";
pub(crate) const REQUESTS: &str = "Requests";
pub(crate) const RECORDS: &str = "Records in answers";
pub(crate) const RESULTS: &str = "Results";
pub(crate) const LIFE: &str = "States and events";

/// All headings, in order.
pub(crate) const HEADINGS: [&str; 8] = [FIELDS, WORDS, RULE, FILES, REQUESTS, RECORDS, RESULTS, LIFE];
