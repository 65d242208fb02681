//! Findings as JSON lines: the report on each file, with its name and the places of the issues.

use super::source_line::Lines;
use super::{Checked, Unchecked};
use crate::error::CliError;
use crate::judge::one_line;
use casegate::repair::Repair;
use casegate::{Context, wire};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt::Write;
use std::path::Path;

/// The line of a file that cannot be checked. The line of any other file has the members of its
/// report instead of `error`.
#[derive(Serialize)]
struct ErrorLine<'f> {
    file: &'f str,
    error: LineError<'f>,
}

#[derive(Serialize)]
struct LineError<'f> {
    code: &'static str,
    message: &'f str,
}

/// The text of each issue of a report.
#[derive(Deserialize)]
struct Issues<'r> {
    #[serde(borrow)]
    issues: Vec<&'r RawValue>,
}

/// Returns the line of a file that was checked.
pub(super) fn checked(file: &Checked, context: &Context, repair: Option<&Repair>) -> Result<String, CliError> {
    let report = one_line(wire::CHECK_CASE.call_with(&file.source.text, context));
    let with_places = with_places(&report, file).map_err(unwritable)?;
    let mut line = format!("{{\"file\":{},{with_places}", text(&name(file.source.path.as_deref()))?);
    if let Some(repair) = repair {
        line.truncate(line.len().saturating_sub(1));
        for part in [",\"repair\":", &one_line(text(repair)?), "}"] {
            line.push_str(part);
        }
    }
    line.push('\n');
    Ok(line)
}

/// Returns the line of a file that cannot be checked.
pub(super) fn unchecked(file: &Unchecked) -> Result<String, CliError> {
    let error = LineError { code: "unreadable", message: &file.why };
    Ok(text(&ErrorLine { file: &name(file.path.as_deref()), error })? + "\n")
}

/// Returns a path as it was given. Standard input is `-`.
fn name(path: Option<&Path>) -> String {
    path.map_or_else(|| "-".to_owned(), |path| path.to_string_lossy().into_owned())
}

/// Returns a report without its opening bracket, and with the line and the column of each issue.
/// Everything else keeps its bytes.
fn with_places(report: &str, file: &Checked) -> serde_json::Result<String> {
    // No member before the issues contains anything from the payload.
    const ISSUES: &str = "\"issues\":[";
    let Issues { issues } = serde_json::from_str(report)?;
    let (head, mut rest) = report.split_once(ISSUES).unwrap_or((report, ""));
    let mut text = format!("{}{ISSUES}", head.strip_prefix('{').unwrap_or(head));
    let lines = Lines::new(&file.source.text);
    for (issue, place) in issues.iter().map(|issue| issue.get()).zip(&file.places) {
        rest = rest.get(issue.len()..).unwrap_or_default();
        text.push_str(issue.strip_suffix('}').unwrap_or(issue));
        if let Some(span) = &place.span {
            let (line, column) = lines.position(span.start);
            // Writing to a text does not fail.
            let _ = write!(text, ",\"line\":{line},\"column\":{column}");
        }
        text.push('}');
        if let Some(further) = rest.strip_prefix(',') {
            text.push(',');
            rest = further;
        }
    }
    text.push_str(rest);
    Ok(text)
}

fn text(value: &impl Serialize) -> Result<String, CliError> {
    serde_json::to_string(value).map_err(unwritable)
}

#[expect(clippy::needless_pass_by_value, reason = "the signature of `map_err`")]
fn unwritable(error: serde_json::Error) -> CliError {
    CliError::new(format!("the report cannot be written: {error}"))
}
