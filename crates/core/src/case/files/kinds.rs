//! The kinds of files: their extensions, the bytes at their beginning, and what is looked for in them
//! (D57).

use crate::case::files::limits::{FileEndpoint, FileLimits};

/// The most bytes of the beginning and of the end of a file that are examined.
pub const EDGE_BYTES: usize = 1 << 16;

/// The length in base64 of both edges of as many files as a case can have.
#[expect(clippy::cast_possible_truncation, reason = "the number of files is small")]
pub(crate) const MOST_CONTENT: usize =
    FileLimits::of(FileEndpoint::Append).files as usize * 2 * EDGE_BYTES.div_ceil(3) * 4;

/// A kind of file.
pub(crate) struct FileKind {
    /// The extensions, in capital letters; none for a kind that the service does not accept.
    pub(crate) extensions: &'static [&'static str],
    /// The possible beginnings, each after a number of other bytes. A kind without any is text.
    pub(crate) signatures: &'static [(usize, &'static [u8])],
    pub(crate) container: Container,
}

/// The structure of a kind, which says how its content is examined.
#[derive(Clone, Copy)]
pub(crate) enum Container {
    /// No structure is examined.
    Plain,
    /// The trailer of a PDF.
    Pdf,
    /// The names in a zip archive: the folder of the document.
    Zip { folder: &'static [u8] },
    /// The streams of a compound file: the names of the document's.
    Compound { streams: &'static [&'static [u8]] },
    /// The end of a picture, and the number of last bytes in which it must be.
    Picture { end: &'static [u8], within: usize },
    /// The segments and the end of a JPEG.
    Jpeg,
    /// A photo in the HEIF container.
    Heif,
}

const ZIP: (usize, &[u8]) = (0, b"PK\x03\x04");
pub(crate) const COMPOUND: (usize, &[u8]) = (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1");
/// Word reads it under the extension of its own files.
const RTF: (usize, &[u8]) = (0, b"{\\rtf");

/// The kinds. Each extension that the service accepts is in one of them.
pub(crate) static FILE_KINDS: [FileKind; 13] = [
    FileKind { extensions: &["PDF"], signatures: &[(0, b"%PDF-")], container: Container::Pdf },
    FileKind { extensions: &["DOCX"], signatures: &[ZIP], container: Container::Zip { folder: b"word/" } },
    FileKind { extensions: &["XLSX"], signatures: &[ZIP], container: Container::Zip { folder: b"xl/" } },
    FileKind { extensions: &[], signatures: &[ZIP], container: Container::Zip { folder: b"ppt/" } },
    FileKind {
        extensions: &["DOC"],
        signatures: &[COMPOUND, RTF],
        container: Container::Compound { streams: &[b"WordDocument"] },
    },
    FileKind {
        extensions: &["XLS"],
        signatures: &[COMPOUND],
        container: Container::Compound { streams: &[b"Workbook", b"Book"] },
    },
    FileKind {
        extensions: &["MSG"],
        signatures: &[COMPOUND],
        container: Container::Compound { streams: &[b"__properties_version1.0"] },
    },
    FileKind { extensions: &["JPG", "JPEG"], signatures: &[(0, b"\xFF\xD8\xFF")], container: Container::Jpeg },
    FileKind {
        extensions: &["PNG"],
        signatures: &[(0, b"\x89PNG\r\n\x1A\n")],
        container: Container::Picture { end: b"IEND\xAEB`\x82", within: EDGE_BYTES },
    },
    FileKind {
        extensions: &["GIF"],
        signatures: &[(0, b"GIF87a"), (0, b"GIF89a")],
        // So short an end occurs in other places as well; few programs write anything behind it.
        container: Container::Picture { end: b"\0;", within: 256 },
    },
    FileKind {
        extensions: &["TIFF", "TIF"],
        signatures: &[(0, b"II*\0"), (0, b"MM\0*"), (0, b"II+\0"), (0, b"MM\0+")],
        container: Container::Plain,
    },
    FileKind { extensions: &["TXT", "CSV", "EML"], signatures: &[], container: Container::Plain },
    FileKind {
        extensions: &[],
        signatures: &[
            (4, b"ftypheic"),
            (4, b"ftypheix"),
            (4, b"ftypheim"),
            (4, b"ftypheis"),
            (4, b"ftyphevc"),
            (4, b"ftypmif1"),
            (4, b"ftypmsf1"),
        ],
        container: Container::Heif,
    },
];

impl FileKind {
    /// Returns the kind of an extension.
    pub(crate) fn of_extension(extension: &str) -> Option<&'static FileKind> {
        FILE_KINDS.iter().find(|kind| kind.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension)))
    }

    /// Returns `true` if a file begins like this kind.
    pub(crate) fn begins(&self, head: &[u8]) -> bool {
        self.signatures.iter().any(|signature| is_at(head, *signature))
    }
}

/// Returns `true` if bytes are at their offset.
pub(crate) fn is_at(head: &[u8], (offset, bytes): (usize, &[u8])) -> bool {
    head.get(offset..).is_some_and(|rest| rest.starts_with(bytes))
}

#[cfg(test)]
mod tests {
    use super::FILE_KINDS;
    use crate::case::files::ACCEPTED_EXTENSIONS;

    #[test]
    fn each_accepted_extension_has_one_kind() {
        let of_kinds = FILE_KINDS.iter().flat_map(|kind| kind.extensions);
        let mut extensions: Vec<&str> = of_kinds.copied().collect();
        let mut accepted = ACCEPTED_EXTENSIONS;
        extensions.sort_unstable();
        accepted.sort_unstable();
        assert_eq!(extensions, accepted);
    }
}
