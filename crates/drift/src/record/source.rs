//! Reads saved exchanges: a HAR file, or a log with a JSON line for each exchange.

use crate::record::raw::Raw;
use crate::record::{har, ndjson};

/// A line of a log has another form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text is not a HAR file, and its line {line} is not a line of a log")]
#[non_exhaustive]
pub struct SourceError {
    /// The number of the line, from 1.
    pub line: usize,
}

/// Reads a HAR file or a log.
///
/// ```
/// let log = r#"{"at":"2026-03-01","method":"GET","path":"/api/v1/partner/cases/CASE-7/","status":200,"answer":{}}"#;
/// assert_eq!(casegate_drift::read_source(log).map(|found| found.len()), Ok(1));
/// ```
///
/// # Errors
///
/// Returns [`SourceError`] for the first line that is not one of a log.
pub fn read_source(text: &str) -> Result<Vec<Raw>, SourceError> {
    if let Some(exchanges) = har::read(text) {
        return Ok(exchanges);
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(at, line)| ndjson::read(line).ok_or(SourceError { line: at + 1 })).collect()
}
