//! Files: which of them create or append takes, under which name and label, and where to send the others again.
//!
//! A file never makes a case unacceptable (`CREATE-201-always`): each is judged by itself, and the limits in order.

pub(crate) mod firm_rules;
pub(crate) mod judge;
pub(crate) mod limits;
pub(crate) mod name;
pub(crate) mod part;
pub(crate) mod read;
pub(crate) mod sink;

pub use judge::judge_files;
pub use limits::{ACCEPTED_EXTENSIONS, FILE_LIMITS, FileEndpoint, FileLimits, Megabytes, Within};
pub use name::sanitized_file_name;
pub(crate) use read::judge_files_text;

use crate::report::issue::Issue;
use crate::rulebook::tokens::{FileErrorCode, tokens};
use serde::Serialize;

/// The files of one create request, or files for a case that is there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileRequest {
    /// Where they are sent.
    pub endpoint: FileEndpoint,
    /// The files, in the order in which they are sent.
    pub files: Vec<FileToSend>,
    /// The parts `labels` of a create request: the first belongs to the first file. A file's own label goes before.
    pub labels: Vec<Option<String>>,
    /// What was appended to the case before; of no meaning for create.
    pub sent: FilesSent,
    /// The case that create sends them with, as JSON text: firm rules on files depend on it, and nothing else does.
    pub case: Option<String>,
}

#[expect(clippy::derivable_impls, reason = "the macro of closed lists takes no mark on a variant")]
impl Default for FileEndpoint {
    fn default() -> FileEndpoint {
        FileEndpoint::Create
    }
}

/// A file, as far as its verdict depends on it; its content is not looked at (D24).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileToSend {
    /// Its name, also with folders before it.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its label; `None` and blank count as `other`.
    pub label: Option<String>,
}

impl FileToSend {
    /// A file without a label.
    pub fn new(name: impl Into<String>, size: u64) -> FileToSend {
        FileToSend { name: name.into(), size, label: None }
    }

    /// With a label.
    pub fn label(mut self, label: impl Into<String>) -> FileToSend {
        self.label = Some(label.into());
        self
    }
}

/// What was appended to a case before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FilesSent {
    /// How many files.
    pub count: u64,
    /// Their bytes together.
    pub bytes: u64,
}

/// The answer: a verdict for each file, and what concerns no single one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileVerdicts {
    /// One for each file, in order.
    pub files: Vec<FileVerdict>,
    /// The bytes of the accepted files together, without those sent before.
    pub accepted_bytes: u64,
    /// Whether no file is rejected and there is no error among the issues.
    pub ok: bool,
    /// What concerns no single file: surplus labels, an unreadable input, firm rules on files.
    pub issues: Vec<Issue>,
}

/// The verdict on one file. Its first members are those of the service's attachment result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileVerdict {
    /// Whether the service takes it.
    pub status: FileStatus,
    /// Why not: the code of the first error.
    pub error_code: Option<FileErrorCode>,
    /// Its name, sanitized; `None` where the input has none that can be read.
    pub filename: Option<String>,
    /// The label that counts, as it was sent, or `other`; `None` where the input has one that is no text.
    pub label: Option<String>,
    /// The words of the first error.
    pub error: Option<String>,
    /// Where it can be sent again, and what must change before; `None` for an accepted file and for one that the case
    /// has no room for.
    pub retry: Option<FileRetry>,
    /// All findings: on its label, its name, its size, then the count and the total of the files.
    pub issues: Vec<Issue>,
}

tokens! {
    /// Whether a file is taken (`ATT-status`).
    FileStatus {
        /// It is.
        Accepted "accepted",
        /// It is not; the case is created all the same.
        Rejected "rejected",
    }
}

/// How a rejected file gets to the case after all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileRetry {
    /// The endpoint: always append, since another create would make another case (`CREATE-retry-append`).
    pub through: FileEndpoint,
    /// What must change before; empty where the same file may be sent as it is.
    pub change: Vec<FileChange>,
}

tokens! {
    /// What must change before a file is sent again.
    FileChange {
        /// It needs one of the labels that the service knows.
        KnownLabel "known_label",
        /// It must be saved as a file of a kind that the service takes.
        OtherExtension "other_extension",
        /// It must become smaller.
        SmallerFile "smaller_file",
        /// It must not be empty.
        FileWithContent "file_with_content",
        /// Its entry in the input must be repaired: its name or its size is missing or unreadable.
        RepairedEntry "repaired_entry",
    }
}
