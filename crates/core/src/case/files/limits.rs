//! How many files, how large, and of which kinds: the one table that the judge, messages and forms read.

use crate::rulebook::tokens::tokens;

tokens! {
    /// The endpoint that files are sent to.
    FileEndpoint {
        /// With the case, in the one request that creates it.
        Create "create",
        /// To a case that is there, one file a request.
        Append "append",
    }
}

/// A size that the specification gives in MB, without saying which (D23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Megabytes(pub u64);

/// How a number of bytes stands to a limit in MB (D23).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// At most the limit, whichever MB is meant.
    Surely,
    /// Over it when an MB is 10^6 bytes, not when it is 2^20.
    Perhaps,
    /// Over it, whichever MB is meant.
    No,
}

impl Megabytes {
    /// The bytes when an MB is 10^6 of them.
    pub const fn decimal(self) -> u64 {
        self.0.saturating_mul(1_000_000)
    }

    /// The bytes when an MB is 2^20 of them.
    pub const fn binary(self) -> u64 {
        self.0.saturating_mul(1 << 20)
    }

    /// How so many bytes stand to it; a limit itself is within.
    ///
    /// ```
    /// use casegate::files::{Megabytes, Within};
    ///
    /// assert_eq!(Megabytes(25).holds(25_000_000), Within::Surely);
    /// assert_eq!(Megabytes(25).holds(26_214_400), Within::Perhaps);
    /// assert_eq!(Megabytes(25).holds(26_214_401), Within::No);
    /// ```
    pub const fn holds(self, bytes: u64) -> Within {
        if bytes <= self.decimal() {
            Within::Surely
        } else if bytes <= self.binary() {
            Within::Perhaps
        } else {
            Within::No
        }
    }
}

/// What an endpoint takes, and the statements of the specification that say so.
#[derive(Debug)]
pub struct FileLimits {
    /// The endpoint.
    pub endpoint: FileEndpoint,
    /// How many files: of one request of [`FileEndpoint::Create`], of one case through [`FileEndpoint::Append`].
    pub files: u64,
    /// How large one file may be.
    pub file: Megabytes,
    /// How large the accepted files of that request or case may be together.
    pub total: Megabytes,
    /// Whether the specification names the accepted extensions for this endpoint, and not only for the other.
    pub names_extensions: bool,
    pub(crate) label_requirement_id: &'static str,
    pub(crate) count_requirement_id: &'static str,
    pub(crate) file_requirement_id: &'static str,
    pub(crate) total_requirement_id: &'static str,
}

/// The limits of both endpoints.
pub static FILE_LIMITS: [FileLimits; 2] = [CREATE, APPEND];

const CREATE: FileLimits = FileLimits {
    endpoint: FileEndpoint::Create,
    files: 10,
    file: Megabytes(25),
    total: Megabytes(100),
    names_extensions: true,
    label_requirement_id: "FILE-label-unknown",
    count_requirement_id: "LIM-create-count",
    file_requirement_id: "LIM-file-size-code",
    total_requirement_id: "LIM-create-aggregate",
};

const APPEND: FileLimits = FileLimits {
    endpoint: FileEndpoint::Append,
    files: 25,
    file: Megabytes(25),
    total: Megabytes(100),
    // The list of types stands among the rules of create.
    names_extensions: false,
    label_requirement_id: "FA-label-enum",
    count_requirement_id: "LIM-append-count",
    file_requirement_id: "FA-file-25MB",
    total_requirement_id: "LIM-append-bytes",
};

impl FileLimits {
    /// The limits of an endpoint.
    ///
    /// ```
    /// use casegate::files::{FileEndpoint, FileLimits};
    ///
    /// assert_eq!(FileLimits::of(FileEndpoint::Create).files, 10);
    /// ```
    pub const fn of(endpoint: FileEndpoint) -> &'static FileLimits {
        match endpoint {
            FileEndpoint::Create => &CREATE,
            FileEndpoint::Append => &APPEND,
        }
    }
}

/// The extensions that create accepts, as the specification spells and orders them; case does not count (`FILE-ext`).
pub static ACCEPTED_EXTENSIONS: [&str; 15] =
    ["PDF", "DOC", "DOCX", "XLS", "XLSX", "JPG", "JPEG", "PNG", "GIF", "TIFF", "TIF", "TXT", "CSV", "MSG", "EML"];
