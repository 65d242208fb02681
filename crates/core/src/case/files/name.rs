//! The name of a file at the service, and the extension in it (D27, D47).

use crate::case::files::limits::ACCEPTED_EXTENSIONS;
use std::borrow::Cow;

/// The longest file name in bytes of UTF-8 that common file systems allow.
const LONGEST: usize = 255;

/// The name of a file if nothing is left of its own.
const NAMELESS: &str = "file";

/// Returns the name that the service reports and stores: without folders, control characters and
/// leading dots, at most 255 bytes of UTF-8, and never empty (`ATT-filename`, D27). A truncated
/// name keeps its extension.
///
/// ```
/// use casegate::files::sanitized_file_name;
///
/// assert_eq!(sanitized_file_name(r"C:\scans\report.PDF"), "report.PDF");
/// assert_eq!(sanitized_file_name("../.report.pdf"), "report.pdf");
/// assert_eq!(sanitized_file_name(".."), "file");
/// ```
pub fn sanitized_file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    // Most names need no change. Control characters are removed first, because a dot behind one
    // becomes a leading dot.
    let clean = if last.contains(char::is_control) {
        Cow::Owned(last.chars().filter(|letter| !letter.is_control()).collect())
    } else {
        Cow::Borrowed(last)
    };
    match clean.trim_start_matches('.') {
        "" => NAMELESS.to_owned(),
        fits if fits.len() <= LONGEST => fits.to_owned(),
        long => shortened(long),
    }
}

/// Truncates the part before the extension, or the whole name if that is not enough.
fn shortened(name: &str) -> String {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let room = LONGEST.saturating_sub(extension.len() + 1);
    match first_bytes(stem, room) {
        // A name that consists of an extension has none (D47).
        "" => first_bytes(name, LONGEST).to_owned(),
        _ if extension.is_empty() => first_bytes(name, LONGEST).to_owned(),
        kept => format!("{kept}.{extension}"),
    }
}

/// Returns the whole characters that fit.
fn first_bytes(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    text.get(..end).unwrap_or_default()
}

/// Returns `true` if the part after the last dot of a sanitized name is an accepted extension.
pub(crate) fn has_accepted_extension(sanitized: &str) -> bool {
    let extension = sanitized.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|extension| ACCEPTED_EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension)))
}

#[cfg(test)]
mod tests {
    use super::sanitized_file_name;

    #[test]
    fn a_long_name_keeps_its_extension_where_there_is_room_for_more() {
        assert_eq!(sanitized_file_name(&format!("{}.pdf", "a".repeat(300))), format!("{}.pdf", "a".repeat(251)));
        // With two bytes per letter, 251 bytes have room for 125 letters.
        assert_eq!(sanitized_file_name(&format!("{}.pdf", "é".repeat(300))), format!("{}.pdf", "é".repeat(125)));
        let exact = format!("{}.pdf", "a".repeat(251));
        assert_eq!(sanitized_file_name(&exact), exact);
        assert_eq!(sanitized_file_name(&format!("a.{}", "b".repeat(300))), format!("a.{}", "b".repeat(253)));
        // No whole letter fits before the extension. Without it the name would begin with a dot.
        let cut = sanitized_file_name(&format!("é.{}", "b".repeat(253)));
        assert_eq!(cut, format!("é.{}", "b".repeat(252)));
        assert_eq!(sanitized_file_name(&format!("{}.", "a".repeat(300))), "a".repeat(255));
    }
}
