//! One payload's bytes → the library's report.

use casegate::{Context, wire};

/// A report as text, and its verdict.
pub(crate) struct Judged {
    pub(crate) report: String,
    pub(crate) ok: bool,
}

/// Checks a text; the report is on one line.
pub(crate) fn judge(text: &str, context: &Context) -> Judged {
    let report = one_line(wire::CHECK_CASE.call_with(text, context));
    let ok = verdict(&report);
    Judged { report, ok }
}

/// Returns the text before the first invalid byte, where `wire::text_of` may have put another character.
pub(crate) fn readable(bytes: &[u8]) -> &str {
    bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

/// Returns the verdict of a report. Its member `ok` precedes everything from the payload.
fn verdict(report: &str) -> bool {
    const OK: &str = "\"ok\":";
    report.find(OK).and_then(|at| report.get(at + OK.len()..)).is_some_and(|rest| rest.starts_with("true"))
}

/// Removes line ends. A prepared payload keeps white space inside its values, which would split the
/// report into lines. JSON strings contain no raw line ends.
pub(crate) fn one_line(json: String) -> String {
    if memchr::memchr2(b'\n', b'\r', json.as_bytes()).is_some() { json.replace(['\n', '\r'], " ") } else { json }
}
