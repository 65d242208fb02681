//! Files: which of them create or append accepts, under which name and label, and how the others
//! can be sent again.
//!
//! A file never makes a case unacceptable (`CREATE-201-always`). Each is judged on its own, and the
//! limits apply in order.

pub(crate) mod content;
pub(crate) mod firm_rules;
pub(crate) mod judge;
pub(crate) mod kinds;
pub(crate) mod limits;
pub(crate) mod name;
pub(crate) mod part;
pub(crate) mod read;
pub(crate) mod sink;

pub use judge::judge_files;
pub use kinds::EDGE_BYTES;
pub use limits::{ACCEPTED_EXTENSIONS, FILE_LIMITS, FileEndpoint, FileLimits, Megabytes, Within};
pub use name::sanitized_file_name;
pub(crate) use read::judge_files_text;

use crate::report::issue::Issue;
use crate::rulebook::tokens::{FileErrorCode, tokens};
use serde::Serialize;

/// The files of one create request, or files for an existing case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
pub struct FileRequest {
    /// The endpoint.
    #[cfg_attr(feature = "export", schemars(default))]
    pub endpoint: FileEndpoint,
    /// The files, in the order of sending.
    pub files: Vec<FileToSend>,
    /// The parts `labels` of a create request: the first belongs to the first file. A file's own
    /// label takes precedence.
    #[cfg_attr(feature = "export", schemars(default))]
    pub labels: Vec<Option<String>>,
    /// The files that were appended to the case before; ignored for create.
    #[cfg_attr(feature = "export", schemars(default))]
    pub sent: FilesSent,
    /// The case of the create request. Only firm rules on files depend on it.
    pub case: Option<String>,
}

#[expect(clippy::derivable_impls, reason = "the macro of closed lists takes no mark on a variant")]
impl Default for FileEndpoint {
    fn default() -> FileEndpoint {
        FileEndpoint::Create
    }
}

/// The properties of a file that its verdict depends on. Its content causes warnings at most (D57).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
pub struct FileToSend {
    /// The name, which may include folders.
    pub name: String,
    /// The size in bytes.
    pub size: u64,
    /// The label; `None` and blank count as `other`.
    pub label: Option<String>,
    /// The first [`EDGE_BYTES`] bytes, or the whole file if it is shorter; base64 in JSON. Without
    /// them the content is not examined.
    #[cfg_attr(feature = "export", schemars(with = "Option<String>"))]
    pub head: Option<Vec<u8>>,
    /// The last [`EDGE_BYTES`] bytes, which a file that `head` contains as a whole does not need;
    /// base64 in JSON.
    #[cfg_attr(feature = "export", schemars(with = "Option<String>"))]
    pub tail: Option<Vec<u8>>,
}

impl FileToSend {
    /// Creates a file without a label and without content.
    pub fn new(name: impl Into<String>, size: u64) -> FileToSend {
        FileToSend { name: name.into(), size, label: None, head: None, tail: None }
    }

    /// Creates a file from all of its bytes.
    ///
    /// ```
    /// use casegate::{Code, Context};
    /// use casegate::files::{FileRequest, FileToSend, judge_files};
    ///
    /// let context = Context::new("2026-03-01".parse()?);
    /// let files = vec![FileToSend::of_bytes("scan.pdf", b"no PDF at all")];
    /// let verdicts = judge_files(&FileRequest { files, ..FileRequest::default() }, &context);
    /// assert!(verdicts.ok);
    /// assert_eq!(verdicts.files[0].issues[0].code, Code::FileOtherKind);
    /// # Ok::<(), casegate::date::ParseDateError>(())
    /// ```
    pub fn of_bytes(name: impl Into<String>, bytes: &[u8]) -> FileToSend {
        let head = bytes.get(..EDGE_BYTES).unwrap_or(bytes).to_vec();
        let tail = bytes.len().checked_sub(EDGE_BYTES).and_then(|start| bytes.get(start..));
        let size = bytes.len() as u64;
        FileToSend { head: Some(head), tail: tail.map(<[u8]>::to_vec), ..FileToSend::new(name, size) }
    }

    /// Sets the label.
    pub fn label(mut self, label: impl Into<String>) -> FileToSend {
        self.label = Some(label.into());
        self
    }
}

/// The files that were appended to a case before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
pub struct FilesSent {
    /// The number of files.
    pub count: u64,
    /// Their total size in bytes.
    pub bytes: u64,
}

/// The verdict on each file, and the findings about no single file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileVerdicts {
    /// The verdicts, in the order of the files.
    pub files: Vec<FileVerdict>,
    /// The total size of the accepted files in bytes, without those sent before.
    pub accepted_bytes: u64,
    /// `true` if no file is rejected and no issue is an error.
    pub ok: bool,
    /// Findings about no single file: surplus labels, unreadable input, firm rules on files.
    pub issues: Vec<Issue>,
}

/// The verdict on one file. Its first members are those of the service's attachment result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileVerdict {
    /// Whether the service accepts the file.
    pub status: FileStatus,
    /// The code of the first error.
    pub error_code: Option<FileErrorCode>,
    /// The sanitized name; `None` if the input has no readable name.
    pub filename: Option<String>,
    /// The label that counts, as sent, or `other`; `None` if the label in the input is not a
    /// string.
    pub label: Option<String>,
    /// The message of the first error.
    pub error: Option<String>,
    /// How the file can be sent again, and what must change before; `None` for an accepted file,
    /// and for one that the case has no room for.
    pub retry: Option<FileRetry>,
    /// All findings: on the label, the name, the size and the content, then the number and the total
    /// size of the files.
    pub issues: Vec<Issue>,
}

tokens! {
    /// Whether a file is accepted (`ATT-status`).
    FileStatus, "status of a file" {
        /// The file is accepted.
        Accepted "accepted",
        /// The file is rejected; the case is created all the same.
        Rejected "rejected",
    }
}

/// How a rejected file can still reach the case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileRetry {
    /// The endpoint: always append, because another create would create another case
    /// (`CREATE-retry-append`).
    pub through: FileEndpoint,
    /// What must change before; empty if the file can be sent unchanged.
    pub change: Vec<FileChange>,
}

tokens! {
    /// A change that is needed before a file is sent again.
    FileChange, "change of a file name" {
        /// The file needs a label that the service knows.
        KnownLabel "known_label",
        /// The file must have a type that the service accepts.
        OtherExtension "other_extension",
        /// The file must be smaller.
        SmallerFile "smaller_file",
        /// The file must not be empty.
        FileWithContent "file_with_content",
        /// The file must be replaced by a copy without encryption, damage or macros.
        ReadableCopy "readable_copy",
        /// The entry in the input must be repaired: its name or its size is missing or unreadable.
        RepairedEntry "repaired_entry",
    }
}
