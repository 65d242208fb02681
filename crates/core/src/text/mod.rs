//! Text formats and algorithms that know nothing of the rulebook.

pub(crate) mod base64;
pub(crate) mod clean;
pub mod date;
pub(crate) mod dedup;
pub mod email;
pub(crate) mod eq;
pub(crate) mod glob;
pub(crate) mod informal_date;
pub(crate) mod informal_emails;
pub mod json;
pub(crate) mod lowercase;
pub(crate) mod name;
#[cfg(feature = "receipts")]
pub(crate) mod sha256;
pub(crate) mod signs;
pub mod suggest;
pub mod usd;

/// Returns `true` if a text has a short part. `str::contains` can search for texts of any length, which
/// adds a kilobyte to a module.
#[cfg(feature = "firm-rules")]
pub(crate) fn has_part(text: &str, part: &str) -> bool {
    text.as_bytes().windows(part.len()).any(|letters| letters == part.as_bytes())
}
