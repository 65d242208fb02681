//! Findings about a map, a table and its rows.

use casegate::Severity;
use casegate::report::Fix;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A finding about a map (`at` is a place in it) or about a row (`at` is a place in its case).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Finding {
    /// The code for programs: one of [`ERRORS`] and [`WARNINGS`], or in a row also a [`casegate::Code`].
    pub code: Cow<'static, str>,
    /// The severity.
    pub severity: Severity,
    /// A JSON Pointer.
    pub at: String,
    /// The columns of the firm that the finding is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// What is wrong, and what was expected. It never has a value of a row.
    pub message: String,
    /// The violated rule of the rulebook or of the firm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// An edit of the case that corrects the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
}

/// The codes of errors, besides those of the rulebook.
pub const ERRORS: &[&str] = &[
    "map_unreadable",
    "key_twice",
    "key_unknown",
    "key_missing",
    "wrong_type",
    "source_unclear",
    "white_space",
    "target_unknown",
    "target_not_sent",
    "target_twice",
    "target_without_source",
    "word_refused",
    "format_missing",
    "format_unfit",
    "split_unfit",
    "values_missing",
    "column_missing",
    "column_twice",
    "datetime_is_date",
    "back_missing",
    "encoding_unreadable",
    "header_missing",
    "quote_open",
    "date_not_in_format",
    "value_not_listed",
    "number_rounded",
    "cell_error",
    "letter_lost",
];

/// The codes of warnings, besides those of the rulebook.
pub const WARNINGS: &[&str] = &[
    "row_id_missing",
    "constant_costs",
    "constant_agrees",
    "constant_test",
    "values_one_way",
    "read_as_windows_1252",
    "formula_read",
    "looks_blank",
    "zip_short",
];

impl Finding {
    pub(crate) fn new(code: &'static str, at: impl Into<String>, message: impl Into<String>) -> Finding {
        let severity = if WARNINGS.contains(&code) { Severity::Warning } else { Severity::Error };
        Finding {
            code: Cow::Borrowed(code),
            severity,
            at: at.into(),
            columns: Vec::new(),
            message: message.into(),
            rule: None,
            fix: None,
        }
    }

    pub(crate) fn columns<'c>(mut self, columns: impl IntoIterator<Item = &'c str>) -> Finding {
        self.columns = columns.into_iter().map(str::to_owned).collect();
        self
    }
}

/// Returns `true` if no finding is an error.
pub(crate) fn are_ok(findings: &[Finding]) -> bool {
    findings.iter().all(|finding| finding.severity != Severity::Error)
}
