//! The limits that the life cycle keeps.
//!
//! The service side refuses by powers of two (D23). The table of files has the same facts for a check before sending:
//! whoever joins the two points these constants there.

/// Bytes of UTF-8 in the message of `case.action_required`, at most (`LIM-action-message`, D23).
pub(crate) const MESSAGE_BYTES: usize = 8 * 1024;
/// Bytes of one file, at most (`LIM-file-size`, D23).
pub(crate) const FILE_BYTES: u64 = 25 * MEBIBYTE;
/// Files of one case through the append endpoint, at most (`LIM-append-count`).
pub(crate) const APPENDED_FILES: u32 = 25;
/// Bytes of one case through the append endpoint, at most (`LIM-append-bytes`, D23).
pub(crate) const APPENDED_BYTES: u64 = 100 * MEBIBYTE;

/// What "MB" means where the service refuses (D23).
pub(crate) const MEBIBYTE: u64 = 1 << 20;

/// Extensions of the file types that the service accepts, in lower case.
const EXTENSIONS: &[&str] =
    &["pdf", "doc", "docx", "xls", "xlsx", "jpg", "jpeg", "png", "gif", "tiff", "tif", "txt", "csv", "msg", "eml"];

/// Whether the extension of a file's name is accepted: what follows the last dot of the sanitized name (D24, D27, D47).
pub(crate) fn is_extension_allowed(filename: &str) -> bool {
    let name = filename.rsplit(['/', '\\']).next().unwrap_or_default();
    // Control characters go from a name, C1 among them, and so do dots in front: `.pdf` has no extension.
    let name: String = name.chars().filter(|letter| !letter.is_control()).collect();
    let extension = name.trim_start_matches('.').rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|extension| EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension)))
}

#[cfg(test)]
mod tests {
    use super::is_extension_allowed;

    #[test]
    fn the_extension_is_that_of_the_sanitized_name() {
        for name in ["a.pdf", "A.PDF", "dir.x/scan.Tif", r"C:\scans\a.jpeg", "a.exe.pdf", "a.p\u{85}df", "..a.eml"] {
            assert!(is_extension_allowed(name), "{name}");
        }
        for name in ["", "pdf", ".pdf", "..pdf", "a.pdf.exe", "a.pdf.", "a.pdf ", "a.pdf/", "x.pdf/readme"] {
            assert!(!is_extension_allowed(name), "{name}");
        }
    }
}
