//! The limits on files: number, size and type. The judge, messages and forms read this table.

use crate::rulebook::tokens::tokens;

tokens! {
    /// The endpoint that files are sent to.
    FileEndpoint, "endpoint for files" {
        /// With the case, in the request that creates it.
        Create "create",
        /// To an existing case, one file per request.
        Append "append",
    }
}

/// A size that the specification gives in MB, without defining MB (D23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Megabytes(pub u64);

/// The relation of a number of bytes to a limit in MB (D23).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// At most the limit, for both meanings of MB.
    Surely,
    /// Over the limit if an MB is 10^6 bytes, but not if it is 2^20.
    Perhaps,
    /// Over the limit, for both meanings of MB.
    No,
}

impl Megabytes {
    /// Returns the bytes if an MB is 10^6 bytes.
    pub const fn decimal(self) -> u64 {
        self.0.saturating_mul(1_000_000)
    }

    /// Returns the bytes if an MB is 2^20 bytes.
    pub const fn binary(self) -> u64 {
        self.0.saturating_mul(1 << 20)
    }

    /// Compares a number of bytes with the limit. The limit itself is within.
    ///
    /// ```
    /// use casegate::files::{Megabytes, Within};
    ///
    /// assert_eq!(Megabytes(25).allows(25_000_000), Within::Surely);
    /// assert_eq!(Megabytes(25).allows(26_214_400), Within::Perhaps);
    /// assert_eq!(Megabytes(25).allows(26_214_401), Within::No);
    /// ```
    pub const fn allows(self, bytes: u64) -> Within {
        if bytes <= self.decimal() {
            Within::Surely
        } else if bytes <= self.binary() {
            Within::Perhaps
        } else {
            Within::No
        }
    }
}

/// The limits of an endpoint, with the statements of the specification behind them.
#[derive(Debug)]
#[non_exhaustive]
pub struct FileLimits {
    /// The endpoint.
    pub endpoint: FileEndpoint,
    /// The greatest number of files: of one request for [`FileEndpoint::Create`], of one case for
    /// [`FileEndpoint::Append`].
    pub files: u64,
    /// The greatest size of one file.
    pub file: Megabytes,
    /// The greatest total size of the accepted files of that request or case.
    pub total: Megabytes,
    /// `true` if the specification lists the accepted extensions for this endpoint.
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
    // The list of types is in the section on create.
    names_extensions: false,
    label_requirement_id: "FA-label-enum",
    count_requirement_id: "LIM-append-count",
    file_requirement_id: "FA-file-25MB",
    total_requirement_id: "LIM-append-bytes",
};

impl FileLimits {
    /// Returns the limits of an endpoint.
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

/// The extensions that create accepts, in the specification's spelling and order; case-insensitive
/// (`FILE-ext`).
pub static ACCEPTED_EXTENSIONS: [&str; 15] =
    ["PDF", "DOC", "DOCX", "XLS", "XLSX", "JPG", "JPEG", "PNG", "GIF", "TIFF", "TIF", "TXT", "CSV", "MSG", "EML"];
