//! One payload's bytes → the library's report.

use casegate::{Context, wire};
use std::borrow::Cow;

/// A report as text, and its verdict.
pub(crate) struct Judged {
    pub(crate) report: String,
    pub(crate) ok: bool,
}

/// Judges a text; the report is on one line.
pub(crate) fn judge(text: &str, context: &Context) -> Judged {
    let report = one_line(wire::check_case_with(text, context));
    let ok = verdict(&report);
    Judged { report, ok }
}

/// Text for bytes that may be none, so that they get a report as well.
///
/// Longer bytes than the limit are refused for their length, whatever they hold. Where bytes are not UTF-8, the text
/// ends there with a character that no JSON holds: the finding is at that very place.
pub(crate) fn text_of(bytes: &[u8], limit: usize) -> Cow<'_, str> {
    if bytes.len() > limit {
        return String::from_utf8_lossy(bytes);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(error) => {
            let readable = bytes.get(..error.valid_up_to()).unwrap_or_default();
            Cow::Owned(format!("{}\0", String::from_utf8_lossy(readable)))
        }
    }
}

/// What bytes say before the first that is not UTF-8, where `text_of` may have put something else in its place.
pub(crate) fn readable(bytes: &[u8]) -> &str {
    bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

/// The verdict of a report: its member `ok` stands before anything that came from the payload.
fn verdict(report: &str) -> bool {
    const OK: &str = "\"ok\":";
    report.find(OK).and_then(|at| report.get(at + OK.len()..)).is_some_and(|rest| rest.starts_with("true"))
}

/// A prepared payload keeps the white space inside its values; line ends among it would make more lines of a report.
/// JSON has none inside texts.
pub(crate) fn one_line(json: String) -> String {
    if memchr::memchr2(b'\n', b'\r', json.as_bytes()).is_some() { json.replace(['\n', '\r'], " ") } else { json }
}
